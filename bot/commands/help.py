"""`/help`: what the bot does and which commands there are."""

from typing import Final

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.choices.changing import may_manage
from bot.games import presenters
from bot.serving import serve
from bot.tables.page import box
from bot.text import N_

COLOUR: Final = 0x3B6EA5

_COMMANDS: Final = (
    N_("- `/play`: open a table for a game in this channel"),
    N_("- `/hand`: see your cards and make your move; only you see them"),
    N_("- `/table show`: find your table and move it down to the end of the chat"),
    N_("- `/table options`: pause, end the game, take a seat; for hosts also pace and kicking"),
    N_("- `/leave`: leave your table; a computer plays on for you"),
    N_("- `/watch`: look on at a table"),
    N_("- `/rules`: how a game is played"),
    N_("- `/history`, `/replay`: finished games of this server, and one of them step by step"),
    N_("- `/fair`: how a table's cards were shuffled, and the proof when the game is over"),
    N_("- `/leaderboard`: the best players of this server, and your own place"),
    N_("- `/profile`: what you or somebody has played, and the moments to remember"),
    N_("- `/chips`: your chips, where they went, and how to get more"),
    N_("- `/preferences`: your turn bells, your language, and how your hands are shown"),
    N_("- `/privacy`: what I store about you; have it handed out or deleted"),
    N_("- `/table close`: end any table; for those who may manage messages"),
)

_SETTINGS: Final = N_(
    "- `/settings`: how this server wants its tables; for those who may manage the server"
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
        lines = [*_COMMANDS, *([_SETTINGS] if may_manage(interaction) else [])]
        commands = "\n".join(text.gettext(line) for line in lines)
        await answer.show(box((opening, steps, commands), (), COLOUR))

    await serve(interaction, handle)
