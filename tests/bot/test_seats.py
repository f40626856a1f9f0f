"""Choosing and shuffling seats in the lobby of a game with teams, in the simulated server.

Ninety-Nine is played with partners here: whoever sits across belongs to one's team.
"""

import pytest

from engine.games.ninety_nine import NinetyNine
from engine.table import Status
from tests.support.tables import TableView

SEATING = ["Join", "Leave", "Add computer", "Shuffle seats"]
GAME = ["Start", "Cancel", "Rules", "Options"]


@pytest.fixture(autouse=True)
def partners(monkeypatch):
    def teams(game):
        half = game.players // 2
        return tuple((seat, seat + half) for seat in range(half))

    monkeypatch.setattr(NinetyNine, "teams", teams)


def sitting(table: TableView) -> dict[int, str]:
    return {seat.place: seat.name for seat in table.table.seats}


def offered(table: TableView) -> list[str]:
    return [option.label for option in table.screen.options]


def team_lines(table: TableView) -> list[str]:
    marks = ("- **🔴", "- **🔷", "- **🟩")
    return [line for line in table.text.splitlines() if line.startswith(marks)]


async def seats_in_database(world, table) -> dict[int, str]:
    stored = await world.client._store.load(table.id)
    return {row.seat: row.name for row in stored.seats}


async def test_the_lobby_shows_the_teams_and_a_menu_of_seats(world, bob):
    table = await world.play(players=6)
    await bob.click(table, "Join")

    assert table.labels == [*SEATING, *GAME]
    assert team_lines(table) == [
        "- **🔴 Red**: seat 1 \u2068Alice\u2069 (host) & seat 4 (free)",
        "- **🔷 Blue**: seat 2 \u2068Bob\u2069 & seat 5 (free)",
        "- **🟩 Green**: seat 3 (free) & seat 6 (free)",
    ]
    assert offered(table) == [
        "Seat 3 · 🟩 Green · free",
        "Seat 4 · 🔴 Red · free",
        "Seat 5 · 🔷 Blue · free",
        "Seat 6 · 🟩 Green · free",
    ]
    assert [menu.placeholder for menu in table.screen.menus] == ["Choose your seat"]


async def test_somebody_at_the_table_moves_next_to_their_partner(world, alice, bob):
    table = await world.play(players=6)
    await bob.click(table, "Join")

    reply = await bob.choose(table.screen, ["3"])

    assert reply.screen.id == table.screen.id
    assert sitting(table) == {0: "Alice", 3: "Bob"}
    assert team_lines(table)[0] == (
        "- **🔴 Red**: seat 1 \u2068Alice\u2069 (host) & seat 4 \u2068Bob\u2069"
    )
    assert "Seat 2 · 🔷 Blue · free" in offered(table)


async def test_somebody_from_outside_joins_by_choosing_a_seat(world, bob):
    table = await world.play(players=6)

    await bob.choose(table.screen, ["4"])

    assert sitting(table) == {0: "Alice", 4: "Bob"} == await seats_in_database(world, table)
    assert "Players: 2 of 6" in table.text


async def test_a_computer_gives_up_its_seat(world, alice, bob):
    table = await world.play(players=6, computers=2)
    assert offered(table)[:2] == ["Seat 2 · 🔷 Blue · 🤖 Ada", "Seat 3 · 🟩 Green · 🤖 Bruno"]

    await alice.choose(table.screen, ["1"])
    await bob.choose(table.screen, ["2"])

    assert sitting(table) == {0: "Ada", 1: "Alice", 2: "Bob", 3: "Bruno"}


async def test_the_last_seat_starts_the_game(world, bob, carol, alice):
    table = await world.play(players=4)
    await bob.choose(table.screen, ["3"])
    await carol.choose(table.screen, ["1"])

    await world.person("Dave").choose(table.screen, ["2"])

    assert table.status is Status.PLAYING
    assert sitting(table) == {0: "Alice", 1: "Carol", 2: "Dave", 3: "Bob"}
    assert table.labels == ["My hand", "Rules", "Leave", "Options"]
    assert not table.screen.menus


class TestWhatIsRefused:
    """Each is answered by a sentence for one's own eyes, and changes nothing."""

    async def test_a_seat_that_somebody_has_taken_meanwhile(self, world, bob, carol):
        table = await world.play(players=6)
        await bob.choose(table.screen, ["3"])

        for person in (carol, world.person("Alice")):
            reply = await person.choose_unseen(table.screen, f"t:{table.id}:sit", ["3"])
            assert reply.private
            assert reply.text == "Somebody sits there already. Choose another seat."

        assert sitting(table) == {0: "Alice", 3: "Bob"}

    @pytest.mark.parametrize("values", [["6"], ["99999999999"], ["-1"], ["x"], []])
    async def test_a_seat_that_the_table_does_not_have(self, world, bob, values):
        table = await world.play(players=6)

        reply = await bob.choose_unseen(table.screen, f"t:{table.id}:sit", values)

        assert reply.private
        assert reply.text == "There is no such seat at this table."
        assert sitting(table) == {0: "Alice"}

    async def test_a_seat_in_a_game_that_has_begun_or_is_over(self, world, alice, bob):
        table = await world.play(players=4)
        await alice.click(table, "Start")
        for person in (alice, bob):
            reply = await person.choose_unseen(table.screen, f"t:{table.id}:sit", ["2"])
            assert "already started" in reply.text
        reply = await alice.press_unseen(table.screen, f"t:{table.id}:shuffle")
        assert "already started" in reply.text
        assert sitting(table)[0] == "Alice"

        other = await world.play(players=4)
        await alice.click(other, "Cancel")
        reply = await bob.choose_unseen(other.screen, f"t:{other.id}:sit", ["2"])
        assert "is over" in reply.text

    async def test_shuffling_by_anybody_but_the_host(self, world, bob, carol):
        table = await world.play(players=6)
        await bob.click(table, "Join")

        for person in (bob, carol):
            reply = await person.click(table, "Shuffle seats")
            assert reply.private
            assert "Only the host" in reply.text

        assert sitting(table) == {0: "Alice", 1: "Bob"}


async def test_ones_own_seat_changes_nothing_and_is_answered(world, alice):
    table = await world.play(players=6)
    before = table.text

    reply = await alice.choose_unseen(table.screen, f"t:{table.id}:sit", ["0"])

    assert reply.answered
    assert (table.text, sitting(table)) == (before, {0: "Alice"})


async def test_the_host_shuffles_the_seats(world, alice, bob):
    table = await world.play(players=6)
    await bob.click(table, "Join")
    seen = set()
    for _ in range(12):
        reply = await alice.click(table, "Shuffle seats")
        assert reply.screen.id == table.screen.id
        assert set(sitting(table).values()) == {"Alice", "Bob"}
        seen.add(tuple(sitting(table).items()))
        shown = [line.split(": ")[1].split(" & ") for line in team_lines(table)]
        assert [["Alice" in shown[team][at] for at in (0, 1)] for team in range(3)] == [
            [sitting(table).get(place) == "Alice" for place in (team, team + 3)]
            for team in range(3)
        ]

    assert len(seen) > 4
    assert await seats_in_database(world, table) == sitting(table)


async def test_a_shuffle_and_every_choice_costs_one_answer_and_no_edit(world, alice, bob):
    table = await world.play(players=6)
    sent = len(world.weather.sent)

    await bob.choose(table.screen, ["4"])
    await alice.click(table, "Shuffle seats")

    paths = [each.path for each in world.weather.sent[sent:]]
    assert len(paths) == 2
    assert all(path.endswith("/callback") for path in paths)


async def test_two_people_choose_one_seat_at_the_same_moment(world, alice, bob, carol):
    table = await world.play(players=6)
    await bob.click(table, "Join")
    world.weather.delay = 0.01

    replies = await world.together(
        bob.choose(table.screen, ["4"]), carol.choose(table.screen, ["4"])
    )

    assert all(reply.answered for reply in replies)
    assert sum("Somebody sits there already" in reply.text for reply in replies) == 1
    assert "4" not in [option.value for option in table.screen.options]
    assert sitting(table)[4] in ("Bob", "Carol")


async def test_the_menu_works_after_a_restart_and_everybody_sits_where_they_sat(
    world, alice, bob, carol
):
    table = await world.play(players=6)
    await bob.choose(table.screen, ["3"])
    await alice.choose(table.screen, ["5"])
    lines, labels = team_lines(table), offered(table)

    await world.restart_bot(away=30)
    await table.load()
    await carol.choose(table.screen, ["2"])

    assert sitting(table) == {2: "Carol", 3: "Bob", 5: "Alice"}
    assert team_lines(table)[:2] == lines[:2]
    assert offered(table) == [label for label in labels if not label.startswith("Seat 3")]
    await alice.click(table, "Start")
    assert [seat.is_computer for seat in table.table.seats] == [
        True, True, False, False, True, False,
    ]  # fmt: skip


async def test_a_seat_that_is_left_is_offered_again(world, alice, bob):
    table = await world.play(players=6)
    await bob.choose(table.screen, ["3"])
    await bob.click(table, "Leave")

    assert sitting(table) == {0: "Alice"}
    assert "Seat 4 · 🔴 Red · free" in offered(table)


async def test_the_table_lists_the_seats_by_team(world):
    table = await world.game(people=4)

    lines = [line.partition("**:")[0].rpartition("**")[2] or line
             for line in table.text.splitlines()
             if line.startswith(("🔴", "🔷", "- "))]  # fmt: skip

    assert lines == [
        "🔴 Red", "\u2068Alice\u2069", "\u2068Carol\u2069",
        "🔷 Blue", "\u2068Bob\u2069", "\u2068Dave\u2069",
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["onehundred", "take5"])
async def test_games_without_teams_have_neither_menu_nor_shuffling(world, game):
    table = await world.play(game, players=6)

    assert table.labels == [*SEATING[:3], *GAME]
    assert not table.screen.menus
    assert "- 5 free seats" in table.text
