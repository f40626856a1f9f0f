"""How often one normal computer player beats easy ones: seats rotated, the same deals every time.

python -m benchmarks.players [--games 1000]
"""

import argparse
import random
from hashlib import sha256

import engine
from engine.players import decide


def winner(game: engine.Game, number: int, expert: int) -> int:
    """Play one game with the normal player in the seat `expert`; return the winning seat."""
    seed = sha256(f"players:{number}".encode()).digest()
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    while seats := state.current_players():
        level = "normal" if seats[0] == expert else "easy"
        state.apply(seats[0], decide(level, state.observation(seats[0]), rng.getrandbits(64)))
    return state.winners()[0]


def main() -> None:
    """Print the share of games that the normal player wins against three easy ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    game = engine.load_game("ninetynine", players=4)
    won = sum(winner(game, number, number % 4) == number % 4 for number in range(games))
    print(f"Ninety-Nine, one normal against three easy, {games} games of four:")
    print(f"  won {won / games:.3f} (par 0.250)")


if __name__ == "__main__":
    main()
