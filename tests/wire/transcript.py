"""What happened, in order, and who was shown what."""

import json
import time
from collections import deque
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Entry:
    """Something that happened: "rest", "event", "gateway", "client" or "weather"."""

    at: float  # seconds since the start
    kind: str
    text: str
    detail: Any = None

    def line(self, width: int = 400) -> str:
        detail = json.dumps(self.detail, ensure_ascii=False, default=str) if self.detail else ""
        return f"{self.at:9.3f} {self.kind:<7} {self.text} {detail}"[:width]


@dataclass(slots=True)
class Delivery:
    """Something that people were shown; `viewer` None: everybody who sees the channel.

    `at` is when the request that brought it arrived, in epoch seconds.
    """

    at: float
    viewer: int | None
    what: str
    payload: Any


class Transcript:
    """The newest entries, and all deliveries, since a leak may be old."""

    def __init__(self, limit: int = 5_000) -> None:
        self.start = time.monotonic()
        self.entries: deque[Entry] = deque(maxlen=limit)
        self.deliveries: list[Delivery] = []
        self.composed = 0.0  # epoch seconds at which the request being applied arrived

    def add(self, kind: str, text: str, detail: Any = None) -> None:
        self.entries.append(Entry(time.monotonic() - self.start, kind, text, detail))

    def deliver(self, viewer: int | None, what: str, payload: Any) -> None:
        self.deliveries.append(Delivery(self.composed, viewer, what, payload))

    def text(self, last: int = 50) -> str:
        return "\n".join(entry.line() for entry in list(self.entries)[-last:])
