"""What the people of a running game want besides playing: to pause, to end it, to take a seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Self

from bot.games.presenter import listed
from bot.text import Text
from bot.text.names import safe_name
from engine.table import PAUSE_LAPSES, Seat, Stance, Table


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who wants a pause or the end, as the House counts them, and how many it takes."""

    table: Table
    pause: Sequence[int]
    """Users who want a pause, while there is none."""
    end: Sequence[int]
    """Users who want the game to end."""

    @classmethod
    def at(cls, table: Table, now: float | None) -> Self:
        """Count them at a moment, by default at that of the newest wish."""
        asked = table.stances.get(Stance.PAUSE, {})
        moment = max(asked.values(), default=inf) if now is None else now
        pause = [] if table.on_hold else table.wanting(Stance.PAUSE, moment)
        return cls(table, pause, table.wanting(Stance.END, moment))

    def lines(self, text: Text) -> Iterator[str]:
        """Say who wants what, what is missing to it, and whether seats are open."""
        if self.pause:
            yield text.ngettext(
                "⏸ {names} wants a pause. Everybody who is here has to agree: {n} of {all}. "
                "Lapses <t:{time}:R>.",
                "⏸ {names} want a pause. Everybody who is here has to agree: {n} of {all}. "
                "Lapses <t:{time}:R>.",
                len(self.pause),
                names=self.names(self.pause, text),
                all=len(self.table.asked_to_pause()),
                time=self.lapses_at,
            )
        if self.end:
            yield text.ngettext(
                "🏁 {names} wants to end this game without a winner: {n} so far, it takes "
                "{needed} of {all}.",
                "🏁 {names} want to end this game without a winner: {n} so far, it takes "
                "{needed} of {all}.",
                len(self.end),
                names=self.names(self.end, text),
                needed=self.table.votes_to_end,
                all=len(self.table.people()),
            )

        free = any(self.table.may_be_taken(number) for number in range(len(self.table.seats)))
        if self.table.open_seats and free:
            yield text.gettext("🪑 A computer's seat may be taken at once: press Options.")

    @property
    def lapses_at(self) -> int:
        """When the first of those who want a pause doesn't count any more."""
        asked = self.table.stances.get(Stance.PAUSE, {})
        return int(min((asked[user] for user in self.pause), default=0.0) + PAUSE_LAPSES)

    def names(self, users: Sequence[int], text: Text) -> str:
        """Name those users, in the order of the seats."""
        names = [seat.name for seat in self.table.people() if seat.user_id in users]
        return listed([f"**{safe_name(name, text)}**" for name in names], text)


def heir_mark(table: Table, seat: Seat, text: Text) -> list[str]:
    """Say who takes the seat when the next hand is dealt, if somebody does.

    Of a table that is over it isn't known since when they have waited, and nobody does any more.
    """
    if seat.heir_id is None or not table.is_live:
        return []
    name = safe_name(seat.heir_name or "", text)
    return [text.gettext("{name} takes over at the next deal", name=name)]
