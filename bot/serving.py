"""Runs a handler for one interaction, so that it always gets an answer.

What is refused is said in a sentence. What goes wrong is answered with a reference, which stands in
the log beside the traceback; the table is as it was, or as its journal says.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable

from bot import metrics
from bot.answers import Answer, AnsweredElsewhere, Interaction
from bot.discord_errors import EXPIRED, is_temporary
from bot.logs import REFERENCE
from bot.refusals import why_refused
from bot.text import Text
from engine import OptionClash, OptionError, trace
from engine.refusal import Refusal

log = logging.getLogger(__name__)

Handler = Callable[[Answer], Awaitable[None]]


async def serve(
    interaction: Interaction, handler: Handler, *, public: bool = False, table: int | None = None
) -> None:
    """Answer the interaction by the handler.

    `public` if a command's answer is for everybody; `table` is the id that a custom_id names.
    """
    desk = interaction.client.desk
    trace.about(table=table, guild=interaction.guild_id, interaction=interaction.id)
    if not desk.is_new(interaction.id):  # after a lost connection Discord may deliver it again
        metrics.served(interaction, "repeated")
        return
    answer, outcome = Answer(interaction, desk.clock, desk.work, public=public), "failed"
    try:
        with desk.work.joined(), desk.house.errand(interaction.guild_id or 0, answer.user_id):
            outcome = await _handle(answer, handler)
    finally:
        answer.close()
        metrics.served(interaction, outcome)
        log.debug("an interaction has been %s", outcome)


async def _handle(answer: Answer, handler: Handler) -> str:
    """Have the interaction answered; return what became of it, in the terms of the metrics."""
    try:
        await answer.learn()
        await handler(answer)
    except Refusal as refusal:
        await _last_word(answer, await why_refused(answer, refusal))
        return "refused"
    except OptionError as error:
        await _last_word(answer, option_sentence(answer, error))
        return "refused"
    except AnsweredElsewhere:
        log.info("the interaction had been answered already")
        return "repeated"
    except Exception as error:  # noqa: BLE001 - logged with its traceback
        if answer.answering and getattr(error, "code", None) in EXPIRED:
            log.info("it was too late for an answer: %s", error)
            metrics.failed_request(error)
            return "failed"
        undelivered = answer.answering and is_temporary(error)
        words = unanswered if undelivered else sorry
        await _last_word(answer, words(answer.text, error))
        return "failed"
    return "refused" if answer.refused else "answered"


def sorry(text: Text, error: BaseException) -> str:
    """Log what went wrong under a new reference; return the sentence that quotes it."""
    reference = secrets.token_hex(3)
    log.error(
        "something went wrong, reference %s",
        reference,
        exc_info=error,
        extra={REFERENCE: reference},
    )
    metrics.failed_request(error)
    return text.gettext(
        "Sorry, something went wrong on my side (reference {reference}). Please try again.",
        reference=reference,
    )


def unanswered(text: Text, error: BaseException) -> str:
    """Log under a new reference that an answer was lost; return the sentence that quotes it.

    What was asked may be done, and nobody shall think that it isn't.
    """
    reference = secrets.token_hex(3)
    log.warning(
        "an answer was lost, reference %s: %s", reference, error, extra={REFERENCE: reference}
    )
    metrics.failed_request(error)
    return text.gettext(
        "Sorry, something went wrong on my side while I answered (reference {reference}). What you "
        "did may well count: look by My hand or /hand before you do it again.",
        reference=reference,
    )


def option_sentence(answer: Answer, error: OptionError) -> str:
    """Return what is wrong with the options of a game."""
    reason = str(error)
    if isinstance(error, OptionClash):
        reason = answer.text.gettext(error.template, **error.facts)
    return answer.text.gettext("That isn't possible: {reason}.", reason=reason.rstrip("."))


async def _last_word(answer: Answer, sentence: str) -> None:
    """Say the sentence if nothing has been said; there is nobody left to tell if that fails."""
    if answer.answered:
        return
    try:
        await answer.say(sentence)
    except AnsweredElsewhere:
        log.info("the interaction had been answered already")
    except Exception as error:
        metrics.failed_request(error)
        if getattr(error, "code", None) in EXPIRED:
            log.info("it was too late for an answer: %s", error)
        elif is_temporary(error):
            log.warning("the interaction could not be answered: %s", error)
        else:
            log.exception("the interaction could not be answered")
