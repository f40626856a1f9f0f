"""Random self-play through the engine's public API, plies a second on one core.

python -m benchmarks.engine_speed [--seconds 3]
"""

import argparse
import random
import time

import engine


def plies_per_second(game: engine.Game, seconds: float) -> tuple[float, float]:
    """Play random games for so long; return plies a second of CPU time, and plies a game."""
    luck = random.Random(1).random
    plies = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = game.new_initial_state(seed=games.to_bytes(32, "big"))
        games += 1
        while seats := state.current_players():
            seat = seats[0]
            actions = state.legal_actions(seat)
            state.apply(seat, actions[int(luck() * len(actions))])
            plies += 1
    return plies / spent, plies / games


def main() -> None:
    """Print one line for every game and a few numbers of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each line")
    seconds = parser.parse_args().seconds
    for name in engine.game_names():
        info = engine.game_info(name)
        for players in sorted({info.min_players, info.default_players, info.max_players}):
            speed, length = plies_per_second(engine.load_game(name, players), seconds)
            print(
                f"{name:12} {players:2} players: {speed:9,.0f} plies/s ({length:.0f} plies a game)"
            )


if __name__ == "__main__":
    main()
