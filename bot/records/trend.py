"""How the first of a board's page have got there, as lines on a page that says it in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from bot.answers import Answer
from bot.records.board import TRENDS, Shown, heading
from bot.records.pictures import MAX_CURVES, board_title, show_drawn
from bot.records.words import names_on_board
from bot.text import Text
from bot.text.chips import signed
from bot.text.names import plain
from engine.store import Measure, TrendPoint


@dataclass(slots=True)
class _Course:
    """A person's sum after each of their games."""

    name: str
    times: list[float] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)

    def add(self, at: float, number: int) -> None:
        self.times.append(at)
        self.sums.append((self.sums[-1] if self.sums else 0) + number)


async def show_trend(answer: Answer, shown: Shown) -> None:
    """Answer with the trend of the page's first people, to the person who asked alone."""
    text, query = answer.text, shown.query
    courses = await _courses(answer, shown) if query.by in TRENDS else []
    if not courses:
        await answer.say(
            text.gettext(
                "There is no trend to draw here. Boards by wins, chips and games have one; for "
                "ratings see the curve of a `/profile`."
            )
        )
        return
    lines = [_words(text, course, query.by) for course in courses]
    title = text.gettext("Trend: {title}", title=board_title(text, shown))
    alt = text.gettext("Lines: {title}. {lines}", title=title, lines=plain(" ".join(lines)))
    drawn = [(plain(course.name), course.times, course.sums) for course in courses]
    days = _days(shown, courses)
    blocks = (
        "\n".join((heading(text, shown), *lines)),
        f"-# {_from_left_to_right(text, days)}",
    )
    await show_drawn(answer, blocks, partial(_draw, title, drawn, days), "trend.png", alt)


async def _courses(answer: Answer, shown: Shown) -> list[_Course]:
    people = [row.standing for row in shown.rows if row.standing.user_id is not None][:MAX_CURVES]
    names = names_on_board(answer.text, people)
    courses = {person.user_id: _Course(name) for person, name in zip(people, names, strict=True)}
    points = await answer.interaction.client.desk.house.trend(
        answer.guild_id,
        [user_id for user_id in courses if user_id is not None],
        game=shown.query.game,
        since=shown.page.since,
    )
    for point in points:
        courses[point.user_id].add(point.at, _number(point, shown.query.by))
    return [course for course in courses.values() if course.sums]


def _number(point: TrendPoint, by: Measure) -> int:
    if by is Measure.CHIPS:
        return point.chips
    return int(point.won) if by is Measure.WINS else 1


def _words(text: Text, course: _Course, by: Measure) -> str:
    shown = signed if by is Measure.CHIPS else str
    if len(course.sums) == 1:
        return text.gettext(
            "{name}: {last} after one game.", name=course.name, last=shown(course.sums[0])
        )
    return text.gettext(
        "{name}: {last} after {games}; at most {most}, at least {least}.",
        name=course.name,
        last=shown(course.sums[-1]),
        games=text.ngettext("one game", "{n} games", len(course.sums)),
        most=shown(max(course.sums)),
        least=shown(min(course.sums)),
    )


def _from_left_to_right(text: Text, days: Sequence[tuple[float, str]]) -> str:
    first, last = (f"<t:{int(at)}:D>" for at in (days[0][0], days[-1][0]))
    if len(days) == 1:
        return text.gettext(
            "From left to right: the games of {day}, added up one by one.", day=first
        )
    return text.gettext(
        "From left to right: the games from {first} to {last}, added up one by one.",
        first=first,
        last=last,
    )


def _days(shown: Shown, courses: Sequence[_Course]) -> list[tuple[float, str]]:
    """The days of the first game and of the last, and of the middle if that is another."""
    first = min(course.times[0] for course in courses)
    last = max(course.times[-1] for course in courses)
    days: dict[str, float] = {}
    for at in (first, (first + last) / 2, last):
        day = datetime.fromtimestamp(at, UTC).astimezone(shown.zone).date().isoformat()
        days.setdefault(day, at)
    return [(at, day) for day, at in days.items()]


def _draw(
    title: str,
    drawn: Sequence[tuple[str, Sequence[float], Sequence[int]]],
    days: Sequence[tuple[float, str]],
) -> bytes:
    from bot.art.lines import Line, draw_lines  # noqa: PLC0415 - brings matplotlib with it

    return draw_lines(title, [Line(*facts) for facts in drawn], "", days)
