"""What the controls of a server's settings do. Who may use them is asked at every click anew."""

import re
from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any, Final

import discord

from bot.answers import Answer
from bot.choices.pages import (
    CHANNEL_TYPES,
    SHOWN_CHANGES,
    change_words,
    changes_page,
    overview,
    setting_page,
)
from bot.choices.words import SETTINGS
from bot.choices.zones import find_zone, suggest_zones
from bot.games.presenter import Prompt
from bot.tables import ids
from bot.tables.buttons import Button, StrayButton
from bot.tables.forms import Form
from bot.tables.page import Page
from bot.tables.people import person_of
from bot.text import Text
from bot.text.languages import languages
from bot.text.names import escape, plain_name
from engine.settings import PACES

ZONES_SUGGESTED: Final = 3
MAX_DIGITS: Final = 6
MAX_LETTERS: Final = 14


class Unusable(Exception):
    """A value that can't be set; the message is a sentence for the person."""


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether whoever clicked manages the server, as Discord says with this very click."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator


async def manages(answer: Answer) -> bool:
    """Whether the person manages the server; if not, that is the answer."""
    if may_manage(answer.interaction):
        return True
    answer.refused = True
    await answer.say(
        answer.text.gettext(
            "Settings can be changed only by people who have the permission **Manage Server**. "
            "Nothing was changed. Your own preferences are at /preferences."
        )
    )
    return False


class SettingButton(Button, template=ids.SETTING):
    """Any control on the pages of settings."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        if not await manages(answer):
            return
        step, name, value = match["step"], match["name"] or "", match["value"]
        if step == "open":
            name = answer.chosen[0] if answer.chosen else ""
        if step in ("open", "set", "ask") and name not in SETTINGS:
            await StrayButton.handle(answer, match)
        elif step == "all":
            await answer.update(await settings_page(answer))
        elif step == "log":
            house = answer.interaction.client.desk.house
            changes = await house.setting_changes(answer.guild_id, SHOWN_CHANGES)
            await answer.update(changes_page(answer.text, changes))
        elif step == "open":
            await answer.update(await _page_of(answer, name))
        elif step == "ask":
            await _ask(answer, name)
        elif step == "set":
            await _set_chosen(answer, name, value)
        else:
            await StrayButton.handle(answer, match)


async def settings_page(answer: Answer, said: str = "") -> Page:
    """Return the page of all settings as they are now."""
    desk, guild = answer.interaction.client.desk, answer.interaction.guild
    settings = await desk.house.settings(answer.guild_id)
    gone = len(settings.channels) - len(_existing(answer, settings.channels))
    server = guild.name if guild is not None else ""
    menu = _letters(answer.interaction.id)
    return overview(answer.text, server, settings, desk.clock.now(), said, gone, menu)


async def change(answer: Answer, name: str, value: Any) -> None:
    """Change a setting and show all of them with what is different."""
    desk, text = answer.interaction.client.desk, answer.text
    changes = await desk.house.change_settings(answer.guild_id, person_of(answer), **{name: value})
    said = text.gettext("That is so already; nothing was changed.")
    if changes:
        told = ", ".join(change_words(text, each) for each in changes)
        said = text.gettext("✓ Changed. {changes}", changes=told)
    await answer.update(await settings_page(answer, said))
    if changes and name == "language":  # the tables that are open change over at once
        tables = await desk.house.live_tables(answer.guild_id)
        desk.publisher.catch_up([table.id for table in tables])


async def change_by_form(answer: Answer, match: re.Match[str], typed: str) -> None:
    """Set what was typed into a form, or say what is wrong with it."""
    if not await manages(answer):
        return
    name = match["name"] or ""
    try:
        value = _typed(answer.text, match["step"], name, typed)
    except Unusable as wrong:
        await _not_changed(answer, wrong)
        return
    await change(answer, name, value)


def _typed(text: Text, step: str, name: str, typed: str) -> Any:
    if step == "form" and name == "timezone":
        return zone_typed(text, typed)
    limits = SETTINGS[name].limits if step == "form" and name in SETTINGS else None
    if limits is None:
        raise Unusable(text.gettext("That form is from an older version. Open it by /settings."))
    low, high = limits
    digits = typed.strip()
    if digits.isdecimal() and len(digits) <= MAX_DIGITS and low <= int(digits) <= high:
        return int(digits)
    raise Unusable(
        text.gettext(
            "{setting}: that has to be a number from {low} to {high}.",
            setting=text.gettext(SETTINGS[name].title),
            low=low,
            high=high,
        )
    )


def zone_typed(text: Text, typed: str) -> str:
    """Return the zone that somebody typed; Unusable says which it may have been."""
    zone = find_zone(typed)
    if zone is not None:
        return zone
    near = suggest_zones(typed, ZONES_SUGGESTED) or suggest_zones("", ZONES_SUGGESTED)
    raise Unusable(
        text.gettext(
            "I don't know the time zone “{typed}”. "
            "Type a city of it, or its name, such as {zones}.",
            typed=escape(plain_name(typed)),
            zones=", ".join(map(escape, near)),
        )
    )


async def _page_of(answer: Answer, name: str) -> Page:
    desk = answer.interaction.client.desk
    settings = await desk.house.settings(answer.guild_id)
    known = _existing(answer, settings.channels)
    return setting_page(answer.text, name, settings, desk.clock.now(), known)


async def _ask(answer: Answer, name: str) -> None:
    """Open the form of a setting that is typed."""
    text, setting = answer.text, SETTINGS[name]
    settings = await answer.interaction.client.desk.house.settings(answer.guild_id)
    if setting.limits is not None:
        low, high = setting.limits
        hint = text.gettext("A number from {low} to {high}", low=low, high=high)
    elif name == "timezone":
        hint = text.gettext("A city such as Berlin or Chicago, or a name such as Europe/London")
    else:
        await answer.update(await _page_of(answer, name))
        return
    title = text.gettext(setting.title)
    form = Form(
        Prompt(title, title, hint), ids.setting_id("form", name), str(getattr(settings, name))
    )
    if not await answer.ask(form):
        sentence = text.gettext("That took me too long. Please press the button once more.")
        await answer.say(sentence)


async def _set_chosen(answer: Answer, name: str, value: str | None) -> None:
    """Set what a button or a menu says."""
    try:
        chosen = _chosen(answer, name, value)
    except Unusable as wrong:
        await _not_changed(answer, wrong)
        return
    await change(answer, name, chosen)


def _chosen(answer: Answer, name: str, value: str | None) -> Any:
    text, chosen = answer.text, answer.chosen
    first = chosen[0] if chosen else ""
    if name == "channels":
        return () if value == "all" else _channels(answer)
    if name == "pace" and first in PACES:
        return first
    if name == "language" and first in ("discord", *languages()):
        return "" if first == "discord" else first
    if name in ("stakes", "threads", "bells") and value in ("on", "off"):
        return value == "on"
    raise Unusable(text.gettext("That can't be chosen here. Open the page anew by /settings."))


def _channels(answer: Answer) -> list[int]:
    """The chosen channels; Unusable unless all are channels of this server for writing."""
    ids_chosen = [int(value) if value.isdecimal() else 0 for value in answer.chosen]
    if not ids_chosen or len(_existing(answer, ids_chosen)) != len(ids_chosen):
        raise Unusable(
            answer.text.gettext("Choose channels of this server in which people can write.")
        )
    return ids_chosen


def _existing(answer: Answer, channels: Sequence[int]) -> list[int]:
    """Those of the channels that are in this server and can be written in."""
    guild = answer.interaction.guild
    found = {} if guild is None else {channel.id: channel for channel in guild.channels}
    return [each for each in channels if each in found and found[each].type in CHANNEL_TYPES]


def _letters(number: int) -> str:
    """Return a few letters that differ from one click to the next."""
    letters = ""
    while number and len(letters) < MAX_LETTERS:
        number, each = divmod(number, len(ascii_lowercase))
        letters += ascii_lowercase[each]
    return letters


async def _not_changed(answer: Answer, wrong: Unusable) -> None:
    answer.refused = True
    said = answer.text.gettext("⚠ {reason} Nothing was changed.", reason=str(wrong))
    await answer.update(await settings_page(answer, said))
