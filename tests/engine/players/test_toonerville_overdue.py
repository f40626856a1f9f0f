"""What is done at Toonerville Rook for somebody whose time has run out."""

from engine import load_game
from engine.players._overdue import toonerville


def test_no_discard_is_taken_or_bought_for_somebody_who_is_late() -> None:
    state = load_game("toonerville", players=3).new_initial_state(bytes(32), dealer=2)

    assert toonerville(state.observation(0)) == "decline"
    state.apply(0, "decline")
    assert [toonerville(state.observation(seat)) for seat in (1, 2)] == ["pass", "pass"]
    state.apply(2, "pass")
    state.apply(1, "pass")

    assert toonerville(state.observation(0)) is None
