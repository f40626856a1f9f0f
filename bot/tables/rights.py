"""Who may see a table's channel, and who may moderate there: looked up at every click.

Discord tells a click's own permissions; those in another channel follow from the roles that it
names, and no list of members is needed for that.
"""

from typing import Any, TypeAlias

import discord

from bot.answers import Answer
from engine.refusal import Refusal, RefusalCode
from engine.table import Table

Clicked: TypeAlias = "discord.Interaction[Any]"


def may_moderate(clicked: Clicked, table: Table) -> bool:
    """Whether the person may manage messages where the table stands.

    If its channel is gone, managing messages in the whole server is asked for: in the table's own.
    """
    found = _permissions(clicked, table)
    own = clicked.guild_id == table.guild_id
    if found is None and own and isinstance(clicked.user, discord.Member):
        found = clicked.user.guild_permissions
    return found is not None and (found.manage_messages or found.administrator)


def may_see(clicked: Clicked, table: Table) -> bool:
    """Whether the person can read the channel where the table stands."""
    found = _permissions(clicked, table)
    return found is not None and (found.view_channel or found.administrator)


def require_moderator(answer: Answer, table: Table) -> None:
    """Refuse what only moderators may do."""
    if not may_moderate(answer.interaction, table):
        raise Refusal(RefusalCode.NOT_MODERATOR)


def of_this_server(answer: Answer, table: Table) -> Table:
    """Return the table; Refusal UNKNOWN_TABLE if it is another server's."""
    if table.guild_id != answer.guild_id:
        raise Refusal(RefusalCode.UNKNOWN_TABLE)
    return table


def _permissions(interaction: Clicked, table: Table) -> discord.Permissions | None:
    """What the person may do where the table stands; None if that can't be told."""
    if interaction.channel_id == table.channel_id:
        return interaction.permissions
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return None
    place = guild.get_channel_or_thread(table.channel_id)
    if place is None and table.parent_id is not None:
        place = guild.get_channel(table.parent_id)  # a thread that sleeps isn't remembered
    try:
        found = place.permissions_for(member) if place is not None else None
    except discord.ClientException:  # a thread whose channel is unknown
        return None
    if isinstance(place, discord.Thread) and place.is_private() and found is not None:
        found.view_channel = found.view_channel and found.manage_threads
    return found
