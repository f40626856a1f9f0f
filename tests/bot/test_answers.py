"""The one answer of an interaction: in time, once, and where it belongs."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.answers import Answer, AnsweredElsewhere
from bot.background import Background
from bot.tables.page import note
from tests.support.clock import ManualClock


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


class Discord:
    """One interaction and what was sent for it; `trouble` is raised by the next first answers."""

    def __init__(self, kind: discord.InteractionType) -> None:
        self.type = kind
        self.id, self.channel_id, self.guild_id = 1, 2, 3
        self.locale = discord.Locale.american_english
        self.user = SimpleNamespace(id=9)
        self.sent: list[str] = []
        self.contents: list[str] = []
        self.trouble: list[Exception] = []
        self.response = self.followup = self.client = self

    def __getattr__(self, name: str) -> Any:
        async def request(*_: object, **options: Any) -> SimpleNamespace:
            first_answers = ("defer", "edit_message", "send_message")
            if name in first_answers and self.trouble:
                raise self.trouble.pop(0)
            self.sent.append(f"{name}{' privately' if options.get('ephemeral') else ''}")
            self.contents.append(str(options.get("content", "")))
            return SimpleNamespace(id=77, message_id=77, jump_url="https://discord.com/77")

        return request

    def get_partial_messageable(self, _: int) -> "Discord":
        return self


@pytest.fixture
def clock():
    return ManualClock()


def answer_to(kind: discord.InteractionType, clock: ManualClock, *, public: bool = False):
    interaction: Any = Discord(kind)
    return Answer(interaction, clock, Background(), public=public), interaction.sent, interaction


CLICK = discord.InteractionType.component
COMMAND = discord.InteractionType.application_command


async def test_a_quick_answer_is_never_deferred(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    await answer.update(note("x"))
    answer.close()
    await clock.advance(10)
    assert sent == ["edit_message"]


async def test_a_slow_click_is_deferred_and_then_updates_its_message(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    await clock.advance(2)
    await answer.update(note("x"))
    assert sent == ["defer", "edit_original_response"]
    assert answer.owns_original


async def test_a_slow_click_for_a_hand_never_touches_the_message_that_everybody_sees(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    await clock.advance(2)
    await answer.show(note("x"))
    assert sent == ["defer", "send privately"]
    assert not answer.owns_original, "a later refresh would put the hand into the table's message"


async def test_a_slow_command_is_deferred_privately(clock):
    answer, sent, _ = answer_to(COMMAND, clock)
    await clock.advance(2)
    await answer.say("x")
    assert sent == ["defer privately", "edit_original_response"]


async def test_a_slow_public_command_posts_its_message_and_links_to_it(clock):
    answer, sent, _ = answer_to(COMMAND, clock, public=True)
    await clock.advance(2)
    assert await answer.show(note("x")) == 77
    assert sent == ["defer privately", "send", "edit_original_response"]


async def test_an_answer_that_everybody_sees_stands_if_the_link_to_it_fails(clock):
    answer, sent, interaction = answer_to(COMMAND, clock, public=True)
    await clock.advance(2)

    async def fails(**_: object) -> None:
        raise refused(503, 0)

    interaction.edit_original_response = fails
    assert await answer.show(note("x")) == 77
    assert sent == ["defer privately", "send"]
    assert answer.answered


async def test_a_sentence_is_never_longer_than_discord_takes(clock):
    answer, _, interaction = answer_to(COMMAND, clock)
    await answer.say("word " * 1000)
    (content,) = interaction.contents
    assert 1900 < len(content) <= 2000


async def test_a_refusal_of_a_public_command_is_private(clock):
    answer, sent, _ = answer_to(COMMAND, clock, public=True)
    await answer.say("x")
    assert sent == ["send_message privately"]


async def test_an_answer_whose_receipt_is_lost_is_sent_once_more(clock):
    answer, sent, interaction = answer_to(COMMAND, clock)
    interaction.trouble = [aiohttp.ServerDisconnectedError(), refused(400, 40060)]
    assert await answer.show(note("x")) == 77
    assert sent == ["original_response"]


async def test_an_interaction_that_another_has_answered_is_left_alone(clock):
    answer, sent, interaction = answer_to(COMMAND, clock)
    interaction.trouble = [refused(400, 40060)]
    with pytest.raises(AnsweredElsewhere):
        await answer.show(note("x"))
    assert sent == []


async def test_nobody_answers_twice(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    await answer.say("x")
    with pytest.raises(RuntimeError):
        await answer.say("y")
    assert sent == ["send_message privately"]


def form() -> discord.ui.Modal:
    return discord.ui.Modal(title="x", custom_id="x")


async def test_a_form_is_the_whole_answer(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    assert await answer.ask(form())
    await clock.advance(10)
    assert sent == ["send_modal"]
    assert answer.answered


async def test_after_a_deferral_it_is_too_late_for_a_form(clock):
    answer, sent, _ = answer_to(CLICK, clock)
    await clock.advance(2)
    assert not await answer.ask(form())
    await answer.update(note("x"))
    assert sent == ["defer", "edit_original_response"]


async def test_a_form_that_was_sent_updates_the_message_it_came_from(clock):
    answer, sent, _ = answer_to(discord.InteractionType.modal_submit, clock)
    await clock.advance(2)
    await answer.update(note("x"))
    assert sent == ["defer", "edit_original_response"]
    assert answer.owns_original
