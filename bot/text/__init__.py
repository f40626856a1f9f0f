"""Sentences in a person's language: gettext catalogues, with English as the source.

Public text is in the server's language, private text in the person's. A language without a
catalogue, or a sentence it lacks, falls back to English.
"""

import gettext
from functools import lru_cache
from pathlib import Path
from typing import Final

DOMAIN: Final = "cardroom"
LOCALE_DIR: Final = Path(__file__).parent / "locale"


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a sentence for the catalogue where it is written down, to be translated later."""
    return message


class Text:
    """The sentences of one language."""

    __slots__ = ("_catalogue", "locale")

    def __init__(self, catalogue: gettext.NullTranslations, locale: str) -> None:
        self._catalogue = catalogue
        self.locale = locale

    def gettext(self, message: str, /, **facts: object) -> str:
        """Translate a sentence and fill its {facts} in."""
        return _fill(self._catalogue.gettext(message), message, facts)

    def ngettext(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """Translate a sentence in the plural form that belongs to `n`, which is the fact {n}."""
        source = one if n == 1 else many
        return _fill(self._catalogue.ngettext(one, many, n), source, {"n": n, **facts})


def _fill(translated: str, source: str, facts: dict[str, object]) -> str:
    if not facts:
        return translated
    try:
        return translated.format_map(facts)
    except (KeyError, IndexError, ValueError):  # a slip in a catalogue must not cost an answer
        return source.format_map(facts)


@lru_cache(maxsize=64)
def text_for(locale: str) -> Text:
    """Return the sentences for a Discord locale such as "en-US" or "pt-BR"."""
    languages = [locale.replace("-", "_"), locale.partition("-")[0]]
    catalogue = gettext.translation(DOMAIN, LOCALE_DIR, languages=languages, fallback=True)
    return Text(catalogue, locale)


ENGLISH: Final = text_for("en-US")
