"""Two games with more than move buttons, for tests of what the bot does with them.

One Hundred by menus: whole cards in one, the digits of a black ace's number in another, and looks.
Take 5 with moves for everybody on the table's message.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import bot.games
from bot.games.one_hundred import OneHundredPresenter
from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move, Presenter, Scene
from bot.games.take_five import TakeFivePresenter

WHY = "Because it all adds up."
DIGITS = (*(f"{tens}0" for tens in range(1, 10)), *map(str, range(10)))


class MenuHundred(OneHundredPresenter):
    """One Hundred by menus; a number that a black ace names is chosen as 30 and 7."""

    long: Iterable[str] = ()

    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",
    ) -> Hand:
        hand = super().hand(scene, seat, private, legal)
        return Hand((*hand.lines, *_seen(view)), (*self._moves(hand, legal), *_looks(private)))

    def _moves(self, hand: Hand, legal: Sequence[str]) -> Iterator[Control]:
        whole = [move for move in hand.moves if "=" not in move.action and not move.asks]
        if whole:
            choices = (Choice(move.action, move.label, "a card") for move in whole)
            yield Menu("Play a card", tuple(choices))
            yield Move("JK", "Joker", enabled=False)
        for ace in dict.fromkeys(action[:2] for action in legal if "=" in action):
            digits = tuple(Choice(digit, digit) for digit in DIGITS)
            yield Menu(f"{ace}: 30 and 7 make 37", digits, action=f"{ace}=", most=2)

    def completed(self, action: str, values: Sequence[str]) -> str:
        if len(values) == 2 and all(value in DIGITS for value in values):
            units, tens = sorted(map(int, values))
            if units < 10 <= tens:
                return f"{action}{tens + units}"
        return super().completed(action, values)

    def long_actions(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> Iterable[str]:
        return self.long


def _looks(private: Mapping[str, Any]) -> Iterator[Control]:
    yield Look("why", "Why?")
    yield Look("", "Back")
    held = dict.fromkeys(private["hand"])
    if held:
        yield Menu("Mark", tuple(Choice(c, c) for c in held), view="mark=", most=len(held))
        yield Menu("Order", (Choice("up", "Low first"), Choice("down", "High first")), view="by=")


def _seen(view: str) -> Iterator[str]:
    """What a view adds to the page; one that isn't understood adds nothing."""
    kind, _, rest = view.partition("=")
    if view == "why":
        yield WHY
    elif kind == "by" and rest in ("up", "down"):
        yield f"In order: {rest}."
    elif kind == "mark" and rest.isalnum() and rest.isascii():
        yield "Marked: one card."
    elif kind == "mark" and rest.replace(",", "").isalnum() and rest.isascii():
        yield f"Marked: {rest.count(',') + 1} cards."


class PublicFive(TakeFivePresenter):
    """Take 5 whose rows, and a few cards that the test chooses, are offered to everybody."""

    cards: Iterable[str] = ()
    watches_picks = False
    """Whether an open hand is refreshed after every pick."""

    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",
    ) -> Hand:
        hand = super().hand(scene, seat, private, legal)
        count = sum(scene.public["picked"])
        lines = (*hand.lines, f"Picks so far: {count}.", *([WHY] if view == "why" else []))
        return Hand(lines, (*hand.controls, Look("why", "Why?")))

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.public["phase"] == "row":
            return tuple(Move(f"row{number}", f"Take row {number}") for number in range(1, 5))
        return tuple(Move(card, f"Pick {card}") for card in self.cards)

    def stage(self, public: Mapping[str, Any]) -> object:
        picks = sum(public["picked"]) if self.watches_picks else 0
        return super().stage(public), picks


def presented_by(words_of: Presenter) -> Any:
    """What to put in the place of `bot.games._by_game` to have one game presented so."""
    every = {**bot.games._by_game(), words_of.game: words_of}
    return lambda: every
