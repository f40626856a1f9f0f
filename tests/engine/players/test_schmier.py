"""The computer players of Schmier: known blunders they don't make, and what each level promises."""

import random
from typing import Any

import pytest

import engine
from benchmarks.players import MATCHES, share_won
from engine.games.schmier_cards import NUMBERS
from engine.players import LEVELS, decide, overdue
from engine.players._schmier_codes import CODES, LOWEST_TRUMP
from engine.players._schmier_seen import seen
from tests.engine.games.schmier_deals import (
    PLAYERS,
    bid_and_name,
    drive,
    is_scored,
    random_state,
    rig,
    table,
    throw,
)
from tests.engine.games.schmier_model import cards_of

SEEDS = range(4)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"teams": "2x3"},
    {"dealer_forced": True, "first_lead_trump": True},
    {"teams": "2x3", "target": 5, "first_lead_trump": True},
]


def chosen(state: engine.State, level: str = "normal") -> set[str]:
    """All that the seat on turn does, with different luck."""
    observation = state.observation(state.current_players()[0])
    return {decide(level, observation, seed) for seed in SEEDS}


def bidding(hand: str, before: str = "", dealer: int = 5, **options: Any) -> engine.State:
    """Somebody with this hand has to bid, after these bids from the dealer's left."""
    seat = (dealer + 1 + len(before.split())) % 6
    return drive(rig({seat: hand}, dealer=dealer, **options), before)


# --- bids and trumps ------------------------------------------------------------------------------


def test_it_does_not_pass_with_the_highest_trumps() -> None:
    assert chosen(bidding("AH KH QH JH 2H 5C")) <= {"bid4", "bid5", "bid6"}


def test_it_does_not_bid_without_trumps_to_be() -> None:
    assert chosen(bidding("4C 7C 9D 3H 8S TD")) == {"pass"}


def test_it_does_not_bid_on_aces_of_four_suits() -> None:
    assert chosen(bidding("AC AD 9H AS 8C KD", before="bid3")) == {"pass"}


def test_it_does_not_take_the_auction_from_its_partner_without_need() -> None:
    hand = "AH JH 6H 9C 4D 8S"
    assert "pass" not in chosen(bidding(hand))
    assert chosen(bidding(hand, before="bid3 pass pass")) == {"pass"}


def test_it_does_not_bid_more_than_it_must_as_the_dealer() -> None:
    assert chosen(bidding("AH KH QH JH 2H 5C", before="pass pass pass pass pass")) == {"bid3"}


def test_it_bids_six_with_a_hand_that_cannot_lose_a_point() -> None:
    assert chosen(bidding("AH KH QH JH JD 2H", teams="2x3")) == {"bid6"}


def test_it_names_the_suit_of_its_high_trumps_not_of_its_many_low_cards() -> None:
    state = drive(rig({0: "AS KS JS 3D 4D 5D"}), "bid4 pass pass pass pass pass")
    assert chosen(state) == {"trump=S"}


def test_it_counts_the_left_bower_when_it_names_a_suit() -> None:
    state = drive(rig({0: "JD JH KH 3H KS 4S"}), "bid3 pass pass pass pass pass")
    assert chosen(state) == {"trump=H"}


# --- discards -------------------------------------------------------------------------------------


def exchanging(hand: str, dealer: int = 5) -> engine.State:
    """Hearts are trumps, and seat 0 with this hand has to discard first."""
    return bid_and_name(rig({0: hand}, dealer=dealer), 1, 3, "H")


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("4C 7C 9D 3S 8S JH", {"9D", "3S", "8S"}),  # two suits are empty then
        ("AC KC 4D 8S 3S JH", {"4D", "3S", "8S"}),  # the ace stays while there is worse
        ("4C 3D 5D 6D 7D AH", {"4C", "3D", "5D"}),  # the short suit first
        ("AH KH QH 2H 7S JK", {"7S"}),
        ("AH KH QH 2H JD JK", set()),
    ],
)
def test_it_does_not_keep_worthless_cards(hand: str, gone: set[str]) -> None:
    (discard,) = chosen(exchanging(hand))
    assert {*cards_of(discard)} == gone


def picking_up(hand: str, stock: str) -> engine.State:
    """Hearts are trumps, and seat 5, the dealer, holds the hand and this from the stock."""
    state = bid_and_name(rig({5: hand}, stock, dealer=5), 0, 3, "H")
    return throw(state)


def test_the_dealer_does_not_throw_an_ace_for_a_ten_or_a_low_card() -> None:
    state = picking_up("AH 3H AC TD 5S 6S", "KS 8S 7D 9C")
    (discard,) = chosen(state)
    kept = {*state.private(5)["hand"]} - {*cards_of(discard)}
    assert {"AC", "KS"} <= kept
    assert "TD" not in kept


def test_the_dealer_with_too_many_trumps_throws_the_lowest() -> None:
    state = picking_up("AH KH QH 9H 4H 3H", "TH 5H 2H JK 6C 7C")
    (discard,) = chosen(state)
    assert {*state.private(5)["hand"]} - {*cards_of(discard)} == {
        "AH", "KH", "QH", "TH", "2H", "JK"}  # fmt: skip


def test_the_dealer_may_throw_what_no_list_of_actions_names() -> None:
    state = picking_up("3C 4C AC 5S AS 7S", "AH KH QH")
    (discard,) = chosen(state)
    assert discard not in state.legal_actions(5)
    assert state.is_legal(5, discard)


# --- tricks: seat 0 has bid and leads, seats 0 and 3 are partners, hearts are trumps --------------


def play(hands: str, line: str = "", **options: Any) -> engine.State:
    """Six hands, a line each, after these cards."""
    held = dict(enumerate(hands.strip().splitlines()))
    return drive(table(held, "H", **options), line)


@pytest.mark.parametrize("teams", ["3x2", "2x3"])
def test_it_does_not_hold_back_its_high_trumps_as_the_bidder(teams: str) -> None:
    state = play(
        "AH KH QH 3H 4C 5C\nJH JD JK TH 2H 4H\n5H 6H 7C\n7H 8H 9H\n8C\n9C", "", teams=teams
    )
    assert chosen(state) == {"AH"}


def test_it_does_not_lead_low_while_a_high_trump_can_draw_out_the_ace() -> None:
    state = play(
        "KH QH JH JD 4C 5C\nAH 5H 7C\nTH 2H 6H\n7H 8H 9C\nJK 3H 8C\n4H 9H TC", first_lead_trump=True
    )
    assert chosen(state) <= {"KH", "QH"}


@pytest.mark.parametrize("prize", ["JD", "JH", "JK", "TH"])
def test_it_does_not_withhold_a_prize_from_its_partners_sure_trick(prize: str) -> None:
    other_trumps = " ".join(sorted({"TH", "JK", "JH", "JD", "9H"} - {prize}))
    state = play(
        f"""AH KH QH 3H 4C 5C
5H 6H 9C TC 2S 3S
7H 9D JC QC 6S 4S
{prize} 4H 8D 7C 5S 7S
8H 2H 6D 7D 8S 9S
{other_trumps} TD QD""",
        "AH 5H 7H",
    )
    assert chosen(state) == {prize}


@pytest.mark.parametrize("prize", ["JD", "JH", "JK", "TH"])
def test_it_does_not_throw_a_prize_under_an_opponents_ace(prize: str) -> None:
    other_trumps = " ".join(sorted({"TH", "JK", "JH", "JD", "9H"} - {prize}))
    state = play(
        f"""AH KH QH 3H 4C 5C
{prize} 4H 8D 7C 5S 7S
7H 9D JC QC 6S 4S
5H 6H 9C TC 2S 3S
8H 2H 6D 7D 8S 9S
{other_trumps} TD QD""",
        "AH",
    )
    for level in LEVELS:
        assert chosen(state, level) == {"4H"}


CLUBS = """KH QH 3H 6C TD 9S
AH 9H 7C TC 9D 3S
JH 6H 5H 4C 3D 2D
JD 7H 9C 4S KD TS
{fifth} 8H 8S 2S 6D 7D
{sixth} 2H 5S 5D QS"""


def test_it_does_not_throw_a_ten_on_an_opponents_trick() -> None:
    hands = CLUBS.replace("6C TD", "AC TD").format(fifth="JK", sixth="TH 4H")
    state = play(hands, "AC")
    assert chosen(state) == {"7C"}


def test_it_does_not_let_an_opponent_have_the_joker_when_it_can_take_it() -> None:
    state = play(CLUBS.format(fifth="JK", sixth="TH 4H"), "6C 7C 4C 9C JK")
    assert chosen(state) <= {"TH", "4H", "2H"}


def test_it_does_not_keep_the_ten_of_trumps_when_nobody_can_take_it() -> None:
    state = play(CLUBS.format(fifth="4H", sixth="TH JK"), "6C 7C 4C 9C 4H")
    assert chosen(state) == {"TH"}


def test_it_does_not_lead_a_bower_while_higher_trumps_are_out() -> None:
    state = play(
        """KH QH 3H 6C TD 9S
AH JH 7C 7S 9D 3S
4H 6H 5H 4C 3D 2D
JD 7H 9C 4S KD TS
JK 8H 8S 2S 6D 7D
TH 9H 2H 5S 5D QS""",
        "3H AH 4H 7H 8H 9H",
    )
    assert chosen(state).isdisjoint({"JH"})


LATE = """KH 9H 3H 6C TD 9S
AH TH 7C 7S 9D 3S
JK 6H 5H 4C 3D 2D
JD 7H 9C 4S KD TS
4H 8H 8S 2S 6D 7D
JH QH 2H 5S 5D QS"""


def test_it_does_not_leave_the_left_bower_to_an_opponent_when_it_plays_last() -> None:
    assert chosen(play(LATE, "9H TH 5H JD 8H")) == {"JH"}


def test_it_does_not_waste_the_ace_of_trumps_on_a_worthless_trick() -> None:
    state = play(
        """KH QH 3H 6C TD 9S
AH 4H 7S 8S 9D 3S
JH 6H 5H 4C 3D 2D
JD 7H 7C 4S KD TS
TH 8H 8C 2S 6D 7D
JK 9H 2H 9C 5D QS""",
        "6C",
    )
    assert chosen(state).isdisjoint({"AH", "9D"})


def test_it_does_not_trump_its_partners_sure_trick() -> None:
    state = play(
        """AC KH QH 4H 3H 6C
AH 5H QC 3C 8D 9D
JH 6H 5C 4C 3D 2D
7H 2S 4S KD TS 5S
TH 8H 8C 7C 6D 7D
JK JD 9H 2H KC 5D""",
        "AC 3C 4C",
    )
    assert chosen(state) == {"TS"}  # but gives it a ten


def test_it_does_not_forget_which_higher_trumps_are_gone() -> None:
    state = play(
        """AH QH JH 3H 4C 5C
4H 5H 9C TC 2S 3S
6H 7H JC QC 6S 4S
8H 9H 7C 8D 5S 7S
KH 2D 6D 7D 8S 9S
JD JK TH 2H TD QD""",
        "AH 4H 6H 8H KH 2H QH 5H 7H 9H 2D TH",
    )
    assert chosen(state) == {"JH"}


# --- what each level promises ---------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_whole_games_are_played_with_legal_actions_alone(options: dict[str, Any]) -> None:
    state = random_state({**options, "max_hands": 2}, whim=1, plies=0)
    for ply in range(200):
        if state.is_terminal():
            break
        seat = state.current_players()[-1]
        level = LEVELS[(ply + seat) % 2]
        action = decide(level, state.observation(seat), ply)
        assert state.is_legal(seat, action)
        state.apply(seat, action)
    assert is_scored(state)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", OPTIONS)
def test_nothing_that_can_happen_perplexes_anybody(options: dict[str, Any], level: str) -> None:
    for plies in range(3, 60, 8):
        state = random_state(options, whim=plies, plies=plies)
        for seat in state.current_players():
            observation = state.observation(seat)
            action = decide(level, observation, plies)
            assert state.is_legal(seat, action)
            assert decide(level, observation, plies) == action  # the same luck, the same action


def test_nobody_looks_at_what_is_hidden() -> None:
    state = random_state({}, whim=4, plies=30)
    seat = state.current_players()[0]
    observation = state.observation(seat)
    other = state.game.sample(observation, random.Random(1))
    assert other.private((seat + 1) % PLAYERS) != state.private((seat + 1) % PLAYERS)
    assert decide("normal", other.observation(seat), 3) == decide("normal", observation, 3)


@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_imagined_fits_what_was_seen(options: dict[str, Any]) -> None:
    rng, imagined, noticed = random.Random(2), 0, 0
    for plies in range(14, 60):
        state = random_state(options, whim=plies, plies=plies)
        if state.public()["phase"] != "play":
            continue
        seat = state.current_players()[0]
        view = seen(state.observation(seat))
        hands = view.deal(rng)
        trump = "CDHS".index(state.public()["trump"])
        gone = {CODES[trump][NUMBERS[card]] for card in state.private(seat)["thrown"]}
        cards = [code for hand in hands for code in hand]
        assert [len(hand) for hand in hands] == state.public()["hand_sizes"]
        assert len({*cards}) == len(cards)
        assert gone.isdisjoint(cards)
        assert {*cards} - {*hands[seat]} <= {*view.hidden}
        assert sum(code >= LOWEST_TRUMP for code in (*cards, *gone)) == sum(
            code >= LOWEST_TRUMP for code in (*view.hidden, *view.hand, *gone)
        )
        for hand, voids in zip(hands, view.tricks.voids, strict=True):
            assert not any(voids >> (code >> 4) & 1 for code in hand)
        imagined += 1
        noticed += any(view.tricks.voids)
    assert imagined > noticed > 10


def test_an_easy_player_bids_only_on_good_trumps() -> None:
    assert chosen(bidding("4H 7C 9D 3H 8S TD"), "easy") == {"pass"}
    assert chosen(bidding("AH KH 9H 2H 5C 8S"), "easy") <= {"bid3", "bid4"}
    assert chosen(bidding("AH KH 9H 2H 5C 8S", before="bid5"), "easy") == {"pass"}


def test_easy_players_pass_out_few_deals() -> None:
    passed_out, deals = 0, 200
    for number in range(deals):
        state = engine.load_game("schmier").new_initial_state(number.to_bytes(32, "big"))
        for bid in range(PLAYERS):
            (seat,) = state.current_players()
            state.apply(seat, decide("easy", state.observation(seat), PLAYERS * number + bid))
            if state.public()["bid"] is not None:
                break
        passed_out += state.public()["bid"] is None
    assert 0.05 * deals < passed_out < 0.17 * deals


def test_an_easy_player_names_the_suit_it_has() -> None:
    state = drive(rig({0: "AS KS JS 3D 4D 5D"}), "bid3 pass pass pass pass pass")
    assert chosen(state, "easy") == {"trump=S"}


def test_an_easy_player_discards_no_ace() -> None:
    state = exchanging("AC AD 4D 8S 3S AH")
    observation = state.observation(0)
    thrown = {card for seed in range(60) for card in cards_of(decide("easy", observation, seed))}
    assert thrown == {"4D", "8S", "3S"}


def test_an_easy_dealer_keeps_what_is_good() -> None:
    state = picking_up("AH 3H AC TD 5S 6S", "KS 8S 7D 9C")
    (discard,) = chosen(state, "easy")
    assert {"AH", "3H", "AC", "KS"} <= {*state.private(5)["hand"]} - {*cards_of(discard)}


def test_an_easy_player_leads_anything_but_a_prize() -> None:
    observation = play(CLUBS.format(fifth="JK", sixth="TH 4H")).observation(0)
    leads = {decide("easy", observation, seed) for seed in range(60)}
    assert leads == {"KH", "QH", "3H", "6C", "9S"}


def test_a_late_person_keeps_all_cards_and_nothing_else_is_decided_for_them() -> None:
    state = exchanging("4C 7C 9D 3S 8S JH")
    assert overdue(state.observation(0)) == "discard="
    assert overdue(bidding("4C 7C 9D 3H 8S TD").observation(0)) is None
    assert overdue(picking_up("AH 3H AC TD 5S 6S", "KS").observation(5)) is None
    assert overdue({"game": "take5"}) is None


def test_a_normal_team_beats_easy_teams_clearly() -> None:
    game = engine.load_game("schmier", options={"target": 8})
    expert, others = MATCHES["schmier"]["normal team against two easy teams"]
    games = 12
    won = sum(share_won(game, number, expert, others) for number in range(games)) / games
    assert won > 0.5  # par is 0.333
