"""The tricks of a hand of Schmier, played in thought: fast, and nothing is checked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.games.schmier_cards import PLAYERS
from engine.players._schmier_codes import (
    ACE,
    CARD_POINTS,
    JOKER,
    LEFT,
    LOWEST_TRUMP,
    RIGHT,
    TWO,
)

PRIZES: Final = (1 << JOKER) | (1 << LEFT) | (1 << RIGHT)
"""The cards whose point goes to who wins them."""
_POINT: Final = 0.025
"""What a card point is worth towards the point for the game; found by play."""
WORTHS: Final = tuple(
    points * _POINT + (PRIZES >> code & 1) for code, points in enumerate(CARD_POINTS)
)
"""[code]: what a card is worth to the team that wins it, in points of the hand."""


@dataclass(slots=True)
class Tricks:
    """The rest of a hand; cards are codes, lists go by seat or by team."""

    teams: int
    bidder: int
    hands: list[list[int]]
    unplayed: int
    """Every card that hasn't been played, wherever it lies, as a bit mask."""
    voids: list[int]
    """The suits that each seat couldn't follow, as bit masks."""
    points: list[int]
    card_points: list[int]
    led_before: int = 0
    """The suits that were led in earlier tricks, as a bit mask."""
    led: int = -1
    """The suit of the trick on the table, -1 if there is none."""
    best: int = -1
    winner: int = -1
    """Who wins the trick so far, by `best`."""
    left: int = PLAYERS
    """Cards that are still to come to the trick."""
    worth: float = 0.0
    """What is in the trick, as WORTHS counts it."""
    value: int = 0
    prizes: int = 0

    def put(self, seat: int, code: int) -> None:
        """Lay a card on the trick; it is no longer in a hand."""
        suit = code >> 4
        if self.led < 0:
            self.led, self.best, self.winner = suit, code, seat
        else:
            if suit != self.led:
                self.voids[seat] |= 1 << self.led
            if self.beats(code):
                self.best, self.winner = code, seat
        self.unplayed &= ~(1 << code)
        self.left -= 1
        self.worth += WORTHS[code]
        self.value += CARD_POINTS[code]
        self.prizes += PRIZES >> code & 1

    def beats(self, code: int) -> bool:
        """Whether a card would win the trick as it lies."""
        return code > self.best and (code >= LOWEST_TRUMP or code >> 4 == self.best >> 4)

    def play_on(
        self, seat: int, choose: Callable[["Tricks", int], int], first: int = -1
    ) -> list[int]:
        """Play to the end from a seat's turn, its card `first` if given; return each team's points.

        All hands become empty.
        """
        hands, points, teams = self.hands, self.points, self.teams
        while hands[seat]:
            code = choose(self, seat) if first < 0 else first
            first = -1
            hands[seat].remove(code)
            self.put(seat, code)
            if code in (ACE, TWO):
                points[seat % teams] += 1
            seat = (seat + 1) % PLAYERS if self.left else self._taken()
        most = max(self.card_points)
        if self.card_points.count(most) == 1:
            points[self.card_points.index(most)] += 1
        return points

    def sweep(self) -> None:
        """Take the trick from the table."""
        self.led_before |= 1 << self.led
        self.led, self.left, self.worth, self.value, self.prizes = -1, PLAYERS, 0.0, 0, 0

    def _taken(self) -> int:
        """Give the trick to its winner, who is returned."""
        team = self.winner % self.teams
        self.points[team] += self.prizes
        self.card_points[team] += self.value
        self.sweep()
        return self.winner
