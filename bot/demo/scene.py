"""The demo's Discord: one server, one channel and six people, the same ones at every start.

The server belongs to the first of them, who may change its settings and close tables.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

import discord
import simcord

# Fixed, so that a leaderboard in the database finds its server again after a restart.
SERVER_ID = 1_000_000_000_000_000_000
PATIENCE = 20.0  # seconds that a click may take on a busy machine before the page gives it up
PEOPLE = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")


@dataclass(frozen=True, slots=True)
class Scene:
    """A simulator around the bot, not yet started, and who and what is in it."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]


def build_scene(client: discord.Client) -> Scene:
    """Furnish a simulator for the bot.

    simcord numbers everything from its clock and a counter, and its clock begins at a fixed date:
    built here, in the same order each time, people keep their ids. Then the clock is set to now.
    """
    env = simcord.Env(client, check_errors=False, settle_timeout=PATIENCE)
    env.backend.edit_bot_profile("Cardroom")
    guild = env.create_guild("Card Room", id=SERVER_ID)
    channel = guild.create_text_channel(
        "card-table",
        topic="Type /play to open a table",
        # the page shows this channel alone: a game in a thread couldn't be seen
        overwrites={
            guild.roles["@everyone"]: discord.PermissionOverwrite(create_public_threads=False)
        },
    )
    people = tuple(
        guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
    )
    env.backend.get_guild(guild.id).owner_id = people[0].id  # so that somebody may change settings
    # Private in 3.2.1 (the version is pinned): without it every message is dated 1 January 2026.
    env.backend.clock._epoch = datetime.now(UTC)
    return Scene(env, channel, people)
