"""One Hundred: a pile that mustn't go over 100, with aces that name its count.

The clauses OH-1 … OH-20 named here are those of `docs/rules/one_hundred.md`.
"""

from collections.abc import Mapping

from engine.cards import FRENCH_DECK, FRENCH_INDEX
from engine.game import GameInfo, IllegalAction, Option, OptionValue, Random, View
from engine.games._adding import AddingGame, AddingState
from engine.games._adding_moves import Effect, Menus, Move

LIMIT = 100
"""The highest count that is safe (OH-16)."""
_MANY_PLAYERS = 7
"""From here on two decks (OH-1)."""
_BLACK_ACES = ("AC", "AS")
_RED_FIVES = ("5D", "5H")


def _moves(*, fours_reverse: bool) -> dict[str, Move]:
    """OH-5 … OH-13, in the canonical order of the cards."""
    moves: dict[str, Move] = {}
    for card, name in enumerate(FRENCH_DECK):
        if name in _BLACK_ACES:
            moves |= {f"{name}={n}": Move(card, Effect.SET, n) for n in range(LIMIT + 1)}
        elif name == "2S":
            moves[name] = Move(card, Effect.DOUBLE, 0)
        elif name == "QH":
            moves[name] = Move(card, Effect.SET, 0)
        elif name[0] == "T":
            moves[name] = Move(card, Effect.SET, LIMIT)
        elif name[0] == "4" and fours_reverse:
            moves[name] = Move(card, Effect.ADD, 0, reverses=True)
        else:
            moves[name] = Move(card, Effect.ADD, _number(name))
    return moves


def _number(card: str) -> int:
    """What a card adds that isn't special otherwise."""
    if card in _RED_FIVES:
        return -5
    faces = {"A": 1, "J": -10, "Q": 10, "K": 0}
    return faces[card[0]] if card[0] in faces else int(card[0])


_PLAIN_MOVES = _moves(fours_reverse=False)
_REVERSING_MOVES = _moves(fours_reverse=True)
_RULES_OF_FOUR = {
    "plain": (_PLAIN_MOVES, Menus(_PLAIN_MOVES)),
    "reverse": (_REVERSING_MOVES, Menus(_REVERSING_MOVES)),
}


class OneHundredState(AddingState):
    """One game of One Hundred."""

    __slots__ = ("_rebuilds_left",)

    game: "OneHundred"

    def __init__(
        self, game: "OneHundred", seed: bytes, dealer: int, deck: tuple[str, ...] | None
    ) -> None:
        self._rebuilds_left = game.rebuilds
        super().__init__(game, seed, dealer, deck)

    def _bust(self, seat: int, card: int, action: str, count: int) -> None:
        """OH-16, OH-17: the card lies on the pile without counting, and a chip is lost."""
        self._drawn = None
        self._pile.append(card)
        out = self._chips[seat] == self._last_chips
        one_is_left = self._lose_chip(seat, action, count, out=out)
        if out:
            # face down, under the pile: these become its oldest cards
            self._pile[:0] = self._hands[seat]
            self._hands[seat] = []
        if one_is_left:
            self._end()
        elif self.game.deals_after_bust:
            self._new_round(self._from_left_of(self._dealer)[0])
        else:
            self._turn = self._next[seat]
            if not out:
                self._draw(seat)

    def _deals_after_a_bust(self) -> bool:
        return self.game.deals_after_bust and super()._deals_after_a_bust()

    def _rebuild(self) -> None:
        """OH-18, OH-20: rebuild the stock so many times; then the game ends instead."""
        if self._rebuilds_left == 0:
            self._end()
            return
        if self._rebuilds_left is not None:
            self._rebuilds_left -= 1
        self._rebuild_stock()

    def public(self) -> View:
        return {**super().public(), "rebuilds_left": self._rebuilds_left}

    def resume(self, observation: View, rng: Random) -> AddingState:
        self._rebuilds_left = observation["public"]["rebuilds_left"]
        return super().resume(observation, rng)

    def _not_an_action(self, action: object) -> IllegalAction:
        if isinstance(action, str) and action[:2] in _BLACK_ACES:
            return IllegalAction("A black ace names a whole number from 0 to 100.")
        if isinstance(action, str) and action[:2] in FRENCH_INDEX:
            return IllegalAction("{card} is played as it is.", card=action[:2])
        return IllegalAction("That is not a card of this game.")


class OneHundred(AddingGame):
    """The rules of One Hundred for 3 to 10 players."""

    info = GameInfo(
        name="onehundred",
        title="One Hundred",
        min_players=3,
        max_players=10,
        default_players=4,
        options=(
            Option("chips", "int", 3, "Chips (lives) that everyone starts with.", 1, 9),
            Option("decks", "int", None, "Decks that are shuffled together.", 1, 2),
            Option("fours", "choice", "plain", "What a four does.", choices=("plain", "reverse")),
            Option(
                "after_bust",
                "choice",
                "continue",
                "Whether play goes on after a bust.",
                choices=("continue", "new_round"),
            ),
            Option(
                "rebuilds",
                "int",
                10,
                "How often the stock is rebuilt before the game ends.",
                0,
                100,
                nullable=True,
            ),
            Option("negative", "bool", False, "The pile may go below 0."),
            Option("must_play_safe", "bool", False, "Whoever can play safely has to."),
        ),
        presets={"standard": {}, "classic": {"fours": "reverse"}},
    )
    state_class = OneHundredState
    limit = LIMIT
    buries = True

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        self.deals_after_bust = options["after_bust"] == "new_round"
        rebuilds = options["rebuilds"]
        self.rebuilds = None if rebuilds is None else int(rebuilds)
        self.moves, self.menus = _RULES_OF_FOUR[str(options["fours"])]

    @classmethod
    def resolve(cls, players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """OH-1: from seven players on two decks."""
        decks = options["decks"] or (2 if players >= _MANY_PLAYERS else 1)
        return {**options, "decks": decks}
