"""Tables of Schmier made by hand, and their words without what isn't seen."""

from collections.abc import Sequence
from typing import Any

import engine
from bot.games import presenter
from bot.games.presenter import Hand, Look, Menu, Move
from bot.tables.scene import private_of
from tests.bot.builders import scene, seen
from tests.engine.games.schmier_deals import (
    STOCK_OF_THE_WHOLE,
    WHOLE,
    dealer_throws,
    drive,
    rig,
    throw,
)

SCHMIER = presenter("schmier")

THROWN = {0: "5C 7C 9D", 1: "6D 4S", 2: "2C 8C 3S", 3: "3C", 4: "4D 8S"}
TRICKS = (
    "AH 5H 4H 2H 3H 8H",
    "JH JD 6H QH KH 5S",
    "AC JC 9C TC QC 4C",
    "KC 8D 7H 7S JS TS",
    "TH KD JK QS 9H QD",
    "AS KS AD 2D 6C TD",
)
"""Dave, the bidder, leads to the first two; Frank deals. Hearts are trump."""


def bidding(bids: str = "", **options: Any) -> engine.State:
    """The auction of the hand that is told here, after some bids."""
    return drive(rig(WHOLE, STOCK_OF_THE_WHOLE, **options), bids)


def trump_named(**options: Any) -> engine.State:
    """Dave has bid 4 and made hearts trump, and everybody may discard."""
    return drive(bidding("pass bid3 pass bid4 pass pass", **options), "trump=H")


def exchanged(**options: Any) -> engine.State:
    """The five have discarded, and the dealer holds what was left of the stock."""
    return throw(trump_named(**options), THROWN)


def in_play(state: engine.State) -> engine.State:
    """The dealer of a table where all others have discarded keeps A♦ J♠ Q♣ besides trumps."""
    state.apply(5, dealer_throws(state.private(5)["hand"], "H", ["AD", "JS", "QC"]))
    return state


def played(cards: str = "", **options: Any) -> engine.State:
    """The hand in play, after some cards."""
    return drive(in_play(exchanged(**options)), cards)


def tricks(number: int, **options: Any) -> engine.State:
    """The hand after so many tricks."""
    return played(" ".join(TRICKS[:number]), **options)


def headline(state: engine.State) -> list[str]:
    return seen(SCHMIER.headline(scene(state))).splitlines()


def news(state: engine.State) -> list[str]:
    return seen("\n".join(SCHMIER.news(scene(state), 6))).splitlines()


def hand_news(state: engine.State, seat: int) -> list[str]:
    """The news above the seat's own cards."""
    told = SCHMIER.hand_news(scene(state), seat, private_of(state, seat), 4)
    return seen("\n".join(told)).splitlines()


def own(state: engine.State, seat: int) -> str:
    return seen(SCHMIER.own_sentence(scene(state), seat, private_of(state, seat)))


def hand(state: engine.State, seat: int, view: str = "") -> Hand:
    legal = state.legal_actions(seat)
    return SCHMIER.hand(scene(state), seat, private_of(state, seat), legal, view)


def lines(state: engine.State, seat: int, view: str = "") -> list[str]:
    return seen("\n".join(hand(state, seat, view).lines)).splitlines()


def cards_shown(state: engine.State, seat: int) -> list[str]:
    """The list of the cards held, a suit a line."""
    return [line for line in lines(state, seat) if line.startswith("- ")]


def labels(page: Hand) -> list[str]:
    """What is written on the buttons; those in brackets can't be pressed."""
    found = []
    for control in page.controls:
        if isinstance(control, Move | Look):
            enabled = isinstance(control, Look) or control.enabled
            found.append(seen(control.label if enabled else f"({control.label})"))
    return found


def menu(page: Hand) -> Menu:
    (found,) = (control for control in page.controls if isinstance(control, Menu))
    return found


def choices(page: Hand) -> list[str]:
    return [seen(choice.label) for choice in menu(page).choices]


def complete(page: Hand, cards: Sequence[str]) -> str:
    """The action that choosing these cards in the menu makes."""
    return SCHMIER.completed(menu(page).action, cards)
