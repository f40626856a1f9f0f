"""Discord's error codes that the bot expects, and what kind of trouble an error is."""

from typing import Final

import aiohttp
import discord

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015  # the token of an interaction, after 15 minutes
UNKNOWN_INTERACTION: Final = 10062  # the first answer came after 3 seconds
MESSAGE_TOO_OLD: Final = 30046  # too many edits of a message older than an hour
ALREADY_ACKNOWLEDGED: Final = 40060
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
INVALID_WEBHOOK_TOKEN: Final = 50027
INVALID_FORM_BODY: Final = 50035  # the bot has made a message that Discord doesn't take
THREAD_ARCHIVED: Final = 50083

KNOWN: Final = frozenset(
    (
        UNKNOWN_CHANNEL,
        UNKNOWN_MESSAGE,
        UNKNOWN_WEBHOOK,
        UNKNOWN_INTERACTION,
        MESSAGE_TOO_OLD,
        ALREADY_ACKNOWLEDGED,
        MISSING_ACCESS,
        MISSING_PERMISSIONS,
        INVALID_WEBHOOK_TOKEN,
        INVALID_FORM_BODY,
        THREAD_ARCHIVED,
    )
)
"""The codes that are counted one by one."""
BLOCKED: Final = frozenset((UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS))
"""The bot may not write there, until somebody changes that."""
LOST: Final = frozenset((UNKNOWN_MESSAGE, MESSAGE_TOO_OLD, THREAD_ARCHIVED))
"""The message can't be edited any more; a new one can be posted."""
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
