"""How computer players of Toonerville Rook lay down, lay off and swap Rooks."""

from collections.abc import Iterable, Sequence

from engine.games._rook_melds import Meld, best
from engine.games._toonerville_cards import NUMBERS, POINTS, ROOK
from engine.games._toonerville_contract import read_contract, spelled
from engine.games._toonerville_melds import (
    laid_off,
    lay_menu,
    read_lay,
    swap_menu,
)
from engine.players._toonerville_sight import Sight


def way_down(sight: Sight, listed: Sequence[str]) -> str:
    """The lay-down after which the fewest cards are left that nothing on the table takes."""
    contract, most = sight.contract, sight.max_rooks
    ways = list(listed)
    if not sight.owed:
        # with a Rook owed, not every way is legal
        largest = best(sight.hand, contract.runs, contract.sets, most, whole=contract.whole)
        if largest is not None:
            ways.insert(0, spelled(largest))

    def leaves(way: str) -> tuple[int, int, int]:
        melds = read_contract(way, sight.hand, contract, most)
        hand = sight.hand.copy()
        for meld in melds:
            for card in meld.cards:
                hand.remove(card)
        left = after_laying_off(hand, [*sight.melds, *melds], most)
        exposed = sum(meld.cards.count(ROOK) for meld in melds if meld.is_run)
        # with one card left the discard ends the round
        cards = 0 if len(left) <= 1 else len(left)
        return cards, sum(POINTS[card] for card in left) if cards else 0, exposed

    return min(ways, key=leaves)


def after_laying_off(hand: Iterable[int], melds: Sequence[Meld], most: int | None) -> list[int]:
    """The cards that are left of a hand when all that fits has been laid off or swapped in."""
    table, left = list(melds), list(hand)
    lays = [lay_menu(meld, place, most) for place, meld in enumerate(table)]
    place = 0
    while place < len(table):
        fits = [(card, way) for card, way in lays[place] if card in left and card != ROOK]
        if not fits:
            place += 1
            continue
        card, way = fits[0]
        left.remove(card)
        table[place] = laid_off(table[place], card, read_lay(way, table, most)[2])
        lays[place] = lay_menu(table[place], place, most)
    if all(card != ROOK for menu in lays for card, _ in menu):
        return left
    # a Rook that is taken out for a card is laid off again
    for place, meld in enumerate(table):
        for card, _ in swap_menu(meld, place):
            if card in left:
                left.remove(card)
    return [card for card in left if card != ROOK]


def lay_off(sight: Sight, listed: Sequence[str]) -> str | None:
    """What plays a card of a player who is down: a lay-off or a swap; None if nothing does."""
    lays = [action for action in listed if action.startswith("lay=")]
    swaps = [action for action in listed if action.startswith("swap=")]
    rooks = [action for action in lays if action.startswith("lay=W")]
    natural = [action for action in lays if action not in rooks]
    bridges = [action for action in rooks if _makes_room(action, sight)]
    if natural:
        return max(natural, key=lambda action: _makes_room(action, sight))
    if bridges or swaps:
        return (bridges or swaps)[0]
    # a Rook in a set stays there, one in a run may be taken out by anybody
    return min(rooks, key=lambda action: _target(action, sight)[0].is_run, default=None)


def _target(action: str, sight: Sight) -> tuple[Meld, int, str]:
    """The meld that is laid off on, the card there or that a Rook stands for, and the run's end."""
    card, place, end = read_lay(action, sight.melds, sight.max_rooks)
    meld = sight.melds[place]
    if meld.is_run:
        first = meld.colour * NUMBERS + meld.low - 1
        card = first + len(meld.cards) if end == ">" else first - 1
    return meld, card, end


def _makes_room(action: str, sight: Sight) -> bool:
    """Whether the next card of a run, after the one that is laid off, is in the hand."""
    meld, card, end = _target(action, sight)
    after = card + (1 if end == ">" else -1)
    return meld.is_run and after // NUMBERS == meld.colour and after in sight.hand
