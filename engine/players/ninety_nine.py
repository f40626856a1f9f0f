"""Computer players for Ninety-Nine."""

from engine.game import Random, View
from engine.games.ninety_nine import LIMIT, count_after


def easy(observation: View, rng: Random) -> str:
    """Play any card, but never bust while there is a safe one."""
    actions = safe_actions(observation) or observation["legal_actions"]
    return str(actions[rng.randrange(len(actions))])


def safe_actions(observation: View) -> list[str]:
    """The legal actions that keep the pile at 99 or below."""
    count, negative = observation["public"]["pile"], observation["options"]["negative"]
    legal: list[str] = observation["legal_actions"]
    return [a for a in legal if count_after(count, a, negative=negative) <= LIMIT]


def normal(observation: View, rng: Random) -> str:
    return easy(observation, rng)
