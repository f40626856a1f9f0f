"""How hard the property tests try, and which tests are begun first.

HYPOTHESIS_PROFILE=quick (the default), ci or thorough. Tests that are marked `long` mostly wait for
a browser, or for processes that are killed and start again. They lie at the beginning of what each
worker is given, so that none of them is still going on alone when all others are done.
"""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", COMMON, max_examples=20)
settings.register_profile("ci", COMMON, max_examples=20, derandomize=True, print_blob=True)
settings.register_profile("thorough", COMMON, max_examples=200, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes a minute or so, most of it waiting")


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay to the end: the collector needn't look at them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More workers than processors, as some always wait."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.get_closest_marker("long")]
    rest = [item for item in items if not item.get_closest_marker("long")]
    ordered: list[pytest.Item] = []
    for worker in range(workers):  # equal parts, one after the other: as xdist shares them out
        share = (len(items) - len(ordered)) // (workers - worker)
        begun_first = long[worker::workers]
        others = max(0, share - len(begun_first))
        ordered += begun_first + rest[:others]
        del rest[:others]
    items[:] = ordered + rest
