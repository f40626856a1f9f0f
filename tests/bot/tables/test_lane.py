"""A lane: one request at a time, the newest state wins, and trouble is retried a few times."""

import asyncio

import pytest

from bot.background import Background
from bot.tables.lane import MAX_TRIES, Lane, Retry
from tests.support.clock import ManualClock


class Message:
    """A message somewhere: counts what arrives, and can be slow or refuse."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.state = 0
        self.seen: list[int] = []
        self.trouble: list[Exception] = []
        self.gate: asyncio.Future[None] | None = None
        self.lane = Lane(self.deliver, self.clock, Background())

    async def deliver(self) -> None:
        state = self.state
        if self.gate is not None:
            await self.gate
        if self.trouble:
            raise self.trouble.pop(0)
        self.seen.append(state)

    def change(self) -> None:
        self.state += 1
        self.lane.ask()


@pytest.fixture
async def message() -> Message:
    return Message()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_change_is_sent(message):
    message.change()
    await settle()
    assert message.seen == [1]
    assert message.lane.idle


async def test_changes_during_a_request_cost_one_more(message):
    message.gate = asyncio.get_running_loop().create_future()
    message.change()
    await settle()
    for _ in range(5):
        message.change()
    message.gate.set_result(None)
    message.gate = None
    await settle()
    assert message.seen == [1, 6]


async def test_an_answer_that_shows_the_change_costs_no_edit(message):
    with message.lane.held() as lane:
        message.change()
        lane.shown = lane.wanted
        await settle()
    await settle()
    assert message.seen == []


async def test_an_answer_that_failed_is_made_up_for(message):
    with message.lane.held():
        message.change()
    await settle()
    assert message.seen == [1]


async def test_news_during_an_answer_is_sent_after_it(message):
    with message.lane.held() as lane:
        message.change()
        met = lane.wanted
        message.change()
        lane.shown = met
        await settle()
        assert message.seen == []
    await settle()
    assert message.seen == [2]


async def test_two_answers_at_once_are_followed_by_the_newest_state(message):
    with message.lane.held() as first:
        message.change()
        with message.lane.held() as second:
            message.change()
            second.shown = second.wanted
        first.shown = first.wanted
    await settle()
    assert message.seen == [2]


async def test_trouble_is_tried_again_with_the_newest_state(message):
    message.trouble = [Retry(1), Retry(1)]
    message.change()
    await settle()
    message.change()
    await message.clock.advance(1)
    assert message.seen == []
    await message.clock.advance(2)
    assert message.seen == [2]


async def test_lasting_trouble_is_given_up_until_there_is_news(message):
    message.trouble = [Retry(1)] * (MAX_TRIES + 1)
    message.change()
    await settle()
    await message.clock.advance(1000)
    assert message.seen == []
    assert message.lane.idle
    message.change()
    await settle()
    assert message.seen == [2]


async def test_a_fault_of_ours_is_logged_and_not_repeated(message, caplog):
    message.trouble = [KeyError("x")]
    message.change()
    await settle()
    assert message.lane.idle
    assert "could not be brought up to date" in caplog.text


class TestMinorChanges:
    """Changes that needn't be seen at once, such as that somebody has picked a card."""

    def change(self, message):
        message.state += 1
        message.lane.ask_minor(1.0)

    async def test_the_first_is_sent_at_once(self, message):
        self.change(message)
        await settle()
        assert message.seen == [1]

    async def test_those_that_follow_within_the_spacing_cost_one_more(self, message):
        for _ in range(9):
            self.change(message)
            await settle()
        assert message.seen == [1]
        await message.clock.advance(1.0)
        assert message.seen == [1, 9]
        await message.clock.advance(5.0)
        assert message.seen == [1, 9]

    async def test_a_change_that_matters_is_sent_at_once_and_for_them_too(self, message):
        for _ in range(9):
            self.change(message)
            await settle()
        message.change()
        await settle()
        assert message.seen == [1, 10]
        await message.clock.advance(5.0)
        assert message.seen == [1, 10]

    async def test_later_ones_are_sent_at_once_again(self, message):
        self.change(message)
        await settle()
        await message.clock.advance(1.0)
        self.change(message)
        await settle()
        assert message.seen == [1, 2]
