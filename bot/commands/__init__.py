"""The slash commands, one file a topic. `add_commands` puts them all on the tree."""

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from bot.commands import (
    chips,
    fair,
    history,
    leaderboard,
    mine,
    play,
    privacy,
    profile,
    replay,
    rules,
    settings,
    table,
    watch,
)
from bot.commands import help as help_topic

if TYPE_CHECKING:
    from bot.client import Cardroom

Tree: TypeAlias = "app_commands.CommandTree[Cardroom]"


def add_commands(tree: Tree) -> None:
    """Add every command to the tree."""
    commands: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
        play.group(),
        *mine.COMMANDS,
        table.group(),
        watch.watch_table,
        rules.group(),
        leaderboard.command(),
        *settings.COMMANDS,
        profile.command(),
        chips.chips,
        history.command(),
        replay.replay,
        fair.fair,
        privacy.privacy,
        help_topic.show_help,
    )
    for command in commands:
        tree.add_command(command)
