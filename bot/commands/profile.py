"""`/profile`: what somebody has played here, for the asker alone until they show it to everybody.

It tells only what the tables' public messages have told already. It is private at first because
looking somebody up isn't worth a message to the whole channel, and a page this long isn't either.
"""

import re
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.records.pictures import show_curve
from bot.records.profile import in_order, profile_page
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.text import ENGLISH
from engine import game_names
from engine.store import Profile

_LARGEST_ID = 2**63 - 1


def command() -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    gettext = ENGLISH.gettext

    @app_commands.command(name="profile", description=gettext("What you or somebody has played"))
    @app_commands.describe(person=gettext("Whose profile (yours)"))
    @app_commands.guild_only()
    async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
        wanted = person or interaction.user

        async def handle(answer: Answer) -> None:
            if wanted.bot:
                answer.refused = True
                await answer.say(
                    answer.text.gettext(
                        "That is a bot. Of the computer players, `/leaderboard` with `computers` "
                        "tells how they do."
                    )
                )
                return
            await _show(answer, await _read(answer, wanted.id, wanted.display_name))

        await serve(interaction, handle)

    return profile


async def _read(answer: Answer, user_id: int, name: str = "") -> Profile:
    """Return a person's profile; who has never finished a game here bears the given name."""
    house = answer.interaction.client.desk.house
    profile = await house.profile(answer.guild_id, user_id)
    known = [each for each in profile.games if each.game in game_names()]
    return replace(profile, name=profile.name or name, games=known)


async def _show(answer: Answer, profile: Profile) -> None:
    kept = await answer.interaction.client.desk.house.keepsakes.of(answer.guild_id, profile.user_id)
    await answer.show(profile_page(answer.text, profile, kept, reader=answer.user_id))


async def _share(answer: Answer, profile: Profile) -> None:
    """Post the page for everybody, in the server's language."""
    desk = answer.interaction.client.desk
    kept = await desk.house.keepsakes.of(answer.guild_id, profile.user_id)
    text = desk.publisher.text(answer.guild_id)
    await answer.publish(profile_page(text, profile, kept))


class ProfileButton(Button, template=ids.PROFILE):
    """Shows a profile to everybody, or its rating curve to the asker."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        user_id = int(match["user"])
        profile = await _read(answer, user_id) if user_id <= _LARGEST_ID else None
        if profile is None or not profile.games:
            answer.refused = True
            await answer.say(
                answer.text.gettext("There is nothing to show: no finished game on this server.")
            )
        elif match["look"] == "share":
            await _share(answer, profile)
        elif match["look"] == "curve" and in_order(profile):
            await show_curve(answer, profile)
        else:
            await _show(answer, profile)
