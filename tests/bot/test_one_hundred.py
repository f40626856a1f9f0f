"""One Hundred in the simulated server: black aces by quick buttons and by a form."""

import pytest

from engine.table import Status
from tests.support.member import Member, Reply
from tests.support.playing import play_on
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

NOT_NUMBERS = ("", " ", "07", "٣", "1e1", "-1", "101", "thirty", "7 7", "7.0", "+7", "1" * 40)


async def with_a_black_ace(world: World) -> tuple[TableView, Member, Screen]:
    """A game in which somebody on turn holds a black ace."""
    table = await world.game(people=3, game="onehundred", chips=9)
    while True:
        member = table.to_act()[0]
        hand = await member.hand(table)
        if forms(hand):
            return table, member, hand
        await member.act(hand.actions()[0], hand)


def forms(hand: Screen) -> list[str]:
    """The labels of the buttons that open a form."""
    return [button.label for button in hand.buttons if button.custom_id.startswith("n:")]


async def opened(member: Member, hand: Screen) -> Reply:
    """Press "Name a number…"."""
    return await member.click(hand, forms(hand)[0])


def count(table: TableView) -> int:
    return int(table.state.public()["pile"])


@pytest.mark.parametrize("people", [3, 7])
@pytest.mark.parametrize("preset", ["standard", "classic"])
async def test_people_alone_play_to_the_end(world, people, preset):
    table = await world.game(people=people, game="onehundred", chips=1, preset=preset)
    await play_on(world, table)
    assert table.status is Status.FINISHED
    assert "win" in table.text


async def test_as_many_stocks_as_it_takes(world, alice):
    table = await world.play("onehundred", players=3, rebuilds=-1)
    assert "New stocks before the game ends: no limit" in table.text
    assert table.table.game.options["rebuilds"] is None


async def test_none_is_suggested_for_the_stocks(world, alice):
    choices = await alice.actor.autocomplete(world.channel, "play onehundred", "rebuilds", "")
    assert choices[0] == {"name": "none: no limit", "value": -1}


class TestQuickButtons:
    async def test_nought_the_count_and_a_hundred(self, world):
        table, _, hand = await with_a_black_ace(world)
        named = [action.partition("=")[2] for action in hand.actions() if "=" in action]
        assert set(named) == {"0", str(count(table)), "100"}

    async def test_one_of_them_names_the_count(self, world):
        table, member, hand = await with_a_black_ace(world)
        quick = next(action for action in hand.actions() if action.endswith("=100"))
        reply = await member.act(quick, hand)
        assert "→ 100." in reply.text
        assert count(table) == 100


class TestTheForm:
    async def test_it_asks_for_a_whole_number(self, world):
        table, member, hand = await with_a_black_ace(world)
        form = (await opened(member, hand)).result.modal
        assert form is not None
        button = next(b for b in hand.buttons if b.custom_id.startswith("n:"))
        assert form["custom_id"] == button.custom_id
        assert form["title"].endswith(": name the new count")
        (label,) = form["components"]
        assert label["label"] == "A whole number from 0 to 100"
        assert label["description"] == f"The count is {count(table)} now."

    @pytest.mark.parametrize("number", ["0", "7", " 37 ", "100"])
    async def test_the_number_becomes_the_count(self, world, number):
        table, member, hand = await with_a_black_ace(world)
        reply = await member.submit(await opened(member, hand), typed=number)
        assert count(table) == int(number)
        assert f"→ {number.strip()}." in reply.text
        assert hand.actions() == []

    @pytest.mark.parametrize("typed", NOT_NUMBERS)
    async def test_anything_else_gets_the_reason_and_the_hand(self, world, typed):
        table, member, hand = await with_a_black_ace(world)
        plies = table.table.plies
        reply = await member.submit(await opened(member, hand), typed=typed)
        assert table.table.plies == plies
        assert reply.private
        assert "A black ace names a whole number from 0 to 100." in reply.text
        assert "**Your turn**" in hand.text
        assert forms(hand)

    async def test_it_can_be_opened_again_after_a_mistake(self, world):
        table, member, hand = await with_a_black_ace(world)
        await member.submit(await opened(member, hand), typed="a lot")
        await member.submit(await opened(member, hand), typed="12")
        assert count(table) == 12

    @pytest.mark.parametrize("crash", [False, True])
    async def test_one_that_was_open_during_a_restart_still_counts(self, world, crash):
        table, member, hand = await with_a_black_ace(world)
        form = await opened(member, hand)
        await world.restart_bot(crash=crash)
        await table.load()
        await member.submit(form, typed="42")
        assert count(table) == 42

    async def test_one_that_is_sent_too_late_is_answered_like_an_old_button(self, world):
        table, member, hand = await with_a_black_ace(world)
        form = await opened(member, hand)
        await world.advance(61)
        plies = table.table.plies
        reply = await member.submit(form, typed="42")
        assert table.table.plies == plies
        assert "for an earlier turn, so nothing was played." in reply.text
        assert "a computer played for you" in reply.text

    async def test_one_that_is_opened_too_late_is_answered_like_an_old_button(self, world):
        _, member, hand = await with_a_black_ace(world)
        button = next(b for b in hand.buttons if b.custom_id.startswith("n:"))
        await world.advance(61)
        reply = await member.press_unseen(hand, button.custom_id)
        assert reply.result.modal is None
        assert "for an earlier turn, so nothing was played." in reply.text

    async def test_two_that_are_sent_at_once_count_once(self, world):
        table, member, hand = await with_a_black_ace(world)
        forms_open = [await opened(member, hand) for _ in range(2)]
        plies = table.table.plies
        world.weather.delay = 0.01
        replies = await world.together(*(member.submit(form, typed="9") for form in forms_open))
        assert table.table.plies == plies + 1
        assert all(reply.answered for reply in replies)

    async def test_nobody_opens_another_ones(self, world):
        table, member, hand = await with_a_black_ace(world)
        button = next(b for b in hand.buttons if b.custom_id.startswith("n:"))
        other = next(each for each in world.people(3) if each is not member)
        reply = await other.press_unseen(await other.hand(table), button.custom_id)
        assert "These aren't your cards" in reply.text
        stranger = await world.person("Frank").press_unseen(table.screen, button.custom_id)
        assert "You don't sit at this table" in stranger.text

    @pytest.mark.parametrize("card", ["KS", "AH", "XX"])
    async def test_other_cards_have_none(self, world, card):
        _, member, hand = await with_a_black_ace(world)
        button = next(b for b in hand.buttons if b.custom_id.startswith("n:"))
        front = button.custom_id.rpartition(":")[0]
        reply = await member.press_unseen(hand, f"{front}:{card}")
        assert reply.result.modal is None
        assert reply.private

    async def test_after_the_end_it_says_so(self, world):
        table, member, hand = await with_a_black_ace(world)
        form = await opened(member, hand)
        await play_on(world, table, 3000)
        reply = await member.submit(form, typed="42")
        assert "This game is over" in reply.text
