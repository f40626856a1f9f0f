"""Tables from the store and back: a table's state is the fold of its journal."""

from collections.abc import Mapping
from dataclasses import replace

from engine.game import Game, State
from engine.games import game_names, load_game
from engine.players.standing import parse_standing
from engine.store.rows import ActionRow, SeatRow, StoredTable
from engine.table import AWAY_AFTER, Pace, Person, Seat, Stance, Status, Table
from engine.watch import Watch

_SAID = frozenset(Stance)


class RebuildError(Exception):
    """A stored table that the rules can't play again; it has to be closed."""


def rebuild(stored: StoredTable, now: float) -> Table:
    """Return the table as it was when its last row was written; RebuildError if that fails.

    A person's time goes on where the stored deadline says, and a reminder that was due counts as
    given; computers start to think now.
    """
    row = stored.table
    try:
        table = bare_table(stored, load_game(row.game, row.wanted, row.options))
        if row.seed is not None:
            state = table.game.new_initial_state(row.seed, row.dealer)
            table.state = _replay(state, stored.actions, table.seats)
            table.plies = len(stored.actions)
            _check(table)
            _restore_watch(table, stored, now)
    except (ValueError, LookupError, TypeError) as error:
        raise RebuildError(f"table {row.id}: {error}") from error
    return table


def unplayable(stored: StoredTable) -> Table:
    """Return what can be told of a table that can't be rebuilt: it is over, and has no state."""
    # its own game or pace may be what is missing
    header = replace(stored.table, pace=Pace.NONE)
    table = bare_table(replace(stored, table=header), load_game(game_names()[0]))
    table.status, table.closed_reason = Status.CANCELLED, "broken"
    return table


def bare_table(stored: StoredTable, game: Game) -> Table:
    """Return the table with its seats and without its game."""
    row = stored.table
    return Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        game=game,
        pace=Pace(row.pace),
        stake=row.stake,
        level=row.level,
        server_seed=row.server_seed,
        opened_at=row.opened_at,
        message_id=row.message_id,
        status=Status(row.status),
        seats=[_seat(seat) for seat in stored.seats if not _is_kept(seat)],
        started_at=row.started_at,
        ended_at=row.ended_at,
        closes_at=row.closes_at,
        closed_reason=row.closed_reason,
        salt=row.salt,
        parent_id=row.parent_id,
        paused_at=row.paused_at,
        rematch_of=row.rematch_of,
        open_seats=row.open_seats,
        settled=row.settled,
        stances=_stances(stored),
        kept={
            seat.seat: Person(seat.heir_id or 0, seat.heir_name or "")
            for seat in stored.seats
            if _is_kept(seat)
        },
    )


def _stances(stored: StoredTable) -> dict[str, dict[int, float]]:
    said: dict[str, dict[int, float]] = {}
    for stance in stored.stances:
        if stance.kind not in _SAID:  # the store's own notes
            continue
        said.setdefault(stance.kind, {})[stance.user_id] = stance.at
    return said


def seat_rows(seats: list[Seat], kept: Mapping[int, Person] | None = None) -> list[SeatRow]:
    """The seats of a lobby or of a table that starts, as rows; and the places that it keeps."""
    return [
        SeatRow(
            seat=place, user_id=None, name="", joined_at=0, heir_id=one.user_id, heir_name=one.name
        )
        for place, one in (kept or {}).items()
    ] + [
        SeatRow(
            seat=seat.place,
            user_id=seat.user_id,
            name=seat.name,
            level=seat.level,
            join_id=seat.join_id,
            joined_at=seat.joined_at,
            away=seat.away,
            left_at=seat.left_at,
        )
        for seat in seats
    ]


def _is_kept(row: SeatRow) -> bool:
    """Whether the row is a place of a lobby that is kept for somebody."""
    return row.user_id is None and row.level is None and row.heir_id is not None


def _seat(row: SeatRow) -> Seat:
    return Seat(
        user_id=row.user_id,
        name=row.name,
        place=row.seat,
        level=row.level,
        join_id=row.join_id,
        joined_at=row.joined_at,
        away=row.away,
        left_at=row.left_at,
        standing=_standing(row),
        heir_id=row.heir_id,
        heir_name=row.heir_name,
    )


def _standing(row: SeatRow) -> str:
    """The seat's standing answer; one that this program can't read counts as none."""
    try:
        parse_standing(row.standing)
    except ValueError:
        return ""
    return row.standing


def _replay(state: State, actions: list[ActionRow], seats: list[Seat]) -> State:
    """The state after the actions; the seats get to know what they missed."""
    for ply, row in enumerate(actions):
        if row.ply != ply:
            raise ValueError(f"ply {ply} is missing")
        brief = state.is_brief
        state.apply(row.seat, row.action)
        if row.at > seats[row.seat].joined_at:  # else it was made by whoever sat there before
            seats[row.seat].note_decision(row.by, brief=brief)
    return state


def _check(table: Table) -> None:
    """ValueError if nobody could play on at the table."""
    if table.state is None or len(table.seats) != table.game.players or table.free_places():
        raise ValueError(f"{len(table.seats)} seats for {table.game.players} players")
    if table.status is Status.PLAYING and table.state.is_terminal():
        raise ValueError("the game is over, but has no result")


def _restore_watch(table: Table, stored: StoredTable, now: float) -> None:
    for seat in table.seats:
        if not seat.away and seat.missed >= AWAY_AFTER:  # has pressed "I'm back" since
            seat.missed = 0
    if table.state is None or table.status is not Status.PLAYING:
        return
    table.watch = Watch().after(table.state, now)
    deadline, limit = stored.deadline, table.limit()
    if deadline is not None and limit is not None and table.attended():
        asked_at = min(now, deadline - limit)
        table.watch = replace(table.watch, asked_at=asked_at, rung=asked_at + limit / 2 <= now)
