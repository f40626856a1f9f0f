"""Schmier in the simulated server: auction, secret discards, tricks, restarts, results by team."""

import logging
import re

import pytest

from engine.table import Status
from tests.bot.builders import seen
from tests.support.cardnames import cards_named
from tests.support.member import Member, Reply
from tests.support.playing import Hands, play_on
from tests.support.schmier import (
    deal_from,
    dealer_of,
    partner_of,
    phase_of,
    seat_of,
    six,
    to_phase,
    usual_move,
)
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

WHY = "Why not the others?"
TOO_LATE = "for an earlier turn, so nothing was played."


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt doesn't depend on the ids of clicks, and so not on what the bot has sent."""
    deal_from(monkeypatch)


def plain_cards(hand: Screen) -> list[str]:
    """What the menu of a hand offers to throw away."""
    return [option.value for option in hand.menus[0].options]


async def refused(table: TableView, before: int, reply: Reply) -> str:
    """The sentence of an answer to a click that has changed nothing."""
    assert table.table.plies == before
    assert reply.private
    return seen(reply.text)


async def test_one_person_and_five_computers_play_a_hand(world):
    table = await world.game(people=1, computers=5, game="schmier", max_hands=1)
    await play_on(world, table)
    assert table.status is Status.FINISHED
    told = table.text
    assert re.search(r"# 🏆 (🔴 Red|🔷 Blue|🟩 Green|\*\*)", told)
    assert "Hand 1: **" in told
    assert told.count("Place ") == 3


async def test_six_people_play_until_a_team_has_five(world):
    table, hands = await six(world, target=5)
    while table.status is Status.PLAYING:
        await usual_move(table, hands)
    scores = table.state.public()["scores"]
    assert max(scores) >= 5
    places = [line for line in table.text.splitlines() if "Place " in line]
    assert len(places) == 3
    assert "Place 1: " in places[0]
    assert "point" in places[0]
    world.assert_no_leaks()


async def test_the_leaderboard_counts_a_win_for_each_of_the_team(world, alice):
    table, hands = await six(world, max_hands=1)
    while table.status is Status.PLAYING:
        await usual_move(table, hands)
    winners = table.state.winners()
    assert len(winners) in (2, 4, 6)
    board = (await alice.slash("leaderboard", game="schmier")).text
    lines = [line for line in board.splitlines() if "one win in" in line]
    for number, seat in enumerate(table.table.seats):
        assert any(seat.name in line for line in lines) == (number in winners)


class TestAuction:
    async def test_bids_are_made_by_buttons_and_told_on_the_table(self, world):
        table, hands = await six(world)
        spoken = []
        for bid, told in (("pass", "You passed."), ("bid4", "You bid 4.")):
            spoken.append(table.to_act()[0])
            reply = await spoken[-1].act(bid, hands[spoken[-1]])
            assert reply.text.startswith(told)
        first, second = (f"**\u2068{member.name}\u2069**" for member in spoken)
        assert f"{first} passes, {second} bids 4." in table.text
        assert hands[table.to_act()[0]].actions() == ["pass", "bid5", "bid6"]

    async def test_the_bidder_names_trump_with_the_hand_in_sight(self, world):
        table, hands = await to_phase(world, "trump")
        bidder = table.to_act()[0]
        assert hands[bidder].actions() == ["trump=C", "trump=D", "trump=H", "trump=S"]
        assert "Your bid of **3** is the highest." in hands[bidder].text
        reply = await bidder.act("trump=S", hands[bidder])
        assert seen(reply.text).startswith("You made ♠ spades trump.")
        assert "# Trump: ♠ spades" in seen(table.text)
        assert all("Trump is **♠ spades**" in seen(hand.text) for hand in hands.values())

    async def test_new_cards_after_six_passes_reach_every_open_hand(self, world):
        table, hands = await six(world)
        old = {member: table.hand_of(member) for member in hands}
        stale = hands[table.to_act()[0]].button("Pass").custom_id
        first = table.to_act()[0]
        for _ in range(6):
            member = table.to_act()[0]
            await member.act("pass", hands[member])
        assert "Everybody passed, so" in table.text
        for member, hand in hands.items():
            assert table.hand_of(member) != old[member]
            assert hand.text.endswith((await member.hand(table)).text)
        reply = await first.press_unseen(hands[first], stale)
        assert TOO_LATE in await refused(table, 6, reply)

    async def test_a_bid_that_is_too_low_is_refused_with_the_lowest(self, world):
        table, hands = await six(world)
        member = table.to_act()[0]
        await member.act("bid5", hands[member])
        second = table.to_act()[0]
        front = hands[second].button("Pass").custom_id.removesuffix("pass")
        reply = await second.press_unseen(hands[second], f"{front}bid5")
        assert "Bid 6 or more, or pass." in await refused(table, 1, reply)


class TestDiscards:
    async def test_a_choice_in_the_menu_is_told_to_its_maker_alone(self, world):
        table, hands = await to_phase(world, "discard")
        member = next(each for each in table.to_act() if len(plain_cards(hands[each])) > 1)
        others = {other: hand.text for other, hand in hands.items() if other is not member}
        sent = len(world.weather.sent)
        cards = plain_cards(hands[member])[:2]
        reply = await member.choose(hands[member], cards[::-1])
        assert reply.private
        assert "You threw away " in reply.text
        assert {*table.state.private(seat_of(table, member))["thrown"]} == {*cards}
        await world.advance(2)
        assert f"**\u2068{member.name}\u2069**: " in table.text
        assert table.text.count("✓ has chosen") == 1
        assert {other: hands[other].text for other in others} == others
        for each in world.weather.sent[sent:]:
            reader = world.leaks._reader(each)
            assert reader == member.id or not cards_named(str(each.json)) & {*cards}, each

    async def test_a_thrown_card_that_anybody_else_reads_would_be_noticed(self, world):
        table, hands = await to_phase(world, "discard")
        member = next(each for each in table.to_act() if hands[each].menus)
        card = plain_cards(hands[member])[0]
        await member.choose(hands[member], [card])
        while phase_of(table) == "discard":
            await usual_move(table, hands)
        assert card not in table.hand_of(member)
        assert not world.leaks.found
        logging.getLogger("bot").info("thrown away: %s", card)
        assert any(card in found for found in world.leaks.found)
        world.leaks.found.clear()

    async def test_keep_all(self, world):
        table, hands = await to_phase(world, "discard")
        member = table.to_act()[0]
        reply = await member.click(hands[member], "Keep all")
        assert reply.text.startswith("You kept all your cards.")
        assert member not in table.to_act()

    async def test_a_second_choice_is_refused(self, world):
        table, hands = await to_phase(world, "discard")
        member = table.to_act()[0]
        old = hands[member].button("Keep all").custom_id
        await member.click(hands[member], "Keep all")
        before = table.table.plies
        reply = await member.press_unseen(hands[member], old)
        assert TOO_LATE in await refused(table, before, reply)
        assert "You kept all your cards." in reply.text

    @pytest.mark.parametrize(
        ("values", "reason"),
        [
            (["AC", "AD", "AH", "AS"], "You don't hold the "),
            (["nonsense"], "A discard lists cards of your hand"),
        ],
    )
    async def test_what_the_menu_does_not_offer_is_refused(self, world, values, reason):
        table, hands = await to_phase(world, "discard")
        member = next(each for each in table.to_act() if hands[each].menus)
        before = table.table.plies
        custom_id = hands[member].menus[0].custom_id
        reply = await member.choose_unseen(hands[member], custom_id, values)
        assert reason in await refused(table, before, reply)
        world.leaks.found.clear()  # the card that was made up is somebody else's

    async def test_all_five_in_one_burst(self, world):
        table, hands = await to_phase(world, "discard")
        before = table.edits
        world.weather.delay = 0.01
        people = table.to_act()
        replies = await world.together(
            *(member.press(hands[member], hands[member].button("Keep all")) for member in people)
        )
        assert all(reply.private and TOO_LATE not in reply.text for reply in replies)
        assert phase_of(table) == "dealer_discard"
        await world.advance(2)
        assert table.edits - before <= 2

    async def test_computers_discards_cost_few_edits(self, world, alice):
        table = await world.game(people=1, computers=5, game="schmier")
        while phase_of(table) != "discard":
            await world.wait_for_people(table)
            if table.to_act():
                hand = await alice.hand(table)
                await alice.act(hand.actions()[-1], hand)
        before = table.edits
        await world.advance(3)
        assert table.edits - before <= 2


class TestDealersDiscard:
    async def test_exactly_so_many_are_chosen_in_the_menu(self, world):
        table, hands = await to_phase(world, "dealer_discard")
        dealer = dealer_of(world, table)
        assert table.to_act() == [dealer]
        (menu,) = hands[dealer].menus
        assert (menu.fewest, menu.most) == (17, 17)
        assert "**23** cards with the stock. Six stay, **17** go." in hands[dealer].text
        reply = await dealer.choose(hands[dealer], plain_cards(hands[dealer])[:17])
        assert "You threw away " in reply.text
        assert len(table.hand_of(dealer)) == 6
        assert phase_of(table) == "play"

    @pytest.mark.parametrize("number", [1, 16, 18])
    async def test_another_number_is_refused_and_changes_nothing(self, world, number):
        table, hands = await to_phase(world, "dealer_discard")
        dealer, before = dealer_of(world, table), table.table.plies
        (menu,) = hands[dealer].menus
        cards = plain_cards(hands[dealer])
        cards = (cards * 2)[:number] if len(cards) < number else cards[:number]
        reply = await dealer.choose_unseen(hands[dealer], menu.custom_id, cards)
        told = await refused(table, before, reply)
        assert "Discard exactly 17 cards, so that six are left." in told
        assert hands[dealer].menus == [menu]
        assert len(table.hand_of(dealer)) == 23

    async def test_with_more_than_six_trumps_the_cards_that_go_anyway_go_with_the_chosen(
        self, world
    ):
        table, hands = await to_phase(world, "dealer_discard", trump="H")
        dealer = dealer_of(world, table)
        assert "You hold more than six trumps. All your other cards go: " in hands[dealer].text
        (menu,) = hands[dealer].menus
        trumps = [option.value for option in menu.options]
        chosen = trumps[-menu.fewest :]
        await dealer.choose(hands[dealer], chosen)
        held = table.hand_of(dealer)
        assert len(held) == 6
        assert all(card[1] == "H" or card in ("JD", "JK") for card in held)
        assert not {*held} & {*chosen}

    async def test_somebody_else_cannot_choose(self, world):
        table, hands = await to_phase(world, "dealer_discard")
        dealer, before = dealer_of(world, table), table.table.plies
        other = partner_of(world, table, dealer)
        (menu,) = hands[dealer].menus
        cards = plain_cards(hands[dealer])[:17]
        reply = await other.choose_unseen(hands[other], menu.custom_id, cards)
        assert "These aren't your cards." in await refused(table, before, reply)


class TestPlay:
    async def to_a_trick(self, world: World) -> tuple[TableView, Hands, Member]:
        """Play until somebody may not play all their cards."""
        table, hands = await to_phase(world, "play")
        while True:
            member = table.to_act()[0]
            if WHY in hands[member].labels:
                return table, hands, member
            await usual_move(table, hands)

    async def test_a_card_that_does_not_follow_is_refused_with_the_rule(self, world):
        table, hands, member = await self.to_a_trick(world)
        before = table.table.plies
        (barred, *_) = [button for button in hands[member].buttons if button.disabled]
        reply = await member.press_unseen(hands[member], barred.custom_id)
        told = await refused(table, before, reply)
        assert "You have to follow suit: " in told or "A trump was led, and you hold one" in told
        assert "were led" in told or "A trump was led" in told

    async def test_the_reason_can_be_looked_up_and_the_cards_stay(self, world):
        table, hands, member = await self.to_a_trick(world)
        before, actions = table.table.plies, hands[member].actions()
        reply = await member.look(WHY, hands[member])
        told = await refused(table, before, reply)
        assert "so you have to play" in told
        assert hands[member].actions() == actions
        assert WHY not in hands[member].labels
        reply = await member.act(actions[0], hands[member])
        assert reply.text.startswith("You played ")

    async def test_the_partner_cannot_play_for_one(self, world):
        table, hands = await to_phase(world, "play")
        member, before = table.to_act()[0], table.table.plies
        partner = partner_of(world, table, member)
        button = hands[member].buttons[0].custom_id
        reply = await partner.press_unseen(hands[partner], button)
        assert "These aren't your cards." in await refused(table, before, reply)
        own_seat = button.split(":")
        own_seat[2], own_seat[4] = str(seat_of(table, partner)), table.hand_of(partner)[0]
        reply = await partner.press_unseen(hands[partner], ":".join(own_seat))
        assert "nothing was played" in await refused(table, before, reply)

    async def test_a_card_of_the_last_hand_is_too_late(self, world):
        table, hands = await to_phase(world, "play", max_hands=2)
        member = table.to_act()[0]
        old = hands[member].buttons[0].custom_id
        while table.state.public()["hand_no"] == 1:
            await usual_move(table, hands)
        before = table.table.plies
        reply = await member.press_unseen(hands[member], old)
        assert TOO_LATE in await refused(table, before, reply)

    async def test_the_end_of_a_trick_reaches_every_open_hand(self, world):
        table, hands = await to_phase(world, "play")
        for _ in range(6):
            await usual_move(table, hands)
        winner = table.to_act()[0]
        for member, hand in hands.items():
            assert f"**\u2068{winner.name}\u2069** (" in hand.text
            assert "took the last trick: " in hand.text
            assert hand.text.endswith((await member.hand(table)).text)

    async def test_the_account_of_a_hand_is_still_there_in_the_next_auction(self, world):
        table, hands = await to_phase(world, "play")
        while phase_of(table) == "play":
            await usual_move(table, hands)
        for place in (table.text, *(hand.text for hand in hands.values())):
            assert "Hand 1: **" in place
            assert "**Scores**: " in place
        for _ in range(5):
            await usual_move(table, hands)
            assert "Hand 1: **" in table.text
            assert "took the last trick" not in table.text
        await usual_move(table, hands)
        assert phase_of(table) == "trump"
        assert "Hand 1: **" in table.text
        for hand in hands.values():
            assert "Hand 1: **" not in hand.text
            assert "**Scores**: " in hand.text


@pytest.mark.parametrize("crash", [False, True], ids=["stopped", "crashed"])
class TestRestart:
    @pytest.mark.parametrize("phase", ["bid", "trump", "dealer_discard", "play"])
    async def test_old_hands_go_on_working(self, world, phase, crash):
        table, hands = await to_phase(world, phase)
        before, text = table.state.public(), table.text
        await world.restart_bot(crash=crash)
        await table.load()
        assert table.state.public() == before
        plies = table.table.plies
        await usual_move(table, hands)
        assert table.table.plies == plies + 1
        assert seen(table.text) != seen(text)

    async def test_chosen_discards_are_kept_and_stay_secret(self, world, crash):
        table, hands = await to_phase(world, "discard")
        first = next(each for each in table.to_act() if hands[each].menus)
        card = plain_cards(hands[first])[0]
        await first.choose(hands[first], [card])
        await world.restart_bot(crash=crash)
        await table.load()
        assert table.state.private(seat_of(table, first))["thrown"] == [card]
        assert first not in table.to_act()
        shown = seen((await first.hand(table)).text)
        assert "You throw away **" in shown
        while phase_of(table) == "discard":
            await usual_move(table, hands)
        assert table.state.public()["discarded"][seat_of(table, first)] == 1


class TestClock:
    async def test_a_computer_bids_for_who_is_late_and_nobody_is_away(self, world):
        table, _ = await six(world)
        late = table.to_act()[0]
        await world.advance(61)
        assert table.table.seats[seat_of(table, late)].missed == 1
        assert not any(seat.away for seat in table.table.seats)
        assert len(table.state.public()["bids"]) == 1

    async def test_who_does_not_choose_in_time_keeps_all_and_chosen_discards_stand(self, world):
        table, hands = await to_phase(world, "discard")
        first = next(each for each in table.to_act() if hands[each].menus)
        card = plain_cards(hands[first])[0]
        await first.choose(hands[first], [card])
        await world.advance(61)
        assert phase_of(table) == "dealer_discard"
        assert table.state.private(seat_of(table, first))["thrown"] == [card]
        assert sum(table.state.public()["discarded"]) == 1
        assert table.table.seats[seat_of(table, first)].missed == 0
        assert not any(seat.away for seat in table.table.seats)

    async def test_who_clicks_too_late_hears_that_all_cards_were_kept(self, world):
        table, hands = await to_phase(world, "discard")
        late = table.to_act()[0]
        old = hands[late].button("Keep all").custom_id
        await world.advance(61)
        reply = await late.press_unseen(hands[late], old)
        assert "Time was up, so you kept all your cards." in reply.text
        assert "a computer played" not in reply.text

    async def test_one_bell_mentions_all_who_have_not_chosen(self, world):
        table, hands = await to_phase(world, "discard")
        first = table.to_act()[0]
        await first.click(hands[first], "Keep all")
        missing = sorted(member.id for member in table.to_act())
        await world.advance(31)
        pinged = [screen.pinged for screen in world.public_screens() if screen.pinged]
        assert [sorted(ids) for ids in pinged] == [missing]


async def test_two_teams_of_three_are_named_to_everybody(world, alice):
    table, hands = await six(world, teams="2x3")
    assert (
        "You are **🔴 Red** with **\u2068Carol\u2069** and **\u2068Erin\u2069**."
        in hands[alice].text
    )
    assert "🟩 Green" not in table.text


async def test_the_rules_come_by_the_command(alice):
    reply = await alice.slash("rules schmier")
    assert reply.private
    assert "## Schmier" in reply.text
    assert "right bower" in reply.text
