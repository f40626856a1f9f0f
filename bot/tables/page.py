"""Messages of text and buttons (Components V2) within Discord's limits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.attachment import Attachment
from bot.tables import ids
from bot.tables.ids import ComponentId, Verb
from bot.text import N_, Text

MAX_CHARACTERS: Final = 4000
"""Text of one message; more is refused."""
MAX_CONTENT: Final = 2000
"""The same of a message without components."""
MAX_COMPONENTS: Final = 40
"""Components of one message, with everything that holds others."""

_LABELS: Final = {
    Verb.JOIN: N_("Join"),
    Verb.LEAVE: N_("Leave"),
    Verb.COMPUTER: N_("Add computer"),
    Verb.START: N_("Start"),
    Verb.CANCEL: N_("Cancel"),
    Verb.HAND: N_("My hand"),
    Verb.RULES: N_("Rules"),
    Verb.BACK: N_("I'm back"),
    Verb.CONFIRM_LEAVE: N_("Yes, leave the table"),
    Verb.STAY: N_("No, stay"),
    Verb.SHUFFLE: N_("Shuffle seats"),
    Verb.SCORES: N_("Score sheet"),
    Verb.OPTIONS: N_("Options"),
    Verb.GO_ON: N_("Go on"),
    Verb.PAUSE: N_("Pause, too"),
    Verb.END: N_("End it, too"),
    Verb.AGAIN: N_("Play again"),
    Verb.KEEP: N_("Keep open"),
    Verb.FREE: N_("Free the kept seats"),
    Verb.REFRESH: N_("Refresh"),
    Verb.REPLAY: N_("Replay"),
    Verb.FAIR: N_("Fair deal?"),
}
_STYLES: Final = {
    Verb.JOIN: ButtonStyle.success,
    Verb.START: ButtonStyle.primary,
    Verb.HAND: ButtonStyle.primary,
    Verb.BACK: ButtonStyle.success,
    Verb.CONFIRM_LEAVE: ButtonStyle.danger,
    Verb.GO_ON: ButtonStyle.success,
    Verb.AGAIN: ButtonStyle.success,
    Verb.KEEP: ButtonStyle.primary,
}


class Page(discord.ui.LayoutView):
    """One message. Its buttons are served by their custom_ids, so nothing needs to keep it."""

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_finished(self) -> bool:
        """Keep the library from holding every page ever sent."""
        return True


Row = Sequence[discord.ui.Button[Any] | discord.ui.Select[Any] | discord.ui.ChannelSelect[Any]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a framed page consists of, for those who show it with other buttons."""

    blocks: Sequence[str]
    rows: Sequence[Row]
    colour: int

    @property
    def page(self) -> Page:
        """The page with its own buttons."""
        return box(self.blocks, self.rows, self.colour)


def box(
    blocks: Iterable[str], rows: Iterable[Row], colour: int, pictures: Iterable[Attachment] = ()
) -> Page:
    """Return a framed page: blocks of text with lines between them, pictures, rows of buttons.

    The pictures have to be sent with the page.
    """
    frame: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour)
    for index, block in enumerate(fit([block for block in blocks if block])):
        if index:
            frame.add_item(discord.ui.Separator())
        frame.add_item(discord.ui.TextDisplay(block))
    for picture in pictures:
        frame.add_item(discord.ui.MediaGallery(picture.shown()))
    for row in rows:
        frame.add_item(discord.ui.ActionRow(*row))
    return Page(frame)


@dataclass(frozen=True, slots=True)
class Beside:
    """Words with the button that they are about beside them."""

    words: str
    button: discord.ui.Button[Any]


Part = str | Beside | Row


def form(heading: str, parts: Iterable[Part], colour: int) -> Page:
    """Return a framed page of words, words with a button beside them, and rows of buttons."""
    frame: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour)
    frame.add_item(discord.ui.TextDisplay(heading))
    for part in parts:
        if isinstance(part, str):
            frame.add_item(discord.ui.Separator())
            frame.add_item(discord.ui.TextDisplay(part))
        elif isinstance(part, Beside):
            frame.add_item(discord.ui.Section(part.words, accessory=part.button))
        else:
            frame.add_item(discord.ui.ActionRow(*part))
    return Page(frame)


def room(blocks: Iterable[str], rows: Iterable[Row]) -> int:
    """Return how many components fit into a box of these blocks and rows besides."""
    frame_and_text = 2 * sum(1 for block in blocks if block)  # a line between two blocks counts
    return MAX_COMPONENTS - frame_and_text - sum(1 + len(row) for row in rows)


def note(sentence: str) -> Page:
    """Return a page that is one short text."""
    return Page(discord.ui.TextDisplay(fit([sentence])[0]))


def fit(blocks: Sequence[str], limit: int = MAX_CHARACTERS) -> list[str]:
    """Cut the longest blocks, at line ends where possible, until all fit into one message."""
    fitted = list(blocks)
    while (excess := sum(map(_length, fitted)) - limit) > 0:
        longest = max(range(len(fitted)), key=lambda index: _length(fitted[index]))
        fitted[longest] = _shortened(fitted[longest], excess)
    return fitted


def _length(text: str) -> int:
    """Length as Discord's clients count it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def _shortened(block: str, excess: int) -> str:
    """Cut at least `excess` characters off, then the rest of the line that was hit."""
    kept = block[: max(0, len(block) - excess - 2)]
    whole_lines = kept.rpartition("\n")[0]
    return (whole_lines or kept) + "\n…" if whole_lines else kept + "…"


def table_button(text: Text, table: int, verb: Verb) -> discord.ui.Button[Any]:
    """Return a button of a table."""
    return discord.ui.Button(
        label=text.gettext(_LABELS[verb]),
        style=_STYLES.get(verb, ButtonStyle.secondary),
        custom_id=ids.table_id(table, verb),
        id=ComponentId[verb.name],
    )
