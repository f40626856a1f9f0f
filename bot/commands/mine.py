"""`/hand` and `/leave`: the commands about the tables at which one sits."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from discord import app_commands

from bot.answers import Answer, Interaction, text_of
from bot.serving import serve
from bot.tables.leaving import leave_or_ask, left_page, which_page
from bot.tables.nearby import label
from bot.tables.play import open_hand
from engine import trace
from engine.refusal import Refusal
from engine.table import Status, Table

MAX_CHOICES: Final = 25


async def table_choices(interaction: Interaction, _: str) -> list[app_commands.Choice[int]]:
    """Suggest the person's tables for a `table` parameter."""
    if interaction.guild_id is None:
        return []
    house = interaction.client.desk.house
    try:
        tables = await house.tables_of(interaction.guild_id, interaction.user.id)
    except Refusal:
        return []
    text = text_of(interaction)
    return [
        app_commands.Choice(name=label(table, text), value=table.id)
        for table in tables[:MAX_CHOICES]
    ]


async def own_table(
    answer: Answer,
    wanted: int | None,
    *,
    choose: Callable[[Sequence[Table]], Awaitable[object]] | None = None,
) -> Table | None:
    """Return the table that the person means, or answer why there is none.

    Without `wanted` it is the one that is most likely meant; with `choose` only if it is the only
    one: else that answers by letting the person choose.
    """
    house = answer.interaction.client.desk.house
    tables = await house.tables_of(answer.guild_id, answer.user_id)
    if wanted is not None:
        tables = [table for table in tables if table.id == wanted]
        if not tables:
            await answer.say(
                answer.text.gettext("You don't sit at table {table} here.", table=wanted)
            )
            return None
    if not tables:
        await answer.say(
            answer.text.gettext("You don't sit at any table here. Type /play to open one.")
        )
        return None
    if choose is not None and len(tables) > 1:
        await choose(tables)
        return None
    table = min(tables, key=lambda table: _distance(table, answer))
    trace.also(table=table.id)
    return table


def _distance(table: Table, answer: Answer) -> tuple[bool, bool, bool]:
    """Order tables by how likely they are meant: here, in play, on turn; then the newest."""
    seat = table.seat_of(answer.user_id)
    on_turn = seat in table.watch.owed
    return (
        table.channel_id != answer.interaction.channel_id,
        table.status is not Status.PLAYING,
        not on_turn,
    )


@app_commands.command(name="hand", description="Show your cards, for your eyes only")
@app_commands.describe(table="Which table, if you sit at several")
@app_commands.autocomplete(table=table_choices)
@app_commands.guild_only()
async def hand(interaction: Interaction, table: int | None = None) -> None:
    """Open the person's hand."""

    async def handle(answer: Answer) -> None:
        if (mine := await own_table(answer, table)) is not None:
            await open_hand(answer, mine)

    await serve(interaction, handle)


@app_commands.command(name="leave", description="Leave your table; a computer plays on for you")
@app_commands.describe(table="Which table, if you sit at several")
@app_commands.autocomplete(table=table_choices)
@app_commands.guild_only()
async def leave(interaction: Interaction, table: int | None = None) -> None:
    """Leave a lobby at once, a running game after a question; of several one is chosen first."""

    async def handle(answer: Answer) -> None:
        mine = await own_table(
            answer, table, choose=lambda tables: answer.show(which_page(tables, answer.text))
        )
        if mine is None:
            return

        async def leave_lobby() -> None:
            house = interaction.client.desk.house
            left = await house.leave(mine.id, answer.user_id, only_lobby=True)
            await answer.show(left_page(answer, left))

        await leave_or_ask(answer, mine.id, leave_lobby)

    await serve(interaction, handle)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (hand, leave)
