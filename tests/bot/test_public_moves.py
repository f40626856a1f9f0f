"""Moves that the table's message offers to everybody who is to act."""

import pytest

import bot.games
from engine.table import Status
from tests.bot.games import test_every_presenter as keeps_to
from tests.bot.menu_games import PublicFive, presented_by
from tests.support.member import Member, Reply
from tests.support.playing import Hands, everybody_moves, seated, to_a_row_choice
from tests.support.tables import TableView
from tests.support.world import World

ROWS = ["row1", "row2", "row3", "row4"]


@pytest.fixture(autouse=True)
def five(monkeypatch: pytest.MonkeyPatch) -> PublicFive:
    words_of = PublicFive()
    monkeypatch.setattr(bot.games, "_by_game", presented_by(words_of))
    return words_of


async def row_choice(world: World) -> tuple[TableView, Member, Member]:
    """A table where somebody has to choose a row; that person and another one."""
    table, hands, member = await to_a_row_choice(world)
    return table, member, next(each for each in hands if each is not member)


async def pick_for_everybody(world: World, five: PublicFive) -> tuple[TableView, Hands]:
    """A table where one card of every hand is offered to all."""
    table, hands = await seated(world)
    five.cards = [table.hand_of(member)[3] for member in hands]
    await world.people(1)[0].slash("table show")  # posts the table's message anew, with these cards
    return table, hands


def public_id(table: TableView, action: str) -> str:
    found = [b.custom_id for b in table.screen.buttons if b.custom_id.startswith("p:")]
    return f"{found[0].rpartition(':')[0]}:{action}"


def assert_only_said(table: TableView, reply: Reply, before: str) -> None:
    """One private answer, and the table's message is as it was."""
    assert reply.private
    assert len(reply.screens) == 1
    assert reply.screen.id != table.screen.id
    assert table.text == before


class TestWhoeverIsToAct:
    async def test_makes_the_move_by_a_button_of_the_table(self, world):
        table, member, _ = await row_choice(world)
        assert table.screen.actions() == ROWS
        plies, sent = table.table.plies, len(world.weather.sent)
        reply = await member.act("row2", table.screen)
        assert table.table.plies == plies + 1
        assert reply.screen.id == table.screen.id
        assert f"**\u2068{member.name}\u2069**: " in reply.text
        first = world.weather.sent[sent]
        assert (first.method, first.json["type"]) == ("POST", 7)
        assert first.path.startswith("/interactions/")

    async def test_sees_it_in_the_open_hand_too(self, world):
        table, hands, member = await to_a_row_choice(world)
        assert hands[member].actions() == ROWS
        await member.act("row1", table.screen)
        assert ROWS[0] not in hands[member].actions()

    async def test_may_use_it_after_a_restart(self, world):
        table, member, _ = await row_choice(world)
        await world.restart_bot(crash=True)
        await table.load()
        plies = table.table.plies
        await member.act("row4", table.screen)
        assert table.table.plies == plies + 1

    async def test_moves_once_by_two_clicks(self, world):
        table, member, _ = await row_choice(world)
        plies = table.table.plies
        world.weather.delay = 0.01
        replies = await world.together(*(member.act("row1", table.screen) for _ in range(2)))
        assert all(reply.answered for reply in replies)
        assert table.table.plies == plies + 1
        await world.advance(2)
        assert "Take row" not in " ".join(table.labels)

    async def test_the_buttons_are_gone_when_nobody_has_to_choose_any_more(self, world):
        table, member, _ = await row_choice(world)
        await member.act("row1", table.screen)
        assert table.screen.actions() == []


class TestSeveralAtOnce:
    async def test_everybody_uses_the_same_buttons(self, world, five):
        table, hands = await pick_for_everybody(world, five)
        shown = table.screen.actions()
        assert shown == list(five.cards)
        for member, card in zip(hands, shown, strict=True):
            await member.act(card, table.screen)
        assert table.state.public_history()[-1]["type"] in ("place", "low")
        assert table.state.public()["hand_sizes"] == [9, 9, 9]

    async def test_all_in_one_burst(self, world, five):
        table, hands = await pick_for_everybody(world, five)
        world.weather.delay = 0.01
        replies = await world.together(
            *(m.act(card, table.screen) for m, card in zip(hands, five.cards, strict=True))
        )
        assert all(reply.answered for reply in replies)
        assert table.state.public()["hand_sizes"] == [9, 9, 9]
        await world.advance(2)
        assert table.text.count("has picked") == 0

    async def test_what_the_rules_refuse_is_said_with_ones_own_hand(self, world, five, alice, bob):
        table, _ = await pick_for_everybody(world, five)
        card = table.hand_of(alice)[3]
        before = table.text
        reply = await bob.act(card, table.screen)
        assert_only_said(table, reply, before)
        assert f"You don't hold the {card}." in reply.text
        assert reply.screen.actions() == table.hand_of(bob)
        assert table.table.plies == 0


class TestNobodyElse:
    async def test_somebody_who_is_not_to_act(self, world):
        table, _, other = await row_choice(world)
        before, plies = table.text, table.table.plies
        reply = await other.act("row1", table.screen)
        assert_only_said(table, reply, before)
        assert reply.text == "It isn't your turn yet."
        assert table.table.plies == plies

    async def test_somebody_who_does_not_play(self, world):
        table, _, _ = await row_choice(world)
        before, plies = table.text, table.table.plies
        reply = await world.person("Frank").act("row1", table.screen)
        assert_only_said(table, reply, before)
        assert "You don't sit at this table" in reply.text
        assert table.table.plies == plies

    async def test_a_click_that_comes_too_late_shows_the_hand_as_it_is_now(self, world):
        table, member, other = await row_choice(world)
        old = public_id(table, "row1")
        await member.act("row1", table.screen)
        before, plies = table.text, table.table.plies
        for person in (member, other):
            reply = await person.press_unseen(table.screen, old)
            assert_only_said(table, reply, before)
            assert "for an earlier turn, so nothing was played." in reply.text
            assert reply.screen.actions() == table.hand_of(person)
        assert table.table.plies == plies

    @pytest.mark.parametrize("action", ["row0", "55", "x:y", "#00000000", " "])
    async def test_what_was_never_offered(self, world, action):
        table, member, _ = await row_choice(world)
        before, plies = table.text, table.table.plies
        reply = await member.press_unseen(table.screen, public_id(table, action))
        assert_only_said(table, reply, before)
        assert "Choose a row: row1, row2, row3 or row4." in reply.text
        assert table.table.plies == plies

    @pytest.mark.parametrize(
        ("custom_id", "sentence"),
        [("p:1:x:row1", "older version"), ("p:1:2:", "older version"), ("p:1", "older version"),
         ("p:999999:0:row1", "doesn't exist any more")],
    )  # fmt: skip
    async def test_a_button_of_another_version_or_table(self, world, custom_id, sentence):
        table, member, _ = await row_choice(world)
        reply = await member.press_unseen(table.screen, custom_id)
        assert sentence in reply.text
        assert reply.private

    async def test_before_the_start_and_after_the_end(self, world, alice):
        table = await world.play("take5", players=2)
        reply = await alice.press_unseen(table.screen, f"p:{table.id}:0:row1")
        assert "hasn't started" in reply.text
        table, hands = await seated(world, 2, rounds=1)
        while table.status is Status.PLAYING:
            await everybody_moves(hands, table)
        reply = await alice.press_unseen(table.screen, f"p:{table.id}:0:row1")
        assert "This game is over" in reply.text
        assert "Place 1: " in reply.text
        assert reply.private


async def test_they_stand_above_the_tables_own_buttons(world):
    table, _, _ = await row_choice(world)
    assert table.labels == [f"Take row {number}" for number in range(1, 5)] + [
        "My hand",
        "Rules",
        "Leave",
        "Options",
    ]


def test_the_general_test_of_presenters_knows_them(five, monkeypatch):
    check = keeps_to.test_moves_for_everybody_are_legal_for_all_who_are_to_act
    check("take5", 3)
    five.cards = ["1"]  # held by one at most
    with pytest.raises(AssertionError):
        check("take5", 3)
