"""`/settings` for those who manage a server, and `/preferences` for everybody.

They are two commands because Discord hides commands as a whole: subcommands share the permission
that their group asks for.
"""

from typing import Any, Final

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.choices.changing import Unusable, change, manages, may_manage, settings_page, zone_typed
from bot.choices.personal import preferences_page
from bot.choices.zones import suggest_zones
from bot.serving import serve

MAX_CHOICES: Final = 25


async def zone_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest time zones while one is being typed."""
    if not may_manage(interaction):
        return []
    zones = suggest_zones(typed, MAX_CHOICES)
    return [app_commands.Choice(name=zone, value=zone) for zone in zones]


@app_commands.command(name="settings", description="How this server wants its tables")
@app_commands.describe(timezone="Where this server's days begin: a city is enough")
@app_commands.autocomplete(timezone=zone_choices)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction, timezone: str | None = None) -> None:
    """Show the server's settings with what changes them; set the time zone if one is named."""

    async def handle(answer: Answer) -> None:
        if not await manages(answer):
            return
        if timezone is None:
            await answer.show(await settings_page(answer))
            return
        try:
            zone = zone_typed(answer.text, timezone)
        except Unusable as wrong:
            answer.refused = True
            await answer.say(str(wrong))
            return
        await change(answer, "timezone", zone)

    await serve(interaction, handle)


@app_commands.command(name="preferences", description="Your turn bells, language and hands")
@app_commands.guild_only()
async def preferences(interaction: Interaction) -> None:
    """Show what the person has chosen with what changes it."""

    async def handle(answer: Answer) -> None:
        await answer.show(await preferences_page(answer))

    await serve(interaction, handle)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (settings, preferences)
