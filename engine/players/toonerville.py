"""Computer players for Toonerville Rook.

The easy one goes by pairs and neighbours. The normal one weighs plans for the contract by the cards
that must still be seen (`_toonerville_plans`) against the points that it may be caught with.
"""

from typing import NamedTuple

from engine.cards import ROOK_INDEX
from engine.game import Random, View
from engine.games._rook_melds import can_lay
from engine.games._toonerville_cards import (
    DISCARDED,
    DISCARDS,
    LAST_ROUND,
    NUMBERS,
    POINTS,
    ROOK,
    cards_of,
)
from engine.players._toonerville_laying import lay_off, way_down
from engine.players._toonerville_plans import Plan, Wish, losses, outlook, plans_of
from engine.players._toonerville_sight import Sight, sight_of


class Weights(NamedTuple):
    """What things are worth to the normal player, in points; found by play."""

    contract: float = 400.0
    """To lay down the contract before somebody goes out."""
    late: float = 150.0
    """The same where another has only one or two cards left."""
    caught: float = 0.5
    """The share of a card's points that it costs to hold it."""
    extra: float = 5.0
    """A card more in the hand, which has to be discarded one day."""
    fits: float = 4.0
    """A card that can be laid off later."""
    feeds: float = 9.0
    """A discard that the next player can lay off."""
    hints: float = 2.0
    """A discard that goes with cards that the next player has taken."""
    turns: float = 12.0
    """The turns of each player after which others are expected to lay down any moment …"""
    least: float = 0.3
    """… so that no more than this share of the cards of a whole round will be seen."""
    going: float = 0.6
    """The turns that it takes somebody who is down to get rid of a card."""


WEIGHTS = Weights()
LOOKS = (12, 25, 45, 21, 30, 40, 28, 56, 28, 60, 37)
"""How many cards a hand that was just dealt has to see for each contract (`outlook`)."""
_EASY_BUYS = 2
"""How many cards the easy player buys in a round."""
_OTHERS = 0.5
"""The share of the others' discards that can be bought."""
_FEW = 2
"""Whoever is down with so few cards may go out any moment."""
_HIGH = max(POINTS[:ROOK])
_AVERAGE = sum(POINTS[:ROOK]) / ROOK


def easy(observation: View, rng: Random) -> str:
    """Take what completes a meld to be, lay down and off whatever can be, keep what has company."""
    legal: list[str] = observation["legal_actions"]
    public = observation["public"]
    if public["phase"] != "meld":
        wanted = _is_obvious(observation)
        return legal[0] if wanted else legal[1]
    for word in ("meld=", "lay=", "swap="):
        for action in legal:
            if action.startswith(word):
                return action
    discards = [DISCARDED[action] for action in legal if action in DISCARDED]
    if not discards or public["round"] == LAST_ROUND:
        # pairs and neighbours don't tell how to use up a whole hand (TR-14)
        return normal(observation, rng)
    hand = cards_of(observation["private"]["hand"])
    merits = {card: (_company(card, hand, public["contract"]), -POINTS[card]) for card in discards}
    lonely = [card for card in discards if merits[card] == min(merits.values())]
    return DISCARDS[lonely[rng.randrange(len(lonely))]]


def _is_obvious(observation: View) -> bool:
    """Whether the easy player takes or buys the top discard."""
    sight = sight_of(observation)
    buying = sight.phase == "buy"
    if sight.top is None:
        return False
    if sight.is_down:
        return not buying and sight.top in sight.fitting()
    if buying and (sight.contract.whole or sight.buys >= _EASY_BUYS):
        return False
    return _completes(sight.top, sight.hand, observation["public"]["contract"])


def _completes(card: int, hand: list[int], contract: dict[str, int]) -> bool:
    """Whether the card is a Rook, the third of a number or the fourth of a run."""
    if card == ROOK:
        return True
    colour, number = divmod(card, NUMBERS)
    alike = sum(other % NUMBERS == number for other in hand if other != ROOK)
    if contract["sets"] and alike == 2:
        return True
    first = colour * NUMBERS
    return contract["runs"] > 0 and any(
        all(place == card or place in hand for place in range(first + low, first + low + 4))
        for low in range(max(0, number - 3), min(number, NUMBERS - 4) + 1)
    )


def _company(card: int, hand: list[int], contract: dict[str, int]) -> int:
    """How many cards of the hand go with a card, for the contract."""
    if card == ROOK:
        return len(hand)
    colour, number = divmod(card, NUMBERS)
    others = [divmod(other, NUMBERS) for other in hand if other != ROOK]
    company = 0
    if contract["sets"]:
        company += sum(other == number for _, other in others) - 1
    if contract["runs"]:
        near = {other for shade, other in others if shade == colour and abs(other - number) < 4}
        company += len(near) - 1
    return company


def normal(observation: View, rng: Random) -> str:  # noqa: ARG001
    """Collect for the contract, lay down at once, and get rid of all the rest."""
    return played_with(observation, WEIGHTS)


def played_with(observation: View, weights: Weights) -> str:
    """The normal player's action where things are worth so much."""
    legal: list[str] = observation["legal_actions"]
    if observation["public"]["phase"] == "buy" and not _may_buy(observation):
        return "pass"
    sight = sight_of(observation)
    if sight.phase == "draw":
        return "take" if _takes(sight, weights) else "decline"
    if sight.phase == "buy":
        return "buy" if _buys(sight, weights) else "pass"
    ways = [action for action in legal if action.startswith("meld=")]
    if ways:
        return way_down(sight, ways)
    action = lay_off(sight, legal)
    if action is not None:
        return action
    discards = [DISCARDED[action] for action in legal if action in DISCARDED]
    return DISCARDS[_discard(sight, discards, weights)]


# --- drawing and buying ---------------------------------------------------------------------------


def _takes(sight: Sight, weights: Weights) -> bool:
    """Whether the top discard is better than an unseen card."""
    card = sight.top
    if card is None:
        return False
    if sight.is_down:
        return card in sight.fitting()
    if _completes_contract(sight, card):
        return True
    if not _may_help(sight, card):
        return False
    size = len(sight.hand) + 1
    taken = _hope(sight, outlook(_plans(sight, [*sight.hand, card], size)), weights)
    drawn = _hope(sight, outlook(_plans(sight, sight.hand, size)) - 1, weights)
    return taken - weights.caught * _risk(sight, card) > drawn - weights.caught * _AVERAGE


def _may_buy(observation: View) -> bool:
    """Whether the top discard has to be thought about at all; quick."""
    public = observation["public"]
    hand = cards_of(observation["private"]["hand"])
    card = ROOK_INDEX[public["discard_top"]]
    return not public["contract_met"][observation["seat"]] and (
        card == ROOK or _company(card, [*hand, card], public["contract"]) > 0
    )


def _buys(sight: Sight, weights: Weights) -> bool:
    """Whether the top discard is worth holding two more cards."""
    card = sight.top
    if card is None:
        return False
    size = len(sight.hand) + 1
    passed = _hope(sight, outlook(_plans(sight, sight.hand, size)), weights)
    # the card that comes with it is one more that is seen
    bought = _hope(sight, outlook(_plans(sight, [*sight.hand, card], size + 2)) - 1, weights)
    cost = weights.caught * (_risk(sight, card) + _AVERAGE) + weights.extra
    return bought - passed > cost


def _completes_contract(sight: Sight, card: int) -> bool:
    contract = sight.contract
    hand = [*sight.hand, card]
    return can_lay(hand, contract.runs, contract.sets, sight.max_rooks, whole=contract.whole)


def _may_help(sight: Sight, card: int) -> bool:
    """Whether any card of the hand goes with this one."""
    contract = {"runs": sight.contract.runs, "sets": sight.contract.sets}
    return card == ROOK or _company(card, [*sight.hand, card], contract) > 0


# --- discarding -----------------------------------------------------------------------------------


def _discard(sight: Sight, cards: list[int], weights: Weights) -> int:
    """The costliest card that is of no use, to me or to the next player."""
    table = sight.fitting()
    worth = dict.fromkeys(cards, 0.0)
    if not sight.is_down:
        plans = _plans(sight, sight.hand, len(sight.hand))
        now = _hope(sight, outlook(plans), weights)
        for card, looks in losses(plans, cards).items():
            worth[card] += now - _hope(sight, looks, weights)
            if card in table:
                worth[card] += weights.fits
        nearest = min(plan.looks for plan in plans)
        near = [plan.fitting for plan in plans if plan.looks <= nearest + 1]
        for card in frozenset[int]().union(*near).intersection(cards):
            worth[card] += weights.fits
    for card in cards:
        worth[card] += _feeds(sight, card, table, weights) - weights.caught * _risk(sight, card)
    return min(cards, key=lambda card: (worth[card], -POINTS[card], card))


def _risk(sight: Sight, card: int) -> int:
    """The points that a card may cost; a Rook is soon laid, unless somebody goes out before."""
    if card == ROOK and sight.nearest_out is None:
        return _HIGH
    return POINTS[card]


def _feeds(sight: Sight, card: int, table: set[int], weights: Weights) -> float:
    """What it costs to let the next player have a card."""
    seat = sight.next_seat
    if sight.down[seat]:
        if card not in table:
            return 0.0
        # with one card left, the next player goes out
        return weights.feeds * (3 if sight.sizes[seat] == 1 else 1)
    if card == ROOK:
        return weights.feeds
    known = [other for other in sight.known[seat] if other != ROOK]
    if sight.contract.sets and any(other % NUMBERS == card % NUMBERS for other in known):
        return weights.hints
    colour = [other for other in known if other // NUMBERS == card // NUMBERS]
    if sight.contract.runs and any(abs(other - card) < 4 for other in colour):
        return weights.hints
    return 0.0


# --- how near the contract is ---------------------------------------------------------------------


def _plans(sight: Sight, hand: list[int], size: int) -> list[Plan]:
    """The plans of a hand that will have so many cards after the next draw."""
    contract = sight.contract
    whole = size if contract.whole else 0
    return plans_of(hand, sight.unseen, Wish(contract.runs, contract.sets, sight.max_rooks, whole))


def _hope(sight: Sight, looks: float, weights: Weights) -> float:
    """What it is worth to be so many cards from the contract."""
    horizon = _horizon(sight, weights)
    nearest = sight.nearest_out
    stake = weights.late if nearest is not None and nearest <= _FEW else weights.contract
    return stake * horizon / (horizon + max(0.0, looks))


def _horizon(sight: Sight, weights: Weights) -> float:
    """How many cards the others will probably see before one of them goes out."""
    elapsed = sight.turn_no / sight.players
    looks = LOOKS[sight.contract.number - 1] * max(weights.least, 1 - elapsed / weights.turns)
    nearest = sight.nearest_out
    if nearest is not None:
        looks = min(looks, (1 + weights.going * nearest) * (1 + _OTHERS * (sight.players - 1)))
    return looks
