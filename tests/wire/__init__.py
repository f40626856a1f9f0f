"""A stand-in for Discord on the wire, gateway and REST v10: the bot runs on it as a process.

A real discord.py talks to it over 127.0.0.1. It knows channels, messages, commands and interactions
as far as the bot uses them, with Discord's errors, rate limits and three seconds. Tests act as its
people, kill the bot, and spoil the network. Every request is checked against Discord's own
description of its API.
"""

from tests.wire.actor import Actor, Outcome
from tests.wire.model import Channel
from tests.wire.options import Refused
from tests.wire.process import BotDied, BotProcess
from tests.wire.server import Discord
from tests.wire.view import MessageView

__all__ = [
    "Actor",
    "BotDied",
    "BotProcess",
    "Channel",
    "Discord",
    "MessageView",
    "Outcome",
    "Refused",
]
