"""The whole life of a table in whatever order things happen, with what must be true throughout."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.notice import Notice, NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Store
from engine.table import Pace, Status, Table
from tests.engine.house.room import (
    LIVE,
    PAUSE,
    PAUSED_FOR,
    PEOPLE,
    Room,
    gentle,
    on_turn,
    owed,
    playing,
    rash,
    shown,
)
from tests.engine.store.databases import Template, sqlite_database

T = TypeVar("T")

# without Phase.explain, which traces every line
SETTINGS = settings(phases=[Phase.reuse, Phase.generate, Phase.shrink])

PERSON = st.sampled_from(PEOPLE[:5])


class Life(RuleBasedStateMachine):
    """One table; every request may come from anybody at any time."""

    template: Template

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.directory = TemporaryDirectory()
        url = sqlite_database(Path(self.directory.name), self.template)
        self.store = self.run(Store.open(url))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize(
        players=st.integers(2, 5),
        people=st.integers(1, 5),
        luck=st.integers(0, 2**16),
        pace=st.sampled_from([Pace.LIVE, Pace.LIVE, Pace.NONE]),
        chips=st.integers(1, 2),
    )
    def open(self, players: int, people: int, luck: int, pace: Pace, chips: int) -> None:
        self.room = Room(self.store, luck=luck)
        self.run(self.room.house.start())
        host_and_others = PEOPLE[: min(people, players)]
        options = {"chips": chips}
        table = self.run(
            self.room.lobby(players, people=host_and_others, pace=pace, options=options)
        )
        self.id = table.id
        self.heard: list[Notice] = []

    @property
    def table(self) -> Table:
        return self.run(self.room.house.get(self.id))

    def request(self, work: Coroutine[Any, Any, Table]) -> RefusalCode | None:
        """Ask for something; if it is refused, nothing may have changed."""
        before, told = shown(self.table), len(self.room.heard)
        try:
            self.run(work)
        except Refusal as refusal:
            code = refusal.code
        else:
            return None
        assert code is not RefusalCode.UNAVAILABLE
        assert (shown(self.table), len(self.room.heard)) == (before, told)
        return code

    # --- what may happen ------------------------------------------------------------------------

    def is_open(self, place: int) -> bool:
        """Whether it is a place of the lobby where no person sits."""
        taken = [seat.place for seat in self.table.people()]
        return (
            self.table.status is Status.LOBBY
            and 0 <= place < self.table.wanted
            and place not in taken
        )

    @rule(person=PERSON, place=st.none() | st.integers(0, 5))
    def join(self, person, place: int | None) -> None:
        free = self.table.status is Status.LOBBY and self.table.seat_of(person.user_id) is None
        free = free and (place is None or self.is_open(place))
        code = self.request(self.room.house.join(self.id, person, self.room.click(), place))
        assert (code is None) == free

    @rule(person=PERSON, place=st.integers(0, 5))
    def sit(self, person, place: int) -> None:
        mine = self.table.seat_of(person.user_id)
        own = mine is not None and self.table.seats[mine].place == place
        may = mine is not None and (self.is_open(place) or own)
        code = self.request(self.room.house.sit(self.id, person.user_id, place))
        assert (code is None) == (may and self.table.status is Status.LOBBY)
        if code is None:
            now = self.table.seat_of(person.user_id)
            assert now is not None
            assert self.table.seats[now].place == place

    @rule(person=PERSON)
    def shuffle_seats(self, person) -> None:
        may = self.table.status is Status.LOBBY and self.table.host_id == person.user_id
        code = self.request(self.room.house.shuffle_seats(self.id, person.user_id))
        assert (code is None) == may

    @rule(person=PERSON)
    def leave(self, person) -> None:
        seated = self.table.is_live and self.table.seat_of(person.user_id) is not None
        code = self.request(self.room.house.leave(self.id, person.user_id))
        assert (code is None) == seated
        if seated and self.table.status is not Status.CANCELLED:
            assert self.table.seat_of(person.user_id) is None

    @rule(person=PERSON)
    def add_computer(self, person) -> None:
        lobby = self.table.status is Status.LOBBY
        seated = self.table.seat_of(person.user_id) is not None
        code = self.request(self.room.house.add_computer(self.id, person.user_id))
        assert (code is None) == (lobby and seated)

    @rule(person=PERSON)
    def begin(self, person) -> None:
        may = self.table.status is Status.LOBBY and self.table.host_id == person.user_id
        code = self.request(self.room.house.begin(self.id, person.user_id))
        assert (code is None) == may

    @rule(person=PERSON)
    def back(self, person) -> None:
        code = self.request(self.room.house.back(self.id, person.user_id))
        if code is None:
            seat = self.table.seat_of(person.user_id)
            assert seat is not None
            assert self.table.seats[seat].is_present

    @precondition(lambda self: self.table.status is Status.PLAYING)
    @rule(bold=st.booleans())
    def move(self, bold: bool) -> None:
        """Whoever is on turn moves, if it is a person; that brings them back."""
        table, seat = self.table, on_turn(self.table)
        if table.seats[seat].is_computer or table.seats[seat].left:
            return
        action, plies = (rash if bold else gentle)(playing(table)), table.plies
        assert self.request(self.room.act(table, seat, action)) is None
        assert self.table.plies == plies + 1
        assert self.table.status is Status.FINISHED or not self.table.seats[seat].away

    @precondition(lambda self: self.table.status is Status.PLAYING)
    @rule(person=PERSON, seat=st.integers(0, 4), ply=st.integers(0, 60))
    def click_anywhere(self, person, seat: int, ply: int) -> None:
        """A button from some other time or table."""
        table = self.table
        if (seat, ply) == (on_turn(table), owed(table, on_turn(table))):
            ply += 1
        click = self.room.act(table, seat, "KS", user_id=person.user_id, decision=ply)
        assert self.request(click) is not None

    @rule(seconds=st.sampled_from([0.1, PAUSE, 10.0, LIVE / 2, LIVE, 10 * LIVE]))
    def wait(self, seconds: float) -> None:
        self.run(self.room.clock.advance(seconds))

    @rule(kill=st.booleans(), downtime=st.sampled_from([0.0, 50.0, 10_000.0]))
    def restart(self, kill: bool, downtime: float) -> None:
        before = shown(self.table)
        self.heard += self.room.heard
        self.room = self.run(self.room.restarted(downtime, stop=not kill))
        after = shown(self.table)
        # who has pressed "I'm back" may start anew; nobody is worse off
        missed = zip(after.pop("missed"), before.pop("missed"), strict=True)
        assert all(now <= then for now, then in missed)
        assert after == before
        self.run(self.room.clock.advance(0))  # the table is taken up

    # --- what must be true ----------------------------------------------------------------------

    @invariant()
    def everybody_has_one_seat(self) -> None:
        table = self.table
        users = [seat.user_id for seat in table.people()]
        assert len(set(users)) == len(users)
        places = [seat.place for seat in table.seats]
        assert places == sorted(set(places))
        assert set(places) <= set(range(table.wanted))
        if table.state is not None:
            assert len(table.seats) == table.wanted

    @invariant()
    def the_host_is_a_person_at_the_table(self) -> None:
        table = self.table
        assert not table.is_live or table.seat_of(table.host_id) is not None

    @invariant()
    def whoever_is_on_turn_owes_a_decision(self) -> None:
        table = self.table
        if table.status is Status.PLAYING:
            state = playing(table)
            assert tuple(table.watch.owed) == state.current_players() != ()
            assert table.watch.owed == {s: state.decision(s) for s in state.current_players()}
            assert not state.is_terminal()

    @invariant()
    def somebody_is_always_looked_for(self) -> None:
        """A table is never forgotten: it is due, or it may take its time."""
        table = self.table
        due = table.due(self.room.house.pause(table))
        if not table.is_live:
            assert due is None
        elif table.status is Status.LOBBY or table.paused:
            assert due == table.closes_at is not None
        elif table.pace is not Pace.NONE or table.unattended():
            assert due is not None
        assert (due is None) == (self.id not in self.room.house.schedule._due)

    @invariant()
    def nobody_waits_for_what_is_long_due(self) -> None:
        """After every step all that was due has been done."""
        table = self.table
        due = table.due(self.room.house.pause(table))
        if due is not None and due < self.room.clock.now():
            self.run(self.room.clock.advance(0.0))
            table = self.table
            due = table.due(self.room.house.pause(table))
            assert due is None or due >= self.room.clock.now()

    @invariant()
    def the_database_knows_it_all(self) -> None:
        table, stored = self.table, self.run(self.room.stored(self.table))
        assert [row.ply for row in stored.actions] == list(range(table.plies))
        assert (stored.table.status, stored.table.host_id) == (table.status, table.host_id)
        if table.is_live:
            assert stored.table.closes_at == table.closes_at
        assert [(row.seat, row.user_id, row.away, row.left_at) for row in stored.seats] == [
            (seat.place, seat.user_id, seat.away, seat.left_at) for seat in table.seats
        ]

    @invariant()
    def an_away_person_has_missed_two_and_nobody_else_has(self) -> None:
        for seat in self.table.seats:
            assert not (seat.away and seat.user_id is None)
            assert seat.away == (seat.missed >= 2) or seat.left or not self.table.is_live

    def teardown(self) -> None:
        """Every table comes to an end if everybody goes on, or goes away."""
        try:
            for _ in range(400):
                table = self.table
                if not table.is_live:
                    break
                seconds = PAUSED_FOR if table.pace is Pace.NONE or table.waits else LIVE
                if table.status is Status.PLAYING and table.attended():
                    self.run(self.room.act(table, action=rash(playing(table))))
                else:
                    self.run(self.room.clock.advance(seconds))
            assert not self.table.is_live
            told = [notice.kind for notice in self.heard + self.room.heard]
            ends = [NoticeKind.FINISHED, NoticeKind.CANCELLED]
            assert sum(told.count(kind) for kind in ends) == 1
            if self.table.status is Status.FINISHED:
                assert playing(self.table).is_terminal()
            self.run(self.room.house.stop())
        finally:
            self.run(self.store.close())
            self.loop.close()
            self.directory.cleanup()


def test_the_life_of_a_table(template: Template):
    Life.template = template
    run_state_machine_as_test(Life, settings=settings(SETTINGS, stateful_step_count=30))
