"""How often one side of normal computer players beats others: seats rotated, equal deals for all.

For Schmier also how often normal players make their bids among themselves, and their CPU time; for
Toonerville Rook how their rounds end.

python -m benchmarks.players [--games 1000] [GAME …]
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256

import engine
from engine.players import decide
from engine.players.take_five import closest_gap

Player = Callable[[engine.View, random.Random], str]


def level(name: str) -> Player:
    """The computer player of a level."""
    return lambda observation, rng: decide(name, observation, rng.getrandbits(64))


def sides(game: engine.Game) -> Sequence[Sequence[int]]:
    """The seats of each side: a team's, or one where everybody plays alone."""
    return game.teams() or [(seat,) for seat in range(game.players)]


def play_out(
    game: engine.Game, deal: int, luck: int, players: Sequence[Player]
) -> tuple[engine.State, list[engine.Event]]:
    """Play a game to its end; return its last state and all events."""
    state = game.new_initial_state(sha256(f"players:{deal}".encode()).digest())
    rng = random.Random(f"{luck}")
    events: list[engine.Event] = []
    while seats := state.current_players():
        seat = seats[0]
        state.apply(seat, players[seat](state.observation(seat), rng))
        events += state.events
    return state, events


def share_won(game: engine.Game, number: int, expert: Player, others: Player) -> float:
    """Play one game, the expert on side `number` mod sides; return its share of the win."""
    of_game = sides(game)
    deal, side = divmod(number, len(of_game))
    players = [expert if seat in of_game[side] else others for seat in range(game.players)]
    state, _ = play_out(game, deal, number, players)
    winners = state.winners()
    return sum(seat in winners for seat in of_game[side]) / len(winners)


def bids_made(game: engine.Game, games: int) -> str:
    """How many bids of each height normal players make among themselves, and their CPU time."""
    bids: Counter[tuple[int, bool]] = Counter()
    started = time.process_time()
    for number in range(games):
        _, events = play_out(game, number, number, [level("normal")] * game.players)
        bids.update((event["bid"], event["made"]) for event in events if event["type"] == "score")
    seconds = (time.process_time() - started) / games
    made = (
        f"{bid}: {bids[bid, True]} of {bids[bid, True] + bids[bid, False]}" for bid in range(3, 7)
    )
    return f"bids made {', '.join(made)}; {seconds:.2f} s of CPU a game ({games} games)"


def rounds_ended(game: engine.Game, games: int, name: str) -> str:
    """How rounds end that players of a level play among themselves, and their CPU time."""
    reasons: Counter[str] = Counter()
    turns, seconds = 0, []
    for number in range(games):
        started = time.process_time()
        _, events = play_out(game, number, number, [level(name)] * game.players)
        seconds.append(time.process_time() - started)
        reasons.update(event["reason"] for event in events if event["type"] == "round_over")
        turns += sum(event["type"] in ("take", "decline") for event in events)
    ended = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    return (
        f"rounds ended {ended}, after {turns / reasons.total():.0f} turns; "
        f"{sum(seconds) / games:.1f} s of CPU a game, at most {max(seconds):.1f} ({games} games)"
    )


MATCHES: dict[str, dict[str, tuple[Player, Player]]] = {
    "ninetynine": {"normal against three easy": (level("normal"), level("easy"))},
    "onehundred": {"normal against three easy": (level("normal"), level("easy"))},
    "schmier": {"normal team against two easy teams": (level("normal"), level("easy"))},
    "take5": {
        "closest gap against three by chance": (closest_gap, level("easy")),
        "normal against three by chance": (level("normal"), level("easy")),
        "normal against three closest gap": (level("normal"), closest_gap),
    },
    "toonerville": {"normal against three easy": (level("normal"), level("easy"))},
}


def main() -> None:
    """Print the share of games that the first side wins, and what is par."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(MATCHES))
    options = parser.parse_args()
    for name in options.names:
        game = engine.load_game(name, players=6 if name == "schmier" else 4)
        for match, (expert, others) in MATCHES[name].items():
            play = partial(share_won, game, expert=expert, others=others)
            won = sum(play(number) for number in range(options.games)) / options.games
            par = 1 / len(sides(game))
            print(
                f"{name:12} {match}: won {won:.3f} of {options.games} games, par {par:.3f}",
                flush=True,
            )
        if name == "schmier":
            for teams in ("3x2", "2x3"):
                game = engine.load_game(name, options={"teams": teams})
                print(f"{name:12} {teams}: {bids_made(game, options.games)}", flush=True)
        if name == "toonerville":
            for players in ("normal", "easy"):
                ended = rounds_ended(game, options.games, players)
                print(f"{name:12} four {players}: {ended}", flush=True)


if __name__ == "__main__":
    main()
