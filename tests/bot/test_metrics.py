"""What is counted: every interaction, answer, failure, edit, commit and decision, once."""

import aiohttp
import discord
import pytest

from bot import metrics
from bot.metrics import TimedThinker
from engine.game import View
from engine.thinker import InlineThinker
from tests.bot.test_answers import CLICK, COMMAND, answer_to, refused
from tests.support.clock import ManualClock
from tests.support.counted import Counted


@pytest.fixture
def counted() -> Counted:
    return Counted()


async def no_hand(*_: object) -> None:
    raise LookupError


class TestInteractions:
    async def test_by_kind(self, world, bob, counted):
        table = await world.play("schmier")
        await bob.click(table, "Join")
        assert counted("interactions_total", "command", "answered") == 1
        assert counted("interactions_total", "button", "answered") == 1
        await bob.choose_unseen(table.screen, f"t:{table.id}:sit", ["3"])
        assert counted("interactions_total", "menu", "answered") == 1

    async def test_a_refusal_with_a_sentence(self, world, bob, counted):
        table = await world.play("ninetynine", players=3)
        await bob.click(table, "Start")
        assert counted("interactions_total", "button", "refused") == 1
        assert counted("interactions_total", "button", "answered") == 0

    async def test_a_refusal_with_the_hand_as_it_is_now(self, world, counted):
        table = await world.game(people=2)
        member = table.to_act()[0]
        hand = await member.hand(table)
        move = hand.moves()[0][1].custom_id
        await member.press_unseen(hand, move)
        before = counted("interactions_total", "button", "answered")
        await member.press_unseen(hand, move)
        assert counted("interactions_total", "button", "refused") == 1
        assert counted("interactions_total", "button", "answered") == before

    async def test_a_failure(self, world, bob, monkeypatch, counted):
        table = await world.game(people=2)
        monkeypatch.setattr("bot.tables.clicks.play.open_hand", no_hand)
        world.logbook.expect("something went wrong")
        await bob.click(table, "My hand")
        assert counted("interactions_total", "button", "failed") == 1


class TestAnswers:
    async def test_the_time_until_the_first_word(self, counted):
        clock = ManualClock()
        answer, _, _ = answer_to(COMMAND, clock)
        await clock.advance(0.7)
        await answer.say("x")
        answer.close()
        assert counted("answer_seconds_count") == 1
        assert counted("answer_seconds_sum") == pytest.approx(0.7, abs=1e-6)

    async def test_a_deferral_is_the_first_word(self, counted):
        clock = ManualClock()
        answer, sent, _ = answer_to(CLICK, clock)
        await clock.advance(5)
        await answer.say("x")
        assert sent == ["defer", "send privately"]
        assert counted("answer_seconds_count") == 1
        assert counted("answer_seconds_sum") == pytest.approx(2)

    async def test_an_answer_that_is_sent_twice_is_one_failure_and_one_answer(self, counted):
        answer, _, interaction = answer_to(COMMAND, ManualClock())
        interaction.trouble = [aiohttp.ServerDisconnectedError()]
        await answer.say("x")
        assert counted("discord_failures_total", "network") == 1
        assert counted("answer_seconds_count") == 1


class TestFailures:
    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (refused(400, 50035), "50035"),
            (refused(404, 10062), "10062"),
            (refused(400, 123456), "http 400"),
            (refused(503, 0), "http 503"),
            (discord.RateLimited(3), "rate limit"),
            (TimeoutError(), "network"),
        ],
    )
    def test_by_discords_code_where_the_bot_knows_it(self, counted, error, code):
        metrics.failed_request(error)
        assert counted("discord_failures_total", code) == 1

    def test_other_errors_are_no_requests(self, counted):
        metrics.failed_request(LookupError("no such page"))
        assert not [
            code for code in ("network", "rate limit") if counted("discord_failures_total", code)
        ]

    async def test_a_table_that_may_not_be_shown(self, world, counted):
        table = await world.game(people=2)
        hand = await table.to_act()[0].hand(table)
        world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
        await table.to_act()[0].act(hand.actions()[0], hand)
        assert counted("discord_failures_total", "50001") == 1


class TestTables:
    async def test_edits_that_are_sent_and_those_that_another_makes_needless(self, world, counted):
        table = await world.game(people=2)
        publisher, now = world.client.desk.publisher, table.table
        before = counted("table_edits_total", "sent")
        with world.env._bot_scope(), publisher.gathering(now):
            for _ in range(3):
                publisher.changed(now)
        await world.env.settle()
        assert counted("table_edits_total", "sent") == before + 1
        assert counted("table_edits_total", "coalesced") == 2

    async def test_secret_choices_that_wait_for_one_edit(self, world, counted):
        table = await world.game(people=2)
        publisher, now = world.client.desk.publisher, table.table
        with world.env._bot_scope():
            for _ in range(4):
                publisher.changed_a_little(now)
        await world.advance(2)
        assert counted("table_edits_total", "coalesced") == 2

    async def test_commits(self, world, counted):
        await world.play("ninetynine", players=3)
        assert counted("commit_seconds_count", "committed") > 0
        assert counted("commit_seconds_count", "failed") == 0


class Slow(InlineThinker):
    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    async def decide(self, level: str, observation: View, seed: int) -> str:
        await self._clock.advance(0.25, settle=False)
        return "KS"


async def test_a_decision_and_its_time(counted):
    clock = ManualClock()
    thinker = TimedThinker(Slow(clock), clock)
    assert await thinker.decide("easy", {}, 1) == "KS"
    assert counted("decision_seconds_count", "easy") == 1
    assert counted("decision_seconds_sum", "easy") == pytest.approx(0.25, abs=1e-6)


async def test_the_computers_of_a_table_are_timed(world, counted):
    await world.game(people=1, computers=2)
    await world.wait_for_people()
    assert sum(counted("decision_seconds_count", level) for level in ("easy", "normal")) > 0
