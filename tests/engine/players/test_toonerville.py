"""The computer players of Toonerville Rook: blunders they avoid, every table, who beats whom.

Seat 0 begins; cards that no hand names are drawn at random, always the same ones.
"""

import random
from typing import Any

import pytest

import engine
from benchmarks.players import MATCHES, share_won
from engine.cards import ROOK_INDEX
from engine.games._rook_melds import can_lay
from engine.games._toonerville_cards import cards_of
from engine.players import LEVELS, decide
from engine.players._toonerville_plans import Unseen, Wish, losses, plans_of
from tests.engine.games.toonerville_deals import act, draw, hand, idle, rig

LONE = "B1 B5 G10 R3 Y8 Y13 R14 G2 B9 R7 G6 Y3"
"""Twelve cards none of which makes much of a run or a set with another."""


def chosen(state: engine.State, seat: int = 0, level: str = "normal") -> str:
    """What the computer player in a seat does."""
    return decide(level, state.observation(seat), 1)


def finish(state: engine.State) -> list[str]:
    """What the normal player does until its turn is over."""
    seat = state.public()["turn"]
    actions = []
    while state.current_players() == (seat,) and state.public()["phase"] == "meld":
        actions.append(chosen(state, seat))
        state.apply(seat, actions[-1])
    return actions


def offered(state: engine.State) -> engine.State:
    """The top discard is for sale."""
    return act(state, "decline")


# --- the top discard ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(
    ("number", "cards", "top"),
    [
        (1, "R7 G7 B4 Y4 W B14 R1 G2 Y3 R5 G6 B8", "B7"),  # the contract is complete
        (1, "R7 G7 B1 Y5 R12", "B7"),  # the third of a number
        (3, "R4 R5 R7 G2 G9 B11", "R6"),  # the hole in a run
        (8, "R4 R5 R7 G2 G9 B11", "W"),  # a Rook
    ],
)
def test_what_completes_a_meld_is_taken(level: str, number: int, cards: str, top: str) -> None:
    assert chosen(rig({0: cards}, top, round=number), level=level) == "take"


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(
    ("number", "cards", "top"),
    [
        (1, "R1 R2 R3 R5 G8 G9 G10 B11 B12 B13 B14 Y8", "R4"),  # runs are not asked for
        (3, "R7 G7 Y7 R1 G2 B11 B14 Y4 Y14 R11 G14 B1", "B7"),  # nor are sets
    ],
)
def test_what_goes_with_nothing_is_left(level: str, number: int, cards: str, top: str) -> None:
    assert chosen(rig({0: cards}, top, round=number), level=level) == "decline"


def test_a_hole_in_a_run_is_bought_early() -> None:
    state = offered(rig({2: "R4 R5 R7 R8 G2 G3 G5 B9 B11 B12 Y1 Y14"}, "R6", round=3))
    assert chosen(state, 2) == "buy"


def test_nothing_is_bought_that_goes_with_nothing() -> None:
    state = offered(rig({2: "R1 R2 R3 R4 G2 G3 G5 B9 B11 B12 Y1 Y14"}, "Y7", round=3))
    assert chosen(state, 2) == "pass"
    state = offered(rig({2: LONE}, "B12", round=1))
    assert chosen(state, 2) == "pass"


ONE_LEFT = "R1 R2 R3 R4 R5 G9 B9 Y9 B12 G12 Y12 Y14"
"""In round 5 all but one card of this can be laid down."""
BEGUN = "G4 G5 G7 R6 R11 B1 B3 Y8 R13 G14 Y2 B9"
"""Some of round 5's contract."""


def test_whoever_may_be_caught_soon_buys_no_more() -> None:
    assert chosen(offered(rig({3: BEGUN}, "G6", round=5)), 3) == "buy"
    late = draw(rig({0: ONE_LEFT, 3: BEGUN}, draws="B3 G6", round=5))
    act(late, "meld=r:R1,R2,R3,R4,R5|s:G9,B9,Y9|s:B12,G12,Y12", "discard=Y14")
    act(draw(late), "discard=G6")
    assert chosen(offered(late), 3) == "pass"


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_whoever_is_down_buys_nothing(level: str) -> None:
    state = draw(rig({0: "R7 G7 Y7 B4 Y4 G4 R9 G9 R2 G5", 1: "B9"}, draws="B1 B3"))
    act(state, "meld=s:R7,G7,Y7|s:B4,Y4,G4", "discard=B1")
    act(draw(state), "discard=B9")
    assert chosen(offered(state), 0, level) == "pass"


def test_the_easy_player_buys_two_cards_a_round() -> None:
    observation = offered(rig({2: "R7 G7 R1 G2 Y3 B5"}, "B7")).observation(2)
    assert decide("easy", observation, 1) == "buy"
    observation["public"]["buys"][2] = 2
    assert decide("easy", observation, 1) == "pass"


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(("card", "action"), [("B7", "take"), ("W", "take"), ("B14", "decline")])
def test_whoever_is_down_takes_what_can_be_laid_off(level: str, card: str, action: str) -> None:
    held = {0: "R7 G7 Y7 B4 Y4 G4 B1 B2 B3", 2: card}
    state = draw(rig(held, draws="B5", players=3))
    act(state, "meld=s:R7,G7,Y7|s:B4,Y4,G4", "discard=B1")
    act(draw(idle(state)), f"discard={card}")
    assert chosen(state, 0, level) == action


# --- laying down and off --------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_the_contract_is_laid_down_at_once(level: str) -> None:
    state = draw(rig({0: "R4 R5 R6 R7 B8 B9 B10 B11"}, round=3))
    assert chosen(state, 0, level).startswith("meld=r:")


def test_a_contract_takes_in_all_the_cards_that_fit() -> None:
    state = draw(rig({0: "R7 G7 Y7 B4 Y4 G4 R4 B7 W B1 Y14 G13"}, draws="Y13"))
    assert len(finish(state)) == 2  # all in one
    assert hand(state, 0)[0] == "B1"
    assert {card[1:] for card in hand(state, 0)} <= {"1", "13", "14"}


def test_the_dearer_sets_are_laid_where_not_all_can_be() -> None:
    state = draw(rig({0: "R2 G2 Y2 B13 Y13 G13 R14 B14 Y14 B1 B3 B5"}, draws="B7"))
    finish(state)
    assert {"R2", "G2", "Y2"} <= set(hand(state, 0))


def test_a_lay_down_that_ends_the_round_is_found() -> None:
    state = draw(rig({0: "R4 R5 R6 R7 G7 B7 Y7 G4 B4 Y4 R8 R9"}, draws="W", round=5))
    finish(state)
    assert state.public()["round"] == 6
    assert state.scores()[0] == 0


def test_the_last_card_that_fits_is_laid_and_the_other_one_discarded() -> None:
    state = draw(rig({0: ONE_LEFT}, draws="B3 G5 G6 G8 R6", round=5))
    act(state, "meld=r:R1,R2,R3,R4,R5|s:G9,B9,Y9|s:B12,G12,Y12", "discard=Y14")
    draw(idle(state, 3))
    assert finish(state) == ["lay=R6@m1", "discard=B3"]
    assert state.public()["round"] == 6


RUN_AND_SET = "R8 R9 R10 R11 B12 G12 Y12"


@pytest.mark.parametrize(("drawn", "way"), [("R12", "lay=R12@m1"), ("W", "lay=W@m1>")])
def test_a_card_or_a_rook_goes_where_it_makes_room_for_the_next(drawn: str, way: str) -> None:
    held = {0: f"{RUN_AND_SET} R13 B1 B3 B5 B7"}
    state = draw(rig(held, draws=f"Y2 G2 G3 G4 {drawn}", round=2))
    act(state, "meld=r:R8,R9,R10,R11|s:B12,G12,Y12", "discard=Y2")
    draw(idle(state, 3))
    assert finish(state)[:2] == [way, "lay=R13@m1"]


def test_a_rook_that_leads_nowhere_goes_into_a_set_where_it_stays() -> None:
    held = {0: f"{RUN_AND_SET} B1 B3 B5 B7 G1"}
    state = draw(rig(held, draws="Y2 G2 G3 G4 W", round=2))
    act(state, "meld=r:R8,R9,R10,R11|s:B12,G12,Y12", "discard=Y2")
    draw(idle(state, 3))
    assert finish(state)[0] == "lay=W@m2"


# --- swaps ----------------------------------------------------------------------------------------

WITH_ROOKS = "meld=r:Y5,W,Y7,Y8|r:B11,B12,W,B14"


def after_rooks(cards: str, draws: str = "") -> engine.State:
    """Round 3: seat 0 has laid two runs with a Rook each, seat 1 has drawn."""
    state = draw(rig({0: "Y5 W Y7 Y8 B11 B12 W B14", 1: cards}, draws=f"R14 {draws}", round=3))
    return draw(act(state, WITH_ROOKS, "discard=R14"))


def test_a_rook_is_swapped_in_where_the_contract_lacks_one() -> None:
    state = after_rooks("G1 G2 G3 G4 R8 R9 R11 Y6 B1 B3 Y14 Y2", "G13")
    actions = finish(state)
    assert actions[0] == "swap=Y6@m1"
    assert actions[1].startswith("meld=")
    assert state.public()["contract_met"][1]


def test_whoever_is_down_swaps_in_a_card_that_fits_nowhere_else() -> None:
    state = after_rooks("G1 G2 G3 G4 R8 R9 R10 R11 Y6 B1 B3 Y14", "G13")
    actions = finish(state)
    assert "swap=Y6@m1" in actions
    assert not {"Y6", "W"} & set(hand(state, 1))
    assert state.public()["must_play_rooks"] == 0


def test_a_rook_taken_by_a_person_whose_time_is_up_is_played() -> None:
    state = act(after_rooks("G1 G2 G3 G4 R8 R9 R11 Y6 B1 B3 Y14 Y2", "G13"), "swap=Y6@m1")
    for level in ("easy", "normal"):
        assert chosen(state, 1, level).startswith("meld=")


# --- discards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "cards", "drawn", "useless"),
    [
        (1, "R7 G7 B4 Y4 R9 B9 G2 Y3 B6 R14 W W", "Y1", "R14"),  # costs most
        (1, "R14 G14 B13 Y13 R12 Y12 R3 G6 B1 Y2 R9 B10", "R5", "B10"),  # pairs are kept
        (3, "R11 R12 R13 G3 G4 G6 B9 B10 B12 Y1 Y14 Y7", "Y4", "Y14"),
        (3, "R11 R12 R13 G3 G4 G6 B9 B10 B12 B13 Y2 R8", "R10", "Y2"),
        (3, "R7 G7 Y7 R8 R9 G8 G9 G10 B14 B7 Y1 B1", "Y10", "B14"),  # sets are no use
        (2, "R7 G7 Y7 R8 R9 W G1 B3 Y12 B14 Y5 R1", "G4", "B14"),
    ],
)
def test_the_costliest_useless_card_is_discarded(
    number: int, cards: str, drawn: str, useless: str
) -> None:
    state = draw(rig({0: cards}, draws=drawn, round=number))
    actions = finish(state)
    assert actions[-1] == f"discard={useless}"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(1, 12))
def test_a_rook_is_never_discarded_from_a_fresh_hand(level: str, number: int) -> None:
    for whim in range(3):
        state = draw(rig({0: "W W"}, round=number, whim=whim))
        assert chosen(state, 0, level) != "discard=W"


TWO_RUNS = "R7 R8 R9 R10 G1 G2 G3 G4"
THREE_HOLES = "R11 B9 B10 B12 B13 Y3 Y4 Y6 Y7 G9 G10 G12"
"""Cards for round 3 where seat 0 has laid two runs: R11 is of use only there."""


def test_the_next_player_who_is_down_is_given_nothing_to_lay_off() -> None:
    held = {0: TWO_RUNS, 2: THREE_HOLES}
    state = draw(rig(held, draws="B3 Y10 G13", players=3, round=3))
    act(state, "meld=r:R7,R8,R9,R10|r:G1,G2,G3,G4", "discard=B3")
    draw(idle(state))
    assert finish(state) == ["discard=G13"]


def test_a_card_that_can_be_laid_off_later_is_kept() -> None:
    state = draw(rig({0: TWO_RUNS, 1: THREE_HOLES}, draws="B3 B6", round=3))
    act(state, "meld=r:R7,R8,R9,R10|r:G1,G2,G3,G4", "discard=B3")
    assert finish(draw(state)) == ["discard=B6"]


def test_a_card_that_cannot_come_any_more_is_not_waited_for() -> None:
    held = cards_of(["R4", "R5", "R7", "Y4", "Y5", "Y7", "G9", "G10", "G11", "G12", "B1", "B14"])
    red, yellow = cards_of(["R5", "Y5"])
    deck = [4] * 57
    for gone, useful in (("R6", yellow), ("Y6", red)):
        deck[ROOK_INDEX[gone]] = 0
        after = losses(plans_of(held, Unseen.of(deck), Wish(2, 0, None)), [red, yellow])
        assert after[useful] == max(after.values())
        assert after[red] != after[yellow]
        deck[ROOK_INDEX[gone]] = 4


# --- the last round -------------------------------------------------------------------------------

COVER = "R1 R2 R3 R4 B8 B9 B10 B11 G5 Y5 B5 G12 Y12"
"""Thirteen cards of a contract for round 11."""


def test_the_whole_hand_is_laid_as_soon_as_it_can_be() -> None:
    state = draw(rig({0: f"{COVER} R5"}, draws="B12", round=11))
    assert len(finish(state)) == 1
    assert state.is_terminal()
    assert state.scores()[0] == 0


def test_what_covers_the_hand_is_kept_in_the_last_round() -> None:
    state = draw(rig({0: f"{COVER} R5"}, draws="Y7", round=11))
    assert finish(state) == ["discard=Y7"]
    state = draw(rig({0: f"{COVER} G14"}, draws="Y3", round=11))
    assert finish(state) == ["discard=G14"]


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_no_card_that_would_only_make_the_hand_larger_is_bought_in_the_last_round(
    level: str,
) -> None:
    state = offered(rig({2: f"{COVER} Y3"}, "R5", round=11))
    assert chosen(state, 2, level) == "pass"
    assert chosen(offered(rig({2: f"{COVER} Y3"}, "Y14", round=11)), 2, level) == "pass"


def test_the_last_card_of_the_whole_hand_is_taken() -> None:
    assert chosen(rig({0: f"{COVER} R5"}, "R12", round=11)) == "take"


# --- every table ----------------------------------------------------------------------------------

TABLES = [
    (4, {}),
    (3, {"max_rooks": 1}),
    (5, {"buy_limit": 0, "reshuffles": 0}),
    (4, {"max_rooks": 2, "buy_limit": 1, "turns": 40}),
    (3, {"max_rooks": 1, "first_round": 6, "last_round": 6}),
    (5, {"first_round": 10, "last_round": 10}),
    (3, {"first_round": 11, "last_round": 11, "reshuffles": 0, "turns": 60}),
]


def play(state: engine.State, levels: list[str], rng: random.Random, chance: float = 0) -> None:
    """Play to the end; now and then a person does something at random."""
    while seats := state.current_players():
        seat = seats[rng.randrange(len(seats))]
        observation = state.observation(seat)
        action = decide(levels[seat], observation, rng.getrandbits(64))
        assert state.is_legal(seat, action), (observation, action)
        if rng.random() < chance:
            legal = observation["legal_actions"]
            action = legal[rng.randrange(len(legal))]
        state.apply(seat, action)


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("levels", [["normal"], ["easy"], ["normal", "easy", "hard"]])
def test_every_action_is_legal(players: int, options: dict[str, Any], levels: list[str]) -> None:
    rng = random.Random(f"{players}{options}{levels}")
    game = engine.load_game("toonerville", players, {"last_round": 2, **options})
    seats = [levels[seat % len(levels)] for seat in range(players)]
    for chance in (0, 0.3):
        play(game.new_initial_state(rng.randbytes(32)), seats, rng, chance)


@pytest.mark.parametrize("number", range(1, 12))
def test_rounds_end_because_somebody_goes_out(number: int) -> None:
    game = engine.load_game("toonerville", 4, {"first_round": number, "last_round": number})
    for levels in (["normal"] * 4, ["easy"] * 4):
        state = game.new_initial_state(bytes([number]) * 32)
        play(state, levels, random.Random(number))
        over = next(e for e in reversed(state.public_history()) if e["type"] == "round_over")
        assert over["reason"] == "out"


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_card_that_lets_the_contract_be_laid_is_always_taken(number: int) -> None:
    rng = random.Random(number)
    offers = 0
    for whim in range(40):
        state = rig({0: "W W W"}, round=number, whim=whim)
        held, top = state.private(0)["hand"], state.public()["discard_top"]
        runs, sets = state.public()["contract"].values()
        cards = cards_of([*held, top])
        if can_lay(cards, runs, sets):
            offers += 1
            assert decide("normal", state.observation(0), rng.getrandbits(64)) == "take"
    assert offers


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_luck_makes_the_same_moves(level: str) -> None:
    game = engine.load_game("toonerville", 3, {"first_round": 5, "last_round": 5})

    def story() -> list[dict[str, Any]]:
        state = game.new_initial_state(bytes(32))
        play(state, [level] * 3, random.Random(4))
        return state.public_history()

    assert story() == story()


def test_normal_beats_three_easy_players_clearly() -> None:
    game = engine.load_game("toonerville", 4, {"first_round": 8, "last_round": 10})
    expert, others = MATCHES["toonerville"]["normal against three easy"]
    games = 12
    won = sum(share_won(game, number, expert, others) for number in range(games)) / games
    assert won > 0.45  # par is 0.25
