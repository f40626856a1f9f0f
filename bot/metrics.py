"""What is counted and timed, in Prometheus' terms. No label has more than a few dozen values.

The counters belong to the process and always count; `bot.monitor` shows them if it is asked to.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Metric,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.discord_errors import KNOWN, NETWORK_ERRORS
from engine.clock import Clock
from engine.game import View
from engine.thinker import Thinker

REGISTRY: Final = CollectorRegistry(auto_describe=True)
for collector in (ProcessCollector, PlatformCollector, GCCollector):
    collector(registry=REGISTRY)

INTERACTIONS: Final = Counter(
    "cardroom_interactions",
    "Commands, buttons, menus and forms, by what became of them",
    ("kind", "outcome"),
    registry=REGISTRY,
)
ANSWER_SECONDS: Final = Histogram(
    "cardroom_answer_seconds",
    "From the arrival of an interaction until Discord has its answer, or a deferral",
    buckets=(0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3),
    registry=REGISTRY,
)
DISCORD_FAILURES: Final = Counter(
    "cardroom_discord_failures",
    "Requests that Discord refused or the network lost",
    ("code",),
    registry=REGISTRY,
)
COMMIT_SECONDS: Final = Histogram(
    "cardroom_commit_seconds",
    "How long a transaction held the database's writer",
    ("outcome",),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)
TABLE_EDITS: Final = Counter(
    "cardroom_table_edits",
    "Changes of tables' public messages: sent, or coalesced into a later one",
    ("outcome",),
    registry=REGISTRY,
)
DECISION_SECONDS: Final = Histogram(
    "cardroom_decision_seconds",
    "How long a computer player took to decide, its waiting for a worker included",
    ("level",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)

_COMMITTED: Final = {
    True: COMMIT_SECONDS.labels("committed"),
    False: COMMIT_SECONDS.labels("failed"),
}
_SENT: Final = TABLE_EDITS.labels("sent")
_COALESCED: Final = TABLE_EDITS.labels("coalesced")
_KINDS: Final[Mapping[discord.InteractionType, str]] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.modal_submit: "form",
}


def served(interaction: discord.Interaction[Any], outcome: str) -> None:
    """Count an interaction: "answered", "refused", "failed" or "repeated"."""
    INTERACTIONS.labels(kind_of(interaction), outcome).inc()


def kind_of(interaction: discord.Interaction[Any]) -> str:
    """Return what was used: a "command", "button", "menu" or "form"."""
    kind = _KINDS.get(interaction.type)
    if kind is not None:
        return kind
    data: Mapping[str, Any] = interaction.data or {}
    is_button = data.get("component_type") == discord.ComponentType.button.value
    return "button" if is_button else "menu"


def failed_request(error: BaseException) -> None:
    """Count a request that failed, by Discord's error code; other errors aren't counted.

    A code that the bot doesn't know is counted by its HTTP status.
    """
    if isinstance(error, discord.HTTPException):
        code = str(error.code) if error.code in KNOWN else f"http {error.status}"
    elif isinstance(error, discord.RateLimited):
        code = "rate limit"
    elif isinstance(error, NETWORK_ERRORS):
        code = "network"
    else:
        return
    DISCORD_FAILURES.labels(code).inc()


def transaction(seconds: float, committed: bool) -> None:  # noqa: FBT001 - the store's Watcher
    """Count a transaction of the store."""
    _COMMITTED[committed].observe(seconds)


def edit_sent() -> None:
    """Count a request that brought a table's message up to date."""
    _SENT.inc()


def edits_coalesced(number: int) -> None:
    """Count changes that a table's message showed together with a later one."""
    _COALESCED.inc(number)


class TimedThinker:
    """Measures another thinker."""

    def __init__(self, thinker: Thinker, clock: Clock) -> None:
        self._thinker = thinker
        self._clock = clock

    async def decide(self, level: str, observation: View, seed: int) -> str:
        began = self._clock.now()
        try:
            return await self._thinker.decide(level, observation, seed)
        finally:
            DECISION_SECONDS.labels(level).observe(self._clock.now() - began)

    def close(self) -> None:
        self._thinker.close()


class Present(Collector):
    """What is true at the moment it is asked for: the live tables, and the way to Discord."""

    def __init__(self, census: Callable[[], Mapping[str, int]], trouble: Callable[[], str]) -> None:
        self._census = census
        self._trouble = trouble

    def collect(self) -> Iterable[Metric]:
        tables = GaugeMetricFamily("cardroom_tables", "Live tables in memory", labels=("state",))
        for state, number in self._census().items():
            tables.add_metric((state,), number)
        yield tables
        yield GaugeMetricFamily(
            "cardroom_gateway_up",
            "1 while every shard of this process is connected to Discord",
            value=0 if self._trouble() else 1,
        )
