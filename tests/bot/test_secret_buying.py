"""Nobody learns who wants to buy a card of Toonerville Rook, and a farther answer is never told.

The same table is played twice with one difference, somebody's secret. Whatever reaches anybody else
has to be the same to the last letter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.engine.store.databases import Template, sqlite_database
from tests.support.toonerville import arrange, buying, events_of
from tests.support.world import World

BOB, CAROL, DAVE = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Heard:
    """What was sent to all but Dave, or written into the log, because of some answers."""

    by_others: list[str]
    table: str
    bought: list[int]


@pytest.fixture
def heard(
    memory_path: Path, template: Template, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., object]:
    """Has people answer, one after the other, by the table's buttons or by their hands."""
    arrange(monkeypatch)

    async def listen(*answers: tuple[int, str], by_hand: bool = False) -> Heard:
        world = World(sqlite_database(memory_path, template), seed=4)
        await world.start()
        try:
            table, hands = await buying(world)
            people = world.people(4)
            requests, records = len(world.weather.sent), len(world.logbook.records)
            for seat, answer in answers:
                where = hands[people[seat]] if by_hand else table.screen
                await people[seat].act(answer, where)
            await world.advance(2)
            sent = [(world.leaks._reader(each), each) for each in world.weather.sent[requests:]]
            by_others = [each.without_address for reader, each in sent if reader != people[DAVE].id]
            by_others += [record.getMessage() for record in world.logbook.records[records:]]
            text = table.text
            bought = [event["seat"] for event in events_of(table, "buy")]
        finally:
            await world.stop()
        world.verify()
        return Heard(by_others, text, bought)

    return listen


@pytest.mark.parametrize("by_hand", [False, True], ids=["by the table", "by the hand"])
async def test_an_answer_tells_nobody_what_it_is(heard, by_hand):
    wants = await heard((DAVE, "buy"), by_hand=by_hand)
    passes = await heard((DAVE, "pass"), by_hand=by_hand)
    assert wants.by_others == passes.by_others
    assert len(wants.by_others) >= 1
    assert wants.table == passes.table
    assert "Waiting for **\u2068Bob\u2069** and **\u2068Carol\u2069**" in wants.table


@pytest.mark.parametrize("by_hand", [False, True], ids=["by the table", "by the hand"])
async def test_a_farther_answer_is_not_told_when_a_nearer_one_has_won_either(heard, by_hand):
    def answers(secret: str) -> Sequence[tuple[int, str]]:
        return (DAVE, secret), (BOB, "pass"), (CAROL, "buy")

    wanted = await heard(*answers("buy"), by_hand=by_hand)
    passed = await heard(*answers("pass"), by_hand=by_hand)
    assert wanted.bought == passed.bought == [CAROL]
    assert wanted.by_others == passed.by_others
    assert "Dave" not in next(line for line in wanted.table.splitlines() if "bought it" in line)


async def test_who_was_first_cannot_be_read_off_the_table(heard):
    one = await heard((DAVE, "buy"), (CAROL, "pass"))
    other = await heard((CAROL, "pass"), (DAVE, "buy"))
    assert one.table == other.table
