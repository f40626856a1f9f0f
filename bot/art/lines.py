"""Numbers over time as lines, each told apart by its dashes and marks and named at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes

from bot.art.sheet import FAINT, RULE, STROKES, drawable, letters, new_sheet, png

WIDTH, HEIGHT = 8.0, 4.2
MAX_POINTS: Final = 400
"""Points of a line that are drawn; of more, every so many-th and the last."""
FEW: Final = 30
"""Up to so many points each has its mark."""
APART: Final = 0.055
"""How far names at the lines' ends stay apart, as a part of the height."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its name, and at least one number, oldest first, at places that only grow."""

    name: str
    places: Sequence[float]
    values: Sequence[float]


def draw_lines(
    title: str, lines: Sequence[Line], below: str, ticks: Sequence[tuple[float, str]] = ()
) -> bytes:
    """Draw at least one line, as many as there are STROKES at most.

    `below` says what goes from left to right; `ticks` name places there.
    """
    figure, axes = new_sheet(WIDTH, HEIGHT, title)
    for line, (colour, dashes, mark) in zip(lines, STROKES, strict=False):
        places, values = thinned(line.places), thinned(line.values)
        every = 1 if len(places) <= FEW else max(1, len(places) // 8)
        axes.plot(
            places, values, color=colour, linestyle=dashes, marker=mark, markevery=every,
            linewidth=2, markersize=6,
        )  # fmt: skip
    _scale(axes, lines)
    _name_ends(axes, lines)
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(drawable(below), parse_math=False, **letters(10, colour=FAINT))
    if ticks:
        axes.set_xticks([place for place, _ in ticks], [drawable(words) for _, words in ticks])
    return png(figure)


def thinned(numbers: Sequence[float]) -> list[float]:
    """Leave points out where there are too many to be seen; the first and the last stay."""
    if len(numbers) <= MAX_POINTS:
        return list(numbers)
    last = len(numbers) - 1
    return [numbers[round(at * last / (MAX_POINTS - 1))] for at in range(MAX_POINTS)]


def _scale(axes: Axes, lines: Sequence[Line]) -> None:
    """Leave room around the points, also where all are equal, and for the names on the right."""
    values = [value for line in lines for value in line.values]
    places = [place for line in lines for place in line.places]
    low, high, first, last = min(values), max(values), min(places), max(places)
    room, edge = (high - low) * 0.12 or max(1.5, abs(high) * 0.05), (last - first) * 0.04 or 0.5
    axes.set_ylim(low - room, high + room)
    axes.set_xlim(first - edge, last + edge)
    # at least one tick: of two the library would rather make fractions of games
    axes.locator_params(axis="both", integer=True, nbins=8, min_n_ticks=1)


def _name_ends(axes: Axes, lines: Sequence[Line]) -> None:
    """Write each line's mark and name beside its end, moved apart where they would touch."""
    low, high = axes.get_ylim()
    ends = sorted(
        ((line.values[-1] - low) / (high - low), number) for number, line in enumerate(lines)
    )
    height = -1.0
    for end, number in ends:
        height = max(end, height + APART)
        colour, _, mark = STROKES[number]
        axes.plot(
            [1.02], [height], color=colour, marker=mark, transform=axes.transAxes, clip_on=False
        )
        axes.text(
            1.035, height, drawable(lines[number].name), transform=axes.transAxes, va="center",
            parse_math=False, **letters(10),
        )  # fmt: skip
