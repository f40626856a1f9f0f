"""What a table of Take 5 refuses: each gets a short sentence and changes nothing."""

import pytest

from tests.support.member import Member
from tests.support.playing import everybody_moves, seated, to_a_row_choice
from tests.support.screen import Screen
from tests.support.tables import TableView


async def refused(table: TableView, member: Member, hand: Screen, custom_id: str) -> str:
    plies = table.table.plies
    reply = await member.press_unseen(hand, custom_id)
    assert table.table.plies == plies
    assert reply.private
    return str(reply.text)


def front(hand: Screen) -> str:
    return hand.buttons[0].custom_id.rpartition(":")[0]


async def test_a_card_that_one_does_not_hold(world, alice, bob):
    table, hands = await seated(world)
    card = next(iter(set(table.hand_of(bob)) - set(table.hand_of(alice))))
    text = await refused(table, alice, hands[alice], f"{front(hands[alice])}:{card}")
    assert f"You don't hold the {card}." in text


@pytest.mark.parametrize("action", ["0", "105", "-1", "07", "٣", "1e1", "seven", " 7"])
async def test_what_is_no_card(world, alice, action):
    table, hands = await seated(world)
    text = await refused(table, alice, hands[alice], f"{front(hands[alice])}:{action}")
    assert "The cards are the numbers 1 to 104." in text


@pytest.mark.parametrize("row", ["row1", "row4"])
async def test_a_row_while_nobody_has_to_choose(world, alice, row):
    table, hands = await seated(world)
    text = await refused(table, alice, hands[alice], f"{front(hands[alice])}:{row}")
    assert "Pick a card; nobody has to choose a row now." in text


@pytest.mark.parametrize("row", ["row0", "row5", "row", "2"])
async def test_a_row_that_does_not_exist(world, row):
    table, hands, member = await to_a_row_choice(world)
    hand = hands[member]
    text = await refused(table, member, hand, f"{front(hand)}:{row}")
    assert "Choose a row: row1, row2, row3 or row4." in text


async def test_a_pick_after_the_reveal(world, alice):
    table, hands = await seated(world)
    old = hands[alice].buttons[0].custom_id
    await everybody_moves(hands, table)
    text = await refused(table, alice, hands[alice], old)
    assert "for an earlier turn, so nothing was played." in text


async def test_a_row_chosen_by_somebody_else(world):
    table, hands, member = await to_a_row_choice(world)
    other = next(each for each in hands if each is not member)
    seat, decision = table.table.seat_of(other.id), table.state.decision(0)
    custom_id = f"m:{table.id}:{seat}:{decision or 0}:row1"
    text = await refused(table, other, hands[other], custom_id)
    assert "nothing was played" in text


async def test_the_old_hand_of_the_last_round(world, alice):
    table, hands = await seated(world, 2, rounds=2)
    old = hands[alice].buttons[0].custom_id
    while table.state.public()["round"] == 1:
        await everybody_moves(hands, table)
    text = await refused(table, alice, hands[alice], old)
    assert "for an earlier turn, so nothing was played." in text
    assert len(hands[alice].actions()) == 10
