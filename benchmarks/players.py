"""How often one normal computer player beats others: seats rotated, the same deals every time.

python -m benchmarks.players [--games 1000] [GAME …]
"""

import argparse
import random
from collections.abc import Callable
from functools import partial
from hashlib import sha256

import engine
from engine.players import decide
from engine.players.take_five import closest_gap

Player = Callable[[engine.View, random.Random], str]


def level(name: str) -> Player:
    """The computer player of a level."""
    return lambda observation, rng: decide(name, observation, rng.getrandbits(64))


def share_won(game: engine.Game, number: int, expert: Player, others: Player) -> float:
    """Play one deal, the expert in seat `number` mod players; return its share of the win."""
    seed = sha256(f"players:{number // game.players}".encode()).digest()
    rng = random.Random(f"{number}")
    seat_of_expert = number % game.players
    state = game.new_initial_state(seed)
    while seats := state.current_players():
        seat = seats[0]
        player = expert if seat == seat_of_expert else others
        state.apply(seat, player(state.observation(seat), rng))
    winners = state.winners()
    return (seat_of_expert in winners) / len(winners)


MATCHES: dict[str, dict[str, tuple[Player, Player]]] = {
    "ninetynine": {"normal against three easy": (level("normal"), level("easy"))},
    "onehundred": {"normal against three easy": (level("normal"), level("easy"))},
    "take5": {
        "closest gap against three by chance": (closest_gap, level("easy")),
        "normal against three by chance": (level("normal"), level("easy")),
        "normal against three closest gap": (level("normal"), closest_gap),
    },
}


def main() -> None:
    """Print the share of games of four that the first player wins; par is 0.250."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(MATCHES))
    options = parser.parse_args()
    for name in options.names:
        game = engine.load_game(name, players=4)
        for match, (expert, others) in MATCHES[name].items():
            play = partial(share_won, game, expert=expert, others=others)
            won = sum(play(number) for number in range(options.games)) / options.games
            print(f"{name:12} {match}: won {won:.3f} of {options.games} games", flush=True)


if __name__ == "__main__":
    main()
