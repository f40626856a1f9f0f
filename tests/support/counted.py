"""What the bot has counted since a test began; its counters belong to the process."""

from prometheus_client import Metric

from bot.metrics import REGISTRY


def samples() -> dict[tuple[str, frozenset[str]], float]:
    """Every number, by the metric's name and the values of its labels."""
    metrics: list[Metric] = list(REGISTRY.collect())
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for metric in metrics
        for sample in metric.samples
    }


class Counted:
    """The numbers of a metric, less what they were at the beginning."""

    def __init__(self) -> None:
        self._before = samples()

    def __call__(self, name: str, *labels: str) -> float:
        """How much the number with exactly these values of its labels has grown."""
        key = (f"cardroom_{name}", frozenset(labels))
        return samples().get(key, 0.0) - self._before.get(key, 0.0)
