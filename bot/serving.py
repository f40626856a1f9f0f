"""Runs a handler for one interaction, so that it always gets an answer.

What is refused is said in a sentence; what goes wrong gets a reference that stands in the log.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.answers import Answer, AnsweredElsewhere, Interaction
from bot.refusals import refusal_sentence
from engine import OptionError
from engine.refusal import Refusal

log = logging.getLogger(__name__)

Handler = Callable[[Answer], Awaitable[None]]


async def serve(interaction: Interaction, handler: Handler, *, public: bool = False) -> None:
    """Answer the interaction by the handler; `public` if a command's answer is for everybody."""
    desk = interaction.client.desk
    if not desk.is_new(interaction.id):
        return  # after a lost connection Discord may deliver an interaction again
    answer = Answer(interaction, desk.clock, desk.work, public=public)
    try:
        await _handle(answer, handler)
    finally:
        answer.close()


async def _handle(answer: Answer, handler: Handler) -> None:
    try:
        await handler(answer)
    except Refusal as refusal:
        await _last_word(answer, refusal_sentence(answer.text, refusal))
    except OptionError as error:
        await _last_word(answer, option_sentence(answer, error))
    except AnsweredElsewhere:
        log.info("interaction %d had been answered already", answer.interaction.id)
    except Exception:
        reference = secrets.token_hex(3)
        log.exception("interaction %d failed, reference %s", answer.interaction.id, reference)
        await _last_word(
            answer,
            answer.text.gettext(
                "Sorry, something went wrong on my side (reference {reference}). Please try again.",
                reference=reference,
            ),
        )


def option_sentence(answer: Answer, error: OptionError) -> str:
    """Return what is wrong with the options of a game."""
    return answer.text.gettext("That isn't possible: {reason}.", reason=str(error).rstrip("."))


async def _last_word(answer: Answer, sentence: str) -> None:
    """Say the sentence if nothing has been said; there is nobody left to tell if that fails."""
    if answer.answered:
        return
    try:
        await answer.say(sentence)
    except AnsweredElsewhere:
        log.info("interaction %d had been answered already", answer.interaction.id)
    except Exception:
        log.exception("interaction %d could not be answered", answer.interaction.id)
