"""Game records: one JSON object a line, from which anybody can play a game again and check it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import OptionValue, State
from engine.games import load_game
from engine.shuffle import SEED_BYTES

FORMAT = "cardroom-record/1"


class RecordError(ValueError):
    """A record that can't be read, or that doesn't hold when it is played again."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its deal to its last action.

    `deck` and `dealer_given` are set only for a game that was not dealt from its seed alone (C-7).
    """

    game: str
    players: int
    options: Mapping[str, OptionValue]
    dealer: int
    seed: bytes
    actions: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    placings: tuple[int, ...]
    deck: tuple[str, ...] | None = None
    dealer_given: bool = False

    @classmethod
    def of(cls, state: State, actions: Sequence[tuple[int, str]]) -> "Record":
        """The record of a state and of the actions that led to it."""
        game = state.game
        return cls(
            game=game.name,
            players=game.players,
            options=game.options,
            dealer=state.first_dealer,
            seed=state.seed,
            actions=tuple(actions),
            winners=state.winners(),
            scores=state.scores(),
            placings=state.placings(),
            deck=state.deck,
            dealer_given=state.first_dealer != game.first_dealer(state.seed),
        )

    def to_json(self) -> str:
        """The record as one line."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "dealer": self.dealer,
            "seed": self.seed.hex(),
            "actions": self.actions,
            "winners": self.winners,
            "scores": self.scores,
            "placings": self.placings,
        }
        if self.deck is not None:
            fields["deck"] = self.deck
        if self.dealer_given:
            fields["dealer_given"] = True
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Record":
        """Read a record; RecordError says what is wrong with it."""
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError("not JSON") from error
        if not isinstance(fields, dict):
            raise RecordError("not a JSON object")
        if fields.get("format") != FORMAT:
            raise RecordError(f"the format is not {FORMAT}")
        return cls(
            game=_typed(fields, "game", str),
            players=_typed(fields, "players", int),
            options=_typed(fields, "options", dict),
            dealer=_typed(fields, "dealer", int),
            seed=_seed(_typed(fields, "seed", str)),
            actions=tuple(_action(item) for item in _typed(fields, "actions", list)),
            winners=_whole_numbers(fields, "winners"),
            scores=_whole_numbers(fields, "scores"),
            placings=_whole_numbers(fields, "placings"),
            deck=tuple(_typed(fields, "deck", list)) if "deck" in fields else None,
            dealer_given=_typed(fields, "dealer_given", bool)
            if "dealer_given" in fields
            else False,
        )

    def replay(self) -> Iterator[State]:
        """Yield the state after each action, the deal first; it is one object that moves on.

        RecordError names the action that the rules refuse.
        """
        try:
            game = load_game(self.game, self.players, self.options)
            dealer = self.dealer if self.dealer_given else None
            state = game.new_initial_state(self.seed, dealer, self.deck)
        except ValueError as error:
            raise RecordError(str(error)) from error
        yield state
        for ply, (seat, action) in enumerate(self.actions):
            try:
                state.apply(seat, action)
            except ValueError as error:
                raise RecordError(f"action {ply}: {error}") from error
            yield state

    def verify(self) -> None:
        """Play the game again; RecordError says what doesn't hold."""
        for state in self.replay():  # noqa: B007 - the last state is the one that matters
            pass
        facts = {
            "options": (dict(self.options), state.game.options),
            "dealer": (self.dealer, state.first_dealer),
            "dealer_given": (self.dealer_given, Record.of(state, ()).dealer_given),
            "winners": (self.winners, state.winners()),
            "scores": (self.scores, state.scores()),
            "placings": (self.placings, state.placings()),
        }
        for name, (recorded, played) in facts.items():
            if recorded != played:
                raise RecordError(f"{name}: recorded {recorded}, played {played}")


def _typed(fields: Mapping[str, Any], key: str, kind: type) -> Any:
    if key not in fields:
        raise RecordError(f"{key} is missing")
    if type(fields[key]) is not kind:
        raise RecordError(f"{key} has the wrong type")
    return fields[key]


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text:
        raise RecordError(f"seed is not {2 * SEED_BYTES} lower-case hexadecimal digits")
    return seed


def _action(item: object) -> tuple[int, str]:
    match item:
        case [int() as seat, str() as action] if type(seat) is int:
            return seat, action
    raise RecordError("actions are not pairs of a seat and a text")


def _whole_numbers(fields: Mapping[str, Any], key: str) -> tuple[int, ...]:
    numbers = tuple(_typed(fields, key, list))
    if any(type(number) is not int for number in numbers):
        raise RecordError(f"{key} are not whole numbers")
    return numbers
