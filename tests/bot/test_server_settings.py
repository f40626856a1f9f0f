"""`/settings`: pages for those who manage the server, and for nobody else, at every click."""

from dataclasses import replace
from functools import partial

import pytest
import simcord

from bot.choices.pages import change_line
from bot.text import ENGLISH
from engine.settings import GuildSettings
from engine.store import StoreError
from tests.support.member import Member
from tests.support.roles import grant, revoke
from tests.support.screen import Screen
from tests.support.world import World

ONLY_MANAGERS = "only by people who have the permission"


@pytest.fixture
async def admin(world: World) -> Member:
    """Alice manages the server."""
    alice = world.person("Alice")
    await grant(world, alice, manage_guild=True)
    return alice


def settings(world: World) -> GuildSettings:
    return world.house.known_settings(world.guild.id)


async def stored(world: World) -> dict:
    return await world.house.store.guild_settings(world.guild.id)


async def opened(admin: Member) -> Screen:
    reply = await admin.slash("settings")
    assert reply.private
    return reply.screen


async def page_of(admin: Member, name: str) -> Screen:
    """The page of one setting, chosen in the menu."""
    screen = await opened(admin)
    await admin.choose(screen, [name])
    return screen


async def type_in(admin: Member, name: str, typed: str):
    screen = await page_of(admin, name)
    form = await admin.click(screen, "Change…")
    return await admin.submit(form, typed=typed)


def value(screen: Screen, title: str) -> str:
    """What the page of all settings says about one."""
    (line,) = [each for each in screen.text.splitlines() if each.startswith(f"- **{title}**: ")]
    return line.partition("**: ")[2]


async def choose_channels(admin: Member, screen: Screen, *channels: simcord.ChannelHandle):
    await admin.actor.select(screen.response, list(channels), custom_id="set:set:channels")


async def last_changes(admin: Member) -> list[str]:
    """Who changed what, newest first, without the times."""
    screen = await opened(admin)
    await admin.click(screen, "Last changes")
    lines = [line for line in screen.text.splitlines() if line.startswith("- <t:")]
    return [line.partition(" · ")[2] for line in lines]


class TestThePage:
    async def test_it_says_every_setting_in_words_to_its_reader_alone(self, world, admin):
        screen = await opened(admin)

        assert screen.private
        assert "Settings of \u2068Card Room\u2069" in screen.text
        assert [value(screen, title) for title in (
            "Channels", "Usual pace", "Stakes", "Usual stake", "Threads", "Turn bells",
            "Public language", "Tables for each person", "Tables at a time", "Closing",
        )] == [
            "everywhere", "live: a minute or two a turn, as the game needs", "allowed",
            "10 chips", "off: games stay in the channel", "on", "as in Discord", "at most 3",
            "at most 20", "after 24 hours paused or without people",
        ]  # fmt: skip
        assert value(screen, "Time zone").startswith("UTC; it is ")

    async def test_its_menu_names_what_can_be_changed_and_how_it_stands(self, world, admin):
        screen = await opened(admin)
        (menu,) = screen.menus
        assert {option.value for option in menu.options} == set(GuildSettings.__dataclass_fields__)

        for option in menu.options:
            await admin.choose(screen, [option.value])
            assert screen.text.startswith(f"## {option.label}\n")
            assert "Now: " in screen.text
            await admin.click(screen, "Back")
        assert screen.text == (await opened(admin)).text
        assert screen.menus[0].custom_id != menu.custom_id, "else it shows what was chosen last"

    async def test_turning_something_off_and_on(self, world, admin):
        for name, title, off, on in (
            ("bells", "Turn bells", "off", "on"),
            ("stakes", "Stakes", "off: friendly games only", "allowed"),
            ("threads", "Threads", "off: games stay in the channel",
             "on: each game in a thread of its own"),
        ):  # fmt: skip
            for label, words, wanted in (("Turn on", on, True), ("Turn off", off, False)):
                screen = await page_of(admin, name)
                if screen.button(label).disabled:
                    continue
                await admin.click(screen, label)
                assert value(screen, title) == words
                assert getattr(settings(world), name) is wanted
                assert f"Changed. **{title}**: " in screen.text

    async def test_the_pace_is_chosen_in_a_menu(self, world, admin):
        screen = await page_of(admin, "pace")
        await admin.choose(screen, ["slow"])

        assert settings(world).pace == "slow"
        assert value(screen, "Usual pace") == "slow: a day a turn"
        assert "live: a minute or two a turn, as the game needs → slow: a day a turn" in screen.text

    @pytest.mark.parametrize(
        ("name", "title", "typed", "kept", "words"),
        [
            ("stake", "Usual stake", " 25 ", 25, "25 chips"),
            ("stake", "Usual stake", "0", 0, "0: a friendly game"),
            ("stake", "Usual stake", "1000", 1000, "1000 chips"),
            ("tables_per_person", "Tables for each person", "1", 1, "at most one"),
            ("tables_per_server", "Tables at a time", "200", 200, "at most 200"),
            ("away_hours", "Closing", "1", 1, "after an hour"),
            ("timezone", "Time zone", "Europe/Berlin", "Europe/Berlin", "Europe/Berlin; it is "),
            (
                "timezone",
                "Time zone",
                " new york",
                "America/New_York",
                "America/New\\_York; it is ",
            ),
        ],
    )
    async def test_what_is_typed_is_set(self, world, admin, name, title, typed, kept, words):
        reply = await type_in(admin, name, typed)

        assert getattr(settings(world), name) == kept
        assert value(reply.screen, title).startswith(words)

    @pytest.mark.parametrize(
        ("name", "typed", "reason"),
        [
            ("stake", "-5", "a number from 0 to 1000"),
            ("stake", "1000000000000000000", "a number from 0 to 1000"),
            ("stake", "3.5", "a number from 0 to 1000"),
            ("stake", "", "a number from 0 to 1000"),
            ("tables_per_person", "0", "a number from 1 to 25"),
            ("tables_per_server", "many", "a number from 1 to 200"),
            ("away_hours", "²", "a number from 1 to 336"),
            ("timezone", "Mars/Phobos", "such as UTC, Europe/London"),
            ("timezone", "", "such as UTC, Europe/London"),
            ("timezone", "../etc/passwd", "such as UTC, Europe/London"),
            ("timezone", "EST5EDT;x", "such as "),
            ("timezone", "Europe/Berln", "such as Europe/Berlin"),
            ("timezone", "@everyone `x", "such as UTC"),
        ],
    )
    async def test_what_cannot_be_is_said_with_what_can(self, world, admin, name, typed, reason):
        before = settings(world)
        reply = await type_in(admin, name, typed)

        assert reason in reply.text
        assert "Nothing was changed." in reply.text
        assert "@everyone" not in reply.text
        assert settings(world) == before
        assert await stored(world) == {}
        assert await last_changes(admin) == []

    async def test_the_form_shows_what_is_set(self, world, admin):
        form = await admin.click(await page_of(admin, "away_hours"), "Change…")
        (field,) = form.result.modal["components"]
        assert field["component"]["value"] == "24"

    async def test_the_same_value_again_is_no_change(self, world, admin):
        await type_in(admin, "stake", "5")
        reply = await type_in(admin, "stake", "5")

        assert "That is so already; nothing was changed." in reply.text
        assert len(await last_changes(admin)) == 1

    async def test_a_city_can_be_named_with_the_command(self, world, admin):
        offered = await admin.actor.autocomplete(world.channel, "settings", "timezone", "tok")
        assert offered[0]["value"] == "Asia/Tokyo"

        reply = await admin.slash("settings", timezone="tokyo")
        assert settings(world).timezone == "Asia/Tokyo"
        assert value(reply.screen, "Time zone").startswith("Asia/Tokyo; it is ")

        reply = await admin.slash("settings", timezone="Atlantis")
        assert reply.private
        assert "I don't know the time zone “Atlantis”" in reply.text
        assert settings(world).timezone == "Asia/Tokyo"


class TestChannels:
    async def test_some_are_chosen_and_everywhere_again(self, world, admin):
        quiet, loud = (world.guild.create_text_channel(name) for name in ("quiet", "loud"))
        screen = await page_of(admin, "channels")
        assert screen.button("Everywhere").disabled

        await choose_channels(admin, screen, quiet, loud)

        assert settings(world).channels == (quiet.id, loud.id)
        assert value(screen, "Channels") == f"<#{quiet.id}>, <#{loud.id}>"

        screen = await page_of(admin, "channels")
        (menu,) = [part for part in screen.components if part["type"] == 8]
        assert [int(each["id"]) for each in menu["default_values"]] == [quiet.id, loud.id]
        await admin.click(screen, "Everywhere")
        assert settings(world).channels == ()

    async def test_only_channels_of_this_server_where_people_write(self, world, admin):
        other = world.env.create_guild("Elsewhere").create_text_channel("other")
        category = world.guild.create_category("Games")
        screen = await page_of(admin, "channels")

        for values in ([other.id], [category.id], [world.channel.id, other.id], [5], ["x"], []):
            reply = await admin.choose_unseen(screen, "set:set:channels", [str(v) for v in values])
            assert "Choose channels of this server" in reply.text
        assert await stored(world) == {}

    async def test_one_that_is_deleted_later_is_named_as_gone(self, world, admin):
        quiet, loud = (world.guild.create_text_channel(name) for name in ("quiet", "loud"))
        await choose_channels(admin, await page_of(admin, "channels"), quiet, loud)

        world.env.backend.delete_channel(quiet.id)
        await world.env.settle()
        assert "One of them doesn't exist any more." in (await opened(admin)).text
        world.env.backend.delete_channel(loud.id)
        await world.env.settle()

        assert "nobody can open a table: choose others" in (await opened(admin)).text
        screen = await page_of(admin, "channels")  # Discord takes no channel that isn't there
        await choose_channels(admin, screen, world.channel)
        assert settings(world).channels == (world.channel.id,)


class TestWhoMay:
    async def test_the_command_is_hidden_from_others(self, world, admin, bob):
        with pytest.raises(simcord.SetupError, match="not visible"):
            await bob.slash("settings")

    async def test_an_administrator_may(self, world, bob):
        await grant(world, bob, administrator=True)
        await bob.click(await page_of(bob, "bells"), "Turn off")
        assert not settings(world).bells

    async def test_who_was_let_in_by_the_server_alone_is_refused(self, world, bob):
        (command,) = [
            each for each in await world.client.tree.fetch_commands() if each.name == "settings"
        ]
        world.guild.set_command_permissions(command, {bob.actor: True})

        for options in ({}, {"timezone": "Asia/Tokyo"}):
            reply = await bob.slash("settings", **options)
            assert reply.private
            assert ONLY_MANAGERS in reply.text
        assert await stored(world) == {}

    async def test_rights_lost_between_the_page_and_the_click(self, world, admin, bob):
        pages = {name: await page_of(admin, name) for name in ("bells", "pace", "stake")}
        overview, log = await opened(admin), await opened(admin)
        form = await admin.click(pages["stake"], "Change…")
        await revoke(world, admin)

        replies = [
            await admin.click(pages["bells"], "Turn off"),
            await admin.choose(pages["pace"], ["slow"]),
            await admin.click(pages["stake"], "Change…"),
            await admin.submit(form, typed="7"),
            await admin.choose(overview, ["bells"]),
            await admin.click(log, "Last changes"),
        ]

        for reply in replies:
            assert reply.private
            assert ONLY_MANAGERS in reply.text
        assert await stored(world) == {}

    @pytest.mark.parametrize(
        "custom_id",
        ["set:all", "set:log", "set:open", "set:ask:stake", "set:set:bells:off",
         "set:set:channels:all", "set:set:pace", "set:form:stake"],
    )  # fmt: skip
    async def test_others_can_forge_no_click(self, world, admin, bob, custom_id):
        public = (await admin.slash("leaderboard")).screen
        for forge in (bob.press_unseen, partial(bob.choose_unseen, values=["slow"])):
            reply = await forge(public, custom_id)
            assert reply.private
            assert ONLY_MANAGERS in reply.text
        assert await stored(world) == {}

    @pytest.mark.parametrize(
        ("custom_id", "values"),
        [
            ("set:set:pace", ["quick"]), ("set:set:pace", []), ("set:set:language", ["xx"]),
            ("set:set:language", ["../de"]), ("set:set:bells:maybe", []), ("set:set:bells", ["on"]),
            ("set:set:stake", ["5"]), ("set:set:timezone", ["UTC"]), ("set:set:nonsense:on", []),
            ("set:open", ["nonsense"]), ("set:open", []), ("set:ask:nonsense", []),
            ("set:dance", []), ("set:form:stake", ["5"]), ("set:", []),
        ],
    )  # fmt: skip
    async def test_an_admins_forged_click_is_answered_and_sets_nothing(
        self, world, admin, custom_id, values
    ):
        screen = await opened(admin)
        reply = await admin.choose_unseen(screen, custom_id, values)
        assert reply.answered
        assert await stored(world) == {}

    async def test_every_control_that_types_asks_for_a_form_only(self, world, admin):
        screen = await opened(admin)
        reply = await admin.press_unseen(screen, "set:ask:bells")
        assert "## Turn bells" in reply.text


class TestWhoChangedWhat:
    async def test_two_admins_one_after_the_other(self, world, admin, bob):
        await grant(world, bob, manage_guild=True)
        assert await last_changes(admin) == []
        await admin.click(await page_of(admin, "bells"), "Turn off")
        await type_in(bob, "stake", "25")
        await bob.click(await page_of(bob, "bells"), "Turn on")

        assert await last_changes(admin) == [
            "\u2068Bob\u2069 · **Turn bells**: off → on",
            "\u2068Bob\u2069 · **Usual stake**: 10 chips → 25 chips",
            "\u2068Alice\u2069 · **Turn bells**: on → off",
        ]

    async def test_two_admins_at_the_same_moment(self, world, admin, bob):
        await grant(world, bob, manage_guild=True)
        first, second = await page_of(admin, "pace"), await page_of(bob, "threads")
        third = await page_of(bob, "pace")
        world.weather.delay = 0.01

        await world.together(
            admin.choose(first, ["slow"]), bob.click(second, "Turn on"), bob.choose(third, ["none"])
        )
        world.weather.delay = 0

        assert settings(world).threads
        changes = await world.house.setting_changes(world.guild.id, 10)
        assert len(changes) == 3
        paces = [(each.old, each.new) for each in reversed(changes) if each.setting == "pace"]
        assert paces[0][0] == "live"
        assert paces[0][1] == paces[1][0]
        assert paces[1][1] == settings(world).pace

    async def test_names_ping_nobody_and_former_members_have_none(self, world, admin):
        world.env.backend.get_user(admin.id).global_name = "@everyone **x**"
        await admin.click(await page_of(admin, "bells"), "Turn off")
        (line,) = await last_changes(admin)
        assert "@everyone" not in line
        assert "\\*\\*x" in line

        changes = await world.house.setting_changes(world.guild.id, 1)
        assert "a former player" in change_line(ENGLISH, replace(changes[0], user_id=-5, name=""))

    async def test_many_long_changes_fit_onto_the_page(self, world, admin):
        channels = [world.guild.create_text_channel(f"c{number}") for number in range(25)]
        for number in range(6):
            screen = await page_of(admin, "channels")
            await choose_channels(admin, screen, *channels[number:], *channels[:number][:24])
        assert len(await last_changes(admin)) == 6


class TestWhatItTouches:
    async def test_nothing_of_another_server(self, world, admin):
        guild = world.env.create_guild("Elsewhere")
        channel = guild.create_text_channel("there")
        actor = guild.add_member(world.env.create_user("zoe", global_name="Zoe"))
        await admin.click(await page_of(admin, "bells"), "Turn off")
        await type_in(admin, "stake", "25")

        assert world.house.known_settings(guild.id) == GuildSettings()
        assert await world.house.setting_changes(guild.id, 10) == []
        assert await world.house.store.guild_settings(guild.id) == {}
        with pytest.raises(simcord.SetupError, match="not visible"):
            await actor.slash(channel, "settings")

    async def test_everything_stands_after_a_restart_and_old_pages_work(self, world, admin):
        screen = await page_of(admin, "pace")
        await admin.choose(screen, ["slow"])
        page = await page_of(admin, "bells")

        await world.restart_bot(away=5)
        await admin.click(page, "Turn off")

        assert value(page, "Usual pace") == "slow: a day a turn"
        assert settings(world) == GuildSettings(pace="slow", bells=False)
        assert len(await last_changes(admin)) == 2

    async def test_without_the_database_it_is_said_and_nothing_changes(
        self, world, admin, monkeypatch
    ):
        async def fail(*_: object) -> None:
            raise StoreError("the disk is on fire")

        screen = await page_of(admin, "bells")
        monkeypatch.setattr(world.house.store, "change_settings", fail)
        reply = await admin.click(screen, "Turn off")
        assert "I can't reach my records right now; nothing was changed." in reply.text
        assert settings(world).bells
        world.logbook.expect("database trouble")


class TestWhatTablesMakeOfIt:
    async def test_new_tables_are_opened_as_the_server_wants_them(self, world, admin, bob):
        before = await world.play(players=3, host=bob)
        screen = await page_of(admin, "pace")
        await admin.choose(screen, ["slow"])
        await type_in(admin, "stake", "25")

        after = await world.play(players=3, host=bob)

        assert (before.table.pace, before.table.stake) == ("live", 10)
        assert (after.table.pace, after.table.stake) == ("slow", 25)
        await admin.click(await page_of(admin, "stakes"), "Turn off")
        assert (await world.play(players=3, host=bob)).table.stake == 0

    async def test_tables_are_opened_in_the_chosen_channels_only(self, world, admin, bob):
        running = await world.play(players=2, host=bob)
        quiet = world.guild.create_text_channel("quiet")
        await choose_channels(admin, await page_of(admin, "channels"), quiet)

        reply = await bob.slash("play ninetynine")
        assert reply.private
        assert f"Go to <#{quiet.id}>" in reply.text
        assert "/settings" in reply.text

        await admin.click(running, "Join")
        assert running.status == "playing", "what is open elsewhere goes on"

    async def test_a_lower_limit_ends_no_table(self, world, admin, bob):
        tables = [await world.play(players=3, host=bob) for _ in range(2)]
        await type_in(admin, "tables_per_person", "1")

        reply = await bob.slash("play ninetynine")
        assert reply.private
        assert all(table.status == "lobby" for table in tables)
        await bob.click(tables[0], "Start")
        assert tables[0].status == "playing"
