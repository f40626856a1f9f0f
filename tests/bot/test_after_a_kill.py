"""What a kill between two steps leaves half shown is shown whole after the start."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.table import Status
from tests.bot.test_lost_answers import hold_first
from tests.support.member import Member
from tests.support.mishaps import boards, refuse, sent
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World


@contextmanager
def killed_after_posting(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No message that the bot posts meanwhile is written down: it is killed before."""
    with monkeypatch.context() as dying:
        dying.setattr(world.house, "set_message", _killed)
        world.logbook.expect("something went wrong")
        yield


async def without_message_id(
    world: World, monkeypatch: pytest.MonkeyPatch, *, finds: bool = False, **options: int
) -> Screen:
    """Alice opens a table, and the bot is killed before it has written down its message.

    Unless it `finds` that by itself when it is started, it isn't allowed to look for it.
    """
    with killed_after_posting(world, monkeypatch):
        reply = await world.person("Alice").slash("play ninetynine", **options)
        if not finds:
            refuse(world, "GET", "/channels/*/messages", 50013)
        await world.restart_bot(away=1, crash=True)
    await world.advance(1)
    return reply.screens[0]


async def play_out(world: World, table: TableView) -> None:
    """Play to the end, past Discord."""
    while table.status is Status.PLAYING:
        seat = table.state.current_players()[0]
        user, decision = table.table.seats[seat].user_id or 0, table.state.decision(seat) or 0
        action = table.state.legal_actions(seat)[-1]
        await world.house.act(table.id, user, seat, decision, action, interaction_id=1)


class TestTheEnd:
    async def test_a_result_that_was_not_shown_is_shown_after_the_start(self, world: World) -> None:
        table = await world.game(people=2, chips=1, pace="none")
        hands = {member: (await member.slash("hand")).screen for member in world.people(2)}
        refuse(world, "PATCH", "/channels/*/messages/*", 503, times=None)
        while table.status is Status.PLAYING:
            player = table.to_act()[0]
            hand = (await player.slash("hand")).screen
            await player.act(hand.actions()[-1], hand)
        assert hands
        assert "🏆" not in table.text
        world.env.backend.faults.clear()

        await world.restart_bot(away=1, crash=True)
        await world.advance(5)
        await table.load()

        assert "🏆" in table.text
        assert await world.house.unsettled() == []

    async def test_a_message_that_was_on_its_way_at_the_end_is_not_its_result(
        self, world: World
    ) -> None:
        """The game ends while an edit from before that is under way; then the bot is killed."""
        table = await world.game(people=2, chips=1, pace="none")
        gate = asyncio.Event()
        on_its_way = hold_first(world, f"/messages/{table.screen.id}", gate)
        with world.env._bot_scope():
            playing = asyncio.get_running_loop().create_task(play_out(world, table))
        await asyncio.wait_for(on_its_way.wait(), 5)
        await playing
        assert table.status is Status.FINISHED
        next_one = hold_first(world, f"/messages/{table.screen.id}", asyncio.Event())
        gate.set()
        await asyncio.wait_for(next_one.wait(), 5)
        assert "🏆" not in table.text
        await world.restart_bot(away=1, crash=True)
        await world.advance(5)
        await table.load()
        assert "🏆" in table.text

    async def test_one_that_was_shown_is_left_alone(self, world: World, alice: Member) -> None:
        table = await world.play(players=3)
        await alice.click(table, "Cancel")
        assert await world.house.unsettled() == []
        before = len(world.weather.sent)
        await world.restart_bot(away=1, crash=True)
        await world.advance(5)
        assert not [each for each in world.weather.sent[before:] if "/messages/" in each.path]

    async def test_an_old_result_is_posted_anew_and_the_table_rests(self, world: World) -> None:
        table = await world.play(players=3)
        refuse(world, "PATCH", "/channels/*/messages/*", 503, times=None)
        await world.advance(16 * 60)
        assert table.status is Status.CANCELLED
        world.env.backend.faults.clear()
        await world.restart_bot(away=3 * 3600, crash=True)
        await world.advance(5)
        await table.load()
        assert "closed" in table.text
        assert await world.house.unsettled() == []

    async def test_it_is_written_down_once_and_not_for_every_change(self, world: World) -> None:
        table = await world.game(people=2, chips=1)
        written: list[int] = []
        settle = world.house.settle

        async def watch(table_id: int) -> None:
            written.append(table_id)
            await settle(table_id)

        world.house.settle = watch  # type: ignore[method-assign]
        while table.status is Status.PLAYING:
            assert written == []
            player = table.to_act()[0]
            hand = await player.hand(table)
            await player.act(hand.actions()[-1], hand)
        assert written == [table.id]


class TestAMessageNobodyHasWrittenDown:
    async def test_a_click_on_it_makes_it_the_tables_own(
        self, world: World, bob: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = await without_message_id(world, monkeypatch, players=3)
        posts = sent(world, "POST", "/messages")
        await bob.click(screen, "Join")
        (opened,) = world.tables_in_memory()
        table = TableView(world, opened.id)
        assert table.screen.id == screen.id
        assert "Bob" in screen.text
        assert sent(world, "POST", "/messages") == posts
        assert len(boards(world, table)) == 1

    async def test_opening_ones_hand_does_too(
        self, world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = await without_message_id(world, monkeypatch, players=3)
        await alice.press_unseen(screen, screen.button("Join").custom_id.replace("join", "hand"))
        (opened,) = world.tables_in_memory()
        assert opened.message_id == screen.id

    async def test_without_a_click_the_lobby_closes_and_nobody_is_bound(
        self, world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await without_message_id(world, monkeypatch, players=3)
        await world.advance(16 * 60)
        assert await world.house.tables_of(world.guild.id, alice.id) == []

    async def test_once_another_is_posted_it_leads_there(
        self, world: World, alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = await without_message_id(world, monkeypatch, players=3)
        await alice.slash("table show")
        await bob.click(screen, "Join")
        (opened,) = world.tables_in_memory()
        table = TableView(world, opened.id)
        assert [each.id for each in boards(world, table)] == [table.screen.id]
        assert "Bob" in table.text
        assert str(table.screen.id) in screen.text


class TestWhatIsFoundAfterAStart:
    """Messages that let people play, and of which nothing is written down."""

    async def test_a_lobbys_message_becomes_its_own(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = await without_message_id(world, monkeypatch, finds=True, players=3)
        (opened,) = world.tables_in_memory()
        assert opened.message_id == screen.id
        await world.advance(16 * 60)
        assert "closed" in screen.text

    async def test_one_of_a_table_that_has_ended_meanwhile_does_too(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first search was refused, and the table's other message has told its end."""
        screen = await without_message_id(world, monkeypatch, players=3)
        await world.advance(16 * 60)
        assert await world.house.unsettled() == []
        assert "Join" in screen.labels
        await world.restart_bot(away=1, crash=True)
        await world.advance(1)
        assert "Join" not in screen.labels

    async def test_the_search_is_tried_again_while_discord_is_in_trouble(
        self, world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.play(players=3)
        with killed_after_posting(world, monkeypatch):
            await alice.slash("table show")
            refuse(world, "GET", "/channels/*/messages", 503, times=3)
            await world.restart_bot(away=1, crash=True)
        await world.advance(1)
        assert len(boards(world, table)) == 2
        await world.advance(60)
        assert len(boards(world, table)) == 1

    async def test_what_is_over_is_not_played_again_for_the_search(self, world: World) -> None:
        table = await world.game(people=2, chips=1, pace="none")
        await play_out(world, table)
        await world.advance(5)
        await world.restart_bot(away=1)
        await world.advance(5)
        assert world.tables_in_memory() == []

    async def test_a_second_message_becomes_a_line(
        self, world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It was just moved down when the bot was killed."""
        table = await world.play(players=3)
        with killed_after_posting(world, monkeypatch):
            await alice.slash("table show")
            assert len(boards(world, table)) == 2
            await world.restart_bot(away=1, crash=True)
        await world.advance(1)
        assert len(boards(world, table)) == 1
        await world.person("Bob").click(table, "Join")
        assert len(boards(world, table)) == 1

    async def test_one_that_was_not_reduced_is(self, world: World, alice: Member) -> None:
        table = await world.play(players=3)
        refuse(world, "PATCH", "/channels/*/messages/*", 503)
        await alice.slash("table show")
        assert len(boards(world, table)) == 2
        world.env.backend.faults.clear()
        await world.restart_bot(away=1, crash=True)
        await world.advance(1)
        await table.load()
        assert [each.id for each in boards(world, table)] == [table.screen.id]

    async def test_it_is_tried_again_without_a_start(self, world: World, alice: Member) -> None:
        table = await world.play(players=3)
        refuse(world, "PATCH", "/channels/*/messages/*", 50013, times=2)
        await alice.slash("table show")
        assert len(boards(world, table)) == 2
        await world.advance(1)
        assert len(boards(world, table)) == 2
        await world.advance(3)
        assert len(boards(world, table)) == 1


async def _killed(*_: object) -> None:
    raise RuntimeError("killed")


async def test_a_move_that_was_written_is_shown_without_anybodys_click(world: World) -> None:
    table = await world.game(people=2, pace="none")
    refuse(world, "PATCH", "/channels/*/messages/*", 503, times=None)
    player = table.to_act()[0]
    hand = (await player.slash("hand")).screen
    await player.act(hand.actions()[0], hand)
    before = table.text
    world.env.backend.faults.clear()
    await world.restart_bot(away=1, crash=True)
    await world.advance(1)
    await table.load()
    assert table.text != before
