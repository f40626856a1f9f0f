"""Taking a computer's seat, giving it up, and coming back to one's own; in the simulated server."""

import pytest

from engine.table import Status
from tests.bot.test_chips import is_poor
from tests.bot.test_options_page import options, press
from tests.support.member import Member, Reply
from tests.support.mishaps import refuse
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World


async def leave(member: Member, table: TableView) -> Reply:
    """Leave a running game, and say that one really wants to."""
    question = await member.click(table, "Leave")
    return await member.click(question.screen, "Yes, leave the table")


async def play_to_the_next_deal(world: World, table: TableView) -> None:
    """Everybody plays their first move until cards are dealt anew."""
    before = table.state.public()["round"]
    for _ in range(400):
        await world.wait_for_people(table)
        if table.status is not Status.PLAYING or table.state.public()["round"] != before:
            break
        for member in table.to_act():
            hand = await member.hand(table)
            await member.act(hand.actions()[0], hand)
    assert table.state.public()["round"] == before + 1


@pytest.fixture
async def table(world: World) -> TableView:
    """Alice and Bob, with a computer between them in seat 2."""
    return await world.game(people=2, computers=1, game="take5", rounds=3)


class TestAtTheNextDeal:
    async def test_the_seat_is_promised_and_everybody_sees_for_whom(self, world, table, dave):
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        assert "✓ Seat 2 is yours when the next hand is dealt." in page.text
        assert page.labels == ["Watch", "Don't take it"]
        assert not page.menus
        assert "(computer, normal, \u2068Dave\u2069 takes over at the next deal)" in table.text
        assert table.table.seats[1].is_computer

    async def test_then_it_is_theirs_with_its_own_hand(self, world, table, dave):
        await dave.choose(await options(dave, table), ["1"])
        await play_to_the_next_deal(world, table)
        assert table.table.seats[1].user_id == dave.id
        assert "takes over at the next deal" not in table.text
        assert "\u2068Dave\u2069** (took over during the game)" in table.text
        hand = await dave.hand(table)
        assert len(table.hand_of(dave)) == 10
        await dave.act(hand.actions()[0], hand)
        world.assert_no_leaks()

    async def test_it_can_be_given_up(self, world, table, dave, carol):
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        await dave.click(page, "Don't take it")
        assert "takes over" not in table.text
        await carol.choose(await options(carol, table), ["1"])
        assert table.table.seats[1].heir_id == carol.id

    async def test_the_second_to_ask_is_told_who_was_first(self, world, table, carol, dave):
        late = await options(carol, table)
        await dave.choose(await options(dave, table), ["1"])
        reply = await carol.choose_unseen(late, f"o:{table.id}:take", ["1"])
        assert "⚠ \u2068Dave\u2069 takes that seat at the next deal." in reply.text
        assert reply.screen.id == late.id
        assert table.table.seats[1].heir_id == dave.id

    async def test_two_at_the_same_moment(self, world, table, carol, dave):
        pages = [await options(person, table) for person in (carol, dave)]
        world.weather.delay = 0.01
        replies = await world.together(carol.choose(pages[0], ["1"]), dave.choose(pages[1], ["1"]))
        assert all(reply.answered for reply in replies)
        assert sum("is yours" in reply.text for reply in replies) == 1

    async def test_a_double_choice_takes_one_seat(self, world, table, dave):
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        reply = await dave.choose_unseen(page, f"o:{table.id}:take", ["1"])
        assert "✓ Seat 2 is yours when the next hand is dealt." in reply.text
        assert [seat.heir_id for seat in table.table.seats] == [None, dave.id, None]

    async def test_the_promise_outlives_a_restart(self, world, table, dave):
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        await world.restart_bot(away=10)
        await table.load()
        await dave.click(page, "Don't take it")
        assert table.table.seats[1].heir_id is None

    @pytest.mark.parametrize("values", [["7"], ["-1"], ["x"], []])
    async def test_a_seat_that_there_is_not(self, world, table, dave, values):
        page = await options(dave, table)
        reply = await dave.choose_unseen(page, f"o:{table.id}:take", values)
        assert "There is no such seat at this table." in reply.text
        assert not any(seat.heir_id for seat in table.table.seats)

    async def test_a_seat_of_a_person_who_is_there(self, world, table, dave):
        page = await options(dave, table)
        reply = await dave.choose_unseen(page, f"o:{table.id}:take", ["0"])
        assert "Somebody sits there already." in reply.text


class TestForAStake:
    async def test_what_a_seat_costs_is_said_before(self, world, dave):
        table = await world.game(people=2, computers=1, game="take5", stake=25)
        assert (
            "Whoever gets a seat puts in the stake of 25 chips."
            in (await options(dave, table)).text
        )
        friendly = await world.game(people=2, computers=1, game="take5", stake=0)
        assert "stake" not in (await options(dave, friendly)).text

    async def test_who_has_too_few_chips_hears_it_on_the_page_with_the_way_to_more(
        self, world, table, dave
    ):
        await is_poor(world, dave, 9)
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        assert "⚠ This table's stake is 10 chips, and you have 9." in page.text
        assert "Type /chips: there is a refill of 50 for you." in page.text
        assert not any(seat.heir_id for seat in table.table.seats)


class TestInVain:
    """Whoever waits for a seat and doesn't get it is called, as they may be anywhere."""

    def told(self, world: World) -> Screen:
        (said,) = [each for each in world.public_screens() if "you don't get seat" in each.text]
        return said

    async def test_as_its_owner_is_back(self, world, alice, bob, dave):
        table = await world.game(people=3, game="take5")
        left = await leave(bob, table)
        await dave.choose(await options(dave, table), ["1"])
        await bob.click(left.screen, "Come back")
        said = self.told(world)
        assert said.pinged == [dave.id]
        assert said.text == (
            f"<@{dave.id}>, you don't get seat 2 at Take 5, table {table.id}: whoever left it has "
            "come back. Press Options there to take another one. "
            f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{table.screen.id}"
        )

    async def test_as_they_are_short_of_chips(self, world, alice, dave):
        table = await world.game(people=2, computers=1, game="take5", stake=25)
        await dave.choose(await options(dave, table), ["1"])
        await is_poor(world, dave, 24)
        await world.house.let_sit(table.id, alice.id, allowed=True)
        await world.env.settle()
        assert "the stake is 25 chips, and you have less. Type /chips" in self.told(world).text
        assert table.table.seats[1].is_computer

    async def test_they_are_named_but_not_called_if_they_do_not_want_that(
        self, world, alice, bob, dave
    ):
        table = await world.game(people=3, game="take5")
        await world.house.set_choices(dave.id, bells=False)
        await leave(bob, table)
        await dave.choose(await options(dave, table), ["1"])
        await world.house.rejoin(table.id, bob.id)
        await world.env.settle()
        assert f"<@{dave.id}>" in self.told(world).text
        assert self.told(world).pinged == []

    async def test_where_nothing_can_be_posted_the_game_goes_on(self, world, alice, bob, dave):
        table = await world.game(people=3, game="take5")
        left = await leave(bob, table)
        await dave.choose(await options(dave, table), ["1"])
        refuse(world, "POST", "/channels/*/messages", 50013, times=None)
        await bob.click(left.screen, "Come back")
        assert table.table.seat_of(bob.id) == 1


class TestAtOnce:
    async def test_where_the_host_allows_it(self, world, table, alice, dave):
        await press(alice, table, "Let them in at once")
        page = await options(dave, table)
        assert "**at once**, with the cards that it holds" in page.text
        await dave.choose(page, ["1"])
        assert "✓ You play seat 2 from now on." in page.text
        assert page.labels == ["Pause", "End the game", "Leave"]
        assert table.table.seats[1].user_id == dave.id
        assert "\u2068Dave\u2069** (took over during the game): 0 heads" in table.text
        assert table.text.count("took over") == 1
        assert (await dave.hand(table)).actions()

    async def test_not_on_a_page_from_before_the_host_thought_again(
        self, world, table, alice, dave
    ):
        hosts = await press(alice, table, "Let them in at once")
        page = await options(dave, table)
        await alice.click(hosts, "Only at a new deal")
        await dave.choose(page, ["1"])
        assert "when the next hand is dealt" in page.text
        assert table.table.seats[1].is_computer


class TestComingBack:
    async def test_whoever_left_gets_the_own_seat_back_at_once(self, world, table, bob):
        reply = await leave(bob, table)
        assert "You may come back while nobody has taken your seat." in reply.text
        assert reply.screen.labels == ["Come back", "Watch"]
        assert "left, a computer plays" in table.text
        await bob.click(reply.screen, "Come back")
        assert "✓ Welcome back!" in reply.screen.text
        assert table.table.seat_of(bob.id) == 2
        assert "took over" not in table.text
        assert (await bob.hand(table)).text

    async def test_not_when_somebody_else_has_it(self, world, table, alice, bob, dave):
        reply = await leave(bob, table)
        await press(alice, table, "Let them in at once")
        await dave.choose(await options(dave, table), ["2"])
        await bob.click(reply.screen, "Come back")
        assert "⚠ Somebody else has your seat by now." in reply.screen.text
        assert table.table.seats[2].user_id == dave.id

    async def test_the_button_for_the_absent_tells_a_leaver_the_way(self, world, table, alice, bob):
        await leave(bob, table)
        table.table.seats[0].away = True
        await alice.click(table, "Options")  # nobody minds
        reply = await bob.press_unseen(table.screen, f"t:{table.id}:back")
        assert reply.private
        assert "Come back" in reply.screen.labels
        assert table.table.seats[2].left

    async def test_so_does_the_hand(self, world, table, bob):
        await leave(bob, table)
        reply = await bob.click(table, "My hand")
        assert reply.private
        assert "Come back" in reply.screen.labels
        assert "You don't sit at this table" in reply.text


async def test_a_leaver_with_a_stake_is_told_what_becomes_of_it(world, bob):
    table = await world.game(people=3, stake=25)
    question = await bob.click(table, "Leave")
    assert question.text == (
        "**Leave Ninety-Nine, table 1?** A computer plays on for you; you may come back while "
        "nobody has taken your seat. Your stake of 25 chips stays in the pot, and you can win it "
        "only if you come back."
    )


async def test_without_a_stake_nothing_is_said_of_chips(world, bob):
    table = await world.game(people=3, stake=0)
    assert "chip" not in (await bob.click(table, "Leave")).text


async def test_the_last_one_is_told_that_the_table_closes(world, alice):
    table = await world.game(people=1, computers=2)
    question = await alice.click(table, "Leave")
    assert "You are the last one here, so the table closes." in question.text
    reply = await alice.click(question.screen, "Yes, leave the table")
    assert reply.text == "You left table 1."


async def test_an_old_hand_shows_a_leaver_no_card_any_more(world, table, bob):
    hand = await bob.hand(table)
    look = next(iter(hand.buttons)).custom_id
    await leave(bob, table)
    reply = await bob.press_unseen(hand, look)
    assert "You don't sit at this table" in reply.text
    world.assert_no_leaks()
