"""Chips in the store: put in at the start, paid out once at the end, and never made of nothing."""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from engine.settings import GuildSettings
from engine.store import (
    EntryKind,
    Refused,
    SettingChangeRow,
    ShortOfChips,
    StanceRow,
    Store,
    StoreError,
    TableChange,
    ledger,
    writes,
)
from engine.store.refills import refill_for
from tests.engine.store.audit import audit, change, rows
from tests.engine.store.builders import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUILD,
    action,
    computer,
    open_lobby,
    person,
    playing_table,
    result,
    start,
    status,
)

TWO = (person(0, ANN), person(1, BEN))
WON_BY_ANN = [result(0, ANN, won=True), result(1, BEN, won=False)]
HOUSE = (GUILD, "house", 0)
DAY, HOUR = 86_400.0, 3_600.0


def purse(user_id: int) -> tuple[int, str, int]:
    return (GUILD, "member", user_id)


async def finish(store: Store, table_id: int, results, at: float = 2_100.0, ply: int = 0):
    return await store.append(action(table_id, ply), results=results, ended_at=at)


async def cancel(store: Store, table_id: int, reason: str = "agreed") -> bool:
    return await store.end_table(table_id, status="cancelled", reason=reason, at=2_100.0)


async def run(store: Store, change) -> None:
    """A change of seats in one transaction, as the house makes it."""
    await store._writer.run(change)


class TestStart:
    async def test_every_seat_pays_and_the_house_for_computers(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, computer(2), stake=10)
        balances = await audit(url)
        assert balances[purse(ANN)] == balances[purse(BEN)] == 190
        assert balances[GUILD, "pot", table_id] == 30
        assert balances[HOUSE] == -410

    async def test_a_friendly_table_moves_no_chips(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO)
        await finish(store, table_id, WON_BY_ANN)
        assert await audit(url) == {}
        assert await rows(url, "SELECT * FROM transfers") == []

    async def test_who_cannot_pay_keeps_it_from_starting_and_nobody_has_paid(
        self, store: Store, url: str
    ):
        await playing_table(store, person(0, CLEO), person(1, DAN), stake=195)
        table_id = await open_lobby(store, stake=10)
        with pytest.raises(ShortOfChips) as caught:
            await start(store, table_id, person(0, ANN), person(1, CLEO), person(2, DAN))
        assert caught.value.short == {CLEO: 5, DAN: 5}
        assert await status(store, table_id) == "lobby"
        assert purse(ANN) not in await audit(url)

    async def test_the_whole_purse_may_be_put_in(self, store: Store, url: str):
        await playing_table(store, *TWO, stake=200)
        assert (await audit(url))[purse(ANN)] == 0

    async def test_two_tables_that_start_at_once_cannot_both_have_the_last_chips(
        self, store: Store, url: str
    ):
        ids = [await open_lobby(store, stake=150) for _ in range(2)]
        outcomes = await asyncio.gather(
            start(store, ids[0], person(0, ANN), person(1, BEN)),
            start(store, ids[1], person(0, ANN), person(1, CLEO)),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in outcomes) == ["NoneType", "ShortOfChips"]
        assert (await audit(url))[purse(ANN)] == 50

    async def test_the_same_in_two_processes(self, store: Store, url: str):
        other = await Store.open(url)
        ids = [await open_lobby(store, stake=150) for _ in range(2)]
        outcomes = await asyncio.gather(
            start(store, ids[0], person(0, ANN), person(1, BEN)),
            start(other, ids[1], person(0, ANN), person(1, CLEO)),
            return_exceptions=True,
        )
        await other.close()
        failures = [each for each in outcomes if each is not None]
        assert len(failures) == 1
        assert (await audit(url))[purse(ANN)] == 50


class TestEnd:
    async def test_the_winner_has_the_pot(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, computer(2), stake=10)
        seats = await finish(store, table_id, [*WON_BY_ANN, result(2, None, won=False, place=3)])
        assert seats is not None
        assert [seat.chips for seat in seats] == [20, -10, 0]
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[purse(BEN)]) == (220, 190)

    async def test_a_second_payment_is_refused_by_the_database_itself(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, stake=10)
        await finish(store, table_id, WON_BY_ANN)
        with pytest.raises(Refused):
            await finish(store, table_id, WON_BY_ANN, ply=1)
        assert not await cancel(store, table_id)
        (paid,) = await rows(url, "SELECT * FROM transfers WHERE kind = 'winnings'")
        again = (
            "INSERT INTO transfers (guild_id, at, kind, table_id, once, from_kind, from_owner,"
            " to_kind, to_owner, amount) VALUES (:guild, 1, 'winnings', :id, :once, 'pot', :id,"
            " 'member', :user, 20)"
        )
        with pytest.raises(StoreError):
            await change(url, again, guild=GUILD, id=table_id, once=paid.once, user=BEN)
        with pytest.raises(StoreError):
            await change(url, "UPDATE accounts SET balance = balance - 1 WHERE kind = 'pot'")
        await audit(url)

    @pytest.mark.parametrize("held", [0, 10, 30])
    async def test_a_pot_that_is_not_whole_is_not_paid_out(self, store: Store, url: str, held: int):
        table_id = await playing_table(store, *TWO, stake=10)
        await change(url, "UPDATE accounts SET balance = :held WHERE kind = 'pot'", held=held)
        with pytest.raises(Refused):
            await finish(store, table_id, WON_BY_ANN)
        assert await status(store, table_id) == "playing"
        with pytest.raises(Refused):
            await cancel(store, table_id)

    async def test_tables_that_end_in_one_commit_are_each_paid(self, store: Store, url: str):
        ids = [await playing_table(store, *TWO, stake=10) for _ in range(4)]
        await asyncio.gather(*(finish(store, table_id, WON_BY_ANN) for table_id in ids))
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[purse(BEN)]) == (240, 160)

    async def test_one_that_cannot_be_paid_does_not_hold_up_the_others(
        self, store: Store, url: str
    ):
        ids = [await playing_table(store, *TWO, stake=10) for _ in range(3)]
        short = "UPDATE accounts SET balance = 10 WHERE kind = 'pot' AND owner = :id"
        await change(url, short, id=ids[1])
        outcomes = await asyncio.gather(
            *(finish(store, table_id, WON_BY_ANN) for table_id in ids), return_exceptions=True
        )
        assert [isinstance(each, Refused) for each in outcomes] == [False, True, False]
        assert [await status(store, each) for each in ids] == ["finished", "playing", "finished"]

    async def test_a_mistake_of_the_program_at_one_table_is_that_tables_alone(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ):
        ids = [await playing_table(store, *TWO, stake=10) for _ in range(3)]
        settle = ledger.settle

        async def sometimes(connection, pot, chairs, at):
            if pot.table_id == ids[1]:
                raise KeyError("a mistake")
            await settle(connection, pot, chairs, at)

        monkeypatch.setattr(ledger, "settle", sometimes)
        outcomes = await asyncio.gather(
            *(finish(store, table_id, WON_BY_ANN) for table_id in ids),
            store.append(action(ids[1], 1)),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes[:3]] == [list, KeyError, list]
        monkeypatch.undo()
        assert await finish(store, ids[1], WON_BY_ANN, ply=0)

    async def test_who_left_before_the_end_does_not_win_by_their_computer(
        self, store: Store, url: str
    ):
        table_id = await playing_table(store, *TWO, person(2, CLEO), stake=10)
        await store.update_seat(table_id, 0, left_at=2_050.0)
        await finish(store, table_id, [*WON_BY_ANN, result(2, CLEO, won=False, place=3)])
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[purse(BEN)], balances[purse(CLEO)]) == (
            190,
            190,
            190,
        )


class TestCancel:
    async def test_stakes_go_back_to_who_sits_there(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, computer(2), person(3, CLEO), stake=10)
        await store.update_seat(table_id, 1, left_at=2_050.0)
        assert await cancel(store, table_id)
        assert not await cancel(store, table_id)
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[purse(BEN)], balances[purse(CLEO)]) == (
            200,
            190,
            200,
        )

    async def test_a_table_that_all_have_left_gives_nothing_back(self, store: Store, url: str):
        table_id = await playing_table(store, person(0, ANN), computer(1), stake=10)
        await cancel(store, table_id, "abandoned")
        assert (await audit(url))[purse(ANN)] == 190

    async def test_a_lobby_has_nothing_to_give_back(self, store: Store, url: str):
        table_id = await open_lobby(store, stake=10)
        assert await cancel(store, table_id)
        assert await audit(url) == {}

    async def test_chips_that_cannot_be_moved_leave_the_table_as_it_was(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ):
        table_id = await playing_table(store, *TWO, stake=10)

        async def broken(*_args, **_facts):
            raise Refused("no")

        monkeypatch.setattr(ledger, "refund", broken)
        with pytest.raises(Refused):
            await cancel(store, table_id)
        assert await status(store, table_id) == "playing"


THREE_RESULTS = [*WON_BY_ANN, result(2, None, won=False, place=3)]
CLEO_SITS_DOWN = TableChange(
    seats={2: {"user_id": CLEO, "name": "Cleo", "level": None, "joined_at": 2_050.0}},
    was={2: {"user_id": None}},
)


@pytest.mark.parametrize(
    "other_one",
    [
        cancel,
        lambda store, table_id: finish(store, table_id, THREE_RESULTS),
        lambda store, table_id: store.change_table(table_id, CLEO_SITS_DOWN),
    ],
    ids=["end", "last move", "newcomer"],
)
async def test_two_processes_at_one_table_never_wait_for_each_other_for_ever(
    store: Store, url: str, other_one
):
    """One makes the last move; the other does something that moves chips too."""
    other = await Store.open(url, busy_timeout=20)
    mine = await Store.open(url, busy_timeout=20)
    try:
        for _ in range(8):
            table_id = await playing_table(store, *TWO, computer(2), stake=1)
            outcomes = await asyncio.gather(
                finish(mine, table_id, THREE_RESULTS),
                other_one(other, table_id),
                return_exceptions=True,
            )
            failed = [each for each in outcomes if isinstance(each, BaseException)]
            assert all(isinstance(each, Refused) for each in failed), failed
            assert len(failed) < 2
            await audit(url)
    finally:
        await mine.close()
        await other.close()


class TestSeats:
    """What happens to stakes when people come and go in a running game."""

    async def take(self, store: Store, table_id: int, user_id: int, seat: int) -> None:
        async def change(connection) -> None:
            await ledger.buy_in(connection, table_id, user_id, 2_060.0, seat=seat)
            columns = {
                "user_id": user_id,
                "name": f"user {user_id}",
                "level": None,
                "left_at": None,
                "joined_at": 2_060.0,
            }
            await writes.update_seat(connection, table_id, seat, columns)

        await run(store, change)

    async def kick(self, store: Store, table_id: int, user_id: int, seat: int) -> None:
        async def change(connection) -> None:
            stance = StanceRow(table_id=table_id, kind="kicked", user_id=user_id, at=2_050.0)
            await writes.add_stance(connection, stance)
            await writes.update_seat(connection, table_id, seat, {"left_at": 2_050.0})
            await ledger.refund_kicked(connection, table_id, user_id, 2_050.0, seat=seat)

        await run(store, change)

    async def test_a_newcomer_pays_the_house_for_a_computers_stake(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, computer(2), stake=10)
        await self.take(store, table_id, CLEO, 2)
        assert (await audit(url))[purse(CLEO)] == 190
        seats = await finish(
            store,
            table_id,
            [result(0, ANN, won=False, place=2), result(1, BEN, won=False, place=3),
             result(2, None, won=True)],
        )  # fmt: skip
        assert (await audit(url))[purse(CLEO)] == 220
        assert seats is not None
        assert [(seat.chips, seat.late, seat.rating is None) for seat in seats] == [
            (-10, False, False),
            (-10, False, False),
            (20, True, True),
        ]
        cleo = (await store.rolls.profile(GUILD, CLEO)).total
        assert cleo is not None
        assert (cleo.games, cleo.wins, cleo.rating) == (1, 1, None)
        assert seats[0].rating == 1138  # as of two new people: the newcomer is none of them

    async def test_a_newcomer_who_cannot_pay_gets_no_seat(self, store: Store, url: str):
        await playing_table(store, person(0, CLEO), person(1, DAN), stake=195)
        table_id = await playing_table(store, *TWO, computer(2), stake=10)
        with pytest.raises(ShortOfChips):
            await self.take(store, table_id, CLEO, 2)
        await audit(url)

    async def test_who_is_turned_out_has_their_stake_back_and_is_not_rated(
        self, store: Store, url: str
    ):
        table_id = await playing_table(store, *TWO, person(2, CLEO), stake=10)
        await self.kick(store, table_id, CLEO, 2)
        assert (await audit(url))[purse(CLEO)] == 200
        seats = await finish(store, table_id, [*WON_BY_ANN, result(2, CLEO, won=False, place=3)])
        assert (await audit(url))[purse(CLEO)] == 200
        assert seats is not None
        assert (seats[2].kicked, seats[2].chips, seats[2].rating) == (True, 0, None)
        assert (await store.rolls.profile(GUILD, CLEO)).total is None

    async def test_who_is_turned_out_gets_nothing_more_when_it_is_cancelled(
        self, store: Store, url: str
    ):
        table_id = await playing_table(store, *TWO, person(2, CLEO), stake=10)
        await self.kick(store, table_id, CLEO, 2)
        await cancel(store, table_id)
        assert (await audit(url))[purse(CLEO)] == 200

    async def test_whose_seat_another_took_has_still_lost(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, person(2, CLEO), stake=10)
        await store.update_seat(table_id, 0, left_at=2_050.0)
        await self.take(store, table_id, DAN, 0)
        seats = await finish(
            store,
            table_id,
            [result(0, DAN, won=True), result(1, BEN, won=False), result(2, CLEO, won=False)],
        )
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[purse(DAN)]) == (190, 220)
        assert seats is not None
        assert [(seat.seat, seat.user_id, seat.left) for seat in seats] == [
            (0, DAN, False),
            (1, BEN, False),
            (2, CLEO, False),
            (3, ANN, True),
        ]
        ann = seats[3]
        assert (ann.chips, ann.name) == (-10, "Ann")
        assert ann.rating is not None
        assert ann.rating < 1000
        profile = await store.rolls.profile(GUILD, ANN)
        assert profile.total is not None
        assert (profile.total.games, profile.total.wins, profile.total.chips) == (1, 0, -10)

    async def test_who_takes_another_seat_after_leaving_has_one_game(self, store: Store, url: str):
        table_id = await playing_table(store, *TWO, computer(2), stake=10)
        await store.update_seat(table_id, 0, left_at=2_050.0)
        await self.take(store, table_id, DAN, 0)
        await self.take(store, table_id, ANN, 2)
        seats = await finish(
            store,
            table_id,
            [result(0, DAN, won=False, place=2), result(1, BEN, won=False, place=3),
             result(2, ANN, won=True)],
        )  # fmt: skip
        balances = await audit(url)
        assert balances[purse(ANN)] == 200 - 10 - 10 + 30
        assert seats is not None
        assert sum(seat.chips for seat in seats) == 10 - 10 - 10
        profile = await store.rolls.profile(GUILD, ANN)
        assert profile.total is not None
        assert (profile.total.games, profile.total.wins, profile.total.chips) == (1, 1, 10)


class TestPurse:
    async def test_looking_opens_no_purse(self, store: Store, url: str):
        purse, refill = await store.rolls.purse(GUILD, ANN, at=3_000.0)
        assert (purse.balance, purse.in_play, purse.entries, purse.total) == (200, 0, [], 0)
        assert not refill.needed
        assert await audit(url) == {}

    async def test_entries_are_newest_first_with_what_was_there_after_each(self, store: Store):
        first = await playing_table(store, *TWO, stake=10)
        await finish(store, first, WON_BY_ANN)
        second = await playing_table(store, *TWO, stake=50)
        purse, _ = await store.rolls.purse(GUILD, ANN, at=3_000.0, limit=3)
        assert (purse.balance, purse.in_play, purse.total) == (160, 50, 4)
        assert [(each.kind, each.amount, each.balance) for each in purse.entries] == [
            (EntryKind.STAKE, -50, 160),
            (EntryKind.WINNINGS, 20, 210),
            (EntryKind.STAKE, -10, 190),
        ]
        assert [(each.table_id, each.game) for each in purse.entries][:2] == [
            (second, "ninetynine"),
            (first, "ninetynine"),
        ]
        rest, _ = await store.rolls.purse(GUILD, ANN, at=3_000.0, offset=3, limit=3)
        assert [(each.kind, each.amount, each.balance) for each in rest.entries] == [
            (EntryKind.WELCOME, 200, 200)
        ]

    async def test_purses_are_of_one_server(self, store: Store, url: str):
        await playing_table(store, *TWO, stake=10)
        await playing_table(store, *TWO, stake=30, guild_id=9)
        balances = await audit(url)
        assert (balances[purse(ANN)], balances[9, "member", ANN]) == (190, 170)
        other, _ = await store.rolls.purse(9, ANN, at=3_000.0)
        assert (other.balance, other.in_play, other.total) == (170, 30, 2)


class TestRefill:
    async def lose(self, store: Store, stake: int = 195) -> None:
        """Ann loses most of her chips to Ben."""
        table_id = await playing_table(store, *TWO, stake=stake)
        await finish(store, table_id, [result(0, ANN, won=False), result(1, BEN, won=True)])

    async def test_only_who_has_less_than_the_usual_stake_gets_one(self, store: Store, url: str):
        assert await store.rolls.refill(GUILD, ANN, DAY) is not None
        assert await audit(url) == {}
        await self.lose(store)
        assert await store.rolls.refill(GUILD, ANN, DAY) is None
        assert (await audit(url))[purse(ANN)] == 55

    async def test_chips_in_pots_count(self, store: Store):
        await playing_table(store, *TWO, stake=200)
        refused = await store.rolls.refill(GUILD, ANN, DAY)
        assert refused is not None
        assert not refused.needed

    async def test_two_clicks_give_one(self, store: Store, url: str):
        await self.lose(store, 200)
        outcomes = await asyncio.gather(
            *(store.rolls.refill(GUILD, ANN, DAY + n) for n in range(2))
        )
        assert sorted(each is None for each in outcomes) == [False, True]
        assert (await audit(url))[purse(ANN)] == 50

    async def test_the_next_one_comes_with_the_next_day_of_the_server(self, store: Store, url: str):
        await self.set_zone(store, "Pacific/Auckland")  # in 1970 its day began at noon
        await self.lose(store, 200)
        assert await store.rolls.refill(GUILD, ANN, 100 * DAY + 13 * HOUR) is None
        await change(url, "UPDATE accounts SET balance = 0 WHERE owner = :ann", ann=ANN)
        refused = await store.rolls.refill(GUILD, ANN, 101 * DAY + 12 * HOUR - 1)
        assert refused is not None
        assert (refused.needed, refused.next_at) == (True, 101 * DAY + 12 * HOUR)
        assert await store.rolls.refill(GUILD, ANN, 101 * DAY + 12 * HOUR) is None

    async def test_another_time_zone_brings_no_second_one(self, store: Store, url: str):
        await self.set_zone(store, "Pacific/Kiritimati")
        await self.lose(store, 200)
        late = 100 * DAY + 9.5 * HOUR  # half an hour before midnight there
        assert await store.rolls.refill(GUILD, ANN, late) is None
        await change(url, "UPDATE accounts SET balance = 0 WHERE owner = :ann", ann=ANN)
        await self.set_zone(store, "Pacific/Pago_Pago")
        await self.set_zone(store, "Pacific/Kiritimati")
        for hours in (0.6, 6, 11.9):
            assert await store.rolls.refill(GUILD, ANN, late + hours * HOUR) is not None
        assert await store.rolls.refill(GUILD, ANN, late + 12 * HOUR) is None

    @staticmethod
    async def set_zone(store: Store, zone: str) -> None:
        change = SettingChangeRow(
            guild_id=GUILD, at=DAY, user_id=ANN, name="Ann", setting="timezone", old="", new=zone
        )
        await store.change_settings(GUILD, lambda stored: ({**stored, "timezone": zone}, [change]))


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", "2026-10-25"),  # 25 hours
        ("Europe/Berlin", "2026-03-29"),  # 23 hours
        ("Asia/Beirut", "2022-03-27"),  # no midnight
        ("America/Santiago", "2026-09-06"),  # no midnight
        ("Australia/Lord_Howe", "2026-04-05"),  # half an hour more
        ("UTC", "2026-05-05"),
    ],
)
def test_there_is_one_refill_a_day_on_odd_days_too(zone: str, day: str):
    settings, where = GuildSettings(timezone=zone), ZoneInfo(zone)
    begins = datetime.fromisoformat(day + "T00:30").replace(tzinfo=where).timestamp()
    for taken in range(int(begins), int(begins + 23 * HOUR), 1800):
        refill = refill_for(0, taken, settings, taken)
        today = datetime.fromtimestamp(taken, where).date()
        assert refill.next_at > taken
        assert datetime.fromtimestamp(refill.next_at, where).date() > today
        if refill.next_at > taken + 12 * HOUR:
            assert datetime.fromtimestamp(refill.next_at - 1, where).date() == today


@pytest.mark.parametrize(("stake", "threshold"), [(0, 10), (5, 10), (10, 10), (200, 200)])
def test_a_refill_is_for_those_who_cannot_pay_the_usual_stake(stake: int, threshold: int):
    settings = GuildSettings(stake=stake)
    assert refill_for(threshold - 1, None, settings, DAY).allowed
    assert not refill_for(threshold, None, settings, DAY).allowed
