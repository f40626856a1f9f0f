"""What every game's words and buttons must keep to, whatever the game."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

import engine
from bot.games import presenter, presenters
from bot.games.presenter import Hand, Look, Menu, Move, Tone
from bot.tables import controls
from bot.tables.hand import hand_page
from bot.tables.page import MAX_CHARACTERS, Page
from bot.text import ENGLISH
from engine.table import Table
from tests.bot.builders import NAMES, SEED, Posted, lobby, playing, scene, table_page, words
from tests.support.openapi import ApiDescription

GAMES = engine.game_names()
TABLES = [
    (game, players)
    for game in GAMES
    for info in [engine.game_info(game)]
    for players in range(info.min_players, info.max_players + 1)
]

MOST_SHOWN = 25  # legal actions for each of which a hand must have a way to make it
VIEWS = 40  # ways to look at one hand that are tried
LONG_GAMES = {"toonerville": {"turns": 30}}  # with rounds that end soon when played by chance
MOMENTS = 40  # of a long game, besides its beginning and its end

WORST_NAMES = {
    "markdown": "*" * 32,
    "mentions": "@" * 32,
    "marks": ("Z" + "\u0301" * 3) * 8,
    "families": "👨‍👩‍👧‍👦" * 3,
    "right to left": "\u202e" + "א" * 31,
    "spoilers": "||" * 16,
}


@pytest.fixture(autouse=True)
def no_mistakes(caplog):
    """No presenter offers what doesn't fit into a message."""
    controls._complain.cache_clear()
    yield
    assert not [record for record in caplog.records if record.name == controls.__name__]


@cache
def states(game: str, players: int) -> list[engine.State]:
    """Moments of a game played by chance: the first few, some from its midst, and the end."""
    options = LONG_GAMES.get(game, {})
    state = engine.load_game(game, players, options).new_initial_state(SEED)
    rng, moments = random.Random(players), []
    while not state.is_terminal():
        moments.append(state.clone())
        seats = state.current_players()
        seat = seats[rng.randrange(len(seats))]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    step = max(17, len(moments) // MOMENTS) if options else 17
    return [*moments[:20], *moments[20::step], moments[-1], state]


def hand_at(state: engine.State, seat: int, view: str = "") -> Hand:
    words_of, legal = presenter(state.game.name), state.legal_actions(seat)
    return words_of.hand(scene(state), seat, state.private(seat), legal, view)


def hands_of(state: engine.State, seat: int) -> dict[str, Hand]:
    """A hand in the ways that its own looks show it, the first few of them, by their views."""
    found: dict[str, Hand] = {}
    ahead = [""]
    while ahead and len(found) < VIEWS:
        view = ahead.pop(0)
        if view not in found:
            found[view] = hand_at(state, seat, view)
            ahead += looks(found[view])
    return found


def looks(hand: Hand) -> Iterator[str]:
    """The views to which the controls of a hand lead; of a menu the fewest values at a time."""
    for control in hand.controls:
        if isinstance(control, Look):
            yield control.view
        elif isinstance(control, Menu) and control.view is not None:
            step = max(1, control.fewest)
            for at in range(len(control.choices) - step + 1):
                chosen = (choice.value for choice in control.choices[at : at + step])
                yield control.view + ",".join(chosen)


def pressable(move: Move) -> bool:
    return move.enabled and move.tone is not Tone.CHOSEN


def offered(hand: Hand) -> Iterator[str]:
    """The whole actions that a hand offers."""
    for control in hand.controls:
        if isinstance(control, Move) and pressable(control) and not control.asks:
            yield control.action
        elif isinstance(control, Menu) and control.view is None and not control.action:
            yield from (choice.value for choice in control.choices)


def begun_actions(hand: Hand) -> Iterator[tuple[str, str | None]]:
    """What is typed into, or chosen among values to be complete: its beginning, and a value."""
    for control in hand.controls:
        if isinstance(control, Move) and pressable(control) and control.asks:
            yield f"{control.action}=", None
        elif isinstance(control, Menu) and control.view is None and control.action:
            yield from ((control.action, choice.value) for choice in control.choices)


def could_become(legal: Sequence[str], begun: str, value: str | None) -> bool:
    """Whether something legal begins so, and holds the value (a long list may not be whole)."""
    ends = [action.removeprefix(begun) for action in legal if action.startswith(begun)]
    if value is None or len(legal) > 100:
        return bool(ends)
    return any(value in end.split(",") for end in ends)


def reached(game: str, hand: Hand, action: str) -> bool:
    """Whether a hand has a way to make the action."""
    if action in offered(hand):
        return True
    for control in hand.controls:
        if isinstance(control, Move) and control.asks and action.startswith(f"{control.action}="):
            return True
        if isinstance(control, Menu) and control.action and action.startswith(control.action):
            values = list(filter(None, action.removeprefix(control.action).split(",")))
            if (
                {choice.value for choice in control.choices}.issuperset(values)
                and control.fewest <= len(values) <= control.most
                and presenter(game).completed(control.action, values[::-1]) == action
            ):
                return True
    return False


def assert_legal(state: engine.State, seat: int, action: str) -> None:
    """All that a move is made of can be done, one after the other."""
    words_of, legal = presenter(state.game.name), state.legal_actions(seat)
    steps = words_of.steps(scene(state), seat, state.private(seat), legal, action)
    assert steps
    if len(steps) == 1:
        assert state.is_legal(seat, steps[0])
        return
    after = state.clone()
    for step in steps:
        assert after.is_legal(seat, step)
        after.apply(seat, step)


def assert_readable(hand: Hand) -> None:
    """Nothing of what is pressed or chosen is too long, empty or there twice."""
    labels = [each.label for each in hand.controls if not isinstance(each, Menu)]
    assert all(0 < len(label) <= 38 for label in labels)
    assert len(set(labels)) == len(labels)
    for menu in (control for control in hand.controls if isinstance(control, Menu)):
        assert 0 < len(menu.placeholder) <= 150
        assert 1 <= len(menu.choices) <= 25
        assert 0 <= menu.fewest <= menu.most
        assert len({choice.value for choice in menu.choices}) == len(menu.choices)
        for choice in menu.choices:
            assert choice.value
            assert 0 < len(choice.label) <= 100
            assert len(choice.note) <= 100


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def assert_fits(table: Table) -> None:
    pages = [
        table_page(table, ENGLISH),
        *(hand_page(table, seat, ENGLISH, "Said.") for seat in (0, 1)),
    ]
    for page in pages:
        assert page.total_children_count <= 40
        assert units(words(page)) <= MAX_CHARACTERS
        assert_taken(page)


def assert_taken(page: Page) -> None:
    """Discord takes the page as it is: lengths, numbers, and ids that are there once."""
    assert ApiDescription.load().problems([Posted(page)]) == []


def test_every_game_of_the_engine_has_a_presenter():
    assert [each.game for each in presenters()] == list(GAMES)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_everything_that_happens_can_be_told(game, players):
    for state in states(game, players):
        now = scene(state)
        told = presenter(game).news(now, 6)
        assert told
        assert all("{" not in sentence for sentence in told)
        for seat in range(players):
            assert "{" not in presenter(game).own_sentence(now, seat, state.private(seat))
        assert presenter(game).headline(now)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_hand_offers_what_is_legal_by_labels_that_can_be_read(game, players):
    for state in states(game, players):
        for seat in range(players):
            legal, hands = state.legal_actions(seat), hands_of(state, seat)
            for hand in hands.values():
                assert_readable(hand)
                for action in offered(hand):
                    assert_legal(state, seat, action)
                for begun, value in begun_actions(hand):
                    assert could_become(legal, begun, value)
                for move in hand.moves:
                    assert pressable(move) or move.tone is Tone.CHOSEN or move.action not in legal
            anything = any([*offered(hand), *begun_actions(hand)] for hand in hands.values())
            assert bool(legal) == anything
            missing = [a for a in legal if not any(reached(game, h, a) for h in hands.values())]
            assert not missing or len(legal) > MOST_SHOWN


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_way_to_look_at_a_hand_is_a_page_that_discord_takes(game, players):
    table = playing(NAMES[:players], game=game)
    for state in states(game, players)[::4]:
        table.state = state
        table.watch = table.watch.after(state, 1_800_000_000.0)
        for seat in range(min(players, 3)):
            for view in hands_of(state, seat) if not state.is_terminal() else ():
                assert_taken(hand_page(table, seat, ENGLISH, view=view))


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("view", ["nonsense", "1", ":", "-1", "a" * 80, "\u0663", "x=,,"])
def test_a_view_that_makes_no_sense_does_no_harm(game, players, view):
    for state in states(game, players)[::6]:
        for seat in range(players):
            assert_readable(hand_at(state, seat, view))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_moves_for_everybody_are_legal_for_all_who_are_to_act(game, players):
    for state in states(game, players):
        moves = presenter(game).table_moves(scene(state))
        assert_readable(Hand((), moves))
        acting = state.current_players()
        assert not moves or len({state.decision(seat) for seat in acting}) == 1
        assert all(state.is_legal(seat, move.action) for seat in acting for move in moves)


@pytest.mark.parametrize("name", list(WORST_NAMES.values()), ids=list(WORST_NAMES))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_people_with_the_worst_names_fit_into_one_message(game, players, name):
    table = playing([name] * players, game=game)
    for state in states(game, players)[::6]:
        table.state = state
        for seat in table.seats:
            seat.away = players % 2 == 0
        table.watch = table.watch.after(state, 1_800_000_000.0)
        assert_fits(table)
    assert table_page(lobby([name] * players, players, game), ENGLISH).total_children_count <= 40


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_where_a_full_table_has_long_names(game):
    players = engine.game_info(game).max_players
    table = playing([f"{name} of the Long Hallway" for name in NAMES[:players]], game=game)
    for state in states(game, players):
        table.state = state
        table.watch = table.watch.after(state, 1_800_000_000.0)
        assert "\n…" not in words(table_page(table, ENGLISH))
        assert "\n…" not in words(hand_page(table, 0, ENGLISH))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_choice_has_a_name_and_help(game):
    words_of = presenter(game)
    for option in words_of.info.options:
        assert option.name in words_of.option_names
        assert len(words_of.option_description(ENGLISH, option)) <= 100
        assert all(choice in words_of.choice_names for choice in option.choices)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_fit_into_one_message(game):
    assert 500 < units(presenter(game).rules(ENGLISH)) < 3500
