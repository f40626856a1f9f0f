"""What a board costs in a big server: 10,000 members and 100,000 games by default.

Every measure, period and choice of games; the first page, a page in the middle, the last one, and
"where am I" for anybody. Then what the last action of a game costs there.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import insert

from engine.ratings import Rating
from engine.store import (
    ActionRow,
    Measure,
    NewTable,
    Period,
    ResultRow,
    SeatRow,
    Store,
    migrate,
    standings,
)
from engine.store.finished import seat_result
from engine.store.finishing import save_ratings
from engine.store.models import Books, Member, Result, Table
from engine.store.periods import is_over, periods_of
from engine.store.records import WELCOME

GUILD = 900_000_000_000_000_001
FIRST_USER = 100_000_000_000_000_000
GAMES = ("ninetynine", "onehundred", "take5", "schmier", "toonerville")
NOW = 1_800_000_000.0
ZONE = "Europe/Berlin"
DAY = 86_400.0
DAYS = 60
"""The games are spread over so many days up to now."""
ROWS = 10
ASKED = 60
"""How often each question is asked."""
ENDS = 40
"""Games that are started and ended to see what that costs."""
TARGET = 0.020
Question = Callable[[], Awaitable[object]]
clock = time.perf_counter
"""Seconds; `--cpu` counts those of the processor, for machines that have other things to do."""


async def fill(store: Store, members: int, games: int) -> None:
    """Members with names and ratings, and finished games of two to six people, summed up."""
    luck, zone = random.Random(7), ZoneInfo(ZONE)
    users = [FIRST_USER + number for number in range(members)]
    ratings = {
        user: {game: Rating(luck.gauss(25, 6), luck.uniform(1, 8), 20) for game in GAMES}
        for user in users
    }
    lines: standings.Lines = {}
    chunk: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []

    async def write(connection: Any) -> None:
        await connection.execute(insert(Table), [table for table, _ in chunk])
        await connection.execute(insert(Result), [row for _, seats in chunk for row in seats])

    for number in range(1, games + 1):
        table, seats = _game(luck, users, number, games, ratings)
        chunk.append((table, seats))
        told = [seat_result(row) for row in seats]
        at = table["ended_at"]
        askable = [each for each in periods_of(at, zone) if not is_over(each, NOW, zone)]
        standings.accumulate(lines, told, table["game"], askable, ratings)
        if len(chunk) == 1000 or number == games:
            await store._writer.run(write)
            chunk.clear()

    async def sum_up(connection: Any) -> None:
        names = [{"guild_id": GUILD, "user_id": user, "name": f"Member {user}"} for user in users]
        await connection.execute(insert(Member), names)
        row = {"guild_id": GUILD, "finished": games, "timezone": ZONE, "stale": False}
        await connection.execute(insert(Books), [row])
        for game in GAMES:
            known = {user: ratings[user][game] for user in users}
            await save_ratings(connection, GUILD, game, known)
        await standings.save(connection, GUILD, lines)

    await store._writer.run(sum_up)


def _game(
    luck: random.Random,
    users: list[int],
    number: int,
    games: int,
    ratings: dict[int, dict[str, Rating]],
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    ended_at = NOW - DAYS * DAY * (1 - number / games)
    game = luck.choice(GAMES)
    people = luck.sample(users, luck.randint(2, 6))
    table: dict[str, Any] = {
        "id": number, "guild_id": GUILD, "channel_id": 1, "message_id": None,
        "host_id": people[0], "game": game, "options": {}, "wanted": len(people), "pace": "live",
        "stake": 0, "level": "normal", "status": "finished", "server_seed": bytes(32), "salt": "",
        "dealer": None, "seed": bytes(32), "closes_at": None, "deadline": None,
        "opened_at": ended_at - 600, "started_at": ended_at - 500, "ended_at": ended_at,
        "closed_reason": None, "number": number,
    }  # fmt: skip
    results = [
        {
            "table_id": number, "seat": seat, "guild_id": GUILD, "game": game, "user_id": user,
            "name": f"Member {user}", "place": seat + 1, "score": 0, "won": seat == 0,
            "finished_at": ended_at, "number": number, "level": None, "team": seat,
            "left": False, "kicked": False, "late": False, "rated": 20,
            "mu": ratings[user][game].mu, "sigma": ratings[user][game].sigma,
            "chips": 10 * (len(people) - 1) if seat == 0 else -10,
        }
        for seat, user in enumerate(people)
    ]  # fmt: skip
    return table, results


def questions(store: Store, members: int) -> Iterator[tuple[str, Question]]:
    """Everything that a board may be asked, by kind."""
    luck = random.Random(8)
    for by in Measure:
        for period in Period:
            for game in (None, "take5"):
                for kind, offset in (("first page", 0), ("middle", members // 2), ("last", 10**9)):

                    def page(
                        by: Measure = by,
                        period: Period = period,
                        game: str | None = game,
                        offset: int = offset,
                    ) -> Awaitable[object]:
                        return store.rolls.board(
                            GUILD,
                            by=by,
                            period=period,
                            game=game,
                            at=NOW,
                            offset=offset,
                            limit=ROWS,
                        )

                    yield f"{by}, {kind}", page

                def place(
                    by: Measure = by, period: Period = period, game: str | None = game
                ) -> Awaitable[object]:
                    user = FIRST_USER + luck.randrange(members)
                    return store.rolls.place(GUILD, user, by=by, period=period, game=game, at=NOW)

                yield f"{by}, where am I", place

    def profile() -> Awaitable[object]:
        return store.rolls.profile(GUILD, FIRST_USER + luck.randrange(members))

    def curve() -> Awaitable[object]:
        return store.rolls.rating_curve(GUILD, "take5", FIRST_USER + luck.randrange(members))

    yield "profile", profile
    yield "rating curve", curve


async def ask(store: Store, members: int, asked: int) -> dict[str, list[float]]:
    """Seconds of each question, by kind; the kinds take turns."""
    times: dict[str, list[float]] = {}
    every = list(questions(store, members))
    for _ in range(max(1, asked // 6)):
        for kind, question in every:
            start = clock()
            await question()
            times.setdefault(kind, []).append(clock() - start)
    return times


async def end_games(store: Store, members: int, stake: int) -> dict[str, list[float]]:
    """Seconds of an action, of the start and of the last action of games of four."""
    luck = random.Random(9)
    times: dict[str, list[float]] = {"start": [], "action": [], "last action": []}
    for number in range(ENDS):
        users = [FIRST_USER + user for user in luck.sample(range(members), 4)]
        at = NOW + number
        new = NewTable(
            guild_id=GUILD, channel_id=1, host_id=users[0], game="take5", options={}, wanted=4,
            pace="live", stake=stake, level="normal", server_seed=bytes(32), opened_at=at,
        )  # fmt: skip
        seats = [
            SeatRow(seat=seat, user_id=user, name=f"Member {user}", joined_at=at)
            for seat, user in enumerate(users)
        ]
        table_id = await store.create_table(new, seats)
        began = clock()
        await store.start_table(
            table_id, seats, seed=bytes(32), salt="", dealer=None, started_at=at, deadline=None
        )
        times["start"].append(clock() - began)
        results = [
            ResultRow(
                seat=seat, guild_id=GUILD, game="take5", user_id=user, name=f"Member {user}",
                place=seat + 1, score=0, won=seat == 0, finished_at=at,
            )
            for seat, user in enumerate(users)
        ]  # fmt: skip
        for ply, ends in enumerate((False, False, True)):
            row = ActionRow(table_id=table_id, ply=ply, seat=0, action="1", by="person", at=at)
            began = clock()
            await store.append(row, results=results if ends else ())
            times["last action" if ends else "action"].append(clock() - began)
    return times


def report(times: dict[str, list[float]]) -> None:
    """Print median, 95th percentile and worst of each kind, in milliseconds."""
    for kind, seconds in times.items():
        worst = sorted(seconds)
        p95 = worst[min(len(worst) - 1, round(0.95 * len(worst)))]
        print(
            f"{kind:24} median {statistics.median(seconds) * 1e3:6.2f} ms"
            f"  p95 {p95 * 1e3:6.2f}  worst {worst[-1] * 1e3:6.2f}"
        )


async def measure(url: str, members: int, games: int, asked: int) -> None:
    """Fill a database and print what everything costs."""
    await migrate(url)
    store = await Store.open(url)
    try:
        await fill(store, members, games)
        print(f"{games} games of {members} members", flush=True)
        times = await ask(store, members, asked)
        report(times)
        every = sorted(seconds for kind in times.values() for seconds in kind)
        p95 = every[round(0.95 * len(every))]
        print(f"all questions: p95 {p95 * 1e3:.2f} ms (target: below {TARGET * 1e3:.0f})")
        for stake in (0, WELCOME // ENDS):
            print(f"games of four with stake {stake}:")
            report(await end_games(store, members, stake))
    finally:
        await store.close()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--asked", type=int, default=ASKED)
    parser.add_argument("--directory", type=Path, default=Path.cwd())
    parser.add_argument("--url", help="an empty database instead of a new SQLite file")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time")
    arguments = parser.parse_args()
    if arguments.cpu:
        global clock  # noqa: PLW0603
        clock = time.process_time
    with tempfile.TemporaryDirectory(dir=arguments.directory) as directory:
        url = arguments.url or f"sqlite+aiosqlite:///{Path(directory) / 'boards.db'}"
        asyncio.run(measure(url, arguments.members, arguments.games, arguments.asked))


if __name__ == "__main__":
    main()
