"""The table of the second Toonerville Rook: melds and what a player can change in a turn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

ROOK = "W"


def number_of(card: str) -> int:
    return int(card[1:])


@dataclass
class Meld:
    """A run in ascending order or a set as it was laid."""

    kind: str
    cards: list[str]
    owner: int = -1

    @property
    def naturals(self) -> list[str]:
        return [card for card in self.cards if card != ROOK]

    @property
    def rooks(self) -> int:
        return self.cards.count(ROOK)

    @property
    def low(self) -> int:
        """The number that a run begins with."""
        return number_of(self.naturals[0]) - self.cards.index(self.naturals[0])

    @property
    def high(self) -> int:
        return self.low + len(self.cards) - 1

    def stands_for(self) -> list[str]:
        """TR-6: what each card is or stands for."""
        sample = self.naturals[0]
        if self.kind == "set":
            return [sample[1:] if card == ROOK else card for card in self.cards]
        return [f"{sample[0]}{self.low + place}" for place in range(len(self.cards))]

    def is_meld(self) -> bool:
        """TR-4 to TR-6."""
        if not self.naturals:
            return False
        if self.kind == "set":
            same = {number_of(card) for card in self.naturals}
            return len(self.cards) >= 3 and len(same) == 1
        fits = all(
            card in (ROOK, place) for card, place in zip(self.cards, self.stands_for(), strict=True)
        )
        return len(self.cards) >= 4 and fits and self.low >= 1 and self.high <= 14

    def room(self, max_rooks: int) -> int:
        """How many more Rooks it can take."""
        room = max(0, max_rooks - self.rooks)
        return room if self.kind == "set" else min(room, 14 - len(self.cards))


@dataclass
class Play:
    """What a player can change in a turn: the hand, the table, and the Rooks owed."""

    hand: list[str]
    melds: list[Meld]
    down: bool
    owed: int

    def copy(self) -> "Play":
        melds = [replace(meld, cards=list(meld.cards)) for meld in self.melds]
        return Play(list(self.hand), melds, self.down, self.owed)

    def pay(self, cards: Sequence[str]) -> None:
        """TR-11: any Rook that is played pays for one that was taken."""
        self.owed = max(0, self.owed - cards.count(ROOK))

    def meld(self, melds: Sequence[Meld]) -> None:
        for one in melds:
            self.melds.append(one)
            self.pay(one.cards)
            for card in one.cards:
                self.hand.remove(card)
        self.down = True

    def lay(self, card: str, meld: int, place: str | None) -> None:
        self.hand.remove(card)
        self.pay([card])
        if place == "<":
            self.melds[meld].cards.insert(0, card)
        else:
            self.melds[meld].cards.append(card)

    def swap(self, card: str, meld: int) -> None:
        one = self.melds[meld]
        places = one.stands_for()
        self.hand.remove(card)
        self.hand.append(ROOK)
        one.cards[places.index(card)] = card
        self.owed += 1

    def swaps(self) -> Iterator[tuple[str, int]]:
        """TR-11: each card of the hand that a Rook in a run stands for."""
        for number, meld in enumerate(self.melds):
            if meld.kind == "run":
                for card, place in zip(meld.cards, meld.stands_for(), strict=True):
                    if card == ROOK and place in self.hand:
                        yield place, number


def melds_of(action: str, seat: int) -> list[Meld] | None:
    """What a `meld=` lays down, None where it isn't written in the notation."""
    card = r"(?:[BGRY](?:[1-9]|1[0-4])|W)"
    if not re.fullmatch(rf"meld=[rs]:{card}(?:,{card})*(?:\|[rs]:{card}(?:,{card})*)*", action):
        return None
    kinds = {"r": "run", "s": "set"}
    return [
        Meld(kinds[part[0]], part[2:].split(","), seat)
        for part in action.removeprefix("meld=").split("|")
    ]
