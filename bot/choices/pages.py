"""The pages of a server's settings: all of them, one with its controls, and who changed what."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ChannelType

from bot.choices.words import (
    SETTINGS,
    language_words,
    local_time,
    plain_words,
    stored_words,
    usual_pace,
    value_words,
)
from bot.tables import ids
from bot.tables.page import Page, Row, box
from bot.text import Text
from bot.text.languages import languages
from bot.text.names import name_or_former, safe_name
from engine.settings import MAX_CHANNELS, PACES, GuildSettings
from engine.store import SettingChangeRow

COLOUR: Final = 0x3B6EA5
SHOWN_CHANGES: Final = 10
"""How many of the last changes are listed."""
MAX_OPTIONS: Final = 25
"""Entries of a menu."""
CHANNEL_TYPES: Final = (
    ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.stage_voice,
    ChannelType.forum,
)  # fmt: skip
"""Where people can write, themselves or in threads."""


def overview(
    text: Text,
    server: str,
    settings: GuildSettings,
    now: float,
    said: str = "",
    gone: int = 0,
    menu: str = "",
) -> Page:
    """Return every setting with its value, and a menu to change one.

    `said` is a line on what has just been done; `gone` is how many of the channels don't exist.
    `menu` are letters that the menu is told by: under a new name it forgets what was chosen last.
    """
    lines = [_line(text, name, settings, now) for name in SETTINGS]
    if gone:
        lines[0] += "\n" + _gone(text, gone, len(settings.channels))
    heading = text.gettext("## Settings of {server}", server=safe_name(server, text))
    footer = "-# " + text.gettext(
        "Changes count at once: for new tables, and where they can for those that are open."
    )
    changes: discord.ui.Button[Any] = _button(text.gettext("Last changes"), "log")
    blocks = ("\n".join(filter(None, (heading, said))), "\n".join(lines), footer)
    return box(blocks, ([_menu_of_settings(text, settings, menu)], [changes]), COLOUR)


def setting_page(
    text: Text, name: str, settings: GuildSettings, now: float, known_channels: Sequence[int]
) -> Page:
    """Return one setting with what changes it. `known_channels` are those that still exist."""
    setting = SETTINGS[name]
    heading = text.gettext("## {setting}", setting=text.gettext(setting.title))
    value = value_words(text, name, getattr(settings, name), channels=MAX_CHANNELS)
    if name == "timezone":
        value = f"{value}; {local_time(text, settings, now)}"
    now_set = text.gettext("Now: {value}", value=value)
    blocks = ("\n".join((heading, text.gettext(setting.help))), now_set)
    back: discord.ui.Button[Any] = _button(text.gettext("Back"), "all")
    rows = _controls(text, name, settings, known_channels)
    return box(blocks, [*rows[:-1], [*rows[-1], back]] if _has_room(rows) else [*rows, [back]],
               COLOUR)  # fmt: skip


def changes_page(text: Text, changes: Sequence[SettingChangeRow]) -> Page:
    """Return who changed what, newest first."""
    heading = text.gettext("## Last changes")
    lines = [change_line(text, change) for change in changes]
    body = "\n".join(lines) or text.gettext("Nobody has changed a setting yet.")
    return box((heading, body), ([_button(text.gettext("Back"), "all")],), COLOUR)


def change_line(text: Text, change: SettingChangeRow) -> str:
    """Return one change with who made it."""
    who = safe_name(name_or_former(change.name, change.user_id, text), text)
    return text.gettext(
        "- <t:{time}:f> · {person} · {change}",
        time=int(change.at),
        person=who,
        change=change_words(text, change),
    )


def change_words(text: Text, change: SettingChangeRow) -> str:
    """Return what has been changed, from what to what."""
    setting = SETTINGS.get(change.setting)
    return text.gettext(
        "**{setting}**: {old} → {new}",
        setting=text.gettext(setting.title) if setting is not None else change.setting,
        old=stored_words(text, change.setting, change.old),
        new=stored_words(text, change.setting, change.new),
    )


def _line(text: Text, name: str, settings: GuildSettings, now: float) -> str:
    value = value_words(text, name, getattr(settings, name), channels=MAX_CHANNELS)
    if name == "timezone":
        value = f"{value}; {local_time(text, settings, now)}"
    if name == "stake" and not settings.stakes:
        value = text.gettext("{stake}, while stakes are off: none", stake=value)
    return text.gettext(
        "- **{setting}**: {value}", setting=text.gettext(SETTINGS[name].title), value=value
    )


def _gone(text: Text, gone: int, chosen: int) -> str:
    if gone == chosen:
        return text.gettext(
            "⚠ None of them exists any more, so nobody can open a table: choose others."
        )
    return text.ngettext(
        "⚠ One of them doesn't exist any more.", "⚠ {n} of them don't exist any more.", gone
    )


def _menu_of_settings(text: Text, settings: GuildSettings, name: str) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=text.gettext(setting.title),
            value=each,
            description=plain_words(text, each, settings)[:100],
        )
        for each, setting in SETTINGS.items()
    ]
    return _menu(text.gettext("Change a setting"), "open", name, options)


def _controls(
    text: Text, name: str, settings: GuildSettings, known_channels: Sequence[int]
) -> list[Row]:
    if name == "channels":
        everywhere = _button(text.gettext("Everywhere"), "set", name, "all")
        everywhere.disabled = not settings.channels
        return [[_menu_of_channels(text, known_channels)], [everywhere]]
    if name == "pace":
        options = [_option(usual_pace(text, each), each, settings.pace) for each in PACES]
        return [[_menu(text.gettext("Choose the usual pace"), "set", name, options)]]
    if name == "language":
        placeholder = text.gettext("Choose the public language")
        return [[_menu(placeholder, "set", name, language_options(text, settings.language))]]
    if SETTINGS[name].limits is not None or name == "timezone":
        return [[_button(text.gettext("Change…"), "ask", name, style=ButtonStyle.primary)]]
    labels = text.gettext("Turn on"), text.gettext("Turn off")
    return [on_and_off(ids.setting_id("set", name), labels, on=getattr(settings, name))]


def on_and_off(custom_id: str, labels: tuple[str, str], *, on: bool) -> Row:
    """Return the two buttons of something that is on or off; what it is can't be pressed."""
    to_on, to_off = labels
    return [
        _plain_button(to_on, f"{custom_id}:on", ButtonStyle.success, off=on),
        _plain_button(to_off, f"{custom_id}:off", ButtonStyle.secondary, off=not on),
    ]


def language_options(
    text: Text, chosen: str, label: Callable[[str], str] = str
) -> list[discord.SelectOption]:
    """Return the languages that there are, and Discord's; `label` makes more of their names."""
    known = ("", *languages())[:MAX_OPTIONS]
    return [
        _option(label(language_words(text, code)), code or "discord", chosen or "discord")
        for code in known
    ]


def _option(label: str, value: str, chosen: str) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=value, default=value == chosen)


def _menu_of_channels(text: Text, chosen: Sequence[int]) -> discord.ui.ChannelSelect[Any]:
    custom_id = ids.setting_id("set", "channels")
    return discord.ui.ChannelSelect(
        custom_id=custom_id,
        id=ids.component(custom_id),
        channel_types=list(CHANNEL_TYPES),
        placeholder=text.gettext("Choose the channels where tables may be opened"),
        min_values=1,
        max_values=MAX_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen
        ],
    )


def _menu(
    placeholder: str, step: str, name: str, options: list[discord.SelectOption]
) -> discord.ui.Select[Any]:
    custom_id = ids.setting_id(step, name)
    return discord.ui.Select(
        custom_id=custom_id, id=ids.component(custom_id), placeholder=placeholder, options=options
    )


def _button(
    label: str,
    step: str,
    name: str = "",
    value: str = "",
    style: ButtonStyle = ButtonStyle.secondary,
) -> discord.ui.Button[Any]:
    return _plain_button(label, ids.setting_id(step, name, value), style)


def _plain_button(
    label: str, custom_id: str, style: ButtonStyle, *, off: bool = False
) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=label, custom_id=custom_id, id=ids.component(custom_id), style=style, disabled=off
    )


def _has_room(rows: Sequence[Row]) -> bool:
    """Whether the last row takes a button more: a menu wants its row for itself."""
    return all(isinstance(control, discord.ui.Button) for control in rows[-1])
