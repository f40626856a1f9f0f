"""One Hundred tables with arranged cards: say what is played, and the deck that allows it is built.

A line is a list of actions such as `["AC=98", "7D", "KS"]`, the first by the seat on the dealer's
left. Busts and eliminations may be anywhere in it (with `after_bust=new_round`: the last action).
"""

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import engine
from tests.engine.games.one_hundred_model import Model
from tests.engine.reference import french_deck

SEED = bytes(range(32))
HAND = 3

Hold = Mapping[int, Sequence[str]]


def seats_of(
    line: Sequence[str], players: int, dealer: int, options: dict[str, Any]
) -> list[tuple[int, bool]]:
    """Who plays each action of the line, and whether a card is drawn for it."""
    model = Model(players, options, SEED, dealer)
    seats = []
    for action in line:
        seat = model.turn
        model.hands[seat] = [action[:2], "KC", "KC"]
        model.stock = ["KC"] * 100
        model.apply(action)
        seats.append((seat, any(event["type"] == "draw" for event in model.events)))
    return seats


def arranged_deck(
    line: Sequence[str],
    players: int,
    dealer: int,
    hold: Hold,
    options: dict[str, Any],
    whim: int | None = None,
) -> list[str]:
    """A full legal deck, top first, with which the line can be played.

    `hold` names cards that a seat has from the deal and keeps throughout; a `whim` shuffles all
    that neither it nor the line names.
    """
    kept = {seat: list(hold.get(seat, ())) for seat in range(players)}
    seats = seats_of(line, players, dealer, options)
    plays: dict[int, list[str]] = {seat: [] for seat in range(players)}
    for (seat, _), action in zip(seats, line, strict=True):
        plays[seat].append(action[:2])
    spare = french_deck(options.get("decks") or (2 if players >= 7 else 1))
    for card in chain(*kept.values(), *plays.values()):
        spare.remove(card)
    if whim is not None:
        random.Random(whim).shuffle(spare)
    hands = {}
    for seat in range(players):
        hands[seat] = (kept[seat] + plays[seat])[:HAND]
        plays[seat] = plays[seat][HAND - len(kept[seat]) :]
        hands[seat] += [spare.pop() for _ in range(HAND - len(hands[seat]))]
    order = [(dealer + 1 + i) % players for i in range(players)]
    top = [hands[seat][i] for i in range(HAND) for seat in order]
    draws = [plays[seat].pop(0) if plays[seat] else spare.pop() for seat, draws in seats if draws]
    return top + draws + spare


def rig(
    line: Sequence[str],
    players: int = 3,
    dealer: int | None = None,
    hold: Hold | None = None,
    whim: int | None = None,
    **options: Any,
) -> engine.State:
    """The start of a game in which the line can be played; seat 0 begins unless a dealer is named.

    `hold` and `whim` are as for `arranged_deck`.
    """
    game = engine.load_game("onehundred", players=players, options=options)
    dealer = players - 1 if dealer is None else dealer
    deck = arranged_deck(line, players, dealer, hold or {}, options, whim)
    return game.new_initial_state(seed=SEED, dealer=dealer, deck=deck)


def drive(state: engine.State, line: Sequence[str]) -> engine.State:
    """Let whoever is on turn play each action of the line."""
    for action in line:
        (seat,) = state.current_players()
        state.apply(seat, action)
    return state


def played(
    line: Sequence[str],
    players: int = 3,
    dealer: int | None = None,
    hold: Hold | None = None,
    whim: int | None = None,
    **options: Any,
) -> engine.State:
    """The arranged game after the line was played."""
    return drive(rig(line, players, dealer, hold, whim, **options), line)


def after(count: int, *actions: str, **options: Any) -> engine.State:
    """Seat 0 has named the count with a black ace; then the actions were played by the others."""
    ace = "AS" if any(action.startswith("AC") for action in actions) else "AC"
    return played([f"{ace}={count}", *actions], **options)


def gentle(state: engine.State) -> str:
    """A legal action of the seat on turn that is safe if there is one, and a low count."""
    model = Model(state.game.players, dict(state.game.options), SEED)
    model.count = state.public()["pile"]
    (seat,) = state.current_players()
    return min(
        state.legal_actions(seat), key=lambda a: (model.count_after(a) > 100, model.count_after(a))
    )
