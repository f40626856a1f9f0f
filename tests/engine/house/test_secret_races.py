"""Races where several decide at the same time: picks, discards, answers, and what settles them."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any

import pytest

from engine.refusal import Refusal, RefusalCode
from engine.table import Table
from tests.engine.house.room import PAUSE, Room, SlowThinker, owed, playing, refused, shown
from tests.engine.house.short_games import Play, reached

SECRETS = [("take5", "pick"), ("schmier", "discard"), ("toonerville", "buy")]
"""What is decided by several at the same time, unseen."""
TOO_LATE = {RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN}

every_secret = pytest.mark.parametrize(("game", "phase"), SECRETS)


def refusals(outcomes: Iterable[Any]) -> list[RefusalCode]:
    assert all(isinstance(outcome, Refusal | Table | None) for outcome in outcomes)
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]


async def at_once(*work: Awaitable[Any]) -> list[RefusalCode]:
    return refusals(await asyncio.gather(*work, return_exceptions=True))


def choice(table: Table, seat: int, which: int = 0) -> str:
    """One of the things that the seat may do; the first settles nothing by itself."""
    return playing(table).legal_actions(seat)[-1 - which]


def click(room: Room, table: Table, seat: int, action: str, decision: int) -> Awaitable[Table]:
    return room.act(table, seat, action, decision=decision)


async def nearly_settled(room: Room, game: str, phase: str) -> tuple[Play, int]:
    """All but one have decided."""
    play, _ = await reached(room, game, phase, "owes")
    while len(play.witness.owing) > 1:
        seat = play.witness.owing[-1]
        await play.act(seat, choice(play.table, seat))
        assert play.witness.phase == phase
    return play, play.witness.owing[0]


async def until_just_before_the_deadline(play: Play) -> None:
    assert play.table.deadline is not None
    await play.wait(play.table.deadline - play.room.clock.now() - 1)


async def rows_of(play: Play, seat: int, since: int) -> list[tuple[str, str]]:
    rows = (await play.room.journal(play.table))[since:]
    return [(row.action, row.by) for row in rows if row.seat == seat]


@every_secret
async def test_a_hundred_copies_of_one_choice_make_one(room: Room, game: str, phase: str):
    play, seat = await reached(room, game, phase, "owes")
    table, plies = play.table, play.table.plies
    action, decision = choice(table, seat), owed(table, seat)
    assert len(play.witness.owing) > 1

    codes = await at_once(*(click(room, table, seat, action, decision) for _ in range(100)))

    assert len(codes) == 99
    # a pick may be changed while others think, but not for itself
    assert set(codes) <= ({RefusalCode.ILLEGAL} if game == "take5" else TOO_LATE)
    assert await rows_of(play, seat, plies) == [(action, "person")]
    assert table.plies == plies + 1


@every_secret
async def test_a_hundred_copies_of_the_last_choice_settle_it_once(
    room: Room, game: str, phase: str
):
    play, seat = await nearly_settled(room, game, phase)
    table, plies = play.table, play.table.plies
    action, decision = choice(table, seat), owed(table, seat)

    codes = await at_once(*(click(room, table, seat, action, decision) for _ in range(100)))

    assert len(codes) == 99
    assert set(codes) <= TOO_LATE
    assert await rows_of(play, seat, plies) == [(action, "person")]
    await play.witness.follow("act", play.user(seat))


@every_secret
async def test_everybody_presses_everything_at_once(room: Room, game: str, phase: str):
    play, _ = await reached(room, game, phase, "owes")
    table, plies, owing = play.table, play.table.plies, play.witness.owing
    decision = owed(table, owing[0])
    clicks = [
        click(room, table, seat, choice(table, seat, which), decision)
        for which in range(2)
        for seat in owing
    ]

    codes = await at_once(*clicks)

    rows = (await room.journal(table))[plies:]
    seats = [row.seat for row in rows]
    assert set(seats) == set(owing)
    assert set(codes) <= TOO_LATE
    assert len(rows) == len(owing)
    assert playing(table).decision(owing[0]) != decision


async def test_whoever_presses_all_cards_at_once_has_picked_the_last(room: Room):
    play, seat = await reached(room, "take5", "pick", "owes")
    table, decision = play.table, owed(play.table, seat)
    cards = playing(table).legal_actions(seat)
    assert len(play.witness.owing) > 1

    codes = await at_once(*(click(room, table, seat, card, decision) for card in cards))

    assert codes == []
    assert playing(table).private(seat)["pick"] == cards[-1]
    assert [action for action, _ in await rows_of(play, seat, 0)][-len(cards) :] == cards


@pytest.mark.parametrize("change_first", [True, False])
async def test_a_pick_is_changed_in_the_moment_of_the_reveal(room: Room, change_first: bool):
    play, last = await nearly_settled(room, "take5", "pick")
    table, decision = play.table, owed(play.table, last)
    changer = next(seat for seat in range(table.wanted) if seat != last)
    first_pick = playing(table).private(changer)["pick"]
    other = choice(table, changer)
    jobs = [
        click(room, table, changer, other, decision),
        click(room, table, last, choice(table, last), decision),
    ]

    codes = await at_once(*(jobs if change_first else reversed(jobs)))

    assert codes == ([] if change_first else [RefusalCode.STALE])
    public = playing(table).public()
    shown_cards = {seat: card for seat, card, *_ in public["reveal"] + public["last_trick"]}
    assert shown_cards[changer] == (other if change_first else first_pick)


@every_secret
@pytest.mark.parametrize("click_first", [True, False])
async def test_the_last_choice_comes_in_the_moment_of_the_deadline(
    room: Room, game: str, phase: str, click_first: bool
):
    play, seat = await nearly_settled(room, game, phase)
    table, plies = play.table, play.table.plies
    await until_just_before_the_deadline(play)
    last_click = click(room, table, seat, choice(table, seat), owed(table, seat))
    jobs = [last_click, room.clock.advance(1)]

    codes = await at_once(*(jobs if click_first else reversed(jobs)))

    rows = await rows_of(play, seat, plies)
    assert len(rows) == 1
    clicked = rows[0][1] == "person"
    assert clicked or not click_first
    assert len(codes) == (0 if clicked else 1)
    assert set(codes) <= TOO_LATE
    assert table.seats[seat].missed == int(not clicked and phase != "buy")


async def test_a_pick_in_the_moment_when_the_computer_thinks_for_the_late_is_kept(room: Room):
    """The computer's own would be allowed too, as another pick."""
    play, _ = await reached(room, "take5", "pick", "owes")
    table, plies = play.table, play.table.plies
    await until_just_before_the_deadline(play)
    thinker = room.house.thinker = SlowThinker()
    seat = play.witness.owing[0]
    await room.clock.advance(1, settle=False)
    await thinker.asked.wait()

    await click(room, table, seat, choice(table, seat), owed(table, seat))
    thinker.answer.set()
    await room.clock.settled()
    await room.clock.advance(0)

    assert [by for _, by in await rows_of(play, seat, plies)][:1] == ["person"]
    assert table.plies == plies + len(play.witness.owing)
    assert table.seats[seat].missed == 0


@every_secret
@pytest.mark.parametrize("leave_first", [True, False])
async def test_the_last_one_chooses_and_leaves_at_once(
    room: Room, game: str, phase: str, leave_first: bool
):
    play, seat = await nearly_settled(room, game, phase)
    table, plies, action = play.table, play.table.plies, choice(play.table, play.witness.owing[0])
    jobs: list[Awaitable[Table]] = [
        room.house.leave(table.id, play.user(seat)),
        click(room, table, seat, action, owed(table, seat)),
    ]

    codes = await at_once(*(jobs if leave_first else reversed(jobs)))

    assert table.seats[seat].left
    if leave_first:
        assert codes == [RefusalCode.NOT_SEATED]
        assert table.unattended() == [seat]
        await room.clock.advance(PAUSE)
        assert [by for _, by in await rows_of(play, seat, plies)][:1] == ["clock"]
    else:
        assert codes == []
        assert (await rows_of(play, seat, plies))[0] == (action, "person")


@every_secret
@pytest.mark.parametrize("leave_first", [True, False])
async def test_somebody_who_has_decided_leaves_in_the_moment_of_the_last_choice(
    room: Room, game: str, phase: str, leave_first: bool
):
    play, last = await nearly_settled(room, game, phase)
    table, plies = play.table, play.table.plies
    gone = play.standing_so("has decided")[0]
    chosen = (await rows_of(play, gone, 0))[-1]
    jobs = [
        room.house.leave(table.id, play.user(gone)),
        click(room, table, last, choice(table, last), owed(table, last)),
    ]

    codes = await at_once(*(jobs if leave_first else reversed(jobs)))

    assert codes == []
    assert table.seats[gone].left
    assert table.plies == plies + 1
    assert (await rows_of(play, gone, 0))[-1] == chosen
    if game == "take5":
        public = playing(table).public()
        assert [gone, chosen[0]] in [
            [*card][:2] for card in public["reveal"] + public["last_trick"]
        ]
    if game == "schmier":
        assert chosen[0] == "discard=" + ",".join(playing(table).private(gone)["thrown"])


@every_secret
async def test_the_last_one_leaves_in_the_moment_of_the_deadline(room: Room, game: str, phase: str):
    play, seat = await nearly_settled(room, game, phase)
    table, plies = play.table, play.table.plies
    await until_just_before_the_deadline(play)

    codes = await at_once(room.clock.advance(1), room.house.leave(table.id, play.user(seat)))

    assert codes == []
    assert [by for _, by in await rows_of(play, seat, plies)][:1] == ["clock"]
    assert table.seats[seat].left
    assert not table.seats[seat].away


class TestTwoHouses:
    """Two processes have the table; each writes what it is told."""

    async def theirs(self, other: Room, play: Play) -> Table:
        other.house.thinker = play.room.house.thinker
        return await other.house.get(play.table.id)

    @every_secret
    async def test_two_people_choose_at_once_in_two_houses(
        self, room: Room, other: Room, game: str, phase: str
    ):
        """One of them has to choose again; neither choice is lost or made twice."""
        play, first = await reached(room, game, phase, "owes")
        table, theirs, plies = play.table, await self.theirs(other, play), play.table.plies
        second, decision = play.witness.owing[0], owed(table, first)
        mine, yours = choice(table, first), choice(table, second)

        codes = await at_once(
            click(room, table, first, mine, decision), click(other, theirs, second, yours, decision)
        )

        assert codes == [RefusalCode.STALE]
        for house, seat, action in ((room, first, mine), (other, second, yours)):
            if not await rows_of(play, seat, plies):
                await click(house, table, seat, action, decision)
        assert await rows_of(play, first, plies) == [(mine, "person")]
        assert await rows_of(play, second, plies) == [(yours, "person")]

    @every_secret
    async def test_the_last_choice_reaches_both_and_settles_it_once(
        self, room: Room, other: Room, game: str, phase: str
    ):
        play, seat = await nearly_settled(room, game, phase)
        table, theirs, plies = play.table, await self.theirs(other, play), play.table.plies
        action, decision = choice(table, seat), owed(table, seat)

        codes = await at_once(
            click(room, table, seat, action, decision), click(other, theirs, seat, action, decision)
        )

        assert codes == [RefusalCode.STALE]
        assert await rows_of(play, seat, plies) == [(action, "person")]
        here, there = await room.house.get(table.id), await other.house.get(table.id)
        assert shown(here) == shown(there)

    @every_secret
    async def test_both_clocks_strike_and_everybody_is_played_once(
        self, room: Room, other: Room, game: str, phase: str
    ):
        play, _ = await reached(room, game, phase, "owes")
        table, plies, owing = play.table, play.table.plies, play.witness.owing
        assert table.deadline is not None
        rest = table.deadline - room.clock.now()
        other.house.thinker = room.house.thinker
        await other.house.start()
        await other.clock.advance(1)  # it has taken up the table

        await asyncio.gather(room.clock.advance(rest), other.clock.advance(rest - 1))
        for process in (room, other):
            await process.clock.advance(10)  # whoever lost a race looks again

        rows = (await room.journal(table))[plies:]
        made = [row.seat for row in rows if row.by == "clock"]
        assert sorted(made[: len(owing)]) == owing
        assert shown(await room.house.get(table.id)) == shown(await other.house.get(table.id))

    @every_secret
    async def test_somebody_leaves_here_while_the_last_choice_is_made_there(
        self, room: Room, other: Room, game: str, phase: str
    ):
        play, last = await nearly_settled(room, game, phase)
        theirs = await self.theirs(other, play)
        gone = play.standing_so("has decided")[0]
        await room.house.leave(theirs.id, play.user(gone))

        await click(other, theirs, last, choice(theirs, last), owed(theirs, last))

        with refused(RefusalCode.STALE):
            await room.act(play.table, last, choice(play.table, last))
        table = await room.house.get(play.table.id)
        assert table.seats[gone].left
        assert table.plies == theirs.plies
        assert (await room.stored(table)).seats[gone].left_at is not None
