"""Looking at a finished game again: by command, from its message, by anybody, after a restart."""

import json
import random
from typing import Any

import pytest

from bot.text import Text
from engine.record import Record
from engine.store import StoreError
from engine.table import Person, Status
from tests.support.member import Member, Reply
from tests.support.mishaps import permit
from tests.support.playing import play_on
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

SHORT = {
    "ninetynine": {"chips": 1},
    "onehundred": {"chips": 1},
    "take5": {"rounds": 1},
    "schmier": {"max_hands": 1},
    "toonerville": {"first_round": 1, "last_round": 1, "turns": 20},
}
COMPUTERS = {"ninetynine": 1, "onehundred": 1, "take5": 0, "schmier": 4, "toonerville": 1}
NOT_OVER = "That game is still being played"
UNKNOWN = "That table doesn't exist any more. Type /play to open one."


async def finished(
    world: World, game: str = "ninetynine", computers: int | None = None
) -> TableView:
    """A short game of Alice and Bob, and some computers, that is over."""
    number = COMPUTERS[game] if computers is None else computers
    table = await world.game(people=2, computers=number, game=game, stake=0, **SHORT[game])
    await play_on(world, table, 2000)
    assert table.status is Status.FINISHED
    return table


def step_of(screen: Screen) -> int:
    """Which step is shown."""
    line = screen.text.splitlines()[1]
    return 0 if line.startswith("**The deal**") else int(line.removeprefix("**Step ").split()[0])


def menu_of(screen: Screen) -> str:
    (menu,) = (menu for menu in screen.menus if menu.custom_id.startswith("rp:"))
    return menu.custom_id


async def forge(member: Member, screen: Screen, custom_id: str) -> Reply:
    return await member.press_unseen(screen, custom_id)


@pytest.mark.parametrize("game", sorted(SHORT))
async def test_any_game_can_be_stepped_through_and_taken_home(world, carol, game):
    table = await finished(world, game)
    reply = await carol.slash("replay", table=table.id)
    screen, last = reply.screen, table.table.plies

    assert reply.private
    assert step_of(screen) == 0
    steps = []
    for label in ("Next", "Next", "Last", "Back", "First", "Next", "Last"):
        answer = await carol.click(screen, label)
        assert answer.screen.id == screen.id
        steps.append(step_of(screen))
    assert steps == [1, 2, last, last - 1, 0, 1, last]
    assert "🏆" in screen.text
    download = await carol.click(screen, "Download")
    assert download.private
    check_record(world, table, *files_of(world, download))


async def test_a_record_that_may_not_be_sent_says_so(world, alice, bob):
    table = await world.game(people=2, chips=1)
    await play_on(world, table)
    screen = (await bob.click(table, "Replay")).screen
    await permit(world, attach_files=False)
    reply = await bob.click(screen, "Download")
    assert reply.private
    assert "I lack the permission **Attach Files** in this channel." in reply.text
    assert not files_of(world, reply)


def check_record(world: World, table: TableView, record: bytes, script: bytes) -> None:
    """It verifies and names nobody, and the program that checks it lies beside it."""
    Record.from_json(record.decode()).verify()
    assert set(json.loads(record)) == {
        "format", "game", "players", "options", "dealer", "seed", "actions", "winners",
        "scores", "placings",
    }  # fmt: skip
    known = [str(world.guild.id)]
    known += [word for seat in table.table.seats for word in (seat.name, str(seat.user_id))]
    assert not [each for each in known if each.encode() in record]
    assert script.startswith(b'"""Check')


async def test_the_finished_message_leads_to_its_replay(world, alice, carol):
    table = await finished(world)
    for member in (alice, carol):
        reply = await member.click(table, "Replay")
        assert reply.private
        assert f"### Ninety-Nine, table {table.id}" in reply.text
    assert "🏆" in table.text


async def test_to_the_next_bust(world, carol):
    table = await finished(world)
    screen = (await carol.click(table, "Replay")).screen

    await carol.click(screen, "Next bust")
    assert "💥" in screen.text
    bust = step_of(screen)
    await carol.click(screen, "Back")
    assert step_of(screen) == bust - 1
    assert "💥" not in screen.text


async def test_views_show_what_each_saw(world, bob, carol):
    table = await finished(world, "take5")
    screen = (await carol.click(table, "Replay")).screen
    seat = next(seat.place for seat in table.table.seats if seat.user_id == bob.id)
    past = await world.house.archive.open(world.guild.id, table.id)
    held = {seat: past.film.at(0).private(seat)["hand"] for seat in range(2)}

    def shown(cards: list[str]) -> bool:
        return all(f"{card}\N{NO-BREAK SPACE}(" in screen.text for card in cards)

    assert not shown(held[seat])
    await carol.choose(screen, [str(seat)])
    assert "What \u2068Bob\u2069 saw" in screen.text
    assert shown(held[seat])
    assert not shown(held[1 - seat])
    await carol.choose(screen, ["open"])
    assert shown(held[0] + held[1])
    await carol.click(screen, "Last")
    assert "All hands" in screen.text


async def test_two_people_look_at_different_steps(world, alice, carol):
    table = await finished(world)
    hers = (await alice.click(table, "Replay")).screen
    theirs = (await carol.click(table, "Replay")).screen
    await alice.click(hers, "Last")
    await carol.click(theirs, "Next")

    assert (step_of(hers), step_of(theirs)) == (table.table.plies, 1)


async def test_a_restart_between_two_clicks(world, carol):
    table = await finished(world)
    screen = (await carol.click(table, "Replay")).screen
    await carol.choose(screen, ["open"])
    await world.restart_bot()
    await carol.click(screen, "Next")

    assert step_of(screen) == 1
    assert "All hands" in screen.text


async def test_clicks_in_quick_succession(world, carol):
    table = await finished(world)
    screen = (await carol.click(table, "Replay")).screen
    world.weather.delay = 0.001
    await world.together(*[carol.click(screen, "Next") for _ in range(5)])

    assert step_of(screen) == 1  # every one of them was pressed on the same picture


class TestSharing:
    async def test_a_position_can_be_shown_to_everybody(self, world, alice, carol):
        table = await finished(world)
        screen = (await carol.click(table, "Replay")).screen
        await carol.click(screen, "Next")
        shared = await carol.click(screen, "Share")

        assert not shared.private
        assert "Share" not in shared.screen.labels
        assert step_of(shared.screen) == 1
        await alice.click(shared.screen, "Next")
        assert step_of(shared.screen) == 2
        assert step_of(screen) == 1

    async def test_a_whole_replay_can_be_public(self, world, alice, carol):
        table = await finished(world)
        reply = await carol.slash("replay", table=table.id, public=True)

        assert not reply.private
        await alice.click(reply.screen, "Last")
        assert "🏆" in reply.screen.text

    async def test_public_pages_speak_the_servers_language(self, world, carol, monkeypatch):
        table = await finished(world)
        languages: list[int] = []
        publisher = world.client.desk.publisher
        text = publisher.text

        def noted(guild_id: int) -> Text:
            languages.append(guild_id)
            return text(guild_id)

        monkeypatch.setattr(publisher, "text", noted)
        reply = await carol.slash("replay", table=table.id, public=True)
        await carol.click(reply.screen, "Next")
        assert languages == [world.guild.id] * 2


class TestTheRecord:
    async def test_people_who_left_and_computers_do_not_hurt_it(self, world, alice, bob):
        table = await world.game(people=2, computers=2, stake=0, chips=1)
        await world.wait_for_people(table)
        await bob.click(await asked(bob, table), "Yes, leave the table")
        await play_on(world, table)
        screen = (await alice.click(table, "Replay")).screen
        record = files_of(world, await alice.click(screen, "Download"))[0]

        Record.from_json(record.decode()).verify()


async def asked(member: Member, table: TableView) -> Screen:
    """The question whether somebody really leaves."""
    return (await member.slash("leave", table=table.id)).screen


def files_of(world: World, reply: Reply) -> list[bytes]:
    """What was sent with an answer."""
    message = world.env.backend.get_message(reply.screen.channel_id, reply.screen.id)
    files = [world.env.backend.cdn.get(each["url"]) for each in message.attachments]
    return [content for content in files if content is not None]


class TestBeforeTheEnd:
    async def test_nothing_of_a_running_game_is_shown(self, world, alice, carol):
        over = await finished(world)
        screen = (await carol.click(over, "Replay")).screen
        running = await world.game(people=2, stake=0)
        for verb in ("show", "next", "last", "record", "share", "view", "to_bust", "fair"):
            for view in ("all", "open", "0", "1"):
                reply = await forge(carol, screen, f"rp:{running.id}:{view}:3:{verb}")
                words = reply.text if verb != "fair" else ""
                assert words == "" or words.startswith(NOT_OVER), (verb, view)
                assert running.table.server_seed.hex() not in reply.text
                assert not files_of(world, reply)
        assert (await alice.slash("replay", table=running.id)).text.startswith(NOT_OVER)
        assert (await forge(carol, over.screen, f"t:{running.id}:replay")).text.startswith(NOT_OVER)
        assert step_of(screen) == 0
        world.assert_no_leaks()

    async def test_nor_of_one_that_everybody_is_away_from(self, world, alice, bob):
        table = await world.game(people=2, stake=0)
        await world.advance(1000)
        assert table.table.paused

        assert (await alice.slash("replay", table=table.id)).text.startswith(NOT_OVER)

    async def test_nor_of_a_lobby(self, world, alice):
        table = await world.play(stake=0)
        assert (await alice.slash("replay", table=table.id)).text.startswith(NOT_OVER)
        await alice.click(table, "Cancel")
        reply = await alice.slash("replay", table=table.id)
        assert reply.text.startswith("That table closed before any cards were dealt")

    async def test_until_the_last_play_is_written(self, world, alice, bob, carol):
        """Whoever is quick enough finds a game that isn't over, or one that is, and no third."""
        table = await world.game(people=2, stake=0, chips=1)
        while not ends_next(table):
            (member,) = table.to_act()
            await member.act((await member.hand(table)).actions()[0])
        (member,) = table.to_act()
        hand = await member.hand(table)
        world.weather.delay = 0.002
        asked = [carol.slash("replay", table=table.id) for _ in range(3)]
        _, *replies = await world.together(member.act(last_action(table), hand), *asked)

        for reply in replies:
            assert reply.text.startswith(NOT_OVER) or "**The deal**" in reply.text


def last_action(table: TableView) -> str:
    """The rashest legal action of whoever is on turn."""
    state = table.state
    seat = state.current_players()[0]
    count = state.public()["pile"]
    return max(state.legal_actions(seat), key=lambda a: state.game.count_after(count, a))  # type: ignore[attr-defined]


def ends_next(table: TableView) -> bool:
    """Whether that ends the game."""
    twin = table.state.clone()
    twin.apply(twin.current_players()[0], last_action(table))
    return twin.is_terminal()


async def test_whoever_left_and_came_back_has_played_all_the_time(world, alice, bob, carol):
    table = await world.game(people=2, computers=1, chips=1)
    await world.advance(1)
    await world.house.leave(table.id, bob.id)
    await world.advance(1)
    await world.house.rejoin(table.id, bob.id)
    await play_on(world, table)
    await world.advance(1)
    replay = (await carol.click(table, "Replay")).screen
    assert "\u2068Bob\u2069" in replay.text
    assert "before" not in replay.text


async def test_whoever_waited_for_a_seat_when_the_table_closed_never_got_it(world, alice, dave):
    table = await world.game(people=2, computers=1, game="take5")
    (number,) = [seat.place for seat in table.table.seats if seat.is_computer]
    await world.house.take_seat(table.id, Person(dave.id, "Dave"), number, 1)
    assert table.table.seats[number].heir_id == dave.id
    for member in world.people(2):
        await world.house.vote_end(table.id, member.id, wanted=True)
    replay = (await alice.slash("replay", table=table.id)).screen
    assert "takes over at the next deal" not in replay.text


class TestForgedClicks:
    async def test_another_servers_table(self, world, carol):
        table = await finished(world)
        screen = (await carol.click(table, "Replay")).screen
        await move_elsewhere(world, table)
        for custom_id in (f"rp:{table.id}:open:3:next", f"rp:{table.id}:all:0:record"):
            reply = await forge(carol, screen, custom_id)
            assert reply.text == UNKNOWN
        assert (await carol.slash("replay", table=table.id)).text == UNKNOWN
        assert (await carol.slash("replay", table=table.id + 77)).text == UNKNOWN
        assert (await forge(carol, screen, f"rp:{'9' * 18}:all:0:next")).text == UNKNOWN
        assert (await forge(carol, screen, "rp:0:all:0:next")).text == UNKNOWN

    async def test_what_makes_no_sense_shows_what_comes_nearest(self, world, carol):
        table = await finished(world)
        screen = (await carol.click(table, "Replay")).screen
        last = table.table.plies
        for rest, step in [
            ("all:999999999:next", last), ("open:999999999:back", last - 1), ("99:2:next", 3),
            ("all:0:back", 0), ("all:2:to_nothing", 2), ("all:2:dance", 2),
            ("0:9999:to_bust", last),
        ]:  # fmt: skip
            reply = await forge(carol, screen, f"rp:{table.id}:{rest}")
            assert step_of(reply.screen) == step, rest

    async def test_what_was_never_written_by_us(self, world, carol):
        table = await finished(world)
        for custom_id in [
            "rp:1:all:-1:next", "rp:1:all:1:next:more", "rp:1;drop:all:1:next", "rp:1:all:1:",
            "rp::all:1:next", f"rp:{2**70}:all:1:next", "rp:1:-1:1:next",
        ]:  # fmt: skip
            reply = await forge(carol, table.screen, custom_id)
            assert reply.private
            assert "older version" in reply.text, custom_id

    async def test_a_view_that_the_menu_does_not_offer(self, world, carol):
        table = await finished(world)
        screen = (await carol.click(table, "Replay")).screen
        for value in ("7", "-1", "open:next", "", "all\n"):
            await carol.choose_unseen(screen, menu_of(screen), [value])
            assert "What " not in screen.text
            assert "All hands" not in screen.text

    async def test_random_custom_ids_get_an_answer(self, world, carol):
        table = await finished(world)
        screen = (await carol.click(table, "Replay")).screen
        rng = random.Random(4)
        verbs = ["first", "back", "next", "last", "view", "share", "record", "fair", "to_out", "x"]
        for _ in range(40):
            view = rng.choice(["all", "open", "0", "2", "12"])
            step, verb = rng.choice([0, 1, 5, 10**8]), rng.choice(verbs)
            reply = await forge(carol, screen, f"rp:{table.id}:{view}:{step}:{verb}")
            assert reply.answered


class TestTheCommand:
    async def test_without_a_number_it_shows_the_newest_game(self, world, carol):
        first = await carol.slash("replay")
        assert "Nobody has finished a game on this server yet" in first.text
        await finished(world)
        newest = await finished(world)
        await world.game(people=2, stake=0)

        assert f"table {newest.id}" in (await carol.slash("replay")).text

    async def test_it_suggests_finished_games_of_this_server(self, world, carol):
        over = await finished(world)
        gone = await finished(world, "take5")
        await world.game(people=2, stake=0)
        await move_elsewhere(world, gone)

        names = await suggested(world, carol, "")
        winner = over.table.seats[over.state.winners()[0]].name
        assert [(value, name) for name, value in names] == [
            (over.id, f"Table {over.id}: Ninety-Nine, {mark(over)}{winner} won")
        ]
        assert await suggested(world, carol, "no such words") == []

    async def test_while_the_database_is_away_it_says_so(self, world, carol, monkeypatch):
        table = await finished(world)

        async def fail(*_: object, **__: object) -> None:
            raise StoreError("the disk is on fire")

        world.logbook.expect("database trouble")
        monkeypatch.setattr(type(world.house.store), "outline", fail)
        assert "can't reach my records" in (await carol.slash("replay", table=table.id)).text


def mark(table: TableView) -> str:
    return "🤖 " if table.table.seats[table.state.winners()[0]].is_computer else ""


async def suggested(world: World, member: Member, typed: str) -> list[tuple[str, object]]:
    choices = await member.actor.autocomplete(world.channel, "replay", "table", typed)
    return [(choice["name"], choice["value"]) for choice in choices]


async def move_elsewhere(world: World, table: TableView) -> None:
    """The table has always been another server's."""

    async def work(connection: Any) -> None:
        for statement in (
            "UPDATE tables SET guild_id = 77 WHERE id = ?",
            "UPDATE results SET guild_id = 77 WHERE table_id = ?",
        ):
            await connection.exec_driver_sql(statement, (table.id,))

    await world.house.store._writer.run(work)
