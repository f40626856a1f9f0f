"""Showing a table that has just been opened: the answer to whoever opened it is its message."""

import logging

from bot.answers import Answer
from engine import trace
from engine.refusal import Refusal
from engine.table import Table

log = logging.getLogger(__name__)


async def announce(answer: Answer, table: Table) -> None:
    """Answer with the table's message, for everybody to see; without it there is no table."""
    trace.also(table=table.id)
    desk, message_id = answer.interaction.client.desk, None
    with desk.publisher.posting(table) as lane:
        met = lane.wanted
        try:
            message_id = await answer.publish(await desk.publisher.page(table))
        finally:
            if message_id is None:
                log.warning("a table could not be announced and is closed")
                await close(answer, table)
                desk.publisher.leftovers.doubt(table)
        if message_id is not None:
            lane.shown = met
            await desk.house.set_message(table.id, table.channel_id, message_id)


async def close(answer: Answer, table: Table) -> None:
    """Close a table that nobody has seen; if it has begun, with computers, stakes go back."""
    try:
        await answer.interaction.client.desk.house.end(table.id, table.guild_id, "host")
    except Refusal as refusal:
        log.warning("a table could not be closed: %s", refusal.code)
