"""Small helpers of the stand-in: snowflakes, time stamps, flags, and walks through JSON."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15


class Snowflakes:
    """Unique, increasing ids as Discord makes them: milliseconds << 22 | counter."""

    def __init__(self) -> None:
        self._ms = 0
        self._number = 0

    def next(self) -> int:
        now = int(time.time() * 1000) - EPOCH_MS
        if now > self._ms:
            self._ms, self._number = now, 0
        else:
            self._number += 1
        return (self._ms << 22) | self._number


def iso(seconds: float) -> str:
    """Epoch seconds as Discord writes them."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
