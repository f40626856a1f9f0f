"""The table message: what everybody may know of a game, from the first deal to the result."""

from collections.abc import Iterable
from typing import Final

from bot.games.presenter import Presenter, Scene
from bot.tables.ids import Verb
from bot.tables.lobby import lobby_page
from bot.tables.page import Page, box, table_button
from bot.tables.scene import is_started, presenter_of, scene_of, seal, seat_marks
from bot.text import Text
from engine.table import Status, Table

PLAYING_COLOUR: Final = 0x3B6EA5
CLOSED_COLOUR: Final = 0x6B7280
WON_COLOUR: Final = 0xC9A227
LAST_SENTENCES: Final = 6


def table_page(table: Table, text: Text) -> Page:
    """Return the public message of a table, whatever its status."""
    if table.status is Status.LOBBY:
        return lobby_page(table, text)
    if table.status is Status.CANCELLED or not is_started(table):
        return _closed_page(table, text)
    if table.status is Status.FINISHED:
        return _finished_page(table, text)
    return _playing_page(table, text)


def _playing_page(table: Table, text: Text) -> Page:
    presenter, scene = presenter_of(table), scene_of(table, text)
    blocks = (
        f"### {presenter.title}\n{presenter.headline(scene)}\n{turn_line(table, scene)}",
        _seats(table, presenter, scene),
        last_sentences(presenter, scene),
        seal(table, text),
    )
    verbs = [Verb.HAND, Verb.RULES, Verb.LEAVE]
    if any(seat.away for seat in table.seats):
        verbs.append(Verb.BACK)
    return box(blocks, [[table_button(text, table.id, verb) for verb in verbs]], PLAYING_COLOUR)


def turn_line(table: Table, scene: Scene) -> str:
    """Say who is waited for, and until when."""
    text = scene.text
    if table.paused:
        return text.gettext("⏸ Paused, as everybody is away. Press I'm back to go on.")
    return waiting_for(
        table, text, _listed(text, [scene.name(seat) for seat in scene.public["to_act"]])
    )


def waiting_for(table: Table, text: Text, names: str) -> str:
    """Say that somebody is waited for, and until when."""
    if table.deadline is None:
        return text.gettext("▶ Waiting for {names}.", names=names)
    return text.gettext(
        "▶ Waiting for {names}; time is up <t:{time}:R>.", names=names, time=int(table.deadline)
    )


def _listed(text: Text, names: list[str]) -> str:
    if len(names) <= 1:
        return "".join(names)
    return text.gettext("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def _seats(table: Table, presenter: Presenter, scene: Scene) -> str:
    return "\n".join(_seat_lines(table, presenter, scene))


def _seat_lines(table: Table, presenter: Presenter, scene: Scene) -> Iterable[str]:
    text = scene.text
    for index, seat in enumerate(table.seats):
        marks = seat_marks(seat, text)
        suffix = f" ({', '.join(marks)})" if marks else ""
        if presenter.is_out(scene, index):
            out = text.gettext("out")
            yield f"- ~~{scene.names[index]}~~{suffix}: {out}"
            continue
        turn = "▶ " if index in scene.public["to_act"] else ""
        yield f"- {turn}{scene.name(index)}{suffix}: {presenter.seat_note(scene, index)}"


def last_sentences(presenter: Presenter, scene: Scene, limit: int = LAST_SENTENCES) -> str:
    """Say what happened last, oldest first."""
    return "\n".join(presenter.news(scene, limit))


def _finished_page(table: Table, text: Text) -> Page:
    presenter, scene = presenter_of(table), scene_of(table, text)
    blocks = (
        f"### {presenter.title}\n{_winner_line(scene)}",
        result_lines(presenter, scene),
        last_sentences(presenter, scene),
        seal(table, text),
    )
    return box(blocks, [], WON_COLOUR)


def _winner_line(scene: Scene) -> str:
    winners = [scene.name(seat) for seat, place in enumerate(scene.placings) if place == 1]
    names = _listed(scene.text, winners)
    return "# 🏆 " + scene.text.ngettext("{names} wins!", "{names} win!", len(winners), names=names)


def result_lines(presenter: Presenter, scene: Scene) -> str:
    """List the places, best first; a "1." would be renumbered by markdown."""
    text, lines = scene.text, []
    for seat in sorted(range(len(scene.placings)), key=lambda seat: (scene.placings[seat], seat)):
        place = text.gettext(
            "Place {place}: {name}", place=scene.placings[seat], name=scene.name(seat)
        )
        note = presenter.result_note(scene, seat)
        lines.append(f"- {place}, {note}" if note else f"- {place}")
    return "\n".join(lines)


def _closed_page(table: Table, text: Text) -> Page:
    title = presenter_of(table).title
    blocks = (f"### {title}\n{closed_sentence(table, text)}", seal(table, text))
    return box(blocks, [], CLOSED_COLOUR)


def closed_sentence(table: Table, text: Text) -> str:
    """Say why a table was closed, and what to do now."""
    reasons = {
        "host": text.gettext("The host cancelled this table."),
        "idle": text.gettext("This table closed, because nothing happened for a while."),
        "empty": text.gettext("This table closed, because everybody left."),
        "abandoned": text.gettext("This table closed, because everybody left."),
        "restart": text.gettext("This table closed, because the bot was started anew."),
        "paused": text.gettext("This table closed, because everybody was away for a day."),
    }
    fallback = text.gettext("Sorry, this game can't go on: something broke on my side.")
    return " ".join(
        (
            reasons.get(table.closed_reason or "", fallback),
            text.gettext("Type /play to open a new one."),
        )
    )
