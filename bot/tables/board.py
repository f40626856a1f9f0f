"""The table message: what everybody may know of a game, from the first deal to the result."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.games.presenter import Presenter, Scene, listed, placed_name
from bot.games.teams import team_name
from bot.tables.controls import public_rows
from bot.tables.ids import Verb
from bot.tables.lobby import lobby_sheet
from bot.tables.page import Row, Sheet, room, table_button
from bot.tables.places import way_there
from bot.tables.scene import (
    is_started,
    newcomer_mark,
    presenter_of,
    scene_of,
    seal,
    seat_marks,
    state_of,
)
from bot.tables.wishes import Wishes, heir_mark
from bot.text import Text
from bot.text.chips import chips_words
from bot.text.names import name_or_former, safe_name
from engine.store import SeatResult
from engine.table import Status, Table

PLAYING_COLOUR: Final = 0x3B6EA5
CLOSED_COLOUR: Final = 0x6B7280
WON_COLOUR: Final = 0xC9A227
LAST_SENTENCES: Final = 6


def table_sheet(
    table: Table,
    text: Text,
    results: Sequence[SeatResult] = (),
    *,
    now: float | None = None,
    after: Table | None = None,
) -> Sheet:
    """Return what the public message of a table consists of, whatever its status.

    `results` are how a game with a stake has ended for its seats. `now` is when it is shown, as far
    as that is known: a wish to pause lapses. `after` is the table at which the people of one that
    is over play again.
    """
    if table.status is Status.LOBBY:
        return lobby_sheet(table, text)
    if table.status is Status.CANCELLED or not is_started(table):
        return _closed_sheet(table, text, after)
    if table.status is Status.FINISHED:
        return _finished_sheet(table, text, results, after)
    return _playing_sheet(table, text, now)


def _playing_sheet(table: Table, text: Text, now: float | None) -> Sheet:
    presenter, scene = presenter_of(table), scene_of(table, text)
    wishes = Wishes.at(table, now)
    footer = "\n".join((*_pot_line(table, text), seal(table, text)))
    blocks = (*_facts(table, presenter, scene, wishes), footer)
    verbs = [Verb.HAND, *_sheet_verb(presenter, scene), Verb.RULES, Verb.LEAVE, Verb.OPTIONS]
    last = [
        [table_button(text, table.id, verb) for verb in row]
        for row in (verbs, _answers(table, wishes))
        if row
    ]
    moves = _move_rows(table, presenter, scene, room(blocks, last))
    return Sheet(blocks, [*moves, *last], PLAYING_COLOUR)


def facts(table: Table, text: Text, *, now: float | None = None) -> tuple[str, ...]:
    """Return what everybody may know of a game in play, in words, for other pages too."""
    return _facts(table, presenter_of(table), scene_of(table, text), Wishes.at(table, now))


def _facts(table: Table, presenter: Presenter, scene: Scene, wishes: Wishes) -> tuple[str, ...]:
    first = (
        f"### {presenter.title}\n{presenter.headline(scene)}\n{turn_line(table, scene)}",
        *wishes.lines(scene.text),
    )
    seats, news = seat_list(table, presenter, scene), last_sentences(presenter, scene)
    return "\n".join(first), seats, news


def _answers(table: Table, wishes: Wishes) -> list[Verb]:
    """What some of its people are asked to press at the moment."""
    # (nobody who was removed comes back)
    away = (seat for seat in table.seats if seat.away)
    verbs = [Verb.BACK] if any(not table.has_kicked(seat.user_id or 0) for seat in away) else []
    if table.on_hold and not table.held:
        verbs.append(Verb.GO_ON)
    verbs += [Verb.PAUSE] if wishes.pause else []
    return [*verbs, Verb.END] if wishes.end else verbs


def _pot_line(table: Table, text: Text) -> list[str]:
    if not table.stake:
        return []
    pot = text.ngettext("Pot: one chip", "Pot: {n} chips", table.stake * len(table.seats))
    return [f"-# {pot}"]


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
    if table.on_hold:
        return hold_line(table, text)
    if table.paused:
        return text.gettext("⏸ Paused, as everybody is away. Press I'm back to go on.")
    return waiting_for(
        table, text, listed([scene.name(seat) for seat in scene.public["to_act"]], text)
    )


def hold_line(table: Table, text: Text) -> str:
    """Say why nobody moves, and what ends it."""
    if table.held:
        return text.gettext("⏸ On hold until this table's thread is unlocked. No time runs.")
    if table.closes_at is None:
        return text.gettext("⏸ Paused. No time runs until somebody at the table presses Go on.")
    return text.gettext(
        "⏸ Paused. No time runs until somebody at the table presses Go on; "
        "it closes <t:{time}:R> otherwise.",
        time=int(table.closes_at),
    )


def waiting_for(table: Table, text: Text, names: str) -> str:
    """Say that somebody is waited for, and until when."""
    if table.deadline is None:
        return text.gettext("▶ Waiting for {names}.", names=names)
    return text.gettext(
        "▶ Waiting for {names}; time is up <t:{time}:R>.", names=names, time=int(table.deadline)
    )


def seat_list(table: Table, presenter: Presenter, scene: Scene) -> str:
    """List the seats, by their teams, with what everybody may know of them."""
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
        seat = table.seats[index]
        marks = [
            *seat_marks(seat, text),
            *newcomer_mark(table, seat, text),
            *heir_mark(table, seat, text),
        ]
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


def _finished_sheet(
    table: Table, text: Text, results: Sequence[SeatResult], after: Table | None
) -> Sheet:
    presenter, scene = presenter_of(table), scene_of(table, text)
    blocks = (
        f"### {presenter.title}\n{winner_line(scene)}",
        "\n".join((result_lines(presenter, scene), *chip_lines(scene, results))),
        last_sentences(presenter, scene),
        _again(text, after),
        seal(table, text),
    )
    verbs = [Verb.AGAIN, *_sheet_verb(presenter, scene), Verb.REPLAY, Verb.FAIR]
    return Sheet(blocks, [[table_button(text, table.id, verb) for verb in verbs]], WON_COLOUR)


def _again(text: Text, after: Table | None) -> str:
    """Say who plays again, and where; "" while nobody does."""
    if after is None:
        return ""
    names = listed([safe_name(seat.name, text) for seat in after.people()], text)
    return text.gettext(
        "🔁 Playing again at table {table}: {names}. {link}",
        table=after.id,
        names=names,
        link=way_there(after, text),
    ).strip()


def winner_line(scene: Scene) -> str:
    """Say in large who has won."""
    text = scene.text
    teams = [team for team, seats in enumerate(scene.teams) if scene.placings[seats[0]] == 1]
    if len(teams) > 1:
        winners = [f"**{team_name(text, team)}**" for team in teams]
    else:
        winners = [scene.winner(seat) for seat, place in enumerate(scene.placings) if place == 1]
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


def chip_lines(scene: Scene, results: Sequence[SeatResult]) -> list[str]:
    """Say who has won or lost chips: people only, also those who left before the end."""
    text, moved = scene.text, list[str]()
    for each in _once_each(results):
        # seats past the last are of people whose seat is another's by now
        name = (
            scene.names[each.seat]
            if each.seat < len(scene.names)
            else safe_name(name_or_former(each.name, each.user_id, text), text)
        )
        if each.left:
            name = text.gettext("{name} (left)", name=name)
        chips = chips_words(text, each.chips)
        moved.append(text.gettext("{name} {chips}", name=name, chips=chips))
    # after an empty line, or it would belong to the last place
    return ["", text.gettext("Chips: {list}", list=" · ".join(moved))] if moved else []


def _once_each(results: Sequence[SeatResult]) -> list[SeatResult]:
    """The lines of people, whoever has won most first; who had two seats by the one they kept."""
    people: dict[int, SeatResult] = {}
    for each in sorted(results, key=lambda each: (not each.left, each.seat)):
        if each.user_id is not None and not each.kicked:
            before = people.get(each.user_id)
            chips = each.chips if before is None else each.chips + before.chips
            people[each.user_id] = replace(each, chips=chips)
    return sorted(people.values(), key=lambda each: (-each.chips, each.seat))


def _side_name(scene: Scene, side: int) -> str:
    """Name a team with its members, or somebody who plays alone."""
    text = scene.text
    if not scene.teams:
        return placed_name(scene.name(side), text, left=side in scene.left)
    members = " & ".join(
        placed_name(scene.names[seat], text, left=seat in scene.left) for seat in scene.teams[side]
    )
    return f"**{team_name(text, side)}** ({members})"


def _closed_sheet(table: Table, text: Text, after: Table | None) -> Sheet:
    title = presenter_of(table).title
    blocks = (
        f"### {title}\n{closed_sentence(table, text)}",
        _again(text, after),
        seal(table, text),
    )
    verbs = [Verb.AGAIN] if may_play_again(table) else []
    rows = [[table_button(text, table.id, verb) for verb in verbs]] if verbs else []
    return Sheet(blocks, rows, CLOSED_COLOUR)


def _closed_by(table: Table, text: Text) -> str:
    """Name the moderator who closed it, as far as that is known; nobody is called by it."""
    sentence = text.gettext("A moderator closed this table.")
    if table.closed_by is None:
        return sentence
    mention = f"<@{table.closed_by}>"
    return f"{sentence} " + text.gettext("That was {mention}.", mention=mention)


def may_play_again(table: Table) -> bool:
    """Whether a table ended so that its people may want to play again."""
    agreed = table.status is Status.CANCELLED and table.closed_reason == "agreed"
    return agreed or table.status is Status.FINISHED


def closed_sentence(table: Table, text: Text) -> str:
    """Say why a table was closed, and what to do now."""
    reasons = {
        "host": text.gettext("The host cancelled this table."),
        "idle": text.gettext("This table closed, because nothing happened for a while."),
        "empty": text.gettext("This table closed, because everybody left."),
        "abandoned": text.gettext("This table closed, because everybody left."),
        "agreed": text.gettext("More than half of the people here wanted to end this game."),
        "moderator": _closed_by(table, text),
        "channel": text.gettext("This table closed, because its channel is gone."),
        "restart": text.gettext("This table closed, because the bot was started anew."),
        "paused": text.gettext("This table closed, because nobody came back to it in time."),
        "removed": text.gettext("This table closed, because I was removed from the server."),
    }
    fallback = text.gettext("Sorry, this game can't go on: something broke on my side.")
    parts = [reasons.get(table.closed_reason or "", fallback)]
    if table.stake and table.started_at is not None:
        parts.append(
            text.gettext("So nobody has their stake back.")
            if table.closed_reason == "abandoned"
            else text.gettext("Whoever still sat there has their stake back.")
        )
    parts.append(
        text.gettext("Press Play again, or type /play to open another one.")
        if may_play_again(table)
        else text.gettext("Type /play to open a new one.")
    )
    return " ".join(parts)
