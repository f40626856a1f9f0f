"""Standing answers: what a person has said once and for all about buying.

"" is none: ask me. "pass" passes until the person says otherwise. "only:" with items, joined by
commas, asks about these alone: card names of a Rook deck (`R7`, `W`), colours (`R`), numbers (`7`).
Everything else is passed.
"""

from engine.cards import COLOURS, ROOK_DECK, ROOK_NUMBERS
from engine.game import View

LONGEST = 100
"""Characters of a standing answer at most."""
PASS = "pass"  # noqa: S105 - a word of the game
_ONLY = "only:"
_ITEMS = frozenset({*ROOK_DECK, *COLOURS, *map(str, ROOK_NUMBERS)})


def parse_standing(standing: str) -> frozenset[str] | None:
    """The items that the person wants to be asked about, None for all; ValueError if unreadable."""
    if not standing:
        return None
    if standing == PASS:
        return frozenset()
    items = standing.removeprefix(_ONLY).split(",")
    if not standing.startswith(_ONLY) or len(standing) > LONGEST or not _ITEMS.issuperset(items):
        raise ValueError("a standing answer is pass, or only: with cards, colours and numbers")
    return frozenset(items)


def standing_answer(standing: str, card: str) -> str | None:
    """Return "pass" if that is the answer about a Rook-deck card, None if the person is asked."""
    wanted = parse_standing(standing)
    return PASS if wanted is not None and wanted.isdisjoint((card, card[0], card[1:])) else None


def answer_left(standing: str, public: View) -> str | None:
    """Return the action that the answer makes where this is what everybody sees, if any.

    That is so in a purchase of Toonerville Rook (TR-9).
    """
    if public.get("phase") != "buy":
        return None
    return standing_answer(standing, public["discard_top"])
