"""Gives the bot languages that it doesn't have: catalogues of a few sentences, for a test."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from babel.messages.catalog import Catalog

import bot.text
from bot.text import DOMAIN, text_for
from bot.text.languages import languages
from tools.messages import compiled

Sentences = Mapping[str, str]


@contextmanager
def translated(folder: Path, **catalogues: Sentences) -> Iterator[None]:
    """Have these languages, by their codes with "_", and English."""
    for code, sentences in catalogues.items():
        catalogue = Catalog(locale=code, domain=DOMAIN, fuzzy=False)
        for source, translation in sentences.items():
            catalogue.add(source, translation)
        path = folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(compiled(catalogue))
    with patch.object(bot.text, "LOCALE_DIR", folder):
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    text_for.cache_clear()
    languages.cache_clear()
