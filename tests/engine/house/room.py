"""A room with a house in it: people who sit down and play, a clock, and all that was told."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from engine.game import State, View
from engine.house import House, HouseRules
from engine.notice import Notice, NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import ActionRow, Store, StoredTable, StoreError
from engine.store.rolls import Rolls
from engine.table import Person, Status, Table
from engine.thinker import InlineThinker, Thinker
from tests.support.clock import ManualClock

GUILD, CHANNEL = 900_000_000_000_000_001, 800_000_000_000_000_001
PEOPLE = [
    Person(101 + number, name)
    for number, name in enumerate(
        ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"]
    )
]
ANN, BEN, CLEO, DAN, EVE = PEOPLE[:5]
STRANGER = Person(999, "Stranger")

LIVE = 60.0
"""Seconds for a decision at the live pace."""
PAUSE = 1.25
"""Seconds that a computer seems to think."""
RULES = HouseRules(computer_pause=PAUSE, lobby_idle=900, heartbeat=600)
PAUSED_FOR = 86_400.0
"""Seconds that a table waits without its people: the usual setting."""


class Room:
    """One process: a house on a database, and what its subscriber heard."""

    def __init__(
        self,
        store: Store,
        *,
        now: float = 1_800_000_000.0,
        thinker: Thinker | None = None,
        luck: int = 1,
        owns: Callable[[int], bool] = lambda _guild: True,
    ) -> None:
        self.store = store
        self.clock = ManualClock(now)
        self.heard: list[Notice] = []
        self.luck = random.Random(luck)
        self.house = House(
            store,
            self.clock,
            thinker or InlineThinker(),
            rules=RULES,
            owns=owns,
            entropy=self.luck.randbytes,
        )
        self.house.subscribe(self.heard.append)
        self._clicks = iter(range(10**18, 2 * 10**18))

    # --- sitting down ---------------------------------------------------------------------------

    def click(self) -> int:
        """The id of a new interaction."""
        return next(self._clicks)

    async def lobby(
        self,
        players: int = 4,
        *,
        people: list[Person] | None = None,
        guild_id: int = GUILD,
        game: str = "ninetynine",
        **facts: Any,
    ) -> Table:
        """The first of the people opens a table and the others join."""
        host, *others = people or [ANN]
        table = await self.house.open(
            guild_id=guild_id,
            channel_id=CHANNEL,
            host=host,
            interaction_id=self.click(),
            game=game,
            players=players,
            **facts,
        )
        for person in others:
            await self.house.join(table.id, person, self.click())
        return table

    async def game(
        self, people: int | list[Person] = 2, *, computers: int = 0, luck: int = 0, **facts: Any
    ) -> Table:
        """A table that has just started; `luck` picks another deal."""
        self.luck.randbytes(luck)
        seated = PEOPLE[:people] if isinstance(people, int) else people
        table = await self.lobby(
            len(seated) + computers, people=seated, computers=computers, **facts
        )
        assert table.status is Status.PLAYING
        return table

    async def game_begun_by(self, person: int, people: int = 2, **facts: Any) -> Table:
        """A game in which that person has the first turn."""
        for luck in range(60):
            table = await self.game(people, luck=luck, **facts)
            if table.seats[on_turn(table)].user_id == PEOPLE[person].user_id:
                self.heard.clear()
                return table
            await self.house.close_all("test")
        raise AssertionError("nobody deals to that person")

    # --- playing --------------------------------------------------------------------------------

    async def act(
        self,
        table: Table,
        seat: int | None = None,
        action: str | None = None,
        *,
        user_id: int | None = None,
        decision: int | None = None,
    ) -> Table:
        """Click on an action: by default that of the person on turn, a gentle one."""
        table = await self.house.get(table.id)
        seat = on_turn(table) if seat is None else seat
        return await self.house.act(
            table.id,
            user_id=table.seats[seat].user_id or 0 if user_id is None else user_id,
            seat=seat,
            decision=owed(table, seat) if decision is None else decision,
            action=gentle(playing(table)) if action is None else action,
            interaction_id=self.click(),
        )

    async def play_out(self, table: Table, choose: Callable[[State], str] | None = None) -> Table:
        """Play to the end: people by `choose` (rashly), computers when they are due."""
        choose = choose or rash
        table = await self.house.get(table.id)
        while table.status is Status.PLAYING:
            if table.seats[on_turn(table)].is_present:
                await self.act(table, action=choose(playing(table)))
            else:
                await self.clock.advance(PAUSE)
            table = await self.house.get(table.id)
        return table

    async def reach_turn_of(self, table: Table, person: Person) -> Table:
        """Everybody plays gently until that person is on turn."""
        for _ in range(100):
            table = await self.house.get(table.id)
            seat = table.seats[on_turn(table)]
            if seat.user_id == person.user_id:
                return table
            if seat.is_present:
                await self.act(table)
            else:
                await self.clock.advance(PAUSE)
        raise AssertionError(f"{person.name} never gets a turn")

    async def go_away(self, table: Table, *people: Person) -> Table:
        """Those people miss their decisions until they are away."""
        wanted = {person.user_id for person in people}
        for _ in range(200):
            table = await self.house.get(table.id)
            if wanted <= {seat.user_id for seat in table.seats if seat.away}:
                return table
            seat = table.seats[on_turn(table)]
            if seat.is_present and seat.user_id not in wanted:
                await self.act(table)
            else:
                await self.clock.advance(LIVE if seat.is_present else PAUSE)
        raise AssertionError("they don't go away")

    # --- what came of it ------------------------------------------------------------------------

    @property
    def kinds(self) -> list[NoticeKind]:
        return [notice.kind for notice in self.heard]

    async def stored(self, table: Table) -> StoredTable:
        stored = await self.store.load(table.id)
        assert stored is not None
        return stored

    async def journal(self, table: Table) -> list[ActionRow]:
        return (await self.stored(table)).actions

    async def restarted(self, downtime: float = 0.0, *, stop: bool = True) -> "Room":
        """The next process, after this one was stopped or killed."""
        if stop:
            await self.house.stop()
        room = Room(self.store, now=self.clock.now() + downtime, luck=self.luck.randrange(10**9))
        room._clicks = self._clicks
        await room.house.start()
        return room


class SlowThinker(InlineThinker):
    """Answers when the test lets it."""

    def __init__(self) -> None:
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def decide(self, level: str, observation: View, seed: int) -> str:
        self.asked.set()
        await self.answer.wait()
        return await super().decide(level, observation, seed)


def playing(table: Table) -> State:
    assert table.state is not None
    return table.state


def on_turn(table: Table) -> int:
    return playing(table).current_players()[0]


def owed(table: Table, seat: int) -> int:
    decision = playing(table).decision(seat)
    assert decision is not None
    return decision


def gentle(state: State) -> str:
    """The action on turn that makes the lowest count."""
    return min(_actions(state), key=lambda action: _count_after(state, action))


def rash(state: State) -> str:
    """The action on turn that makes the highest count."""
    return max(_actions(state), key=lambda action: _count_after(state, action))


def _count_after(state: State, action: str) -> int:
    rules: Any = state.game
    return int(rules.count_after(state.public()["pile"], action))


def _actions(state: State) -> list[str]:
    return state.legal_actions(state.current_players()[0])


def shown(table: Table) -> dict[str, Any]:
    """All that anybody may see of a table, and what the clocks know."""
    state = table.state
    return {
        "status": table.status,
        "host": table.host_id,
        "seats": [
            (seat.place, seat.user_id, seat.name, seat.level, seat.join_id, seat.away, seat.left)
            for seat in table.seats
        ],
        "missed": [seat.missed for seat in table.seats],
        "heirs": [(seat.heir_id, seat.heir_name) for seat in table.seats],
        "said": {kind: sorted(users) for kind, users in table.stances.items() if users},
        "life": (table.pace, table.on_hold, table.open_seats, table.rematch_of, table.parent_id),
        "kept": dict(table.kept),
        "owed": dict(table.watch.owed),
        "public": state and state.public(),
        "private": state and [state.private(seat) for seat in range(len(table.seats))],
        "history": state and state.public_history(),
        "plies": table.plies,
    }


@contextmanager
def refused(code: RefusalCode) -> Iterator[pytest.ExceptionInfo[Refusal]]:
    """What happens here is refused with that code."""
    with pytest.raises(Refusal) as caught:
        yield caught
    assert caught.value.code is code


@contextmanager
def trouble(
    store: Store | Rolls, *methods: str, certain: bool = True, written: bool = False, after: int = 0
) -> Iterator[None]:
    """The database fails in those methods, but for their first `after` calls.

    With `written`, what was asked is in the database nevertheless.
    """

    def failing(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        calls = iter(range(10**6))

        async def fail(*args: Any, **kwargs: Any) -> Any:
            works = next(calls) < after
            result = await method(*args, **kwargs) if works or written else None
            if works:
                return result
            raise StoreError("the disk is on fire", certain=certain)

        return fail

    with replaced(store, *methods, by=failing):
        yield


@asynccontextmanager
async def held_up(store: Store, method: str) -> AsyncIterator[asyncio.Event]:
    """Calls of a method wait until the block is left; the event tells when one has arrived."""
    arrived, go_on = asyncio.Event(), asyncio.Event()

    def waiting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def wait(*args: Any, **kwargs: Any) -> Any:
            arrived.set()
            await go_on.wait()
            return await method(*args, **kwargs)

        return wait

    with replaced(store, method, by=waiting):
        try:
            yield arrived
        finally:
            go_on.set()


@contextmanager
def replaced(
    store: Store | Rolls,
    *methods: str,
    by: Callable[[Callable[..., Awaitable[Any]]], Callable[..., Awaitable[Any]]],
) -> Iterator[None]:
    """Put something in front of methods of this store."""
    for method in methods:
        setattr(store, method, by(getattr(store, method)))
    try:
        yield
    finally:
        for method in methods:
            delattr(store, method)
