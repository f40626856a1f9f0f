"""What it takes to look at a finished game again: opening it, and one step in each view.

    python -m benchmarks.replay

The games are the longest there are: random play, and options that let it go on. Targets: a step's
page within 50 ms (p95), the first look at a game within half a second; while a game is played
again, others get their turn every 20 ms.
"""

import random
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import engine
from bot.tables.replay import Shot, replay_page
from bot.text import ENGLISH
from engine.house import archive
from engine.house.archive import Film, PastTable
from engine.store import ActionRow
from tests.support.replays import past_table, played

LONGEST: Mapping[str, tuple[int, dict[str, Any]]] = {
    "toonerville": (5, {"buy_limit": 0, "reshuffles": 9, "turns": 1000}),
    "schmier": (6, {"max_hands": 200, "target": 51}),
    "take5": (10, {"rounds": 20}),
    "ninetynine": (10, {"chips": 9}),
    "onehundred": (10, {"chips": 9, "rebuilds": None}),
}
STEPS = 150
STEP_TARGET, OPEN_TARGET, TURN_TARGET = 50.0, 500.0, 20.0
"""Milliseconds of processor time."""


def main() -> int:
    """Print a line a game; 1 if one of them misses a target."""
    missed = False
    print(
        "game          steps   open ms  longest turn   step ms: p50   p95   worst   by view (p95)"
    )
    for name, (players, options) in LONGEST.items():
        rows = played(name, players, **options)
        opening, turn = _opening(name, players, options, rows)
        past = past_table(name, players, rows, apart=max(1, len(rows) // 64), **options)
        times = {view: _steps(past, view) for view in ("all", "open", "0")}
        every = sorted(each for some in times.values() for each in some)
        p95 = _share(every, 0.95)
        views = ", ".join(
            f"{view} {_share(sorted(some), 0.95):.1f}" for view, some in times.items()
        )
        print(
            f"{name:<12} {len(rows):>6} {opening:>9.1f} {turn:>13.1f} {_share(every, 0.5):>14.1f}"
            f" {p95:>6.1f} {every[-1]:>7.1f}   {views}"
        )
        missed |= p95 > STEP_TARGET or opening > OPEN_TARGET or turn > TURN_TARGET
    return int(missed)


def _opening(
    name: str, players: int, options: dict[str, Any], rows: Sequence[ActionRow]
) -> tuple[float, float]:
    """Milliseconds until a game has been played again, and of the longest part at a stretch."""
    film = Film(engine.load_game(name, players, options), bytes(range(32)), None)
    parts, apart = [], max(1, len(rows) // archive._STILLS)
    for begin in range(0, len(rows), archive._AT_ONCE):
        began = time.process_time()
        film.expose(rows[begin : begin + archive._AT_ONCE], apart)
        parts.append(1000 * (time.process_time() - began))
    return sum(parts), max(parts)


def _steps(past: PastTable, view: str) -> list[float]:
    """Milliseconds of some steps, far from each other and next to each other."""
    rng, times = random.Random(int(sha256(view.encode()).hexdigest()[:8], 16)), []
    for _ in range(STEPS // 3):
        step = rng.randrange(past.film.steps)
        for following in range(step, step + 3):
            began = time.process_time()
            replay_page(Shot.of(past, view, following), ENGLISH, private=True)
            times.append(1000 * (time.process_time() - began))
    return times


def _share(times: Sequence[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    sys.exit(main())
