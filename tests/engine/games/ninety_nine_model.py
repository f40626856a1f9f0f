"""Ninety-Nine written a second time, naively and from the clauses alone.

It shares nothing with the engine; the state machine plays both and compares them.
"""

from typing import Any

from tests.engine.reference import canonical, dealt, first_dealer, french_deck, shuffled

PLAIN = {"2": 2, "3": 3, "5": 5, "6": 6, "7": 7, "8": 8, "J": 10, "Q": 10, "4": 0, "9": 0}
ACE, TEN = ("1", "11"), ("+10", "-10")


class Model:
    """One game of Ninety-Nine, all its cards in plain lists."""

    def __init__(
        self, players: int, options: dict[str, Any], seed: bytes, dealer: int | None = None
    ) -> None:
        many = players >= 4
        self.players = players
        self.seed = seed
        self.decks = options.get("decks") or (2 if many else 1)
        self.negative = options.get("negative", False)
        self.must_play_safe = options.get("must_play_safe", False)
        self.last_stand = options.get("last_stand", False)
        self.ten = options.get("ten", "either")
        self.chips = [options.get("chips") or (3 if many else 5)] * players
        self.alive = [True] * players
        self.eliminated: list[int] = []
        self.shuffles = 0
        self.round = 0
        self.dealer = first_dealer(seed, players) if dealer is None else dealer
        self.over = False
        self.last: str | None = None
        self.last_bust: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.deal()

    def shuffle(self, cards: list[str]) -> list[str]:
        self.shuffles += 1
        return shuffled(self.seed, self.shuffles - 1, cards)

    def next_in(self, seat: int, step: int) -> int:
        seat = (seat + step) % self.players
        while not self.alive[seat]:
            seat = (seat + step) % self.players
        return seat

    def tell(self, kind: str, to: list[int] | None = None, **facts: Any) -> None:
        event = {"type": kind, **facts, "to": "all" if to is None else to}
        self.events.append(event)
        if to is None:
            self.history.append(event)

    def deal(self) -> None:
        """NN-3 and NN-4, the dealer being known."""
        self.round += 1
        self.direction = 1
        self.count = 0
        self.pile: list[str] = []
        self.turn = self.next_in(self.dealer, 1)
        order = [self.turn]
        while self.next_in(order[-1], 1) != self.turn:
            order.append(self.next_in(order[-1], 1))
        deck = self.shuffle(french_deck(self.decks))
        hands = dealt(deck, order, 3)
        self.stock = deck[3 * len(order) :]
        self.hands = [canonical(hands.get(seat, [])) for seat in range(self.players)]
        self.tell("round", round=self.round, dealer=self.dealer, first=self.turn)
        for seat in sorted(order):
            self.tell("hand", [seat], seat=seat, cards=self.hands[seat])

    def count_after(self, action: str) -> int:
        """NN-5 to NN-12: the pile that the action makes."""
        rank, _, choice = action.partition("=")
        if rank[0] == "K":
            return 99
        count = self.count + (int(choice) if choice else PLAIN[rank[0]])
        return count if self.negative else max(count, 0)

    def legal(self, seat: int) -> set[str]:
        if self.over or seat != self.turn:
            return set()
        actions = set()
        for card in self.hands[seat]:
            if card[0] == "A":
                actions |= {f"{card}={choice}" for choice in ACE}
            elif card[0] == "T":
                actions |= {f"{card}={c}" for c in TEN if self.ten == "either" or c == "-10"}
            else:
                actions.add(card)
        safe = {action for action in actions if self.count_after(action) <= 99}
        return safe if self.must_play_safe and safe else actions

    def apply(self, action: str) -> None:
        """Play a legal action of the seat on turn."""
        self.events = []
        self.last = action
        seat, card, count = self.turn, action[:2], self.count_after(action)
        self.hands[seat].remove(card)
        self.pile.append(card)
        if count > 99:
            self.bust(seat, action, count)
            return
        self.count = count
        if card[0] == "4":
            self.direction = -self.direction
        self.tell(
            "play", seat=seat, action=action, card=card, count=count, direction=self.direction
        )
        if card[0] == "4":
            self.tell("reverse", direction=self.direction)
        drawn = self.stock.pop(0)
        self.hands[seat] = canonical([*self.hands[seat], drawn])
        self.tell("draw", [seat], seat=seat, card=drawn)
        if not self.stock:
            self.stock = self.shuffle(self.pile[:-1])
            self.pile = self.pile[-1:]
            self.tell("reshuffle", stock=len(self.stock))
        self.turn = self.next_in(seat, self.direction)

    def bust(self, seat: int, action: str, count: int) -> None:
        """NN-14, NN-17 and NN-18."""
        self.last_bust = {"round": self.round, "seat": seat, "action": action, "count": count}
        out = self.chips[seat] == 0 if self.last_stand else self.chips[seat] == 1
        self.chips[seat] = max(self.chips[seat] - 1, 0)
        self.tell("bust", seat=seat, action=action, count=count, chips=self.chips[seat])
        if out:
            self.alive[seat] = False
            self.eliminated.append(seat)
            self.tell("out", seat=seat)
        if sum(self.alive) == 1:
            self.over = True
            self.tell("over", winners=self.winners())
        else:
            self.dealer = self.next_in(self.dealer, 1)
            self.deal()

    def winners(self) -> list[int]:
        return [seat for seat in range(self.players) if self.alive[seat]] if self.over else []

    def placings(self) -> list[int]:
        if not self.over:
            return []
        best_first = self.winners() + self.eliminated[::-1]
        return [best_first.index(seat) + 1 for seat in range(self.players)]

    def public(self) -> dict[str, Any]:
        return {
            "game": "ninetynine",
            "round": self.round,
            "phase": "over" if self.over else "play",
            "dealer": self.dealer,
            "direction": self.direction,
            "pile": self.count,
            "top": self.pile[-1] if self.pile else None,
            "stock": len(self.stock),
            "pile_cards": len(self.pile),
            "chips": self.chips,
            "in": self.alive,
            "hand_sizes": [len(hand) for hand in self.hands],
            "to_act": [] if self.over else [self.turn],
            "last": self.last,
            "last_bust": self.last_bust,
        }
