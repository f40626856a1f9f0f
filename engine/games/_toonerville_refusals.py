"""Why an action of Toonerville Rook is refused, whatever the cards are."""

from engine.game import IllegalAction
from engine.games._toonerville_cards import NAMES


def not_yours(phase: str, action: object, *, turn: bool, asked: bool) -> IllegalAction:
    """The reason for a seat that owes no decision; `asked` if it could say whether it buys."""
    if phase == "over":
        return IllegalAction("The game is over.")
    if phase == "buy":
        return _not_yours_while_buying(turn=turn, asked=asked)
    if not isinstance(action, str) or action not in ("buy", "pass"):
        return IllegalAction("It is not your turn.")
    if phase == "draw":
        return IllegalAction("Nobody can buy the top discard before it is declined.")
    return IllegalAction("It is too late to buy: that has been settled.")


def _not_yours_while_buying(*, turn: bool, asked: bool) -> IllegalAction:
    if turn:
        return IllegalAction("You declined the card; the others decide first who buys it.")
    if asked:
        return IllegalAction("You have answered already.")
    return IllegalAction("You have bought as often as this table allows in a round.")


def not_drawn() -> IllegalAction:
    return IllegalAction("Begin your turn: take the top discard or decline it.")


def not_answered() -> IllegalAction:
    return IllegalAction("Say whether you buy the top discard: buy or pass.")


def not_in_turn(action: object) -> IllegalAction:
    """The reason for what isn't an action of a player who has drawn."""
    if isinstance(action, str) and action in ("take", "decline"):
        return IllegalAction("You have drawn already in this turn.")
    if isinstance(action, str) and action in ("buy", "pass"):
        return IllegalAction("It is too late to buy: that has been settled.")
    return IllegalAction("After drawing you lay down, lay off, swap a Rook or discard a card.")


def not_held(card: int) -> IllegalAction:
    return IllegalAction("You don't hold {card}.", card=NAMES[card])
