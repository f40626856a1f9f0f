"""Take 5 tables with arranged cards: say what is picked, and the deck that allows it is built.

A trick is the list of the cards picked, seat after seat: `[62, 29]`. Where the lowest is below
every row, its player takes the row named by `rows[trick number]`, row 1 if none is named.
"""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import engine
from tests.engine.games.deals import SEED, fair

HAND = 10

start = partial(fair, "take5")


def numbers(size: int = 104) -> list[str]:
    """The cards in their order."""
    return [str(number) for number in range(1, size + 1)]


def arranged_deck(rows: Sequence[int], tricks: Sequence[Sequence[int]], players: int) -> list[str]:
    """A full deck, top first, with these first cards of the rows and these picks in the hands."""
    used = {*rows, *(card for trick in tricks for card in trick)}
    if len(used) != 4 + players * len(tricks):
        raise ValueError("a card is used twice")
    spare = [card for card in range(1, 105) if card not in used]
    hands = [[trick[seat] for trick in tricks] for seat in range(players)]
    for hand in hands:
        while len(hand) < HAND:
            hand.append(spare.pop())
    dealt = [hands[seat][i] for i in range(HAND) for seat in range(players)]
    return [str(card) for card in [*dealt, *rows, *spare]]


def rig(rows: Sequence[int], *tricks: Sequence[int], players: int = 2, **opts: Any) -> engine.State:
    """The start of a game in which these tricks can be played."""
    players = len(tricks[0]) if tricks else players
    game = engine.load_game("take5", players=players, options=opts)
    return game.new_initial_state(seed=SEED, deck=arranged_deck(rows, tricks, players))


def play_trick(state: engine.State, trick: Sequence[int], row: int | None = 1) -> engine.State:
    """Everybody picks; a card that is too low takes the row, or waits if that is None."""
    for seat, card in enumerate(trick):
        state.apply(seat, str(card))
    if state.public()["phase"] == "row" and row is not None:
        (seat,) = state.current_players()
        state.apply(seat, f"row{row}")
    return state


def played(
    rows: Sequence[int],
    *tricks: Sequence[int],
    choices: Mapping[int, int | None] | None = None,
    **opts: Any,
) -> engine.State:
    """The arranged game after the tricks; `choices` names rows by the number of the trick."""
    state = rig(rows, *tricks, **opts)
    for number, trick in enumerate(tricks, start=1):
        play_trick(state, trick, (choices or {}).get(number, 1))
    return state


def rows_of(state: engine.State) -> list[list[int]]:
    """The rows as numbers."""
    return [[int(card) for card in row] for row in state.public()["rows"]]


def random_trick(state: engine.State, rng: random.Random) -> None:
    """One whole trick, its picks in seat order and its row at random."""
    for seat in range(state.game.players):
        state.apply(seat, rng.choice(state.private(seat)["hand"]))
    if state.public()["phase"] == "row":
        (seat,) = state.current_players()
        state.apply(seat, f"row{rng.randint(1, 4)}")


def random_round(state: engine.State, whim: int) -> engine.State:
    """All ten tricks of a round."""
    rng = random.Random(whim)
    for _ in range(HAND):
        random_trick(state, rng)
    return state
