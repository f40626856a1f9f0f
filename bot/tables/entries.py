"""What the entries of a page of options do: each answers by the page as it is then.

Whatever the page offered is checked again here and by the House: it may be hours old.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.answers import Answer
from bot.tables import closing, kicking, leaving, rematch, watching
from bot.tables.ids import Entry
from bot.tables.options import ending_words, entry_button
from bot.tables.own_options import page_for, refused
from bot.tables.page import box
from bot.tables.people import person_of
from bot.tables.rights import of_this_server
from bot.tables.scene import presenter_of
from bot.tables.wishes import Wishes
from engine.house import House
from engine.refusal import Refusal
from engine.table import Pace, Status, Table

WARNING_COLOUR: Final = 0xB45309

Handler = Callable[[Answer, int], Awaitable[None]]


async def serve_entry(answer: Answer, table_id: int, entry: Entry) -> None:
    """Do what an entry is for; what is refused is said on the page, as it is now."""
    of_this_server(answer, await _house(answer).get(table_id))
    try:
        await HANDLERS[entry](answer, table_id)
    except Refusal as refusal:
        await refused(answer, table_id, refusal)


def _house(answer: Answer) -> House:
    return answer.interaction.client.desk.house


async def _again(answer: Answer, table: Table, said: str = "") -> None:
    """Show the page once more, with what the click did."""
    await answer.update(page_for(answer, table, said))


async def _show(answer: Answer, table_id: int) -> None:
    await _again(answer, await _house(answer).get(table_id))


# --- one's own seat -------------------------------------------------------------------------------


async def _join(answer: Answer, table_id: int) -> None:
    table = await _house(answer).join(table_id, person_of(answer), answer.interaction.id)
    await _again(answer, table, answer.text.gettext("✓ You sit at this table."))


async def _leave(answer: Answer, table_id: int) -> None:
    async def leave_lobby() -> None:
        table = await _house(answer).leave(table_id, answer.user_id, only_lobby=True)
        await answer.update(leaving.left_page(answer, table))

    await leaving.leave_or_ask(answer, table_id, leave_lobby, update=True)


async def _back(answer: Answer, table_id: int) -> None:
    table = await _house(answer).back(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ Welcome back! Press My hand to play."))


async def _rejoin(answer: Answer, table_id: int) -> None:
    table = await _house(answer).rejoin(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ Welcome back! Press My hand to play."))


async def _take(answer: Answer, table_id: int) -> None:
    value = answer.chosen[0] if answer.chosen else ""
    seat = int(value) if value.isdecimal() else -1
    person, text = person_of(answer), answer.text
    table = await _house(answer).take_seat(table_id, person, seat, answer.interaction.id)
    if table.seat_of(person.user_id) is not None:
        said = text.gettext("✓ You play seat {seat} from now on. Press My hand.", seat=seat + 1)
    else:
        said = text.gettext("✓ Seat {seat} is yours when the next hand is dealt.", seat=seat + 1)
    await _again(answer, table, said)


async def _decline(answer: Answer, table_id: int) -> None:
    table = await _house(answer).decline_seat(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ You don't take that seat."))


async def _watch(answer: Answer, table_id: int) -> None:
    await watching.watch(answer, table_id)


async def _play_again(answer: Answer, table_id: int) -> None:
    await rematch.again(answer, table_id)


# --- how the game goes on -------------------------------------------------------------------------


async def _pause(answer: Answer, table_id: int) -> None:
    table = await _house(answer).ask_pause(table_id, answer.user_id, wanted=True)
    text = answer.text
    if table.on_hold:
        said = text.gettext("✓ The table is paused.")
    else:
        said = text.gettext("✓ You want a pause. The others see that at the table.")
    await _again(answer, table, said)


async def _no_pause(answer: Answer, table_id: int) -> None:
    table = await _house(answer).ask_pause(table_id, answer.user_id, wanted=False)
    await _again(answer, table, answer.text.gettext("✓ You don't want a pause any more."))


async def _go_on(answer: Answer, table_id: int) -> None:
    table = await _house(answer).go_on(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ The game goes on."))


async def _end(answer: Answer, table_id: int) -> None:
    """Say that one wants the end; after a question if that decides it."""
    table = await _house(answer).get(table_id)
    if decides_the_end(answer, table):
        await ask_to_end(answer, table, update=True)
        return
    await _really_end(answer, table_id)


def decides_the_end(answer: Answer, table: Table) -> bool:
    """Whether the game would end at once if this person wanted it."""
    if table.status is not Status.PLAYING or table.seat_of(answer.user_id) is None:
        return False
    wanted = {*Wishes.at(table, answer.interaction.client.desk.clock.now()).end, answer.user_id}
    return len(wanted) >= table.votes_to_end


async def ask_to_end(answer: Answer, table: Table, *, update: bool) -> None:
    """Ask whether the person really wants the end, as it comes at once."""
    text = answer.text
    question = text.gettext(
        "**End {game}, table {table}, now?** {what}",
        game=presenter_of(table).title,
        table=table.id,
        what=ending_words(table, text),
    )
    row = [entry_button(text, table.id, entry) for entry in (Entry.CONFIRM_END, Entry.SHOW)]
    page = box((question,), (row,), WARNING_COLOUR)
    await (answer.update(page) if update else answer.show(page))


async def _really_end(answer: Answer, table_id: int) -> None:
    table = await _house(answer).vote_end(table_id, answer.user_id, wanted=True)
    said = ""
    if table.is_live:
        said = answer.text.gettext("✓ You want the end. The others see that at the table.")
    await _again(answer, table, said)


async def _no_end(answer: Answer, table_id: int) -> None:
    table = await _house(answer).vote_end(table_id, answer.user_id, wanted=False)
    await _again(answer, table, answer.text.gettext("✓ You want to play on."))


# --- the host -------------------------------------------------------------------------------------


async def _pace(answer: Answer, table_id: int) -> None:
    try:
        pace = Pace(answer.chosen[0] if answer.chosen else "")
    except ValueError:  # forged: nothing is changed
        await _show(answer, table_id)
        return
    table = await _house(answer).set_pace(table_id, answer.user_id, pace)
    await _again(answer, table, answer.text.gettext("✓ The pace is changed."))


async def _open_seats(answer: Answer, table_id: int) -> None:
    table = await _house(answer).let_sit(table_id, answer.user_id, allowed=True)
    await _again(answer, table, answer.text.gettext("✓ Seats may be taken at once."))


async def _shut_seats(answer: Answer, table_id: int) -> None:
    table = await _house(answer).let_sit(table_id, answer.user_id, allowed=False)
    await _again(answer, table, answer.text.gettext("✓ Seats are taken at a new deal only."))


async def _keep(answer: Answer, table_id: int) -> None:
    table = await _house(answer).keep_open(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ The table stays open."))


async def _free(answer: Answer, table_id: int) -> None:
    table = await _house(answer).free_kept(table_id, answer.user_id)
    await _again(answer, table, answer.text.gettext("✓ Anybody may take those seats now."))


HANDLERS: Final[Mapping[Entry, Handler]] = {
    Entry.SHOW: _show,
    Entry.JOIN: _join,
    Entry.LEAVE: _leave,
    Entry.BACK: _back,
    Entry.PAUSE: _pause,
    Entry.NO_PAUSE: _no_pause,
    Entry.GO_ON: _go_on,
    Entry.END: _end,
    Entry.CONFIRM_END: _really_end,
    Entry.NO_END: _no_end,
    Entry.TAKE: _take,
    Entry.DECLINE: _decline,
    Entry.REJOIN: _rejoin,
    Entry.WATCH: _watch,
    Entry.AGAIN: _play_again,
    Entry.KEEP: _keep,
    Entry.FREE: _free,
    Entry.PACE: _pace,
    Entry.OPEN_SEATS: _open_seats,
    Entry.SHUT_SEATS: _shut_seats,
    Entry.KICK: kicking.choose,
    Entry.CLOSE: closing.ask,
    Entry.CONFIRM_CLOSE: closing.close,
}
