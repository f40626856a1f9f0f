"""Take 5 in the simulated server: secret picks of many people at once, rows, reveals, restarts."""

import pytest

from engine.table import Status
from tests.support.playing import everybody_moves, play_on, seated, to_a_row_choice
from tests.support.tables import TableView
from tests.support.world import World


def picks(table: TableView) -> list[str | None]:
    return [table.state.private(seat)["pick"] for seat in range(len(table.table.seats))]


@pytest.mark.parametrize("people", [2, 10])
async def test_people_alone_play_to_the_end(world, people):
    table, _ = await seated(world, people, rounds=1)
    await play_on(world, table)
    assert table.status is Status.FINISHED
    assert "bull head" in table.text
    assert "win" in table.text


class TestPicking:
    async def test_a_pick_is_answered_by_the_hand_with_the_pick_marked(self, world, alice):
        table, hands = await seated(world)
        card = hands[alice].actions()[3]
        reply = await alice.act(card, hands[alice])
        assert reply.private
        assert f"You picked **{card}** — change it until everyone has picked." in reply.text
        marked = [button for button in hands[alice].buttons if button.disabled]
        assert [button.custom_id.rpartition(":")[2] for button in marked] == [card]
        assert len(hands[alice].actions()) == 9
        assert picks(table)[0] == card

    async def test_it_can_be_changed_until_the_last_one_is_in(self, world, alice, bob, carol):
        table, hands = await seated(world)
        for card in hands[alice].actions()[:3]:
            await alice.act(card, hands[alice])
            assert picks(table)[0] == card
        await bob.act(hands[bob].actions()[0], hands[bob])
        await alice.act(hands[alice].actions()[-1], hands[alice])
        await carol.act(hands[carol].actions()[0], hands[carol])
        assert table.state.public()["hand_sizes"] == [9, 9, 9]

    async def test_the_table_says_who_is_missing_and_who_has_picked(self, world, bob):
        table, hands = await seated(world)
        assert "Waiting for **\u2068Alice\u2069**, **\u2068Bob\u2069** and" in table.text
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert "Waiting for **\u2068Alice\u2069** and **\u2068Carol\u2069**" in table.text
        assert "- **\u2068Bob\u2069**: ✓ has picked" in table.text

    async def test_another_ones_pick_leaves_my_hand_alone(self, world, alice, bob, carol):
        _, hands = await seated(world)
        before, sent = hands[alice].text, len(world.weather.sent)
        await bob.act(hands[bob].actions()[0], hands[bob])
        await carol.act(hands[carol].actions()[0], hands[carol])
        assert hands[alice].text == before
        assert not [each for each in world.weather.sent[sent:] if "@original" in each.path]
        reply = await alice.act(hands[alice].actions()[0], hands[alice])
        assert "earlier turn" not in reply.text

    async def test_a_reveal_refreshes_every_open_hand(self, world):
        table, hands = await seated(world)
        await everybody_moves(hands, table)
        for member, hand in hands.items():
            number = table.table.seat_of(member.id)
            card = table.state.public_history()[1]["cards"][number]
            assert card not in [button.custom_id.rpartition(":")[2] for button in hand.buttons]
            assert "went to row" in hand.text or "too low for every row" in hand.text


class TestTogether:
    @pytest.mark.parametrize("people", [2, 5, 10])
    async def test_everybody_picks_in_one_burst(self, world, people):
        table, hands = await seated(world, people)
        before = table.edits
        world.weather.delay = 0.01
        replies = await world.together(
            *(member.press(hand, hand.buttons[0]) for member, hand in hands.items())
        )
        assert all(reply.private and "earlier turn" not in reply.text for reply in replies)
        assert table.state.public()["hand_sizes"] == [9] * people
        await world.advance(2)
        assert table.edits - before <= 2

    async def test_all_but_one_cost_one_edit_and_one_more(self, world):
        table, hands = await seated(world, 10)
        before = table.edits
        world.weather.delay = 0.01
        pickers = list(hands.items())[:9]
        await world.together(*(member.press(hand, hand.buttons[1]) for member, hand in pickers))
        await world.advance(2)
        assert sum(table.state.public()["picked"]) == 9
        assert table.edits - before <= 2
        assert "Waiting for **\u2068Judy\u2069**" in table.text

    async def test_a_double_click_picks_once(self, world, alice):
        table, hands = await seated(world)
        world.weather.delay = 0.01
        button = hands[alice].buttons[0]
        replies = await world.together(*(alice.press(hands[alice], button) for _ in range(2)))
        assert all(reply.answered for reply in replies)
        assert table.table.plies == 1


class TestRows:
    async def test_whoever_is_too_low_chooses_by_four_buttons(self, world):
        _, hands, member = await to_a_row_choice(world)
        hand = hands[member]
        assert hand.actions() == ["row1", "row2", "row3", "row4"]
        assert all("head" in button.label for button in hand.buttons)
        reply = await member.act("row2", hand)
        assert "You took row 2: " in reply.text

    async def test_the_others_see_whom_they_wait_for(self, world):
        _, hands, member = await to_a_row_choice(world)
        for other, hand in hands.items():
            if other is not member:
                assert hand.actions() == []
                assert f"Waiting for **\u2068{member.name}\u2069**" in hand.text

    async def test_the_choice_refreshes_the_hands_of_the_others(self, world):
        table, hands, member = await to_a_row_choice(world)
        await member.act("row1", hands[member])
        now = {other: (await other.hand(table)).text for other in hands}
        assert {other: hand.text for other, hand in hands.items() if other is not member} == {
            other: text for other, text in now.items() if other is not member
        }


class TestRestart:
    async def test_while_picking_picks_are_kept_and_old_hands_work(self, world, alice, bob, carol):
        table, hands = await seated(world)
        card = hands[alice].actions()[2]
        await alice.act(card, hands[alice])
        await world.restart_bot()
        await table.load()
        assert picks(table)[0] == card
        await bob.act(hands[bob].actions()[0], hands[bob])
        await alice.act(hands[alice].actions()[0], hands[alice])
        await carol.act(hands[carol].actions()[0], hands[carol])
        assert table.state.public()["hand_sizes"] == [9, 9, 9]

    async def test_while_a_row_is_chosen(self, world):
        table, hands, member = await to_a_row_choice(world)
        await world.restart_bot(crash=True)
        await table.load()
        reply = await member.act("row4", hands[member])
        assert "You took row 4: " in reply.text


class TestBell:
    async def test_one_message_mentions_all_who_are_missing(self, world, alice, bob, carol):
        _, hands = await seated(world)
        await bob.act(hands[bob].actions()[0], hands[bob])
        await world.advance(31)
        assert [sorted(ids) for ids in pinged(world)] == [sorted([alice.id, carol.id])]

    async def test_it_goes_when_the_last_of_them_has_picked(self, world, alice, bob, carol):
        _, hands = await seated(world)
        await bob.act(hands[bob].actions()[0], hands[bob])
        await world.advance(31)
        await alice.act(hands[alice].actions()[0], hands[alice])
        assert len(pinged(world)) == 1
        await carol.act(hands[carol].actions()[0], hands[carol])
        assert pinged(world) == []

    async def test_when_time_is_up_computers_pick_for_the_missing_alone(self, world, alice):
        table, hands = await seated(world)
        card = hands[alice].actions()[0]
        await alice.act(card, hands[alice])
        await world.advance(61)
        assert table.state.public()["hand_sizes"] == [9, 9, 9]
        assert table.state.public_history()[1]["cards"][0] == card


def pinged(world: World) -> list[list[int]]:
    return [screen.pinged for screen in world.public_screens() if screen.pinged]
