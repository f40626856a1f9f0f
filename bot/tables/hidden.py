"""Tables whose message can't be shown: the bot lacks a permission, or their thread is locked.

The game goes on in the hands, which say meanwhile what the message would, and what is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.tables.board import facts
from bot.tables.places import allowed_for, allowed_in, in_bold, is_thread, lacking
from bot.text import Text
from engine.clock import Clock
from engine.table import Status, Table

LEFT_ALONE: Final = 60.0
"""Seconds for which a place that has refused a message isn't asked again."""


@dataclass(frozen=True, slots=True)
class _Refused:
    """Of which server, and until when nothing is tried."""

    guild_id: int
    until: float


class Hidden:
    """The tables that can't be shown now; `show` tries to show one again."""

    def __init__(self, client: discord.Client, clock: Clock, show: Callable[[int], None]) -> None:
        self._client = client
        self._clock = clock
        self._show = show
        self._refused: dict[int, _Refused] = {}

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._refused

    def waits(self, table_id: int) -> bool:
        """Whether the table's place is to be left alone for now."""
        refused = self._refused.get(table_id)
        return refused is not None and refused.until > self._clock.now()

    def add(self, table: Table) -> None:
        """Note that the table can't be shown."""
        self._refused[table.id] = _Refused(table.guild_id, self._clock.now() + LEFT_ALONE)

    def discard(self, table_id: int) -> None:
        """Note that the table has been shown, or needn't be."""
        self._refused.pop(table_id, None)

    def try_again(self, guild_id: int) -> None:
        """Try all of a server's tables: what the bot may do there has been changed."""
        for table_id, refused in tuple(self._refused.items()):
            if refused.guild_id == guild_id:
                self.try_table(table_id)

    def try_table(self, table_id: int) -> None:
        """Try a table that can't be shown once more, now."""
        if (refused := self._refused.get(table_id)) is not None:
            self._refused[table_id] = _Refused(refused.guild_id, 0.0)
            self._show(table_id)

    def instead(
        self, table: Table, text: Text, interaction: discord.Interaction[Any] | None = None
    ) -> tuple[str, ...]:
        """What a hand says of the table while its message can't be shown; () if it can.

        It names the permission that is missing, as a click tells; if none is, the message is tried
        again.
        """
        if table.id not in self._refused or table.status is not Status.PLAYING:
            return ()
        told = facts(table, text, now=self._clock.now())
        return (*told, self._reason(table, text, interaction))

    def _reason(
        self, table: Table, text: Text, interaction: discord.Interaction[Any] | None
    ) -> str:
        if table.held:
            return text.gettext("The table's thread is locked. When it is unlocked, we go on.")
        if interaction is None:
            allowed = allowed_in(self._client, table)
        else:
            allowed = allowed_for(interaction, table)
        if allowed is not None:
            if missing := lacking(allowed, text, in_thread=is_thread(self._client, table)):
                return text.gettext(
                    "I can't show the table's message: I lack the permission {permissions}. "
                    "Ask somebody who manages the server; the game goes on here.",
                    permissions=in_bold(missing),
                )
            if interaction is not None:
                self.try_table(table.id)
        return text.gettext("I can't show the table's message. The game goes on here.")
