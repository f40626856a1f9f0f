"""The melds on the table of Toonerville Rook: what may be laid off on them, and which Rooks swap.

A meld's cards stand in its order; a run's `low` is the number of its first card, a set's is its
number.
"""

from collections.abc import Sequence

from engine.cards import COLOURS, ROOK_INDEX
from engine.game import IllegalAction, View
from engine.games._rook_melds import Meld
from engine.games._toonerville_cards import NAMES, NUMBERS, ROOK, cards_of

IDS = tuple(f"m{number}" for number in range(1, 26))
"""Five players lay down at most five melds each."""
_PLACES = {name: place for place, name in enumerate(IDS)}

UNLIMITED = 999
"""More Rooks than there are."""

Menu = tuple[tuple[int, str], ...]
"""Cards, each with the action that plays it."""


def room(meld: Meld, max_rooks: int | None) -> int:
    """How many more Rooks can be laid off on a meld."""
    most = UNLIMITED if max_rooks is None else max_rooks - meld.cards.count(ROOK)
    return min(most, NUMBERS - len(meld.cards)) if meld.is_run else most


def stands_for(meld: Meld) -> list[str]:
    """Each card's name, and for each Rook the card in a run, the number in a set."""
    if not meld.is_run:
        return [str(meld.low) if card == ROOK else NAMES[card] for card in meld.cards]
    return [
        f"{COLOURS[meld.colour]}{number}" for number, _ in enumerate(meld.cards, start=meld.low)
    ]


def lay_menu(meld: Meld, place: int, max_rooks: int | None) -> Menu:
    """Every card that fits on a meld, with its action, the Rook last."""
    name = IDS[place]
    takes_rook = room(meld, max_rooks) > 0
    if not meld.is_run:
        cards = [
            *range(meld.low - 1, ROOK, NUMBERS),
            *([ROOK] if takes_rook else []),
        ]
        return tuple((card, f"lay={NAMES[card]}@{name}") for card in cards)
    menu: list[tuple[int, str]] = []
    ends = _ends(meld)
    menu += [(card, f"lay={NAMES[card]}@{name}") for card in ends.values()]
    if takes_rook:
        menu += [(ROOK, f"lay={NAMES[ROOK]}@{name}{end}") for end in ends]
    return tuple(menu)


def swap_menu(meld: Meld, place: int) -> Menu:
    """TR-11: the card that each Rook of a run stands for, with the action that swaps them."""
    if not meld.is_run:
        return ()
    first = _first(meld)
    return tuple(
        (first + step, f"swap={NAMES[first + step]}@{IDS[place]}")
        for step, card in enumerate(meld.cards)
        if card == ROOK
    )


def laid_off(meld: Meld, card: int, end: str) -> Meld:
    """The meld with one more card, at the end "<" or ">" of a run."""
    if end == "<":
        return meld._replace(cards=(card, *meld.cards), low=meld.low - 1)
    return meld._replace(cards=(*meld.cards, card))


def swapped(meld: Meld, card: int) -> Meld:
    """The run with a card in the place of the Rook that stands for it."""
    step = card - _first(meld)
    return meld._replace(cards=(*meld.cards[:step], card, *meld.cards[step + 1 :]))


def read_lay(action: str, melds: Sequence[Meld], max_rooks: int | None) -> tuple[int, int, str]:
    """The card of a `lay=`, its meld's place and the end of a run ("" on a set); or refuse it."""
    end = action[-1:] if action.endswith(("<", ">")) else ""
    card, place = _target(action.removesuffix(end), melds)
    meld, name = melds[place], IDS[place]
    if end and not (card == ROOK and meld.is_run):
        raise IllegalAction("Only for a Rook on a run you say at which end it goes.")
    if card == ROOK and max_rooks is not None and meld.cards.count(ROOK) >= max_rooks:
        raise IllegalAction(
            "{meld} takes no more Rooks: at this table a meld holds at most {most}.",
            meld=name,
            most=max_rooks,
        )
    if not meld.is_run:
        if card not in (ROOK, *range(meld.low - 1, ROOK, NUMBERS)):
            raise IllegalAction(
                "{card} doesn't belong to {meld}, a set of the number {number}.",
                card=NAMES[card],
                meld=name,
                number=meld.low,
            )
        return card, place, ""
    ends = _ends(meld)
    if card == ROOK:
        if not end:
            raise IllegalAction("Say at which end of {meld} the Rook goes, < or >.", meld=name)
        if end not in ends:
            raise IllegalAction("{meld} has no room at that end.", meld=name)
        return card, place, end
    for side, fitting in ends.items():
        if card == fitting:
            return card, place, side
    raise IllegalAction("{card} fits at neither end of {meld}.", card=NAMES[card], meld=name)


def read_swap(action: str, melds: Sequence[Meld]) -> tuple[int, int]:
    """The card of a `swap=` and the place of its run; or refuse it (TR-11)."""
    card, place = _target(action, melds)
    if not melds[place].is_run:
        raise IllegalAction("{meld} is a set, and a Rook in a set stays.", meld=IDS[place])
    if all(natural != card for natural, _ in swap_menu(melds[place], place)):
        raise IllegalAction(
            "No Rook in {meld} stands for {card}.", meld=IDS[place], card=NAMES[card]
        )
    return card, place


def meld_seen(view: View) -> Meld:
    """The meld that a view of it shows."""
    cards, first = tuple(cards_of(view["cards"])), view["stands_for"][0]
    if view["kind"] == "set":
        number = next(card for card in cards if card != ROOK) % NUMBERS + 1
        return Meld(is_run=False, cards=cards, low=number, colour=-1)
    colour, number = divmod(ROOK_INDEX[first], NUMBERS)
    return Meld(is_run=True, cards=cards, low=number + 1, colour=colour)


def _target(action: str, melds: Sequence[Meld]) -> tuple[int, int]:
    """The card and the meld's place in `lay=R7@m3` or `swap=R7@m3`."""
    card, _, name = action.partition("=")[2].partition("@")
    if card not in ROOK_INDEX:
        raise IllegalAction("There is no such card in a Rook deck.")
    place = _PLACES.get(name)
    if place is None or place >= len(melds):
        raise IllegalAction("There is no such meld on the table.")
    return ROOK_INDEX[card], place


def _first(run: Meld) -> int:
    """The card that stands first in a run, or for which the Rook there stands."""
    return run.colour * NUMBERS + run.low - 1


def _ends(run: Meld) -> dict[str, int]:
    """The card that comes next at each end of a run, where there is one."""
    first, after = _first(run), run.low + len(run.cards)
    ends = {"<": first - 1} if run.low > 1 else {}
    return {**ends, ">": first + len(run.cards)} if after <= NUMBERS else ends
