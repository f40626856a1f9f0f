"""Moves that need something typed: a button opens a form, and what is typed completes the action.

A form is known by its custom_id alone, as buttons are, so that one that was opened before a restart
can be sent after it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

import discord

from bot.answers import Answer, Interaction
from bot.games.presenter import Prompt
from bot.serving import serve
from bot.tables import ids, play
from bot.tables.scene import is_started, presenter_of, scene_of
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

FIELD: Final = "typed"
MAX_TYPED: Final = 40
"""Longer than any answer: what is wrong with a long one is said by the rules."""

FormHandler = Callable[[Answer, re.Match[str], str], Awaitable[None]]
"""Answers a form that was sent, given its custom_id's parts and what was typed."""


class Form(discord.ui.Modal):
    """A form with one field. It is served by its custom_id, so nothing needs to keep it."""

    def __init__(self, prompt: Prompt, custom_id: str, default: str = "") -> None:
        super().__init__(title=prompt.title[:45], timeout=None, custom_id=custom_id)
        # Not required: an empty field gets the same answer as any other that isn't a number.
        field: discord.ui.TextInput[Form] = discord.ui.TextInput(
            custom_id=FIELD, required=False, max_length=MAX_TYPED, default=default or None
        )
        self.add_item(
            discord.ui.Label(text=prompt.label[:45], description=prompt.hint[:100], component=field)
        )

    def is_finished(self) -> bool:
        """Keep the library from holding every form ever opened."""
        return True


async def ask(answer: Answer, table_id: int, seat: int, decision: int, action: str) -> None:
    """Open the form for a move, unless it has become too late for the move."""
    try:
        table = await answer.interaction.client.desk.house.get(table_id)
        prompt = _prompt(answer, table, seat, decision, action)
    except Refusal as refusal:
        await play.refused(answer, table_id, refusal)
        return
    if not await answer.ask(Form(prompt, ids.question_id(table_id, seat, decision, action))):
        sentence = answer.text.gettext("That took me too long. Please press the button once more.")
        await play.refresh_hand(answer, table, sentence)


def _prompt(answer: Answer, table: Table, seat: int, decision: int, action: str) -> Prompt:
    own = table.seat_of(answer.user_id)
    if own is None:
        raise Refusal(RefusalCode.NOT_SEATED)
    if own != seat:
        raise Refusal(RefusalCode.NOT_YOUR_SEAT)
    if table.state is None or not is_started(table):
        raise Refusal(RefusalCode.NOT_PLAYING)
    if table.status is Status.FINISHED:
        raise Refusal(RefusalCode.TABLE_OVER)
    prompt = presenter_of(table).prompt(scene_of(table, answer.text), action)
    if prompt is None or table.state.decision(seat) != decision:
        raise Refusal(RefusalCode.STALE)
    return prompt


async def serve_form(interaction: Interaction, kinds: Mapping[str, FormHandler]) -> None:
    """Answer a form that somebody has sent, by the handler whose pattern its custom_id fits."""
    data = cast(Mapping[str, Any], interaction.data or {})
    custom_id, typed = str(data.get("custom_id", "")), typed_in(data)
    for pattern, handler in kinds.items():
        if (match := re.fullmatch(pattern, custom_id)) is not None:
            table = match.groupdict().get("table")
            await serve(
                interaction,
                partial(_handed, handler=handler, match=match, typed=typed),
                table=None if table is None else int(table),
            )
            return
    await serve(interaction, _outdated)


async def _handed(answer: Answer, handler: FormHandler, match: re.Match[str], typed: str) -> None:
    await handler(answer, match, typed)


async def _outdated(answer: Answer) -> None:
    answer.refused = True
    await answer.say(
        answer.text.gettext(
            "That form is from an older version, so nothing was done. Open it once more."
        )
    )


async def complete_move(answer: Answer, match: re.Match[str], typed: str) -> None:
    """Make the move that a form completes."""
    table, seat, decision = (int(match[part]) for part in ("table", "seat", "decision"))
    # a phone's keyboard likes to add a blank
    await play.move(answer, table, seat, decision, f"{match['action']}={typed.strip()}")


def typed_in(data: Mapping[str, Any]) -> str:
    """Return what stands in the field of a form that was sent, "" if there is none."""
    labels: Sequence[Mapping[str, Any]] = data.get("components") or ()
    fields = [label.get("component") or {} for label in labels]
    return next((str(f.get("value") or "") for f in fields if f.get("custom_id") == FIELD), "")
