"""Laying down a contract of Toonerville Rook, and whether the Rooks owed can still be played.

A player who owes Rooks (TR-11) must be able to play all of them before the turn ends. Whoever is
down lays them off, so the melds on the table need room. Whoever isn't must lay down the contract
first, if need be after more swaps. Laid down as small as can be (runs of four, sets of three), each
meld takes in as many Rooks as a meld may hold, with those that it is laid down with; without
`max_rooks` at least ten, and a game has five Rooks at most. A larger contract never takes in more.
"""

from collections.abc import Sequence
from typing import Literal

from engine.cards import ROOK_INDEX
from engine.game import IllegalAction
from engine.games._rook_melds import Meld, can_lay, lay_downs, meld_of
from engine.games._toonerville_cards import NAMES, ROOK, Contract
from engine.games._toonerville_melds import room, swap_menu, swapped
from engine.games._toonerville_refusals import not_held

LISTED = 10
"""How many ways to lay down a contract are listed (C-12)."""

_SMALLEST_RUN = 4
_SMALLEST_SET = 3
_LARGEST = 25
"""The cards of one number in five decks, and their Rooks."""
_ROOKS_PER_MELD = 10
_KINDS: dict[str, Literal["run", "set"]] = {"r": "run", "s": "set"}


def read_contract(
    action: str, hand: Sequence[int], contract: Contract, max_rooks: int | None
) -> tuple[Meld, ...]:
    """The melds of a `meld=`, in the order written; or refuse them."""
    melds: list[tuple[str, list[int]]] = []
    for text in action.partition("=")[2].split("|"):
        kind, _, cards = text.partition(":")
        if kind not in _KINDS:
            raise IllegalAction("A run is written r: and its cards, a set s: and its cards.")
        try:
            melds.append((kind, [ROOK_INDEX[card] for card in cards.split(",")]))
        except KeyError:
            raise IllegalAction("There is no such card in a Rook deck.") from None
    kinds = [kind for kind, _ in melds]
    if (kinds.count("r"), kinds.count("s")) != (contract.runs, contract.sets):
        raise wrong_contract(contract)
    used = [card for _, cards in melds for card in cards]
    for card in used:
        if used.count(card) > hand.count(card):
            if card not in hand:
                raise not_held(card)
            raise IllegalAction("You used {card} more often than you hold it.", card=NAMES[card])
    if contract.whole and len(used) != len(hand):
        raise IllegalAction("In the last round the contract must use your whole hand.")
    if any(len(cards) > _LARGEST for _, cards in melds):
        raise IllegalAction("No meld has so many cards.")
    # a set's cards stand in the order laid
    return tuple(
        meld_of(_KINDS[kind], cards, max_rooks)._replace(cards=tuple(cards))
        for kind, cards in melds
    )


def wrong_contract(contract: Contract) -> IllegalAction:
    """The reason why melds in another number than the contract's are refused (TR-10)."""
    facts = {"round": contract.number, "runs": contract.runs, "sets": contract.sets}
    if not contract.runs:
        return IllegalAction("Round {round} asks for {sets} sets, no more and no less.", **facts)
    if not contract.sets:
        return IllegalAction("Round {round} asks for {runs} runs, no more and no less.", **facts)
    match contract.runs, contract.sets:
        case 1, 1:
            return IllegalAction("Round {round} asks for 1 run and 1 set.", **facts)
        case 1, _:
            return IllegalAction("Round {round} asks for 1 run and {sets} sets.", **facts)
        case _, 1:
            return IllegalAction("Round {round} asks for {runs} runs and 1 set.", **facts)
    return IllegalAction("Round {round} asks for {runs} runs and {sets} sets.", **facts)


def can_pay(owed: int, melds: Sequence[Meld], max_rooks: int | None) -> bool:
    """Whether a player who is down can lay off so many Rooks."""
    return owed <= 0 or owed <= sum(room(meld, max_rooks) for meld in melds)


def can_still_pay(
    hand: Sequence[int],
    owed: int,
    melds: Sequence[Meld],
    contract: Contract,
    max_rooks: int | None,
    first: int = 0,
) -> bool:
    """Whether a player who isn't down can lay down and play so many Rooks.

    Further swaps may be needed for that; those in the runs from the place `first` on are tried.
    """
    runs, sets = contract.runs, contract.sets
    taken_in = (runs + sets) * (max_rooks or _ROOKS_PER_MELD)
    if not can_pay(owed - taken_in, melds, max_rooks):
        return False  # and a swap, which makes room for one Rook and adds one, doesn't help
    if can_lay(hand, runs, sets, max_rooks, whole=contract.whole):
        return True
    for place in range(first, len(melds)):
        for card, _ in swap_menu(melds[place], place):
            if card in hand:
                table = [*melds[:place], swapped(melds[place], card), *melds[place + 1 :]]
                left = swap_in(hand, card)
                if can_still_pay(left, owed + 1, table, contract, max_rooks, place):
                    return True
    return False


def swap_in(hand: Sequence[int], card: int) -> list[int]:
    """The hand with a Rook instead of a card."""
    at = hand.index(card)
    return [*hand[:at], *hand[at + 1 :], ROOK]


def ways_to_lay_down(
    hand: Sequence[int],
    owed: int,
    melds: Sequence[Meld],
    contract: Contract,
    max_rooks: int | None,
) -> tuple[str, ...]:
    """Some `meld=` actions, the best first; none only if there is none."""
    runs, sets, whole = contract.runs, contract.sets, contract.whole
    if not can_lay(hand, runs, sets, max_rooks, whole=whole):
        return ()
    ways = lay_downs(hand, runs, sets, max_rooks, whole=whole, limit=LISTED)
    if owed:
        ways = [way for way in (*ways, _smallest(ways[0])) if pays(way, owed, melds, max_rooks)]
    return tuple(dict.fromkeys(map(spelled, ways)))


def pays(way: Sequence[Meld], owed: int, melds: Sequence[Meld], max_rooks: int | None) -> bool:
    """Whether so many Rooks can be played by laying down this contract."""
    played = sum(meld.cards.count(ROOK) for meld in way)
    return can_pay(owed - played, [*melds, *way], max_rooks)


def _smallest(way: Sequence[Meld]) -> tuple[Meld, ...]:
    """The same contract cut down to runs of four and sets of three."""
    return tuple(_cut(meld) for meld in way)


def _cut(meld: Meld) -> Meld:
    """The first cards of a meld that are enough, one of them natural."""
    if not meld.is_run:
        natural_first = sorted(meld.cards)
        return meld._replace(cards=tuple(natural_first[:_SMALLEST_SET]))
    natural = next(step for step, card in enumerate(meld.cards) if card != ROOK)
    start = max(0, natural + 1 - _SMALLEST_RUN)
    return meld._replace(cards=meld.cards[start : start + _SMALLEST_RUN], low=meld.low + start)


def spelled(way: Sequence[Meld]) -> str:
    """The action that lays down these melds."""
    return "meld=" + "|".join(
        f"{'r' if meld.is_run else 's'}:{','.join(NAMES[card] for card in meld.cards)}"
        for meld in way
    )
