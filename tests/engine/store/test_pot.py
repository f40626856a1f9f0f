"""Who gets what of a pot, case by case and in general."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.pot import Chair, refunds, settlement, shares

A, B, C = 101, 102, 103


def chairs(*each: Chair) -> list[Chair]:
    return list(each)


def person(seat: int, user_id: int, **facts: bool) -> Chair:
    return Chair(seat, user_id, **facts)


def computer(seat: int, **facts: bool) -> Chair:
    return Chair(seat, None, **facts)


def paid(payments) -> dict[int | None, int]:
    return {payment.user_id: payment.amount for payment in payments}


class TestShares:
    def test_chips_that_do_not_come_out_even_go_to_the_first_seats(self):
        assert shares(50, [4, 1, 3]) == {1: 17, 3: 17, 4: 16}

    def test_a_small_pot_among_many(self):
        assert shares(7, [0, 2, 4, 6]) == {0: 2, 2: 2, 4: 2, 6: 1}


class TestSettlement:
    def test_the_winner_gets_it_all(self):
        table = chairs(person(0, A, won=True), person(1, B), person(2, C))
        assert paid(settlement(10, table)) == {A: 30}

    def test_a_computers_share_is_the_houses_with_its_remainder(self):
        table = [computer(seat) for seat in range(7)]
        table[0] = computer(0, won=True)
        table[2], table[5] = person(2, A, won=True), person(5, B, won=True)
        assert paid(settlement(10, table)) == {None: 24, A: 23, B: 23}

    def test_when_all_win_everybody_has_their_stake_back(self):
        table = chairs(person(0, A, won=True), person(1, B, won=True), computer(2, won=True))
        assert paid(settlement(10, table)) == {A: 10, B: 10, None: 10}

    def test_against_computers_alone_the_stake_comes_back_and_no_more(self):
        table = chairs(person(0, A, won=True), computer(1), computer(2), computer(3))
        assert paid(settlement(10, table)) == {A: 10, None: 30}

    def test_against_computers_alone_a_shared_win_brings_no_more_than_the_stake(self):
        table = chairs(person(0, A, won=True), computer(1, won=True), computer(2), computer(3))
        assert paid(settlement(10, table)) == {A: 10, None: 30}
        table = [person(0, A, won=True)] + [computer(seat, won=True) for seat in range(1, 7)]
        assert paid(settlement(10, table)) == {A: 10, None: 60}

    def test_against_computers_alone_a_loss_is_a_loss(self):
        table = chairs(person(0, A), computer(1, won=True))
        assert paid(settlement(10, table)) == {None: 20}

    def test_the_last_person_wins_what_people_put_in_but_not_the_houses_stakes(self):
        table = chairs(person(0, A, won=True), person(1, B, left=True), computer(2), computer(3))
        assert paid(settlement(10, table)) == {A: 20, None: 20}

    def test_two_who_stay_win_the_houses_stakes_too(self):
        table = chairs(person(0, A, won=True), person(1, B), computer(2), computer(3))
        assert paid(settlement(10, table)) == {A: 40}

    def test_the_win_of_a_seat_that_was_left_is_the_houses(self):
        table = chairs(person(0, A, left=True, won=True), person(1, B), person(2, C))
        assert paid(settlement(10, table)) == {None: 30}

    def test_a_seat_from_which_somebody_was_turned_out_is_the_houses(self):
        table = chairs(person(0, A, kicked=True, won=True), person(1, B), person(2, C))
        assert paid(settlement(10, table)) == {None: 30}
        table = chairs(person(0, A, kicked=True, left=True), person(1, B, won=True), computer(2))
        assert paid(settlement(10, table)) == {B: 10, None: 20}

    def test_a_team_with_a_computer_shares_with_the_house(self):
        table = chairs(person(0, A, won=True), person(1, B), computer(2, won=True), person(3, C))
        assert paid(settlement(10, table)) == {A: 20, None: 20}


class TestRefunds:
    def test_who_sits_there_has_their_stake_back(self):
        table = chairs(person(0, A), person(1, B), computer(2))
        assert paid(refunds(10, table)) == {A: 10, B: 10, None: 10}

    def test_who_left_or_was_turned_out_has_none(self):
        table = chairs(person(0, A, left=True), person(1, B), person(2, C, kicked=True))
        assert paid(refunds(10, table)) == {B: 10, None: 20}


@st.composite
def ends(draw) -> tuple[int, list[Chair]]:
    count = draw(st.integers(1, 11))
    table = []
    for seat in range(count):
        user_id = draw(st.sampled_from([None, 100 + seat]))
        left = user_id is not None and draw(st.booleans())
        kicked = user_id is not None and draw(st.integers(0, 4)) == 0
        table.append(Chair(seat, user_id, left, kicked, draw(st.booleans())))
    return draw(st.integers(1, 1000)), table


@given(ends())
def test_every_chip_goes_somewhere_and_nobody_can_drain_the_house(end: tuple[int, list[Chair]]):
    stake, table = end
    ways = [refunds(stake, table)]
    if any(chair.won for chair in table):
        ways.append(settlement(stake, table))
    sitting = {chair.user_id for chair in table if chair.seated is not None}
    by_people = stake * sum(chair.staked_by_person for chair in table)
    for payments in ways:
        assert sum(payment.amount for payment in payments) == stake * len(table)
        assert all(payment.amount > 0 for payment in payments)
        assert {payment.user_id for payment in payments} <= sitting | {None}
        assert len({payment.seat for payment in payments}) == len(payments)
        if len(sitting) < 2:
            to_people = sum(each.amount for each in payments if each.user_id is not None)
            assert to_people <= by_people


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_equal_winners_differ_by_one_chip_at_most(count: int):
    for stake in (1, 3, 10, 999):
        amounts = shares(stake * 7, range(count)).values()
        assert max(amounts) - min(amounts) <= 1
        assert sum(amounts) == stake * 7
