"""Schmier by its clauses (SC-1 to SC-13) and what its views keep secret; SC-14 has its own file."""

import random
from typing import Any

import pytest

import engine
from tests.engine.contract import everything, knowledge, visible
from tests.engine.games.deals import SEED, hands
from tests.engine.games.schmier_deals import (
    LINE,
    STOCK,
    bid_and_name,
    dealer_throws,
    drive,
    first_trick,
    hands_of,
    is_scored,
    random_action,
    random_hand,
    rig,
    scored,
    start,
    table,
    throw,
    whole_hand,
)
from tests.engine.games.schmier_model import (
    DECK,
    PLAIN_RANKING,
    SAME_COLOUR,
    SEATS,
    bearers,
    canonical,
    card_points,
    cards_of,
    discard,
    suit_of,
    trump_ranking,
)
from tests.engine.reference import dealt, first_dealer, shuffled

NOTHING_WON = dict.fromkeys(("high", "low", "right", "left", "joker"), False)
PASSED_OUT = "pass pass pass pass pass pass"


def told(state: engine.State, *kinds: str) -> list[dict[str, Any]]:
    """The events of the last action that are of these kinds."""
    return [event for event in state.events if event["type"] in kinds]


def deck_of_shuffle(k: int) -> list[str]:
    return shuffled(SEED, k, DECK)


def hands_of_shuffle(k: int, dealer: int) -> list[list[str]]:
    """C-6: the hands that shuffle number k deals."""
    order = [(dealer + i) % 6 for i in range(1, 7)]
    hand = dealt(deck_of_shuffle(k), order, 6)
    return [canonical(hand[seat]) for seat in SEATS]


# --- SC-1 and SC-2 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "seats"),
    [("3x2", [[0, 3], [1, 4], [2, 5]]), ("2x3", [[0, 2, 4], [1, 3, 5]])],
)
def test_sc_1_partners(teams: str, seats: list[list[int]]) -> None:
    state = start(teams=teams)
    assert state.public()["teams"] == seats
    gains = random_hand(state, 1)["gains"]
    assert len(gains) == len(seats)
    for team, partners in enumerate(seats):
        assert {state.scores()[seat] for seat in partners} == {gains[team]}


def test_sc_2_the_first_deal() -> None:
    state = start()
    dealer = first_dealer(SEED, 6)
    assert hands(state) == hands_of_shuffle(0, dealer)
    assert state.public() == {
        "game": "schmier",
        "hand_no": 1,
        "phase": "bid",
        "dealer": dealer,
        "bids": [],
        "bid": None,
        "trump": None,
        "trick": [],
        "last_trick": [],
        "leader": None,
        "points_won": {"0": NOTHING_WON, "1": NOTHING_WON, "2": NOTHING_WON},
        "card_points": [0, 0, 0],
        "tricks_won": [0, 0, 0],
        "discarded": [0] * 6,
        "stock": 17,
        "scores": [0, 0, 0],
        "teams": [[0, 3], [1, 4], [2, 5]],
        "last_hand": None,
        "hand_sizes": [6] * 6,
        "to_act": [(dealer + 1) % 6],
    }
    assert state.private(4) == {"hand": hands_of_shuffle(0, dealer)[4], "thrown": []}
    assert [event["type"] for event in state.events] == ["deal", *["hand"] * 6]


def test_sc_2_every_hand_is_shuffled_and_dealt_by_the_next_player() -> None:
    state = start()
    first = first_dealer(SEED, 6)
    for k in (1, 2, 3, 4, 5, 6, 7):
        assert state.public()["hand_no"] == k
        drive(state, "bid3")  # nobody passes a deal out, so the shuffles count the hands
        random_hand(state, k)
        assert state.public()["dealer"] == (first + k) % 6
        assert hands(state) == hands_of_shuffle(k, (first + k) % 6)
        assert state.public()["to_act"] == [(first + k + 1) % 6]


def test_sc_2_what_a_new_deal_forgets_and_what_it_keeps() -> None:
    state = start()
    random_hand(state, 2)
    public = state.public()
    trick = told(state, "trick")[0]["cards"]
    assert public["last_trick"] == trick
    assert public["points_won"] == dict.fromkeys("012", NOTHING_WON)
    assert (public["bids"], public["bid"], public["trump"], public["leader"]) == (
        [],
        None,
        None,
        None,
    )
    assert public["card_points"] == public["tricks_won"] == [0, 0, 0]
    assert public["discarded"] == [0] * 6
    assert (public["trick"], public["stock"]) == ([], STOCK)
    assert all(state.private(seat)["thrown"] == [] for seat in SEATS)
    assert [event["type"] for event in state.events][-7:] == ["deal", *["hand"] * 6]


# --- SC-3 to SC-5 -------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("low", range(10))
def test_sc_3_the_trumps_in_order(trump: str, low: int) -> None:
    """Six neighbours of the fifteen trumps, in a different order for each: the highest wins."""
    cards = trump_ranking(trump)[low : low + 6]
    highest = cards[-1]
    random.Random(low).shuffle(cards)
    state = first_trick(" ".join(cards), trump)
    assert state.public()["leader"] == cards.index(highest)


@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("suit", "CDHS")
def test_sc_3_the_other_suits_in_order(trump: str, suit: str) -> None:
    if suit == trump:
        return
    ranking = [rank + suit for rank in PLAIN_RANKING if f"J{suit}" not in f"{rank}{suit}"]
    if SAME_COLOUR[trump] != suit:
        ranking = [rank + suit for rank in PLAIN_RANKING]
    for low in range(len(ranking) - 5):
        cards = ranking[low : low + 6]
        highest = cards[-1]
        random.Random(low).shuffle(cards)
        state = first_trick(" ".join(cards), trump)
        assert state.public()["leader"] == cards.index(highest)


def test_sc_4_high_and_low_when_played_the_others_when_won() -> None:
    """Seat 1 plays the 2 and seat 2 the A: their points come at once, the bowers' at the end."""
    trick = "KS 2S AS JS JC JK"
    state = drive(table(hands_around(trick), "S"), "KS 2S")
    assert told(state, "play", "point") == [
        {"type": "play", "seat": 1, "card": "2S", "to": "all"},
        {"type": "point", "seat": 1, "team": 1, "point": "low", "to": "all"},
    ]
    assert state.public()["points_won"]["1"] == {**NOTHING_WON, "low": True}
    drive(state, "AS")
    assert state.events[-1] == {
        "type": "point",
        "seat": 2,
        "team": 2,
        "point": "high",
        "to": "all",
    }
    drive(state, "JS JC")
    assert state.public()["points_won"]["2"] == {**NOTHING_WON, "high": True}
    drive(state, "JK")
    assert [event["type"] for event in state.events] == ["play", "trick", *["point"] * 3]
    points = told(state, "point")
    assert [event["point"] for event in points] == ["right", "left", "joker"]
    assert {(event["seat"], event["team"]) for event in points} == {(2, 2)}
    assert state.public()["points_won"] == {
        "0": NOTHING_WON,
        "1": {**NOTHING_WON, "low": True},
        "2": {**dict.fromkeys(NOTHING_WON, True), "low": False},
    }


def hands_around(trick: str) -> dict[int, str]:
    """Hands for spades as trumps; all that isn't in the trick is with seats 0 and 1."""
    cards = trick.split()
    rest = [card for card in trump_ranking("S") if card not in cards]
    held = dict(enumerate(cards))
    held[0] += " " + " ".join(rest[:5])
    held[1] += " " + " ".join(rest[5:])
    return held


def test_sc_4_the_last_card_of_a_trick_brings_its_point_before_the_trick() -> None:
    state = first_trick("KS 3S 4S 5S 6S 2S", "S")
    assert [event["type"] for event in state.events] == ["play", "point", "trick"]


def test_sc_5_there_are_81_card_points_and_discards_count_for_nobody() -> None:
    assert card_points(DECK) == 81
    state = start()
    for whim in range(6):
        rng = random.Random(whim)
        thrown: list[str] = []
        while not is_scored(state):
            seat = state.current_players()[0]
            action = random_action(state, seat, rng)
            thrown += cards_of(action) if action.startswith("discard=") else []
            state.apply(seat, action)
            for trick in told(state, "trick"):
                assert trick["card_points"] == card_points([card for _, card in trick["cards"]])
        assert len(thrown) == STOCK
        assert sum(scored(state)["card_points"]) + card_points(thrown) == 81
        drive(state, "pass")


# --- SC-6 to SC-8 -------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_sc_6_everybody_speaks_once_from_the_dealers_left(dealer: int) -> None:
    state = rig(dealer=dealer)
    for i in range(1, 7):
        assert state.current_players() == ((dealer + i) % 6,)
        assert state.public()["phase"] == "bid"
        drive(state, "bid3" if i == 2 else "pass")
    assert (state.public()["phase"], state.current_players()) == ("trump", ((dealer + 2) % 6,))
    assert [seat for seat, _ in state.public()["bids"]] == [(dealer + i) % 6 for i in range(1, 7)]


@pytest.mark.parametrize("highest", [3, 4, 5])
def test_sc_6_a_bid_is_higher_than_the_last(highest: int) -> None:
    state = drive(rig(), f"pass bid{highest}")
    higher = [f"bid{points}" for points in range(highest + 1, 7)]
    assert state.legal_actions(2) == ["pass", *higher]
    assert state.public()["bid"] == {"seat": 1, "points": highest}
    drive(state, "pass")
    assert state.public()["bid"] == {"seat": 1, "points": highest}


def test_sc_6_the_dealer_may_outbid_and_end_it() -> None:
    state = drive(rig(), "bid3 bid4 pass pass pass bid5")
    assert told(state, "bid", "bidder") == [
        {"type": "bid", "seat": 5, "action": "bid5", "to": "all"},
        {"type": "bidder", "seat": 5, "points": 5, "to": "all"},
    ]
    assert state.current_players() == (5,)


@pytest.mark.parametrize("place", SEATS)
def test_sc_6_a_bid_of_6_ends_it_whoever_says_it(place: int) -> None:
    state = drive(rig(), "pass " * place + "bid6")
    assert (state.public()["phase"], state.current_players()) == ("trump", (place,))
    assert len(state.public()["bids"]) == place + 1


def test_sc_7_a_deal_that_is_passed_out() -> None:
    state = drive(rig(), PASSED_OUT)
    kinds = [event["type"] for event in state.events]
    assert kinds == ["bid", "passed_out", "deal", *["hand"] * 6]
    assert told(state, "passed_out", "deal") == [
        {"type": "passed_out", "dealer": 5, "to": "all"},
        {"type": "deal", "hand_no": 1, "dealer": 5, "to": "all"},
    ]
    assert hands(state) == hands_of_shuffle(1, 5)
    assert state.public()["bids"] == []
    assert state.public()["last_hand"] is None


def test_sc_7_after_three_such_deals_the_fourth_dealer_has_to_bid_3() -> None:
    state = start()
    dealer = first_dealer(SEED, 6)
    for k in (1, 2, 3):
        drive(state, "pass pass pass pass pass")
        assert {*state.legal_actions(dealer)} == {"pass", "bid3", "bid4", "bid5", "bid6"}
        drive(state, "pass")
        assert (state.public()["dealer"], state.public()["hand_no"]) == (dealer, 1)
        assert hands(state) == hands_of_shuffle(k, dealer)
    drive(state, "pass pass pass pass pass")
    assert state.legal_actions(dealer) == ["bid3"]
    for wrong in ("pass", "bid4", "bid5", "bid6"):
        assert not state.is_legal(dealer, wrong)
    drive(state, "bid3")
    assert (state.public()["phase"], state.current_players()) == ("trump", (dealer,))
    assert state.public()["bids"][-1] == [dealer, "bid3"]


def test_sc_7_the_fourth_dealer_is_free_if_somebody_has_bid() -> None:
    state = drive(rig(), " ".join([PASSED_OUT] * 3) + " pass bid3 pass pass pass")
    assert state.legal_actions(5) == ["pass", "bid4", "bid5", "bid6"]
    drive(state, "pass")
    assert state.current_players() == (1,)


def test_sc_7_only_deals_in_a_row_are_counted() -> None:
    """Two deals passed out, a hand, then three more: the dealer of the next has to bid."""
    state = drive(rig(), f"{PASSED_OUT} {PASSED_OUT} bid3")
    random_hand(state, 1)
    for _ in range(3):
        drive(state, "pass pass pass pass pass")
        assert state.is_legal(0, "pass")
        drive(state, "pass")
    drive(state, "pass pass pass pass pass")
    assert state.legal_actions(0) == ["bid3"]


def test_sc_7_shuffles_go_on_counting_after_a_passed_out_deal() -> None:
    """C-7: a given deck stands for shuffle 0 alone."""
    state = drive(rig(), f"{PASSED_OUT} {PASSED_OUT} bid6")
    assert hands(state) == hands_of_shuffle(2, 5)
    random_hand(state, 1)
    assert hands(state) == hands_of_shuffle(3, 0)
    assert state.public()["hand_no"] == 2


def test_sc_7_dealer_forced_from_the_first_deal() -> None:
    state = drive(rig(dealer_forced=True), "pass pass pass pass pass")
    assert state.legal_actions(5) == ["bid3"]
    assert not state.is_legal(5, "pass")
    drive(state, "bid3")
    assert state.current_players() == (5,)
    assert not told(state, "passed_out")
    state = drive(rig(dealer_forced=True), "pass bid4 pass pass pass")
    assert state.legal_actions(5) == ["pass", "bid5", "bid6"]


@pytest.mark.parametrize("suit", "CDHS")
def test_sc_8_the_highest_bidder_names_the_suit(suit: str) -> None:
    state = drive(rig(), "pass bid3 pass bid4 pass pass")
    assert {*state.legal_actions(3)} == {"trump=C", "trump=D", "trump=H", "trump=S"}
    assert all(not state.legal_actions(seat) for seat in SEATS if seat != 3)
    state.apply(3, f"trump={suit}")
    assert state.events == [{"type": "trump", "seat": 3, "suit": suit, "to": "all"}]
    assert (state.public()["trump"], state.public()["phase"]) == (suit, "discard")
    assert state.current_players() == (0, 1, 2, 3, 4)


# --- SC-9 and SC-10 -----------------------------------------------------------------------------

PLAIN = {0: "2C 3C 4C", 1: "5C 6C 7C", 2: "8C 9C TC", 3: "2S 3S 4S", 4: "5S 6S 7S"}
"""Three cards of each hand that are not hearts."""


def test_sc_9_a_choice_is_secret_until_the_fifth() -> None:
    """Neither hand sizes nor counts nor events tell what was thrown; it lies in the hand yet."""
    state = bid_and_name(rig(PLAIN), 0, 3, "H")
    before = hands(state)
    history = state.public_history()
    for seat in (3, 0, 4, 2):
        known = {other: knowledge(state, other) for other in SEATS if other != seat}
        decisions = [state.decision(other) for other in SEATS]
        state.apply(seat, discard(PLAIN[seat].split()))
        assert state.events == [
            {
                "type": "discard",
                "seat": seat,
                "cards": canonical(PLAIN[seat].split()),
                "to": [seat],
            }
        ]
        assert state.private(seat) == {
            "hand": before[seat],
            "thrown": canonical(PLAIN[seat].split()),
        }
        assert state.legal_actions(seat) == []
        assert state.decision(seat) is None
        for other, knew in known.items():
            now = knowledge(state, other)
            assert {key for key in now if now[key] != knew[key]} == {
                "observation",
                "public",
                "to_act",
            }
            assert now["public"] == {**knew["public"], "to_act": list(state.current_players())}
            assert state.decision(other) == decisions[other]
        assert hands(state) == before
    assert state.current_players() == (1,)
    assert state.public()["discarded"] == [0] * 6
    assert state.public()["hand_sizes"] == [6] * 6
    assert state.public()["stock"] == STOCK
    assert state.public_history() == history


def test_sc_9_two_tables_that_differ_in_one_choice_look_alike() -> None:
    """A seat that has thrown nothing has chosen, too."""
    one, two = (bid_and_name(rig(PLAIN), 0, 3, "H") for _ in range(2))
    one.apply(2, "discard=")
    two.apply(2, "discard=8C,9C,TC")
    for seat in (0, 1, 3, 4, 5):
        assert knowledge(one, seat) == knowledge(two, seat)
        assert visible(list(one.events), seat) == visible(list(two.events), seat) == []
    assert one.private(2)["thrown"] != two.private(2)["thrown"]
    assert one.current_players() == (0, 1, 3, 4)


def test_sc_9_a_choice_stands() -> None:
    state = bid_and_name(rig(PLAIN), 0, 3, "H")
    state.apply(2, "discard=8C")
    before = everything(state)
    for action in ("discard=", "discard=8C", "discard=9C", "discard=8C,9C"):
        with pytest.raises(engine.IllegalAction):
            state.apply(2, action)
    assert everything(state) == before


@pytest.mark.parametrize("dealer", SEATS)
def test_sc_9_the_stock_is_dealt_from_the_dealers_left(dealer: int) -> None:
    """Each is given all of theirs at once; the dealer has what is left."""
    state = rig(dealer=dealer)
    left = [(dealer + i) % 6 for i in range(1, 6)]
    bid_and_name(state, left[2], 3, "D")
    stock = deck_left(state, dealer)
    before = hands(state)
    rng = random.Random(dealer)
    order = list(left)
    rng.shuffle(order)
    thrown: dict[int, list[str]] = {}
    for seat in order:
        action = rng.choice([a for a in state.legal_actions(seat) if len(cards_of(a)) < 3])
        thrown[seat] = cards_of(action)
        state.apply(seat, action)
    exchange = [(event["seat"], event["count"]) for event in told(state, "exchange")]
    assert exchange == [(seat, len(thrown[seat])) for seat in sorted(left)]
    drawn = told(state, "drawn")
    assert [event["seat"] for event in drawn] == [*(s for s in left if thrown[s]), dealer]
    for seat in left:
        count = len(thrown[seat])
        new, stock = stock[:count], stock[count:]
        hand = [card for card in before[seat] if card not in thrown[seat]]
        assert state.private(seat) == {"hand": canonical([*hand, *new]), "thrown": thrown[seat]}
    assert state.private(dealer)["hand"] == canonical([*before[dealer], *stock])
    assert told(state, "pick_up") == [
        {"type": "pick_up", "seat": dealer, "count": len(stock), "to": "all"}
    ]
    assert drawn[-1]["cards"] == canonical(stock)
    assert state.public()["stock"] == 0
    assert (state.public()["phase"], state.current_players()) == ("dealer_discard", (dealer,))
    assert state.public()["discarded"] == [len(thrown.get(seat, ())) for seat in SEATS]


def deck_left(state: engine.State, dealer: int) -> list[str]:
    """The stock of an arranged table: its given deck is known."""
    assert state.deck is not None
    assert len(state.deck) == 53
    assert {*state.deck[:36]} == {card for hand in hands(state) for card in hand}
    return list(state.deck[36:])


def test_sc_9_the_events_of_the_exchange_in_order() -> None:
    state = bid_and_name(rig(PLAIN), 0, 3, "H")
    throw(state, PLAIN | {3: ""})
    assert [(event["type"], event.get("seat")) for event in state.events] == [
        ("discard", 4),
        *(("exchange", seat) for seat in range(5)),
        *(("drawn", seat) for seat in (0, 1, 2, 4)),
        ("pick_up", 5),
        ("drawn", 5),
    ]
    assert [event["to"] for event in told(state, "drawn")] == [[0], [1], [2], [4], [5]]


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        *(("JD AH JK 2H 3C 4C", card) for card in ("JD", "AH", "JK", "2H", "9C", "")),
        *(("JD AH JK 2C 3C 4C", cards) for cards in ("2C,JD", "JD,2C", "2C,JK", "3C,2C", "2C,2C")),
        *(("JD 2C 3C 4C 5S 6S", cards) for cards in ("2C,3C,4C,5S", "2C,", ",2C", "2C, 3C", ",")),
    ],
)
def test_sc_9_what_may_not_be_thrown(hand: str, cards: str) -> None:
    """Hearts are trumps, so the J of diamonds is the left bower."""
    state = bid_and_name(rig({1: hand}), 0, 3, "H")
    before = everything(state)
    action = f"discard={cards}" if cards else "discard"
    assert not state.is_legal(1, action)
    with pytest.raises(engine.IllegalAction):
        state.apply(1, action)
    assert everything(state) == before


def test_sc_9_the_left_bower_is_of_the_colour_of_trumps() -> None:
    """With clubs as trumps it is the J of spades; red jacks may go."""
    state = bid_and_name(rig({1: "JC JD JH JS 2S 3S"}), 0, 3, "C")
    allowed = {
        card
        for card in ["JC", "JD", "JH", "JS", "2S", "3S"]
        if state.is_legal(1, f"discard={card}")
    }
    assert allowed == {"JD", "JH", "2S", "3S"}


def dealers_choice(first: str, below: str) -> engine.State:
    """Hearts are trumps, nobody has discarded: the dealer, seat 5, holds these and 23 in all."""
    held = [card for card in f"{first} {below}".split() if suit_of(card, "H") == "H"]
    others = [card for card in trump_ranking("H") if card not in held]
    hand = {seat: " ".join(others[seat * 6 : seat * 6 + 6]) for seat in range(3)}
    return throw(bid_and_name(rig({**hand, 5: first}, below), 0, 3, "H"))


@pytest.mark.parametrize("trumps", range(7))
def test_sc_10_up_to_six_trumps_all_stay(trumps: int) -> None:
    held = ["AH", "3H", "JD", "4H", "JK", "5H"][:trumps]
    plain = ["2C", "3C", "4C", "5C", "6C", "7C"][trumps:]
    state = dealers_choice(" ".join([*held, *plain]), "")
    hand = state.private(5)["hand"]
    assert len(hand) == 23
    for card in held:
        fine = cards_of(dealer_throws(hand, "H"))
        assert state.is_legal(5, discard(fine))
        assert not state.is_legal(5, discard([*fine[1:], card]))
    for action in state.legal_actions(5)[:50]:
        assert len(cards_of(action)) == STOCK
        assert not {*cards_of(action)} & {*held}
    if trumps == 6:
        assert state.legal_actions(5) == [discard([c for c in hand if c not in held])]


@pytest.mark.parametrize("trumps", range(7, 16))
def test_sc_10_with_more_only_ordinary_trumps_go(trumps: int) -> None:
    """The A, the bowers, the 2 and the joker always stay."""
    ranking = [*bearers("H"), "KH", "QH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H"]
    held = ranking[:trumps]
    state = dealers_choice(" ".join(held[:6]), " ".join(held[6:]))
    hand = state.private(5)["hand"]
    plain = [card for card in hand if card not in held]
    for action in state.legal_actions(5):
        thrown = cards_of(action)
        assert {*thrown} >= {*plain}
        assert not {*thrown} & {*bearers("H")}
        assert len(thrown) == STOCK
    fine = cards_of(state.legal_actions(5)[0])
    ordinary = next(card for card in fine if card in held)
    for kept in bearers("H"):
        assert not state.is_legal(5, discard([*(c for c in fine if c != ordinary), kept]))
    another = next(card for card in held[5:] if card not in fine)
    for gone in plain:
        assert not state.is_legal(5, discard([*(c for c in fine if c != gone), another]))


def test_sc_10_what_everybody_sees_of_it() -> None:
    state = dealers_choice("AH 3H JD 2C 3C 4C", "")
    action = state.legal_actions(5)[0]
    decision = state.decision(5)
    state.apply(5, action)
    assert state.events == [
        {"type": "dealer_discard", "seat": 5, "count": STOCK, "to": "all"},
        {"type": "discard", "seat": 5, "cards": cards_of(action), "to": [5]},
    ]
    assert state.private(5)["thrown"] == cards_of(action)
    public = state.public()
    assert (public["phase"], public["leader"], public["to_act"]) == ("play", 0, [0])
    assert public["discarded"] == [0, 0, 0, 0, 0, STOCK]
    assert state.decision(0) not in (None, decision)


# --- SC-11 and SC-12 ----------------------------------------------------------------------------


def test_sc_11_the_bidder_leads_anything() -> None:
    state = table(hands_of(LINE, "H"), "H")
    assert state.legal_actions(0) == state.private(0)["hand"]
    assert state.public()["leader"] == 0


def test_sc_11_the_bidder_leads_though_another_dealt() -> None:
    state = throw(bid_and_name(rig(), 3, 4, "S"))
    drive(state, dealer_throws(state.private(5)["hand"], "S"))
    assert state.current_players() == (3,)
    assert (state.public()["leader"], state.public()["trick"]) == (3, [])


def test_sc_11_first_lead_trump_asks_for_a_trump_once() -> None:
    state = table(hands_of(LINE, "H"), "H", first_lead_trump=True)
    trumps = [card for card in state.private(0)["hand"] if suit_of(card, "H") == "H"]
    assert trumps
    assert state.legal_actions(0) == trumps
    assert not state.is_legal(0, "2S")
    drive(state, "JH")
    for _ in range(5):
        (seat,) = state.current_players()
        state.apply(seat, state.legal_actions(seat)[0])
    (seat,) = state.current_players()
    assert state.legal_actions(seat) == state.private(seat)["hand"]


def test_sc_11_first_lead_trump_without_a_trump() -> None:
    state = table(
        {
            0: "AC KC QC TC 9C 8C",
            1: "AH KH QH JH TH 9H",
            2: "8H 7H 6H 5H 4H 3H",
            3: "2H JD JK",
        },
        "H",
        first_lead_trump=True,
    )
    assert state.legal_actions(0) == state.private(0)["hand"]


@pytest.mark.parametrize("led", ["JK", "JD", "7H"])
def test_sc_11_any_trump_led_asks_for_trumps(led: str) -> None:
    """Who has diamonds beside the left bower needn't play them on it."""
    rest = [card for card in trump_ranking("H") if card not in (led, "3H", "4H")]
    hand = {
        0: " ".join([led, *rest[:5]]),
        1: "3H 4H AD KD QD 2C",
        2: "AC KC TD 9D 8D 7D",
        3: " ".join(rest[5:11]),
        4: rest[11],
    }
    state = drive(table(hand, "H"), led)
    assert state.legal_actions(1) == ["3H", "4H"]
    drive(state, "3H")
    assert state.legal_actions(2) == state.private(2)["hand"]


def test_sc_11_who_has_only_the_left_bower_of_a_suit_is_void_in_it() -> None:
    others = [card for card in trump_ranking("H") if card != "JD"]
    hand = {
        0: "AD KD QD 2C 3C 4C",
        1: "JD 5C 6C 7C 8C 9C",
        2: " ".join(others[:6]),
        3: " ".join(others[6:12]),
        4: " ".join(others[12:]),
    }
    state = drive(table(hand, "H"), "AD")
    assert state.legal_actions(1) == state.private(1)["hand"]
    drive(state, "JD")
    assert state.legal_actions(2) == state.private(2)["hand"]


def test_sc_11_a_trump_needn_t_be_played() -> None:
    """Who can't follow may throw anything away, and then hasn't won."""
    state = first_trick("7H KH AD 9H TH QD", "S")
    assert state.public()["leader"] == 1


def test_sc_12_the_winner_leads_to_six_tricks() -> None:
    state = table(hands_of(LINE, "H"), "H")
    leaders = []
    for trick in LINE.strip().splitlines():
        leaders.append(state.public()["leader"])
        drive(state, trick)
    assert leaders == [0, 4, 0, 3, 2, 3]
    assert [event["seat"] for event in state.public_history() if event["type"] == "trick"] == [
        *leaders[1:],
        state.public()["last_trick"][5][0],
    ]
    assert is_scored(state)


# --- SC-13 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "gains"),
    [(3, [4, 1, 1]), (4, [4, 1, 1]), (5, [-5, 1, 1]), (6, [-6, 1, 1])],
)
def test_sc_13_four_points_against_any_bid(points: int, gains: list[int]) -> None:
    """All points count, not only those bid; a set team loses its bid and no more."""
    state = whole_hand(LINE, "H", points=points)
    score = scored(state)
    assert score["points"] == [4, 1, 1]
    assert (score["bid"], score["made"]) == (points, points < 5)
    assert score["gains"] == state.public()["scores"] == gains
    assert list(state.scores()) == gains * 2
    assert {key: score[key] for key in state.public()["last_hand"]} == state.public()["last_hand"]


def test_sc_13_the_events_of_the_last_card() -> None:
    state = whole_hand(LINE, "H")
    assert [event["type"] for event in state.events] == [
        "play",
        "trick",
        "score",
        "deal",
        *["hand"] * 6,
    ]


def test_sc_13_scores_add_up_and_may_be_negative() -> None:
    state = start(max_hands=30, target=51)
    total = [0, 0, 0]
    lowest = 0
    for whim in range(12):
        score = random_hand(state, whim)
        bidding, bid = score["team"], score["bid"]
        assert bidding == score["bidder"] % 3
        assert score["made"] == (score["points"][bidding] >= bid)
        for team in range(3):
            lost = team == bidding and not score["made"]
            assert score["gains"][team] == (-bid if lost else score["points"][team])
        assert sum(score["points"]) == 6 - (score["awards"]["game"] is None)
        total = [a + b for a, b in zip(total, score["gains"], strict=True)]
        assert score["scores"] == total == state.public()["scores"]
        lowest = min(lowest, *total)
    assert lowest < 0


# --- what a person is told ----------------------------------------------------------------------


def bidding() -> engine.State:
    return drive(rig(), "pass bid4")


def naming() -> engine.State:
    return drive(rig(), "bid6")


def discarding() -> engine.State:
    state = bid_and_name(rig({1: "JD AH JK 2C 3C 4C", 2: "5C 6C 7C 8C 9C TC"}), 0, 3, "H")
    state.apply(3, "discard=")
    return state


def dealer_discarding() -> engine.State:
    return dealers_choice("AH 3H JD 2C 3C 4C", "")


def dealer_with_many() -> engine.State:
    return dealers_choice("AH JH JD 2H JK KH", "QH TH")


def playing() -> engine.State:
    return drive(table(hands_of(LINE, "H"), "H"), "2S")


def leading() -> engine.State:
    return table(hands_of(LINE, "H"), "H", first_lead_trump=True)


def over() -> engine.State:
    return whole_hand(LINE, "H", max_hands=1)


REFUSALS: list[tuple[Any, int, str, str]] = [
    (bidding, 2, "bid3", r"5 or more|higher than"),
    (bidding, 2, "bid4", r"5 or more|higher than"),
    (bidding, 2, "bid7", r"3.*6|bid"),
    (bidding, 2, "trump=H", r"bid|auction"),
    (bidding, 2, "AS", r"bid|auction"),
    (bidding, 0, "bid5", r"turn|already|somebody else|spoken|once"),
    (bidding, 1, "bid5", r"turn|already|somebody else|spoken|once"),
    (bidding, 3, "bid5", r"turn|somebody else"),
    (naming, 0, "bid6", r"trump|suit"),
    (naming, 0, "trump=X", r"trump|suit"),
    (naming, 1, "trump=H", r"turn|bidder|somebody else"),
    (discarding, 1, "discard=JD", r"trump"),
    (discarding, 1, "discard=JK", r"trump"),
    (discarding, 1, "discard=AH", r"trump"),
    (discarding, 1, "discard=4C,2C", r"order"),
    (discarding, 1, "discard=AS", r"hold the AS"),
    (discarding, 1, "discard=10C", r"lists? cards|no card|no such card"),
    (discarding, 1, "discard=2C,2C", r"order|twice"),
    (discarding, 2, "discard=5C,6C,7C,8C", r"three|3"),
    (discarding, 3, "discard=", r"already|chosen|changed"),
    (discarding, 5, "discard=", r"dealer|wait|turn|others"),
    (discarding, 1, "2C", r"discard|throw"),
    (dealer_discarding, 5, "discard=", r"17|six|6"),
    (dealer_discarding, 5, "discard=2C,3C", r"17|six|6"),
    (dealer_discarding, 0, "discard=", r"dealer|turn|somebody else"),
    (playing, 1, "4C", r"follow|spade|♠"),
    (playing, 1, "AC", r"hold"),
    (playing, 2, "QS", r"turn|somebody else"),
    (playing, 1, "discard=", r"card"),
    (leading, 0, "2S", r"first lead.*trump"),
    (over, 0, "2S", r"over"),
    (over, 0, "pass", r"over"),
]


@pytest.mark.parametrize(("at", "seat", "action", "reason"), REFUSALS)
def test_a_refusal_says_which_rule_it_is_and_changes_nothing(
    at: Any, seat: int, action: str, reason: str
) -> None:
    state = at()
    before = everything(state)
    assert not state.is_legal(seat, action)
    with pytest.raises(engine.IllegalAction, match=f"(?i){reason}") as refused:
        state.apply(seat, action)
    sentence = refused.value.reason
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(sentence.split()) > 3
    assert everything(state) == before


def test_a_forced_dealer_is_told_why_a_pass_is_refused() -> None:
    state = drive(rig(dealer_forced=True), "pass pass pass pass pass")
    for action in ("pass", "bid4"):
        with pytest.raises(engine.IllegalAction, match=r"(?i)dealer|must|has to|have to"):
            state.apply(5, action)


def test_a_dealer_with_many_trumps_is_told_what_has_to_stay() -> None:
    state = dealer_with_many()
    hand = state.private(5)["hand"]
    plain = [card for card in hand if suit_of(card, "H") != "H"]
    for wrong in (["AH", "KH"], ["JK", "KH"], ["JD", "TH"], ["2H", "TH"]):
        with pytest.raises(engine.IllegalAction, match=r"(?i)stay|keep|kept|never|may not|can't"):
            state.apply(5, discard([*plain, *wrong]))
    with pytest.raises(engine.IllegalAction, match=r"(?i)trump|other cards|all"):
        state.apply(5, discard([*plain[1:], "KH", "QH", "TH"]))
    state.apply(5, discard([*plain, "KH", "QH"]))
