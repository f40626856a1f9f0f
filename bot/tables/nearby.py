"""The live tables of a server, as far as somebody sees the channels where they stand."""

from typing import Any

from bot.answers import Interaction
from bot.tables.rights import may_moderate, may_see
from bot.tables.scene import presenter_of
from bot.text import Text
from engine.table import Status, Table


async def visible_tables(interaction: Interaction) -> list[Table]:
    """The tables whose channel the person sees, newest first."""
    return [table for table in await _live(interaction) if may_see(interaction, table)]


async def moderated_tables(interaction: Interaction) -> list[Table]:
    """The tables that the person may close, newest first."""
    return [table for table in await _live(interaction) if may_moderate(interaction, table)]


async def _live(interaction: Interaction) -> list[Table]:
    if interaction.guild_id is None:
        return []
    return await interaction.client.desk.house.live_tables(interaction.guild_id)


def label(table: Table, text: Text) -> str:
    """Say in a list which table it is and how far it has come."""
    facts: dict[str, Any] = {"game": presenter_of(table).title, "table": table.id}
    if table.status is Status.LOBBY:
        return text.gettext("{game}, table {table} (in the lobby)", **facts)
    if table.on_hold or table.paused:
        return text.gettext("{game}, table {table} (paused)", **facts)
    return text.ngettext(
        "{game}, table {table} (one person)",
        "{game}, table {table} ({n} people)",
        len(table.people()),
        **facts,
    )
