"""Playing again: the first to ask opens the new table, the others sit down at it where they sat."""

import discord

from bot import metrics
from bot.answers import Answer
from bot.tables.announcing import announce, close
from bot.tables.own_options import page_for
from bot.tables.people import person_of
from bot.tables.places import message_link, missing_here
from engine import trace
from engine.table import Table


async def again(answer: Answer, table_id: int) -> None:
    """Open a table for the same people, or sit down at the one that they have opened."""
    desk = answer.interaction.client.desk
    old = await desk.house.get(table_id)
    if missing := missing_here(answer.interaction, answer.text):
        await answer.say(missing)
        return
    new = await desk.house.rematch(
        table_id, person_of(answer), answer.interaction.id, parent_id=_above(answer, old)
    )
    trace.also(table=new.id)
    if not _was_opened_by(answer, new):
        await _show_old(answer, old, new)
        return
    if new.channel_id == answer.interaction.channel_id:
        await announce(answer, new)
        desk.publisher.changed(old)
        return
    if await _post(answer, new):
        await _show_old(answer, old, new)


def _above(answer: Answer, old: Table) -> int | None:
    """The channel of the thread that the old table was opened in, if people have made one."""
    clicked = answer.interaction
    if old.parent_id is not None:  # the table's own thread: they play again outside
        return None
    known = clicked.guild.get_thread(old.channel_id) if clicked.guild else None
    here = clicked.channel if clicked.channel_id == old.channel_id else None  # it slept until now
    place = known or here
    return place.parent_id if isinstance(place, discord.Thread) else None


def _was_opened_by(answer: Answer, new: Table) -> bool:
    """Whether this very click has opened the table: who opens one is its host."""
    number = new.seat_of(answer.user_id)
    opened = new.host_id == answer.user_id and number is not None
    return opened and new.seats[number or 0].join_id == answer.interaction.id


async def _post(answer: Answer, new: Table) -> bool:
    """Show the new table where it stands, which is elsewhere; without a message there is none."""
    desk, text, message_id = answer.interaction.client.desk, answer.text, None
    why = text.gettext("That table's thread is locked. Type /play where I can post.")
    with desk.publisher.posting(new):
        try:
            message_id = await desk.publisher.move_down(new)
        except discord.HTTPException as error:
            metrics.failed_request(error)
            why = text.gettext(
                "I can't post in that table's channel ({reason}). Type /play where I can.",
                reason=error.text or error.status,
            )
        finally:
            if message_id is None:
                await close(answer, new)
    if message_id is None:
        await answer.say(why)
    return message_id is not None


async def _show_old(answer: Answer, old: Table, new: Table) -> None:
    """Answer with the old table's message, which says by now who plays again and where."""
    desk, clicked = answer.interaction.client.desk, answer.interaction.message
    if clicked is None or clicked.flags.ephemeral:
        link = message_link(new)
        said = answer.text.gettext("✓ You are in again: table {table}. {link}",
                                   table=new.id, link=link).strip()  # fmt: skip
        await answer.update(page_for(answer, old, said))
        desk.publisher.changed(old)
        return
    with desk.publisher.answering(old, clicked.id) as lane:
        met = lane.wanted
        await answer.update(await desk.publisher.page(old))
        lane.shown = met
