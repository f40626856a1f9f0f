"""Discord's error codes that the bot expects, and what kind of trouble an error is."""

from typing import Final

import aiohttp
import discord

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015  # the token of an interaction, after 15 minutes
UNKNOWN_INTERACTION: Final = 10062  # the first answer came after 3 seconds
MESSAGE_TOO_OLD: Final = 30046  # too many edits of a message older than an hour
ALREADY_ACKNOWLEDGED: Final = 40060
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
INVALID_WEBHOOK_TOKEN: Final = 50027
INVALID_FORM_BODY: Final = 50035  # the bot has made a message that Discord doesn't take
THREAD_ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004  # the message has a thread already, whose id is its own
THREAD_LOCKED: Final = 160005

KNOWN: Final = frozenset(
    (
        UNKNOWN_CHANNEL,
        UNKNOWN_GUILD,
        UNKNOWN_MEMBER,
        UNKNOWN_MESSAGE,
        UNKNOWN_USER,
        UNKNOWN_WEBHOOK,
        UNKNOWN_INTERACTION,
        MESSAGE_TOO_OLD,
        ALREADY_ACKNOWLEDGED,
        MISSING_ACCESS,
        MISSING_PERMISSIONS,
        INVALID_WEBHOOK_TOKEN,
        INVALID_FORM_BODY,
        THREAD_ARCHIVED,
        THREAD_EXISTS,
        THREAD_LOCKED,
    )
)
"""The codes that are counted one by one."""
BLOCKED: Final = frozenset((MISSING_ACCESS, MISSING_PERMISSIONS))
"""The bot may not do that there, until somebody changes it."""
LOST: Final = frozenset((UNKNOWN_MESSAGE, MESSAGE_TOO_OLD))
"""The message can't be edited any more; a new one can be posted."""
SHUT: Final = frozenset((THREAD_ARCHIVED, THREAD_LOCKED))
"""The thread sleeps, or is locked."""
NO_GUILD: Final = frozenset((UNKNOWN_GUILD, MISSING_ACCESS))
"""What a server answers of which the bot is no member."""
NO_MEMBER: Final = frozenset((UNKNOWN_MEMBER, UNKNOWN_USER))
"""What is answered of somebody who isn't on the server, or nowhere any more."""
EXPIRED: Final = frozenset(
    (UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE)
)
"""The interaction's token or message is gone."""

NETWORK_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError)


def is_temporary(error: Exception) -> bool:
    """Whether the same request may well succeed a little later."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, (discord.RateLimited, *NETWORK_ERRORS))


def retry_after(error: Exception) -> float:
    """Return the seconds that Discord asks to wait, 1 where it doesn't say."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.5, min(60.0, float(headers.get("Retry-After", 1))))
    except (TypeError, ValueError):
        return 1.0
