"""Who gets what of a table's pot: pure sums over its seats.

A seat's stake is a person's where one sits or has left by themself, and the house's where a
computer sits or somebody was turned out, who got theirs back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HOUSE: Final = None
"""Who gets it, where it is nobody at the table."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the end of a game."""

    seat: int
    user_id: int | None
    left: bool = False
    kicked: bool = False
    won: bool = False
    """One of the winning seats by the rules, whoever played for it."""

    @property
    def seated(self) -> int | None:
        """The person who still sits there."""
        return None if self.left or self.kicked else self.user_id

    @property
    def staked_by_person(self) -> bool:
        return self.user_id is not None and not self.kicked


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips of the pot for a person at a seat, or for the house (seat and user None)."""

    seat: int | None
    user_id: int | None
    amount: int


def shares(pot: int, winners: Sequence[int]) -> dict[int, int]:
    """The pot by winning seat; chips that don't come out even go to the first seats, one each."""
    whole, rest = divmod(pot, len(winners))
    return {seat: whole + (place < rest) for place, seat in enumerate(sorted(winners))}


def settlement(stake: int, chairs: Sequence[Chair]) -> list[Payment]:
    """Who gets what when the game has ended with winners. It adds up to a stake for each chair.

    A winning seat's share is its person's if they still sit there, else the house's. What the
    house has staked is to be won only if two people at least still sit there: a person who is the
    last one gets at most what people have put in.
    """
    won = shares(stake * len(chairs), [chair.seat for chair in chairs if chair.won])
    seated = [chair for chair in chairs if chair.seated is not None]
    most = stake * len(chairs)
    if len(seated) < 2:
        most = stake * sum(chair.staked_by_person for chair in chairs)
    paid = [
        Payment(chair.seat, chair.user_id, min(won.get(chair.seat, 0), most)) for chair in seated
    ]
    return _with_rest(stake, chairs, paid)


def refunds(stake: int, chairs: Sequence[Chair]) -> list[Payment]:
    """Who gets what when a game ends without a result: whoever still sits there, their stake."""
    paid = [
        Payment(chair.seat, chair.user_id, stake) for chair in chairs if chair.seated is not None
    ]
    return _with_rest(stake, chairs, paid)


def _with_rest(stake: int, chairs: Sequence[Chair], paid: Sequence[Payment]) -> list[Payment]:
    """The payments above 0, with what is left of the pot for the house."""
    rest = stake * len(chairs) - sum(payment.amount for payment in paid)
    return [payment for payment in (*paid, Payment(None, HOUSE, rest)) if payment.amount > 0]
