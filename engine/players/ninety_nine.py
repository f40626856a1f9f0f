"""Computer players for Ninety-Nine."""

from engine.game import Random, View
from engine.games.ninety_nine import LIMIT, MOVES, count_after

_WORTH_KEEPING = {"4": 6.0, "9": 6.0, "K": 5.0, "T": 4.0, "A": 1.0}
"""How much a card in hand will save one day; found by play against easy players."""
_BURDEN = 0.3
"""How much every point of any other card weighs against keeping it."""


def easy(observation: View, rng: Random) -> str:
    """Play any card, but never bust while there is a safe one."""
    actions = _safe_actions(observation) or observation["legal_actions"]
    return str(actions[rng.randrange(len(actions))])


def normal(observation: View, rng: Random) -> str:
    """Get rid of high cards while the pile allows it; keep 4, 9, K and 10 for when they save."""
    actions = _safe_actions(observation)
    if not actions:
        return easy(observation, rng)
    hand: list[str] = observation["private"]["hand"]
    return max(actions, key=lambda action: _rest_worth(hand, action))


def _safe_actions(observation: View) -> list[str]:
    """The legal actions that keep the pile at 99 or below."""
    count, negative = observation["public"]["pile"], observation["options"]["negative"]
    legal: list[str] = observation["legal_actions"]
    return [a for a in legal if count_after(count, a, negative=negative) <= LIMIT]


def _rest_worth(hand: list[str], action: str) -> tuple[float, int]:
    """What the other two cards are worth, and, where equal, how high the action counts."""
    rest = hand.copy()
    rest.remove(action[:2])
    return sum(_worth(card) for card in rest), MOVES[action].number


def _worth(card: str) -> float:
    rank = card[0]
    if rank in _WORTH_KEEPING:
        return _WORTH_KEEPING[rank]
    return -_BURDEN * (10 if rank in "JQ" else int(rank))
