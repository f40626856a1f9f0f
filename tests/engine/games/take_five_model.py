"""Take 5 written a second time, naively and from the clauses alone."""

from collections.abc import Sequence
from typing import Any

from tests.engine.games import model


def heads_of(card: str) -> int:
    """T5-1."""
    number = int(card)
    if number == 55:
        return 7
    if number % 11 == 0:
        return 5
    if number % 10 == 0:
        return 3
    return 2 if number % 10 == 5 else 1


def heads_in(cards: Sequence[str]) -> int:
    return sum(heads_of(card) for card in cards)


class Model(model.Model):
    """One game of Take 5."""

    game = "take5"

    def sit_down(self) -> None:
        self.end_score = self.options.get("end_score", 66)
        self.exceed = self.options.get("end", "reach") == "exceed"
        self.last_round = self.options.get("rounds")
        size = 10 * self.players + 4 if self.options.get("deck") == "tactical" else 104
        self.numbers = [str(number) for number in range(1, size + 1)]
        self.scores = [0] * self.players
        self.last_trick: list[list[Any]] = []

    def deal(self) -> None:
        """T5-2."""
        self.round += 1
        deck = self.shuffle(self.numbers)
        dealt = 10 * self.players
        self.hands = [
            sorted(deck[seat : dealt : self.players], key=int) for seat in range(self.players)
        ]
        self.rows = [[card] for card in deck[dealt : dealt + 4]]
        self.trick = 1
        self.picks: list[str | None] = [None] * self.players
        self.reveal: list[list[Any]] = []
        self.chooser: int | None = None
        self.heads_round = [0] * self.players
        self.tell("round", round=self.round, rows=[row[0] for row in self.rows])
        for seat, hand in enumerate(self.hands):
            self.tell("hand", [seat], seat=seat, cards=list(hand))

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        return "pick" if self.chooser is None else "row"

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if self.chooser is not None:
            return [self.chooser]
        return [seat for seat, pick in enumerate(self.picks) if pick is None]

    def legal(self, seat: int) -> set[str]:
        if self.over:
            return set()
        if self.chooser is not None:
            return {f"row{row}" for row in (1, 2, 3, 4)} if seat == self.chooser else set()
        return set(self.hands[seat]) - {self.picks[seat] or ""}

    def apply(self, seat: int, action: str) -> None:
        """Make a legal pick (T5-3) or choice of a row (T5-6)."""
        self.events = []
        if self.chooser is None:
            self.picks[seat] = action
            if None in self.picks:
                self.tell("pick", [seat], seat=seat, card=action)
                return
            self.tell("reveal", cards=list(self.picks))
            self.reveal = sorted(map(list, enumerate(self.picks)), key=lambda one: int(one[1]))
            for hand, pick in zip(self.hands, self.picks, strict=True):
                hand.remove(pick or "")
            self.picks = [None] * self.players
        else:
            row = int(action[3:])
            self.chooser = None
            self.tell("choose", seat=seat, row=row)
            self.place(row, takes=True)
        self.settle()

    def settle(self) -> None:
        """T5-4 to T5-7: place what can be placed without asking anybody."""
        while self.reveal:
            seat, card = self.reveal[0]
            below = [row for row in range(4) if int(self.rows[row][-1]) < int(card)]
            if not below:
                self.chooser = seat
                self.tell("low", seat=seat, card=card)
                return
            row = max(below, key=lambda one: int(self.rows[one][-1]))
            self.place(row + 1, takes=len(self.rows[row]) == 5)
        if self.trick < 10:
            self.trick += 1
        else:
            self.count()

    def place(self, row: int, *, takes: bool) -> None:
        if len(self.reveal) == self.players:  # the last trick lies until the next one does
            self.last_trick = []
        seat, card = self.reveal.pop(0)
        heads = 0
        if takes:
            heads = heads_in(self.rows[row - 1])
            self.rows[row - 1] = []
        self.rows[row - 1].append(card)
        self.heads_round[seat] += heads
        self.last_trick.append([seat, card, row, heads])
        self.tell("place", seat=seat, card=card, row=row, heads=heads)

    def count(self) -> None:
        """T5-7 and T5-8."""
        self.scores = [a + b for a, b in zip(self.scores, self.heads_round, strict=True)]
        self.tell("score", heads=list(self.heads_round), scores=list(self.scores))
        if self.last_round is not None:
            self.over = self.round == self.last_round
        elif self.exceed:
            self.over = max(self.scores) > self.end_score
        else:
            self.over = max(self.scores) >= self.end_score
        if self.over:
            self.tell("over", winners=self.winners())
        else:
            self.deal()

    def winners(self) -> list[int]:
        """T5-9."""
        best = min(self.scores)
        return [seat for seat in range(self.players) if self.over and self.scores[seat] == best]

    def placings(self) -> list[int]:
        if not self.over:
            return []
        return [1 + sum(other < score for other in self.scores) for score in self.scores]

    def points(self) -> list[int]:
        return self.scores

    def public(self) -> dict[str, Any]:
        choosing = self.over or self.chooser is not None
        return {
            "game": "take5",
            "round": self.round,
            "trick": self.trick,
            "phase": self.phase,
            "rows": self.rows,
            "picked": [not choosing and pick is not None for pick in self.picks],
            "reveal": self.reveal,
            "last_trick": self.last_trick,
            "heads_round": self.heads_round,
            "scores": self.scores,
            "hand_sizes": [len(hand) for hand in self.hands],
            "to_act": self.to_act(),
        }

    def private(self, seat: int) -> dict[str, Any]:
        return {"hand": self.hands[seat], "pick": self.picks[seat]}
