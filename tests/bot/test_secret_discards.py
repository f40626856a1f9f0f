"""Nobody learns a discard of Schmier, or how many cards it has, before all five have chosen.

The same table is played twice with one difference, somebody's secret. Whatever reaches anybody else
until the exchange has to be the same to the last letter.
"""

from collections.abc import Callable

import pytest

from tests.support.schmier import to_phase
from tests.support.world import World


async def heard(url: str, *choices: tuple[int, int]) -> tuple[list[str], list[str], str]:
    """Have people throw so many cards away, one after the other, and listen.

    People are counted from the dealer's left. What was sent to the first who chooses, what to
    anybody else or to the log, and the table's text at last.
    """
    world = World(url, seed=4)
    await world.start()
    try:
        table, hands = await to_phase(world, "discard")
        dealer = table.state.public()["dealer"]
        seats = table.table.seats
        people = [world.member(seats[(dealer + step) % 6].user_id or 0) for step in range(1, 6)]
        requests, records = len(world.weather.sent), len(world.logbook.records)
        for who, count in choices:
            hand = hands[people[who]]
            if count:
                cards = [option.value for option in hand.menus[0].options[:count]]
                await people[who].choose(hand, cards)
            else:
                await people[who].click(hand, "Keep all")
        await world.advance(2)
        chooser = people[choices[0][0]].id
        sent = [(world.leaks._reader(each), each) for each in world.weather.sent[requests:]]
        own = [each.without_address for reader, each in sent if reader == chooser]
        others = [each.without_address for reader, each in sent if reader != chooser]
        others += [record.getMessage() for record in world.logbook.records[records:]]
        text = table.text
    finally:
        await world.stop()
    world.verify()
    return own, others, text


@pytest.mark.parametrize("count", [0, 3])
async def test_a_discard_reaches_its_maker_alone(new_url: Callable[[], str], count: int) -> None:
    one = await heard(new_url(), (0, 1), (1, 1))
    other = await heard(new_url(), (0, count), (1, 1))
    assert one[0] != other[0]
    assert len(one[1]) > 2
    assert one[1] == other[1]


async def test_who_was_first_cannot_be_read_off_the_table(new_url: Callable[[], str]) -> None:
    one = await heard(new_url(), (0, 2), (2, 1))
    other = await heard(new_url(), (2, 1), (0, 2))
    assert one[2].count("has chosen") == 2
    assert one[2] == other[2]
