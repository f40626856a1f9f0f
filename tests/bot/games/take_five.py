"""Games of Take 5 made by hand, and their words without what isn't seen."""

import engine
from bot.games import presenter
from tests.bot.builders import SEED, scene

TAKE_FIVE = presenter("take5")


def dealt(*hands: str, rows: str = "12 20 35 77", **options):
    """A game in which the seats hold these cards among others, and the rows begin with those."""
    held = [[*hand.split()] for hand in hands]
    ends = rows.split()
    used = {card for cards in (*held, ends) for card in cards}
    rest = [str(card) for card in range(104, 0, -1) if str(card) not in used]
    for cards in held:
        while len(cards) < 10:
            cards.append(rest.pop(0))
    deck = [held[seat][turn] for turn in range(10) for seat in range(len(held))]
    game = engine.load_game("take5", players=len(hands), options=options)
    return game.new_initial_state(SEED, deck=[*deck, *ends, *rest])


def pick(state, *cards):
    """Everybody picks, the first seat first."""
    for seat, card in enumerate(cards):
        state.apply(seat, card)
    return state


def told(state):
    return [sentence.replace("\N{NO-BREAK SPACE}", " ") for sentence in
            TAKE_FIVE.news(scene(state), 6)]  # fmt: skip


def headline(state):
    return TAKE_FIVE.headline(scene(state)).replace("\N{NO-BREAK SPACE}", " ").splitlines()


def hand(state, seat):
    return TAKE_FIVE.hand(scene(state), seat, state.private(seat), state.legal_actions(seat))


def lines(state, seat):
    return "\n".join(hand(state, seat).lines).replace("\N{NO-BREAK SPACE}", " ")


def five_in_a_row():
    """A game in which row 4 is 77 78 79 80 81 and the others one card each."""
    state = dealt("78 80 82 5", "79 81 13 14")
    pick(state, "78", "79")
    return pick(state, "80", "81")
