"""What the naive models have in common: games written a second time, from their clauses alone.

A model shares nothing with the engine; a state machine plays both and compares them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from tests.engine.reference import shuffled


class Model(ABC):
    """One game, all its cards in plain lists."""

    game: ClassVar[str]

    def __init__(
        self,
        players: int,
        options: dict[str, Any],
        seed: bytes,
        dealer: int | None = None,
        deck: Sequence[str] | None = None,
    ) -> None:
        self.players = players
        self.options = options
        self.seed = seed
        self.given_dealer = dealer
        self.given_deck = deck
        self.shuffles = 0
        self.round = 0
        self.over = False
        self.history: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.sit_down()
        self.deal()

    def __repr__(self) -> str:
        given = self.players, self.options, self.seed, self.given_dealer, self.given_deck
        return f"Model{given}"

    def shuffle(self, cards: list[str]) -> list[str]:
        """C-4 and C-7: a deck that was given stands for the first shuffle."""
        self.shuffles += 1
        if self.shuffles == 1 and self.given_deck is not None:
            return list(self.given_deck)
        return shuffled(self.seed, self.shuffles - 1, cards)

    def tell(self, kind: str, to: list[int] | None = None, **facts: Any) -> None:
        event = {"type": kind, **facts, "to": "all" if to is None else to}
        self.events.append(event)
        if to is None:
            self.history.append(event)

    @abstractmethod
    def sit_down(self) -> None:
        """Read the options and make all that is there before the first deal."""

    @abstractmethod
    def deal(self) -> None:
        """Begin a round."""

    @abstractmethod
    def to_act(self) -> list[int]:
        """The seats that owe a decision."""

    @abstractmethod
    def legal(self, seat: int) -> set[str]:
        """What the seat may do now."""

    @abstractmethod
    def apply(self, seat: int, action: str) -> None:
        """Do what is legal; `events` is then what came of it."""

    @abstractmethod
    def winners(self) -> list[int]:
        """The winning seats, once the game is over."""

    @abstractmethod
    def placings(self) -> list[int]:
        """Each seat's place, once the game is over."""

    @abstractmethod
    def points(self) -> list[int]:
        """What the game counts for each seat."""

    @abstractmethod
    def public(self) -> dict[str, Any]:
        """What everybody sees."""

    @abstractmethod
    def private(self, seat: int) -> dict[str, Any]:
        """What the seat alone sees."""
