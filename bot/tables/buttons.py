"""Every button of the bot, served by its custom_id: nothing has to be remembered between clicks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Self

import discord

from bot.answers import Answer, Interaction
from bot.serving import serve
from bot.tables import clicks, forms, ids, play
from bot.tables.ids import Verb


class Button(discord.ui.DynamicItem[discord.ui.Button[Any]], template="(?!)"):
    """What all buttons share: a click is answered by `handle`, given the custom_id's parts."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)  # type: ignore[arg-type]

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await serve(interaction, partial(self.handle, match=self.match))

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        """Do what the button is for and answer."""
        raise NotImplementedError


class TableButton(Button, template=ids.TABLE):
    """Join, Leave, My hand and their like."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        try:
            verb = Verb(match["verb"])
        except ValueError:
            await StrayButton.handle(answer, match)
            return
        await clicks.HANDLERS[verb](answer, int(match["table"]))


class MoveButton(Button, template=ids.MOVE):
    """A move on a hand's page."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        table, seat, decision = (int(match[part]) for part in ("table", "seat", "decision"))
        await play.move(answer, table, seat, decision, match["action"])


class QuestionButton(Button, template=ids.QUESTION):
    """A move that needs something typed."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        table, seat, decision = (int(match[part]) for part in ("table", "seat", "decision"))
        await forms.ask(answer, table, seat, decision, match["action"])


class StrayButton(Button, template=ids.STRAY):
    """A button that this version doesn't know."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:  # noqa: ARG004
        await answer.say(
            answer.text.gettext(
                "That button is from an older version. Type /hand or /table instead."
            )
        )


async def serve_lost_click(interaction: Interaction, kinds: Sequence[type[Button]]) -> None:
    """Answer a click on a button that its message has lost in the meantime.

    The library drops such a click without a word, and the person would see it fail.
    """
    message, custom_id = interaction.message, interaction.custom_id
    if message is None or custom_id is None or custom_id in _custom_ids(message.components):
        return
    for kind in kinds:
        if (match := kind.__discord_ui_compiled_template__.fullmatch(custom_id)) is not None:
            await serve(interaction, partial(kind.handle, match=match))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if (custom_id := getattr(component, "custom_id", None)) is not None:
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))
