"""Signals: the first ends the bot in an orderly way and in time, the second at once."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEVER, SOON = "3600", "0.01"
"""Seconds until the watchdog bites."""


@contextmanager
def running(how: str, limit: str) -> Iterator[subprocess.Popen[str]]:
    """A process that ends as the bot does, and is up."""
    command = [sys.executable, "-m", "tests.support.ended", how, limit]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:  # noqa: S603
        try:
            assert line_of(process) == "running"
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_bot(number):
    with running("well", NEVER) as process:
        process.send_signal(number)
        assert line_of(process) == "closing"
        assert process.wait() == 0


@pytest.mark.parametrize("how", ["the start hangs", "the end breaks a request off"])
def test_what_the_end_breaks_off_is_no_failure(how):
    with running(how, NEVER) as process:
        process.send_signal(signal.SIGTERM)
        assert line_of(process) == "closing"
        assert process.wait() == 0


def test_a_second_signal_ends_at_once():
    with running("the end hangs", NEVER) as process:
        process.send_signal(signal.SIGTERM)
        assert line_of(process) == "closing"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 128 + signal.SIGTERM


@pytest.mark.parametrize("how", ["the end hangs", "the event loop hangs", "a thread hangs"])
def test_whatever_hangs_the_process_ends_in_time(how):
    with running(how, SOON) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 1
        assert process.stderr is not None
        assert process.stderr.read() == "cardroom: the end took too long\n"


def test_an_error_of_the_bot_itself_is_raised_after_all_is_closed():
    with running("the start fails", NEVER) as process:
        assert line_of(process) == "closing"
        assert process.wait() == 1
        assert process.stderr is not None
        assert "no such bot" in process.stderr.read()
