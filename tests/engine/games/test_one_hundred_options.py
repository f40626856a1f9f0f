"""One Hundred's house rules and presets, and what a sample of a table keeps."""

import random
from collections import Counter
from typing import Any

import pytest

import engine
from tests.engine.contract import everything, knowledge
from tests.engine.games.adding_deals import drive
from tests.engine.games.deals import SEED, hands
from tests.engine.games.one_hundred_deals import after, gentle, played, rig
from tests.engine.reference import canonical, dealt, french_deck, shuffled

DEFAULTS = {
    "chips": 3,
    "decks": 1,
    "fours": "plain",
    "after_bust": "continue",
    "rebuilds": 10,
    "negative": False,
    "must_play_safe": False,
}


def test_the_defaults_and_the_presets() -> None:
    assert dict(engine.load_game("onehundred", 3).options) == DEFAULTS
    assert dict(engine.load_game("onehundred", 6).options) == DEFAULTS
    assert dict(engine.load_game("onehundred", 7).options) == {**DEFAULTS, "decks": 2}
    classic = engine.load_game("onehundred", 3, preset="classic")
    assert dict(classic.options) == {**DEFAULTS, "fours": "reverse"}
    plain = engine.load_game("onehundred", 3, {"fours": "plain"}, "classic")
    assert dict(plain.options) == DEFAULTS
    assert (classic.title, classic.min_players, classic.max_players) == ("One Hundred", 3, 10)


WRONG: list[tuple[str, Any]] = [
    *(("chips", value) for value in (0, 10, None, True, "3", 3.0)),
    *(("decks", value) for value in (0, 3, True, "1", 1.0)),
    *(("fours", value) for value in ("Reverse", "", None, 4, True)),
    *(("after_bust", value) for value in ("stop", "", None, 0, False)),
    *(("rebuilds", value) for value in (-1, 101, True, "10", "none", 1.0)),
    *((name, value) for name in ("negative", "must_play_safe") for value in (0, 1, "yes", None)),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_options_have_their_types_and_ranges(name: str, value: Any) -> None:
    with pytest.raises(engine.OptionError, match=name):
        engine.load_game("onehundred", options={name: value})


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("players", range(3, 11))
def test_chips_and_decks(players: int, decks: int) -> None:
    state = rig([], players, decks=decks, chips=players - 1)
    assert state.public()["stock"] == 52 * decks - 3 * players
    assert state.public()["chips"] == [players - 1] * players
    assert Counter(state.cards()) == Counter(french_deck(decks))


@pytest.mark.parametrize("suit", "CDHS")
def test_fours_reverse(suit: str) -> None:
    state = after(100, f"4{suit}", fours="reverse")
    public = state.public()
    assert (public["pile"], public["direction"], public["chips"]) == (100, -1, [3, 3, 3])
    assert state.current_players() == (0,)
    assert {"type": "reverse", "direction": -1, "to": "all"} in state.events


def test_fours_reverse_twice_and_a_bust_keeps_the_direction() -> None:
    line = ["AC=100", "4D", "9C", "9D", "4C", "KC"]
    state = rig(line, players=4, fours="reverse")
    for action, seat, direction in zip(
        line, [0, 1, 0, 3, 2, 3], [1, -1, -1, -1, 1, 1], strict=True
    ):
        assert state.current_players() == (seat,)
        drive(state, [action])
        assert state.public()["direction"] == direction
    assert state.public()["chips"] == [2, 3, 3, 2]
    assert state.current_players() == (0,)


def test_a_new_round_after_every_bust() -> None:
    state = played(["AC=98", "4D", "9C"], players=4, after_bust="new_round", fours="reverse")
    public = state.public()
    assert public["last_bust"] == {"round": 1, "seat": 0, "action": "9C", "count": 107}
    assert public["chips"] == [2, 3, 3, 3]
    assert (public["round"], public["dealer"], public["direction"]) == (2, 0, 1)
    assert (public["pile"], public["top"], public["pile_cards"]) == (0, None, 0)
    assert (public["stock"], public["rebuilds_left"]) == (40, 10)
    hand = dealt(shuffled(SEED, 1, french_deck()), [1, 2, 3, 0], 3)
    assert hands(state) == [canonical(hand[seat]) for seat in range(4)]
    assert state.current_players() == (1,)
    assert "draw" not in [event["type"] for event in state.events]


def test_a_new_round_passes_the_deal_over_who_is_out() -> None:
    line = ["AC=98", "KC", "KD", "9C"]
    state = played(line, players=4, dealer=2, after_bust="new_round", chips=1)
    public = state.public()
    assert public["in"] == [True, True, False, True]
    assert (public["dealer"], state.current_players()) == (3, (0,))
    assert public["hand_sizes"] == [3, 3, 0, 3]
    assert Counter(state.cards()) == Counter(french_deck())
    line = ["AC=98", "KC", "KD", "KS", "9C"]
    state = played(line, players=4, dealer=3, after_bust="new_round", chips=1)
    assert state.public()["in"] == [False, True, True, True]
    assert (state.public()["dealer"], state.current_players()) == (1, (2,))


def test_a_new_deal_is_no_rebuild_and_gives_none_back() -> None:
    game = engine.load_game("onehundred", 5, {"after_bust": "new_round", "rebuilds": 3, "chips": 9})
    state = game.new_initial_state(seed=SEED)
    rng = random.Random(1)
    rebuilt = rounds = 0
    while not state.is_terminal():
        (seat,) = state.current_players()
        wild = rng.random() < 0.05
        state.apply(seat, rng.choice(state.legal_actions(seat)) if wild else gentle(state))
        kinds = [event["type"] for event in state.events]
        rebuilt += "reshuffle" in kinds
        rounds += "round" in kinds
        assert state.public()["rebuilds_left"] == 3 - rebuilt
    assert rounds > 1
    assert rebuilt == 3


@pytest.mark.parametrize("rebuilds", [0, 1, 3])
def test_rebuilds_end_the_game(rebuilds: int) -> None:
    game = engine.load_game("onehundred", 5, {"rebuilds": rebuilds, "chips": 9})
    state = game.new_initial_state(seed=SEED)
    seen = []
    while not state.is_terminal():
        state.apply(state.current_players()[0], gentle(state))
        seen += [event["type"] for event in state.events]
    assert seen.count("reshuffle") == rebuilds
    assert seen[-1] == "over"
    assert state.public()["rebuilds_left"] == 0
    chips = state.scores()
    assert state.placings() == tuple(1 + sum(o > c for o in chips) for c in chips)


def test_without_a_limit_careful_players_go_on() -> None:
    game = engine.load_game("onehundred", 3, {"rebuilds": None, "chips": 9})
    state = game.new_initial_state(seed=SEED)
    rebuilt = 0
    while rebuilt < 15 and not state.is_terminal():
        assert state.public()["rebuilds_left"] is None
        state.apply(state.current_players()[0], gentle(state))
        rebuilt += any(event["type"] == "reshuffle" for event in state.events)
    assert rebuilt == 15


def test_negative_lets_the_pile_go_below_0_and_come_back() -> None:
    line = ("JC", "2S", "5D", "KC", "4C", "AD", "QH", "JD", "AS=3")
    state = after(4, *line, negative=True)
    counts = [event["count"] for event in state.public_history() if event["type"] == "play"]
    assert counts[1:] == [-6, -12, -17, -17, -13, -12, 0, -10, 3]
    assert not state.is_legal(state.current_players()[0], "AS=-1")


SAFE_CASES = [
    (95, ["AD", "2D", "9S"], ["AD", "2D"]),
    (100, ["KS", "TS", "QS"], ["KS", "TS"]),
    (100, ["JS", "9S", "5H"], ["5H", "JS"]),
    (51, ["2S", "QD", "QH"], ["QD", "QH"]),
    (50, ["2S", "QD", "QH"], ["QD", "QH", "2S"]),
    (100, ["2S", "9S", "AD"], ["AD", "2S", "9S"]),  # nothing is safe: all is allowed
]


@pytest.mark.parametrize(("pile", "hand", "legal"), SAFE_CASES)
def test_must_play_safe(pile: int, hand: list[str], legal: list[str]) -> None:
    state = after(pile, hold={1: hand}, must_play_safe=True)
    assert sorted(state.legal_actions(1)) == sorted(legal)
    free = after(pile, hold={1: hand})
    before = everything(state)
    for action in free.legal_actions(1):
        assert state.is_legal(1, action) == (action in legal)
        if action not in legal:
            with pytest.raises(engine.IllegalAction):
                state.apply(1, action)
    assert everything(state) == before


def test_must_play_safe_takes_a_black_ace_for_safe() -> None:
    state = after(100, hold={1: ["AS", "9S", "QD"]}, must_play_safe=True)
    assert sorted(state.legal_actions(1)) == sorted(f"AS={number}" for number in range(101))


def test_must_play_safe_and_fours() -> None:
    hand = {1: ["4S", "9S", "QD"]}
    assert after(100, hold=hand, must_play_safe=True, fours="reverse").legal_actions(1) == ["4S"]
    assert len(after(100, hold=hand, must_play_safe=True).legal_actions(1)) == 3


def test_a_sample_deals_every_unseen_card_to_everybody() -> None:
    """Also the cards that went under the pile face down: nobody knows where they are."""
    hold = {1: ["KH", "3S"]}
    state = played(["AC=95", "9D"], players=4, hold=hold, chips=1)
    rng = random.Random(2)
    mine = set(state.private(0)["hand"])
    unseen = set(french_deck()) - mine - {"AC", "9D"}
    seen: dict[int, set[str]] = {2: set(), 3: set()}
    for _ in range(400):
        sample = state.game.sample(state.observation(0), rng)
        assert set(sample.private(0)["hand"]) == mine
        assert sample.private(1) == {"hand": []}
        assert sample.public() == state.public()
        for seat, cards in seen.items():
            cards |= set(sample.private(seat)["hand"])
    assert seen == {2: unseen, 3: unseen}


def rebuilt_with_a_dead_hand() -> tuple[engine.State, set[str], set[str]]:
    """Three players, one of them out, the stock just rebuilt; the old pile, and the dead hand."""
    line = ["AC=100", "9D", "KC", "KD", "9C", "KS", "TC", "9H"]  # seat 1 busts three times
    state = played(line, hold={1: ["KH", "3S"]}, whim=0)
    pile = {action[:2] for action in line}
    while not any(event["type"] == "reshuffle" for event in state.events):
        action = gentle(state)
        state.apply(state.current_players()[0], action)
        pile.add(action[:2])
    assert state.public()["in"] == [True, False, True]
    return state, pile, {"KH", "3S"}


def test_after_a_rebuild_the_other_holds_what_was_in_no_pile() -> None:
    """What neither I have nor was played is three cards of the other and two of the dead."""
    state, pile, dead = rebuilt_with_a_dead_hand()
    rng = random.Random(3)
    for me, other in ((0, 2), (2, 0)):
        mine = set(state.private(me)["hand"])
        unseen = set(french_deck()) - pile - mine
        assert unseen == set(state.private(other)["hand"]) | dead
        seen: set[str] = set()
        for _ in range(200):
            sample = state.game.sample(state.observation(me), rng)
            hand = set(sample.private(other)["hand"])
            assert hand <= unseen
            seen |= hand
        assert seen == unseen


def test_after_a_rebuild_the_cards_of_the_dead_can_be_drawn() -> None:
    state, pile, dead = rebuilt_with_a_dead_hand()
    rng = random.Random(4)
    (seat,) = state.current_players()
    other = 2 - seat
    unseen = set(state.private(other)["hand"]) | dead
    drawn = set()
    for _ in range(900):
        sample = state.game.sample(state.observation(seat), rng)
        sample.apply(seat, gentle(sample))
        drawn |= {event["card"] for event in sample.events if event["type"] == "draw"}
    assert drawn == (pile - {state.public()["top"]}) | unseen


@pytest.mark.parametrize("players", [3, 6, 10])
def test_no_sample_gives_out_a_card_that_lies_open_in_the_pile(players: int) -> None:
    """One deck, eliminations and rebuilds: what was played since the rebuild is in the pile."""
    game = engine.load_game("onehundred", players, {"decks": 1, "chips": 2, "rebuilds": 6})
    rng = random.Random(players)
    for _ in range(3):
        state = game.new_initial_state(seed=rng.randbytes(32))
        pile: list[str] = []
        while not state.is_terminal():
            (seat,) = state.current_players()
            wild = rng.random() < 0.1
            state.apply(seat, rng.choice(state.legal_actions(seat)) if wild else gentle(state))
            for event in state.events:
                if event["type"] in {"play", "bust"}:
                    pile.append(event["action"][:2])
                elif event["type"] == "reshuffle":
                    pile = pile[-1:]
            me = rng.randrange(players)
            sample = game.sample(state.observation(me), rng)
            held = {card for hand in hands(sample) for card in hand}
            assert not held & set(pile)
            assert hands(sample)[me] == hands(state)[me]
            assert [len(hand) for hand in hands(sample)] == state.public()["hand_sizes"]


@pytest.mark.parametrize(("number", "plies"), [(6, 140), (31, 120), (53, 140), (136, 99)])
def test_a_sample_is_found_however_many_hands_went_under_a_pile_of_two_decks(
    number: int, plies: int
) -> None:
    """Equal cards, unseen hands, a rebuilt stock: the truth fits, so a sample must be had."""
    rng = random.Random(number)
    players = rng.choice([8, 9, 10])
    game = engine.load_game("onehundred", players, {"chips": 1, "decks": 2})
    state = game.new_initial_state(seed=rng.randbytes(32))
    for _ in range(plies):
        (seat,) = state.current_players()
        wild = rng.random() < 0.03
        state.apply(seat, rng.choice(state.legal_actions(seat)) if wild else gentle(state))
    for me in [seat for seat, alive in enumerate(state.public()["in"]) if alive]:
        sample = game.sample(state.observation(me), random.Random(0))
        assert knowledge(sample, me) == knowledge(state, me)
        assert sorted(sample.cards()) == sorted(state.cards())


@pytest.mark.parametrize("players", [3, 5, 7, 10])
@pytest.mark.parametrize("decks", [1, 2])
def test_a_sample_looks_the_same_to_the_seat(players: int, decks: int) -> None:
    rng = random.Random(10 * players + decks)
    game = engine.load_game("onehundred", players, {"decks": decks, "fours": "reverse"})
    state = game.new_initial_state(seed=rng.randbytes(32))
    for ply in range(150):
        if state.is_terminal():
            break
        wild = rng.random() < 0.1
        (seat,) = state.current_players()
        state.apply(seat, rng.choice(state.legal_actions(seat)) if wild else gentle(state))
        if ply % 10 == 0:
            me = rng.randrange(players)
            sample = game.sample(state.observation(me), rng)
            assert knowledge(sample, me) == knowledge(state, me)
            assert sorted(sample.cards()) == sorted(state.cards())


def test_a_sample_shuffles_anew_for_what_comes() -> None:
    state = after(100, hold={1: ["9S", "QS", "8S"]}, after_bust="new_round")
    rng = random.Random(5)
    deals = set()
    for _ in range(20):
        sample = state.game.sample(state.observation(1), rng)
        sample.apply(1, "9S")
        deals.add(str(hands(sample)))
    assert len(deals) == 20
