"""Answers that don't arrive, arrive late, twice, or after one another in the wrong order."""

import asyncio
import logging
from typing import Any

import pytest

from engine.table import Status
from tests.support.member import Member
from tests.support.mishaps import refuse
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

CALLBACK = ("POST", "/interactions/*/callback")
HAND = ("PATCH", "/webhooks/*/messages/@original")


class TestAfterAMove:
    async def test_an_answer_lost_twice_never_says_that_nothing_was_done(
        self, world: World
    ) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        refuse(world, *CALLBACK, 503, times=2)
        reply = await player.act(hand.actions()[0], hand)
        assert table.table.plies == 1
        assert "may well count" in reply.text
        assert "try again" not in reply.text
        reference = reply.text.split("reference ")[1][:6]
        assert reference in world.logbook.text

    async def test_a_fault_before_it_says_so_and_changes_nothing(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)

        async def fail(*_: object, **__: object) -> None:
            raise LookupError("a fault")

        monkeypatch.setattr(world.house, "act", fail)
        world.logbook.expect("something went wrong")
        reply = await player.act(hand.actions()[0], hand)
        assert "Please try again" in reply.text
        assert table.table.plies == 0

    @pytest.mark.parametrize("code", [10062, 10015, 50027])
    async def test_one_that_came_too_late_is_a_line_in_the_log(
        self, world: World, code: int
    ) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        world.promptness.may_be_unanswered = True
        refuse(world, *CALLBACK, code, times=None)
        await player.act(hand.actions()[0], hand)
        assert table.table.plies == 1
        told = [r for r in world.logbook.records if "too late for an answer" in r.getMessage()]
        assert [record.levelno for record in told] == [logging.INFO]
        assert not [r for r in world.logbook.records if r.levelno >= logging.WARNING]

    async def test_the_page_that_was_open_is_refreshed_all_the_same(self, world: World) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        world.promptness.may_be_unanswered = True
        refuse(world, *CALLBACK, 10062)
        await player.act(hand.actions()[0], hand)
        assert hand.actions() == []
        assert "Not your turn" in hand.text


class TestOpenHands:
    @pytest.mark.parametrize("code", [10015, 50027, 10008])
    async def test_a_dead_token_is_silent(self, world: World, code: int) -> None:
        table = await world.game(people=2)
        waiting = next(each for each in world.people(2) if each not in table.to_act())
        await waiting.hand(table)
        refuse(world, *HAND, code)
        player = table.to_act()[0]
        page = await player.hand(table)
        await player.act(page.actions()[0], page)
        assert not [r for r in world.logbook.records if r.levelno >= logging.WARNING]

    async def test_trouble_is_tried_again(self, world: World) -> None:
        table = await world.game(people=2)
        waiting = next(each for each in world.people(2) if each not in table.to_act())
        page = await waiting.hand(table)
        refuse(world, *HAND, 503, times=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        assert page.actions() == []
        await world.advance(5)
        assert page.actions()

    async def test_whoever_has_left_is_told_once_and_shown_no_more(
        self, world: World, bob: Member
    ) -> None:
        table = await world.game(people=3)
        page = await bob.hand(table)
        await bob.click(await leaving(bob), "Yes, leave the table")
        assert "You don't sit at this table any more" in page.text
        assert not page.buttons
        edits = len([each for each in world.weather.sent if each.path.endswith("/@original")])
        await world.wait_for_people(table)
        player = table.to_act()[0]
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        mine = [each for each in world.weather.sent if each.path.endswith("/@original")]
        assert "any more" in page.text
        assert len([each for each in mine[edits:] if "any more" in str(each.json)]) == 0


async def leaving(member: Member) -> Screen:
    """The question whether somebody really wants to leave."""
    return (await member.slash("leave")).screen


class TestOrder:
    async def test_an_older_refresh_never_stands_over_a_newer_page(self, world: World) -> None:
        """Alice's turn comes, and her page is being refreshed when she plays from it already."""
        table = await world.game(people=2, pace="none")
        first = table.to_act()[0]
        second = next(each for each in world.people(2) if each is not first)
        page = await second.hand(table)
        gate = asyncio.Event()
        on_its_way = hold_first(world, "/@original", gate)

        with world.env._bot_scope():
            playing = asyncio.get_running_loop().create_task(play_now(world, table, first))
        await asyncio.wait_for(on_its_way.wait(), 5)
        await playing
        await second.press_unseen(page, first_move(table, second))
        gate.set()
        await asyncio.sleep(0.05)
        await world.env.settle()

        assert page.actions() == [], "the page of the turn before"
        assert "Not your turn" in page.text


def first_move(table: TableView, member: Member) -> str:
    """The custom_id of a move that somebody can make."""
    seat = table.table.seat_of(member.id) or 0
    decision, action = table.state.decision(seat), table.state.legal_actions(seat)[0]
    return f"m:{table.id}:{seat}:{decision}:{action}"


async def play_now(world: World, table: TableView, member: Member) -> None:
    """Make somebody's first move, past Discord."""
    _, _, seat, decision, action = first_move(table, member).split(":")
    await world.house.act(table.id, member.id, int(seat), int(decision), action, 1)


def hold_first(world: World, path: str, gate: asyncio.Event) -> asyncio.Event:
    """Hold the first request to that path back, until the gate opens; set when it is there."""
    arrived = asyncio.Event()
    for sender in (world.env.bot.http, world.env._webhook_adapter):
        pass_on = sender.request

        async def request(route: Any, *args: Any, pass_on: Any = pass_on, **kwargs: Any) -> Any:
            if route.url.endswith(path) and not arrived.is_set():
                arrived.set()
                await world.env.external_wait(gate.wait(), reason="held back by the test")
            return await pass_on(route, *args, **kwargs)

        sender.request = request  # type: ignore[method-assign]
    return arrived


async def test_an_interaction_that_is_delivered_twice_counts_once(world: World) -> None:
    table: TableView = await world.play(players=4)
    alice = world.person("Alice")
    seen: list[object] = []
    state = world.client._connection
    parse = state.parse_interaction_create

    def twice(data: Any) -> None:
        seen.append(data)
        parse(data)
        parse(data)

    state.parsers["INTERACTION_CREATE"] = twice
    reply = await alice.click(table, "Add computer")
    assert len(seen) == 1
    assert len(table.table.seats) == 2
    assert reply.answered
    assert table.status is Status.LOBBY
