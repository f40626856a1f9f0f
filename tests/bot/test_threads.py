"""Tables in threads of their own, where a server wants that."""

import asyncio

import pytest

from engine.table import Person, Status
from tests.support.member import Member
from tests.support.mishaps import boards, delete_channel, permit, refuse, sent, set_thread
from tests.support.playing import play_on
from tests.support.screen import Button, Screen
from tests.support.tables import TableView
from tests.support.weather import Sent
from tests.support.world import World


@pytest.fixture(autouse=True)
async def threads(world: World) -> None:
    """The server wants threads. The simulator lets only those archive one who manage channels."""
    await want_threads(world, wanted=True)
    await permit(world, manage_channels=True, create_public_threads=True)


async def want_threads(world: World, *, wanted: bool) -> None:
    await world.house.change_settings(world.guild.id, Person(1, "Admin"), threads=wanted)


def starter(world: World, table: TableView) -> Screen:
    """The message of which the table's thread was made."""
    return Screen(world.env, world.channel.id, table.table.channel_id)


def thread_of(world: World, table: TableView):
    return world.env.backend.channels[table.table.channel_id]


async def move(table: TableView) -> Screen:
    """Whoever is on turn plays from `/hand`."""
    player = table.to_act()[0]
    hand = (await player.slash("hand")).screen
    return (await player.act(hand.actions()[0], hand)).screen


async def test_a_game_that_starts_goes_into_a_thread(world: World, alice: Member) -> None:
    table = await world.play(players=2)
    lobby = table.screen
    assert lobby.channel_id == world.channel.id
    await world.person("Bob").click(table, "Join")

    thread = thread_of(world, table)
    assert (thread.id, thread.parent_id) == (lobby.id, world.channel.id)
    assert thread.name == f"Ninety-Nine, table {table.id}"
    assert thread.thread_metadata.auto_archive_duration == 1440
    assert table.table.parent_id == world.channel.id
    assert "Waiting for" in table.text
    assert not lobby.buttons
    assert str(table.screen.id) in lobby.text
    assert [screen.id for screen in boards(world, table)] == [table.screen.id]


async def test_a_table_that_computers_fill_at_once_does_too(world: World) -> None:
    await world.people(1)[0].slash("play ninetynine", players=3, computers=2)
    (opened,) = world.tables_in_memory()
    table = TableView(world, opened.id)
    assert table.table.parent_id == world.channel.id
    assert len(boards(world, table)) == 1


async def test_the_thread_is_archived_after_the_result(world: World) -> None:
    table = await world.game(people=2, chips=1)
    thread = thread_of(world, table)
    await play_on(world, table)
    assert table.status is Status.FINISHED
    assert "🏆" in table.text
    assert thread.thread_metadata.archived
    assert not thread.thread_metadata.locked
    assert await world.house.unsettled() == []
    # and the channel hears of it
    winner = table.table.seats[table.state.winners()[0]].name
    link = f"/{table.table.channel_id}/{table.screen.id}"
    assert f"is over: **\u2068{winner}\u2069** won. https://" in starter(world, table).text
    assert starter(world, table).text.endswith(link)


async def test_no_thread_where_the_server_wants_none(world: World) -> None:
    await want_threads(world, wanted=False)
    table = await world.game(people=2)
    assert table.table.channel_id == world.channel.id
    assert sent(world, "POST", "/threads") == 0


async def test_a_table_opened_in_a_thread_stays_there(world: World, alice: Member) -> None:
    own = world.env.backend.create_thread(world.channel.id, "our games", alice.id)
    await world.env.settle()
    place = world.channel.threads[0]
    table = world.table_of(await alice.slash("play ninetynine", channel=place, players=3,
                                             computers=2))  # fmt: skip
    assert table.table.channel_id == own.id
    assert table.table.parent_id is None


class TestWithoutPermission:
    async def test_it_is_played_in_the_channel_and_the_host_is_told_once(
        self, world: World, alice: Member, bob: Member
    ) -> None:
        await permit(world, create_public_threads=False)
        table = await world.game(people=2)
        assert table.table.channel_id == world.channel.id
        assert sent(world, "POST", "/threads") == 0
        missing = "I lack the permission **Create Public Threads**"
        assert missing not in (await bob.hand(table)).text
        assert missing in (await alice.hand(table)).text
        assert missing not in (await alice.hand(table)).text

    async def test_no_empty_thread_is_left_where_nothing_may_be_sent_in_it(
        self, world: World, alice: Member
    ) -> None:
        await permit(world, create_public_threads=True, send_messages_in_threads=False)
        table = await world.game(people=2)
        assert not world.channel.threads
        assert "**Send Messages in Threads**" in (await alice.hand(table)).text

    async def test_a_refusal_that_could_not_be_foreseen(self, world: World, alice: Member) -> None:
        refuse(world, "POST", "/channels/*/messages/*/threads", 50013)
        table = await world.game(people=2)
        assert table.table.channel_id == world.channel.id
        assert "Waiting for" in table.text
        assert "**Create Public Threads**" in (await alice.hand(table)).text


class TestAThreadThatIsGoneOrShutAtOnce:
    @pytest.mark.parametrize("code", [10003, 50083, 160005])
    async def test_the_game_stays_in_the_channel_and_other_tables_are_left_alone(
        self, world: World, bob: Member, code: int
    ) -> None:
        other = await world.play(players=3)
        table = await world.play(players=2)
        refuse(world, "POST", f"/channels/{table.screen.id}/messages", code, times=None)
        await bob.click(table, "Join")
        assert other.status is Status.LOBBY
        assert table.status is Status.PLAYING
        assert table.table.parent_id is None
        assert "Waiting for" in table.text
        before = table.text
        await move(table)
        assert table.text != before
        # one that is unlocked is gone into after all
        world.env.backend.faults.clear()
        await move(table)
        assert (table.table.parent_id is not None) == (code != 10003)


class TestLostAnswers:
    async def test_a_thread_whose_making_was_not_heard_of_is_taken(self, world: World) -> None:
        world.weather.lose_reply("POST", "/channels/*/messages/*/threads")
        table = await world.play(players=2)
        seen: list[str] = []

        def refuse_the_second(each: Sent) -> None:
            if each.path.endswith("/threads"):
                seen.append(each.path)
                if len(seen) == 2:
                    fault = {"method": "POST", "path": "*/threads", "status": 400, "code": 160004}
                    world.env.backend.faults.append({**fault, "message": "again", "times": 1})

        world.weather.observers.append(refuse_the_second)
        await world.person("Bob").click(table, "Join")
        await world.advance(5)
        assert len(world.channel.threads) == 1
        assert table.table.channel_id == world.channel.threads[0].id
        assert len(boards(world, table)) == 1

    async def test_a_kill_before_it_was_written_down(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.play(players=2)

        async def killed(*_: object, **__: object) -> None:
            raise RuntimeError("killed")

        monkeypatch.setattr(world.house, "move", killed)
        world.logbook.expect("could not be brought up to date")
        await world.person("Bob").click(table, "Join")
        assert table.table.channel_id == world.channel.id
        monkeypatch.undo()
        await world.restart_bot(away=1, crash=True)
        refuse(world, "POST", "/channels/*/messages/*/threads", 160004)
        await world.advance(2)
        await table.load()
        assert table.table.parent_id == world.channel.id
        assert len(world.channel.threads) == 1


class TestAsleep:
    async def test_a_thread_that_sleeps_is_woken_by_the_next_change(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        await set_thread(world, table.table.channel_id, archived=True)
        refuse(world, "PATCH", "/channels/*/messages/*", 50083)
        before = table.text
        await move(table)
        assert table.text != before
        assert not thread_of(world, table).thread_metadata.archived
        assert not table.table.on_hold


class TestLocked:
    @pytest.fixture
    async def table(self, world: World) -> TableView:
        return await world.game(people=2)

    def told(self, world: World) -> list[str]:
        return [each.text for each in world.public_screens() if "thread is locked" in each.text]

    async def test_the_game_waits_and_the_channel_above_is_told_once(
        self, world: World, table: TableView
    ) -> None:
        await set_thread(world, table.table.channel_id, locked=True, archived=True)
        assert table.table.on_hold
        assert len(self.told(world)) == 1
        assert f"table {table.id}" in self.told(world)[0]
        await world.advance(300)
        assert table.table.plies == 0
        assert len(self.told(world)) == 1

    async def test_it_is_noticed_by_an_edit_that_is_refused(
        self, world: World, table: TableView
    ) -> None:
        refuse(world, "PATCH", "/channels/*/messages/*", 50083, times=None)
        refuse(world, "PATCH", f"/channels/{table.table.channel_id}", 50013, times=None)
        await world.advance(61)  # the clock plays
        assert table.table.on_hold
        plies = table.table.plies
        await world.advance(600)
        assert table.table.plies == plies
        assert len(self.told(world)) == 1

    async def test_hands_still_open_and_say_why_nobody_plays(
        self, world: World, table: TableView
    ) -> None:
        await set_thread(world, table.table.channel_id, locked=True)
        reply = await table.to_act()[0].slash("hand")
        assert "thread is unlocked" in reply.text

    async def test_it_goes_on_when_the_thread_is_unlocked(
        self, world: World, table: TableView
    ) -> None:
        await set_thread(world, table.table.channel_id, locked=True)
        await world.advance(50)
        await set_thread(world, table.table.channel_id, locked=False)
        assert not table.table.on_hold
        assert "time is up" in table.text
        await world.advance(59)
        assert table.table.plies == 0, "the whole time anew"

    async def test_an_unlocking_that_nobody_told_of_is_noticed_at_the_next_change(
        self, world: World, table: TableView
    ) -> None:
        refuse(world, "PATCH", "/channels/*/messages/*", 160005, times=None)
        await world.advance(61)
        assert table.table.on_hold
        world.env.backend.faults.clear()
        await world.advance(61)
        with world.env._bot_scope():
            world.client.desk.publisher.changed(table.table)
        await world.env.settle()
        assert not table.table.on_hold

    @pytest.mark.parametrize("crash", [False, True])
    async def test_an_unlocking_while_the_bot_was_away_is_noticed_however_old_the_message(
        self, world: World, table: TableView, crash: bool
    ) -> None:
        await set_thread(world, table.table.channel_id, locked=True)
        await world.advance(2 * 3600)
        thread_of(world, table).thread_metadata.locked = False  # with nobody there to be told
        await world.restart_bot(away=60, crash=crash)
        await world.advance(5)
        await table.load()
        assert not table.table.on_hold
        assert "time is up" in table.text
        assert len(boards(world, table)) == 1

    async def test_whoever_looks_for_the_table_has_it_go_on(
        self, world: World, table: TableView, alice: Member
    ) -> None:
        await set_thread(world, table.table.channel_id, locked=True)
        thread_of(world, table).thread_metadata.locked = False
        await alice.slash("table show", channel=world.channel.threads[0])
        assert not table.table.on_hold
        assert "time is up" in table.text

    async def test_two_who_notice_it_at_once_tell_it_once(
        self, world: World, table: TableView
    ) -> None:
        thread_of(world, table).thread_metadata.locked = True
        publisher = world.client.desk.publisher
        text = publisher.text(world.guild.id)
        with world.env._bot_scope():
            await asyncio.gather(*(publisher._threads.hold(table.table, text) for _ in range(2)))
        await world.env.settle()
        assert table.table.held
        assert len(self.told(world)) == 1

    async def test_a_move_is_refused_without_a_word_of_a_button_that_there_is_not(
        self, world: World, table: TableView
    ) -> None:
        player = table.to_act()[0]
        hand = (await player.slash("hand")).screen
        button = dict(hand.moves())[hand.actions()[0]]
        assert isinstance(button, Button)
        await set_thread(world, table.table.channel_id, locked=True)
        reply = await player.press_unseen(hand, button.custom_id)
        assert "The table's thread is locked, so nothing was changed." in reply.text
        assert "Go on" not in reply.text

    async def test_a_lobby_or_a_table_that_people_have_paused_says_nothing(
        self, world: World, table: TableView
    ) -> None:
        for person in world.people(2):
            await world.house.ask_pause(table.id, person.id)
        await world.env.settle()
        await set_thread(world, table.table.channel_id, locked=True)
        assert self.told(world) == []


class TestDeleted:
    async def test_a_thread_that_is_deleted_ends_its_table_and_the_channel_is_told(
        self, world: World, alice: Member
    ) -> None:
        table = await world.game(people=2)
        first = starter(world, table)
        await delete_channel(world, table.table.channel_id)
        assert table.status is Status.CANCELLED
        assert "closed" in first.text
        assert table.screen.id == first.id
        assert await world.house.tables_of(world.guild.id, alice.id) == []

    async def test_the_channel_above_is_deleted(self, world: World) -> None:
        table = await world.game(people=2)
        await delete_channel(world)
        assert table.status is Status.CANCELLED
