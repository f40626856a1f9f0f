"""A file that is sent with a message, such as a picture in it."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

import discord

MAX_ALT: Final = 1024
"""Characters of a description that Discord takes."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file with its name; `alt` describes a picture to those who don't see it."""

    name: str
    content: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """Return it as it is sent, for one request: it can't be sent twice."""
        return discord.File(
            BytesIO(self.content), filename=self.name, description=self._description
        )

    def shown(self) -> discord.MediaGalleryItem:
        """Return the place of a picture in the page that it is sent with."""
        return discord.MediaGalleryItem(f"attachment://{self.name}", description=self._description)

    @property
    def _description(self) -> str | None:
        short = self.alt if len(self.alt) <= MAX_ALT else self.alt[: MAX_ALT - 1] + "…"
        return short or None
