"""The worked examples of Ninety-Nine, one by one, each played on a real table."""

import pytest

from tests.engine.games.adding_deals import drive
from tests.engine.games.ninety_nine_deals import after, card_of, climb, played, rig


def pile(count: int, *actions: str, **options: object) -> int:
    """The pile after the actions, none of which busts."""
    state = after(count, *actions, **options)
    public = state.public()
    assert public["last_bust"] is None
    assert public["top"] == card_of(actions[-1])
    assert public["last"] == actions[-1]
    return int(public["pile"])


def bust(count: int, *actions: str) -> int:
    """The count with which the last of the actions busts; checks who pays."""
    before = after(count)
    line = [*climb(count, actions), *actions]
    state = played(line)
    buster = (len(line) - 1) % 2
    public = state.public()
    assert before.public()["chips"] == [5, 5]
    assert public["chips"] == [4 if seat == buster else 5 for seat in range(2)]
    fact = public["last_bust"]
    assert {**fact, "count": None} == {
        "round": 1,
        "seat": buster,
        "action": actions[-1],
        "count": None,
    }
    assert (public["round"], public["pile"]) == (2, 0)
    return int(fact["count"])


def test_example_1_an_eight_on_an_empty_pile_counts_8() -> None:
    assert pile(0, "8C") == 8


def test_example_2_a_nine_leaves_90_alone() -> None:
    assert pile(90, "9D") == 90


def test_example_3_a_ten_takes_95_down_to_85() -> None:
    assert pile(95, "TH=-10") == 85


def test_example_4_a_ten_takes_85_up_to_95() -> None:
    assert pile(85, "TH=+10") == 95


def test_example_5_a_ten_up_on_90_busts_with_100() -> None:
    assert bust(90, "TS=+10") == 100


def test_example_6_a_ten_down_on_4_stops_at_0() -> None:
    assert pile(4, "TC=-10") == 0


def test_example_6_a_ten_down_on_4_makes_minus_6_with_negative() -> None:
    assert pile(4, "TC=-10", negative=True) == -6


def test_example_7_an_ace_as_11_on_88_is_safe() -> None:
    assert pile(88, "AS=11") == 99


def test_example_8_an_ace_as_11_on_89_busts() -> None:
    assert bust(89, "AS=11") == 100


def test_example_8_an_ace_as_1_on_89_makes_90() -> None:
    assert pile(89, "AS=1") == 90


def test_example_9_an_ace_on_98_is_safe_and_the_next_busts() -> None:
    assert pile(98, "AD=1") == 99
    assert bust(98, "AD=1", "AC=1") == 100


def test_example_10_kings_set_99_again_and_again() -> None:
    assert pile(40, "KS") == 99
    assert pile(40, "KS", "KH") == 99


def test_example_11_a_queen_on_89_is_safe() -> None:
    assert pile(89, "QS") == 99


def test_example_11_a_jack_on_90_busts() -> None:
    assert bust(90, "JD") == 100


def test_example_12_a_four_on_99_flips_the_direction() -> None:
    state = after(99, "4C")
    assert (state.public()["pile"], state.public()["direction"]) == (99, -1)


def test_example_12_a_nine_on_99_keeps_the_direction() -> None:
    state = after(99, "9C")
    assert (state.public()["pile"], state.public()["direction"]) == (99, 1)
    state = after(99, "4C", "9C")
    assert (state.public()["pile"], state.public()["direction"]) == (99, -1)


def test_example_13_a_seven_is_safe_on_92_and_busts_on_93() -> None:
    assert pile(92, "7S") == 99
    assert bust(93, "7S") == 100


@pytest.mark.parametrize(("players", "stock"), [(2, 46), (3, 43), (4, 92), (5, 89), (6, 86)])
def test_example_14_the_stock_after_the_deal(players: int, stock: int) -> None:
    assert rig([], players).public()["stock"] == stock


def test_example_15_a_four_hands_the_turn_back() -> None:
    state = played(["KS", "9S", "4S"], players=4)
    assert state.current_players() == (1,)


QUIET = [f"{card}{suit}" for card in "A2356" for suit in "CDHS"]
"""Twenty low cards; with two nines they make 22 plays that stay under 99."""


def test_example_16_the_pile_becomes_the_stock() -> None:
    line = [f"{card}=1" if card[0] == "A" else card for card in QUIET] + ["9C", "9D"]
    state = rig(line, players=10, decks=1)
    drive(state, line[:-1])
    before = state.public()
    assert (before["stock"], before["pile_cards"]) == (1, 21)
    drive(state, line[-1:])
    public = state.public()
    assert (public["stock"], public["pile_cards"], public["top"]) == (21, 1, "9D")
    assert public["pile"] == before["pile"] == 68
    assert public["hand_sizes"] == [3] * 10


def test_example_17_the_deal_passes_over_an_eliminated_seat() -> None:
    state = played(["KS", "9C", "9D", "9H", "8C"], players=4, dealer=1, chips=1)
    public = state.public()
    assert public["in"] == [True, True, False, True]
    assert public["dealer"] == 3
    assert state.current_players() == (0,)


def test_example_18_a_round_of_three() -> None:
    line = ["KS", "9C", "4D", "TH=-10", "AC=1", "8D", "2C"]
    state = rig(line, players=3, dealer=2)
    seen = []
    for action in line:
        (seat,) = state.current_players()
        state.apply(seat, action)
        seen.append((seat, state.public()["pile"]))
    assert seen == [(0, 99), (1, 99), (2, 99), (1, 89), (0, 90), (2, 98), (1, 0)]
    public = state.public()
    assert public["chips"] == [5, 4, 5]
    assert public["last_bust"] == {"round": 1, "seat": 1, "action": "2C", "count": 100}
    assert (public["round"], public["dealer"], public["pile"]) == (2, 0, 0)
    assert (public["direction"], state.current_players()) == (1, (1,))
