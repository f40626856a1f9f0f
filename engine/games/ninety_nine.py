"""Ninety-Nine: add cards to a pile without taking it over 99; be the last player with chips.

The clauses NN-1 … NN-18 named here are those of `docs/rules/ninety_nine.md`.
"""

from collections.abc import Mapping

from engine.cards import FRENCH_DECK, FRENCH_INDEX
from engine.game import GameInfo, IllegalAction, Option, OptionValue
from engine.games._adding import AddingGame, AddingState
from engine.games._adding_moves import Effect, Menus, Move

LIMIT = 99
"""The highest count that is safe (NN-14)."""
_MANY_PLAYERS = 4
"""From here on two decks and fewer chips (NN-1, NN-2)."""


def _moves() -> dict[str, Move]:
    """NN-5 … NN-11, in the canonical order of the cards."""
    moves = {}
    for card, name in enumerate(FRENCH_DECK):
        rank = name[0]
        if rank == "A":
            moves[f"{name}=1"] = Move(card, Effect.ADD, 1)
            moves[f"{name}=11"] = Move(card, Effect.ADD, 11)
        elif rank == "T":
            moves[f"{name}=+10"] = Move(card, Effect.ADD, 10)
            moves[f"{name}=-10"] = Move(card, Effect.ADD, -10)
        elif rank == "K":
            moves[name] = Move(card, Effect.SET, LIMIT)
        elif rank in "49":
            moves[name] = Move(card, Effect.ADD, 0, reverses=rank == "4")
        else:
            moves[name] = Move(card, Effect.ADD, 10 if rank in "JQ" else int(rank))
    return moves


MOVES: dict[str, Move] = _moves()
"""Every action that can be written."""
_MINUS_MOVES = {action: move for action, move in MOVES.items() if not action.endswith("=+10")}
_RULES_OF_TEN = {"either": (MOVES, Menus(MOVES)), "minus": (_MINUS_MOVES, Menus(_MINUS_MOVES))}


class NinetyNineState(AddingState):
    """One game of Ninety-Nine."""

    __slots__ = ()

    game: "NinetyNine"

    def _bust(self, seat: int, card: int, action: str, count: int) -> None:
        """NN-14, NN-17: one chip less, nobody draws, a new round unless only one player is left."""
        self._drawn = None
        self._pile.append(card)
        out = self._chips[seat] == self._last_chips
        if self._lose_chip(seat, action, count, out=out):
            self._end()
        else:
            self._new_round(self._from_left_of(self._dealer)[0])

    @property
    def _last_chips(self) -> int:
        """NN-17."""
        return 0 if self.game.last_stand else 1

    def _not_an_action(self, action: object) -> IllegalAction:
        if isinstance(action, str) and action in MOVES:
            return IllegalAction("At this table a ten always counts −10.")
        if isinstance(action, str) and action in FRENCH_INDEX:
            return IllegalAction("Say what {card} counts.", card=action)
        return IllegalAction("That is not a card of this game.")


class NinetyNine(AddingGame):
    """The rules of Ninety-Nine for 2 to 10 players."""

    info = GameInfo(
        name="ninetynine",
        title="Ninety-Nine",
        min_players=2,
        max_players=10,
        default_players=4,
        options=(
            Option("chips", "int", None, "Chips (lives) that everyone starts with.", 1, 9),
            Option("decks", "int", None, "Decks that are shuffled together.", 1, 2),
            Option("negative", "bool", False, "The pile may go below 0."),
            Option("must_play_safe", "bool", False, "Whoever can play safely has to."),
            Option(
                "last_stand", "bool", False, "With no chips left you are in until the next bust."
            ),
            Option("ten", "choice", "either", "What a ten counts.", choices=("either", "minus")),
        ),
        presets={"standard": {}, "classic": {}},
    )
    state_class = NinetyNineState
    limit = LIMIT

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        self.last_stand = bool(options["last_stand"])
        self.moves, self.menus = _RULES_OF_TEN[str(options["ten"])]

    @classmethod
    def resolve(cls, players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """NN-1 and NN-2: from four players on two decks and three chips."""
        many = players >= _MANY_PLAYERS
        defaults = {"chips": 3 if many else 5, "decks": 2 if many else 1}
        return {name: defaults[name] if value is None else value for name, value in options.items()}
