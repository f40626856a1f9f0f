"""A page of a board as bars: rank and name on the left, the number at the end of the bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.art.sheet import FAINT, INK, RULE, STROKES, drawable, letters, new_sheet, png

WIDTH: Final = 8.0
ROW: Final = 0.42
"""Inches that one line is high."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A line: `label` is the rank and name, `value` how long the bar is, `words` what it says."""

    label: str
    value: float
    words: str
    marked: bool = False
    """Whether it is the asker's own line: hatched, and pointed at."""


def draw_bars(title: str, bars: Sequence[Bar]) -> bytes:
    """Draw at least one bar, the first on top."""
    figure, axes = new_sheet(WIDTH, 1.0 + ROW * len(bars), title)
    colour = STROKES[0][0]
    low, high = min(0.0, *(bar.value for bar in bars)), max(0.0, *(bar.value for bar in bars))
    span = (high - low) or 1.0
    for row, bar in enumerate(bars):
        fill = colour if bar.value >= 0 else FAINT
        axes.barh(
            row,
            bar.value,
            height=0.62,
            facecolor=fill,
            hatch="//" if bar.marked else None,
            edgecolor=INK if bar.marked else fill,
            linewidth=0.8,
        )
        label = drawable(f"▶ {bar.label}" if bar.marked else bar.label)
        axes.text(
            -0.02, row, label, transform=axes.get_yaxis_transform(), ha="right", va="center",
            parse_math=False, **letters(11, weight="bold" if bar.marked else "normal"),
        )  # fmt: skip
        axes.text(
            max(bar.value, 0.0) + span * 0.015, row, drawable(bar.words), va="center",
            parse_math=False, **letters(11),
        )  # fmt: skip
    axes.axvline(0, color=RULE, linewidth=1)
    axes.set_xlim(low - span * 0.02, high + span * 0.3)
    axes.set_ylim(len(bars) - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_yticks([])
    return png(figure)
