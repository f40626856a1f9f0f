"""What every game's words and buttons must keep to, whatever the game."""

import random
from functools import cache

import pytest

import engine
from bot.games import presenter, presenters
from bot.tables.board import table_page
from bot.tables.hand import hand_page
from bot.tables.page import MAX_CHARACTERS
from bot.text import ENGLISH
from engine.table import Table
from tests.bot.builders import NAMES, SEED, lobby, playing, scene, words

GAMES = engine.game_names()
TABLES = [
    (game, players)
    for game in GAMES
    for info in [engine.game_info(game)]
    for players in range(info.min_players, info.max_players + 1)
]

WORST_NAMES = {
    "markdown": "*" * 32,
    "mentions": "@" * 32,
    "marks": ("Z" + "\u0301" * 3) * 8,
    "families": "👨‍👩‍👧‍👦" * 3,
    "right to left": "\u202e" + "א" * 31,
    "spoilers": "||" * 16,
}


@cache
def states(game: str, players: int) -> list[engine.State]:
    """Moments of a game played by chance: the first few, some from its midst, and the end."""
    state = engine.load_game(game, players=players).new_initial_state(SEED)
    rng, moments = random.Random(players), []
    while not state.is_terminal():
        moments.append(state.clone())
        seats = state.current_players()
        seat = seats[rng.randrange(len(seats))]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return [*moments[:20], *moments[20::17], moments[-1], state]


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
            legal = state.legal_actions(seat)
            hand = presenter(game).hand(scene(state), seat, state.private(seat), legal)
            assert all(len(move.label) <= 38 for move in hand.moves)
            assert len({move.label for move in hand.moves}) == len(hand.moves)
            pressed = [move for move in hand.moves if move.tone.value != "chosen"]
            assert {move.action for move in pressed if not move.asks} <= set(legal)
            for move in pressed:
                assert any(action == move.action or action.startswith(f"{move.action}=")
                           for action in legal)  # fmt: skip
            assert bool(legal) == bool(pressed)


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
def test_nothing_is_cut_where_ten_people_have_long_names(game):
    table = playing([f"{name} of the Long Hallway" for name in NAMES], game=game)
    for state in states(game, 10):
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
