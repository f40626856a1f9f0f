"""Pictures: whatever the numbers and names, there is one, and it is wide enough for them."""

import asyncio
import struct
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

from bot.art import Studio, lines, sheet
from bot.art.bars import Bar, draw_bars
from bot.art.lines import MAX_POINTS, Line, draw_lines, thinned
from bot.art.sheet import STROKES, drawable

ROOT = Path(__file__).parents[3]
WIDE = "W" * 32
NAMES = ("Alice", "$x^2$", "全角", "🌸🌸", "\u202eevil", WIDE, "a\nb", "")


def size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels; it has to be a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize(
    "values",
    [[0], [0, 0, 0], [5, 5], [-3, -3], [120, 0, -40], [10**9, 1], [66.6, 33.3]],
    ids=repr,
)
def test_bars_of_any_numbers(values):
    bars = [
        Bar(f"{place + 1} · {NAMES[place]}", value, f"{value:+}", marked=place == 0)
        for place, value in enumerate(values)
    ]
    width, height = size(draw_bars("Leaderboard", bars))
    assert width == 880
    assert height > 40 * len(values)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_any_name_can_be_drawn(name):
    assert size(draw_bars(name, [Bar(f"1 · {name}", 3, "3")]))
    assert size(draw_lines(name, [Line(name, [1, 2], [1000, 1010])], "rated games"))


@pytest.mark.parametrize("points", [1, 2, 5, 5000])
def test_a_curve_of_any_length(points):
    line = Line("Take 5", range(1, points + 1), [1000 + 10 * (at % 7) for at in range(points)])
    assert size(draw_lines("Ratings", [line], "rated games"))


def test_a_curve_that_never_moves_and_as_many_as_there_are_strokes():
    lines = [Line(f"Game {at}", [1, 2, 3], [1000, 1000, 1000]) for at in range(len(STROKES))]
    assert size(draw_lines("Ratings", lines, "days", [(1, "1 Jan"), (3, "3 Jan")]))


def test_a_long_line_keeps_its_ends():
    assert thinned(range(10)) == list(range(10))
    short = thinned(range(5000))
    assert len(short) == MAX_POINTS
    assert (short[0], short[-1]) == (0, 4999)
    assert short == sorted(short)


@pytest.fixture
def only_usual_letters(monkeypatch):
    """As on a machine without any font but that of the pictures."""
    for kept in (sheet._families, sheet._signs):
        kept.cache_clear()
    monkeypatch.setattr(sheet, "_MORE_FAMILIES", ())
    yield
    for kept in (sheet._families, sheet._signs):
        kept.cache_clear()


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Łukasz Ж α", "Łukasz Ж α"),
        ("Ann 🌸", "Ann"),
        ("Ａｌｉｃｅ", "Alice"),
        ("𝓐lice", "Alice"),
        ("全角", "…"),
        ("田中 Taro", "… Taro"),
        ("🌸🌸", "…"),
        ("3 · 田中", "3 · …"),
        ("3 · 🌸", "3 · …"),
        ("", ""),
    ],
)
def test_what_the_letters_lack_is_left_out_and_one_sees_that(only_usual_letters, text, drawn):
    assert drawable(text) == drawn


def test_another_installed_font_helps_out(only_usual_letters, monkeypatch):
    lacking = "\u1d15"  # one that only the second has, which comes with matplotlib
    assert drawable(f"x{lacking}") == "x…"
    monkeypatch.setattr(sheet, "_MORE_FAMILIES", ("No Such Font", "DejaVu Serif"))
    sheet._families.cache_clear()
    sheet._signs.cache_clear()
    assert drawable(f"x{lacking}") == f"x{lacking}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert size(draw_bars("Leaderboard", [Bar(f"1 · {lacking}", 3, "3", marked=True)]))


def test_a_curve_of_one_game_counts_no_parts_of_games(monkeypatch):
    ticks = []

    def png(figure):
        (axes,) = figure.axes
        figure.canvas.draw()
        left, right = axes.get_xlim()
        ticks.extend(place for place in axes.get_xticks() if left <= place <= right)
        low, high = axes.get_ylim()
        assert low < 1100
        assert high > 1170
        return b""

    monkeypatch.setattr(lines, "png", png)
    draw_lines("Ratings", [Line("Take 5", [1], [1138])], "rated games")
    assert ticks == [1]


def test_lines_are_told_apart_without_colour():
    assert len({repr(dashes) for _, dashes, _ in STROKES}) == len(STROKES)
    assert len({mark for _, _, mark in STROKES}) == len(STROKES)


async def test_pictures_are_drawn_one_at_a_time():
    studio, go_on, begun = Studio(), threading.Event(), []

    def work() -> bytes:
        begun.append(threading.get_ident())
        go_on.wait(10)
        return b"png"

    drawings = [asyncio.create_task(studio.draw(work)) for _ in range(3)]
    for _ in range(20):
        await asyncio.to_thread(int)  # others get their turn of the threads
    assert len(begun) == 1
    assert begun[0] != threading.get_ident()
    go_on.set()
    assert await asyncio.gather(*drawings) == [b"png"] * 3


def test_the_bot_starts_without_what_draws():
    """Matplotlib is left to the first picture: no start pays for it."""
    check = "import sys, bot.client; sys.exit('matplotlib' in sys.modules)"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "ignore", "-c", check], cwd=ROOT, check=False
    )
    assert done.returncode == 0
