"""Hands of Toonerville Rook as their owners see them, and how one clicks one's way through them."""

from collections.abc import Iterator
from typing import Any

import engine
from bot.games import toonerville_hand
from bot.games.presenter import Hand, Look, Menu, Move
from bot.games.toonerville_seen import Seen
from bot.tables.controls import Place, hand_rows
from bot.tables.page import MAX_COMPONENTS, Row
from bot.tables.scene import private_of
from engine.cards import ROOK_INDEX
from tests.bot.builders import scene
from tests.engine.games.toonerville_deals import act, draw, rig


def holding(state: Any, seat: int, cards: str) -> None:
    """From now on the seat holds these cards and no others."""
    state._hands[seat] = sorted(ROOK_INDEX[card] for card in cards.split())


def seen(state: engine.State, seat: int, **options: Any) -> Seen:
    """What the seat sees."""
    held, legal = state.private(seat)["hand"], state.legal_actions(seat)
    return Seen(scene(state), seat, tuple(held), tuple(legal), **options)


def hand(state: engine.State, seat: int, view: str = "", **options: Any) -> Hand:
    """The page of a seat's hand."""
    legal, private = state.legal_actions(seat), private_of(state, seat)
    return toonerville_hand.hand(scene(state), seat, private, legal, view, **options)


def lines(state: engine.State, seat: int, view: str = "", **options: Any) -> list[str]:
    """Its words, a line each; none of them is empty."""
    text = "\n".join(hand(state, seat, view, **options).lines)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in text.splitlines() if line]


def labels(page: Hand) -> list[str]:
    """What its buttons say."""
    return [control.label for control in page.controls if not isinstance(control, Menu)]


def menus(page: Hand) -> list[Menu]:
    return [control for control in page.controls if isinstance(control, Menu)]


def move(page: Hand, label: str) -> str:
    """The action of the button that says so."""
    return next(move.action for move in page.moves if move.label == label)


def look(page: Hand, label: str) -> str:
    """The view to which the button that says so leads."""
    looks = [control for control in page.controls if isinstance(control, Look)]
    return next(each.view for each in looks if each.label == label)


def picked(page: Hand, cards: str) -> str:
    """The view after picking cards, each from the first menu that still has one like it."""
    wanted = cards.split()
    for menu in menus(page):
        assert menu.view is not None
        chosen = []
        for choice in menu.choices:
            card = _card(choice.note, choice.label)
            if card in wanted:
                wanted.remove(card)
                chosen.append(choice.value)
        if chosen:
            assert not wanted, f"{wanted} are in another menu or not to be had"
            assert len(chosen) <= menu.most
            return menu.view + ",".join(reversed(chosen))
    raise AssertionError(f"{cards} can't be picked")


def _card(*words: str) -> str:
    """The card that an option names."""
    found = [part for text in words for part in text.replace("Rook", "W").split()]
    return next(part for part in found if part in ROOK_INDEX)


def whole_actions(page: Hand) -> Iterator[str]:
    """The actions that a page offers by buttons and menus."""
    for control in page.controls:
        if isinstance(control, Move):
            yield control.action
        elif isinstance(control, Menu) and control.view is None:
            yield from (choice.value for choice in control.choices)


def notes(page: Hand) -> dict[str, str]:
    """What is said of each card that may be discarded, by its name."""
    found = (choice for menu in menus(page) if menu.view is None for choice in menu.choices)
    return {choice.value.removeprefix("discard="): choice.note for choice in found}


def performed(state: engine.State, seat: int, action: str) -> list[str]:
    """What the rules are asked to do when an action of a button is performed."""
    return toonerville_hand.performed(scene(state), seat, state.private(seat), action)


def grown(size: int, players: int = 5, **options: Any) -> engine.State:
    """A game in which seat 0 has bought until it held so many cards, and has drawn in its turn."""
    state = rig(players=players, **options)
    while state.public()["hand_sizes"][0] < size or state.public()["turn"] != 0:
        turn = state.public()["turn"]
        draw(state, 0) if turn else draw(state)
        act(state, next(a for a in reversed(state.legal_actions(turn)) if a.startswith("discard=")))
    return draw(state)


def rows_of(page: Hand) -> list[Row]:
    """The page's controls as Discord gets them, with the longest ids that a table may have."""
    place = Place("toonerville", 10**18 - 1, 4, 999_999_999)
    return hand_rows(place, page.controls, MAX_COMPONENTS)


def pages(state: engine.State, seat: int) -> dict[str, Hand]:
    """The page of a hand as it opens, and those to which its buttons lead."""
    first = hand(state, seat)
    views = [control.view for control in first.controls if isinstance(control, Look)]
    return {"": first, **{view: hand(state, seat, view) for view in views}}
