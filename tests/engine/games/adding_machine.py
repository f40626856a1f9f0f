"""Playing an adding game against its naive model."""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.engine.contract import SEEDS
from tests.engine.games.adding_model import AddingModel
from tests.engine.games.machine import Machine, Match, while_it_lasts

M = TypeVar("M", bound=AddingModel)

CHIPS_AND_DECKS: dict[str, st.SearchStrategy[Any]] = {
    "chips": st.sampled_from([1, 1, 2, 3, 9]),
    "decks": st.sampled_from([1, 1, 2]),
    "negative": st.booleans(),
    "must_play_safe": st.booleans(),
}
"""The options that both games have."""


@st.composite
def deals(draw: st.DrawFn, /, model: type[M], fewest: int, **options: st.SearchStrategy[Any]) -> M:
    """Any number of players, any of these options or none, any seed, any dealer."""
    players = draw(st.integers(fewest, 10))
    chosen = st.fixed_dictionaries({}, optional={**CHIPS_AND_DECKS, **options})
    dealers = st.none() | st.integers(0, players - 1)
    return model(players, draw(chosen), draw(SEEDS), draw(dealers))


class AddingMatch(Match):
    """A match in which one seat is on turn."""

    model: AddingModel

    def actions(self) -> list[str]:
        """What may be played, the gentlest first: the least count, the busts last."""
        model = self.model
        return sorted(model.legal(model.turn), key=lambda one: (model.count_after(one), one))

    def move(self, action: str) -> None:
        """Let the seat on turn play."""
        self.play(self.model.turn, action)

    def ordered(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each reversal right behind its four: nothing says if it comes before the draw."""
        ordered: list[dict[str, Any]] = []
        for event in events:
            if event["type"] == "reverse":
                plays = [i for i, other in enumerate(ordered) if other["type"] == "play"]
                ordered.insert(plays[-1] + 1, event)
            else:
                ordered.append(event)
        return ordered


class AddingMachine(Machine):
    """Any mixture of single plays, careful stretches, reckless stretches and refused actions."""

    match: AddingMatch

    def play_on(self, plies: int, *, careful: bool) -> None:
        for _ in range(plies):
            if not self.match.over:
                self.match.move(self.match.actions()[0 if careful else -1])

    @while_it_lasts
    @rule(choice=st.integers(0, 310))
    def play_any(self, choice: int) -> None:
        actions = self.match.actions()
        self.match.move(actions[choice % len(actions)])

    @while_it_lasts
    @rule(plies=st.integers(5, 60))
    def play_carefully(self, plies: int) -> None:
        self.play_on(plies, careful=True)

    @while_it_lasts
    @rule(plies=st.integers(3, 40))
    def play_recklessly(self, plies: int) -> None:
        self.play_on(plies, careful=False)
