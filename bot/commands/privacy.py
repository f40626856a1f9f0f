"""`/privacy`: what is stored about a person, handed out or deleted at their own word.

A deletion is confirmed by typing a word in a form. Whose data they are is never read from a button
or form: it is whoever presses or sends it.
"""

import asyncio
import gzip
import json
import re
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands

from bot.answers import Answer, Interaction
from bot.attachment import Attachment
from bot.games.presenter import Prompt
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.tables.forms import Form
from bot.tables.ids import ComponentId
from bot.tables.page import Page, box, note
from bot.text import ENGLISH, N_, Text
from engine.house.privacy import Forgotten

COLOUR: Final = 0x3B6EA5
SPARE: Final = 64 * 1024
"""Bytes of a request besides the file in it."""
WORDS: Final[Mapping[str, str]] = {"here": "DELETE HERE", "all": "DELETE EVERYWHERE"}
"""What has to be typed, the same in every language; another one for each extent."""

_ABOUT: Final = (
    N_(
        "## What I store about you\n"
        "- **Tables:** your id and name, when you joined and left, your plays, how games ended\n"
        "- **For the boards of this server:** your results, rating and chips\n"
        "- **Choices:** how you like your hand shown, bells, language, answers you left at a "
        "table; settings of the server that you changed\n"
        "-# No messages, no pictures, no e-mail address; nothing about who you are elsewhere."
    ),
    N_(
        "**How long:** plays for a year, which buttons you pressed for 30 days, tables without a "
        "result for 30 days; results, rating and chips as long as I am on the server. 30 days "
        "after I am removed from a server I delete all of its data."
    ),
    N_(
        "**Export** hands all of it out as a file, from every server, to you alone.\n"
        "**Delete** takes your id and name out of it; you then count as *a former player*. A "
        "computer takes your seats, your stakes stay in the pots, and your chips and rating are "
        "lost. What others have won stays as it is. Messages that already stand in channels stay. "
        "If you play again, you start anew."
    ),
)


@app_commands.command(
    name="privacy",
    description=ENGLISH.gettext("What I store about you; have it handed out or deleted"),
)
@app_commands.guild_only()
async def privacy(interaction: Interaction) -> None:
    """Show what is stored, with buttons to have it exported or deleted."""

    async def handle(answer: Answer) -> None:
        await answer.show(_page(answer.text))

    await serve(interaction, handle)


def _page(text: Text, said: str = "") -> Page:
    buttons = (
        ("export", text.gettext("Export"), ButtonStyle.primary, ComponentId.EXPORT),
        ("here", text.gettext("Delete: this server"), ButtonStyle.danger, ComponentId.ERASE_HERE),
        ("all", text.gettext("Delete: everywhere"), ButtonStyle.danger, ComponentId.ERASE_ALL),
    )
    row: list[discord.ui.Button[Any]] = [
        discord.ui.Button(label=label, style=style, custom_id=ids.privacy_id(what), id=number)
        for what, label, style, number in buttons
    ]
    return box((said, *(text.gettext(block) for block in _ABOUT)), (row,), COLOUR)


class PrivacyButton(Button, template=ids.PRIVACY):
    """Hands the data out, or asks whether they are really to be deleted."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        if match["what"] == "export":
            await _export(answer)
        else:
            await _ask(answer, match["what"])


async def _export(answer: Answer) -> None:
    if not await answer.may_attach():
        return
    data = await answer.interaction.client.desk.house.export(answer.user_id)
    limit = answer.interaction.filesize_limit - SPARE
    attached, whole = await asyncio.to_thread(packed, data, limit)
    sentence = answer.text.gettext("This is all that I store about you.")
    if not whole:
        sentence = answer.text.gettext(
            "This is what I store about you, without your single plays: with them the file would "
            "be too large for Discord. Whoever runs this bot can give you the rest."
        )
    await answer.say(sentence, attached)


def packed(data: Mapping[str, Any], limit: int) -> tuple[Attachment, bool]:
    """Return the data as a file of at most `limit` bytes, and whether they are all in it.

    What is too large is compressed; if that isn't enough, single plays are left out.
    """
    whole = json.dumps(data, ensure_ascii=False, indent=1).encode()
    if len(whole) <= limit:
        return Attachment("cardroom.json", whole), True
    small = gzip.compress(whole, mtime=0)
    if len(small) <= limit:
        return Attachment("cardroom.json.gz", small), True
    servers = [{**server, "plays": []} for server in data["servers"]]
    less = json.dumps({**data, "servers": servers}, ensure_ascii=False).encode()
    return Attachment("cardroom.json.gz", gzip.compress(less, mtime=0)), False


async def _ask(answer: Answer, extent: str) -> None:
    text, word = answer.text, WORDS[extent]
    title = (
        text.gettext("Delete my data on this server")
        if extent == "here"
        else text.gettext("Delete my data on all servers")
    )
    prompt = Prompt(
        title,
        text.gettext("Type {word} to confirm", word=word),
        text.gettext("This can't be undone. A computer takes your seats."),
    )
    if not await answer.ask(Form(prompt, ids.erasure_id(extent))):
        await answer.say(text.gettext("That took me too long. Please press the button once more."))


async def erase(answer: Answer, match: re.Match[str], typed: str) -> None:
    """Delete the data of whoever sends the form, if the word in it is the right one."""
    text, extent = answer.text, match["extent"]
    word = WORDS[extent]
    if typed.strip() != word:  # a phone's keyboard likes to add a blank
        answer.refused = True
        sentence = text.gettext(
            "**Nothing was deleted.** To delete, type exactly `{word}`.", word=word
        )
        await answer.update(_page(text, sentence))
        return
    house = answer.interaction.client.desk.house
    where = answer.guild_id if extent == "here" else None
    await answer.update(note(_done(text, extent, await house.forget(answer.user_id, where))))


def _done(text: Text, extent: str, forgotten: Forgotten) -> str:
    if forgotten.later:
        return text.gettext(
            "I have begun to delete your data. It will be done within the hour; "
            "please don't play until then."
        )
    if extent == "here":
        return text.gettext("Done. Nothing on this server leads to you any more.")
    return text.gettext("Done. Nothing that I store leads to you any more.")
