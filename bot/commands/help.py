"""`/help`: what the bot does and which commands there are."""

from typing import Final

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.games import presenters
from bot.serving import serve
from bot.tables.page import box
from bot.text import N_

COLOUR: Final = 0x3B6EA5

_COMMANDS: Final = (
    N_("- `/play`: open a table for a game in this channel"),
    N_("- `/hand`: see your cards and make your move; only you see them"),
    N_("- `/table`: find your table and move it down to the end of the chat"),
    N_("- `/leave`: leave your table; a computer plays on for you"),
    N_("- `/rules`: how a game is played"),
    N_("- `/leaderboard`: who has won most on this server"),
)


@app_commands.command(name="help", description="How to play cards here")
@app_commands.guild_only()
async def show_help(interaction: Interaction) -> None:
    """Show the commands in the person's language."""

    async def handle(answer: Answer) -> None:
        text = answer.text
        games = ", ".join(f"**{presenter.title}**" for presenter in presenters())
        opening = text.gettext(
            "## Cardroom\nCard games with people and computers: {games}.", games=games
        )
        steps = text.gettext(
            "Open a table with `/play`, press **Join** at somebody's table, and press **My hand** "
            "when the game starts. If you are away for long, a computer plays for you until you "
            "press **I'm back** or make a move."
        )
        commands = "\n".join(text.gettext(line) for line in _COMMANDS)
        await answer.show(box((opening, steps, commands), (), COLOUR))

    await serve(interaction, handle)
