"""A finished game at one of its steps, as everybody saw it, as one seat did, or with open hands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import discord

from bot.attachment import Attachment
from bot.games.presenter import Presenter, Scene, listed
from bot.tables import ids
from bot.tables.board import last_sentences, result_lines, seat_list, winner_line
from bot.tables.page import Page, Row, box
from bot.tables.scene import presenter_of, private_of, scene_of, was_dealt_to
from bot.text import N_, Text
from bot.text.names import name_or_former, plain_name, safe_name, safe_names
from engine import State
from engine.house.archive import PastTable
from engine.store import Outline
from engine.table import Seat, Status, Table

COLOUR: Final = 0x6D5BA8
OPEN: Final = "open"
EVERYBODY: Final = "all"
TO: Final = "to_"
"""What a verb begins with that goes to the next event of a type."""
VERIFIER: Final = Path(__file__).parents[2] / "docs" / "verify.py"
NEWS: Final = 6
"""Sentences on what happened last."""

_STEPS: Final[Mapping[str, str]] = {
    "first": N_("First"),
    "back": N_("Back"),
    "next": N_("Next"),
    "last": N_("Last"),
}


@dataclass(frozen=True, slots=True)
class Shot:
    """What is looked at: a step of a game, and a view: a seat's number, "all" or "open"."""

    past: PastTable
    view: str
    step: int

    @classmethod
    def of(cls, past: PastTable, view: str, step: int) -> "Shot":
        """Return what comes nearest to what is asked for, which anybody may have written."""
        seats = map(str, range(len(past.outline.seats)))
        known = view if view in (EVERYBODY, OPEN, *seats) else EVERYBODY
        return cls(past, known, max(0, min(step, past.film.steps)))

    def moved(self, verb: str) -> "Shot":
        """Return where a button leads; the same where there is nothing of the kind."""
        film = self.past.film
        ends = {"first": 0, "back": self.step - 1, "next": self.step + 1, "last": film.steps}
        found = ends.get(verb)
        if verb.startswith(TO):
            found = film.next(verb.removeprefix(TO), self.step)
        return self if found is None else Shot.of(self.past, self.view, found)

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes one looks, if it is one's."""
        return int(self.view) if self.view.isdecimal() else None

    @property
    def is_last(self) -> bool:
        return self.step == self.past.film.steps


def replay_page(shot: Shot, text: Text, *, private: bool) -> Page:
    """Return the page of a step; a `private` one can be shared with everybody."""
    table = shot.past.table(shot.step)
    scene = replace(scene_of(table, text), names=names_at(shot, table, text))
    blocks = tuple(_blocks(shot, table, scene))
    return box(blocks, _rows(shot, table, text, private=private), COLOUR)


def _blocks(shot: Shot, table: Table, scene: Scene) -> Iterator[str]:
    presenter, state, text = presenter_of(table), _state(table), scene.text
    title = text.gettext("### {game}, table {table}", game=presenter.title, table=table.id)
    heading = f"{title}\n{_where(shot, table, scene)}"
    if state.is_terminal():
        yield f"{heading}\n{winner_line(scene)}"
        yield result_lines(presenter, scene)
    else:
        yield f"{heading}\n{presenter.headline(scene)}\n{_whats_next(shot, scene)}"
        yield seat_list(table, presenter, scene)
    if shot.seat is not None:
        yield _seat_seen(presenter, scene, shot.seat, state)
        return
    yield last_sentences(presenter, scene, NEWS)
    if shot.view == OPEN:
        yield _open_hands(presenter, scene, state)


def _where(shot: Shot, table: Table, scene: Scene) -> str:
    """Which step it is, who made it, and when."""
    text, past, step = scene.text, shot.past, shot.step
    facts = {"step": step, "steps": past.film.steps, "time": int(past.time(step))}
    if step == 0:
        return text.gettext("**The deal**, {steps} steps follow · <t:{time}:f>", **facts)
    row = past.film.actions[step - 1]
    seat = table.seats[row.seat]
    # with the cards that a play brings about somebody may have got the very seat that made it
    newcomer = seat.joined_at >= row.at and not _began_there(past.outline, seat)
    name = f"**{safe_name(_before(seat, text), text)}**" if newcomer else scene.name(row.seat)
    if row.by == "clock":
        name = text.gettext("a computer for {name}, whose time was up", name=name)
    elif row.by == "computer" and not newcomer and not seat.is_computer:
        name = text.gettext("a computer for {name}", name=name)
    return text.gettext("**Step {step} of {steps}**: {name} · <t:{time}:f>", name=name, **facts)


def _whats_next(shot: Shot, scene: Scene) -> str:
    """Who is to act; at the end of a table that was closed, that this was the end."""
    text = scene.text
    if shot.is_last:
        return text.gettext("The table was closed here, so nobody has won.")
    names = listed([scene.name(seat) for seat in scene.public["to_act"]], text)
    return text.gettext("▶ Next: {names}.", names=names)


def _seat_seen(presenter: Presenter, scene: Scene, seat: int, state: State) -> str:
    """The seat's own page as a quotation, without what the page of the game says already.

    It says "you" to whoever sat there, and is read by others.
    """
    private, lines = private_of(state, seat), list[str]()
    lines += presenter.hand_news(scene, seat, private, NEWS)
    if private["hand"] or not state.is_terminal():
        hand = presenter.hand(scene, seat, private, state.legal_actions(seat))
        public = presenter.headline(scene)
        lines += [line for line in hand.lines if line not in public]
    if not lines:
        return ""
    title = scene.text.gettext("**What {name} saw**", name=scene.names[seat])
    return "\n".join((title, *quoted("\n".join(lines))))


def quoted(text: str) -> list[str]:
    """Return the lines of a text as those of somebody else's page."""
    return [f"> {line}" for line in text.splitlines() if line]


def _open_hands(presenter: Presenter, scene: Scene, state: State) -> str:
    text = scene.text
    lines = [text.gettext("**All hands**")]
    for seat in range(len(scene.names)):
        cards = presenter.held(text, state.private(seat)) or text.gettext("none")
        lines.append(text.gettext("- {name}: {cards}", name=scene.name(seat), cards=cards))
    return "\n".join(lines)


def _state(table: Table) -> State:
    if table.state is None:
        raise ValueError(f"table {table.id} has no game")
    return table.state


# --- names ----------------------------------------------------------------------------------------


def names_at(shot: Shot, table: Table, text: Text) -> tuple[str, ...]:
    """Return who sat where at that step, ready for a message; computers bear their mark."""
    plain = [_name(shot, seat, text) for seat in table.seats]
    names = safe_names(plain, text, [seat.place for seat in table.seats])
    return tuple(
        f"🤖 {name}" if seat.is_computer else name
        for seat, name in zip(table.seats, names, strict=True)
    )


def _name(shot: Shot, seat: Seat, text: Text) -> str:
    """The name of a seat; whoever sat there before its last owner isn't known any more."""
    begun = shot.past.outline.table.started_at
    later = begun is not None and seat.joined_at > max(begun, shot.past.time(shot.step))
    if later and not _began_there(shot.past.outline, seat):
        return _before(seat, text)
    return name_or_former(seat.name, seat.user_id, text)


def _before(seat: Seat, text: Text) -> str:
    """What stands for whoever sat there before the seat's last owner, be it a computer."""
    name = name_or_former(seat.name, seat.user_id, text)
    return text.gettext("before {name}", name=plain_name(name))


def _began_there(outline: Outline, seat: Seat) -> bool:
    """Whether the seat's owner had it from the start, and has only come back to it since."""
    result = next((each for each in outline.results if each.seat == seat.place), None)
    if result is not None:
        return not result.late
    return was_dealt_to(seat.join_id, outline.table.salt)  # of a game without an end


# --- what can be pressed --------------------------------------------------------------------------


def _rows(shot: Shot, table: Table, text: Text, *, private: bool) -> list[Row]:
    rows: list[Row] = [[_step_button(shot, verb, text.gettext(_STEPS[verb])) for verb in _STEPS]]
    milestones = presenter_of(table).milestones
    if milestones:
        rows.append(
            [
                _step_button(shot, TO + event, text.gettext(label))
                for event, label in milestones.items()
            ]
        )
    rows.append([_views(shot, table, text)])
    rows.append(_others(shot, text, private=private))
    return rows


def _step_button(shot: Shot, verb: str, label: str) -> discord.ui.Button[Any]:
    """A button that leads to another step, dead where it leads nowhere."""
    return _button(shot, verb, label, disabled=shot.moved(verb) == shot)


def _others(shot: Shot, text: Text, *, private: bool) -> Row:
    share = [_button(shot, "share", text.gettext("Share"))] if private else []
    return [
        *share,
        _button(shot, "record", text.gettext("Download")),
        _button(shot, "fair", text.gettext("Fair deal?")),
    ]


def _button(shot: Shot, verb: str, label: str, *, disabled: bool = False) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=label,
        custom_id=ids.replay_id(shot.past.id, shot.view, shot.step, verb),
        id=ids.component(f"rp:{verb}"),
        disabled=disabled,
    )


def _views(shot: Shot, table: Table, text: Text) -> discord.ui.Select[Any]:
    """The menu of those through whose eyes one may look."""
    labels = {
        EVERYBODY: text.gettext("As everybody saw it"),
        OPEN: text.gettext("With open hands"),
    }
    for seat in table.seats:
        name = plain_name(_name(shot, seat, text)) or text.gettext("Somebody")
        mark = f"🤖 {name}" if seat.is_computer else name
        labels[str(seat.place)] = text.gettext(
            "As {name} saw it (seat {seat})", name=mark, seat=seat.place + 1
        )
    return discord.ui.Select(
        custom_id=ids.replay_id(shot.past.id, shot.view, shot.step, "view"),
        id=ids.component("rp:view"),
        placeholder=text.gettext("How to look at it"),
        options=[
            discord.SelectOption(label=label, value=view, default=view == shot.view)
            for view, label in labels.items()
        ],
    )


# --- the record -----------------------------------------------------------------------------------


def record_file(past: PastTable) -> Attachment:
    """Return the game as one line of JSON; it names nobody."""
    return Attachment(f"table-{past.id}.jsonl", f"{past.film.record.to_json()}\n".encode())


def verifier() -> Attachment | None:
    """Return the script that checks a record by itself, where it is installed with the bot."""
    try:
        return Attachment(VERIFIER.name, VERIFIER.read_bytes())
    except OSError:
        return None


def record_page(past: PastTable, attached: Sequence[Attachment], text: Text) -> Page:
    """Return what the files are sent with, the record first."""
    sentence = text.gettext(
        "The record of table {table}: the seed of its deals and every action, and no names. "
        "`/fair` tells how to check it.",
        table=past.id,
    )
    if past.outline.table.status == Status.CANCELLED:
        closed = text.gettext("The table was closed before the game ended, so there is no winner.")
        sentence = f"{sentence}\n{closed}"
    files = (discord.ui.File[Any](f"attachment://{each.name}") for each in attached)
    return Page(discord.ui.TextDisplay(sentence), *files)
