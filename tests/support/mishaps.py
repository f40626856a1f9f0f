"""What happens to the bot's places from outside: messages, channels and permissions that go."""

from typing import Any

import discord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World


async def delete(world: World, screen: Screen) -> None:
    """Somebody who may do that deletes a message."""
    world.env.backend.delete_message(screen.channel_id, screen.id)
    await world.env.settle()


async def delete_channel(world: World, channel_id: int | None = None) -> None:
    """Somebody deletes a channel, or a thread; the one where all is played by default."""
    world.env.backend.delete_channel(channel_id or world.channel.id)
    await world.env.settle()


async def remove_bot(world: World) -> None:
    """The bot is removed from the server."""
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()


async def permit(world: World, channel_id: int | None = None, **granted: bool) -> None:
    """Grant or take permissions of the bot in a channel; what isn't named is as for everybody."""
    allowed, denied = discord.PermissionOverwrite(**granted).pair()
    overwrite = Overwrite(
        target_id=world.env.backend.bot_user.id,
        type=OverwriteType.MEMBER,
        allow=allowed.value,
        deny=denied.value,
    )
    world.env.backend.set_overwrite(channel_id or world.channel.id, overwrite)
    await world.env.settle()


async def set_thread(world: World, thread_id: int, **metadata: Any) -> None:
    """Somebody who manages threads locks or archives one, or the contrary."""
    world.env.backend.edit_channel(thread_id, {}, thread_metadata=metadata)
    await world.env.settle()


async def chat(world: World, count: int, channel: Any = None) -> None:
    """People talk."""
    for number in range(count):
        await world.people(12)[-1].actor.send(channel or world.channel, f"hello {number}")


def refuse(world: World, method: str, path: str, code: int, times: int | None = 1) -> None:
    """Discord refuses such requests, or fails where the code is an HTTP status above 500."""
    statuses = {10003: 404, 10008: 404, 10015: 404, 10062: 404, 50001: 403, 50013: 403,
                30046: 429, 50027: 401, 50083: 400, 160004: 400, 160005: 400}  # fmt: skip
    status = statuses.get(code, code)
    world.env.inject_error(
        method, path, status=status, code=code if code in statuses else 0, times=times
    )


def boards(world: World, table: TableView) -> list[Screen]:
    """The public messages that let somebody play at the table, oldest first."""
    named = f"t:{table.id}:"
    return [
        screen
        for channel in world.env.backend.messages
        for screen in (
            Screen(world.env, channel, number)
            for number, message in world.env.backend.messages[channel].items()
            if not message.is_ephemeral
        )
        if any(button.custom_id.startswith(named) for button in screen.buttons)
    ]


def sent(world: World, method: str, path: str) -> int:
    """How many requests of that kind the bot has sent; the path is its end."""
    found = [each for each in world.weather.sent if each.method == method]
    return len([each for each in found if each.path.endswith(path)])
