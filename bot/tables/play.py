"""Opening one's hand, looking at it in another way, and making a move from it."""

from collections.abc import Sequence
from contextlib import nullcontext

from bot.answers import Answer
from bot.games.presenter import Wish
from bot.refusals import refusal_sentence
from bot.tables import ids
from bot.tables.hand import hand_page, shown
from bot.tables.hands import layout_of
from bot.tables.places import message_link
from bot.tables.scene import is_started, presenter_of, private_of, scene_of
from engine import State
from engine.house.core import require_seat
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

FRESH_HAND = frozenset(
    (
        RefusalCode.STALE,
        RefusalCode.NOT_YOUR_TURN,
        RefusalCode.ILLEGAL,
        RefusalCode.UNCLEAR,
        RefusalCode.TABLE_OVER,
        RefusalCode.ON_HOLD,
    )
)
"""Refusals that are best answered with the hand as it is now."""


async def open_hand(answer: Answer, table: Table) -> None:
    """Show the person their hand in a new message."""
    seat = require_seat(table, answer.user_id)
    if table.status is Status.LOBBY:
        sentence = answer.text.gettext(
            "Table {table} hasn't started yet, so there are no cards. {link}",
            table=table.id,
            link=message_link(table),
        )
        await answer.say(sentence.strip())
        return
    await _show(answer, table, seat, "", update=False)


async def refresh_hand(answer: Answer, table: Table, said: str) -> None:
    """Show the person's hand in the page that they clicked."""
    await _show(answer, table, require_seat(table, answer.user_id), said, update=True)


async def look(answer: Answer, table_id: int, seat: int, decision: int | None, view: str) -> None:
    """Show the person's hand with a view, or as it opens if the view was for another decision.

    What a view wishes to be remembered is remembered whenever it comes.
    """
    desk = answer.interaction.client.desk
    with desk.hands.answering(table_id, answer.user_id):
        table = await desk.house.get(table_id)
        if require_seat(table, answer.user_id) != seat:
            raise Refusal(RefusalCode.NOT_YOUR_SEAT)
        if (wish := presenter_of(table).wish(view)) is not None:
            try:
                await _grant(answer, table, wish)
            except Refusal as refusal:
                await refused(answer, table_id, refusal)
                return
            view = ""
        if shown(table, seat).decision != decision:
            view = ""
        await _show(answer, table, seat, "", update=True, view=view)


async def _grant(answer: Answer, table: Table, wish: Wish) -> None:
    """Remember what the person wishes."""
    house = answer.interaction.client.desk.house
    if wish.kind == "layout":
        await house.set_hand_layout(answer.user_id, wish.value)
    else:
        await house.set_standing(table.id, answer.user_id, wish.value)


async def choose(
    answer: Answer, table_id: int, seat: int, decision: int, action: str, values: Sequence[str]
) -> None:
    """Make the move that the values chosen in a menu stand for, likewise."""
    if action:
        table = await answer.interaction.client.desk.house.get(table_id)
        action = presenter_of(table).completed(action, values)
    else:  # one whole move, or something forged, which the rules refuse
        action = ",".join(values).removeprefix(ids.move_id(table_id, seat, decision, ""))
    await move(answer, table_id, seat, decision, action)


async def move(answer: Answer, table_id: int, seat: int, decision: int, action: str) -> None:
    """Make a move and show the hand that is left; a stale click gets the hand as it is now."""
    desk = answer.interaction.client.desk
    with desk.hands.answering(table_id, answer.user_id):
        try:
            table = await desk.house.get(table_id)
            if action.startswith(ids.KEY):
                action = _action_of(answer, table, seat, key=action)
            first, *others = _steps(answer, table, seat, action)
            with desk.publisher.gathering(table) if others else nullcontext():
                table = await _act(answer, table_id, seat, decision, first)
                why = await _go_on(answer, table, seat, others)
        except Refusal as refusal:
            await refused(answer, table_id, refusal)
            return
        said = f"{_said(answer, table, seat)} {why}".strip()
        await _show(answer, table, seat, said, update=True)


async def _act(answer: Answer, table_id: int, seat: int, decision: int, action: str) -> Table:
    return await answer.interaction.client.desk.house.act(
        table_id,
        user_id=answer.user_id,
        seat=seat,
        decision=decision,
        action=action,
        interaction_id=answer.interaction.id,
    )


async def _go_on(answer: Answer, table: Table, seat: int, actions: Sequence[str]) -> str:
    """Make the rest of a move that has several steps, as long as they are possible.

    Each is a play of its own, so those before the one that isn't stay. Says why it isn't; "" if
    all are made.
    """
    for action in actions:
        decision = None if table.state is None else table.state.decision(seat)
        if decision is None:
            break
        try:
            table = await _act(answer, table.id, seat, decision, action)
        except Refusal as refusal:
            return refusal_sentence(answer.text, refusal, presenter_of(table))
    return ""


def _steps(answer: Answer, table: Table, seat: int, action: str) -> tuple[str, ...]:
    """What a move consists of; the move itself where the House will refuse it."""
    presenter = presenter_of(table)
    state = _state_for(answer, table, seat) if presenter.has_steps else None
    if state is None:
        return (action,)
    scene, private = scene_of(table, answer.text), private_of(state, seat)
    return presenter.steps(scene, seat, private, state.legal_actions(seat), action)


def _state_for(answer: Answer, table: Table, seat: int) -> State | None:
    """The game in play, if the seat is the person's own."""
    mine = table.is_live and table.seat_of(answer.user_id) == seat
    return table.state if mine else None


def _action_of(answer: Answer, table: Table, seat: int, key: str) -> str:
    """The action that is too long for its button; the key itself where the House will refuse it."""
    state = _state_for(answer, table, seat)
    if state is None:
        return key
    long = presenter_of(table).long_actions(
        scene_of(table, answer.text), seat, private_of(state, seat)
    )
    offered = {*state.legal_actions(seat), *long}
    meant = [action for action in offered if ids.move_key(action) == key]
    if len(meant) != 1:
        raise Refusal(RefusalCode.STALE)
    return meant[0]


def _said(answer: Answer, table: Table, seat: int) -> str:
    """What the person's newest move did."""
    if table.state is None:
        return ""
    scene, private = scene_of(table, answer.text), private_of(table.state, seat)
    return presenter_of(table).own_sentence(scene, seat, private)


async def refused(answer: Answer, table_id: int, refusal: Refusal, *, update: bool = True) -> None:
    """Say why a move isn't made, with the hand as it is now where that helps.

    The hand is shown in the page that was clicked, or, without `update`, in a new message.
    """
    if refusal.code is RefusalCode.NOT_YOUR_TURN:
        # Only one's own turn has buttons, so this one belonged to a turn that is over.
        refusal = Refusal(RefusalCode.STALE)
    if refusal.code not in FRESH_HAND:
        raise refusal
    table = await answer.interaction.client.desk.house.get(table_id)
    seat = table.seat_of(answer.user_id)
    if seat is None or not is_started(table):
        raise refusal
    answer.refused = True
    sentence = refusal_sentence(answer.text, refusal, presenter_of(table))
    if refusal.code is RefusalCode.STALE:
        sentence = f"{sentence} {_since_then(answer, table, seat)}".strip()
    await _show(answer, table, seat, sentence, update=update)


def _since_then(answer: Answer, table: Table, seat: int) -> str:
    """What has become of the turn that a late click was for."""
    if table.seats[seat].missed and table.state is not None:
        scene, private = scene_of(table, answer.text), private_of(table.state, seat)
        return presenter_of(table).late_sentence(scene, seat, private)
    return _said(answer, table, seat)


async def _show(
    answer: Answer, table: Table, seat: int, said: str, *, update: bool, view: str = ""
) -> None:
    desk = answer.interaction.client.desk
    layout = await layout_of(desk.house, table, answer.user_id)
    made_from = shown(table, seat)
    instead = desk.publisher.hidden.instead(table, answer.text, answer.interaction)
    said = f"{said} {desk.publisher.note_for(table, answer.user_id, answer.text)}".strip()
    page = hand_page(table, seat, answer.text, said, view, layout, instead)
    if update:
        await answer.update(page, private=True)
    else:
        await answer.show(page)
    if answer.owns_original:
        desk.hands.opened(table, answer.user_id, answer.interaction, made_from, view)
