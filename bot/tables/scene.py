"""What may be shown of a table, made from the engine's views alone."""

from typing import Any, Final

from bot.games import Presenter, presenter
from bot.games.presenter import Scene
from bot.text import Text
from bot.text.names import name_or_former, safe_names
from engine import State
from engine.table import Seat, Status, Table

HISTORY: Final = 14
"""Public events that a message may draw its last few sentences from, at a small table."""
EVENTS_A_SEAT: Final = 4
"""Public events that a seat may add to them at a large one, all from one trick or lap."""


def presenter_of(table: Table) -> Presenter:
    """Return the presenter of the table's game."""
    return presenter(table.game.name)


def names_of(table: Table, text: Text) -> tuple[str, ...]:
    """Return the seats' names ready for a message; computers bear their mark."""
    places = [seat.place for seat in table.seats]
    known = [name_or_former(seat.name, seat.user_id, text) for seat in table.seats]
    names = safe_names(known, text, places)
    return tuple(
        f"🤖 {name}" if seat.is_computer else name
        for seat, name in zip(table.seats, names, strict=True)
    )


def scene_of(table: Table, text: Text) -> Scene:
    """Return what everybody may know of a started table."""
    state = state_of(table)
    return Scene(
        text=text,
        names=names_of(table, text),
        options=table.game.options,
        public=state.public(),
        history=state.public_history(last=max(HISTORY, EVENTS_A_SEAT * len(table.seats))),
        placings=state.placings(),
        teams=table.game.teams(),
        left=frozenset(index for index, seat in enumerate(table.seats) if seat.left),
    )


def state_of(table: Table) -> State:
    """Return the game in play; ValueError if no cards have been dealt."""
    if table.state is None:
        raise ValueError(f"table {table.id} hasn't started")
    return table.state


def private_of(state: State, seat: int) -> dict[str, Any]:
    """Return what the seat alone may know, with the cards that it has just drawn as "drawn"."""
    return {**state.private(seat), "drawn": state.fresh(seat)}


def is_started(table: Table) -> bool:
    """Whether cards have been dealt at the table."""
    return table.state is not None and table.status in (Status.PLAYING, Status.FINISHED)


def level_word(level: str, text: Text) -> str:
    """Return a computer player's level in words."""
    words = {
        "easy": text.gettext("easy"),
        "normal": text.gettext("normal"),
        "hard": text.gettext("hard"),
    }
    return words.get(level, level)


def seat_marks(seat: Seat, text: Text) -> list[str]:
    """Return what else is to be known of who sits there: a computer's level, away, left."""
    if seat.left:
        return [text.gettext("left, a computer plays")]
    if seat.away:
        return [text.gettext("away, a computer plays")]
    if seat.is_computer and seat.level is not None:
        return [text.gettext("computer, {level}", level=level_word(seat.level, text))]
    return []


def newcomer_mark(table: Table, seat: Seat, text: Text) -> list[str]:
    """Say that somebody sits there who hasn't from the start: older news name them too."""
    began = table.started_at
    if not table.is_live or began is None or seat.user_id is None or seat.joined_at < began:
        return []
    if seat.left or was_dealt_to(seat.join_id, table.salt):
        return []
    return [text.gettext("took over during the game")]


def was_dealt_to(join_id: int, salt: str | None) -> bool:
    """Whether somebody who sat down by that click sat there when the game began.

    Whoever comes back to their own seat keeps the click that the deal was salted with.
    """
    return join_id != 0 and str(join_id) in (salt or "").split(",")


def seal(table: Table, text: Text) -> str:
    """Return the small print: the table's number and the seal of its shuffle, opened at the end."""
    lines = [
        text.gettext(
            "Table {table} · shuffle sealed as {seal}…",
            table=table.id,
            seal=table.seed_commitment[:12],
        )
    ]
    if table.status is Status.FINISHED:
        seed, salt = table.server_seed.hex(), table.salt or ""
        lines.append(text.gettext("Seal opened: seed {seed}, salt {salt}", seed=seed, salt=salt))
    return "\n".join(f"-# {line}" for line in lines)
