"""People's names as they may stand in a message: escaped, isolated, short, told apart.

A name is whatever somebody typed: markdown, mentions, right-to-left overrides, a hundred
combining marks. Nothing of it may reach beyond the name itself.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

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


def _look(name: str) -> str:
    """What two names have in common that a reader can't tell apart."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


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
