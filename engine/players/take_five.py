"""Computer players for Take 5: easy ones pick by chance, normal ones play the round on in thought.

The normal player deals the unseen cards to the others many times, plays each of its cards against
them and the rest of the round by simple habits, and picks the card that cost least on average. That
counts the cards that can fall in between, the sixth places, and which cards are safe only now.
"""

from collections.abc import Sequence

from engine.game import Random, View
from engine.games.take_five_cards import FULL_ROW, HAND_CARDS, HEADS, ROWS

WORK = 3_000
"""Cards that are placed in thought for one pick, other players' not counted."""
MOST_DEALS = 200
"""How often at most the unseen cards are dealt anew for one pick."""
_HABIT = 0.5
"""The share of picks that others are thought to make by the closest gap; the rest are any card."""

_Row = tuple[int, int, int]
"""A row in thought: its last card, its number of cards, its bull heads."""


def easy(observation: View, rng: Random) -> str:
    """Pick any card; take the cheapest row."""
    actions: list[str] = observation["legal_actions"]
    if observation["public"]["phase"] == "row":
        return _cheapest_row(observation)
    return actions[rng.randrange(len(actions))]


def closest_gap(observation: View, rng: Random) -> str:  # noqa: ARG001
    """Pick the card with the least gap to a row that isn't full; take the cheapest row."""
    if observation["public"]["phase"] == "row":
        return _cheapest_row(observation)
    hand = [int(card) for card in observation["legal_actions"]]
    return str(_gap_pick(_rows(observation), hand))


def normal(observation: View, rng: Random) -> str:
    """Pick the card that costs least over the round, as far as can be told."""
    if observation["public"]["phase"] == "row":
        return _cheapest_row(observation)
    hand = [int(card) for card in observation["private"]["hand"]]
    legal = [int(card) for card in observation["legal_actions"]]
    if len(legal) == 1:
        return str(legal[0])
    others = observation["players"] - 1
    unseen = _unseen(observation, hand)
    costs = dict.fromkeys(legal, 0)
    for _ in range(min(MOST_DEALS, WORK // len(hand) ** 2)):
        rng.shuffle(unseen)
        hands = [unseen[other * len(hand) : (other + 1) * len(hand)] for other in range(others)]
        # the same luck for every card that is tried: only the card makes the difference
        luck = [[rng.random() for _ in hand] for _ in range(others)]
        for card in legal:
            costs[card] += _play_on(_rows(observation), card, hand, hands, luck)
    return str(min(costs, key=lambda card: (costs[card], card)))


def _cheapest_row(observation: View) -> str:
    rows = _rows(observation)
    return f"row{min(range(ROWS), key=lambda row: (rows[row][2], rows[row][1])) + 1}"


def _rows(observation: View) -> list[_Row]:
    rows = [[int(card) for card in row] for row in observation["public"]["rows"]]
    return [(row[-1], len(row), sum(HEADS[card] for card in row)) for row in rows]


def _unseen(observation: View, hand: Sequence[int]) -> list[int]:
    """The cards that others may hold: not shown in this round, and not mine."""
    players = observation["players"]
    tactical = observation["options"]["deck"] == "tactical"
    highest = HAND_CARDS * players + ROWS if tactical else len(HEADS) - 1
    seen = set(hand)
    for event in reversed(observation["history"]):
        if event["type"] == "reveal":
            seen.update(int(card) for card in event["cards"])
        elif event["type"] == "round":
            seen.update(int(card) for card in event["rows"])
            break
    return [card for card in range(1, highest + 1) if card not in seen]


def _gap_pick(rows: Sequence[_Row], hand: Sequence[int]) -> int:
    best, least = None, len(HEADS)
    for card in hand:
        end = cards = 0
        for last, length, _ in rows:
            if end < last < card:
                end, cards = last, length
        if end and cards < FULL_ROW and card - end < least:
            best, least = card, card - end
    return min(hand) if best is None else best


def _place(rows: list[_Row], card: int) -> int:
    """Put a card on its row, or take the cheapest one; return the bull heads that it costs."""
    place, end = -1, 0
    for number, (last, _, _) in enumerate(rows):
        if end < last < card:
            place, end = number, last
    if place < 0:
        place = min(range(ROWS), key=lambda number: rows[number][2])
    elif rows[place][1] < FULL_ROW:
        _, length, heads = rows[place]
        rows[place] = (card, length + 1, heads + HEADS[card])
        return 0
    cost = rows[place][2]
    rows[place] = (card, 1, HEADS[card])
    return cost


def _play_on(
    rows: list[_Row],
    card: int,
    hand: Sequence[int],
    hands: Sequence[Sequence[int]],
    luck: Sequence[Sequence[float]],
) -> int:
    """Play a card now and the round on by habit; return my bull heads."""
    mine, theirs = list(hand), [list(other) for other in hands]
    cost = 0
    for trick in range(len(hand)):
        my_pick = card if trick == 0 else _gap_pick(rows, mine)
        mine.remove(my_pick)
        picks = [my_pick]
        for other, chances in zip(theirs, luck, strict=True):
            chance = chances[trick]
            if chance < _HABIT:
                pick = _gap_pick(rows, other)
            else:
                pick = other[int((chance - _HABIT) / (1 - _HABIT) * len(other))]
            other.remove(pick)
            picks.append(pick)
        for placed in sorted(picks):
            heads = _place(rows, placed)
            if placed == my_pick:
                cost += heads
    return cost
