"""The engine's interface: what every game, state and option offers (terms as in OpenSpiel).

A `Game` is a set of rules with its options fixed; a `State` is one game being played. Both are
pure and deterministic: no I/O, no clock, no randomness but the seed's.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Protocol

from engine.shuffle import check_seed, first_dealer

Event = dict[str, Any]
"""A fact that an action caused: "type", often "seat", the facts, and "to": "all" or seats."""

View = dict[str, Any]
"""A JSON-ready dict with the keys that the game's rules name."""

OptionValue = int | bool | str | None


class OptionError(ValueError):
    """A game, preset, player count or option that doesn't exist or isn't allowed."""


class OptionClash(OptionError):
    """Options that are allowed, but not together.

    People can choose them, so `template` and `facts` make the sentence in other languages.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template.format(**facts))


class IllegalAction(ValueError):
    """An action that the rules refuse; the state is unchanged.

    `reason` is a sentence for a person; `template` and `facts` make the same sentence in other
    languages.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        self.reason = template.format(**facts)
        super().__init__(self.reason)


class Random(Protocol):
    """The part of `random.Random` that sampling and players use; the caller brings one."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Option:
    """One typed house rule of a game.

    A `default` of None is worked out from the number of players, or, where `nullable`, means
    "without". `help` is one English sentence for a person.
    """

    name: str
    kind: Literal["int", "bool", "choice"]
    default: OptionValue
    help: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    nullable: bool = False

    def check(self, value: object) -> OptionValue:
        """Return the value; OptionError unless it has exactly the option's type and range."""
        if value is None and self.nullable:
            return None
        if self.kind == "bool" and type(value) is bool:
            return value
        if self.kind == "int" and type(value) is int and self.minimum <= value <= self.maximum:
            return value
        if self.kind == "choice" and type(value) is str and value in self.choices:
            return value
        raise OptionError(f"{self.name} is {self.allowed()}, not {_brief(value)}")

    def allowed(self) -> str:
        """Say in words which values the option takes."""
        if self.kind == "bool":
            words = "true or false"
        elif self.kind == "int":
            words = f"a whole number from {self.minimum} to {self.maximum}"
        else:
            words = " or ".join(self.choices)
        return words + " or none" if self.nullable else words


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before anybody sits down."""

    name: str
    title: str
    min_players: int
    max_players: int
    default_players: int
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, OptionValue]] = field(
        default_factory=lambda: MappingProxyType({"standard": {}})
    )

    def check_players(self, players: object) -> int:
        """Return the number of players, or raise OptionError if the game doesn't take so many."""
        if type(players) is int and self.min_players <= players <= self.max_players:
            return players
        allowed = f"{self.min_players} to {self.max_players} players"
        raise OptionError(f"{self.title} takes {allowed}, not {_brief(players)}")

    def check_options(self, options: object, preset: object = "standard") -> dict[str, OptionValue]:
        """Return a value for every option: the caller's, else the preset's, else the default."""
        if type(preset) is not str or preset not in self.presets:
            names = ", ".join(self.presets)
            raise OptionError(f"{self.title} has the presets {names}, not {_brief(preset)}")
        given = {} if options is None else options
        if not isinstance(given, Mapping):
            raise OptionError(f"options are a mapping of names to values, not {_brief(given)}")
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(
                    f"{self.title} has the options {', '.join(known)}, not {_brief(name)}"
                )
        chosen = {**self.presets[preset], **given}
        return {
            name: option.check(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }


class Game(ABC):
    """The rules of one game for a number of players, with every option fixed. Immutable."""

    info: ClassVar[GameInfo]

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        self.players = players
        self._options = dict(options)

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option with its value; a copy, since games are shared."""
        return self._options.copy()

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def title(self) -> str:
        return self.info.title

    @property
    def min_players(self) -> int:
        return self.info.min_players

    @property
    def max_players(self) -> int:
        return self.info.max_players

    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, ascending; () where everybody plays alone."""
        return ()

    @classmethod
    def resolve(cls, players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:  # noqa: ARG003
        """Fill in the defaults that depend on the number of players; may raise OptionError."""
        return options

    @abstractmethod
    def full_deck(self) -> Sequence[str]:
        """Every card of the game in canonical order (C-3)."""

    @abstractmethod
    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "State":
        """Shuffle, deal and return the first state.

        `seed` is 32 bytes. `dealer` is a seat, or None for the seed's (C-5). `deck` replaces the
        first shuffle: every card of the game, top first (C-7). ValueError if one of them is wrong.
        """

    def sample(self, observation: View, rng: Random) -> "State":
        """Return a state consistent with the observation, its hidden cards dealt anew by `rng`.

        ValueError if the observation isn't one of this game, or contradicts itself.
        """
        try:
            ours = (self.name, self.players, self.options)
            if (observation["game"], observation["players"], observation["options"]) != ours:
                raise ValueError(f"this is not an observation of {self.title} with these options")
            return self._sample(observation, rng)
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"this is not an observation: {error!r}") from error

    @abstractmethod
    def _sample(self, observation: View, rng: Random) -> "State":
        """Do what `sample` promises; lookup and type errors there become ValueErrors."""

    def check_seat(self, seat: object) -> int:
        """Return the seat, or raise ValueError unless it is a whole number 0 … players-1."""
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        raise ValueError(f"a seat is 0 to {self.players - 1}, not {_brief(seat)}")

    def check_dealer(self, seed: object, dealer: object) -> tuple[bytes, int]:
        """Return the seed and the first dealer, the seed's own (C-5) where none is given."""
        seed = check_seed(seed)
        return seed, self.first_dealer(seed) if dealer is None else self.check_seat(dealer)

    def first_dealer(self, seed: bytes) -> int:
        """The seat that deals first where none is given (C-5)."""
        return first_dealer(seed, self.players)

    def check_deck(self, deck: Sequence[str]) -> tuple[str, ...]:
        """Return a given deck; ValueError unless it holds exactly the game's cards (C-7)."""
        if isinstance(deck, str) or not isinstance(deck, Sequence):
            raise ValueError(f"a deck is a list of card names, not {_brief(deck)}")  # noqa: TRY004
        wanted = Counter(self.full_deck())
        for card in deck:
            if not isinstance(card, str) or card not in wanted:
                raise ValueError(f"there is no card {_brief(card)} in this game")
        if Counter(deck) != wanted:
            odd = next(card for card in wanted if wanted[card] != deck.count(card))
            raise ValueError(f"the deck holds {odd} {deck.count(odd)} times, not {wanted[odd]}")
        return tuple(deck)


class State(ABC):
    """One game in play. Seats are 0 … players-1, clockwise; actions are strings (C-9)."""

    __slots__ = ()

    game: Game
    seed: bytes
    """The game's seed: in the record, never in a view, an event or an observation."""
    first_dealer: int
    deck: tuple[str, ...] | None
    """The first deck where one was given (C-7), else None."""

    @abstractmethod
    def current_players(self) -> tuple[int, ...]:
        """The seats that owe a decision, ascending; () when the game is over."""

    @abstractmethod
    def decision(self, seat: int) -> int | None:
        """The number of the decision that the seat faces, None if it faces none.

        It stays the same while other seats act in the same simultaneous phase.
        """

    @abstractmethod
    def legal_actions(self, seat: int) -> list[str]:
        """The seat's legal actions in a fixed order; [] if it can't act."""

    @abstractmethod
    def is_legal(self, seat: int, action: str) -> bool:
        """Whether `apply` would take the action."""

    @abstractmethod
    def apply(self, seat: int, action: str) -> None:
        """Make the move, or raise IllegalAction and change nothing."""

    @property
    @abstractmethod
    def events(self) -> list[Event]:
        """What the last `apply` (or the first deal) caused, in order."""

    @abstractmethod
    def public_history(self, last: int | None = None) -> list[Event]:
        """The public events of the whole game, or the `last` few of them, oldest first."""

    @abstractmethod
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def is_brief(self) -> bool:
        """Whether the decisions faced now are quick answers that may well be skipped."""
        return False

    @property
    @abstractmethod
    def deals(self) -> int:
        """How often hands have been dealt to everybody, the first deal included.

        Between two deals a seat's hand is its own: nobody else may play on with it unasked.
        """

    @property
    @abstractmethod
    def may_deal_again(self) -> bool:
        """Whether hands may be dealt once more before the game is over."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that won, ascending; () before the end."""

    @abstractmethod
    def placings(self) -> tuple[int, ...]:
        """Each seat's place, 1 = best, shared places skip the next (C-10); () before the end."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Each seat's score as the rules count it."""

    @abstractmethod
    def public(self) -> View:
        """What everybody may know."""

    @abstractmethod
    def private(self, seat: int) -> View:
        """What only this seat may know."""

    def fresh(self, seat: int) -> list[str]:
        """The cards that the seat has just drawn, to be pointed out to it alone; [] if none.

        It isn't part of what is observed: whoever watches their own hand knows it.
        """
        self.game.check_seat(seat)
        return []

    @abstractmethod
    def clone(self) -> "State":
        """An independent copy."""

    @abstractmethod
    def cards(self) -> list[str]:
        """Every card of the game, wherever it lies: for checks that none is lost or doubled."""

    def observation(self, seat: int) -> View:
        """All that the seat may know; computer players are given nothing else."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "seat": self.game.check_seat(seat),
            "public": self.public(),
            "private": self.private(seat),
            "history": self.public_history(),
            "legal_actions": self.legal_actions(seat),
        }


def _brief(value: object) -> str:
    """Show a wrong value in a message without letting a huge one flood it."""
    if value is None or isinstance(value, bool | float):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a huge number"
    text = repr(value) if isinstance(value, str) else type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"
