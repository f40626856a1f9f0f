"""The naive adding game: what the clauses of Ninety-Nine and of One Hundred say alike."""

from abc import abstractmethod
from typing import Any, ClassVar

from tests.engine.games.model import Model
from tests.engine.reference import canonical, dealt, first_dealer, french_deck


class AddingModel(Model):
    """A hand of three, a pile that is counted, chips; each game says what its cards do."""

    limit: ClassVar[int]
    decks: int
    chips: list[int]

    def sit_down(self) -> None:
        self.negative = self.options.get("negative", False)
        self.must_play_safe = self.options.get("must_play_safe", False)
        self.alive = [True] * self.players
        self.eliminated: list[int] = []
        given = self.given_dealer
        self.dealer = first_dealer(self.seed, self.players) if given is None else given
        self.last: str | None = None
        self.last_bust: dict[str, Any] | None = None

    @abstractmethod
    def ways(self, card: str) -> set[str]:
        """The actions that play the card."""

    @abstractmethod
    def added(self, action: str) -> int:
        """What the action makes of the pile where it may go below 0."""

    @abstractmethod
    def reverses(self, card: str) -> bool:
        """Whether the card turns the direction."""

    @abstractmethod
    def is_last_chip(self, chips: int) -> bool:
        """NN-17, OH-17: whether a player with so many is out by a bust."""

    @abstractmethod
    def after_bust(self, seat: int) -> None:
        """NN-14, OH-16 and OH-17: go on, two players or more being left."""

    def next_in(self, seat: int, step: int) -> int:
        """NN-16 and its twin."""
        seat = (seat + step) % self.players
        while not self.alive[seat]:
            seat = (seat + step) % self.players
        return seat

    def deal(self) -> None:
        """NN-3 and NN-4, OH-3 and OH-4, the dealer being known."""
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

    def deal_again(self) -> None:
        self.dealer = self.next_in(self.dealer, 1)
        self.deal()

    def count_after(self, action: str) -> int:
        """NN-12, OH-14: the pile that the action makes."""
        count = self.added(action)
        return count if self.negative else max(count, 0)

    def to_act(self) -> list[int]:
        return [] if self.over else [self.turn]

    def legal(self, seat: int) -> set[str]:
        if self.over or seat != self.turn:
            return set()
        actions = {action for card in self.hands[seat] for action in self.ways(card)}
        safe = {action for action in actions if self.count_after(action) <= self.limit}
        return safe if self.must_play_safe and safe else actions

    def apply(self, seat: int, action: str) -> None:
        self.events = []
        self.last = action
        card, count = action[:2], self.count_after(action)
        self.hands[seat].remove(card)
        self.pile.append(card)
        if count > self.limit:
            self.bust(seat, action, count)
            return
        self.count = count
        if self.reverses(card):
            self.direction = -self.direction
        self.tell(
            "play", seat=seat, action=action, card=card, count=count, direction=self.direction
        )
        if self.reverses(card):
            self.tell("reverse", direction=self.direction)
        self.draw(seat)

    def draw(self, seat: int) -> None:
        """NN-13, OH-15; then it is the next one's turn."""
        drawn = self.stock.pop(0)
        self.hands[seat] = canonical([*self.hands[seat], drawn])
        self.tell("draw", [seat], seat=seat, card=drawn)
        if not self.stock:
            self.rebuild()
        self.turn = self.next_in(seat, self.direction)

    def rebuild(self) -> None:
        """NN-15, OH-18."""
        self.stock = self.shuffle(self.pile[:-1])
        self.pile = self.pile[-1:]
        self.tell("reshuffle", stock=len(self.stock))

    def bust(self, seat: int, action: str, count: int) -> None:
        """NN-14 and NN-17, OH-16 and OH-17."""
        self.last_bust = {"round": self.round, "seat": seat, "action": action, "count": count}
        out = self.is_last_chip(self.chips[seat])
        self.chips[seat] = max(self.chips[seat] - 1, 0)
        self.tell("bust", seat=seat, action=action, count=count, chips=self.chips[seat])
        if out:
            self.leave(seat)
        if sum(self.alive) == 1:
            self.finish()
        else:
            self.after_bust(seat)

    def leave(self, seat: int) -> None:
        self.alive[seat] = False
        self.eliminated.append(seat)
        self.tell("out", seat=seat)

    def finish(self) -> None:
        self.over = True
        self.tell("over", winners=self.winners())

    def merit(self, seat: int) -> tuple[int, int]:
        """NN-18, OH-19, OH-20: who is in by chips, then who is out, the last of them first."""
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

    def points(self) -> list[int]:
        return self.chips

    def public(self) -> dict[str, Any]:
        return {
            "game": self.game,
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
            "to_act": self.to_act(),
            "last": self.last,
            "last_bust": self.last_bust,
        }

    def private(self, seat: int) -> dict[str, Any]:
        return {"hand": self.hands[seat]}
