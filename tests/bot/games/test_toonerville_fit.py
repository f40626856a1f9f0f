"""Laying off all that fits: legal card by card, and no way plays more points."""

import random
from typing import Any

import engine
from bot.games.toonerville_fit import all_that_fit
from engine.games._rook_melds import meld_of
from engine.games._toonerville_cards import NUMBERS, POINTS, ROOK, cards_of
from tests.bot.builders import SEED
from tests.bot.games.toonerville_hands import holding, seen


def arranged(melds: str, cards: str, owed: int = 0, **options: Any) -> Any:
    """Seat 0 is down and has drawn; on the table are "r:Y3,Y4,Y5,Y6 s:R7,G7,B7", for example."""
    state: Any = engine.load_game("toonerville", 3, options).new_initial_state(SEED, dealer=2)
    state.apply(0, "take")
    for written in melds.split():
        kind, _, meld = written.partition(":")
        put(state, meld_of("run" if kind == "r" else "set", cards_of(meld.split(","))))
    holding(state, 0, cards)
    state._met[0], state._taken, state._owed = True, None, owed
    return state


def put(state: Any, meld: Any) -> None:
    for pile, thing in ((state._melds, meld), (state._owners, 1), (state._lays, ()),
                        (state._swaps, ())):  # fmt: skip
        pile.append(thing)
    state._put(len(state._melds) - 1, meld)


def by_chance(rng: random.Random) -> Any:
    """Up to five melds and seven cards of two colours, with Rooks, some of them owed."""
    state = arranged("", "B1", **rng.choice([{}, {"max_rooks": 1}, {"max_rooks": 2}]))
    for _ in range(rng.randint(1, 5)):
        if rng.random() < 0.3:
            number = rng.randrange(NUMBERS)
            put(state, meld_of("set", [number, number + NUMBERS, number]))
            continue
        first = rng.randrange(2) * NUMBERS + rng.randint(0, 9)
        run = list(range(first, first + rng.randint(4, 5)))
        if rng.random() < 0.3:
            run[rng.randrange(len(run))] = ROOK
        put(state, meld_of("run", run))
    rooks = rng.randrange(3)
    cards = [rng.randrange(2 * NUMBERS) for _ in range(rng.randint(2, 5))]
    state._hands[0] = sorted([*cards, *[ROOK] * rooks])
    state._owed = rng.randint(0, rooks)
    if not state._pays_with(0, state._melds[0], state._owed):
        state._owed = 0
    return state


def points_left(state: Any) -> int:
    ended = state.public()["round_scores"]
    return 0 if ended else sum(POINTS[card] for card in state._hands[0])


def fewest_left(state: Any, known: dict[Any, int]) -> int:
    """The fewest points that any lay-offs leave, by trying them all."""
    key = (*state._hands[0], *state._melds, state._owed)
    if key not in known:
        known[key] = points_left(state)
        for action in state.legal_actions(0):
            if action.startswith("lay=") and known[key]:
                after = state.clone()
                after.apply(0, action)
                known[key] = min(
                    known[key],
                    0 if after.public()["round_scores"] else fewest_left(after, known),
                )
    return known[key]


def test_no_way_plays_more_and_each_card_is_legal_after_the_others():
    rng = random.Random(11)
    laid = owed = 0
    for _ in range(150):
        state = by_chance(rng)
        fewest = fewest_left(state, {})
        owed += state._owed
        for action in all_that_fit(seen(state, 0)):
            assert action in state.legal_actions(0)
            state.apply(0, action)
            laid += 1
        assert points_left(state) == fewest
    assert laid > 200
    assert owed > 30


def test_a_rook_bridges_a_gap_where_that_plays_more():
    state = arranged("r:Y3,Y4,Y5,Y6 s:R1,G1,B1", "Y8 Y9 W B3")
    assert all_that_fit(seen(state, 0)) == ["lay=W@m1>", "lay=Y8@m1", "lay=Y9@m1"]


def test_else_it_goes_on_a_set_where_nobody_can_take_it():
    state = arranged("r:Y3,Y4,Y5,Y6 s:R1,G1,B1", "Y10 W B3")
    assert all_that_fit(seen(state, 0)) == ["lay=W@m2"]
    state = arranged("r:Y3,Y4,Y5,Y6 s:R8,G8,B8", "Y8 W B3")
    assert all_that_fit(seen(state, 0)) == ["lay=Y8@m2", "lay=W@m2"]


def test_a_card_that_could_go_to_two_runs_goes_where_more_follow():
    state = arranged("r:Y3,Y4,Y5,Y6 r:Y8,Y9,Y10,Y11", "Y7 Y12")
    assert {*all_that_fit(seen(state, 0))} == {"lay=Y7@m1", "lay=Y12@m2"}
    state = arranged("r:Y1,Y2,Y3,Y4 r:Y7,Y8,Y9,Y10", "Y6 Y5 Y5")
    assert len(all_that_fit(seen(state, 0))) == 3


def test_room_for_a_rook_that_is_owed_is_not_filled_with_other_cards():
    full = "r:Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8,Y9,Y10,Y11,Y12"
    assert all_that_fit(seen(arranged(full, "Y13 Y14 B3"), 0)) == ["lay=Y13@m1", "lay=Y14@m1"]
    state = arranged(full, "Y13 Y14 W W B3", owed=1)
    for action in all_that_fit(seen(state, 0)):
        assert action in state.legal_actions(0)
        state.apply(0, action)
    assert state.public()["must_play_rooks"] == 0


def test_nothing_is_laid_off_by_who_may_not():
    state = arranged("s:R7,G7,B7", "Y7 B3")
    assert all_that_fit(seen(state, 0)) == ["lay=Y7@m1"]
    state._met[0] = False
    assert all_that_fit(seen(state, 0)) == []
    assert all_that_fit(seen(state, 1)) == []
