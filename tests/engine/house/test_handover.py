"""Who plays for whom, at any decision of any game.

People leave, are removed, are away, come back, take seats over, pause, vote, play on.
"""

import asyncio
import os
from collections.abc import Coroutine
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

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
from engine.table import Pace, Person, Status, Table
from tests.engine.games.toonerville_deals import arranged_deck
from tests.engine.house.room import GUILD, PAUSE, PAUSED_FOR, PEOPLE, Room, playing, refused
from tests.engine.house.short_games import GAMES, SEATS, SHORT, TWO_DEALS, Play, reached, start
from tests.engine.house.witness import Witness
from tests.engine.store.conftest import MEMORY
from tests.engine.store.databases import Template, sqlite_database

T = TypeVar("T")
WHO = st.integers(0, 7)


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

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize(
        data=st.data(),
        luck=st.integers(0, 2**16),
        pace=st.sampled_from([Pace.LIVE, Pace.LIVE, Pace.LIVE, Pace.NONE]),
        two_deals=st.sampled_from([True, True, False]),
        ending=st.sampled_from(["play", "wait", "leave", "vote"]),
    )
    def sit_down(
        self, data: st.DataObject, luck: int, pace: Pace, two_deals: bool, ending: str
    ) -> None:
        fewest, most = SEATS[self.game]
        people = data.draw(st.integers(1, most), "people")
        computers = data.draw(st.integers(max(0, fewest - people), most - people), "computers")
        room = Room(self.store, luck=luck)
        self.run(room.house.start())
        facts: dict[str, Any] = {
            "pace": pace,
            "options": (TWO_DEALS if two_deals else SHORT)[self.game],
        }
        table = self.run(start(room, self.game, people, computers, **facts))
        self.witness = self.run(Witness.of(room, table))
        self.id, self.people, self.ending = table.id, PEOPLE[: people + 2], ending
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

    def follow(self, asked: str = "", user_id: int = 0, **facts: Any) -> None:
        self.run(self.room.clock.advance(0))  # what is due by now is done
        self.run(self.witness.follow(asked, user_id, **facts))

    def request(
        self, work: Coroutine[Any, Any, object], asked: str, user_id: int, **facts: Any
    ) -> bool:
        """Somebody asks for something: whether it was done, as it ought to be or not."""
        expected = self.witness.people.answer(asked, user_id, self.witness.twin, **facts)
        code = None
        try:
            self.run(work)
        except Refusal as refusal:
            code = refusal.code
        assert code is expected
        if code is None:
            self.follow(asked, user_id, **facts)
        else:
            self.follow()
        return code is None

    def somebody(self, who: int) -> Person:
        return self.people[who % len(self.people)]

    # --- what may happen ------------------------------------------------------------------------

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def leave(self, who: int) -> None:
        user_id = self.somebody(who).user_id
        self.request(self.room.house.leave(self.id, user_id), "leave", user_id)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def leave_the_server(self, who: int) -> None:
        user_id = self.somebody(who).user_id
        self.request(self.room.house.drop_member(GUILD, user_id), "drop", user_id)

    @precondition(lambda self: self.is_on)
    @rule(by=WHO, seat=st.integers(0, 5), moderator=st.booleans(), host=st.booleans())
    def kick(self, by: int, seat: int, moderator: bool, host: bool) -> None:
        seat %= self.table.wanted
        user_id = self.witness.people.host if host else self.somebody(by).user_id
        work = self.room.house.kick(self.id, user_id, seat, moderator=moderator)
        self.request(work, "kick", user_id, seat=seat, moderator=moderator)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO, seat=st.integers(0, 5), sensible=st.sampled_from([True, True, False]))
    def take_a_seat(self, who: int, seat: int, sensible: bool) -> None:
        people, vacant = self.people, list(range(self.table.wanted))
        if sensible:
            chairs = self.witness.chairs
            standing = [one for one in people if not self.witness.people.chair_of(one.user_id)]
            people = standing or people
            vacant = [n for n in vacant if not chairs[n].is_persons] or vacant
        person, click = people[who % len(people)], self.room.click()
        seat = vacant[seat % len(vacant)]
        work = self.room.house.take_seat(self.id, person, seat, click)
        self.request(work, "take", person.user_id, seat=seat, click=click)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def decline(self, who: int) -> None:
        user_id = self.somebody(who).user_id
        self.request(self.room.house.decline_seat(self.id, user_id), "decline", user_id)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def return_to_ones_seat(self, who: int) -> None:
        """One of those who have left, if there are any."""
        left = [chair.user_id or 0 for chair in self.witness.chairs if chair.left]
        user_id = left[who % len(left)] if left else self.somebody(who).user_id
        self.request(self.room.house.rejoin(self.id, user_id), "rejoin", user_id)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO, allowed=st.booleans(), host=st.booleans())
    def let_sit(self, who: int, allowed: bool, host: bool) -> None:
        user_id = self.witness.people.host if host else self.somebody(who).user_id
        work = self.room.house.let_sit(self.id, user_id, allowed=allowed)
        self.request(work, "let_sit", user_id, allowed=allowed)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO, pace=st.sampled_from(Pace), host=st.booleans())
    def set_pace(self, who: int, pace: Pace, host: bool) -> None:
        user_id = self.witness.people.host if host else self.somebody(who).user_id
        self.request(self.room.house.set_pace(self.id, user_id, pace), "pace", user_id, pace=pace)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO, wanted=st.sampled_from([True, True, False]))
    def ask_for_a_pause(self, who: int, wanted: bool) -> None:
        user_id = self.somebody(who).user_id
        work = self.room.house.ask_pause(self.id, user_id, wanted=wanted)
        self.request(work, "pause", user_id, wanted=wanted)

    @precondition(lambda self: self.is_on)
    @rule()
    def all_want_a_pause(self) -> None:
        for chair in self.witness.people.seated:
            if self.is_on and chair.is_here and not self.witness.people.held:
                work = self.room.house.ask_pause(self.id, chair.user_id or 0, wanted=True)
                self.request(work, "pause", chair.user_id or 0, wanted=True)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def go_on_again(self, who: int) -> None:
        user_id = self.somebody(who).user_id
        self.request(self.room.house.go_on(self.id, user_id), "go_on", user_id)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO, wanted=st.sampled_from([True, False]))
    def vote(self, who: int, wanted: bool) -> None:
        user_id = self.somebody(who).user_id
        work = self.room.house.vote_end(self.id, user_id, wanted=wanted)
        self.request(work, "end", user_id, wanted=wanted)

    @precondition(lambda self: self.is_on)
    @rule(who=WHO)
    def back(self, who: int) -> None:
        user_id = self.somebody(who).user_id
        if self.request(self.room.house.back(self.id, user_id), "back", user_id) and self.is_on:
            seat = self.table.seat_of(user_id)
            assert seat is not None
            assert self.table.seats[seat].is_present

    def click(self, seats: list[int], who: int, what: int) -> None:
        """One of those seats' people makes a move."""
        twin, chairs = self.witness.twin, self.witness.chairs
        seats = [seat for seat in seats if chairs[seat].is_persons and twin.legal_actions(seat)]
        if seats:
            seat = seats[who % len(seats)]
            actions = twin.legal_actions(seat)
            work, code = self.room.act(self.table, seat, actions[what % len(actions)]), None
            try:
                self.run(work)
            except Refusal as refusal:
                code = refusal.code
            assert code is (RefusalCode.ON_HOLD if self.witness.people.held else None)
            self.follow("act" if code is None else "", chairs[seat].user_id or 0)

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
    @rule(who=WHO, standing=st.sampled_from(["", "pass", "only:R,7"]))
    def say(self, who: int, standing: str) -> None:
        user_id = self.somebody(who).user_id
        code = self.witness.people.answer("say", user_id, self.witness.twin)
        with nullcontext() if code is None else refused(code):
            self.run(self.room.house.set_standing(self.id, user_id, standing))
        self.follow()

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
        if self.witness.people.held:
            user_id = self.witness.people.seated[0].user_id or 0
            self.request(self.room.house.go_on(self.id, user_id), "go_on", user_id)
        elif seats:
            self.click(seats, who, what)
        else:
            self.wait(PAUSE)

    @precondition(lambda self: self.is_on and any(one.heir for one in self.witness.chairs))
    @rule(what=st.integers(0, 300))
    def play_to_the_next_deal(self, what: int) -> None:
        """Somebody waits for a seat, and gets it unless the game ends before."""
        deals = self.witness.twin.deals
        for ply in range(150):
            if self.is_on and self.witness.twin.deals == deals:
                self.next_move(ply, what)

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
                self.run(self.room.clock.advance(PAUSED_FOR))
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
        for ply in range(2000):
            if not self.is_on:
                break
            self.next_move(ply, ply)

    def end_by_wait(self) -> None:
        for _ in range(1000):
            if not self.is_on:
                break
            self.wait(PAUSED_FOR if self.witness.waits else self.enough())
            if self.witness.pace is Pace.NONE and self.table.attended():
                self.next_move(0, 0)

    def enough(self) -> float:
        """Seconds after which something happens that isn't up to a person, if there is such."""
        now, deadline = self.room.clock.now(), self.witness.deadline
        return 60.0 if deadline is None else max(1.0, deadline - now)

    def end_by_vote(self) -> None:
        for chair in list(self.witness.people.seated):
            if self.is_on and chair.user_id is not None:
                work = self.room.house.vote_end(self.id, chair.user_id, wanted=True)
                self.request(work, "end", chair.user_id, wanted=True)
                assert self.is_on or self.witness.reason == "agreed"

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
            max_examples=max(8, settings().max_examples // 2),
            stateful_step_count=25,
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
        await play.wait(PAUSED_FOR)
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
    await play.wait(PAUSED_FOR / 2)
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
