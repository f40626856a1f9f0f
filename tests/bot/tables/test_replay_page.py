"""What the page of a replay shows at each step and in each view, for every game."""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

import engine
from bot.games import presenters
from bot.tables.page import MAX_CHARACTERS, Page
from bot.tables.replay import TO, Shot, record_file, record_page, replay_page, verifier
from bot.text import ENGLISH
from engine.house.archive import PastTable
from engine.record import Record
from tests.bot.builders import Posted, buttons, seen, words
from tests.support.cardnames import cards_named
from tests.support.openapi import ApiDescription
from tests.support.replays import BEGAN, past_table, played, seat, states_of

SHORT: dict[str, dict[str, Any]] = {
    "ninetynine": {"chips": 1},
    "onehundred": {"chips": 1},
    "take5": {"rounds": 1},
    "schmier": {"max_hands": 1},
    "toonerville": {"first_round": 1, "last_round": 2, "turns": 20},
}
PLAYERS = {"ninetynine": 4, "onehundred": 3, "take5": 4, "schmier": 6, "toonerville": 5}
GAMES = engine.game_names()


@pytest.fixture(scope="module", params=GAMES)
def past(request: pytest.FixtureRequest) -> PastTable:
    game = request.param
    return past_table(game, PLAYERS[game], **SHORT[game])


def page(past: PastTable, step: int = 0, view: str = "all", *, private: bool = True) -> Page:
    return replay_page(Shot.of(past, view, step), ENGLISH, private=private)


def text_of(past: PastTable, step: int = 0, view: str = "all") -> str:
    return seen(words(page(past, step, view))).replace("\u2068", "").replace("\u2069", "")


def hidden(state: engine.State) -> set[str]:
    """Cards that are in hands, as far as a text may name them; Take 5's are mere numbers."""
    return {card for seat in range(state.game.players) for card in state.private(seat)["hand"]}


def told(state: engine.State) -> set[str]:
    """Cards that everybody knows: those of the public view and of all that has happened."""
    return cards_named(f"{state.public()} {state.public_history()}")


@pytest.mark.timeout(300)
def test_every_step_in_every_view_fits_into_a_message(past: PastTable):
    views = ["all", "open", *map(str, range(len(past.outline.seats)))]
    steps = {*range(12), *range(0, past.film.steps, 9), past.film.steps - 1, past.film.steps}
    pages = [page(past, step, view) for step in sorted(steps) for view in views]

    assert not ApiDescription.load().problems([Posted(each) for each in pages])
    assert max(len(words(each)) for each in pages) < MAX_CHARACTERS


@pytest.mark.parametrize("game", ["ninetynine", "onehundred", "schmier", "toonerville"])
def test_as_everybody_saw_it_names_no_card_that_was_hidden_then(game: str):
    past = past_table(game, PLAYERS[game], **SHORT[game])
    for step, state in enumerate(states_of(past)):
        if not state.is_terminal():
            named = cards_named(text_of(past, step))
            assert not (named & hidden(state)) - told(state), step


@pytest.mark.parametrize("game", ["ninetynine", "onehundred", "schmier"])
def test_a_seat_saw_its_own_hand_and_nobody_elses(game: str):
    past = past_table(game, PLAYERS[game], **SHORT[game])
    for step, state in enumerate(states_of(past)[:-1]):
        for number in range(PLAYERS[game]):
            own = {*state.private(number)["hand"], *state.private(number).get("thrown", ())}
            named = cards_named(text_of(past, step, str(number)))
            assert set(state.private(number)["hand"]) <= named
            assert not (named & hidden(state)) - own - told(state), (step, number)


def test_what_is_said_to_a_seat_is_quoted(past: PastTable):
    """Whoever reads it isn't that seat: "you" may stand in a quotation only."""
    spoken = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
    told = False
    for step in {*range(9), *range(0, past.film.steps, 7), past.film.steps}:
        for view in ("all", "open", *map(str, range(len(past.outline.seats)))):
            lines = text_of(past, step, view).splitlines()
            assert not [line for line in lines if spoken.search(line) and line[0] != ">"]
            title = [line for line in lines if line.startswith("**What ")]
            assert bool(title) == any(line[0] == ">" for line in lines if line)
            assert not title or f"**What {past.outline.seats[int(view)].name} saw**" in title
            told |= any(spoken.search(line) for line in lines)
    assert told


def test_a_secret_pick_shows_to_its_maker_and_with_open_hands_only():
    rows = [replace(row, seat=n) for n, row in enumerate(played("take5", 3, 1, rounds=1))]
    state = past_table("take5", 3, [], rounds=1).film.at(0)
    card = state.private(0)["hand"][3]
    past = past_table("take5", 3, [replace(rows[0], seat=0, action=card)], rounds=1)

    assert f"You picked **{card}**" in text_of(past, 1, "0")
    assert "(picked)" in text_of(past, 1, "open")
    for view in ("all", "1", "2"):
        assert "picked**" not in text_of(past, 1, view)
        assert f"{card}\N{NO-BREAK SPACE}(" not in text_of(past, 1, view)
    assert "Alice: ✓ has picked" in text_of(past, 1).replace("*", "")


def test_open_hands_are_those_of_the_engine(past: PastTable):
    step = past.film.steps // 2
    state = states_of(past)[step]
    shown = text_of(past, step, "open").partition("**All hands**")[2]
    lines = shown.strip().splitlines()

    assert len(lines) == state.game.players
    if state.game.name != "take5":
        for number, line in enumerate(lines):
            cards = set(state.private(number)["hand"]) - {"W"}
            assert cards <= cards_named(line)
        if state.game.name == "toonerville":  # no card is torn apart at the end of a line
            assert not re.search(r"[⚫🟢🔴🟡] ", line)


def test_the_last_step_says_who_won(past: PastTable):
    shown = text_of(past, past.film.steps)
    winners = past.film.at(past.film.steps).winners()

    assert "🏆" in shown
    assert "Place 1" in shown
    assert all(past.outline.seats[winner].name in shown for winner in winners)


def test_the_steps_lead_where_they_say(past: PastTable):
    last = past.film.steps
    middle = Shot.of(past, "1", 5)

    assert [middle.moved(verb).step for verb in ("first", "back", "next", "last")] == [
        0,
        4,
        6,
        last,
    ]
    assert middle.moved("last").view == "1"
    assert Shot.of(past, "all", last).moved("next").step == last
    assert Shot.of(past, "all", 0).moved("back").step == 0
    assert middle.moved("dance") == middle


@pytest.mark.parametrize("game", GAMES)
def test_the_milestones_lead_to_the_next_event_of_their_kind(game: str):
    past = past_table(game, PLAYERS[game], **SHORT[game])
    (words_of,) = (each for each in presenters() if each.game == game)
    steps = states_of(past)
    caused: list[set[str]] = [set()]
    for row, before in zip(past.film.actions, steps, strict=False):
        twin = before.clone()
        twin.apply(row.seat, row.action)
        caused.append({event["type"] for event in twin.events})

    assert words_of.milestones
    for event in words_of.milestones:
        wanted = [step for step, kinds in enumerate(caused) if event in kinds]
        reached, shot = [], Shot.of(past, "all", 0)
        while (following := shot.moved(TO + event)) != shot:
            reached.append(following.step)
            shot = following
        assert reached == wanted
        label = words_of.milestones[event]
        assert buttons(page(past, past.film.steps))[label].disabled


def test_buttons_that_lead_nowhere_are_dead(past: PastTable):
    first, last = buttons(page(past, 0)), buttons(page(past, past.film.steps))

    assert first["First"].disabled
    assert first["Back"].disabled
    assert not first["Next"].disabled
    assert last["Next"].disabled
    assert last["Last"].disabled
    assert not last["First"].disabled


def test_only_a_private_page_can_be_shared(past: PastTable):
    assert "Share" in buttons(page(past, 3))
    assert "Share" not in buttons(page(past, 3, private=False))


@pytest.mark.parametrize(
    ("view", "step", "means"),
    [
        ("all", 10**9, ("all", "last")),
        ("open", -3, ("open", 0)),
        ("99", 2, ("all", 2)),
        ("-1", 2, ("all", 2)),
        ("", 2, ("all", 2)),
        ("²", 2, ("all", 2)),
        ("01", 2, ("all", 2)),
    ],
)
def test_what_is_forged_means_what_comes_nearest(view: str, step: int, means: tuple[str, Any]):
    past = past_table("ninetynine", 3, chips=1)
    shot = Shot.of(past, view, step)
    wanted = past.film.steps if means[1] == "last" else means[1]

    assert (shot.view, shot.step) == (means[0], wanted)


class TestWhoSatThere:
    def test_a_computer_that_played_for_somebody_is_named_so(self):
        rows = played("ninetynine", 3, chips=1)
        rows[0] = replace(rows[0], by="clock")
        rows[1] = replace(rows[1], by="computer")
        past = past_table("ninetynine", 3, rows, chips=1)
        first, second = past.outline.seats[rows[0].seat].name, past.outline.seats[rows[1].seat].name

        assert f"a computer for **{first}**, whose time was up" in text_of(past, 1)
        assert f"a computer for **{second}**" in text_of(past, 2)
        assert "a computer for" not in text_of(past, 3)

    def test_whoever_left_sits_there_until_then(self):
        seats = [seat(0, left_at=BEGAN + 25), seat(1), seat(2)]
        past = past_table("ninetynine", 3, seats=seats, chips=1)

        assert "left, a computer plays" not in text_of(past, 2)
        assert "left, a computer plays" in text_of(past, 3)

    def test_who_came_later_did_not_sit_there_before(self):
        seats = [seat(0, joined_at=BEGAN + 25, join_id=0), seat(1), seat(2)]
        past = past_table("ninetynine", 3, seats=seats, chips=1)

        assert "before Alice" in text_of(past, 2)
        assert "before Alice" not in text_of(past, 3)
        assert "Alice" in text_of(past, 3)

    def test_a_play_is_of_whoever_sat_there_before_the_cards_that_it_brought(self):
        """With the deal that a computer's play brings about somebody gets its seat."""
        rows = played("ninetynine", 3, chips=1)
        rows[1] = replace(rows[1], by="computer")
        mover = rows[1].seat
        seats = [seat(n) for n in range(3)]
        seats[mover] = seat(mover, joined_at=rows[1].at, join_id=0)
        past = past_table("ninetynine", 3, rows, seats=seats, chips=1)
        name = seats[mover].name

        assert f"**Step 2 of {past.film.steps}**: **before {name}** · " in text_of(past, 2)
        assert text_of(past, 2).count(f"before {name}") == 1

    @pytest.mark.parametrize("plies", [None, 4])
    def test_who_came_back_to_their_own_seat_sat_there_before(self, plies: int | None):
        """They keep the click by which they joined, and the deal was salted with it."""
        seats = [seat(0, joined_at=BEGAN + 25), seat(1), seat(2)]
        rows = played("ninetynine", 3, plies, chips=1)
        past = past_table("ninetynine", 3, rows, seats=seats, chips=1)

        assert "before" not in text_of(past, 0)
        assert "before" not in text_of(past, 2)

    def test_who_waited_for_a_seat_at_the_end_never_got_it(self):
        seats = [seat(0), seat(1, heir_id=500, heir_name="Dave"), seat(2)]
        past = past_table("ninetynine", 3, seats=seats, chips=1)

        assert "Dave" not in text_of(past, 0)
        assert "Dave" not in text_of(past, past.film.steps - 1)

    def test_former_players_are_told_apart_by_their_seats(self):
        seats = [seat(0, user_id=-5, name=""), seat(1, user_id=-9, name=""), seat(2)]
        past = past_table("ninetynine", 3, seats=seats, chips=1)

        shown = text_of(past, 1)
        assert "a former player (seat 1)" in shown
        assert "a former player (seat 2)" in shown
        assert "Somebody" not in shown

    def test_names_are_escaped_in_words_and_plain_in_menus(self):
        seats = [seat(0, name="**@everyone**\n# x"), seat(1), seat(2)]
        past = past_table("ninetynine", 3, seats=seats, chips=1)
        shown = page(past, 1)

        assert "\\*\\*@\u200beveryone" in words(shown)
        (menu,) = (each for each in shown.walk_children() if isinstance(each, discord.ui.Select))
        assert [option.label for option in menu.options][
            2
        ] == "As **@everyone** # x saw it (seat 1)"
        assert [option.value for option in menu.options if option.default] == ["all"]


class TestClosedTables:
    def test_the_last_step_says_that_nobody_won(self):
        past = past_table("ninetynine", 3, played("ninetynine", 3, 4))

        assert "closed here, so nobody has won" in text_of(past, 4)
        assert "🏆" not in text_of(past, 4)
        assert "closed here" not in text_of(past, 3)

    def test_a_table_without_a_single_play_has_a_page_too(self):
        past = past_table("schmier", 6, [])

        assert "**The deal**, 0 steps follow" in text_of(past)
        assert all(
            buttons(page(past))[label].disabled for label in ("First", "Back", "Next", "Last")
        )


class TestTheRecord:
    def test_it_holds_what_anybody_needs_and_no_names(self, past: PastTable):
        line = record_file(past).content.decode()

        record = Record.from_json(line)
        record.verify()
        assert line.count("\n") == 1
        assert record.actions == tuple((row.seat, row.action) for row in past.film.actions)
        assert not any(each.name in line for each in past.outline.seats)

    def test_that_of_a_closed_table_holds_too(self):
        past = past_table("toonerville", 3, played("toonerville", 3, 40))

        Record.from_json(record_file(past).content.decode()).verify()
        files = [record_file(past)]
        assert "no winner" in words(record_page(past, files, ENGLISH))

    def test_the_program_that_checks_it_comes_with_it(self):
        script = verifier()

        assert script is not None
        assert script.name == "verify.py"
        assert script.content.startswith(b'"""Check')
