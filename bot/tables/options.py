"""The page of options: everything that one person may do at a table besides playing cards.

It is made anew at every click, and what it offers is checked again when it is pressed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.games.teams import team_name
from bot.tables import ids
from bot.tables.board import closed_sentence, hold_line, may_play_again
from bot.tables.ids import Entry
from bot.tables.pace import pace_sentence, pace_words
from bot.tables.page import Beside, Page, Part, form
from bot.tables.places import way_there
from bot.tables.scene import presenter_of
from bot.tables.wishes import Wishes
from bot.text import N_, Text
from bot.text.names import name_or_former, plain_name
from engine.table import Pace, Seat, Stance, Status, Table

COLOUR: Final = 0x3B6EA5

_LABELS: Final = {
    Entry.SHOW: N_("No, go back"),
    Entry.JOIN: N_("Join"),
    Entry.LEAVE: N_("Leave"),
    Entry.BACK: N_("I'm back"),
    Entry.PAUSE: N_("Pause"),
    Entry.NO_PAUSE: N_("No pause"),
    Entry.GO_ON: N_("Go on"),
    Entry.END: N_("End the game"),
    Entry.CONFIRM_END: N_("Yes, end the game"),
    Entry.NO_END: N_("Don't end it"),
    Entry.DECLINE: N_("Don't take it"),
    Entry.REJOIN: N_("Come back"),
    Entry.WATCH: N_("Watch"),
    Entry.AGAIN: N_("Play again"),
    Entry.KEEP: N_("Keep open"),
    Entry.FREE: N_("Free the kept seats"),
    Entry.OPEN_SEATS: N_("Let them in at once"),
    Entry.SHUT_SEATS: N_("Only at a new deal"),
    Entry.CLOSE: N_("Close the table"),
    Entry.CONFIRM_CLOSE: N_("Yes, close the table"),
}
_STYLES: Final = {
    Entry.JOIN: ButtonStyle.success,
    Entry.BACK: ButtonStyle.success,
    Entry.GO_ON: ButtonStyle.success,
    Entry.REJOIN: ButtonStyle.success,
    Entry.AGAIN: ButtonStyle.success,
    Entry.CONFIRM_END: ButtonStyle.danger,
    Entry.CLOSE: ButtonStyle.danger,
    Entry.CONFIRM_CLOSE: ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose page it is, and when it is made."""

    user_id: int
    moderates: bool
    """Whether they may manage messages where the table stands."""
    now: float


def options_page(table: Table, viewer: Viewer, text: Text, said: str = "") -> Page:
    """Return what the person may do at the table; `said` is what their click did."""
    title = text.gettext(
        "### Options · {game}, table {table}", game=presenter_of(table).title, table=table.id
    )
    way = way_there(table, text)
    lines = (title, f"-# {way}" if way else "", said)
    parts: list[Part] = []
    for section in (_own_part(table, viewer, text), _host_part(table, viewer, text),
                    _moderators_part(table, viewer, text)):  # fmt: skip
        parts += section
    return form("\n".join(line for line in lines if line), parts, COLOUR)


def entry_button(text: Text, table: int, entry: Entry) -> discord.ui.Button[Any]:
    """Return a button of the page."""
    custom_id = ids.option_id(table, entry)
    return discord.ui.Button(
        label=text.gettext(_LABELS[entry]),
        style=_STYLES.get(entry, ButtonStyle.secondary),
        custom_id=custom_id,
        id=ids.component(custom_id),
    )


def _menu(
    table: Table, entry: Entry, placeholder: str, options: Sequence[discord.SelectOption]
) -> list[discord.ui.Select[Any]]:
    custom_id = ids.option_id(table.id, entry)
    return [
        discord.ui.Select(
            custom_id=custom_id,
            placeholder=placeholder,
            options=list(options)[:25],
            id=ids.component(custom_id),
        )
    ]


def _beside(table: Table, text: Text, entry: Entry, words: str) -> Beside:
    return Beside(words, entry_button(text, table.id, entry))


# --- everybody ------------------------------------------------------------------------------------


def _own_part(table: Table, viewer: Viewer, text: Text) -> list[Part]:
    seat = table.seat_of(viewer.user_id)
    if not table.is_live:
        return list(_when_over(table, text))
    if table.status is Status.LOBBY:
        return list(_in_lobby(table, viewer, text))
    if seat is None:
        return list(_from_outside(table, viewer, text))
    return list(_at_table(table, table.seats[seat], viewer, text))


def _when_over(table: Table, text: Text) -> Iterator[Part]:
    if table.status is Status.CANCELLED:
        yield closed_sentence(table, text)
    else:
        yield text.gettext("This game is over.")
    if may_play_again(table):
        words = text.gettext("The same people, seats and rules once more.")
        yield _beside(table, text, Entry.AGAIN, words)


def _in_lobby(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    if table.seat_of(viewer.user_id) is None:
        if any(person.user_id == viewer.user_id for person in table.kept.values()):
            yield _beside(table, text, Entry.JOIN, text.gettext("Your seat is kept for you."))
            words = text.gettext("Give up the seat that is kept for you.")
            yield _beside(table, text, Entry.DECLINE, words)
        elif not table.has_kicked(viewer.user_id):
            yield _beside(table, text, Entry.JOIN, text.gettext("Sit down at this table."))
        else:
            yield _removed(table, viewer, text)
        return
    if table.closes_at is not None:
        # no time: the page would still show it when somebody else has put it off
        words = text.gettext("The table closes if nothing happens for a while. Put that off.")
        yield _beside(table, text, Entry.KEEP, words)
    yield _beside(table, text, Entry.LEAVE, text.gettext("Give up your seat."))


def _at_table(table: Table, seat: Seat, viewer: Viewer, text: Text) -> Iterator[Part]:
    if seat.away:
        words = text.gettext("You are away, and a computer plays for you.")
        yield _beside(table, text, Entry.BACK, words)
    yield from _pausing(table, viewer, text)
    yield _ending(table, viewer, text)
    words = text.gettext("A computer plays on for you. You may come back while the seat is free.")
    yield _beside(table, text, Entry.LEAVE, words)


def _pausing(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    if table.on_hold:
        words = hold_line(table, text)
        yield words if table.held else _beside(table, text, Entry.GO_ON, words)
        return
    wishes, asked = Wishes.at(table, viewer.now), table.asked_to_pause()
    words = text.gettext("Nobody's time runs until somebody presses Go on.")
    if len(asked) > 1:
        words += " " + text.gettext("Everybody who is here has to agree: {count} of {all}.",
                                    count=len(wishes.pause), all=len(asked))  # fmt: skip
    wants = viewer.user_id in wishes.pause
    yield _beside(table, text, Entry.NO_PAUSE if wants else Entry.PAUSE, words)


def _ending(table: Table, viewer: Viewer, text: Text) -> Beside:
    wishes, people = Wishes.at(table, viewer.now), len(table.people())
    words = ending_words(table, text)
    if people > 1:
        words += " " + text.gettext("It takes {needed} of {all} people, {count} so far.",
                                    needed=table.votes_to_end, all=people,
                                    count=len(wishes.end))  # fmt: skip
    wants = viewer.user_id in wishes.end
    return _beside(table, text, Entry.NO_END if wants else Entry.END, words)


def ending_words(table: Table, text: Text) -> str:
    """Say what it means that a game ends without a result."""
    if table.stake:
        return text.gettext("The game ends without a winner. Those who sit here get their stakes "
                            "back.")  # fmt: skip
    return text.gettext("The game ends without a winner.")


def _from_outside(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    words = text.gettext("Look on without playing. You see what everybody sees.")
    yield _beside(table, text, Entry.WATCH, words)
    if table.has_kicked(viewer.user_id):
        yield _removed(table, viewer, text)
        return
    if own := own_empty_seat(table, viewer.user_id):
        words = text.gettext("Your seat is still yours; a computer plays it.")
        if own.heir_id is not None:
            words = text.gettext("Your seat is still yours; come back before the next deal.")
        yield _beside(table, text, Entry.REJOIN, words)
        return
    heir = table.heir_of(viewer.user_id)
    if heir is not None:
        words = text.gettext(
            "You take over seat {seat} when the next hand is dealt.", seat=heir + 1
        )
        yield _beside(table, text, Entry.DECLINE, words)
        return
    yield from _free_seats(table, viewer, text)


def _removed(table: Table, viewer: Viewer, text: Text) -> str:
    """Say why somebody gets no seat: because they were removed, perhaps from an earlier game."""
    if table.kicked_before(viewer.user_id):
        return text.gettext(
            "You were removed from the game before this one, so you can't take a seat here. "
            "Type /play to open another table."
        )
    return text.gettext(
        "You were removed from this table, so you can't take a seat here. "
        "Type /play to open another one."
    )


def own_empty_seat(table: Table, user_id: int) -> Seat | None:
    """The seat that somebody has left and may return to."""
    return next((seat for seat in table.seats if seat.user_id == user_id and seat.left), None)


def _free_seats(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    free = [number for number in range(len(table.seats)) if table.may_be_taken(number)]
    at_once = table.open_seats and viewer.user_id not in table.stances.get(Stance.SAT, {})
    may_deal = table.state is not None and table.state.may_deal_again
    if not at_once and not may_deal:
        yield text.gettext("No hand is dealt any more, so no seat changes hands now.")
        return
    if not free:
        yield text.gettext("No seat is free here now.")
        return
    words = (
        text.gettext("Take over a computer's seat **at once**, with the cards that it holds:")
        if at_once
        else text.gettext("Take over a computer's seat **when the next hand is dealt**:")
    )
    yield "\n".join((*_stake_of_a_seat(table, text), words))
    options = [
        discord.SelectOption(label=seat_label(table, number, text), value=str(number))
        for number in free
    ]
    yield _menu(table, Entry.TAKE, text.gettext("Choose a seat to take"), options)


def _stake_of_a_seat(table: Table, text: Text) -> list[str]:
    if not table.stake:
        return []
    stake = text.ngettext(
        "Whoever gets a seat puts in the stake of one chip.",
        "Whoever gets a seat puts in the stake of {n} chips.",
        table.stake,
    )
    return [stake]


def seat_label(table: Table, number: int, text: Text) -> str:
    """Name a seat in a menu, where names stand as they are."""
    seat = table.seats[number]
    known = name_or_former(seat.name, seat.user_id, text)
    who = plain_name(known) or text.gettext("Somebody")
    who = f"🤖 {who}" if seat.is_computer else who
    facts = {"seat": seat.place + 1, "who": who}
    team = next((n for n, seats in enumerate(table.game.teams()) if seat.place in seats), None)
    if team is not None:
        words = text.gettext("Seat {seat} · {team} · {who}", team=team_name(text, team), **facts)
    else:
        words = text.gettext("Seat {seat} · {who}", **facts)
    return text.gettext("{seat} (left)", seat=words) if seat.left else words


# --- the host, and those who moderate -------------------------------------------------------------


def _host_part(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    if table.host_id != viewer.user_id or not table.is_live:
        return
    yield text.gettext("**You are the host.**")
    if table.status is Status.PLAYING:
        yield _open_seats(table, text)
    elif table.kept:
        words = text.gettext("Some seats are kept for people of the last game.")
        yield _beside(table, text, Entry.FREE, words)
    yield _paces(table, text)
    yield from kick_menu(table, viewer, text)


def _open_seats(table: Table, text: Text) -> Beside:
    if table.open_seats:
        words = text.gettext("Others may take computers' seats at once, and see their cards.")
        return _beside(table, text, Entry.SHUT_SEATS, words)
    words = text.gettext("Others may take computers' seats when the next hand is dealt.")
    return _beside(table, text, Entry.OPEN_SEATS, words)


def _paces(table: Table, text: Text) -> list[discord.ui.Select[Any]]:
    options = [
        discord.SelectOption(
            label=text.gettext("Pace · {pace}", pace=pace_words(text, pace, table.game.name)),
            value=pace.value,
            default=pace is table.pace,
        )
        for pace in Pace
    ]
    return _menu(table, Entry.PACE, pace_sentence(table, text), options)


def kick_menu(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    """Offer those who can be removed: not oneself, and in a game no computers.

    Whoever has left is offered too: once removed they can't come back.
    """
    options = [
        discord.SelectOption(label=label, value=value)
        for value, label in _removable(table, viewer, text)
    ]
    if options:
        placeholder = text.gettext("Remove somebody from the table")
        yield _menu(table, Entry.KICK, placeholder, options)


def _removable(table: Table, viewer: Viewer, text: Text) -> Iterator[tuple[str, str]]:
    for number, seat in enumerate(table.seats):
        # below 0 there is nobody left who could come back
        person = seat.user_id is not None and seat.user_id > 0
        person = person and not table.has_kicked(seat.user_id or 0)
        if (person or table.status is Status.LOBBY) and seat.user_id != viewer.user_id:
            yield f"{seat.place}:{seat.user_id or 0}", seat_label(table, number, text)
        if seat.heir_id is not None and seat.heir_id != viewer.user_id:
            label = text.gettext(
                "Seat {seat} · {who}, from the next deal on",
                seat=seat.place + 1,
                who=plain_name(seat.heir_name or "") or text.gettext("Somebody"),
            )
            yield f"{seat.place}:{seat.heir_id}", label


def _moderators_part(table: Table, viewer: Viewer, text: Text) -> Iterator[Part]:
    if not viewer.moderates or not table.is_live:
        return
    yield text.gettext("**You moderate this channel.**")
    if table.host_id != viewer.user_id:
        yield from kick_menu(table, viewer, text)
    yield _beside(table, text, Entry.CLOSE, closing_words(table, text))


def closing_words(table: Table, text: Text) -> str:
    """Say what it means that a table is closed."""
    if table.status is Status.LOBBY:
        return text.gettext("The table closes for everybody.")
    if table.stake:
        return text.gettext("The game ends for everybody without a winner; stakes go back.")
    return text.gettext("The game ends for everybody without a winner.")
