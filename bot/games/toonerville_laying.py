"""Ways to lay down a contract of Toonerville Rook, with what each leaves in the hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move
from bot.games.rook_cards import shown_fact
from bot.games.toonerville_seen import (
    MOST_CHOICES,
    Seen,
    cut,
    held_lines,
    left_words,
    points_of,
    words_of,
)
from bot.text import Text
from engine.cards import ROOK as ROOK_NAME
from engine.game import IllegalAction
from engine.games._rook_melds import Meld, best
from engine.games._toonerville_cards import NUMBERS, ROOK, names
from engine.games._toonerville_contract import pays, read_contract, spelled, ways_to_lay_down

WAYS: Final = "ways"
"""The view with every way that is known."""
_SUGGESTED: Final = 3
_SHORTEST_RUN: Final = 4


@dataclass(frozen=True)
class Way:
    """A contract that may be laid down now."""

    action: str
    melds: tuple[Meld, ...]
    left: tuple[str, ...]
    """The cards that stay in the hand."""

    @property
    def rank(self) -> tuple[int, ...]:
        """The less it leaves the better, and the fewer Rooks it costs."""
        rooks = sum(meld.cards.count(ROOK) for meld in self.melds)
        return points_of(self.left), len(self.left), rooks

    @property
    def shape(self) -> tuple[object, ...]:
        """The same for ways that hardly differ."""
        melds = (
            (meld.is_run, meld.colour, meld.low if not meld.is_run else self._natural(meld))
            for meld in self.melds
        )
        return (*sorted(melds), self.left.count(ROOK_NAME))

    @staticmethod
    def _natural(run: Meld) -> int:
        return min(card for card in run.cards if card != ROOK)


def why_not(seen: Seen, action: str) -> str:
    """Why the rules refuse to have this contract laid down now; "" if they don't."""
    try:
        melds = read_contract(action, seen.cards, seen.contract, seen.max_rooks)
    except IllegalAction as refused:
        return refusal_words(refused, seen.text)
    if not pays(melds, seen.owed, seen.melds, seen.max_rooks):
        return seen.text.gettext("After that you couldn't play every Rook that you owe.")
    return ""


def refusal_words(refused: IllegalAction, text: Text) -> str:
    """The reason of a refusal, with cards as people write them."""
    facts = {name: shown_fact(value, text) for name, value in refused.facts.items()}
    return text.gettext(refused.template, **facts)


def way_of(seen: Seen, melds: Iterable[Meld]) -> Way:
    """The way that lays these melds down."""
    laid = tuple(melds)
    left = Counter(seen.cards) - Counter(card for meld in laid for card in meld.cards)
    return Way(spelled(laid), laid, tuple(names(sorted(left.elements()))))


def suggestions(seen: Seen) -> list[Way]:
    """Up to three ways that really differ, the one that leaves the fewest points first."""
    chosen: dict[tuple[object, ...], Way] = {}
    for way in sorted(_candidates(seen), key=lambda way: way.rank):
        chosen.setdefault(way.shape, way)
    return list(chosen.values())[:_SUGGESTED]


def every_way(seen: Seen) -> list[Way]:
    """The suggestions, then what else is listed as legal, as many as a menu holds."""
    ways = {way.action: way for way in (*suggestions(seen), *_listed(seen))}
    return list(ways.values())[:MOST_CHOICES]


def suggested_actions(seen: Seen) -> list[str]:
    """The actions of the suggestions to a seat whose legal actions aren't known."""
    if not seen.in_turn or seen.is_down:
        return []
    legal = ways_to_lay_down(seen.cards, seen.owed, seen.melds, seen.contract, seen.max_rooks)
    return [way.action for way in suggestions(_with_legal(seen, legal))]


def _with_legal(seen: Seen, legal: Sequence[str]) -> Seen:
    return Seen(seen.scene, seen.seat, seen.hand, legal)


def _listed(seen: Seen) -> list[Way]:
    return [
        way_of(seen, read_contract(action, seen.cards, seen.contract, seen.max_rooks))
        for action in seen.actions("meld")
    ]


def _candidates(seen: Seen) -> list[Way]:
    """What is listed, as large as can be without more Rooks, and the largest of all."""
    listed, contract = _listed(seen), seen.contract
    grown = [way_of(seen, _grown(seen, way)) for way in listed]
    largest = best(seen.cards, contract.runs, contract.sets, seen.max_rooks, whole=contract.whole)
    if listed and largest is not None:
        grown.append(way_of(seen, largest))
    return [way for way in grown if not why_not(seen, way.action)] or listed


def _grown(seen: Seen, way: Way) -> list[Meld]:
    """The melds with every natural card of the hand that fits on them."""
    left = Counter(seen.cards) - Counter(card for meld in way.melds for card in meld.cards)
    runs_first = sorted(way.melds, key=lambda meld: not meld.is_run)
    return [_longer(meld, left) if meld.is_run else _wider(meld, left) for meld in runs_first]


def _longer(run: Meld, left: Counter[int]) -> Meld:
    """The run as long as natural cards make it, without Rooks at its ends that it doesn't need."""
    cards, low = run.cards, run.low
    first = run.colour * NUMBERS
    while low > 1 and left[first + low - 2]:
        low -= 1
        left[first + low - 1] -= 1
        cards = (first + low - 1, *cards)
    while low + len(cards) <= NUMBERS and left[following := first + low - 1 + len(cards)]:
        left[following] -= 1
        cards = (*cards, following)
    while len(cards) > _SHORTEST_RUN and cards[-1] == ROOK:
        cards = cards[:-1]
    while len(cards) > _SHORTEST_RUN and cards[0] == ROOK:
        cards, low = cards[1:], low + 1
    return run._replace(cards=cards, low=low)


def _wider(some: Meld, left: Counter[int]) -> Meld:
    more = sorted(card for card in left.elements() if _is_of(card, some))
    for card in more:
        left[card] -= 1
    naturals = sorted([*more, *(card for card in some.cards if card != ROOK)])
    return some._replace(cards=(*naturals, *[ROOK] * some.cards.count(ROOK)))


def _is_of(card: int, some: Meld) -> bool:
    return card != ROOK and card % NUMBERS + 1 == some.low


# --- words and buttons ----------------------------------------------------------------------------


def melds_words(melds: Iterable[Meld], text: Text) -> str:
    """Melds in few words: 7 7 7 · 3–4–5–6 green."""
    return " · ".join(words_of(meld, text) for meld in melds)


def way_lines(seen: Seen, ways: Sequence[Way]) -> str:
    """Numbered ways, each with what it leaves."""
    text = seen.text
    return "\n".join(
        text.gettext(
            "- **{number}**: {melds} → {left}",
            number=number,
            melds=melds_words(way.melds, text),
            left=left_words(seen, way.left),
        )
        for number, way in enumerate(ways, start=1)
    )


def laying_lines(seen: Seen, ways: Sequence[Way]) -> str:
    """The suggestions in words."""
    heading = seen.text.ngettext(
        "You can lay your contract down:", "You can lay your contract down in these ways:",
        len(ways),
    )  # fmt: skip
    return f"{heading}\n{way_lines(seen, ways)}"


def laying_controls(seen: Seen, ways: Sequence[Way], build: str) -> list[Control]:
    """A button a suggestion, and the way to more; `build` is the view that begins building."""
    text = seen.text
    controls: list[Control] = []
    for number, way in enumerate(ways, start=1):
        label = text.gettext("Lay down {number}", number=number)
        if not way.left:
            label = text.gettext("Lay down {number} and go out", number=number)
        controls.append(Move(way.action, label))
    if len(every_way(seen)) > len(ways):
        controls.append(Look(WAYS, text.gettext("More ways")))
    controls.append(Look(build, text.gettext("Build it myself")))
    return controls


def ways_page(seen: Seen) -> Hand | None:
    """Every way to lay down that is known, in a menu."""
    text, ways = seen.text, every_way(seen)
    if not ways:
        return None
    choices = tuple(
        Choice(
            way.action,
            cut(f"{number}. {melds_words(way.melds, text)}"),
            cut(left_words(seen, way.left)),
        )
        for number, way in enumerate(ways, start=1)
    )
    lines = (text.gettext("Ways to lay your contract down:"), way_lines(seen, ways))
    return Hand(
        (*lines, held_lines(seen)),
        (Menu(text.gettext("Lay down …"), choices), Look("", text.gettext("Back"))),
    )
