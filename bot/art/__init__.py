"""Pictures beside the text, which says the same: drawn on request, in a thread of their own.

Import the modules that draw where they are needed: they bring matplotlib with them.
"""

from bot.art.studio import Studio

__all__ = ["Studio"]
