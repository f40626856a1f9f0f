"""Toonerville Rook tables with arranged cards: say who holds what, and the deck is built.

Cards are written in one string: `"R4 R5 W R7"`. What nobody names is filled in at random, always
the same way.
"""

import random
from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import Any

import engine
from tests.engine.games.deals import SEED, fair
from tests.engine.games.toonerville_model import CONTRACTS
from tests.engine.reference import rook_deck

start = partial(fair, "toonerville")

Hands = Mapping[int, str]


def arranged_deck(
    hands: Hands, top: str, draws: str, players: int, dealer: int, each: int, whim: int = 0
) -> list[str]:
    """A full deck, top first, that deals these hands, turns up this card and has these to draw.

    `hands` names all or some cards of some seats, `draws` the first cards of the draw pile; a
    `whim` chooses the rest.
    """
    held = {seat: hands.get(seat, "").split() for seat in range(players)}
    first, pile = top.split(), draws.split()
    spare = rook_deck(players)
    for card in chain(*held.values(), first, pile):
        spare.remove(card)
    random.Random(whim).shuffle(spare)
    for hand in held.values():
        if len(hand) > each:
            raise ValueError(f"{each} cards are dealt, not {len(hand)}")
        hand.extend(spare.pop() for _ in range(each - len(hand)))
    first = first or [spare.pop()]
    seats = [(dealer + 1 + step) % players for step in range(players)]
    return [*(held[seat][i] for i in range(each) for seat in seats), *first, *pile, *spare]


def rig(
    hands: Hands | None = None,
    top: str = "",
    draws: str = "",
    players: int = 4,
    dealer: int | None = None,
    round: int = 1,  # noqa: A002 - what the game calls it
    whim: int = 0,
    **options: Any,
) -> engine.State:
    """The start of such a game; seat 0 begins where no dealer is named."""
    dealer = players - 1 if dealer is None else dealer
    game = engine.load_game("toonerville", players, {"first_round": round, **options})
    deck = arranged_deck(hands or {}, top, draws, players, dealer, CONTRACTS[round][2], whim)
    return game.new_initial_state(seed=SEED, dealer=dealer, deck=deck)


def act(state: engine.State, *actions: str) -> engine.State:
    """Whoever's turn it is does all this."""
    for action in actions:
        state.apply(state.public()["turn"], action)
    return state


def answer(state: engine.State, *buyers: int) -> engine.State:
    """All who are asked and not yet done say in seat order whether they buy."""
    while state.public()["phase"] == "buy":
        seat = state.current_players()[0]
        state.apply(seat, "buy" if seat in buyers else "pass")
    return state


def draw(state: engine.State, *buyers: int) -> engine.State:
    """The turn's player declines, these want to buy, and the cards are drawn."""
    return answer(act(state, "decline"), *buyers)


def drawn(state: engine.State) -> str:
    """The card that the last draw from the pile brought."""
    return next(event["card"] for event in reversed(state.events) if event["type"] == "drawn")


def idle(state: engine.State, turns: int = 1) -> engine.State:
    """So many whole turns in which the card drawn is discarded at once."""
    for _ in range(turns):
        draw(state)
        act(state, f"discard={drawn(state)}")
    return state


def hand(state: engine.State, seat: int) -> list[str]:
    return list(state.private(seat)["hand"])


def melds(state: engine.State) -> dict[str, str]:
    """The cards of every meld on the table by its name: `{"m1": "R4 R5 W R7"}`."""
    return {meld["id"]: " ".join(meld["cards"]) for meld in state.public()["melds"]}


def listed(state: engine.State, seat: int, kind: str) -> set[str]:
    """The listed actions of one kind, without its name: `{"R7@m3"}` of `lay=`."""
    return {
        action.removeprefix(f"{kind}=")
        for action in state.legal_actions(seat)
        if action.startswith(f"{kind}=")
    }


def may(state: engine.State, action: str) -> bool:
    """Whether the turn's player may do this."""
    return state.is_legal(state.public()["turn"], action)


def kinds(state: engine.State) -> list[str]:
    """The types of the last events."""
    return [event["type"] for event in state.events]
