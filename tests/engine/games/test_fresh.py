"""The cards that a seat has just drawn: its owner is shown which they are."""

import random

import pytest

import engine
from tests.engine.contract import random_move, seats
from tests.engine.games.deals import SEED


@pytest.mark.parametrize("whim", range(3))
@pytest.mark.parametrize("name", ["schmier", "toonerville"])
def test_they_are_those_of_the_last_private_event_until_they_are_old(name, whim):
    rng = random.Random(whim)
    state = engine.load_game(name).new_initial_state(SEED)
    drawn: dict[int, list[str]] = {seat: [] for seat in seats(state)}
    pointed_out = 0
    for _ in range(1500):
        if state.is_terminal():
            break
        state.apply(*random_move(state, rng))
        for event in state.events:
            seat, kind = event.get("seat", -1), event["type"]
            if kind == "drawn":
                drawn[seat] = event.get("cards") or [event["card"]]
            elif kind in ("hand", "take") or (kind == "discard" and event["to"] == "all"):
                drawn[seat] = []
        for seat in seats(state):
            held = drawn[seat]
            if name == "toonerville":
                held = [card for card in held if card in state.private(seat)["hand"]]
            assert state.fresh(seat) == held
            pointed_out += bool(held)
    assert pointed_out


def test_a_copy_and_a_replay_point_out_the_same():
    rng = random.Random(5)
    state = engine.load_game("toonerville").new_initial_state(SEED)
    again = engine.load_game("toonerville").new_initial_state(SEED)
    for _ in range(200):
        move = random_move(state, rng)
        copy = state.clone()
        copy.apply(*move)
        state.apply(*move)
        again.apply(*move)
        fresh = [state.fresh(seat) for seat in seats(state)]
        assert fresh == [copy.fresh(seat) for seat in seats(state)]
        assert fresh == [again.fresh(seat) for seat in seats(state)]


def test_nothing_is_drawn_where_a_game_points_nothing_out():
    state = engine.load_game("take5").new_initial_state(SEED)
    assert state.fresh(0) == []
    with pytest.raises(ValueError, match="a seat is"):
        state.fresh(4)
