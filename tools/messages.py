"""Bring the message catalogues up to date with the code: `python -m tools.messages`.

Writes bot/text/locale/cardroom.pot, merges it into every translation (LANGUAGE/LC_MESSAGES/
cardroom.po) and compiles those. A file whose messages are unchanged is left alone.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOMAIN = "cardroom"
ROOT = Path(__file__).parents[1]
LOCALE_DIR = ROOT / "bot" / "text" / "locale"
TEMPLATE = LOCALE_DIR / f"{DOMAIN}.pot"

# Who takes a sentence, and as which argument (None: the first).
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "IllegalAction": None,
    "N_": None,
    "Option": (4,),  # name, kind, default, help
    "OptionClash": None,
    "gettext": None,
    "locale_str": None,
    "ngettext": (1, 2),
}

MessageId = tuple[object, str | None]
"""A message (one string, or singular and plural) and its context."""


def extract() -> Catalog:
    """Return the messages of the code as it stands."""
    catalogue = Catalog(
        domain=DOMAIN,
        project="Cardroom",
        header_comment="# The sentences of Cardroom, in English; written by `make messages`.",
        charset="utf-8",
        fuzzy=False,
    )
    for package in ("bot", "engine"):
        found = extract_from_dir(
            ROOT / package,
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        )
        for file, line, message, comments, context in found:
            place = (f"{package}/{file}", line)
            catalogue.add(message, None, [place], auto_comments=comments, context=context)
    return catalogue


def ids(catalogue: Catalog) -> set[MessageId]:
    """Return what a catalogue translates, its header left out."""
    return {(message.id, message.context) for message in catalogue if message.id}


def read(path: Path) -> Catalog:
    """Return the catalogue in a .po or .pot file."""
    with path.open("rb") as file:
        return read_po(file, domain=DOMAIN)


def compiled(catalogue: Catalog) -> bytes:
    """Return the .mo file of a catalogue."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def translations() -> Iterator[Path]:
    """Yield the .po file of every language."""
    yield from sorted(LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def main() -> None:
    """Write what has changed and say so."""
    template = extract()
    if not TEMPLATE.exists() or _shape(read(TEMPLATE)) != _shape(template):
        _write(template, TEMPLATE)
    for path in translations():
        catalogue = read(path)
        if _shape(catalogue) != _shape(template):
            catalogue.update(template)
            _write(catalogue, path)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
    sys.stdout.write(f"{len(ids(template))} messages\n")


def _shape(catalogue: Catalog) -> list[tuple[object, ...]]:
    """Everything of a catalogue that comes from the code, line numbers left out."""
    return [
        (message.id, message.context, sorted({file for file, _ in message.locations}))
        for message in catalogue
        if message.id
    ]


def _write(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False)
    sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
