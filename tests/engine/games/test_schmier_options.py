"""How a game of Schmier ends (SC-14, examples 28 to 30), and its options."""

import random
from collections import Counter
from typing import Any

import pytest

import engine
from tests.engine.games.schmier_deals import LEVEL, bid_and_name, random_hand, start, whole_hand
from tests.engine.games.schmier_model import SEATS

DEFAULTS = {
    "teams": "3x2",
    "dealer_forced": False,
    "first_lead_trump": False,
    "target": 21,
    "max_hands": 60,
}


EXAMPLES = {  # found by trial: the seed, and a whim for every hand
    28: """2  9173 4658 5874 4777 9799 1179 5784 1547 3655 2882
              6087 3923 7624 8744 379 2984 7619 35 7996 1264""",
    29: """1  6386 8337 1765 8815 1188 499 5334 1428 5685 1492
              3861 4551 7473 9231 5142 7095 7239 7296 53""",
    30: """1  6386 8337 4036 3905 6123 3638 4923 1428 4036 8880
              1264 3112 8590 262 4687 5610 9178 3899 4722 346""",
}


def example(number: int) -> tuple[engine.State, dict[str, Any]]:
    """The game after its hands, and the score of the last of them."""
    seed, *whims = map(int, EXAMPLES[number].split())
    state = start(seed.to_bytes(32, "big"))
    score: dict[str, Any] = {}
    for whim in whims:
        assert not state.is_terminal()
        score = random_hand(state, whim)
    return state, score


def places(state: engine.State) -> list[int]:
    """The place of each team; partners have the same."""
    teams = state.public()["teams"]
    seats = state.placings()
    for partners in teams:
        assert len({seats[seat] for seat in partners}) == 1
    return [seats[partners[0]] for partners in teams]


def test_example_28_level_at_the_top_the_bidders_win() -> None:
    """The bidders had 19 and make 3, others had 20 and make 2."""
    state, score = example(28)
    bidders = score["team"]
    (others,) = (t for t in range(3) if t != bidders and score["scores"][t] == 22)
    third = 3 - bidders - others
    assert (score["gains"][bidders], score["gains"][others]) == (3, 2)
    assert score["scores"][bidders] == 22
    assert state.is_terminal()
    assert state.winners() == (bidders, bidders + 3)
    assert [places(state)[team] for team in (bidders, others, third)] == [1, 2, 3]
    assert state.events[-1] == {"type": "over", "winners": [bidders, bidders + 3], "to": "all"}


def test_example_29_level_without_the_bidders_they_play_on() -> None:
    state, score = example(29)
    assert score["scores"][score["team"]] == 13
    assert sorted(score["scores"]) == [13, 21, 21]
    assert not state.is_terminal()
    assert state.winners() == state.placings() == ()
    assert (state.public()["phase"], state.public()["hand_no"]) == ("bid", 20)


def test_example_30_nobody_has_21_they_play_on() -> None:
    state, score = example(30)
    assert sorted(score["scores"]) == [6, 20, 20]
    assert not state.is_terminal()
    assert state.events[-7]["type"] == "deal"


def check_the_end(state: engine.State, score: dict[str, Any]) -> str:
    """Say which case of SC-14 the hand was, having checked that it was treated so."""
    options = state.game.options
    scores, bidders = score["scores"], score["team"]
    last = score["hand_no"] == options["max_hands"]
    top = max(scores)
    level = [team for team, points in enumerate(scores) if points == top]
    reached = sum(points >= int(options["target"] or 0) for points in scores)
    if reached == 0 and not last:
        case, winners = "nobody is there", []
    elif len(level) == 1:
        case, winners = f"{reached} are there, one leads", level
    elif bidders in level:
        case, winners = "level with the bidders", [bidders]
    elif not last:
        case, winners = "level without the bidders", []
    else:
        case, winners = "shared", level
    assert state.is_terminal() == bool(winners)
    assert state.winners() == tuple(s for s in SEATS if s % len(scores) in winners)
    if winners:
        ahead = [
            sum(other in winners or scores[other] > scores[team] for other in range(len(scores)))
            for team in range(len(scores))
        ]
        assert places(state) == [
            1 if team in winners else 1 + count for team, count in enumerate(ahead)
        ]
        assert state.events[-1]["winners"] == list(state.winners())
    else:
        assert state.placings() == ()
    return f"{case}, the last hand" if last else case


@pytest.mark.parametrize("teams", ["3x2", "2x3"])
def test_sc_14_in_many_short_games(teams: str) -> None:
    """Every case comes up, before the last hand and in it."""
    met = Counter[str]()
    rng = random.Random(teams)
    for number in range(400):
        options = {
            "teams": teams,
            "target": rng.choice([5, 6, 8]),
            "max_hands": rng.choice([1, 2, 9]),
        }
        state = start(number.to_bytes(32, "big"), **options)
        while not state.is_terminal():
            bid_and_name(state, rng.randrange(6), 3, rng.choice("CDHS"))
            met[check_the_end(state, random_hand(state, rng.randrange(1000)))] += 1
    cases = {
        "nobody is there",
        "1 are there, one leads",
        "2 are there, one leads",
        "level with the bidders",
        "0 are there, one leads, the last hand",
        "1 are there, one leads, the last hand",
        "level with the bidders, the last hand",
    }
    if teams == "3x2":  # of two level teams one is the bidders'
        cases |= {"level without the bidders", "shared, the last hand"}
    assert {*met} >= cases
    assert teams == "3x2" or not {case for case in met if "without" in case or "shared" in case}


def test_sc_14_a_score_of_exactly_the_target_is_enough() -> None:
    """The same first hand with its best score as the target, and with one more."""
    compared = 0
    for number in range(40):
        seed = number.to_bytes(32, "big")
        scores = random_hand(start(seed), number)["scores"]
        best = max(scores)
        if best < 5 or scores.count(best) > 1:
            continue
        compared += 1
        for target in (best, best + 1):
            state = start(seed, target=target)
            random_hand(state, number)
            assert state.is_terminal() == (target == best)
    assert compared > 3


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_sc_14_max_hands_is_a_number_of_hands_that_were_played(most: int) -> None:
    """A deal that is passed out doesn't count."""
    state = start(max_hands=most, target=51)
    for number in range(most):
        assert not state.is_terminal()
        for _ in SEATS:
            state.apply(state.current_players()[0], "pass")
        assert state.public()["hand_no"] == number + 1
        random_hand(state, number)
    assert state.is_terminal()
    assert state.public()["hand_no"] == most


def test_sc_14_partners_have_the_place_of_their_team() -> None:
    state = whole_hand(LEVEL, "H", points=3, max_hands=1)
    assert state.public()["scores"] == [3, 2, 0]
    assert state.winners() == (0, 3)
    assert state.placings() == (1, 2, 3, 1, 2, 3)


def test_sc_14_the_best_team_wins_though_it_is_below_0_or_the_bid_was_lost() -> None:
    state = whole_hand(LEVEL, "H", points=4, max_hands=1)
    assert state.public()["scores"] == [-4, 2, 0]
    assert state.winners() == (1, 4)
    assert state.placings() == (3, 1, 2, 3, 1, 2)


def test_sc_14_after_the_end_the_table_stands_as_it_was() -> None:
    state = whole_hand(LEVEL, "H", max_hands=1)
    public = state.public()
    assert (public["phase"], public["to_act"], public["hand_no"]) == ("over", [], 1)
    assert public["hand_sizes"] == [0] * 6
    assert [card for _, card in public["last_trick"]] == LEVEL.split()[-6:]
    assert (public["trump"], public["bid"]) == ("H", {"seat": 0, "points": 3})
    assert public["card_points"] == [30, 30, 15]
    assert sum(public["tricks_won"]) == 6
    assert public["points_won"]["1"] == {
        "high": False,
        "low": True,
        "right": True,
        "left": False,
        "joker": False,
    }
    assert public["discarded"] == [17, 0, 0, 0, 0, 0]
    assert len(state.private(0)["thrown"]) == 17
    assert public["last_hand"]["hand_no"] == 1
    assert state.current_players() == ()
    assert [event["type"] for event in state.events][-2:] == ["score", "over"]


@pytest.mark.parametrize("preset", ["standard", "classic"])
def test_the_defaults(preset: str) -> None:
    game = engine.load_game("schmier", preset=preset)
    assert dict(game.options) == DEFAULTS
    assert (game.title, game.min_players, game.players, game.max_players) == ("Schmier", 6, 6, 6)
    named = engine.load_game("schmier", 6, {"target": 51, "max_hands": 200}, preset)
    assert dict(named.options) == {**DEFAULTS, "target": 51, "max_hands": 200}


WRONG: list[tuple[str, Any]] = [
    *(("teams", value) for value in ("2x2", "", "3X2", None, 3, True)),
    *(("dealer_forced", value) for value in (0, 1, None, "yes", "true")),
    *(("first_lead_trump", value) for value in (0, 1, None, "no", "")),
    *(("target", value) for value in (4, 52, -1, None, True, "21", 21.0)),
    *(("max_hands", value) for value in (0, 201, -1, None, True, "60", 60.0)),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_options_have_their_types_and_ranges(name: str, value: Any) -> None:
    with pytest.raises(engine.OptionError, match=name):
        engine.load_game("schmier", options={name: value})


@pytest.mark.parametrize("players", [0, 1, 2, 3, 4, 5, 7, 8, True, "6"])
def test_six_play_and_no_others(players: Any) -> None:
    with pytest.raises(engine.OptionError, match="6"):
        engine.load_game("schmier", players)
