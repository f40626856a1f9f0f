"""`/rules <game>`: the rules of a game, for the person who asks."""

from typing import Any

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.games import Presenter, presenters
from bot.serving import serve
from bot.tables.clicks import rules_page
from bot.text import ENGLISH


@app_commands.guild_only()
class RulesGroup(app_commands.Group):
    """Holds one subcommand a game."""


def group() -> app_commands.Group:
    """Return `/rules` with a subcommand for every game that has a presenter."""
    rules = RulesGroup(name="rules", description=ENGLISH.gettext("How a game is played"))
    for presenter in presenters():
        rules.add_command(_command(presenter))
    return rules


def _command(presenter: Presenter) -> app_commands.Command[Any, ..., None]:
    async def show_rules(interaction: Interaction) -> None:
        async def handle(answer: Answer) -> None:
            await answer.show(rules_page(answer, presenter.game))

        await serve(interaction, handle)

    return app_commands.Command(
        name=presenter.game,
        description=ENGLISH.gettext("How {game} is played", game=presenter.title),
        callback=show_rules,
    )
