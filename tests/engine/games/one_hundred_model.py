"""One Hundred written a second time, naively and from the clauses alone."""

from typing import Any

from tests.engine.games.adding_model import AddingModel


class Model(AddingModel):
    """One game of One Hundred."""

    game = "onehundred"
    limit = 100

    def sit_down(self) -> None:
        """OH-1 and OH-2."""
        super().sit_down()
        self.decks = self.options.get("decks") or (2 if self.players >= 7 else 1)
        self.chips = [self.options.get("chips", 3)] * self.players
        self.reverse = self.options.get("fours", "plain") == "reverse"
        self.new_round = self.options.get("after_bust", "continue") == "new_round"
        self.rebuilds_left = self.options.get("rebuilds", 10)

    def ways(self, card: str) -> set[str]:
        if card in ("AC", "AS"):
            return {f"{card}={named}" for named in range(101)}
        return {card}

    def added(self, action: str) -> int:
        """OH-5 to OH-13."""
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
        return count

    def reverses(self, card: str) -> bool:
        return card[0] == "4" and self.reverse

    def is_last_chip(self, chips: int) -> bool:
        return chips == 1

    def leave(self, seat: int) -> None:
        """OH-17: the hand goes under the pile."""
        super().leave(seat)
        self.pile = self.hands[seat] + self.pile
        self.hands[seat] = []

    def after_bust(self, seat: int) -> None:
        if self.new_round:
            self.deal_again()
        elif self.alive[seat]:
            self.draw(seat)
        else:
            self.turn = self.next_in(seat, self.direction)

    def rebuild(self) -> None:
        """OH-20: so often; then the game ends instead."""
        if self.rebuilds_left == 0:
            self.finish()
            return
        if self.rebuilds_left is not None:
            self.rebuilds_left -= 1
        super().rebuild()

    def public(self) -> dict[str, Any]:
        return {**super().public(), "rebuilds_left": self.rebuilds_left}
