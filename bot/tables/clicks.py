"""What the buttons of a table do. Those on the table's message answer by updating it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.answers import Answer
from bot.games import presenter as presenter_for
from bot.tables import entries, leaving, play, rematch, watching
from bot.tables.ids import Verb
from bot.tables.lobby import house_rules
from bot.tables.own_options import page_for, show_options
from bot.tables.page import Page, box, note
from bot.tables.people import person_of
from bot.tables.places import moved_page
from bot.tables.replaying import show_proof, show_replay
from bot.tables.rights import of_this_server
from bot.tables.scene import is_started, presenter_of, scene_of
from engine.house import House
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

RULES_COLOUR: Final = 0x3B6EA5
SHEET_COLOUR: Final = 0x3B6EA5

_ELSEWHERE: Final = (Verb.REPLAY, Verb.FAIR, Verb.STAY)
"""What the archive looks up by itself, and what needs no table."""

Handler = Callable[[Answer, int], Awaitable[None]]
Change = Callable[[House], Awaitable[Table]]


async def serve_verb(answer: Answer, table_id: int, verb: Verb) -> None:
    """Do what a button is for; somebody who doesn't sit at the game is shown what they may do."""
    if verb not in _ELSEWHERE:
        of_this_server(answer, await answer.interaction.client.desk.house.get(table_id))
    try:
        await HANDLERS[verb](answer, table_id)
    except Refusal as refusal:
        if refusal.code is not RefusalCode.NOT_SEATED or answer.answered:
            raise
        table = await answer.interaction.client.desk.house.get(table_id)
        if table.status is not Status.PLAYING:
            raise
        answer.refused = True
        said = answer.text.gettext("⚠ You don't sit at this table.")
        await answer.show(page_for(answer, table, said))


async def _change(answer: Answer, table_id: int, change: Change) -> None:
    """Change the table and answer with its message as it is now."""
    desk, interaction = answer.interaction.client.desk, answer.interaction
    table = await desk.house.get(table_id)
    await desk.publisher.adopt(table, interaction)
    if desk.publisher.is_copy(table, interaction):
        table = await change(desk.house)
        await answer.update(moved_page(table, desk.publisher.text(table.guild_id)))
        return
    clicked = interaction.message
    with desk.publisher.answering(table, clicked.id if clicked else None) as lane:
        table = await change(desk.house)
        met = lane.wanted
        await answer.update(await desk.publisher.page(table))
        lane.shown = met


async def _join(answer: Answer, table_id: int) -> None:
    person = person_of(answer)
    await _change(
        answer, table_id, lambda house: house.join(table_id, person, answer.interaction.id)
    )


async def _sit(answer: Answer, table_id: int) -> None:
    """Move to the seat chosen in the menu; somebody who doesn't sit at the table joins there."""
    person, value = person_of(answer), answer.chosen[0] if answer.chosen else ""
    place = int(value) if value.isdecimal() else -1

    async def change(house: House) -> Table:
        table = await house.get(table_id)
        if table.seat_of(person.user_id) is None:
            return await house.join(table_id, person, answer.interaction.id, place)
        return await house.sit(table_id, person.user_id, place)

    await _change(answer, table_id, change)


async def _shuffle(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.shuffle_seats(table_id, answer.user_id))


async def _computer(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.add_computer(table_id, answer.user_id))


async def _start(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.begin(table_id, answer.user_id))


async def _cancel(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.cancel(table_id, answer.user_id))


async def _leave(answer: Answer, table_id: int) -> None:
    """Leave a lobby at once; a running game only after a question."""

    async def leave_lobby() -> None:
        await _change(
            answer,
            table_id,
            lambda house: house.leave(table_id, answer.user_id, only_lobby=True),
        )

    await leaving.leave_or_ask(answer, table_id, leave_lobby)


async def _stay(answer: Answer, _: int) -> None:
    await answer.update(note(answer.text.gettext("Good, you stay. Press My hand to go on.")))


async def public_move(answer: Answer, table_id: int, decision: int, action: str) -> None:
    """Make a move from the table's message; what is wrong with it is said to this person alone."""
    table = await answer.interaction.client.desk.house.get(table_id)
    seat = table.seat_of(answer.user_id)
    if seat is None:
        raise Refusal(RefusalCode.NOT_SEATED)
    try:
        await _change(
            answer,
            table_id,
            lambda house: house.act(
                table_id, answer.user_id, seat, decision, action, answer.interaction.id
            ),
        )
    except Refusal as refusal:
        if refusal.code is RefusalCode.NOT_YOUR_TURN and decision in table.watch.owed.values():
            # the button is for others, who are still to act
            why = presenter_of(table).not_asked(scene_of(table, answer.text), seat)
            if not why:
                raise
            answer.refused = True
            await answer.say(why)
            return
        await play.refused(answer, table_id, refusal, update=False)


async def _hand(answer: Answer, table_id: int) -> None:
    desk = answer.interaction.client.desk
    table = await desk.house.get(table_id)
    await desk.publisher.adopt(table, answer.interaction)
    await play.open_hand(answer, table)


async def _scores(answer: Answer, table_id: int) -> None:
    """Show the score sheet to whoever asks; it is no secret."""
    table = await answer.interaction.client.desk.house.get(table_id)
    if not is_started(table):
        raise Refusal(RefusalCode.NOT_PLAYING if table.is_live else RefusalCode.TABLE_OVER)
    sheet = presenter_of(table).sheet(scene_of(table, answer.text))
    await answer.show(box((sheet,), (), SHEET_COLOUR))


async def _rules(answer: Answer, table_id: int) -> None:
    table = await answer.interaction.client.desk.house.get(table_id)
    await answer.show(rules_page(answer, table.game.name, house_rules(table, answer.text)))


def rules_page(answer: Answer, game: str, of_table: str = "") -> Page:
    """Return the rules of a game in the person's language, with those of a table below."""
    presenter = presenter_for(game)
    blocks = (f"## {presenter.title}\n{presenter.rules(answer.text)}", of_table)
    return box(blocks, (), RULES_COLOUR)


async def _back(answer: Answer, table_id: int) -> None:
    """Take one's seat again, from the table's message or from one's own hand."""
    said = answer.text.gettext("Welcome back!")
    await _here_or_in_hand(
        answer, table_id, said, lambda house: house.back(table_id, answer.user_id)
    )


async def _go_on(answer: Answer, table_id: int) -> None:
    """End a pause, likewise."""
    said = answer.text.gettext("The game goes on.")
    await _here_or_in_hand(
        answer, table_id, said, lambda house: house.go_on(table_id, answer.user_id)
    )


async def _here_or_in_hand(answer: Answer, table_id: int, said: str, change: Change) -> None:
    clicked, desk = answer.interaction.message, answer.interaction.client.desk
    if clicked is None or not clicked.flags.ephemeral:
        await _change(answer, table_id, change)
        return
    with desk.hands.answering(table_id, answer.user_id):
        await play.refresh_hand(answer, await change(desk.house), said)


async def _options(answer: Answer, table_id: int) -> None:
    """Show what this person may do at the table; in place of a private page, if one was clicked."""
    table = await answer.interaction.client.desk.house.get(table_id)
    clicked = answer.interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        await answer.update(page_for(answer, table))
    else:
        await show_options(answer, table)


async def _pause(answer: Answer, table_id: int) -> None:
    """Agree to a pause that somebody wants."""
    await _change(
        answer, table_id, lambda house: house.ask_pause(table_id, answer.user_id, wanted=True)
    )


async def _end(answer: Answer, table_id: int) -> None:
    """Agree to the end that somebody wants; after a question if that brings it about."""
    table = await answer.interaction.client.desk.house.get(table_id)
    if entries.decides_the_end(answer, table):
        await entries.ask_to_end(answer, table, update=False)
        return
    await _change(
        answer, table_id, lambda house: house.vote_end(table_id, answer.user_id, wanted=True)
    )


async def _keep(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.keep_open(table_id, answer.user_id))


async def _free(answer: Answer, table_id: int) -> None:
    await _change(answer, table_id, lambda house: house.free_kept(table_id, answer.user_id))


HANDLERS: Final[Mapping[Verb, Handler]] = {
    Verb.JOIN: _join,
    Verb.LEAVE: _leave,
    Verb.COMPUTER: _computer,
    Verb.START: _start,
    Verb.CANCEL: _cancel,
    Verb.HAND: _hand,
    Verb.RULES: _rules,
    Verb.BACK: _back,
    Verb.CONFIRM_LEAVE: leaving.leave,
    Verb.STAY: _stay,
    Verb.SIT: _sit,
    Verb.SHUFFLE: _shuffle,
    Verb.SCORES: _scores,
    Verb.OPTIONS: _options,
    Verb.GO_ON: _go_on,
    Verb.PAUSE: _pause,
    Verb.END: _end,
    Verb.AGAIN: rematch.again,
    Verb.KEEP: _keep,
    Verb.FREE: _free,
    Verb.REFRESH: watching.watch,
    Verb.REPLAY: show_replay,
    Verb.FAIR: show_proof,
}
