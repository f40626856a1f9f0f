"""One timer for all tables: calls back with the id of each table whose time has come."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush

from engine.clock import Clock, Timer

_LONGEST_WAIT = 3600.0
"""Seconds; a later time is looked at again then, so that a stepped calendar clock is noticed."""
_SLACK = 64
"""How many times that have been replaced may lie about, besides one for each table."""


class Schedule:
    """When each table is due next. Setting a table's time anew replaces the old one."""

    def __init__(self, clock: Clock, attend: Callable[[int], None]) -> None:
        self._clock = clock
        self._attend = attend
        self._due: dict[int, float] = {}
        self._heap: list[tuple[float, int]] = []
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._stopped = False

    def set(self, table_id: int, due: float | None) -> None:
        """Call back about the table at the time `due` (epoch seconds), None for never."""
        if due is None or self._stopped:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))
            if len(self._heap) > 2 * len(self._due) + _SLACK:
                self._heap = [(when, number) for number, when in self._due.items()]
                heapify(self._heap)
            self._arm()

    def stop(self) -> None:
        """Forget every table, for good."""
        self._stopped = True
        self._due.clear()
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._due

    def __len__(self) -> int:
        return len(self._due)

    def _arm(self) -> None:
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        if not self._heap:
            return
        when = min(self._heap[0][0], self._clock.now() + _LONGEST_WAIT)
        if self._timer is not None:
            if self._timer_at <= when:
                return
            self._timer.cancel()
        self._timer_at = when
        self._timer = self._clock.call_at(when, self._fire)

    def _fire(self) -> None:
        self._timer = None
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now:
            due, table_id = heappop(self._heap)
            if self._due.get(table_id) == due:
                del self._due[table_id]
                self._attend(table_id)
        self._arm()
