"""The paper that pictures are drawn on: colours, letters, and what they share.

Everything has its own dark ground, so it is read alike in Discord's light and dark. What a colour
says is said by a word, a mark or a pattern too.
"""

from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font

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
    return {"fontsize": size, "color": colour, "fontweight": weight, "fontfamily": _FAMILY}


def png(figure: Figure) -> bytes:
    """Return the finished picture."""
    out = BytesIO()
    figure.savefig(out, format="png", facecolor=GROUND, metadata={"Software": None})
    return out.getvalue()


def drawable(text: str) -> str:
    """Leave out what the letters at hand lack, such as emoji; the text beside has it all."""
    return "".join(sign for sign in text if ord(sign) in _signs()).strip()


@lru_cache(maxsize=1)
def _signs() -> frozenset[int]:
    path = findfont(FontProperties(family=_FAMILY), fallback_to_default=True)
    return frozenset(get_font(path).get_charmap())
