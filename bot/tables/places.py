"""Where tables stand: their channels, what the bot lacks there, and the line that points there."""

from typing import Any, Final

import discord

from bot.games.presenter import listed
from bot.tables.page import Page, note
from bot.tables.scene import presenter_of, scene_of
from bot.text import N_, Text
from engine.table import Status, Table

_SENDING: Final = {
    False: ("send_messages", N_("Send Messages")),
    True: ("send_messages_in_threads", N_("Send Messages in Threads")),
}
_MAKING_THREADS: Final = (
    ("create_public_threads", N_("Create Public Threads")),
    _SENDING[True],
)


def message_link(table: Table) -> str:
    """Return the address of the table's message, "" if it has none."""
    if table.message_id is None:
        return ""
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{table.message_id}"


def way_there(table: Table, text: Text) -> str:
    """Return a short link to the table's message, "" if it has none."""
    link = message_link(table)
    return text.gettext("[Go to the table]({link})", link=link) if link else ""


def moved_page(table: Table, text: Text) -> Page:
    """Return what stays of a message whose table is elsewhere: a line with a link, and the end."""
    facts = {
        "game": presenter_of(table).title,
        "table": table.id,
        "link": message_link(table),
    }
    if table.is_live:
        return note(text.gettext("{game}, table {table}, is here: {link}", **facts))
    if table.status is not Status.FINISHED or table.state is None:
        return note(text.gettext("{game}, table {table}, is closed: {link}", **facts))
    scene = scene_of(table, text)
    winners = listed([scene.winner(seat) for seat in table.state.winners()], text)
    return note(
        text.gettext(
            "{game}, table {table}, is over: {winners} won. {link}", winners=winners, **facts
        )
    )


def lacking(allowed: discord.Permissions, text: Text, *, in_thread: bool) -> list[str]:
    """Return the names of the permissions that the bot needs for a table and doesn't have."""
    if not allowed.view_channel:  # whoever can't see it can't do anything else there either
        return [text.gettext("View Channel")]
    return [text.gettext(name) for name in _missing(allowed, (_SENDING[in_thread],))]


def missing_here(interaction: discord.Interaction[Any], text: Text) -> str:
    """Say which permission the bot lacks for a table where somebody clicked; "" if none."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = lacking(interaction.app_permissions, text, in_thread=in_thread)
    if not missing:
        return ""
    return text.gettext(
        "I can't play in this channel: I lack the permission {permissions}. "
        "Ask somebody who manages the server, or use another channel.",
        permissions=in_bold(missing),
    )


def lacking_for_threads(allowed: discord.Permissions) -> list[str]:
    """Return the permissions that the bot would need to make a table a thread, untranslated."""
    return _missing(allowed, _MAKING_THREADS)


def _missing(allowed: discord.Permissions, needed: tuple[tuple[str, str], ...]) -> list[str]:
    return [name for key, name in needed if not getattr(allowed, key)]


def in_bold(names: list[str]) -> str:
    """Return the names of permissions as a sentence quotes them."""
    return " + ".join(f"**{name}**" for name in names)


def allowed_in(client: discord.Client, table: Table) -> discord.Permissions | None:
    """Return what the bot may do where a table stands, as far as it has been told; else None."""
    guild = client.get_guild(table.guild_id)
    place = guild.get_channel_or_thread(table.channel_id) if guild is not None else None
    if guild is None or place is None or guild.me is None:
        return None
    try:
        return place.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose channel is unknown
        return None


def allowed_for(interaction: discord.Interaction[Any], table: Table) -> discord.Permissions | None:
    """Return what the bot may do where a table stands, as a click there tells, or as known."""
    if interaction.channel_id == table.channel_id:
        return interaction.app_permissions
    return allowed_in(interaction.client, table)


def is_thread(client: discord.Client, table: Table) -> bool:
    """Whether the table stands in a thread, its own or one that people have made."""
    guild = client.get_guild(table.guild_id)
    known = guild is not None and guild.get_thread(table.channel_id) is not None
    return table.parent_id is not None or known
