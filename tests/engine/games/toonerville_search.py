"""Whether a hand holds a contract of Toonerville Rook: every possibility is tried, plainly."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

COLOURS = "BGRY"
ROOK = "W"


def contract_exists(hand: Sequence[str], runs: int, sets: int, max_rooks: int) -> bool:
    """Whether so many runs and sets can be laid from the hand.

    Runs of four and sets of three are enough to look for: a longer meld can do without a card.
    """
    if len(hand) < 4 * runs + 3 * sets:
        return False
    spans = [[f"{colour}{low + i}" for i in range(4)] for colour in COLOURS for low in range(1, 12)]
    tried: set[tuple[tuple[str, ...], int, int]] = set()

    def search(rest: list[str], runs: int, first: int) -> bool:
        if runs == 0:
            return _sets_exist(rest, sets, max_rooks)
        position = tuple(sorted(rest)), runs, first
        if position in tried:
            return False
        tried.add(position)
        return any(
            search(after, runs - 1, i)
            for i in range(first, len(spans))
            for after in _without_a_run(rest, spans[i], max_rooks)
        )

    return search(list(hand), runs, 0)


def whole_hand_exists(hand: Sequence[str], max_rooks: int) -> bool:
    """Whether all of the hand can be laid as two runs and two sets (TR-14)."""
    spans = [
        [f"{colour}{number}" for number in range(low, high + 1)]
        for colour in COLOURS
        for low in range(1, 12)
        for high in range(low + 3, 15)
        if high - low + 1 <= len(hand) - 10
    ]
    rooks = hand.count(ROOK)
    spans = [span for span in spans if sum(card in hand for card in span) >= len(span) - rooks]
    return any(
        _two_sets_of_all(rest, max_rooks)
        for one, two in combinations_with_replacement(spans, 2)
        for between in _without_a_run(hand, one, max_rooks)
        for rest in _without_a_run(between, two, max_rooks)
    )


def _without_a_run(hand: Sequence[str], span: list[str], max_rooks: int) -> Iterator[list[str]]:
    """What is left of the hand after the run, for every way of putting Rooks into it."""
    missing = sum(card not in hand for card in span)
    for rooks in range(missing, min(hand.count(ROOK), max_rooks, len(span) - 1) + 1):
        for naturals in combinations(span, len(span) - rooks):
            if all(card in hand for card in naturals):
                rest = list(hand)
                for card in (*naturals, *[ROOK] * rooks):
                    rest.remove(card)
                yield rest


def _sets_exist(hand: Sequence[str], sets: int, max_rooks: int) -> bool:
    """Whether so many sets of three can be laid, each with a card of its own."""
    counts = list(Counter(card[1:] for card in hand if card != ROOK).values())

    def search(counts: list[int], rooks: int, sets: int) -> bool:
        if sets == 0 or not counts:
            return sets == 0
        cards, *others = counts
        for here in range(min(cards, sets) + 1):
            need = max(0, 3 * here - cards)
            if need <= min(rooks, here * min(2, max_rooks)) and search(
                others, rooks - need, sets - here
            ):
                return True
        return False

    return search(counts, hand.count(ROOK), sets)


def _two_sets_of_all(hand: Sequence[str], max_rooks: int) -> bool:
    counts = sorted(Counter(card[1:] for card in hand if card != ROOK).values())
    if len(counts) == 1:
        splits = [(one, counts[0] - one) for one in range(1, counts[0])]
    else:
        splits = [(counts[0], counts[1])] if len(counts) == 2 else []
    rooks = hand.count(ROOK)
    return any(
        min(here, rooks - here) >= 0
        and max(here, rooks - here) <= max_rooks
        and min(split[0] + here, split[1] + rooks - here) >= 3
        for split in splits
        for here in range(rooks + 1)
    )
