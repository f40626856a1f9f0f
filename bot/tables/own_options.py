"""The page of options for whoever clicks: what they may do is looked up at that moment."""

from bot.answers import Answer
from bot.refusals import why_refused
from bot.tables.options import Viewer, options_page
from bot.tables.page import Page
from bot.tables.rights import may_moderate
from bot.tables.scene import presenter_of
from engine.refusal import Refusal, RefusalCode
from engine.table import Table


def viewer_of(answer: Answer, table: Table) -> Viewer:
    """Return who asks, with what they may do where the table stands."""
    now = answer.interaction.client.desk.clock.now()
    return Viewer(answer.user_id, may_moderate(answer.interaction, table), now)


def page_for(answer: Answer, table: Table, said: str = "") -> Page:
    """Return the person's page of options; `said` is what their click did."""
    return options_page(table, viewer_of(answer, table), answer.text, said)


async def show_options(answer: Answer, table: Table) -> None:
    """Open the page of options in a new message."""
    await answer.show(page_for(answer, table))


async def refused(answer: Answer, table_id: int, refusal: Refusal) -> None:
    """Say on a fresh page of options why something isn't done."""
    if answer.answered or refusal.code in (RefusalCode.UNAVAILABLE, RefusalCode.UNKNOWN_TABLE):
        raise refusal
    table = await answer.interaction.client.desk.house.get(table_id)
    answer.refused = True
    sentence = await why_refused(answer, refusal, presenter_of(table))
    await answer.update(page_for(answer, table, f"⚠ {sentence}"))
