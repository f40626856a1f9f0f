"""When a member may have a refill: pure reckoning with days."""

from datetime import timedelta

from engine.settings import GuildSettings
from engine.store.periods import day_of, start_of
from engine.store.records import LEAST_THRESHOLD, REFILL, REFILL_SPACING, Refill


def refill_for(
    chips: int, refilled_at: float | None, settings: GuildSettings, now: float
) -> Refill:
    """Whether somebody with so many chips, in the purse and in pots, can have a refill now.

    One a day of the server's zone, REFILL_SPACING seconds after the last at the earliest, so that
    a change of the zone gives no second one.
    """
    threshold = max(settings.stake, LEAST_THRESHOLD)
    next_at = 0.0
    if refilled_at is not None:
        tomorrow = day_of(refilled_at, settings.zone) + timedelta(days=1)
        next_at = max(start_of(tomorrow, settings.zone), refilled_at + REFILL_SPACING)
    needed = chips < threshold
    return Refill(
        amount=REFILL,
        threshold=threshold,
        needed=needed,
        next_at=next_at,
        allowed=needed and next_at <= now,
    )
