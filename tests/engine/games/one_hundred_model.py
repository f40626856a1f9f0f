"""One Hundred written a second time, naively and from the clauses alone.

It shares nothing with the engine; the state machine plays both and compares them.
"""

from collections.abc import Sequence
from typing import Any

from tests.engine.reference import canonical, dealt, first_dealer, french_deck, shuffled


class Model:
    """One game of One Hundred, all its cards in plain lists."""

    def __init__(
        self,
        players: int,
        options: dict[str, Any],
        seed: bytes,
        dealer: int | None = None,
        deck: Sequence[str] | None = None,
    ) -> None:
        self.players = players
        self.seed = seed
        self.given = deck
        self.decks = options.get("decks") or (2 if players >= 7 else 1)
        self.reverse = options.get("fours", "plain") == "reverse"
        self.new_round = options.get("after_bust", "continue") == "new_round"
        self.rebuilds_left = options.get("rebuilds", 10)
        self.negative = options.get("negative", False)
        self.must_play_safe = options.get("must_play_safe", False)
        self.chips = [options.get("chips", 3)] * players
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
        if self.shuffles == 1 and self.given is not None:
            return list(self.given)
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
        """OH-3 and OH-4, the dealer being known."""
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
        """OH-5 to OH-14: the pile that the action makes."""
        card, _, named = action.partition("=")
        rank, suit = card[0], card[1]
        count = self.count
        if named:
            count = int(named)
        elif rank == "A":
            count += 1
        elif card == "2S":
            count *= 2
        elif rank == "5":
            count += -5 if suit in "HD" else 5
        elif rank == "T":
            count = 100
        elif rank == "J":
            count -= 10
        elif rank == "Q":
            count = 0 if suit == "H" else count + 10
        elif rank == "4":
            count += 0 if self.reverse else 4
        elif rank != "K":
            count += int(rank)
        return count if self.negative else max(count, 0)

    def legal(self, seat: int) -> set[str]:
        if self.over or seat != self.turn:
            return set()
        actions = set()
        for card in self.hands[seat]:
            if card in ("AC", "AS"):
                actions |= {f"{card}={named}" for named in range(101)}
            else:
                actions.add(card)
        safe = {action for action in actions if self.count_after(action) <= 100}
        return safe if self.must_play_safe and safe else actions

    def apply(self, action: str) -> None:
        """Play a legal action of the seat on turn."""
        self.events = []
        self.last = action
        seat, card, count = self.turn, action[:2], self.count_after(action)
        self.hands[seat].remove(card)
        self.pile.append(card)
        if count > 100:
            self.bust(seat, action, count)
            return
        self.count = count
        turns = card[0] == "4" and self.reverse
        if turns:
            self.direction = -self.direction
        self.tell(
            "play", seat=seat, action=action, card=card, count=count, direction=self.direction
        )
        if turns:
            self.tell("reverse", direction=self.direction)
        self.draw(seat)

    def draw(self, seat: int) -> None:
        """OH-15, OH-18 and OH-20."""
        drawn = self.stock.pop(0)
        self.hands[seat] = canonical([*self.hands[seat], drawn])
        self.tell("draw", [seat], seat=seat, card=drawn)
        if not self.stock:
            if self.rebuilds_left == 0:
                self.finish()
                return
            if self.rebuilds_left is not None:
                self.rebuilds_left -= 1
            self.stock = self.shuffle(self.pile[:-1])
            self.pile = self.pile[-1:]
            self.tell("reshuffle", stock=len(self.stock))
        self.turn = self.next_in(seat, self.direction)

    def bust(self, seat: int, action: str, count: int) -> None:
        """OH-16 and OH-17."""
        self.last_bust = {"round": self.round, "seat": seat, "action": action, "count": count}
        self.chips[seat] -= 1
        self.tell("bust", seat=seat, action=action, count=count, chips=self.chips[seat])
        out = self.chips[seat] == 0
        if out:
            self.alive[seat] = False
            self.eliminated.append(seat)
            self.pile = self.hands[seat] + self.pile
            self.hands[seat] = []
            self.tell("out", seat=seat)
        if sum(self.alive) == 1:
            self.finish()
        elif self.new_round:
            self.dealer = self.next_in(self.dealer, 1)
            self.deal()
        elif out:
            self.turn = self.next_in(seat, self.direction)
        else:
            self.draw(seat)

    def finish(self) -> None:
        self.over = True
        self.tell("over", winners=self.winners())

    def merit(self, seat: int) -> tuple[int, int]:
        """OH-19 and OH-20: who is in by chips, then who is out, the last of them first."""
        if self.alive[seat]:
            return 1, self.chips[seat]
        return 0, self.eliminated.index(seat)

    def placings(self) -> list[int]:
        if not self.over:
            return []
        merits = [self.merit(seat) for seat in range(self.players)]
        return [1 + sum(other > merit for other in merits) for merit in merits]

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.placings()) if place == 1]

    def public(self) -> dict[str, Any]:
        return {
            "game": "onehundred",
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
            "rebuilds_left": self.rebuilds_left,
        }
