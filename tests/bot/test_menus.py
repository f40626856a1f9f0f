"""Menus and looks on a hand's page, by whole clicks in the simulated server."""

import re
import sqlite3
from copy import copy
from typing import Any

import discord
import pytest

import bot.games
from bot.games import presenter
from bot.games.presenter import Choice
from bot.games.presenter import Menu as MenuControl
from bot.tables import ids
from bot.tables.hand import shown
from engine.table import Status
from tests.bot.games import test_every_presenter as keeps_to
from tests.bot.menu_games import WHY, MenuHundred, PublicFive, presented_by
from tests.support.member import Member
from tests.support.playing import seated
from tests.support.screen import Menu, Screen
from tests.support.tables import TableView
from tests.support.world import World

TOO_LATE = "for an earlier turn, so nothing was played."


@pytest.fixture(autouse=True)
def hundred(monkeypatch: pytest.MonkeyPatch) -> MenuHundred:
    words_of = MenuHundred()
    monkeypatch.setattr(bot.games, "_by_game", presented_by(words_of))
    return words_of


@pytest.fixture
def public_five(monkeypatch: pytest.MonkeyPatch) -> PublicFive:
    words_of = PublicFive()
    monkeypatch.setattr(bot.games, "_by_game", presented_by(words_of))
    return words_of


async def begun(world: World, **options: Any) -> tuple[TableView, Member, Screen]:
    """A game of One Hundred, who is on turn, and their hand."""
    table = await world.game(people=3, game="onehundred", **options)
    member = table.to_act()[0]
    return table, member, await member.hand(table)


async def with_a_black_ace(world: World) -> tuple[TableView, Member, Screen]:
    """A game in which somebody on turn holds a black ace."""
    table, member, hand = await begun(world, chips=9)
    while not any(menu.begun for menu in hand.menus):
        await member.act(hand.actions()[0], hand)
        member = table.to_act()[0]
        hand = await member.hand(table)
    return table, member, hand


async def to_the_end(table: TableView) -> None:
    """Everybody plays the last card of their menu, or what they can."""
    while table.status is Status.PLAYING:
        mover = table.to_act()[0]
        hand = await mover.hand(table)
        await mover.act([f"{ace(hand)}0", *hand.actions()][-1], hand)


def menu(hand: Screen, front: str) -> Menu:
    """The menu whose custom_id names what the front stands for."""
    return next(menu for menu in hand.menus if menu.custom_id.startswith(front))


def ace(hand: Screen) -> str:
    """What the digits of a black ace's menu complete; "" without such an ace."""
    return next((menu.begun for menu in hand.menus if menu.begun), "")


def count(table: TableView) -> int:
    return int(table.state.public()["pile"])


def database(world: World) -> list[str]:
    """Everything that is written down."""
    with sqlite3.connect(world.settings.database_url.partition("///")[2]) as connection:
        return list(connection.iterdump())


class TestAMenuOfMoves:
    async def test_a_choice_makes_its_move(self, world):
        table, member, hand = await begun(world)
        action = hand.actions()[0]
        chosen = menu(hand, "s:").options[0]
        assert chosen.value.rpartition(":")[2] == action
        reply = await member.act(action, hand)
        assert reply.private
        assert reply.screen.id == hand.id
        assert "You played" in reply.text
        assert table.table.plies == 1

    async def test_a_disabled_button_is_no_move(self, world):
        _, _, hand = await begun(world)
        assert hand.button("Joker").disabled
        assert "JK" not in hand.actions()

    @pytest.mark.parametrize("values", [
        [], [""], ["nonsense"], ["m:1:0:0"], ["m:999999:0:0:XX"], ["\U0001f0a1" * 90], [17], [None],
        ["a", "b"], ["", ""],
    ])  # fmt: skip
    async def test_what_it_does_not_offer_is_refused_with_the_hand(self, world, values):
        table, member, hand = await begun(world)
        before = database(world)
        reply = await member.choose_unseen(hand, menu(hand, "s:").custom_id, values)
        assert reply.private
        assert "**Your turn**" in reply.text
        assert not reply.text.startswith("**Your turn**")  # the reason comes first
        assert (table.table.plies, database(world)) == (0, before)

    @pytest.mark.parametrize("times", [[0, 0], [0, 1]], ids=["twice the same", "two"])
    async def test_it_makes_one_move_at_a_time(self, world, times):
        table, member, hand = await begun(world)
        cards = menu(hand, "s:")
        values = [cards.options[number].value for number in times]
        reply = await member.choose_unseen(hand, cards.custom_id, values)
        assert table.table.plies == 0
        assert "**Your turn**" in reply.text

    async def test_too_late_it_gets_the_hand_as_it_is_now(self, world):
        table, member, hand = await begun(world)
        old = menu(hand, "s:")
        await world.advance(61)
        plies = table.table.plies
        reply = await member.choose_unseen(hand, old.custom_id, [old.options[0].value])
        assert table.table.plies == plies
        assert TOO_LATE in reply.text
        assert "a computer played for you" in reply.text

    @pytest.mark.parametrize("crash", [False, True])
    async def test_it_works_after_a_restart(self, world, crash):
        table, member, hand = await begun(world)
        await world.restart_bot(crash=crash)
        await table.load()
        reply = await member.act(hand.actions()[0], hand)
        assert table.table.plies == 1
        assert "You played" in reply.text

    async def test_two_choices_at_once_count_once(self, world):
        table, member, hand = await begun(world)
        world.weather.delay = 0.01
        action = hand.actions()[0]
        replies = await world.together(member.act(action, hand), member.act(action, hand))
        assert all(reply.answered for reply in replies)
        assert table.table.plies == 1

    async def test_nobody_chooses_for_another(self, world):
        table, member, hand = await begun(world)
        old = menu(hand, "s:")
        other = next(each for each in world.people(3) if each is not member)
        for person, screen, sentence in (
            (other, await other.hand(table), "These aren't your cards"),
            (world.person("Frank"), table.screen, "You don't sit at this table"),
        ):
            reply = await person.choose_unseen(screen, old.custom_id, [old.options[0].value])
            assert sentence in reply.text
            assert reply.private
        assert table.table.plies == 0

    @pytest.mark.parametrize("custom_id", ["s:1", "s:1:0:x:", "s:999999:0:0:", "v:1:0"])
    async def test_one_of_another_version_or_table_is_answered(self, world, custom_id):
        _, member, hand = await begun(world)
        reply = await member.choose_unseen(hand, custom_id, ["a"])
        assert "older version" in reply.text or "doesn't exist any more" in reply.text


@pytest.mark.world(seed=24)  # an ace in the first hand
class TestChoosingSeveral:
    @pytest.mark.parametrize("values", [["30", "7"], ["7", "30"]])
    async def test_together_they_are_one_move_in_whatever_order_they_come(self, world, values):
        table, member, hand = await with_a_black_ace(world)
        reply = await member.choose(hand, values)
        assert "→ 37." in reply.text
        assert count(table) == 37

    async def test_one_may_be_enough(self, world):
        table, member, hand = await with_a_black_ace(world)
        await member.act(f"{ace(hand)}7", hand)
        assert count(table) == 7

    @pytest.mark.parametrize("values", [
        [], [""], ["7", "7"], ["30", "7", "7"], ["1", "2"], ["7,3"], ["101"], ["x"], ["-1"],
        [None], ["30", ""], ["9" * 100] * 25,
    ])  # fmt: skip
    async def test_what_makes_no_number_is_refused_by_the_rules(self, world, values):
        table, member, hand = await with_a_black_ace(world)
        before, plies = database(world), table.table.plies
        custom_id = next(menu.custom_id for menu in hand.menus if menu.begun)
        reply = await member.choose_unseen(hand, custom_id, values)
        assert reply.private
        assert "A black ace names a whole number from 0 to 100." in reply.text
        assert "**Your turn**" in reply.text
        assert (table.table.plies, database(world)) == (plies, before)

    async def test_it_completes_nothing_that_the_rules_do_not_know(self, world):
        table, member, hand = await with_a_black_ace(world)
        plies = table.table.plies
        custom_id = next(menu.custom_id for menu in hand.menus if menu.begun)
        forged = custom_id.replace(ace(hand), "XX=")
        reply = await member.choose_unseen(hand, forged, ["7"])
        assert reply.private
        assert table.table.plies == plies

    async def test_after_a_restart_and_too_late(self, world):
        table, member, hand = await with_a_black_ace(world)
        custom_id = next(menu.custom_id for menu in hand.menus if menu.begun)
        await world.restart_bot()
        await table.load()
        await member.choose(hand, ["30", "7"])
        assert count(table) == 37
        plies = table.table.plies
        reply = await member.choose_unseen(hand, custom_id, ["30", "7"])
        assert TOO_LATE in reply.text
        assert table.table.plies == plies


class TestLooks:
    async def test_one_shows_the_page_in_another_way_and_back(self, world):
        _, member, hand = await begun(world)
        assert WHY not in hand.text
        reply = await member.look("Why?", hand)
        assert reply.private
        assert reply.screen.id == hand.id
        assert WHY in hand.text
        await member.look("Back", hand)
        assert WHY not in hand.text

    async def test_it_writes_nothing_and_sends_one_answer(self, world):
        _, member, hand = await begun(world)
        before, sent = database(world), len(world.weather.sent)
        for label in ("Why?", "High first", "Back"):
            await member.look(label, hand)
        assert database(world) == before
        assert [each.json["type"] for each in world.weather.sent[sent:]] == [7, 7, 7]

    async def test_a_menu_chooses_among_views(self, world):
        _, member, hand = await begun(world)
        await member.look("High first", hand)
        assert "In order: down." in hand.text
        await member.look("Low first", hand)
        assert "In order: up." in hand.text

    async def test_several_values_complete_a_view(self, world):
        table, member, hand = await begun(world)
        values = list(dict.fromkeys(table.hand_of(member)))
        await member.choose(hand, values[::-1])
        assert f"Marked: {len(values)} cards." in hand.text

    async def test_moves_are_made_from_it_as_from_any_page(self, world):
        table, member, hand = await begun(world)
        await member.look("Why?", hand)
        await member.act(hand.actions()[0], hand)
        assert table.table.plies == 1
        assert WHY not in hand.text

    async def test_whoever_waits_can_look_too(self, world):
        table, member, _ = await begun(world)
        other = next(each for each in world.people(3) if each is not member)
        hand = await other.hand(table)
        await other.look("Why?", hand)
        assert WHY in hand.text
        assert "Not your turn" in hand.text

    @pytest.mark.parametrize("view", ["nonsense", "by=", "by=x", "mark=", "٣", "a\nb", ":" * 80])
    async def test_a_view_that_the_game_does_not_know_is_the_plain_hand(self, world, view):
        _, member, hand = await begun(world)
        before = hand.text
        front = hand.button("Back").custom_id
        await member.press_unseen(hand, f"{front}{view}")
        assert hand.text == before

    @pytest.mark.parametrize("values", [[], ["x"], ["up", "down"], ["up"] * 30, [None], ["a\nb"]])
    async def test_nor_do_values_that_a_menu_does_not_offer(self, world, values):
        _, member, hand = await begun(world)
        before = hand.text
        await member.choose_unseen(hand, menu(hand, "v:").custom_id.replace("mark", "by"), values)
        assert hand.text == before

    async def test_one_for_another_decision_shows_the_hand_as_it_is_now(self, world):
        _, member, hand = await begun(world)
        old = hand.button("Why?").custom_id
        await member.act(hand.actions()[0], hand)
        reply = await member.press_unseen(hand, old)
        assert "Not your turn" in reply.text
        assert "earlier" not in reply.text
        assert WHY not in reply.text
        assert reply.screen.id == hand.id

    async def test_it_works_after_a_restart(self, world):
        table, member, hand = await begun(world)
        await world.restart_bot(crash=True)
        await table.load()
        await member.look("Why?", hand)
        assert WHY in hand.text

    async def test_nobody_looks_at_anothers_hand(self, world):
        table, member, hand = await begun(world)
        custom_id = hand.button("Why?").custom_id
        other = next(each for each in world.people(3) if each is not member)
        reply = await other.press_unseen(await other.hand(table), custom_id)
        assert "These aren't your cards" in reply.text
        reply = await world.person("Frank").press_unseen(table.screen, custom_id)
        assert "You don't sit at this table" in reply.text

    async def test_after_the_end_it_shows_the_result(self, world):
        table, member, hand = await begun(world, chips=1)
        custom_id = hand.button("Why?").custom_id
        await to_the_end(table)
        reply = await member.press_unseen(hand, custom_id)
        assert "Place 1: " in reply.text


class TestAnOpenPage:
    """Take 5, where others pick while a page lies open."""

    async def test_a_view_stays_while_others_pick(self, world, public_five, alice, bob):
        _, hands = await seated(world)
        await alice.look("Why?", hands[alice])
        sent = len(world.weather.sent)
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert not [each for each in world.weather.sent[sent:] if "@original" in each.path]
        assert WHY in hands[alice].text

    async def test_news_keep_the_view_of_the_same_decision(self, world, public_five, alice, bob):
        public_five.watches_picks = True
        _, hands = await seated(world)
        await alice.look("Why?", hands[alice])
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert "Picks so far: 1." in hands[alice].text
        assert WHY in hands[alice].text

    async def test_a_new_decision_shows_the_plain_hand(self, world, public_five, alice, bob, carol):
        public_five.watches_picks = True
        table, hands = await seated(world)
        await alice.act(hands[alice].actions()[0], hands[alice])
        await bob.act(hands[bob].actions()[0], hands[bob])
        await alice.look("Why?", hands[alice])
        before = hands[alice].text
        await carol.act(hands[carol].actions()[0], hands[carol])
        assert table.state.public()["picked"] == [False] * 3
        assert hands[alice].text != before
        assert WHY not in hands[alice].text

    async def test_a_look_back_is_what_news_keep(self, world, public_five, alice, bob):
        public_five.watches_picks = True
        table, hands = await seated(world)
        await alice.look("Why?", hands[alice])
        seat, decision = table.table.seat_of(alice.id), table.state.decision(0)
        await alice.press_unseen(hands[alice], f"v:{table.id}:{seat}:{decision}:")
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert "Picks so far: 1." in hands[alice].text
        assert WHY not in hands[alice].text

    async def test_a_look_during_a_refresh_is_what_later_news_keep(
        self, world, public_five, monkeypatch, alice, bob
    ):
        public_five.watches_picks = True
        table, hands = await seated(world)
        opened, seat = world.client.desk.hands, table.table.seat_of(alice.id)
        assert seat is not None
        looks = [copy(opened._open[table.id][alice.id].interaction)]
        edit = discord.Interaction.edit_original_response

        async def and_meanwhile_a_look(interaction, **page):
            await edit(interaction, **page)
            if looks:
                opened.opened(table.table, alice.id, looks.pop(), shown(table.table, seat), "why")

        monkeypatch.setattr(discord.Interaction, "edit_original_response", and_meanwhile_a_look)
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert not looks
        public_five.watches_picks = False  # by that the stage is another one, and this is news
        await bob.act(hands[bob].actions()[0], hands[bob])
        assert WHY in hands[alice].text


@pytest.fixture
def all_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Custom_ids in which no action fits, so that every move goes by its key."""
    fits = ids.fits

    def short_keys_only(custom_id: str) -> bool:
        is_whole_move = re.fullmatch(r"m:\d+:\d+:\d+:[^#]+", custom_id)
        return fits(custom_id) and not is_whole_move

    monkeypatch.setattr(ids, "fits", short_keys_only)


@pytest.mark.usefixtures("all_too_long")
class TestLongMoves:
    @pytest.mark.parametrize("restart", [False, True])
    async def test_one_is_made_by_its_key(self, world, restart):
        table, member, hand = await begun(world)
        card = next(card for card in table.hand_of(member) if card not in ("AC", "AS"))
        assert all(action.startswith("#") for action in hand.actions())
        if restart:
            await world.restart_bot()
            await table.load()
        await member.act(card, hand)
        assert table.table.plies == 1
        assert table.state.public_history()[-1]["action"] == card

    async def test_the_presenter_knows_those_that_the_rules_do_not_list(self, world, hundred):
        hundred.long = ("XX of a kind",)
        table, member, hand = await begun(world)
        front = menu(hand, "s:").options[0].value.rpartition(":")[0]
        reply = await member.press_unseen(hand, f"{front}:{ids.move_key('XX of a kind')}")
        assert TOO_LATE not in reply.text  # it was found, and the rules refuse it
        assert "**Your turn**" in reply.text
        assert table.table.plies == 0

    @pytest.mark.parametrize("key", ["#00000000", "#", "#nonsense"])
    async def test_a_key_of_nothing_is_too_late(self, world, key):
        table, member, hand = await begun(world)
        front = menu(hand, "s:").options[0].value.rpartition(":")[0]
        reply = await member.press_unseen(hand, f"{front}:{key}")
        assert TOO_LATE in reply.text
        assert table.table.plies == 0

    async def test_a_key_for_a_turn_that_is_over_is_too_late(self, world):
        table, member, hand = await begun(world)
        old = menu(hand, "s:").options[0].value
        await member.act(hand.actions()[0], hand)
        reply = await member.press_unseen(hand, old)
        assert TOO_LATE in reply.text
        assert table.table.plies == 1

    async def test_after_the_end_it_says_so(self, world):
        table, member, hand = await begun(world, chips=1)
        old = menu(hand, "s:").options[0].value
        await to_the_end(table)
        reply = await member.press_unseen(hand, old)
        assert "This game is over" in reply.text

    async def test_nobody_uses_anothers_key(self, world):
        table, member, hand = await begun(world)
        other = next(each for each in world.people(3) if each is not member)
        key = menu(hand, "s:").options[0].value
        reply = await other.press_unseen(await other.hand(table), key)
        assert "These aren't your cards" in reply.text
        reply = await world.person("Frank").press_unseen(table.screen, key)
        assert "You don't sit at this table" in reply.text
        assert table.table.plies == 0


class TestWhatEveryPresenterKeepsTo:
    """The general test of presenters looks into menus and looks too."""

    CHECKS = (
        keeps_to.test_every_hand_offers_what_is_legal_by_labels_that_can_be_read,
        keeps_to.test_every_way_to_look_at_a_hand_is_a_page_that_discord_takes,
    )

    @pytest.mark.parametrize("check", CHECKS)
    def test_menus_and_looks_pass(self, check):
        check("onehundred", 3)

    @pytest.mark.parametrize("broken", ["label", "illegal", "twice", "hidden", "unreachable"])
    def test_what_is_wrong_with_a_menu_is_found(self, monkeypatch, hundred, broken):
        moves = hundred._moves

        def wrong(hand, legal):
            for control in moves(hand, legal):
                if isinstance(control, MenuControl) and not control.action:
                    choice = control.choices[0]
                    others = {
                        "label": (Choice(choice.value, "x" * 101),),
                        "illegal": (Choice("XX", "Joker"),),
                        "twice": (choice, choice),
                        "hidden": (),
                        "unreachable": control.choices[1:] or control.choices,
                    }
                    yield MenuControl(control.placeholder, others[broken])
                else:
                    yield control

        monkeypatch.setattr(hundred, "_moves", wrong)
        with pytest.raises(AssertionError):
            self.CHECKS[0]("onehundred", 3)


def test_values_complete_an_action_in_the_order_given_unless_the_game_has_its_own():
    assert presenter("take5").completed("discard=", ("4D", "9C")) == "discard=4D,9C"
    assert presenter("onehundred").completed("AS=", ("7", "30")) == "AS=37"
