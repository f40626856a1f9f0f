"""The table message: what everybody may know of a game, from the first deal to the result."""

from collections.abc import Iterable
from typing import Final

from bot.games.presenter import Presenter, Scene, listed
from bot.games.teams import team_name
from bot.tables.controls import public_rows
from bot.tables.ids import Verb
from bot.tables.lobby import lobby_page
from bot.tables.page import Page, Row, box, room, table_button
from bot.tables.scene import is_started, presenter_of, scene_of, seal, seat_marks, state_of
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
    verbs = [Verb.HAND, *_sheet_verb(presenter, scene), Verb.RULES, Verb.LEAVE]
    if any(seat.away for seat in table.seats):
        verbs.append(Verb.BACK)
    last: Row = [table_button(text, table.id, verb) for verb in verbs]
    moves = _move_rows(table, presenter, scene, room(blocks, [last]))
    return box(blocks, [*moves, last], PLAYING_COLOUR)


def _sheet_verb(presenter: Presenter, scene: Scene) -> list[Verb]:
    return [Verb.SCORES] if presenter.sheet(scene) else []


def _move_rows(table: Table, presenter: Presenter, scene: Scene, room: int) -> list[Row]:
    """The moves that everybody who is to act may make here."""
    moves, state = presenter.table_moves(scene), state_of(table)
    decisions = {state.decision(seat) for seat in scene.public["to_act"]} if moves else set()
    decision = decisions.pop() if len(decisions) == 1 else None
    if decision is None:
        return []
    return public_rows(presenter.game, table.id, decision, moves, room)


def turn_line(table: Table, scene: Scene) -> str:
    """Say who is waited for, and until when."""
    text = scene.text
    if table.paused:
        return text.gettext("⏸ Paused, as everybody is away. Press I'm back to go on.")
    return waiting_for(
        table, text, listed([scene.name(seat) for seat in scene.public["to_act"]], text)
    )


def waiting_for(table: Table, text: Text, names: str) -> str:
    """Say that somebody is waited for, and until when."""
    if table.deadline is None:
        return text.gettext("▶ Waiting for {names}.", names=names)
    return text.gettext(
        "▶ Waiting for {names}; time is up <t:{time}:R>.", names=names, time=int(table.deadline)
    )


def _seats(table: Table, presenter: Presenter, scene: Scene) -> str:
    if not scene.teams:
        return "\n".join(_seat_lines(table, presenter, scene, range(len(table.seats))))
    # without the empty line markdown takes a heading for the rest of the list above it
    return "\n\n".join(
        "\n".join((presenter.team_note(scene, team), *_seat_lines(table, presenter, scene, seats)))
        for team, seats in enumerate(scene.teams)
    )


def _seat_lines(
    table: Table, presenter: Presenter, scene: Scene, seats: Iterable[int]
) -> Iterable[str]:
    text = scene.text
    for index in seats:
        marks = seat_marks(table.seats[index], text)
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
    buttons = [table_button(text, table.id, verb) for verb in _sheet_verb(presenter, scene)]
    return box(blocks, [buttons] if buttons else [], WON_COLOUR)


def _winner_line(scene: Scene) -> str:
    text = scene.text
    teams = [team for team, seats in enumerate(scene.teams) if scene.placings[seats[0]] == 1]
    if len(teams) > 1:
        winners = [f"**{team_name(text, team)}**" for team in teams]
    else:
        winners = [scene.name(seat) for seat, place in enumerate(scene.placings) if place == 1]
    names = listed(winners, text)
    if len(teams) == 1:
        names = text.gettext("{team}: {names}", team=team_name(text, teams[0]), names=names)
    return "# 🏆 " + text.ngettext("{names} wins!", "{names} win!", len(winners), names=names)


def result_lines(presenter: Presenter, scene: Scene) -> str:
    """List the places, best first, a line a team; a "1." would be renumbered by markdown."""
    text, lines = scene.text, []
    sides = scene.teams or tuple((seat,) for seat in range(len(scene.placings)))
    for side in sorted(range(len(sides)), key=lambda side: (scene.placings[sides[side][0]], side)):
        seat = sides[side][0]
        place = text.gettext(
            "Place {place}: {name}", place=scene.placings[seat], name=_side_name(scene, side)
        )
        note = presenter.result_note(scene, seat)
        lines.append(f"- {place}, {note}" if note else f"- {place}")
    return "\n".join(lines)


def _side_name(scene: Scene, side: int) -> str:
    """Name a team with its members, or somebody who plays alone."""
    if not scene.teams:
        return scene.name(side)
    members = " & ".join(scene.names[seat] for seat in scene.teams[side])
    return f"**{team_name(scene.text, side)}** ({members})"


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
