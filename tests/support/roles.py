"""Roles of the simulated server: who may do more than others, and who may no longer."""

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from tests.support.member import Member
    from tests.support.world import World


async def grant(world: "World", member: "Member", **permissions: bool) -> None:
    """Give somebody a role of their own with these permissions."""
    role = world.guild.create_role(
        f"{member.name}'s", permissions=discord.Permissions(**permissions)
    )
    world.env.backend.add_member_role(world.guild.id, member.id, role.id)
    await world.env.settle()


async def revoke(world: "World", member: "Member") -> None:
    """Take every role away from somebody."""
    backend = world.env.backend
    for role in list(backend.get_member(world.guild.id, member.id).role_ids):
        backend.remove_member_role(world.guild.id, member.id, role)
    await world.env.settle()
