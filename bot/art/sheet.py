"""The paper that pictures are drawn on: colours, letters, and what they share.

Everything has its own dark ground, so it is read alike in Discord's light and dark. What a colour
says is said by a word, a mark or a pattern too.
"""

import unicodedata
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

GROUND: Final = "#1e2330"
PAPER: Final = "#272d3d"
INK: Final = "#f3f4f8"
FAINT: Final = "#aab2c5"
RULE: Final = "#454d63"
STROKES: Final = (
    ("#f0c34a", "-", "o"),
    ("#6cb6ff", "--", "s"),
    ("#7ee0a1", "-.", "^"),
    ("#ff9e7a", ":", "D"),
    ("#d6a8ff", (0, (5, 1, 1, 1, 1, 1)), "v"),
)
"""Colour, dashes and mark of one line after the other: told apart on paper without colour too."""
DPI: Final = 110
_FAMILY: Final = "DejaVu Sans"
_MORE_FAMILIES: Final = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "WenQuanYi Zen Hei",
    "Droid Sans Fallback", "Noto Sans Thai", "Noto Sans Devanagari", "Noto Sans Bengali",
    "Noto Sans Tamil", "Noto Sans Ethiopic", "Noto Sans Symbols2", "PingFang SC",
    "Hiragino Sans", "Apple SD Gothic Neo", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic",
    "Unifont",
)  # fmt: skip
"""Families that have what the first one lacks; those that are installed are used."""
LACKING: Final = "…"
"""What stands for letters of a name that no family has; the text beside has them."""


def new_sheet(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """Return an empty sheet of so many inches, with a heading."""
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor=GROUND, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot(facecolor=PAPER)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(colors=FAINT, labelsize=10, length=0)
    heading = drawable(title)
    size = min(14.0, 14.0 * width * 7.5 / max(1, len(heading)))  # so that it fits on one line
    figure.suptitle(heading, x=0.012, ha="left", parse_math=False, **letters(size, weight="bold"))
    return figure, axes


def letters(size: float, *, colour: str = INK, weight: str = "normal") -> dict[str, Any]:
    """How a text is written."""
    return {"fontsize": size, "color": colour, "fontweight": weight, "fontfamily": _families()}


def png(figure: Figure) -> bytes:
    """Return the finished picture."""
    out = BytesIO()
    figure.savefig(out, format="png", facecolor=GROUND, metadata={"Software": None})
    return out.getvalue()


def drawable(text: str) -> str:
    """Return a text without what can't be drawn here, such as emoji; the text beside has it all.

    Of letters that are written in another way, such as wide ones, the usual form is drawn; where
    letters go missing, or all of a text, LACKING stands.
    """
    kept = ""
    for sign in "".join(_usual(sign) for sign in text):
        if ord(sign) in _signs():
            kept += sign
        elif unicodedata.category(sign)[0] == "L" and not kept.endswith(LACKING):
            kept += LACKING
    kept = " ".join(kept.split())
    if kept.endswith("·"):  # "3 · " and a name
        return f"{kept} {LACKING}"
    return LACKING if text.strip() and not kept else kept


def _usual(sign: str) -> str:
    """A letter's usual form, if it has one and is itself lacking."""
    return sign if ord(sign) in _signs() else unicodedata.normalize("NFKC", sign)


@lru_cache(maxsize=1)
def _families() -> tuple[str, ...]:
    """The installed families, in the order in which they are asked for a letter."""
    installed = {font.name for font in fontManager.ttflist}
    return (_FAMILY, *(family for family in _MORE_FAMILIES if family in installed))


@lru_cache(maxsize=1)
def _signs() -> frozenset[int]:
    """Every letter that one of the families has, whether it is to be bold or not."""
    thin, bold = (
        frozenset(
            sign
            for family in _families()
            for sign in get_font(
                findfont(FontProperties(family=family, weight=weight))
            ).get_charmap()
        )
        for weight in ("normal", "bold")
    )
    return thin & bold
