"""Nobody learns a pick of Take 5, or the order of the picks, before the cards are turned up.

The same table is played twice with one difference, somebody's secret. Whatever reaches anybody else
until the reveal has to be the same to the last letter.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.support.playing import seated
from tests.support.world import World


@dataclass(frozen=True, slots=True)
class Heard:
    """What was sent because of some picks: to Alice alone, to anybody else, and to the log."""

    by_alice: list[str]
    by_others: list[str]
    table: str


async def after(url: str, *picks: tuple[int, int]) -> Heard:
    """Have people (0 is Alice) pick cards of their hands, one after the other, and listen."""
    world = World(url, seed=4)
    await world.start()
    try:
        table, hands = await seated(world, 3)
        people = world.people(3)
        requests, records = len(world.weather.sent), len(world.logbook.records)
        for who, card in picks:
            hand = hands[people[who]]
            await people[who].act(hand.actions()[card], hand)
        await world.advance(2)
        sent = [(world.leaks._reader(each), each) for each in world.weather.sent[requests:]]
        by_alice = [each.without_address for reader, each in sent if reader == people[0].id]
        by_others = [each.without_address for reader, each in sent if reader != people[0].id]
        # that somebody clicked stands in the log, as for every click
        told = (each for each in world.logbook.records[records:] if each.name != "bot.serving")
        by_others += [record.getMessage() for record in told]
        text = table.text
    finally:
        await world.stop()
    world.verify()
    return Heard(by_alice, by_others, text)


async def test_a_pick_reaches_its_picker_alone(new_url: Callable[[], str]) -> None:
    one = await after(new_url(), (1, 0), (0, 2))
    other = await after(new_url(), (1, 0), (0, 7))
    assert one.by_alice != other.by_alice
    assert len(one.by_others) > 2
    assert one.by_others == other.by_others


async def test_a_change_of_mind_reaches_nobody(new_url: Callable[[], str]) -> None:
    steady = await after(new_url(), (0, 2), (1, 0))
    fickle = await after(new_url(), (0, 2), (0, 5), (0, 1), (1, 0))
    assert len(steady.by_alice) < len(fickle.by_alice)
    assert steady.by_others == fickle.by_others


async def test_who_was_first_cannot_be_read_off_the_table(new_url: Callable[[], str]) -> None:
    one = await after(new_url(), (0, 2), (2, 5))
    other = await after(new_url(), (2, 5), (0, 2))
    assert one.table.count("has picked") == 2
    assert one.table == other.table
