"""Answers about tables that are over: a step of a replay, the record, the proof of the deal."""

from bot.answers import Answer
from bot.tables.fair import fair_page
from bot.tables.replay import EVERYBODY, Shot, record_file, record_page, replay_page, verifier
from bot.text import Text
from engine import trace
from engine.house.archive import PastTable


async def opened(answer: Answer, table_id: int) -> PastTable:
    """Return a table of the answer's own server that is over; Refusal says why there is none."""
    trace.also(table=table_id)
    return await answer.interaction.client.desk.house.archive.open(answer.guild_id, table_id)


async def show_replay(
    answer: Answer, table_id: int, step: int = 0, *, public: bool = False
) -> None:
    """Answer with a step of a finished game in a new message, `public` where the command is."""
    shot = Shot.of(await opened(answer, table_id), EVERYBODY, step)
    text = public_text(answer) if public else answer.text
    await answer.show(replay_page(shot, text, private=not public))


async def press(answer: Answer, table_id: int, view: str, step: int, verb: str) -> None:
    """Do what a button or menu of a replay says; what makes no sense shows the step again."""
    if verb == "fair":
        await show_proof(answer, table_id)
        return
    past = await opened(answer, table_id)
    shot = Shot.of(past, view, step)
    if verb == "record":
        if not await answer.may_attach():
            return
        files = [each for each in (record_file(past), verifier()) if each is not None]
        await answer.show(record_page(past, files, answer.text), *files)
    elif verb == "share":
        await answer.publish(replay_page(shot, public_text(answer), private=False))
    elif verb == "show":
        await answer.show(replay_page(shot, answer.text, private=True))
    else:
        if verb == "view" and answer.chosen:
            shot = Shot.of(past, answer.chosen[0], shot.step)
        await _turn_to(answer, shot.moved(verb))


async def _turn_to(answer: Answer, shot: Shot) -> None:
    """Show another step in the message that was clicked."""
    private = is_private(answer)
    text = answer.text if private else public_text(answer)
    await answer.update(replay_page(shot, text, private=private))


async def show_proof(answer: Answer, table_id: int) -> None:
    """Answer with what can be said of a table's shuffle now."""
    trace.also(table=table_id)
    archive = answer.interaction.client.desk.house.archive
    await answer.show(fair_page(await archive.proof(answer.guild_id, table_id), answer.text))


def is_private(answer: Answer) -> bool:
    """Whether only one person sees the message that was clicked; so too if there is none."""
    clicked = answer.interaction.message
    return clicked is None or clicked.flags.ephemeral


def public_text(answer: Answer) -> Text:
    """Return the language of what everybody sees."""
    return answer.interaction.client.desk.publisher.text(answer.guild_id)
