"""Toonerville Rook written a second time, naively and from the clauses alone."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.engine.games import model
from tests.engine.games.toonerville_search import contract_exists, whole_hand_exists
from tests.engine.games.toonerville_table import ROOK, Meld, Play, melds_of, number_of
from tests.engine.reference import dealt, first_dealer, rook_deck, rook_order

MANY = 9_999
"""More than there are Rooks, and purchases, in any round."""

DEFAULTS = {
    "first_round": 1, "last_round": 11, "max_rooks": None, "buy_limit": None, "reshuffles": 2,
    "turns": 300,
}  # fmt: skip

CONTRACTS = {
    1: (0, 2, 12), 2: (1, 1, 12), 3: (2, 0, 12), 4: (0, 3, 12), 5: (1, 2, 12), 6: (2, 1, 12),
    7: (0, 4, 12), 8: (3, 0, 12), 9: (0, 5, 15), 10: (4, 0, 16), 11: (2, 2, 14),
}  # fmt: skip
"""TR-3: the runs, the sets and the cards dealt of each round."""


def points_of(card: str) -> int:
    """TR-16."""
    if card == ROOK:
        return 25
    return 5 if number_of(card) < 10 else 10


class Model(model.Model):
    """One game of Toonerville Rook."""

    game = "toonerville"

    def sit_down(self) -> None:
        chosen = DEFAULTS | self.options
        self.round = chosen["first_round"] - 1
        self.last_round = chosen["last_round"]
        self.max_rooks = MANY if chosen["max_rooks"] is None else chosen["max_rooks"]
        self.buy_limit = MANY if chosen["buy_limit"] is None else chosen["buy_limit"]
        self.reshuffles = chosen["reshuffles"]
        self.last_turn = chosen["turns"]
        self.scores = [0] * self.players
        self.round_scores: list[list[int]] = []
        first = first_dealer(self.seed, self.players)
        self.dealer = (first if self.given_dealer is None else self.given_dealer) - 1

    def deal(self) -> None:
        """TR-1 to TR-3."""
        self.round += 1
        self.dealer = (self.dealer + 1) % self.players
        self.runs, self.sets, each = CONTRACTS[self.round]
        pile = self.shuffle(rook_deck(self.players))
        seats = [(self.dealer + 1 + i) % self.players for i in range(self.players)]
        in_hand = dealt(pile, seats, each)
        self.hands = [in_hand[seat] for seat in range(self.players)]
        self.discards = [pile[each * self.players]]
        self.pile = pile[each * self.players + 1 :]
        self.rebuilt = 0
        self.melds: list[Meld] = []
        self.met = [False] * self.players
        self.buys = [0] * self.players
        self.tell(
            "round",
            round=self.round,
            dealer=self.dealer,
            contract=self.contract,
            top=self.discards[0],
        )
        for seat, hand in enumerate(self.hands):
            self.tell("hand", [seat], seat=seat, cards=rook_order(hand))
        self.turn_no = 0
        self.turn = self.dealer
        self.next_turn()

    @property
    def contract(self) -> dict[str, int]:
        return {"runs": self.runs, "sets": self.sets}

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players
        self.turn_no += 1
        self.phase = "draw"
        self.answers: dict[int, str | None] = {}
        """The seats that are asked, the nearest on the left first."""
        self.taken: str | None = None
        self.owed = 0

    def to_act(self) -> list[int]:
        if self.phase == "buy":
            return sorted(seat for seat, answer in self.answers.items() if answer is None)
        return [] if self.phase == "over" else [self.turn]

    def play(self) -> Play:
        """A copy of what the turn's player can change."""
        hand = self.hands[self.turn]
        return Play(hand, self.melds, self.met[self.turn], self.owed).copy()

    def legal(self, seat: int) -> set[str]:
        """What the seat may do, but for `meld=`, which `is_legal` judges."""
        if seat not in self.to_act():
            return set()
        if self.phase == "draw":
            return {"take", "decline"}
        if self.phase == "buy":
            return {"buy", "pass"}
        lays = set(self.legal_lays()) if self.met[seat] else set()
        return lays | set(self.legal_swaps()) | set(self.legal_discards())

    def legal_lays(self) -> Iterator[str]:
        """TR-6 and TR-10."""
        for card in set(self.hands[self.turn]):
            for number, meld in enumerate(self.melds):
                for place in (None,) if meld.kind == "set" else ("<", ">"):
                    after = self.play()
                    after.lay(card, number, place)
                    changed = after.melds[number]
                    if (
                        changed.is_meld()
                        and changed.rooks <= self.max_rooks
                        and self.payable(after)
                    ):
                        end = place if card == ROOK and place else ""
                        yield f"lay={card}@m{number + 1}{end}"

    def legal_swaps(self) -> Iterator[str]:
        for card, number in set(self.play().swaps()):
            after = self.play()
            after.swap(card, number)
            if self.payable(after):
                yield f"swap={card}@m{number + 1}"

    def legal_discards(self) -> Iterator[str]:
        """TR-11 and TR-12."""
        hand = self.hands[self.turn]
        if self.owed == 0:
            for card in hand:
                if card != self.taken or set(hand) == {card}:
                    yield f"discard={card}"

    def payable(self, after: Play) -> bool:
        """TR-11: whether all Rooks owed can still be played this turn.

        Each new meld of a contract has place for `max_rooks` Rooks, however it is made up: of the
        14 places of a run at most four need a card that isn't a Rook, and nine Rooks are the most
        that the option allows.
        """
        if after.owed == 0:
            return True
        if after.hand.count(ROOK) < after.owed:
            return False
        room = sum(meld.room(self.max_rooks) for meld in after.melds)
        if after.down:
            return room >= after.owed
        new = (self.runs + self.sets) * self.max_rooks
        if room + new >= after.owed and self.has_contract(after.hand):
            return True
        for card, number in set(after.swaps()):
            further = after.copy()
            further.swap(card, number)
            if self.payable(further):
                return True
        return False

    def has_contract(self, hand: Sequence[str]) -> bool:
        """TR-10 and TR-14: whether any lay-down of the contract is possible."""
        if self.round == 11:
            return whole_hand_exists(hand, self.max_rooks)
        return contract_exists(hand, self.runs, self.sets, self.max_rooks)

    def is_legal(self, seat: int, action: str) -> bool:
        """Whether the seat may do this, any `meld=` included."""
        if not action.startswith("meld="):
            return action in self.legal(seat)
        melds = melds_of(action, seat)
        if self.phase != "meld" or seat != self.turn or self.met[seat] or melds is None:
            return False
        kinds = [meld.kind for meld in melds]
        after = self.play()
        cards = [card for meld in melds for card in meld.cards]
        if any(cards.count(card) > after.hand.count(card) for card in cards):
            return False
        if not all(meld.is_meld() and meld.rooks <= self.max_rooks for meld in melds):
            return False
        after.meld(melds)
        return (
            (kinds.count("run"), kinds.count("set")) == (self.runs, self.sets)
            and (self.round < 11 or not after.hand)
            and self.payable(after)
        )

    def apply(self, seat: int, action: str) -> None:
        self.events = []
        kind, _, rest = action.partition("=")
        if kind in {"take", "decline"}:
            self.draw_phase(kind)
        elif kind in {"buy", "pass"}:
            self.answer(seat, kind)
        elif kind == "discard":
            self.discard(rest)
        else:
            after = self.play()
            if kind == "meld":
                self.lay_down(after, melds_of(action, seat) or [])
            elif kind == "lay":
                self.lay_off(after, rest)
            else:
                card, _, meld = rest.partition("@")
                after.swap(card, int(meld[1:]) - 1)
                self.tell("swap", seat=seat, card=card, meld=meld)
            self.hands[seat], self.melds, self.owed = after.hand, after.melds, after.owed
            if not after.hand:
                self.end_round("out", seat)

    def draw_phase(self, kind: str) -> None:
        """TR-8 and TR-9."""
        top = self.discards[-1]
        self.tell(kind, seat=self.turn, card=top)
        if kind == "take":
            self.discards.pop()
            self.hands[self.turn].append(top)
            self.taken = top
            self.phase = "meld"
        else:
            self.phase = "buy"
            for step in range(1, self.players):
                seat = (self.turn + step) % self.players
                if self.buys[seat] < self.buy_limit:
                    self.answers[seat] = None
            self.settle()

    def answer(self, seat: int, answer: str) -> None:
        self.answers[seat] = answer
        if not self.settle():
            self.tell("answer", [seat], seat=seat, answer=answer)

    def settle(self) -> bool:
        """TR-9: as soon as it is certain who buys, or that nobody does."""
        passed = []
        buyer = None
        for seat, answer in self.answers.items():
            if answer is None:
                return False
            if answer == "buy":
                buyer = seat
                break
            passed.append(seat)
        for seat in sorted(passed):
            self.tell("pass", seat=seat)
        self.answers = {}
        self.phase = "meld"
        if buyer is not None:
            card = self.discards.pop()
            self.hands[buyer].append(card)
            self.buys[buyer] += 1
            self.tell("buy", seat=buyer, card=card)
            if not self.draw(buyer):
                return True
        self.draw(self.turn)
        return True

    def draw(self, seat: int) -> bool:
        """TR-15: one card from the pile, unless that ends the round."""
        if not self.pile:
            if len(self.discards) < 2 or self.rebuilt == self.reshuffles:
                self.end_round("stock", None)
                return False
            self.rebuilt += 1
            self.pile = self.shuffle(self.discards[:-1])
            self.discards = self.discards[-1:]
            self.tell("reshuffle", cards=len(self.pile))
        card = self.pile.pop(0)
        self.hands[seat].append(card)
        if seat == self.turn:
            self.tell("draw", seat=seat)
        self.tell("drawn", [seat], seat=seat, card=card)
        return True

    def lay_down(self, after: Play, melds: list[Meld]) -> None:
        first = len(after.melds) + 1
        after.meld(melds)
        self.met[self.turn] = True
        facts = [
            {"id": f"m{i}", "kind": one.kind, "cards": one.cards, "stands_for": one.stands_for()}
            for i, one in enumerate(melds, start=first)
        ]
        self.tell("meld", seat=self.turn, melds=facts)

    def lay_off(self, after: Play, rest: str) -> None:
        card, _, where = rest.partition("@")
        name = where.rstrip("<>")
        meld = after.melds[int(name[1:]) - 1]
        place = where[len(name) :] or None
        if meld.kind == "run" and place is None:
            place = "<" if number_of(card) < meld.low else ">"
        after.lay(card, int(name[1:]) - 1, place)
        self.tell("lay", seat=self.turn, card=card, meld=name, place=place)

    def discard(self, card: str) -> None:
        """TR-12 and TR-13."""
        hand = self.hands[self.turn]
        hand.remove(card)
        self.discards.append(card)
        self.tell("discard", seat=self.turn, card=card)
        if not hand:
            self.end_round("out", self.turn)
        elif self.turn_no == self.last_turn:
            self.end_round("turns", None)
        else:
            self.next_turn()

    def end_round(self, reason: str, seat: int | None) -> None:
        """TR-16 and TR-17."""
        points = [sum(map(points_of, hand)) for hand in self.hands]
        self.scores = [a + b for a, b in zip(self.scores, points, strict=True)]
        self.round_scores.append(points)
        self.tell(
            "round_over",
            round=self.round,
            seat=seat,
            reason=reason,
            hands=[rook_order(hand) for hand in self.hands],
            points=points,
            scores=list(self.scores),
        )
        if self.round == self.last_round:
            self.phase = "over"
            self.over = True
            self.tell("over", winners=self.winners())
        else:
            self.deal()

    def winners(self) -> list[int]:
        """TR-17."""
        return [seat for seat, place in enumerate(self.placings()) if place == 1]

    def placings(self) -> list[int]:
        if not self.over:
            return []
        return [1 + sum(other < score for other in self.scores) for score in self.scores]

    def points(self) -> list[int]:
        return self.scores

    def public(self) -> dict[str, Any]:
        return {
            "game": "toonerville",
            "round": self.round,
            "contract": self.contract,
            "phase": self.phase,
            "dealer": self.dealer,
            "turn": self.turn,
            "discard_top": self.discards[-1] if self.discards else None,
            "discards": len(self.discards),
            "draw_pile": len(self.pile),
            "melds": [
                {
                    "id": f"m{number}",
                    "owner": meld.owner,
                    "kind": meld.kind,
                    "cards": meld.cards,
                    "stands_for": meld.stands_for(),
                }
                for number, meld in enumerate(self.melds, start=1)
            ],
            "contract_met": self.met,
            "must_play_rooks": self.owed,
            "buys": self.buys,
            "taken": self.taken,
            "reshuffles_left": self.reshuffles - self.rebuilt,
            "turn_no": self.turn_no,
            "hand_sizes": [len(hand) for hand in self.hands],
            "scores": self.scores,
            "round_scores": self.round_scores,
            "to_act": self.to_act(),
        }

    def private(self, seat: int) -> dict[str, Any]:
        return {"hand": rook_order(self.hands[seat])}
