"""What the contract tests need for any game: settings to try, games half played, facts compared."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from hypothesis import strategies as st

import engine

MOST_PLIES = 50_000
"""Far more actions than any game of random players needs."""

SEEDS = st.binary(min_size=32, max_size=32)


@dataclass(frozen=True)
class Table:
    """A game with its options, the seed of the deal, and the whim of those who play it."""

    game: engine.Game
    seed: bytes
    whim: int

    def start(self) -> engine.State:
        return self.game.new_initial_state(seed=self.seed)

    def play(self, plies: int = MOST_PLIES) -> Iterator[engine.State]:
        """Yield the state at the deal and after every random legal action; it is one object."""
        rng = random.Random(self.whim)
        state = self.start()
        yield state
        for _ in range(plies):
            if state.is_terminal():
                return
            state.apply(*random_move(state, rng))
            yield state

    def after(self, plies: int) -> engine.State:
        """The state after so many random actions, or at the end if that comes first."""
        *_, state = self.play(plies)
        return state


def option_values(option: engine.Option) -> st.SearchStrategy[Any]:
    """Every value that an option allows."""
    values: dict[str, st.SearchStrategy[Any]] = {
        "bool": st.booleans(),
        "int": st.integers(option.minimum, option.maximum),
        "choice": st.sampled_from(option.choices or ("",)),
    }
    kind = values[option.kind]
    return st.none() | kind if option.nullable else kind


def option_sets(info: engine.GameInfo) -> st.SearchStrategy[dict[str, Any]]:
    """Any options that go together, each given or left to its default."""
    return st.fixed_dictionaries(
        {}, optional={option.name: option_values(option) for option in info.options}
    ).filter(lambda options: go_together(info, options))


def go_together(info: engine.GameInfo, options: dict[str, Any]) -> bool:
    """Whether the game takes these options; each by itself is allowed."""
    try:
        engine.load_game(info.name, options=options)
    except engine.OptionError:
        return False
    return True


@st.composite
def tables(draw: st.DrawFn, name: str) -> Table:
    """Any number of players, any preset, any options, any seed.

    Where a game may be cut short to some of its rounds, nine of ten tables play one round alone.
    """
    info = engine.game_info(name)
    options = draw(option_sets(info))
    if any(option.name == "last_round" for option in info.options) and draw(st.integers(0, 9)) < 9:
        only = draw(st.integers(1, 11))
        options.update(first_round=only, last_round=only)
    game = engine.load_game(
        name,
        players=draw(st.integers(info.min_players, info.max_players)),
        options=options,
        preset=draw(st.sampled_from(sorted(info.presets))),
    )
    return Table(game, draw(SEEDS), draw(st.integers(0, 2**32)))


@st.composite
def states(draw: st.DrawFn, name: str) -> engine.State:
    """A game somewhere between its deal and its end."""
    return draw(tables(name)).after(draw(st.integers(0, 80) | st.integers(0, 600)))


def random_move(state: engine.State, rng: random.Random) -> tuple[int, str]:
    """A seat that owes a decision and one of its legal actions."""
    seat = rng.choice(state.current_players())
    return seat, rng.choice(state.legal_actions(seat))


def seats(state: engine.State) -> range:
    return range(state.game.players)


def knowledge(state: engine.State, seat: int) -> dict[str, Any]:
    """All that a seat is told: its views, what it may do, and where the game stands."""
    return {
        "observation": state.observation(seat),
        "public": state.public(),
        "private": state.private(seat),
        "legal": state.legal_actions(seat),
        "decision": state.decision(seat),
        "to_act": state.current_players(),
        "history": state.public_history(),
        "over": state.is_terminal(),
        "winners": state.winners(),
        "placings": state.placings(),
        "scores": state.scores(),
    }


def everything(state: engine.State) -> list[dict[str, Any]]:
    """What all seats together are told, and the events of the last action."""
    return [knowledge(state, seat) for seat in seats(state)] + [{"events": list(state.events)}]


def visible(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """The events that a seat is told of."""
    return [event for event in events if event["to"] == "all" or seat in event["to"]]


def for_all(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that everybody is told of."""
    return [event for event in events if event["to"] == "all"]


def before_hands_are_shown(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events up to the end of a round at which everybody's hand is shown and counted (C-11)."""
    return list(takewhile(lambda event: event["type"] != "round_over", events))


def pack(state: engine.State) -> Counter[str]:
    """Every card of the game and how often it is there."""
    return Counter(state.cards())


def hidden_from(state: engine.State, seat: int) -> list[dict[str, Any]]:
    """The private views of all others."""
    return [state.private(other) for other in seats(state) if other != seat]


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


def spoil(value: Any) -> None:
    """Change a view that was handed out as deeply as can be."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.append("spoilt")
