"""What a table in play costs in memory: in the House alone, then with all that the bot keeps of it.

    python -m benchmarks.memory [--tables 1000] [--directory .]

Two people and two computers have made 30 moves. With the bot, the table's message is up to date and
both people's hands lie open. Discord is replaced by answers made up on the spot, of which nothing
stays. Counted are the bytes that Python has allocated; then come the lines that allocated most.
"""

import argparse
import asyncio
import gc
import json
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord

from bot.client import build_client
from bot.settings import load_settings
from bot.tables.desk import Desk
from bot.tables.hand import shown
from engine.clock import LoopClock
from engine.house import House, HouseRules
from engine.settings import GuildSettings
from engine.store import Store, migrate
from engine.table import Pace, Person, Table
from engine.thinker import InlineThinker

GUILD, CHANNEL, BOT = 1 << 60, 2 << 60, 3 << 60
FIRST_PERSON = 1 << 59
PLIES = 30
WARM_UP = 100
"""Tables played before, so that what all of them share is there already."""
BIGGEST = 8


class Discord:
    """Answers the bot's requests without keeping anything."""

    def __init__(self, client: discord.Client) -> None:
        client.http.request = self.request  # type: ignore[method-assign, assignment]
        self._state = client._connection
        self._state.user = discord.ClientUser(state=self._state, data=message_facts(1)["author"])
        self._state._add_guild_from_data(json.loads(json.dumps(GUILD_FACTS)))
        self._messages = now()

    async def request(self, _: object, **__: object) -> dict[str, Any]:
        self._messages += 1
        return message_facts(self._messages)

    def click(self, user_id: int) -> discord.Interaction[Any]:
        """A person's click on My hand, as it comes from the gateway."""
        self._messages += 1
        facts = {
            "id": str(self._messages),
            "application_id": str(BOT),
            "type": 3,
            "token": f"{self._messages}" * 10,
            "version": 1,
            "data": {"custom_id": "t:1:hand", "component_type": 2, "id": 106},
            "guild_id": str(GUILD),
            "channel_id": str(CHANNEL),
            "channel": GUILD_FACTS["channels"][0],
            "member": member_facts(user_id),
            "message": message_facts(self._messages),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": "0",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)},
            "context": 0,
            "attachment_size_limit": 10485760,
        }
        return discord.Interaction(data=json.loads(json.dumps(facts)), state=self._state)


GUILD_FACTS: dict[str, Any] = {
    "id": str(GUILD),
    "name": "Card Room",
    "channels": [{"id": str(CHANNEL), "type": 0, "name": "card-table", "position": 0}],
}


def member_facts(user_id: int) -> dict[str, Any]:
    """Somebody on the server."""
    user = {"id": str(user_id), "username": f"person{user_id}", "discriminator": "0"}
    user |= {"global_name": f"Person {user_id}", "avatar": "0123456789abcdef0123456789abcdef"}
    times = {"joined_at": "2026-01-01T00:00:00+00:00", "premium_since": None}
    return {"user": user, "nick": None, "roles": [], "flags": 0, "permissions": "0", **times}


def message_facts(message_id: int) -> dict[str, Any]:
    """A message of the bot."""
    lists = ("attachments", "embeds", "mentions", "mention_roles", "components")
    return {
        "id": str(message_id),
        "channel_id": str(CHANNEL),
        "author": {"id": str(BOT), "username": "cardroom", "discriminator": "0", "avatar": None},
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "type": 0,
        "flags": 1 << 15,
        "pinned": False,
        "tts": False,
        "mention_everyone": False,
        **{name: [] for name in lists},
    }


async def play(house: House, numbers: range) -> list[Table]:
    """Open tables and play them, all at the same time, so that they share commits."""
    return list(await asyncio.gather(*(play_table(house, number) for number in numbers)))


def server_of(number: int) -> int:
    """The server of a table: each has as many as the usual settings allow."""
    return GUILD + number // GuildSettings().tables_per_server


async def play_table(house: House, number: int) -> Table:
    """Open a table for two people and two computers and make some moves."""
    people = [Person(FIRST_PERSON + 2 * number + n, f"Person {number}-{n}") for n in (0, 1)]
    table = await house.open(
        guild_id=server_of(number),
        channel_id=CHANNEL,
        host=people[0],
        interaction_id=number,
        game="ninetynine",
        players=4,
        options={},
        preset="standard",
        computers=2,
        level="normal",
        pace=Pace.RELAXED,
        stake=0,
    )
    await house.set_message(table.id, CHANNEL, now())
    await house.join(table.id, people[1], number)
    for ply in range(PLIES):
        async with house.locked(table.id) as locked:
            if locked.state is not None and (seats := locked.state.current_players()):
                actions = locked.state.legal_actions(seats[0])
                await house.play(locked, seats[0], actions[ply % len(actions)], by="person")
    return table


async def show(desk: Desk, wire: Discord, tables: list[Table]) -> None:
    """Bring the tables' messages up to date and have all people open their hands."""
    for table in tables:
        desk.publisher.changed(table)
        for number, seat in enumerate(table.seats):
            if seat.user_id is not None:
                click = wire.click(seat.user_id)
                desk.hands.opened(table, seat.user_id, click, shown(table, number))
        await asyncio.sleep(0)
    await desk.close()


def now() -> int:
    """The id of a message that is posted now."""
    return discord.utils.time_snowflake(discord.utils.utcnow())


def snapshot() -> tracemalloc.Snapshot:
    """What is in use."""
    gc.collect()
    return tracemalloc.take_snapshot()


def report(name: str, before: tracemalloc.Snapshot, tables: int) -> None:
    """Print the bytes a table, and which lines have allocated most of them."""
    lines = snapshot().compare_to(before, "lineno")
    total = sum(line.size_diff for line in lines)
    print(f"{name}: {total / tables / 1024:.1f} KB a table (target: at most 30 KB)")
    for line in lines[:BIGGEST]:
        frame = line.traceback[0]
        place = "/".join(Path(frame.filename).parts[-3:])
        print(f"  {line.size_diff / tables:6,.0f} bytes  {place}:{frame.lineno}")


async def run(directory: Path, tables: int) -> None:
    """Measure the House alone, then with the bot."""
    url = f"sqlite+aiosqlite:///{directory / 'memory.db'}"
    await migrate(url)
    store, clock = await Store.open(url), LoopClock()
    rules = HouseRules(computer_pause=3600)  # all moves are made here
    house = House(store, clock, InlineThinker(), rules=rules)
    await house.start()
    gc.disable()  # quicker; `snapshot` collects
    client = build_client(load_settings(env_file=None), house, clock=clock)
    wire, desk = Discord(client), Desk(client, house, clock)
    house._listeners.clear()  # the bot comes later
    await show(desk, wire, await play(house, range(WARM_UP)))
    tracemalloc.start()
    before = snapshot()
    opened = await play(house, range(WARM_UP, WARM_UP + tables))
    report("House alone", before, tables)
    await show(desk, wire, opened)
    report("House and bot", before, tables)
    await house.stop()
    await store.close()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--directory", type=Path, default=Path.cwd())
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.directory) as directory:
        asyncio.run(run(Path(directory), arguments.tables))


if __name__ == "__main__":
    main()
