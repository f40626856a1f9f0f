"""Games that are over, made by hand: for tests of what is shown of them, without a database."""

import random
from collections.abc import Sequence
from typing import Any

import engine
from engine.games import load_game
from engine.house.archive import Film, PastTable
from engine.store import ActionRow, Outline, PastResult, SeatRow, TableRow

SEED = bytes(range(32))
BEGAN = 1_800_000_000.0
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")


def played(game: str, players: int, plies: int | None = None, **options: Any) -> list[ActionRow]:
    """The plays of a game by chance, of people; so many of them, or all."""
    state = load_game(game, players, options).new_initial_state(SEED)
    rng, rows = random.Random(players), list[ActionRow]()
    while not state.is_terminal() and (plies is None or len(rows) < plies):
        seats = state.current_players()
        seat = seats[rng.randrange(len(seats))]
        action = rng.choice(state.legal_actions(seat))
        at = BEGAN + 10 * (len(rows) + 1)
        rows.append(
            ActionRow(table_id=7, ply=len(rows), seat=seat, action=action, by="person", at=at)
        )
        state.apply(seat, action)
    return rows


def past_table(
    game: str,
    players: int,
    rows: Sequence[ActionRow] | None = None,
    *,
    seats: Sequence[SeatRow] | None = None,
    apart: int = 5,
    **options: Any,
) -> PastTable:
    """A table that is over: cancelled if the plays don't lead to the game's end."""
    rows = played(game, players, **options) if rows is None else rows
    rules = load_game(game, players, options)
    film = Film(rules, SEED, None)
    film.expose(rows, apart)
    last = film.at(film.steps)
    seats = seats or [seat(number) for number in range(players)]
    results = [
        PastResult(
            seat=number,
            user_id=seats[number].user_id,
            name=seats[number].name,
            place=place,
            score=last.scores()[number],
            won=number in last.winners(),
            late=seats[number].joined_at > BEGAN and not seats[number].join_id,
        )
        for number, place in enumerate(last.placings())
    ]
    table = TableRow(
        id=7,
        guild_id=1,
        channel_id=2,
        message_id=3,
        host_id=100,
        game=game,
        options=rules.options,
        wanted=players,
        pace="live",
        stake=0,
        level="normal",
        status="finished" if last.is_terminal() else "cancelled",
        server_seed=SEED,
        salt="1,2",
        dealer=last.first_dealer,
        seed=SEED,
        closes_at=None,
        deadline=None,
        deadline_ply=0,
        opened_at=BEGAN - 60,
        started_at=BEGAN,
        ended_at=BEGAN + 10_000,
        closed_reason=None if last.is_terminal() else "abandoned",
    )
    return PastTable(Outline(table, tuple(seats), tuple(results)), film)


def seat(number: int, **changes: Any) -> SeatRow:
    """A person at the table since before it started."""
    facts = {"seat": number, "user_id": 100 + number, "name": NAMES[number]}
    return SeatRow(**{**facts, "join_id": number + 1, "joined_at": BEGAN - 50, **changes})


def states_of(past: PastTable) -> list[engine.State]:
    """The game at every step, played anew."""
    return [state.clone() for state in past.film.record.replay()]
