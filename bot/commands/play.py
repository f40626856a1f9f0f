"""`/play <game>`: opens a table in this channel. A new game gets its subcommand by itself."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.options import common_parameters, house_rule, option_values, typed
from bot.games import Presenter, presenters
from bot.serving import serve
from bot.tables.announcing import announce
from bot.tables.people import person_of
from bot.tables.places import missing_here
from bot.text import ENGLISH
from engine.game import GameInfo
from engine.table import Pace

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
    if missing := missing_here(interaction, answer.text):
        await answer.say(missing)
        return
    channel = interaction.channel
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
        pace=None if common["pace"] is None else Pace(common["pace"]),
        stake=common["stake"],
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
    )
    await announce(answer, table)
