"""Adding games with arranged cards: say what is played, and the deck that allows it is built.

A line is a list of actions such as `["KS", "9D", "TH=-10"]`, the first by the seat on the
dealer's left. What follows a new deal within a line can't be arranged.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import engine
from tests.engine.games.adding_model import AddingModel
from tests.engine.games.deals import SEED
from tests.engine.reference import french_deck

HAND = 3

Hold = Mapping[int, Sequence[str]]


def seats_of(line: Sequence[str], model: AddingModel) -> list[tuple[int, bool]]:
    """Who plays each action of the line, and whether a card is drawn for it."""
    seats = []
    for action in line:
        seat = model.turn
        model.hands[seat] = [action[:2], "KC", "KC"]
        model.stock = ["KC"] * 100
        model.apply(seat, action)
        seats.append((seat, any(event["type"] == "draw" for event in model.events)))
    return seats


def arranged_deck(
    line: Sequence[str], model: AddingModel, hold: Hold, whim: int | None = None
) -> list[str]:
    """A full legal deck, top first, with which the line can be played from the model's start.

    `hold` names cards that a seat has from the deal and keeps throughout; a `whim` shuffles all
    that neither it nor the line names.
    """
    first, players = model.turn, model.players
    kept = {seat: list(hold.get(seat, ())) for seat in range(players)}
    seats = seats_of(line, model)
    plays: dict[int, list[str]] = {seat: [] for seat in range(players)}
    for (seat, _), action in zip(seats, line, strict=True):
        plays[seat].append(action[:2])
    spare = french_deck(model.decks)
    for card in chain(*kept.values(), *plays.values()):
        spare.remove(card)
    if whim is not None:
        random.Random(whim).shuffle(spare)
    hands = {}
    for seat in range(players):
        hands[seat] = (kept[seat] + plays[seat])[:HAND]
        plays[seat] = plays[seat][HAND - len(kept[seat]) :]
        hands[seat] += [spare.pop() for _ in range(HAND - len(hands[seat]))]
    order = [(first + i) % players for i in range(players)]
    top = [hands[seat][i] for i in range(HAND) for seat in order]
    draws = [
        plays[seat].pop(0) if plays[seat] else spare.pop()
        for seat, draws in seats
        if draws and (plays[seat] or spare)  # a line may go on after the stock was rebuilt
    ]
    return top + draws + spare


def drive(state: engine.State, line: Sequence[str]) -> engine.State:
    """Let whoever is on turn play each action of the line."""
    for action in line:
        (seat,) = state.current_players()
        state.apply(seat, action)
    return state


class Tables:
    """Arranged tables of one of the games; so many players unless a test says otherwise."""

    def __init__(self, model: type[AddingModel], players: int) -> None:
        self.model = model
        self.players = players

    def rig(
        self,
        line: Sequence[str],
        players: int | None = None,
        dealer: int | None = None,
        hold: Hold | None = None,
        whim: int | None = None,
        **options: Any,
    ) -> engine.State:
        """The start of a game in which the line can be played; seat 0 begins if no dealer is named.

        `hold` and `whim` are as for `arranged_deck`.
        """
        players = players or self.players
        dealer = players - 1 if dealer is None else dealer
        model = self.model(players, options, SEED, dealer)
        game = engine.load_game(model.game, players, options)
        deck = arranged_deck(line, model, hold or {}, whim)
        return game.new_initial_state(seed=SEED, dealer=dealer, deck=deck)

    def played(self, line: Sequence[str], **table: Any) -> engine.State:
        """The arranged game after the line was played; `table` is as for `rig`."""
        return drive(self.rig(line, **table), line)

    def gentle(self, state: engine.State) -> str:
        """The action of a player who wants a long round: safe if there is one, a low count."""
        model = self.model(state.game.players, dict(state.game.options), SEED)
        model.count = state.public()["pile"]
        (seat,) = state.current_players()
        return min(state.legal_actions(seat), key=model.count_after)
