"""The languages that there are catalogues for, as people can choose them."""

from functools import lru_cache
from typing import Final

import bot.text
from bot.text import DOMAIN, Text, text_for

SOURCE: Final = "en"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, such as "pt-BR"; English, the source, first."""
    found = bot.text.LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE, *sorted(path.parts[-3].replace("_", "-") for path in found))


def language_name(code: str) -> str:
    """Return what a language calls itself; its code where its catalogue doesn't say."""
    # Translators: the name of your language in your language, such as "Deutsch".
    name = text_for(code).gettext("English")
    return name if name != "English" or code == SOURCE else code


def text_in(chosen: str, locale: str) -> Text:
    """Return the sentences of a chosen language, or of a Discord locale where none is chosen.

    A choice whose catalogue is gone counts as none.
    """
    return text_for(chosen if chosen in languages() else locale)
