"""Ninety-Nine tables with arranged cards: say what is played, and the deck that allows it is built.

A line is a list of actions such as `["KS", "9D", "TH=-10"]`, the first by the seat on the
dealer's left. Only a line's last action may bust, for the deal after a bust can't be arranged.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import engine
from tests.engine.reference import french_deck

SEED = bytes(range(32))
HAND = 3
STEPS = (  # cards that climb to any count, most first
    *((f"{rank}{suit}", 10) for rank in "QJ" for suit in "CDHS"),
    *((f"{rank}{suit}", int(rank)) for rank in "876532" for suit in "CD"),
    *((f"A{suit}=1", 1) for suit in "CD"),
)


def card_of(action: str) -> str:
    """The card that an action plays."""
    return action.partition("=")[0]


def climb(count: int, avoid: Sequence[str] = ()) -> list[str]:
    """Plain actions that take the pile from 0 to exactly `count`, without the cards to avoid."""
    line, taken = [], {card_of(action) for action in avoid}
    for action, value in STEPS:
        if value <= count and card_of(action) not in taken:
            line.append(action)
            count -= value
    if count:
        raise ValueError(f"no way to climb the last {count}")
    return line


def seats_of(line: Sequence[str], players: int, first: int = 0) -> list[int]:
    """Who plays each action of the line (nobody being out)."""
    seats, seat, direction = [], first, 1
    for action in line:
        seats.append(seat)
        if action.startswith("4"):
            direction = -direction
        seat = (seat + direction) % players
    return seats


def arranged_deck(
    line: Sequence[str],
    players: int,
    first: int = 0,
    hold: Mapping[int, Sequence[str]] | None = None,
    decks: int = 1,
) -> list[str]:
    """A full legal deck, top first, with which the line can be played.

    `hold` names cards that a seat has from the deal and keeps throughout.
    """
    kept = {seat: list((hold or {}).get(seat, ())) for seat in range(players)}
    seats = seats_of(line, players, first)
    plays: dict[int, list[str]] = {seat: [] for seat in range(players)}
    for seat, action in zip(seats, line, strict=True):
        plays[seat].append(card_of(action))
    spare = _without(french_deck(decks), [*chain(*kept.values()), *map(card_of, line)])
    hands = {}
    for seat in range(players):
        own = HAND - len(kept[seat])
        hand = kept[seat] + plays[seat][:own]
        plays[seat] = plays[seat][own:]
        hands[seat] = hand + [spare.pop() for _ in range(HAND - len(hand))]
    order = [(first + i) % players for i in range(players)]
    top = [hands[seat][i] for i in range(HAND) for seat in order]
    draws = [plays[seat].pop(0) if plays[seat] else spare.pop() for seat in seats if spare]
    return top + draws + spare


def _without(deck: Sequence[str], cards: Sequence[str]) -> list[str]:
    left, wanted = list(deck), Counter(cards)
    if wanted - Counter(left):
        raise ValueError(f"not in the deck: {sorted((wanted - Counter(left)).elements())}")
    for card in cards:
        left.remove(card)
    return left


def rig(
    line: Sequence[str],
    players: int = 2,
    dealer: int | None = None,
    hold: Mapping[int, Sequence[str]] | None = None,
    **options: Any,
) -> engine.State:
    """The start of a game in which the line can be played; seat 0 begins unless a dealer is named.

    `hold` is as for `arranged_deck`.
    """
    game = engine.load_game("ninetynine", players=players, options=options)
    dealer = players - 1 if dealer is None else dealer
    decks = len(game.full_deck()) // 52
    deck = arranged_deck(line, players, (dealer + 1) % players, hold, decks)
    return game.new_initial_state(seed=SEED, dealer=dealer, deck=deck)


def drive(state: engine.State, line: Sequence[str]) -> engine.State:
    """Let whoever is on turn play each action of the line."""
    for action in line:
        (seat,) = state.current_players()
        state.apply(seat, action)
    return state


def played(
    line: Sequence[str],
    players: int = 2,
    dealer: int | None = None,
    hold: Mapping[int, Sequence[str]] | None = None,
    **options: Any,
) -> engine.State:
    """The arranged game after the line was played."""
    return drive(rig(line, players, dealer, hold, **options), line)


def after(count: int, *actions: str, **options: Any) -> engine.State:
    """Two players have taken the pile to `count`; then the actions were played."""
    return played([*climb(count, actions), *actions], **options)


def count_after(pile: int, action: str) -> int:
    """What the action makes of the pile where it may go below 0."""
    card, _, choice = action.partition("=")
    if card[0] == "K":
        return 99
    zero_or_ten = {"4": 0, "9": 0, "J": 10, "Q": 10}
    if choice:
        return pile + int(choice)
    return pile + zero_or_ten[card[0]] if card[0] in zero_or_ten else pile + int(card[0])


def mildest(state: engine.State) -> str:
    """The action of a player who wants a long round: no bust, no king, the lowest count."""
    (seat,) = state.current_players()
    pile = state.public()["pile"]

    def harm(action: str) -> tuple[bool, bool, int]:
        count = count_after(pile, action)
        return count > 99, action[0] == "K", count

    return min(state.legal_actions(seat), key=harm)
