"""The seal of a table's shuffle while it is kept, and the proof once it is opened."""

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from engine.record import Record
from engine.table import Status
from tests.bot.test_replay import SHORT, files_of, move_elsewhere
from tests.support.member import Reply
from tests.support.playing import play_on
from tests.support.tables import TableView
from tests.support.world import World

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.py"


def codes(reply: Reply) -> list[str]:
    """What stands in the answer to be copied: seal, and once it is open seed, salt, deal seed."""
    return re.findall(r"^`([^`]+)`$", reply.text, re.MULTILINE)


async def finished(world: World, game: str = "ninetynine", computers: int = 1) -> TableView:
    table = await world.game(people=2, computers=computers, game=game, stake=0, **SHORT[game])
    await play_on(world, table, 2000)
    assert table.status is Status.FINISHED
    return table


def keeps_its_secret(reply: Reply, table: TableView) -> bool:
    """Whether nothing but the seal is said."""
    secrets = [table.table.server_seed.hex(), str(table.table.seats[0].join_id)]
    if table.table.state is not None:
        secrets.append(table.state.seed.hex())
    return not any(secret in reply.text for secret in secrets)


async def test_before_the_end_there_is_the_whole_seal_and_nothing_else(world, alice, bob):
    table = await world.play(players=2, stake=0)
    seal = table.table.seed_commitment
    assert seal[:12] in table.text
    for moment in ("in the lobby", "in play"):
        reply = await bob.slash("fair", table=table.id)
        assert reply.private
        assert codes(reply) == [seal]
        assert "opened when the game is over" in reply.text
        assert keeps_its_secret(reply, table)
        if moment == "in the lobby":
            await bob.click(table, "Join")
    await world.restart_bot()
    assert codes(await bob.slash("fair", table=table.id)) == [seal]


async def test_it_is_explained_in_five_sentences(world, alice):
    table = await world.play(stake=0)
    waiting = await alice.slash("fair", table=table.id)
    await alice.click(table, "Cancel")
    over = await finished(world)
    for reply in (waiting, await alice.slash("fair", table=over.id)):
        assert re.findall(r"^(\d)\. ", reply.text, re.MULTILINE) == ["1", "2", "3", "4", "5"]


async def test_after_the_end_everything_fits_together(world, carol):
    table = await finished(world)
    before = table.table.seed_commitment
    reply = await carol.slash("fair", table=table.id)
    seal, seed, salt, deal = codes(reply)

    assert seal == before == sha256(bytes.fromhex(seed)).hexdigest()
    assert salt == ",".join(str(seat.join_id) for seat in table.table.seats)
    assert sha256(bytes.fromhex(seed) + salt.encode()).hexdigest() == deal
    assert reply.text.count("✅") == 2
    assert "❌" not in reply.text
    assert "Replay" in reply.screen.labels
    pressed = await carol.click(table, "Fair deal?")
    assert pressed.private
    assert pressed.text == reply.text


async def test_the_button_beside_a_replay_leads_to_the_proof_and_back(world, carol):
    table = await finished(world)
    replay = (await carol.slash("replay", table=table.id)).screen
    proof = await carol.click(replay, "Fair deal?")
    assert proof.private
    assert proof.screen.id != replay.id
    assert codes(proof) == codes(await carol.slash("fair", table=table.id))
    assert proof.screen.labels == ["Download", "Replay"]
    again = await carol.click(proof.screen, "Replay")
    assert again.private
    assert f"### Ninety-Nine, table {table.id}\n**The deal**" in again.text


async def test_a_forged_button_shows_nothing_of_a_game_that_goes_on(world, alice, carol):
    over = await finished(world)
    replay = (await carol.slash("replay", table=over.id)).screen
    running = await world.game(people=2, stake=0)
    for forged in (f"rp:{running.id}:open:9:fair", f"t:{running.id}:fair"):
        reply = await carol.press_unseen(replay, forged)
        assert reply.private
        assert codes(reply) == [running.table.seed_commitment]
        assert keeps_its_secret(reply, running)
        assert reply.screen.labels == []
    await move_elsewhere(world, running)
    reply = await carol.press_unseen(replay, f"rp:{running.id}:open:9:fair")
    assert reply.text == "That table doesn't exist any more. Type /play to open one."


@pytest.mark.parametrize("game", ["ninetynine", "take5"])
async def test_whoever_checks_it_alone_finds_the_same(world, carol, tmp_path, game):
    table = await finished(world, game)
    reply = await carol.slash("fair", table=table.id)
    seal, seed, salt, deal = codes(reply)
    record, script = files_of(world, await carol.click(reply.screen, "Download"))
    (tmp_path / "record.jsonl").write_bytes(record)
    (tmp_path / "verify.py").write_bytes(script)
    run = check(tmp_path, seed, salt, seal)

    assert run.returncode == 0, run.stderr
    assert Record.from_json(record.decode()).seed.hex() == deal


def check(folder: Path, *facts: str) -> subprocess.CompletedProcess[str]:
    """Run the program that came with a record, far from the bot's own code."""
    command = [sys.executable, "-I", "verify.py", "record.jsonl", *facts]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603


async def test_what_does_not_fit_is_said_in_words(world, carol):
    table = await finished(world)
    await change(world, "UPDATE tables SET salt = '1,2,3' WHERE id = ?", table)
    await change(world, "UPDATE results SET score = 77 WHERE table_id = ?", table)
    reply = await carol.slash("fair", table=table.id)

    assert "❌ The cards were not dealt from this seed" in reply.text
    assert "❌ Played again from that deal, the game doesn't end as it was told" in reply.text


async def change(world: World, statement: str, table: TableView) -> None:
    async def work(connection: object) -> None:
        await connection.exec_driver_sql(statement, (table.id,))  # type: ignore[attr-defined]

    await world.house.store._writer.run(work)


async def test_a_table_closed_in_mid_play_is_opened_too(world, alice, bob):
    table = await world.game(people=2, stake=0)
    await world.house.close_all("host")
    reply = await alice.slash("fair", table=table.id)

    assert len(codes(reply)) == 4
    assert "closed before the game ended, so there is no result" in reply.text


async def test_a_lobby_that_closed_has_no_deal(world, alice):
    table = await world.play(stake=0)
    await alice.click(table, "Cancel")
    reply = await alice.slash("fair", table=table.id)

    assert codes(reply) == [table.table.seed_commitment]
    assert "closed before any cards were dealt, so there is no deal" in reply.text
    assert keeps_its_secret(reply, table)


async def test_another_servers_table_is_as_good_as_none(world, carol):
    table = await finished(world)
    await move_elsewhere(world, table)
    for number in (table.id, table.id + 50):
        reply = await carol.slash("fair", table=number)
        assert reply.text == "That table doesn't exist any more. Type /play to open one."


async def test_without_a_number_it_is_the_table_where_one_sits(world, alice, carol):
    nothing = await alice.slash("fair")
    assert nothing.text == "There is no table on this server yet. Type /play to open one."
    mine = await world.play(stake=0)
    newest = await world.play(host=carol, stake=0)

    assert codes(await alice.slash("fair")) == [mine.table.seed_commitment]
    assert codes(await world.person("Dave").slash("fair")) == [newest.table.seed_commitment]


async def test_it_suggests_tables_of_this_server(world, carol):
    over = await finished(world)
    lobby = await world.play(stake=0)
    other = await finished(world)
    await move_elsewhere(world, other)
    choices = await carol.actor.autocomplete(world.channel, "fair", "table", "")

    assert [(choice["value"], choice["name"]) for choice in choices] == [
        (lobby.id, f"Table {lobby.id}: Ninety-Nine, not over yet"),
        (over.id, f"Table {over.id}: Ninety-Nine, over"),
    ]


async def test_every_table_has_a_seal_of_its_own(world, alice):
    tables = [await world.play(host=member, stake=0) for member in world.people(3)]
    seals = {codes(await alice.slash("fair", table=table.id))[0] for table in tables}
    assert len(seals) == 3


def test_the_program_is_short() -> None:
    assert len(VERIFIER.read_text(encoding="utf-8").splitlines()) < 60
