"""`/play <game>`: opens a table in this channel. A new game gets its subcommand by itself."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.options import common_parameters, house_rule, option_values, typed
from bot.games import Presenter, presenters
from bot.serving import serve
from bot.tables.board import table_page
from bot.tables.clicks import person_of
from bot.text import ENGLISH, Text
from engine import trace
from engine.game import GameInfo
from engine.refusal import Refusal
from engine.table import Pace, Status, Table

log = logging.getLogger(__name__)

_COMMON = ("players", "computers", "level", "pace", "stake", "preset")


@app_commands.guild_only()
class PlayGroup(app_commands.Group):
    """Holds one subcommand a game."""


def group() -> app_commands.Group:
    """Return `/play` with a subcommand for every game that has a presenter."""
    play = PlayGroup(
        name="play", description=ENGLISH.gettext("Open a table for a card game in this channel")
    )
    for presenter in presenters():
        play.add_command(_command(presenter))
    return play


def _command(presenter: Presenter) -> app_commands.Command[Any, ..., None]:
    info = presenter.info
    parameters = common_parameters(info)
    taken = {parameter.name for parameter in parameters}
    rules = [house_rule(presenter, option, taken) for option in info.options]
    names = {rule.name: option.name for rule, option in zip(rules, info.options, strict=True)}

    async def play(interaction: Interaction, **values: Any) -> None:
        common = {name: values[name] for name in _COMMON if name in values}
        given = {names[name]: value for name, value in values.items() if name in names}
        options = option_values(info, given)
        await serve(interaction, lambda answer: _open(answer, info, common, options), public=True)

    return app_commands.Command(
        name=info.name,
        description=ENGLISH.gettext("Open a table for {game}", game=info.title),
        callback=typed(play, [*parameters, *rules]),
    )


async def _open(
    answer: Answer, info: GameInfo, common: dict[str, Any], options: dict[str, Any]
) -> None:
    interaction, desk = answer.interaction, answer.interaction.client.desk
    if missing := missing_permissions(interaction, answer.text):
        await answer.say(missing)
        return
    table = await desk.house.open(
        guild_id=answer.guild_id,
        channel_id=interaction.channel_id or 0,
        host=person_of(answer),
        interaction_id=interaction.id,
        game=info.name,
        players=common.get("players", info.default_players),
        options=options,
        preset=common["preset"],
        computers=common["computers"],
        level=common["level"],
        pace=Pace(common["pace"]),
        stake=common["stake"],
    )
    await _announce(answer, table)


async def _announce(answer: Answer, table: Table) -> None:
    """Answer with the table's message; without it there is no table."""
    trace.also(table=table.id)
    desk, message_id = answer.interaction.client.desk, None
    with desk.publisher.posting(table) as lane:
        met = lane.wanted
        try:
            page = table_page(table, desk.publisher.text(table.guild_id))
            message_id = await answer.show(page)
        finally:
            if message_id is None:
                log.warning("a table could not be announced and is closed")
                await _close(answer, table)
        if message_id is not None:
            lane.shown = met
            await desk.house.set_message(table.id, table.channel_id, message_id)


async def _close(answer: Answer, table: Table) -> None:
    house = answer.interaction.client.desk.house
    try:
        if table.status is Status.LOBBY:
            await house.cancel(table.id, answer.user_id)
        else:  # computers had filled it, and it has begun
            await house.leave(table.id, answer.user_id)
    except Refusal as refusal:
        log.warning("a table could not be closed: %s", refusal.code)


def missing_permissions(interaction: discord.Interaction[Any], text: Text) -> str:
    """Say which permission the bot lacks in this channel; "" if it has what it needs."""
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_send = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    needed = {
        text.gettext("View Channel"): allowed.view_channel,
        (
            text.gettext("Send Messages in Threads") if in_thread else text.gettext("Send Messages")
        ): may_send,
    }
    missing = [name for name, granted in needed.items() if not granted]
    if not missing:
        return ""
    return text.gettext(
        "I can't play in this channel: I lack the permission {permissions}. "
        "Ask somebody who manages the server, or use another channel.",
        permissions=" + ".join(f"**{name}**" for name in missing),
    )
