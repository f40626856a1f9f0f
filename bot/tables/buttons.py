"""Every button and menu, served by its custom_id: nothing has to be remembered between clicks."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self, cast

import discord

from bot.answers import Answer, Interaction
from bot.serving import serve
from bot.tables import clicks, entries, forms, ids, kicking, play, watching
from bot.tables.ids import Entry, Verb
from engine.refusal import Refusal, RefusalCode


class Button(discord.ui.DynamicItem[discord.ui.Item[Any]], template="(?!)"):
    """What all buttons share, and menus: `handle` answers, given the custom_id's parts."""

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        match = self.match
        await serve(interaction, partial(self.handle, match=match), table=table_named(match))

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
        await clicks.serve_verb(answer, int(match["table"]), verb)


class MoveButton(Button, template=ids.MOVE):
    """A move on a hand's page."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        await play.move(answer, *_seat_and_decision(match), match["action"])


class QuestionButton(Button, template=ids.QUESTION):
    """A move that needs something typed."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        await forms.ask(answer, *_seat_and_decision(match), match["action"])


class MoveMenu(Button, template=ids.MENU):
    """A menu on a hand's page whose choices are moves, or make one together."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        where = _seat_and_decision(match)
        await play.choose(answer, *where, match["action"], answer.chosen)


class Look(Button, template=ids.LOOK):
    """A button or menu that shows a hand in another way."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        decision = None if match["decision"] == "-" else int(match["decision"])
        view = match["view"] + ",".join(answer.chosen)
        await play.look(answer, int(match["table"]), int(match["seat"]), decision, view)


class PublicMoveButton(Button, template=ids.PUBLIC):
    """A move on the table's message."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        table, decision = int(match["table"]), int(match["decision"])
        await clicks.public_move(answer, table, decision, match["action"])


class OptionButton(Button, template=ids.OPTION):
    """A button or menu on a page of options."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        try:
            entry = Entry(match["entry"])
        except ValueError:
            await StrayButton.handle(answer, match)
            return
        await entries.serve_entry(answer, int(match["table"]), entry)


class KickButton(Button, template=ids.KICK):
    """Removes somebody from a table, after the question."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        table, place, user = (int(match[part]) for part in ("table", "seat", "user"))
        await kicking.kick(answer, table, place, user)


class WatchMenu(Button, template=ids.WATCH):
    """The menu of tables to watch."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:  # noqa: ARG004
        value = answer.chosen[0] if answer.chosen else ""
        if not value.isdecimal() or len(value) > 18:
            raise Refusal(RefusalCode.UNKNOWN_TABLE)
        await watching.watch(answer, int(value))


class StrayButton(Button, template=ids.STRAY):
    """A button that this version doesn't know."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:  # noqa: ARG004
        await answer.say(
            answer.text.gettext(
                "That button is from an older version. Type /hand or /table show instead."
            )
        )


def table_named(match: re.Match[str]) -> int | None:
    """The table that a custom_id names, if it does."""
    table = match.groupdict().get("table")
    return None if table is None else int(table)


def _seat_and_decision(match: re.Match[str]) -> tuple[int, int, int]:
    """The table, the seat and the decision that a move is for."""
    return int(match["table"]), int(match["seat"]), int(match["decision"])


async def serve_lost_click(interaction: Interaction, kinds: Sequence[type[Button]]) -> None:
    """Answer a click on a button, or a choice in a menu, that its message has lost meanwhile.

    The library drops such a click without a word, and the person would see it fail.
    """
    message, custom_id = interaction.message, interaction.custom_id
    if message is None or custom_id is None:
        return
    kind_of_control = cast(Mapping[str, Any], interaction.data).get("component_type")
    if (kind_of_control, custom_id) in set(_controls(message.components)):
        return
    for kind in kinds:
        if (match := kind.__discord_ui_compiled_template__.fullmatch(custom_id)) is not None:
            handler = partial(kind.handle, match=match)
            await serve(interaction, handler, table=table_named(match))


def _controls(components: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """What the library finds again: the kinds and custom_ids of what can be used."""
    for component in components:
        if (custom_id := getattr(component, "custom_id", None)) is not None:
            yield component.type.value, custom_id
        yield from _controls(getattr(component, "children", ()))
        if (beside := getattr(component, "accessory", None)) is not None:
            yield from _controls((beside,))
