"""Who plays for whom, at any decision of any game: people leave, are away, come back, play on."""

import asyncio
import os
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.game import State
from engine.games.toonerville import Toonerville
from engine.refusal import Refusal, RefusalCode
from engine.store import Store
from engine.table import Pace, Status, Table
from tests.engine.games.toonerville_deals import arranged_deck
from tests.engine.house.room import PAUSE, PEOPLE, RULES, Room, playing
from tests.engine.house.short_games import GAMES, SEATS, Play, reached, start
from tests.engine.house.witness import Witness
from tests.engine.store.conftest import MEMORY
from tests.engine.store.databases import Template, sqlite_database

T = TypeVar("T")


class Handover(RuleBasedStateMachine):
    """One table and all that may become of its people; a witness looks on."""

    game: str
    template: Template

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        memory = MEMORY if os.access(MEMORY, os.W_OK) else None
        self.directory = TemporaryDirectory(prefix="cardroom-", dir=memory)
        url = sqlite_database(Path(self.directory.name), self.template)
        self.store = self.run(Store.open(url))

    def run(self, work: Coroutine[None, None, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize(
        data=st.data(),
        luck=st.integers(0, 2**16),
        pace=st.sampled_from([Pace.LIVE, Pace.LIVE, Pace.LIVE, Pace.NONE]),
        ending=st.sampled_from(["play", "wait", "leave"]),
    )
    def sit_down(self, data: st.DataObject, luck: int, pace: Pace, ending: str) -> None:
        fewest, most = SEATS[self.game]
        people = data.draw(st.integers(1, most), "people")
        computers = data.draw(st.integers(max(0, fewest - people), most - people), "computers")
        room = Room(self.store, luck=luck)
        self.run(room.house.start())
        table = self.run(start(room, self.game, people, computers, pace=pace))
        self.witness = self.run(Witness.of(room, table))
        self.id, self.people, self.ending = table.id, PEOPLE[: people + 1], ending
        self.follow()

    @property
    def room(self) -> Room:
        return self.witness.room

    @property
    def table(self) -> Table:
        return self.run(self.room.house.get(self.id))

    @property
    def is_on(self) -> bool:
        return self.witness.status is Status.PLAYING

    def follow(self, asked: str = "", user_id: int = 0) -> None:
        self.run(self.room.clock.advance(0))  # what is due by now is done
        self.run(self.witness.follow(asked, user_id))

    def request(self, work: Coroutine[None, None, Table], asked: str, user_id: int) -> bool:
        """Ask for something: whether it was done."""
        code = None
        try:
            self.run(work)
        except Refusal as refusal:
            code = refusal.code
        self.follow(asked, user_id)
        assert code in {None, RefusalCode.NOT_SEATED}
        return code is None

    # --- what may happen ------------------------------------------------------------------------

    @precondition(lambda self: self.is_on)
    @rule(who=st.integers(0, 6))
    def leave(self, who: int) -> None:
        person = self.people[who % len(self.people)]
        seated = self.table.seat_of(person.user_id) is not None
        done = self.request(self.room.house.leave(self.id, person.user_id), "leave", person.user_id)
        assert done == seated

    @precondition(lambda self: self.is_on)
    @rule(who=st.integers(0, 6))
    def back(self, who: int) -> None:
        person = self.people[who % len(self.people)]
        seat = self.table.seat_of(person.user_id)
        done = self.request(self.room.house.back(self.id, person.user_id), "back", person.user_id)
        assert done == (seat is not None)
        assert seat is None or self.table.seats[seat].is_present

    def click(self, seats: list[int], who: int, what: int) -> None:
        """One of those seats' people makes a move."""
        twin, chairs = self.witness.twin, self.witness.chairs
        seats = [seat for seat in seats if chairs[seat].is_persons and twin.legal_actions(seat)]
        if seats:
            seat = seats[who % len(seats)]
            actions = twin.legal_actions(seat)
            work = self.room.act(self.table, seat, actions[what % len(actions)])
            assert self.request(work, "act", chairs[seat].user_id or 0)

    @precondition(lambda self: self.is_on)
    @rule(who=st.integers(0, 5), what=st.integers(0, 300))
    def act(self, who: int, what: int) -> None:
        self.click(self.witness.owing, who, what)

    @precondition(lambda self: self.is_on and self.game == "take5")
    @rule(who=st.integers(0, 5), what=st.integers(0, 9))
    def pick_another(self, who: int, what: int) -> None:
        seats = [seat for seat in range(self.table.wanted) if self.witness.may_be_changed(seat)]
        self.click([seat for seat in seats if seat not in self.witness.owing], who, what)

    @precondition(lambda self: self.is_on and self.game == "toonerville")
    @rule(who=st.integers(0, 6), standing=st.sampled_from(["", "pass", "only:R,7"]))
    def say(self, who: int, standing: str) -> None:
        person = self.people[who % len(self.people)]
        work = self.room.house.set_standing(self.id, person.user_id, standing)
        self.request(work, "say", person.user_id)

    @rule(seconds=st.sampled_from([PAUSE / 4, PAUSE, 10.0, 60.0]))
    def wait(self, seconds: float) -> None:
        self.run(self.room.clock.advance(seconds))
        self.follow()

    @precondition(lambda self: self.is_on)
    @rule()
    def let_the_time_run_out(self) -> None:
        """Whoever is asked now, and there, doesn't answer."""
        deadline, plies = self.witness.deadline, self.witness.plies
        if deadline is not None:
            self.run(self.room.clock.advance(deadline - self.room.clock.now()))
            self.follow()
            assert self.witness.plies > plies

    @precondition(lambda self: self.is_on)
    @rule(plies=st.integers(2, 12), what=st.integers(0, 300))
    def play_on(self, plies: int, what: int) -> None:
        for ply in range(plies):
            if self.is_on:
                self.next_move(ply, what)

    def next_move(self, who: int, what: int) -> None:
        seats = [s for s in self.witness.owing if self.witness.chairs[s].is_here]
        if seats:
            self.click(seats, who, what)
        else:
            self.wait(PAUSE)

    @rule(stop=st.booleans(), downtime=st.sampled_from([0.0, 50.0, 10_000.0]))
    def restart(self, stop: bool, downtime: float) -> None:
        self.run(self.witness.restart(downtime, stop=stop))

    # --- the end --------------------------------------------------------------------------------

    def teardown(self) -> None:
        """It ends when everybody plays on, when nobody does anything, and when everybody leaves."""
        try:
            if hasattr(self, "witness"):
                getattr(self, f"end_by_{self.ending}")()
                assert not self.is_on
                self.run(self.room.clock.advance(RULES.paused_for))
                self.follow()
                self.run(self.room.house.stop())
        finally:
            self.run(self.store.close())
            self.loop.close()
            self.directory.cleanup()

    def end_by_play(self) -> None:
        for who in range(len(self.people)):
            if self.is_on:
                self.back(who)
        for ply in range(600):
            if not self.is_on:
                break
            self.next_move(ply, ply)

    def end_by_wait(self) -> None:
        for _ in range(600):
            if not self.is_on:
                break
            self.wait(RULES.paused_for if self.witness.paused else 60.0)
            if self.witness.pace is Pace.NONE and self.table.attended():
                self.next_move(0, 0)

    def end_by_leave(self) -> None:
        for who in range(len(self.people)):
            if self.is_on:
                self.leave(who)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_whatever_becomes_of_its_people(template: Template, game: str):
    machine = type("Handover", (Handover,), {"game": game, "template": template})
    run_state_machine_as_test(
        machine,
        settings=settings(
            # without Phase.explain, which traces every line
            phases=[Phase.reuse, Phase.generate, Phase.shrink],
            max_examples=max(4, settings().max_examples // 3),
            stateful_step_count=20,
        ),
    )


CASES = [
    ("ninetynine", "play", "owes"),
    ("ninetynine", "play", "looks on"),
    ("onehundred", "play", "owes"),
    ("take5", "pick", "owes"),
    ("take5", "pick", "has decided"),
    ("take5", "row", "owes"),
    ("take5", "row", "looks on"),
    ("schmier", "bid", "owes"),
    ("schmier", "trump", "owes"),
    ("schmier", "discard", "owes"),
    ("schmier", "discard", "has decided"),
    ("schmier", "discard", "looks on"),
    ("schmier", "dealer_discard", "owes"),
    ("schmier", "play", "owes"),
    ("toonerville", "draw", "owes"),
    ("toonerville", "buy", "owes"),
    ("toonerville", "buy", "has decided"),
    ("toonerville", "buy", "looks on"),
    ("toonerville", "meld", "owes"),
]
"""Every decision there is, and how somebody stands to it."""


@pytest.mark.parametrize(("game", "phase", "who"), CASES)
class TestAtEveryDecision:
    async def test_the_computer_plays_on_for_whoever_leaves(
        self, room: Room, game: str, phase: str, who: str
    ):
        play, gone = await reached(room, game, phase, who)
        hands = [playing(play.table).private(seat) for seat in range(play.table.wanted)]
        plies, owing = play.table.plies, play.witness.owing

        await play.leave(gone)

        assert [playing(play.table).private(seat) for seat in range(len(hands))] == hands
        assert (play.table.plies, play.witness.owing) == (plies, owing)
        await play.wait(PAUSE)
        rows = (await room.journal(play.table))[plies:]
        assert [(row.seat, row.by) for row in rows][:1] == [(gone, "clock")][: who == "owes"]
        await play.go_on(12)

    async def test_when_the_last_one_has_left_nothing_moves_any_more(
        self, room: Room, game: str, phase: str, who: str
    ):
        play, first = await reached(room, game, phase, who)
        await play.leave(first)
        others = [seat for seat in range(play.table.wanted) if seat != first]
        for seat in others:
            plies = play.table.plies
            await play.leave(seat)

        assert play.table.closed_reason == "abandoned"
        await play.wait(RULES.paused_for)
        assert len(await room.journal(play.table)) == play.table.plies == plies

    async def test_the_house_restarts_while_somebody_has_left_and_somebody_is_away(
        self, room: Room, game: str, phase: str, who: str
    ):
        play, gone = await reached(room, game, phase, who)
        await play.leave(gone)
        for stop in (True, False):
            play.table = await play.witness.restart(1000, stop=stop)
            play.room = play.witness.room
            deadline = play.table.deadline
            await play.wait(PAUSE if deadline is None else deadline - play.room.clock.now() + 1e-3)
        await play.go_on(5)
        await play.room.house.stop()


@pytest.mark.parametrize("by_a_move", [True, False])
@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_there_and_then_somebody_is(room: Room, game: str, by_a_move: bool):
    """Everybody lets every time run out, until the table waits for them."""
    table = await start(room, game, SEATS[game][1], options={})
    play = Play(room, table, await Witness.of(room, table))
    while not play.table.paused:
        await play.wait(120.0)
        assert play.table.status is Status.PLAYING
    plies = play.table.plies
    await play.wait(RULES.paused_for / 2)
    assert play.table.plies == plies

    seat = play.witness.owing[0]
    await (play.move(seat) if by_a_move else play.back(seat))

    assert [number for number, one in enumerate(play.table.seats) if one.is_present] == [seat]
    assert by_a_move or play.table.attended() == [seat]
    await play.go_on(10)
    assert play.table.plies >= plies + 10


class TestOwedRook:
    """Toonerville Rook: somebody has taken a Rook out of a run and hasn't played it yet (TR-11)."""

    FIRST = "Y5 W Y7 Y8 B11 B12 B13 B14"
    SECOND = "G1 G2 G3 G4 R8 R9 R10 R11 Y6 B1 B3 B5"

    async def owing(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> Play:
        deck = arranged_deck({0: self.FIRST, 1: self.SECOND}, "", "R14 B9", 4, 3, 12)
        deal = Toonerville.new_initial_state

        def arranged(game: Toonerville, seed: bytes, dealer: int | None = None) -> State:
            return deal(game, seed, 3 if dealer is None else dealer, deck)

        monkeypatch.setattr(Toonerville, "new_initial_state", arranged)
        options = {"first_round": 3, "last_round": 3}
        table = await room.game(4, game="toonerville", options=options)
        play = Play(room, table, await Witness.of(room, table))
        for turn, actions in enumerate(
            [
                ["meld=r:Y5,W,Y7,Y8|r:B11,B12,B13,B14", "discard=R14"],
                ["meld=r:G1,G2,G3,G4|r:R8,R9,R10,R11", "swap=Y6@m1"],
            ]
        ):
            await play.act(turn, "decline")
            while play.witness.phase == "buy":
                await play.act(play.witness.owing[0], "pass")
            for action in actions:
                await play.act(turn, action)
        assert playing(table).public()["must_play_rooks"] == 1
        return play

    async def test_the_computer_plays_it_for_whoever_leaves(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ):
        play = await self.owing(room, monkeypatch)
        await play.leave(1)
        await self.finish(play)

    async def test_it_is_still_owed_after_a_restart(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ):
        play = await self.owing(room, monkeypatch)
        play.table = await play.witness.restart(1000, stop=False)
        play.room = play.witness.room
        await play.leave(1)
        await self.finish(play)
        await play.room.house.stop()

    async def finish(self, play: Play) -> None:
        plies = play.table.plies
        await play.wait(PAUSE)
        while play.witness.owing == [1]:
            await play.wait(PAUSE)
        rows = (await play.room.journal(play.table))[plies:]
        assert {(row.seat, row.by) for row in rows} == {(1, "clock")}
        assert any(row.action.startswith("lay=W@") for row in rows)
        assert rows[-1].action.startswith("discard=")
        assert play.witness.owing == [2]

    async def test_time_runs_out_twice_and_the_computer_finishes_the_turn(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ):
        play = await self.owing(room, monkeypatch)
        for missed in (1, 2):
            assert play.table.seats[1].is_present
            await play.wait(120.0)
            assert play.table.seats[1].missed == missed
        await play.wait(10 * PAUSE)
        assert play.table.seats[1].away
        assert playing(play.table).public()["must_play_rooks"] == 0
        assert play.witness.owing == [2]
