"""Checks that every interaction is answered, and soon enough in real time.

Discord gives a bot three seconds. The simulator measures them on virtual time, which stands still
while the bot computes, so real time is measured here.
"""

import time
from typing import Any

import simcord

from tests.support.weather import Sent

LIMIT = 1.5  # seconds; half of Discord's, as tests run on slow and busy machines


class Promptness:
    """Notes when interactions come in and when they are answered."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self._asked: dict[int, float] = {}
        self._late: list[str] = []
        self.may_be_unanswered = False
        env._register_dispatch_observer(self._dispatched)

    def _dispatched(self, interaction: Any) -> None:
        self._asked[interaction.id] = time.perf_counter()

    def check(self, sent: Sent) -> None:
        """Note an answer."""
        parts = sent.path.split("/")
        if parts[1] != "interactions" or int(parts[2]) not in self._asked:
            return
        passed = sent.at - self._asked[int(parts[2])]
        if passed > LIMIT:
            self._late.append(f"interaction {parts[2]} was answered after {passed:.2f} s")

    def problems(self) -> list[str]:
        """Interactions answered late, and those never answered."""
        silent = [
            f"interaction {record.id} ({record.command_name or 'a click'}) was never answered"
            for record in self._env.backend.interactions.values()
            if not record.responded and not self.may_be_unanswered
        ]
        return self._late + silent
