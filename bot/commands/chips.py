"""`/chips`: one's own purse, for its owner alone, and the refill of those who are short."""

import re

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.records.purse import PAGE_ENTRIES, purse_page
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from engine.refusal import Refusal, RefusalCode


@app_commands.command(name="chips", description="Your chips, where they went, and how to get more")
@app_commands.guild_only()
async def chips(interaction: Interaction) -> None:
    """Show the person's purse to them alone."""
    await serve(interaction, _show)


async def _show(answer: Answer, offset: int = 0, news: str = "") -> None:
    house = answer.interaction.client.desk.house
    purse, refill = await house.purse(
        answer.guild_id, answer.user_id, offset=offset, limit=PAGE_ENTRIES
    )
    if offset and not purse.entries:  # as old buttons may ask
        offset = max(0, (purse.total - 1) // PAGE_ENTRIES * PAGE_ENTRIES)
        purse, refill = await house.purse(
            answer.guild_id, answer.user_id, offset=offset, limit=PAGE_ENTRIES
        )
    await answer.update(purse_page(answer.text, purse, refill, offset=offset, news=news))


async def _refill(answer: Answer) -> None:
    """Give the refill, or say why there is none; a second click changes nothing."""
    text = answer.text
    try:
        purse = await answer.interaction.client.desk.house.refill(answer.guild_id, answer.user_id)
    except Refusal as refusal:
        if refusal.code is not RefusalCode.NO_REFILL:
            raise
        answer.refused = True
        await _show(answer, news=text.gettext("There is no refill for you now."))
        return
    got = abs(purse.entries[0].amount) if purse.entries else 0
    await _show(answer, news=text.gettext("Here you are: {n} more chips.", n=got))


class PurseButton(Button, template=ids.PURSE):
    """Turns the pages of one's own purse, or asks for the refill."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        if match["look"] == "refill":
            await _refill(answer)
        else:
            await _show(answer, int(match["offset"]))
