"""A person's purse in words: what is in it, what went through it, and when there is more."""

from typing import Final

import discord
from discord import ButtonStyle

from bot.games import presenter
from bot.tables import ids
from bot.tables.ids import ComponentId
from bot.tables.page import Page, Row, box
from bot.text import N_, Text
from bot.text.chips import chips_words
from engine import game_names
from engine.store import EntryKind, Purse, PurseEntry, Refill
from engine.store.records import WELCOME

PAGE_ENTRIES: Final = 10
COLOUR: Final = 0xC9A227

_ENTRIES: Final = {
    EntryKind.WELCOME: N_("a purse to begin with"),
    EntryKind.STAKE: N_("your stake for {table}"),
    EntryKind.WINNINGS: N_("your part of the pot of {table}"),
    EntryKind.REFUND: N_("your stake back, as {table} ended without a result"),
    EntryKind.REFILL: N_("a refill"),
    EntryKind.BUY_IN: N_("your stake for the seat that you took over at {table}"),
    EntryKind.KICKED: N_("your stake back, as you were turned out of {table}"),
}
_LEFT: Final = {
    EntryKind.STAKE: N_("your stake for {table}, which you left"),
    EntryKind.BUY_IN: N_("your stake for the seat that you took over at {table}, which you left"),
}
"""The same of somebody who has left the table: it is gone, and no other entry says so."""


def purse_page(
    text: Text, purse: Purse, refill: Refill, *, offset: int = 0, news: str = ""
) -> Page:
    """Return the page; `news` is what has just been done."""
    blocks = (
        "\n".join(filter(None, (text.gettext("## Your chips"), news, _balance(text, purse)))),
        _entries(text, purse),
        "\n".join((refill_words(text, refill), _small_print(text, purse, offset))),
    )
    return box(blocks, _rows(text, purse, refill, offset), COLOUR)


def _balance(text: Text, purse: Purse) -> str:
    have = text.ngettext("You have **one chip**.", "You have **{n} chips**.", purse.balance)
    if not purse.in_play:
        return have
    playing = text.ngettext("One more is in play.", "{n} more are in play.", purse.in_play)
    return f"{have} {playing}"


def _entries(text: Text, purse: Purse) -> str:
    if not purse.entries:
        return text.gettext(
            "Nothing has happened to them yet: everybody begins with {n}, and the first stake is "
            "taken when a game with one begins.",
            n=WELCOME,
        )
    return "\n".join(_entry(text, entry) for entry in purse.entries)


def _entry(text: Text, entry: PurseEntry) -> str:
    why = _LEFT.get(entry.kind) if entry.left else None
    why = why or _ENTRIES.get(entry.kind, N_("{table}"))
    return "- " + text.gettext(
        "<t:{time}:d> **{chips}**, {why} → {balance}",
        time=int(entry.at),
        chips=chips_words(text, entry.amount),
        why=text.gettext(why, table=_table(text, entry)),
        balance=entry.balance,
    )


def _table(text: Text, entry: PurseEntry) -> str:
    if entry.table_id is None:
        return text.gettext("a table")
    if entry.game not in game_names():
        return text.gettext("table {table}", table=entry.table_id)
    game = presenter(entry.game).title
    return text.gettext("{game}, table {table}", game=game, table=entry.table_id)


def refill_words(text: Text, refill: Refill) -> str:
    """Say whether there is a refill, and if not, when or for whom there is one."""
    if refill.allowed:
        return text.gettext(
            "You are short of chips: press **Refill** for {n} more.", n=refill.amount
        )
    if refill.needed:
        return text.gettext(
            "Your next refill of {n} chips: <t:{time}:R>, <t:{time}:f>.",
            n=refill.amount,
            time=int(refill.next_at) + 1,
        )
    return text.gettext(
        "Whoever has fewer than {threshold} chips, those in play included, can have {n} more "
        "once a day.",
        threshold=refill.threshold,
        n=refill.amount,
    )


def _small_print(text: Text, purse: Purse, offset: int) -> str:
    lines = [
        text.gettext(
            "The winners of a game share the pot. With computers alone at the end, people get "
            "only their own stakes back."
        )
    ]
    if purse.total > PAGE_ENTRIES:
        first, last = offset + 1, offset + len(purse.entries)
        lines.insert(
            0,
            text.gettext("{first} to {last} of {total}", first=first, last=last, total=purse.total),
        )
    return "\n".join(f"-# {line}" for line in lines)


def _rows(text: Text, purse: Purse, refill: Refill, offset: int) -> list[Row]:
    row: list[discord.ui.Button[discord.ui.LayoutView]] = []
    if refill.allowed:
        row.append(
            discord.ui.Button(
                label=text.gettext("Refill"),
                style=ButtonStyle.success,
                custom_id=ids.purse_id("refill", 0),
                id=ComponentId.REFILL,
            )
        )
    if purse.total > PAGE_ENTRIES:
        newer, older = max(0, offset - PAGE_ENTRIES), offset + PAGE_ENTRIES
        row += [
            discord.ui.Button(
                label=text.gettext("Newer"),
                custom_id=ids.purse_id("newer", newer),
                id=ComponentId.NEWER,
                disabled=offset == 0,
            ),
            discord.ui.Button(
                label=text.gettext("Older"),
                custom_id=ids.purse_id("older", older),
                id=ComponentId.OLDER,
                disabled=older >= purse.total,
            ),
        ]
    return [row] if row else []
