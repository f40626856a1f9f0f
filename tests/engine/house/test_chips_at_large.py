"""Chips under everything at once: tables, seats that change hands, closings, crashes and refills.

After every step an auditor reads the database as it lies there, bystanders compare what it says of
each game with what they have seen, and every table is rebuilt.
"""

import asyncio
import contextlib
import random
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from engine.house.rebuild import rebuild
from engine.house.recompute import recompute
from engine.notice import Notice
from engine.refusal import Refusal, RefusalCode
from engine.store import Store
from engine.table import Person, Stance, Status, Table
from tests.engine.house.chips_model import FORMER, Chronicle
from tests.engine.house.room import LIVE, PAUSE, PAUSED_FOR, Room, rash, shown
from tests.engine.store.audit import audit, rows
from tests.engine.store.databases import Template, sqlite_database
from tests.engine.store.people import contents, mentions

SERVERS = (900_000_000_000_000_001, 900_000_000_000_000_002)
SOME = [Person(700_000_000_000_000_100 + n, f"person {n}") for n in range(5)]
REFUSED = set(RefusalCode) - {RefusalCode.UNAVAILABLE, RefusalCode.STALE}
"""How a single request may be answered, if not by yes."""


class Tables:
    """Five people and their tables in two servers."""

    def __init__(self, template: Template, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.home = TemporaryDirectory(dir=folder)
        self.url = sqlite_database(Path(self.home.name), template)
        self.loop.run_until_complete(self._begin())

    async def _begin(self) -> None:
        self.ids: list[int] = []
        self.chronicles: dict[int, Chronicle] = {}
        self.room = Room(await Store.open(self.url))
        await self.room.house.start()
        for server in SERVERS:
            await self.room.house.change_settings(server, SOME[0], tables_per_person=8)
        self.room.house.subscribe(self.see)

    def see(self, notice: Notice) -> None:
        """The bystanders look up."""
        table = notice.table
        if table.id not in self.chronicles and table.started_at is not None:
            self.chronicles[table.id] = Chronicle(table)
        if table.id in self.chronicles:
            self.chronicles[table.id].see(table)

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it; a refusal is an answer like another one. Then all is looked through."""

        async def whole() -> None:
            try:
                await work
            except Refusal as refusal:
                assert refusal.code in REFUSED  # noqa: PT017
            await self.room.clock.settled()
            await self.room.clock.advance(0.01)
            await self._look_through()

        self.loop.run_until_complete(whole())

    async def _look_through(self) -> None:
        await audit(self.url)
        entries = await rows(self.url, "SELECT * FROM transfers")
        results = await rows(self.url, "SELECT * FROM results ORDER BY table_id, seat")
        for chronicle in self.chronicles.values():
            chronicle.check_transfers(entries)
            chronicle.check_results(results)
        for table_id in self.ids:
            await self._compare(await self.room.house.get(table_id))

    async def _compare(self, table: Table) -> None:
        """What is in memory is what another process would find."""
        here, there = shown(table), shown(rebuild(await self.room.stored(table), 0.0))
        now, then = here.pop("missed"), there.pop("missed")  # who is back may start anew
        assert all(one >= other for one, other in zip(now, then, strict=True)) or not table.is_live
        if not table.is_live:
            here.pop("owed"), there.pop("owed")
        assert here == there

    @property
    def played(self) -> list[int]:
        """The tables that are being played, newest first."""
        chronicles = reversed(self.chronicles.values())
        return [each.id for each in chronicles if each.status is Status.PLAYING]

    async def table(self, number: int) -> Table:
        """One of the tables there have been, rather one of the last and one that is played."""
        ids = [*self.played, *reversed(self.ids)]
        return await self.room.house.get(ids[number % len(ids)])

    def ask(self, number: int, request: Any) -> None:
        """Somebody asks for something at a table."""

        async def work() -> None:
            await request(self.room.house, await self.table(number))

        self.run(work())

    def play(self, persons, most, server, computers, stake, chips) -> None:
        """A game, if all of them can pay for it."""

        async def work() -> None:
            table = await self.room.lobby(
                min(most + max(computers, most == 1), 4),
                people=persons[:1],
                guild_id=server,
                computers=max(computers, most == 1) if most + computers <= 4 else 1,
                stake=stake,
                options={"chips": chips},
            )
            self.ids.append(table.id)
            for person in persons[1:most]:
                await self.room.house.join(table.id, person, self.room.click())

        self.run(work())

    def join(self, person, number) -> None:
        self.ask(number, lambda house, table: house.join(table.id, person, self.room.click()))

    def several_join_at_once(self, persons, number) -> None:
        async def work(house, table) -> None:
            joins = (house.join(table.id, each, self.room.click()) for each in persons)
            await asyncio.gather(*joins, return_exceptions=True)

        self.ask(number, work)

    def begin(self, number) -> None:
        self.ask(number, lambda house, table: house.begin(table.id, table.host_id))

    def play_out(self, number) -> None:
        async def work(_house, table) -> None:
            if table.status is Status.PLAYING and not table.waits:
                await self.room.play_out(table)

        self.ask(number, work)

    def move(self, number) -> None:
        """Whoever is on turn moves, or the computer is waited for."""

        async def work(_house, table) -> None:
            for _ in range(5):
                if table.state is not None and table.attended() and not table.waits:
                    await self.room.act(table, action=rash(table.state))
                elif table.is_live:
                    await self.room.clock.advance(PAUSE)

        self.ask(number, work)

    def play_all_at_once(self) -> None:
        """Every game of which it is a person's turn goes on by a move, in one commit if it can."""

        async def move(table_id: int) -> None:
            table = await self.room.house.get(table_id)
            if table.state is not None and table.attended() and not table.waits:
                await self.room.act(table, action=rash(table.state))

        async def work() -> None:
            for _ in range(12):
                moves = (move(table_id) for table_id in self.ids)
                await asyncio.gather(*moves, return_exceptions=True)

        self.run(work())

    def wait(self, seconds) -> None:
        self.run(self.room.clock.advance(seconds))

    # --- seats that change hands

    def leave(self, number, one) -> None:
        async def work(house, table) -> None:
            here = [seat.user_id for seat in table.people()] or [0]
            await house.leave(table.id, _one(here, one))

        self.ask(number, work)

    def come_back(self, number, one, again) -> None:
        """Somebody who has left takes their own seat, if they have one; or tries another."""

        async def work(house, table) -> None:
            left = [seat.user_id for seat in table.seats if seat.left and seat.user_id is not None]
            left += table.stances.get(Stance.SAT, {})
            whom = _one(left or [SOME[0].user_id], one)
            await (house.rejoin if again else house.decline_seat)(table.id, whom)

        self.ask(number, work)

    def take_a_seat(self, number, one, person, vacate) -> None:
        """Somebody takes a computer's or a leaver's seat; with `vacate` there is one for sure."""

        async def work(house, table) -> None:
            if vacate and len(table.people()) > 1:
                here = [seat.user_id for seat in table.people()]
                await house.leave(table.id, _one(here, one))
            free = [n for n, seat in enumerate(table.seats) if seat.is_computer or seat.left] or [0]
            await house.take_seat(table.id, person, _one(free, one), self.room.click())

        self.ask(number, work)

    def let_sit(self, number, allowed) -> None:
        self.ask(
            number, lambda house, table: house.let_sit(table.id, table.host_id, allowed=allowed)
        )

    def kick(self, number, one, moderator, heirs) -> None:
        """Whoever sits there, or waits for it."""

        async def work(house, table) -> None:
            who = [
                (n, each.heir_id if heirs else each.user_id) for n, each in enumerate(table.seats)
            ]
            seat, user = _one([pair for pair in who if pair[1] is not None] or who, one)
            await house.kick(table.id, table.host_id, seat, user_id=user, moderator=moderator)

        self.ask(number, work)

    def drop_out(self, person, server) -> None:
        """Somebody isn't in the server any more."""
        self.run(self.room.house.drop_member(server, person.user_id))

    def forget(self, person, server) -> None:
        self.run(self._forget(person, server))

    async def _forget(self, person: Person, server: int) -> None:
        assert (await self.room.house.forget(person.user_id, server)).later == 0
        for chronicle in self.chronicles.values():
            if chronicle.guild_id == server:
                chronicle.erase(person.user_id, FORMER)
        for table_id in self.ids:
            table = await self.room.house.get(table_id)
            if table.guild_id == server:
                assert person.user_id not in _named(table)
        elsewhere = {table for table in SERVERS if table != server}
        found = await contents(self.url)
        theirs = {row["id"] for row in found["tables"] if row["guild_id"] in elsewhere}
        here = {
            name: [
                row
                for row in lines
                if row.get("guild_id") not in elsewhere and row.get("table_id") not in theirs
            ]
            for name, lines in found.items()
        }
        assert mentions(here, person.user_id, person.name) == set()

    # --- what people agree on, and how tables end

    def agree(self, number, persons, most, pause) -> None:
        """Some want a pause, or the end."""

        async def work(house, table) -> None:
            ask = house.ask_pause if pause else house.vote_end
            for person in persons[:most]:
                if table.is_live:
                    with contextlib.suppress(Refusal):
                        await ask(table.id, person.user_id, wanted=True)

        self.ask(number, work)

    def go_on(self, number, person) -> None:
        self.ask(number, lambda house, table: house.go_on(table.id, person.user_id))

    def end(self, number, reason) -> None:
        self.ask(number, lambda house, table: house.end(table.id, table.guild_id, reason))

    def play_again(self, number, persons, most) -> None:
        async def work(house, table) -> None:
            for person in persons[:most]:
                with contextlib.suppress(Refusal):
                    again = await house.rematch(table.id, person, self.room.click())
                    if again.id not in self.ids:
                        self.ids.append(again.id)

        self.ask(number, work)

    def all_at_once(self, number, seat, persons) -> None:
        """Nobody waits for anybody's answer."""
        one, other, third, *_ = persons

        async def work(house, table) -> None:
            requests = [
                house.take_seat(table.id, one, seat, self.room.click()),
                house.kick(table.id, table.host_id, seat, moderator=True),
                house.leave(table.id, other.user_id),
                house.rejoin(table.id, third.user_id),
                house.take_seat(table.id, other, (seat + 1) % 4, self.room.click()),
                house.vote_end(table.id, one.user_id),
            ]
            outcomes = await asyncio.gather(*requests, return_exceptions=True)
            broken = [each for each in outcomes if isinstance(each, BaseException)]
            assert all(isinstance(each, Refusal) for each in broken), broken

        self.ask(number, work)

    def refill(self, person, server, hours) -> None:
        async def work() -> None:
            await self.room.clock.advance(hours * 3_600)
            await asyncio.gather(
                *(self.room.house.refill(server, person.user_id) for _ in range(2)),
                return_exceptions=True,
            )

        self.run(work())

    def crash(self) -> None:
        self.run(self._restart())

    async def _restart(self) -> None:
        """The process is killed, and another one goes on."""
        old = self.room
        old.house.schedule.stop()
        await old.store.close()
        self.room = Room(await Store.open(self.url), now=old.clock.now() + 2, luck=len(self.ids))
        self.room._clicks = old._clicks
        await self.room.house.start()
        self.room.house.subscribe(self.see)

    def end_of_the_evening(self) -> None:
        self.loop.run_until_complete(self._end())

    def close(self) -> None:
        self.loop.run_until_complete(self.room.house.stop())
        self.loop.run_until_complete(self.room.store.close())
        self.loop.close()
        self.home.cleanup()

    async def _end(self) -> None:
        """Every chip of a finished game stands in a result, and all of it can be made anew."""
        gains: dict[tuple[int, int], int] = defaultdict(int)
        for row in await rows(
            self.url,
            "SELECT transfers.* FROM transfers JOIN tables ON tables.id = table_id"
            " WHERE tables.status = 'finished'",
        ):
            if row.from_kind == "member":
                gains[row.guild_id, row.from_owner] -= row.amount
            if row.to_kind == "member":
                gains[row.guild_id, row.to_owner] += row.amount
        lines = await rows(
            self.url,
            "SELECT guild_id, user_id, chips FROM standings"
            " WHERE period = 0 AND game = '' AND level = ''",
        )
        told = {(row.guild_id, row.user_id): row.chips for row in lines if row.chips}
        owed = {key: gain for key, gain in gains.items() if gain}
        assert told == owed, (told, owed)
        report = await recompute(self.room.store, self.room.clock.now())
        assert report.unreadable == []
        found = report.found
        assert (found.results, found.ratings, found.standings) == (0, 0, 0)


def _one(of: list[Any], number: int) -> Any:
    return of[number % len(of)]


def _named(table: Table) -> set[int]:
    """Whoever has anything to do with a table, as far as it knows."""
    users = {table.host_id, *(person.user_id for person in table.kept.values())}
    for seat in table.seats:
        users |= {seat.user_id or 0, seat.heir_id or 0}
    return users.union(*(table.stances.get(stance, {}) for stance in Stance))


Draw = Callable[[random.Random], object]


def _among(*values: object) -> Draw:
    return lambda luck: luck.choice(values)


_person, _server = _among(*SOME), _among(*SERVERS, SERVERS[0])
_number, _yes = _among(0, 0, 0, 1, 1, 2, 3, 5), _among(True, False)


def _persons(luck: random.Random) -> list[Person]:
    return luck.sample(SOME, len(SOME))


STEPS: Mapping[str, tuple[int, Mapping[str, Draw]]] = {
    "play": (7, {"persons": _persons, "most": _among(1, 2, 3), "server": _server,
                 "computers": _among(0, 1, 1, 2), "stake": _among(0, 10, 70, 100),
                 "chips": _among(1, 2)}),
    "join": (1, {"person": _person, "number": _number}),
    "several_join_at_once": (1, {"persons": _persons, "number": _number}),
    "begin": (2, {"number": _number}),
    "play_out": (2, {"number": _number}),
    "play_all_at_once": (3, {}),
    "move": (8, {"number": _number}),
    "wait": (3, {"seconds": _among(PAUSE, 10 * PAUSE, 10 * PAUSE, 3 * LIVE, PAUSED_FOR + 1)}),
    "leave": (1, {"number": _number, "one": _number}),
    "come_back": (4, {"number": _number, "one": _number, "again": _among(True, True, False)}),
    "take_a_seat": (10, {"number": _number, "one": _number, "person": _person, "vacate": _yes}),
    "let_sit": (5, {"number": _number, "allowed": _among(True, True, False)}),
    "kick": (2, {"number": _number, "one": _number, "moderator": _yes,
                 "heirs": _among(True, False, False)}),
    "drop_out": (1, {"person": _person, "server": _server}),
    "forget": (2, {"person": _person, "server": _server}),
    "agree": (2, {"number": _number, "persons": _persons, "most": _among(1, 1, 2, 5),
                  "pause": _yes}),
    "go_on": (3, {"number": _number, "person": _person}),
    "end": (1, {"number": _number, "reason": _among("moderator", "channel")}),
    "play_again": (2, {"number": _number, "persons": _persons, "most": _among(1, 2, 3)}),
    "all_at_once": (2, {"number": _number, "seat": _among(0, 1, 2, 3), "persons": _persons}),
    "refill": (1, {"person": _person, "server": _server, "hours": _among(0, 13, 30)}),
    "crash": (2, {}),
}  # fmt: skip
"""What may happen, how likely it is, and to whom; luck is fair here, so that it comes to much."""


@pytest.mark.timeout(300)
@settings(
    max_examples=5,
    deadline=None,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32))
def test_no_chip_is_ever_lost_or_made(template: Template, memory_path: Path, seed: int):
    luck, tables = random.Random(seed), Tables(template, memory_path)
    weights = [weight for weight, _ in STEPS.values()]
    try:
        for _ in range(60):
            (name,) = luck.choices(list(STEPS), weights)
            facts = {fact: draw(luck) for fact, draw in STEPS[name][1].items()}
            if tables.ids or name == "play":
                note(f"{name} {facts}")
                getattr(tables, name)(**facts)
        tables.end_of_the_evening()
    finally:
        tables.close()
