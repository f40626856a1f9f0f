"""What the log says its lines are about, where the house works on its own."""

import logging
from collections.abc import Iterator, Mapping

import pytest

from engine import trace
from engine.game import View
from engine.thinker import InlineThinker
from tests.engine.house.room import ANN, GUILD, PAUSE, Room


class Failing(InlineThinker):
    async def decide(self, level: str, observation: View, seed: int) -> str:
        raise LookupError("out of ideas")


class Subjects(logging.Handler):
    """Notes what each line is about."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.noted: list[Mapping[str, int]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.noted.append(trace.subject())


@pytest.fixture
def subjects() -> Iterator[Subjects]:
    handler, log = Subjects(), logging.getLogger("engine")
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)


async def test_a_computers_failure_is_about_its_table_not_about_the_click_before(
    room: Room, subjects: Subjects
):
    table = await room.game(1, computers=2)
    await room.reach_turn_of(table, ANN)
    room.house.thinker = Failing()
    trace.about(table=99, guild=98, interaction=97)
    await room.act(table)

    await room.clock.advance(PAUSE)

    assert subjects.noted
    assert all(noted == {"table": table.id, "guild": GUILD} for noted in subjects.noted)


async def test_the_census_counts_live_tables_by_state(room: Room):
    await room.lobby(3)
    await room.game(2)
    assert room.house.census() == {"lobby": 1, "playing": 1, "paused": 0}


async def test_a_table_that_its_people_have_left_alone_is_paused(room: Room):
    table = await room.game(1, computers=2)
    for seat in table.people():
        seat.away = True
    assert room.house.census() == {"lobby": 0, "playing": 0, "paused": 1}


async def test_a_table_that_is_over_is_not_counted(room: Room):
    table = await room.lobby(3)
    await room.house.cancel(table.id, ANN.user_id)
    assert sum(room.house.census().values()) == 0
