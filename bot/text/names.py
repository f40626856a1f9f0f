"""People's names as they may stand in a message: escaped, isolated, short, told apart.

A name is whatever somebody typed: markdown, mentions, right-to-left overrides, a hundred
combining marks. Nothing of it may reach beyond the name itself.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

from bot.text import Text

MAX_SIGNS: Final = 24
"""How many signs (a letter with its marks, an emoji) of a name are shown."""
MAX_MARKS: Final = 3
"""How many combining marks one letter keeps."""

_FSI, _PDI = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_ZWJ, _ZWNJ = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
_ZWSP = "\N{ZERO WIDTH SPACE}"
_MARKDOWN = frozenset("\\`*_~|<>[]():#")
_DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters and symbols that show as nothing at all.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Cyrillic and Greek letters that look like Latin ones.
_DOUBLES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν",
    "ABEKMHOPCTYXIJSaeopcyxijsABEZHIKMNOPTYXoav",
)
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"
"""Letters of which none is taken for a digit, or for another."""


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """Return the name without control characters and piled-up marks, cut to MAX_SIGNS signs."""
    signs = list(_signs(_visible(name)))
    if len(signs) > MAX_SIGNS:
        signs = [*signs[: MAX_SIGNS - 1], "…"]
    return "".join(signs).strip()


def escape(plain: str) -> str:
    """Return a text that shows as it is: no markdown, no mention, no link."""
    escaped = "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in plain)
    return escaped.replace("@", f"@{_ZWSP}")


def isolate(escaped: str) -> str:
    """Keep the direction of a text to itself."""
    return f"{_FSI}{escaped}{_PDI}"


def name_or_former(name: str, user_id: int | None, text: Text) -> str:
    """Return the name of a person or computer, or what stands for one whose data are deleted.

    It isn't escaped: it goes into `safe_name` or `safe_names`.
    """
    return text.gettext("a former player") if user_id is not None and user_id < 0 else name


def plain(safe: str) -> str:
    """Return a text with safe names in it as it is read, for where markdown isn't."""
    unescaped = re.sub(r"\\([\\`*_~|<>\[\]():#])", r"\1", safe)
    return unescaped.translate({ord(sign): None for sign in (_FSI, _PDI, _ZWSP)})


def safe_name(name: str, text: Text) -> str:
    """Return a single name ready for a message."""
    return isolate(escape(plain_name(name) or text.gettext("Somebody")))


def safe_names(
    names: Sequence[str], text: Text, seats: Sequence[int] | None = None
) -> tuple[str, ...]:
    """Return names ready for a message, equal ones told apart by seat: 0, 1, 2 … if not given."""
    return _told_apart(tuple(names), tuple(range(len(names)) if seats is None else seats), text)


@lru_cache(maxsize=1024)  # every message of a table needs them
def _told_apart(names: tuple[str, ...], seats: tuple[int, ...], text: Text) -> tuple[str, ...]:
    plain = [plain_name(name) or text.gettext("Somebody") for name in names]
    keys = [_look(name) for name in plain]
    return tuple(
        isolate(escape(name))
        if keys.count(key) == 1
        else text.gettext("{name} (seat {seat})", name=isolate(escape(name)), seat=seat + 1)
        for seat, name, key in zip(seats, plain, keys, strict=True)
    )


def names_of_people(people: Sequence[tuple[int, str]], text: Text) -> list[str]:
    """Return names of people, each with their user id, ready for a list without seats.

    Equal names are told apart by three letters that stay a person's own. An id below 0 is a former
    player's.
    """
    plain = [plain_name(name) or text.gettext("Somebody") for _, name in people]
    ids, looks = [user_id for user_id, _ in people], [_look(name) for name in plain]
    bearers = Counter(look for look, user_id in set(zip(looks, ids, strict=True)) if user_id >= 0)
    shown = []
    for user_id, name, look in zip(ids, plain, looks, strict=True):
        safe = isolate(escape(name))
        if user_id < 0:
            shown.append(text.gettext("a former player"))
        elif bearers[look] > 1:
            letters = _letters(user_id)
            shown.append(text.gettext("{name} ({letters})", name=safe, letters=letters))
        else:
            shown.append(safe)
    return shown


def _letters(user_id: int) -> str:
    """Three letters for a person: the same ones everywhere, and seldom another's."""
    number = crc32(str(user_id).encode())
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(3))


def _look(name: str) -> str:
    """What two names have in common that a reader can't tell apart."""
    alike = unicodedata.normalize("NFKC", name).translate(_DOUBLES)
    return "".join(alike.casefold().split())


def _visible(name: str) -> str:
    kept = []
    for sign in name[:200]:
        if sign.isspace():
            kept.append(" ")
        elif sign in (_ZWJ, _ZWNJ) or (
            unicodedata.category(sign) not in _DROPPED and sign not in _BLANK
        ):
            kept.append(sign)
    return " ".join("".join(kept).split())


def _signs(name: str) -> Iterator[str]:
    """Split a name into what a reader takes for one sign each (nearly grapheme clusters)."""
    cluster, marks = "", 0
    for sign in name:
        if cluster and _continues(cluster, sign):
            marks += 1
            # A joiner that ends a cluster joins nothing; a fourth mark is decoration.
            if marks <= MAX_MARKS or cluster[-1] == _ZWJ or sign == _ZWJ:
                cluster += sign
            continue
        if cluster:
            yield cluster.rstrip(_ZWJ + _ZWNJ)
        cluster, marks = sign, 0
    if cluster:
        yield cluster.rstrip(_ZWJ + _ZWNJ)


def _continues(cluster: str, sign: str) -> bool:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Mc"):
        return True
    if sign in (_ZWJ, _ZWNJ) or "\U0001f3fb" <= sign <= "\U0001f3ff":  # skin tones
        return True
    if cluster[-1] == _ZWJ:
        return len(cluster) < 16
    flag = "\U0001f1e6", "\U0001f1ff"
    return len(cluster) == 1 and flag[0] <= cluster <= flag[1] and flag[0] <= sign <= flag[1]
