"""Ninety-Nine written a second time, naively and from the clauses alone."""

from tests.engine.games.adding_model import AddingModel

PLAIN = {"2": 2, "3": 3, "5": 5, "6": 6, "7": 7, "8": 8, "J": 10, "Q": 10, "4": 0, "9": 0}


class Model(AddingModel):
    """One game of Ninety-Nine."""

    game = "ninetynine"
    limit = 99

    def sit_down(self) -> None:
        """NN-1 and NN-2."""
        super().sit_down()
        many = self.players >= 4
        self.decks = self.options.get("decks") or (2 if many else 1)
        self.chips = [self.options.get("chips") or (3 if many else 5)] * self.players
        self.last_stand = self.options.get("last_stand", False)
        self.ten = self.options.get("ten", "either")

    def ways(self, card: str) -> set[str]:
        if card[0] == "A":
            return {f"{card}=1", f"{card}=11"}
        if card[0] == "T":
            return {f"{card}=-10"} if self.ten == "minus" else {f"{card}=+10", f"{card}=-10"}
        return {card}

    def added(self, action: str) -> int:
        """NN-5 to NN-11."""
        rank, _, choice = action.partition("=")
        if rank[0] == "K":
            return 99
        return self.count + (int(choice) if choice else PLAIN[rank[0]])

    def reverses(self, card: str) -> bool:
        return card[0] == "4"

    def is_last_chip(self, chips: int) -> bool:
        return chips == 0 if self.last_stand else chips == 1

    def after_bust(self, seat: int) -> None:
        self.deal_again()
