"""How long it takes to see what a hand of Toonerville Rook can lay down, in every round.

python -m benchmarks.melds [--hands 1000]

Hands of 12 to 40 cards: drawn at random from the decks of five, and collected, with most of the
contract and some Rooks in them. No call remembers a hand, or one colour of it. Milliseconds of CPU
time: median, 99th percentile and longest.
"""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence

from engine.games import _rook_gap, _rook_runs
from engine.games import _rook_melds as rook

DECKS = 5
ROOK = 56
CONTRACTS = (
    (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (0, 4), (3, 0), (0, 5), (4, 0), (2, 2),
)  # fmt: skip
DEALT = (12, 12, 12, 12, 12, 12, 12, 12, 15, 16, 14)

CACHES = (
    rook._best, rook._can_lay, rook._distance,
    _rook_gap.windows, _rook_gap._in_colour, _rook_gap._bounds, _rook_runs._best_in_colour,
)  # fmt: skip

Hand = list[int]


def at_random(rng: random.Random, runs: int, sets: int, size: int) -> Hand:  # noqa: ARG001
    """So many cards of the decks."""
    return rng.sample([*range(ROOK + 1)] * DECKS, size)


def collected(rng: random.Random, runs: int, sets: int, size: int) -> Hand:
    """Two to four cards of each run, two or three of each set, up to three Rooks, and others."""
    hand = []
    for _ in range(runs):
        first = rng.randrange(4) * 14 + rng.randrange(11)
        hand += [first + step for step in rng.sample(range(4), rng.randint(2, 4))]
    for _ in range(sets):
        number = rng.randrange(14)
        hand += [rng.randrange(4) * 14 + number for _ in range(rng.randint(2, 3))]
    hand += [ROOK] * rng.choice([0, 0, 0, 1, 1, 1, 2, 2, 3])
    return hand + [rng.randrange(ROOK) for _ in range(size - len(hand))]


def forget() -> None:
    """Begin anew, so that no call finds the answer of another."""
    for cached in CACHES:
        cached.cache_clear()


def milliseconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    forget()
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def line(times: Sequence[float]) -> str:
    """Median, 99th percentile and longest of some times."""
    in_order = sorted(times)
    high = in_order[len(in_order) * 99 // 100]
    return f"{statistics.median(in_order):7.3f} {high:7.2f} {in_order[-1]:7.1f}"


def main() -> None:
    """Print a line for every round, kind of hand and question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="hands for each line")
    number = parser.parse_args().hands
    gc.disable()
    print("round  hands      question   median     p99     max  (ms)")
    everything: dict[str, list[float]] = {}
    for round_no, (runs, sets) in enumerate(CONTRACTS, start=1):
        whole = round_no == len(CONTRACTS)
        for make in (at_random, collected):
            rng = random.Random(f"{round_no}{make.__name__}")
            times: dict[str, list[float]] = {}
            for _ in range(number):
                dealt = DEALT[round_no - 1]
                size = rng.choice([dealt + 1, dealt + 3, dealt + 5, 25, 40])
                hand = make(rng, runs, sets, size)
                for name, ask in (
                    ("can_lay", rook.can_lay),
                    ("find", rook.find),
                    ("best", rook.best),
                ):
                    took = milliseconds(lambda: ask(hand, runs, sets, whole=whole))  # noqa: B023
                    times.setdefault(name, []).append(took)
                took = milliseconds(lambda: rook.distance(hand, runs, sets))  # noqa: B023
                times.setdefault("distance", []).append(took)
            for name, some in times.items():
                everything.setdefault(f"{make.__name__:10} {name:8}", []).extend(some)
                print(f"{round_no:5}  {make.__name__:10} {name:8} {line(some)}", flush=True)
    for name, some in everything.items():
        print(f"  all  {name} {line(some)}")


if __name__ == "__main__":
    main()
