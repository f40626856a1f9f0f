"""My hand: one person's own cards and moves, for their eyes only."""

from dataclasses import dataclass, replace
from typing import Final

from bot.games.presenter import Scene
from bot.tables.board import closed_sentence, result_lines, turn_line, waiting_for
from bot.tables.controls import Place, hand_rows
from bot.tables.ids import Verb
from bot.tables.page import Page, Row, box, room, table_button
from bot.tables.scene import is_started, presenter_of, private_of, scene_of, state_of
from bot.text import Text
from engine.table import Status, Table

TURN_COLOUR: Final = 0x2E7D5B
WAITING_COLOUR: Final = 0x6B7280
NEWS: Final = 4
"""Sentences on what happened last, for those who have scrolled away from the table."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a hand's page was made from, to tell later whether it is out of date."""

    decision: int | None
    stage: object
    """How far the game has come, as its presenter counts it."""
    away: bool
    over: bool
    on_hold: bool = False


def shown(table: Table, seat: int) -> Shown:
    """Return what a page of the seat's hand made now would show."""
    state, over = table.state, table.status is not Status.PLAYING
    if state is None:
        return Shown(None, None, away=False, over=over)
    stage = presenter_of(table).stage(state.public())
    return Shown(state.decision(seat), stage, table.seats[seat].away, over, table.on_hold)


def hand_page(
    table: Table,
    seat: int,
    text: Text,
    said: str = "",
    view: str = "",
    layout: str = "",
    instead: tuple[str, ...] = (),
) -> Page:
    """Return the hand of a seat; `said` is one line on top, about what the click did.

    `view` is what the person wants to look at, as the presenter's own looks and menus say it, and
    `layout` how they want all hands to be shown. `instead` is what the table's message would say,
    where that can't be shown.
    """
    if not is_started(table):
        sentence = closed_sentence(table, text) if table.status is Status.CANCELLED else said
        return box((sentence or text.gettext("The game hasn't started yet."),), (), WAITING_COLOUR)
    scene = scene_of(table, text)
    if table.status is Status.FINISHED:
        return _over(table, seat, scene, said)
    own = replace(scene, layout=layout, standing=table.seats[seat].standing)
    return _in_play(table, seat, own, said, view, instead)


def _in_play(
    table: Table, seat: int, scene: Scene, said: str, view: str, instead: tuple[str, ...]
) -> Page:
    text, presenter, state = scene.text, presenter_of(table), state_of(table)
    decision = state.decision(seat)
    legal = state.legal_actions(seat) if decision is not None else []
    private = private_of(state, seat)
    hand = presenter.hand(scene, seat, private, legal, view)
    cards = "\n".join(hand.lines)
    if presenter.is_out(scene, seat):
        cards = text.gettext("You are out. Watch how it ends in the table's message.")
    colour = TURN_COLOUR if seat in scene.public["to_act"] else WAITING_COLOUR
    turn = turn_line(table, scene) if table.on_hold else _whose_turn(table, seat, scene)
    first = f"{said}\n{turn}".strip()
    news = presenter.hand_news(scene, seat, private, NEWS)
    told = "\n".join(sentence for sentence in news if sentence not in said)
    # cards next to their buttons; what the table's message would say includes what is told
    blocks = (*instead, first, cards) if instead else (first, told, cards)
    last = _table_rows(table, seat, text)
    place = Place(presenter.game, table.id, seat, decision)
    rows = hand_rows(place, hand.controls, room(blocks, last))
    return box(blocks, [*rows, *last], colour)


def _table_rows(table: Table, seat: int, text: Text) -> list[Row]:
    verbs = [Verb.BACK] if table.seats[seat].away else []
    if table.on_hold and not table.held:
        verbs.append(Verb.GO_ON)
    return [[table_button(text, table.id, verb) for verb in verbs]] if verbs else []


def _whose_turn(table: Table, seat: int, scene: Scene) -> str:
    text = scene.text
    if seat not in scene.public["to_act"]:
        presenter = presenter_of(table)
        if table.paused or presenter.waits_for_names(scene.public):
            return turn_line(table, scene)
        # names would soon be wrong: what others do leaves this page alone
        if presenter.picks_together(scene.public):
            return waiting_for(table, text, text.gettext("the others"))
        return text.gettext("Not your turn. When it is, your buttons show here or by My hand.")
    if presenter_of(table).asks_aside(scene.public):
        return _asked(table, text)
    if table.deadline is None:
        return text.gettext("**Your turn.**")
    return text.gettext("**Your turn**; time is up <t:{time}:R>.", time=int(table.deadline))


def _asked(table: Table, text: Text) -> str:
    if table.deadline is None:
        return text.gettext("**You are asked.**")
    return text.gettext("**You are asked**; time is up <t:{time}:R>.", time=int(table.deadline))


def _over(table: Table, seat: int, scene: Scene, said: str) -> Page:
    text, presenter = scene.text, presenter_of(table)
    place = scene.placings[seat]
    verdict = (
        text.gettext("🏆 **You won!**")
        if place == 1
        else text.gettext("The game is over. You came in at place {place}.", place=place)
    )
    lines = (said, verdict, result_lines(presenter, scene))
    return box(["\n".join(line for line in lines if line)], (), WAITING_COLOUR)
