"""`/privacy`: looking at it, having one's data handed out, and deleting them by typing a word."""

import json
from typing import Any

import pytest

from bot.commands.privacy import packed
from engine.house.housekeeping import FIRST
from engine.store import SettingChangeRow, StoreError
from engine.store.retention import REMOVED_KEPT
from engine.table import Status
from tests.engine.store.people import contents, mentions
from tests.support.member import Member, Reply
from tests.support.mishaps import permit
from tests.support.world import World

HERE, EVERYWHERE = "DELETE HERE", "DELETE EVERYWHERE"


async def traces(world: World, *of: Any) -> set[tuple[str, str]]:
    return mentions(await contents(world.settings.database_url), *of)


async def form(member: Member, label: str = "Delete: this server") -> Reply:
    """Open the form in which a deletion is confirmed."""
    page = (await member.slash("privacy")).screen
    return await member.click(page, label)


async def delete(member: Member, label: str = "Delete: this server", word: str = HERE) -> Reply:
    return await member.submit(await form(member, label), typed=word)


async def test_it_says_what_is_stored_to_oneself_alone(world, alice):
    reply = await alice.slash("privacy")
    assert reply.private
    for word in ("your id and name", "chips", "30 days", "a former player"):
        assert word in reply.text
    assert reply.screen.labels == ["Export", "Delete: this server", "Delete: everywhere"]


async def test_asking_stores_nothing(world, alice):
    await alice.click((await alice.slash("privacy")).screen, "Export")
    await delete(alice)
    assert await traces(world, alice.id) == set()


class TestExport:
    async def test_a_file_that_may_not_be_sent(self, world, alice):
        await permit(world, attach_files=False)
        reply = await alice.click((await alice.slash("privacy")).screen, "Export")
        assert reply.private
        assert "I lack the permission **Attach Files** in this channel." in reply.text

    async def test_a_file_with_the_persons_own_rows_and_no_other(self, world, alice, bob):
        table = await world.game(people=2)
        mover = table.to_act()[0]
        await mover.act((await mover.hand()).actions()[0])
        page = (await alice.slash("privacy")).screen

        reply = await alice.click(page, "Export")

        assert reply.private
        exported = file_of(world, reply)
        data = json.loads(exported)
        (server,) = data["servers"]
        assert (data["user_id"], server["guild_id"]) == (str(alice.id), str(world.guild.id))
        assert [seat["name"] for seat in server["seats"]] == ["Alice"]
        assert len(server.get("plays", ())) == (mover is alice)
        for secret in (str(bob.id), "Bob", "seed", "options"):
            assert secret not in exported

    def test_what_is_too_large_is_compressed_then_cut(self):
        plays = [{"ply": number, "action": str(hash(number))} for number in range(2000)]
        data = {"servers": [{"guild_id": "1", "plays": plays, "seats": [1]}]}
        whole, complete = packed(data, 10**6)
        assert (json.loads(whole.content), complete) == (data, True)
        small, complete = packed(data, len(whole.content) - 1)
        assert (small.name, complete) == ("cardroom.json.gz", True)
        least, complete = packed(data, len(small.content) - 1)
        assert not complete
        assert len(least.content) < 200


def file_of(world: World, reply: Reply) -> str:
    """What stands in the file that came with an answer."""
    (attachment,) = reply.screen._message.attachments
    url = attachment["url"] if isinstance(attachment, dict) else attachment.url
    blobs: dict[str, bytes] = world.env.backend.cdn._blobs
    return blobs[url].decode()


class TestDeleting:
    async def test_the_word_deletes_and_the_game_goes_on(self, world, alice, bob):
        table = await world.game(people=2, computers=1)
        hand = await alice.hand()

        reply = await delete(alice)

        assert "Done" in reply.text
        assert reply.private
        assert await traces(world, alice.id, "Alice") == set()
        assert "a former player" in table.screen.text
        assert "Alice" not in table.screen.text
        assert table.status is Status.PLAYING
        old = await alice.press_unseen(hand, f"m:{table.id}:0:0:KS")
        assert "don't sit" in old.text
        assert await traces(world, alice.id, "Alice") == set()

    @pytest.mark.parametrize(
        "typed", ["", "delete here", "DELETE  HERE", "DELETE", EVERYWHERE, "Yes", "*"]
    )
    async def test_any_other_word_deletes_nothing(self, world, alice, typed):
        table = await world.game(people=2)
        reply = await delete(alice, word=typed)
        assert "Nothing was deleted" in reply.text
        assert HERE in reply.text
        assert "Alice" in table.screen.text
        assert await traces(world, alice.id) != set()

    async def test_a_blank_that_a_phone_adds_does_no_harm(self, world, alice):
        await world.game(people=2)
        assert "Done" in (await delete(alice, word=f" {HERE} ")).text

    async def test_everywhere_takes_its_own_word(self, world, alice):
        await world.game(people=2)
        refused = await delete(alice, "Delete: everywhere", HERE)
        assert "Nothing was deleted" in refused.text
        reply = await delete(alice, "Delete: everywhere", EVERYWHERE)
        assert "Nothing that I store" in reply.text
        assert await traces(world, alice.id, "Alice") == set()

    async def test_a_form_sent_twice_is_done_once(self, world, alice):
        await world.game(people=2)
        opened = await form(alice)
        await alice.submit(opened, typed=HERE)
        again = await delete(alice)
        assert "Done" in again.text
        assert await traces(world, alice.id) == set()

    async def test_nobody_deletes_another_by_a_forged_button(self, world, alice, bob):
        table = await world.game(people=2)
        for forged in (f"pv:here:{bob.id}", f"pv:erase:{bob.id}", "pv:erase:here"):
            reply = await alice.press_unseen(table.screen, forged)
            assert reply.answered
        assert await traces(world, bob.id) != set()
        assert await traces(world, alice.id) != set()

    async def test_in_a_lobby_the_seat_is_free_and_the_next_one_hosts(self, world, alice, bob):
        table = await world.play("ninetynine", players=3)
        await bob.click(table, "Join")
        await delete(alice)
        assert "Alice" not in table.screen.text
        reply = await bob.click(table, "Start")
        assert reply.answered
        assert table.status is Status.PLAYING

    async def test_who_plays_again_is_somebody_new(self, world, alice):
        await world.game(people=2)
        await delete(alice)
        await world.play("ninetynine", players=3)
        assert await traces(world, alice.id) != set()

    async def test_after_a_restart_an_old_form_still_works(self, world, alice):
        await world.game(people=2)
        opened = await form(alice)
        await world.restart_bot()
        assert "Done" in (await alice.submit(opened, typed=HERE)).text
        assert await traces(world, alice.id) == set()

    async def test_clicks_and_the_confirmation_in_the_same_moment(self, world, alice, bob, carol):
        """Whatever wins, afterwards nothing of Alice's is left but what she did after it."""
        await world.game(people=2)
        lobby = await world.play("ninetynine", host=carol, players=4)
        opened = await form(alice)
        world.weather.delay = 0.01
        await world.together(
            alice.click(lobby, "Join"),
            alice.submit(opened, typed=HERE),
            bob.click(lobby, "Join"),
        )
        world.weather.delay = 0.0
        assert await traces(world, alice.id, "Alice") == set()
        assert "Alice" not in lobby.screen.text
        assert "Bob" in lobby.screen.text

    async def test_trouble_with_the_database_is_said(self, world, alice, monkeypatch):
        await world.game(people=2)
        opened = await form(alice)
        world.logbook.expect("database trouble")

        async def fail(*_: Any, **__: Any) -> None:
            raise StoreError("the disk is on fire")

        monkeypatch.setattr(world.house.store, "change_table", fail)
        reply = await alice.submit(opened, typed=HERE)
        assert "within the hour" in reply.text
        monkeypatch.undo()
        await world.advance(3700)
        assert await traces(world, alice.id) == set()


class TestServers:
    async def test_a_server_that_the_bot_is_removed_from_is_forgotten_after_thirty_days(
        self, world, alice
    ):
        table = await world.game(people=2)
        world.env.backend.remove_guild(world.guild.id)
        await world.env.settle()
        assert table.status is Status.CANCELLED
        assert (await world.house.store.keeping.known_servers())[world.guild.id] is not None

        await world.restart_bot(away=REMOVED_KEPT + 1)
        await world.advance(FIRST)

        assert await world.house.store.keeping.known_servers() == {}
        assert await traces(world, alice.id, "Alice") == set()

    async def test_an_outage_is_no_removal(self, world, alice):
        table = await world.game(people=2)
        gateway = world.client._connection
        gateway.parse_guild_delete({"id": str(world.guild.id), "unavailable": True})
        await world.env.settle()
        await world.house.take_stock()
        assert (await world.house.store.keeping.known_servers())[world.guild.id] is None
        assert table.status is Status.PLAYING

    async def test_what_happened_while_the_bot_was_away_is_noticed(self, world, alice):
        await world.game(people=2)
        store, elsewhere = world.house.store, 42 << 22
        change = SettingChangeRow(
            guild_id=elsewhere, at=1.0, user_id=1, name="x", setting="pace", old=None, new="slow"
        )
        await store.change_settings(elsewhere, lambda _: ({}, [change]))
        await store.keeping.server_left(world.guild.id, 1.0)

        await world.restart_bot()

        servers = await world.house.store.keeping.known_servers()
        assert servers[world.guild.id] is None, "the bot is there"
        assert servers[elsewhere] is not None
