"""Checks that every interaction is answered, and without long computations before.

Discord gives a bot three seconds. The simulator measures them on virtual time, which stands still
while the bot computes; processor time is measured here, as a test machine may be busy.
"""

import time
from typing import Any

import simcord

from tests.support.weather import Sent

LIMIT = 1.0  # seconds of processor time


class Promptness:
    """Notes when interactions come in and when they are answered."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self._asked: dict[int, float] = {}
        self._late: list[str] = []
        self.may_be_unanswered = False
        env._register_dispatch_observer(self._dispatched)

    def _dispatched(self, interaction: Any) -> None:
        self._asked[interaction.id] = time.process_time()

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
