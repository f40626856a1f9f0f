"""Computer players for the adding games, Ninety-Nine and One Hundred.

Both levels play safely as long as they can. The normal one gets rid of what will be hard to play
later and keeps what saves; where that makes no difference it makes the count hard for the next.
"""

from collections.abc import Mapping

from engine.game import Random, View
from engine.games import load_game
from engine.games._adding import AddingGame

Worth = Mapping[str, float]
"""How much a card in hand, or any of a rank, will save one day; found by play."""

NINETY_NINE: Worth = {"4": 6.0, "9": 6.0, "K": 5.0, "T": 4.0, "A": 1.0}
ONE_HUNDRED: Worth = {
    "AC": 9.0, "AS": 9.0, "QH": 7.0, "K": 5.0, "T": 5.0, "J": 4.0, "5D": 3.0, "5H": 3.0, "A": 0.0,
    "2S": -4.0,
}  # fmt: skip
REVERSING_FOUR = 5.0
"""The worth of a four that counts 0 in One Hundred."""
_BURDEN = 0.3
"""How much every point of any other card weighs against keeping it."""


def easy(observation: View, rng: Random) -> str:
    """Play any card, but never bust while there is a safe one."""
    actions = _safe_actions(observation) or observation["legal_actions"]
    cards = sorted({action[:2] for action in actions})
    card = cards[rng.randrange(len(cards))]
    ways = [action for action in actions if action[:2] == card]
    return ways[rng.randrange(len(ways))]


def ninety_nine(observation: View, rng: Random) -> str:
    """Get rid of high cards while the count allows it; keep 4, 9, K and 10 for when they save."""
    return _normal(observation, rng, NINETY_NINE)


def one_hundred(observation: View, rng: Random) -> str:
    """Keep black aces, Q♥, kings, tens and jacks for need."""
    fours_save = observation["options"]["fours"] == "reverse"
    return _normal(
        observation, rng, {**ONE_HUNDRED, "4": REVERSING_FOUR} if fours_save else ONE_HUNDRED
    )


def _normal(observation: View, rng: Random, worth: Worth) -> str:
    actions = _safe_actions(observation)
    if not actions:
        return easy(observation, rng)
    hand: list[str] = observation["private"]["hand"]
    game, count = _game(observation), observation["public"]["pile"]

    def merit(action: str) -> tuple[float, int]:
        rest = hand.copy()
        rest.remove(action[:2])
        return sum(_worth(card, worth) for card in rest), game.count_after(count, action)

    return max(actions, key=merit)


def _worth(card: str, worth: Worth) -> float:
    rank = card[0]
    if card in worth or rank in worth:
        return worth[card] if card in worth else worth[rank]
    return -_BURDEN * (10 if rank in "JQ" else int(rank))


def _safe_actions(observation: View) -> list[str]:
    game, count = _game(observation), observation["public"]["pile"]
    legal: list[str] = observation["legal_actions"]
    return [action for action in legal if game.count_after(count, action) <= game.limit]


def _game(observation: View) -> AddingGame:
    game = load_game(observation["game"], observation["players"], observation["options"])
    if not isinstance(game, AddingGame):
        raise TypeError(f"{game.title} is not an adding game")
    return game
