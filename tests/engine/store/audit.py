"""An auditor of chips: reads the tables as they lie there, and believes no helper of the bot."""

from collections import defaultdict
from typing import Any

from sqlalchemy import text

from engine.store.migration import connect


async def rows(url: str, statement: str, **values: Any) -> list[Any]:
    """What a question in plain SQL answers."""
    async with connect(url) as connection:
        return list((await connection.execute(text(statement), values)).all())


async def change(url: str, statement: str, **values: Any) -> None:
    """Change the database behind the bot's back."""
    async with connect(url) as connection:
        await connection.execute(text(statement), values)


async def audit(url: str) -> dict[tuple[int, str, int], int]:
    """Check every rule of the ledger; return the balances by server, kind and owner."""
    balances = {
        (row.guild_id, row.kind, row.owner): row.balance
        for row in await rows(url, "SELECT guild_id, kind, owner, balance FROM accounts")
    }
    entries = await rows(url, "SELECT * FROM transfers ORDER BY id")
    _check_sums(balances, entries)
    await _check_pots(url, balances, entries)
    return balances


def _check_sums(balances: dict[tuple[int, str, int], int], entries: list[Any]) -> None:
    servers: dict[int, int] = defaultdict(int)
    for (guild_id, _, _), balance in balances.items():
        servers[guild_id] += balance
    assert set(servers.values()) <= {0}
    running: dict[tuple[int, str, int], int] = defaultdict(int)
    for entry in entries:
        assert entry.amount > 0
        running[entry.guild_id, entry.from_kind, entry.from_owner] -= entry.amount
        running[entry.guild_id, entry.to_kind, entry.to_owner] += entry.amount
        for kind, owner in (
            (entry.from_kind, entry.from_owner),
            (entry.to_kind, entry.to_owner),
        ):
            assert kind == "house" or running[entry.guild_id, kind, owner] >= 0, entry
            assert kind in ("member", "pot", "house")
    # a purse may have been opened, and its welcome counted, but nothing is there without an entry
    assert {key: balance for key, balance in running.items() if balance} == {
        key: balance for key, balance in balances.items() if balance
    }


async def _check_pots(
    url: str, balances: dict[tuple[int, str, int], int], entries: list[Any]
) -> None:
    tables = await rows(
        url,
        "SELECT id, guild_id, status, stake, started_at, (SELECT count(*) FROM seats"
        " WHERE table_id = tables.id) AS seats FROM tables",
    )
    for table in tables:
        pot = balances.get((table.guild_id, "pot", table.id), 0)
        into = [each for each in entries if (each.to_kind, each.to_owner) == ("pot", table.id)]
        out = [each for each in entries if (each.from_kind, each.from_owner) == ("pot", table.id)]
        whole = table.stake * table.seats if table.started_at is not None else 0
        assert sum(entry.amount for entry in into) == whole
        if table.status in ("finished", "cancelled"):
            assert pot == 0
            assert sum(entry.amount for entry in out) == whole
            ways = {entry.kind for entry in out} - {"returned"}
            assert ways <= {"winnings"} or ways <= {"refund"}
        else:
            assert pot == whole
            assert out == []
