"""The log: one event a line, with the ids of what it is about and the reference people are told."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from discord import app_commands

from bot.logs import FORMATTERS
from engine import trace
from engine.table import Status


class Lines(logging.StreamHandler[io.StringIO]):
    """Collects what the log would print."""

    def __init__(self, style) -> None:
        super().__init__(io.StringIO())
        self.setFormatter(FORMATTERS[style]())

    @property
    def all(self) -> list[str]:
        return self.stream.getvalue().splitlines()


@pytest.fixture
def lines(request) -> Iterator[Lines]:
    """What is logged meanwhile, in the style that the test asks for."""
    handler = Lines(getattr(request, "param", "json"))
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


def records(lines: Lines) -> list[dict[str, str]]:
    return [json.loads(line) for line in lines.all]


def no_page(reason: object, *_: object) -> None:
    raise LookupError(reason)


def fail(**extra: str) -> None:
    """Log a failure at table 5."""
    try:
        no_page("first line\nsecond line")
    except LookupError:
        logging.getLogger("bot").exception("it\nbroke", extra=extra)


@pytest.fixture
def table_five() -> Iterator[None]:
    trace.about(table=5, guild=7, interaction=None)
    yield
    trace.about()


@pytest.mark.usefixtures("table_five")
class TestFormats:
    @pytest.mark.parametrize("lines", ["text"], indirect=True)
    def test_text_ends_in_pairs_and_the_traceback_follows(self, lines):
        fail(reference="abc123")
        head, traceback, *_ = lines.all
        assert head.endswith("ERROR bot: it broke table=5 guild=7 reference=abc123")
        assert traceback.startswith("Traceback")

    def test_json_is_one_object_a_line(self, lines):
        fail(reference="abc123")
        (record,) = records(lines)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", record.pop("time"))
        assert record.pop("exception").endswith("LookupError: first line\nsecond line")
        assert record == {
            "level": "ERROR",
            "logger": "bot",
            "message": "it\nbroke",
            "table": "5",
            "guild": "7",
            "reference": "abc123",
        }

    def test_work_of_its_own_forgets_the_ids_of_what_started_it(self, lines):
        trace.about(table=6)
        logging.getLogger("bot").error("it broke")
        (record,) = records(lines)
        assert (record["table"], "guild" in record) == ("6", False)


@pytest.fixture
def broken_hands(monkeypatch) -> None:
    """Nobody's hand can be shown."""
    monkeypatch.setattr("bot.tables.play.hand_page", no_page)


class TestFailures:
    @pytest.mark.usefixtures("broken_hands")
    async def test_the_person_is_told_the_reference_that_stands_by_the_traceback(
        self, world, bob, lines
    ):
        table = await world.game(people=2)
        world.logbook.expect("something went wrong")
        reply = await bob.click(table, "My hand")
        assert reply.private
        told = re.search(r"\(reference ([0-9a-f]{6})\)", reply.text)
        assert told is not None
        (record,) = [record for record in records(lines) if record["level"] == "ERROR"]
        assert record["reference"] == told[1]
        assert "LookupError: " in record["exception"]
        assert record["table"] == str(table.id)
        assert record["guild"] == str(world.guild.id)
        assert record["interaction"].isdecimal()

    async def test_the_table_goes_on(self, world, monkeypatch):
        table = await world.game(people=2)
        member = table.to_act()[0]
        hand = await member.hand(table)
        world.logbook.expect("something went wrong")
        with monkeypatch.context() as patch:
            patch.setattr("bot.tables.play.hand_page", no_page)
            reply = await member.act(hand.actions()[0], hand)
        assert "reference" in reply.text
        assert table.table.plies == 1, "the card had been played before its hand could be shown"
        while table.status is Status.PLAYING:
            member = table.to_act()[0]
            hand = await member.hand(table)
            await member.act(hand.actions()[0], hand)

    @pytest.mark.usefixtures("broken_hands")
    async def test_a_command_is_about_the_table_that_it_finds(self, world, bob, lines):
        table = await world.game(people=2)
        world.logbook.expect("something went wrong")
        await bob.slash("hand")
        (record,) = [record for record in records(lines) if record["level"] == "ERROR"]
        assert record["table"] == str(table.id)

    async def test_a_command_that_fails_before_its_handler_has_a_reference_too(
        self, world, bob, monkeypatch, lines
    ):
        monkeypatch.setattr("bot.commands.help.serve", no_page)
        world.logbook.expect("something went wrong")
        reply = await bob.slash("help")
        (record,) = [record for record in records(lines) if record["level"] == "ERROR"]
        assert f"(reference {record['reference']})" in reply.text
        assert reply.private
        world.env._errors.clear()  # simcord notes what the tree was told of

    async def test_a_command_of_an_older_version_is_to_be_typed_again(
        self, world, bob, monkeypatch
    ):
        def unknown(*_: object) -> None:
            raise app_commands.CommandNotFound("help", [])

        monkeypatch.setattr("bot.commands.help.serve", unknown)
        assert "Please type it again" in (await bob.slash("help")).text
        world.env._errors.clear()

    async def test_an_edit_is_about_its_table_and_about_no_click(self, world, monkeypatch, lines):
        table = await world.game(people=2)
        member = table.to_act()[0]
        hand = await member.hand(table)
        monkeypatch.setattr("bot.tables.current.table_sheet", no_page)
        world.logbook.expect("could not be brought up to date")
        await member.act(hand.actions()[0], hand)
        (record,) = [record for record in records(lines) if record["level"] == "ERROR"]
        ids = {name: record[name] for name in ("table", "guild", "interaction") if name in record}
        assert ids == {"table": str(table.id), "guild": str(world.guild.id)}


def test_a_line_outside_of_any_work_has_no_ids(lines):
    assert not trace.subject()
    logging.getLogger("bot").error("it broke")
    (record,) = records(lines)
    assert record.keys() == {"time", "level", "logger", "message"}
