"""Days, months and the last seven days in a time zone, as the numbers that standings are kept by.

0 is all time, 202405 a month, 20240507 the seven days that end on that day.
"""

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.store.records import Period

ALL_TIME: Final = 0
WEEK_DAYS: Final = 7
FIRST_WEEK: Final = 10_000_000
"""Numbers of months are below it, those of weeks above."""


def day_of(at: float, zone: ZoneInfo) -> date:
    """The day of a time in a zone."""
    return datetime.fromtimestamp(at, zone).date()


def start_of(day: date, zone: ZoneInfo) -> float:
    """When a day begins; where there is no midnight that day, when the clocks are put forward."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


def month_number(day: date) -> int:
    """The number of a day's month."""
    return day.year * 100 + day.month


def week_number(day: date) -> int:
    """The number of the seven days that end on a day."""
    return (day.year * 100 + day.month) * 100 + day.day


def current(period: Period, at: float, zone: ZoneInfo) -> int:
    """The number of the period that a board asked for at that time looks at."""
    if period is Period.ALL:
        return ALL_TIME
    day = day_of(at, zone)
    return month_number(day) if period is Period.MONTH else week_number(day)


def since(period: Period, at: float, zone: ZoneInfo) -> float | None:
    """When that period began; None for all time."""
    if period is Period.ALL:
        return None
    day = day_of(at, zone)
    first = day.replace(day=1) if period is Period.MONTH else day - timedelta(days=WEEK_DAYS - 1)
    return start_of(first, zone)


def periods_of(at: float, zone: ZoneInfo) -> tuple[int, ...]:
    """The periods to which a game that ended at that time belongs."""
    day = day_of(at, zone)
    weeks = (week_number(day + timedelta(days=ahead)) for ahead in range(WEEK_DAYS))
    return (ALL_TIME, month_number(day), *weeks)


def is_over(number: int, at: float, zone: ZoneInfo) -> bool:
    """Whether a period can't be asked for any more at that time."""
    day = day_of(at, zone)
    if number >= FIRST_WEEK:
        return number < week_number(day)
    return ALL_TIME < number < month_number(day)


def begins_to_matter(at: float, zone: ZoneInfo) -> float:
    """Games that ended before that time belong to no month or week that can still be asked for."""
    month, week = since(Period.MONTH, at, zone), since(Period.WEEK, at, zone)
    return min(time for time in (month, week) if time is not None)
