"""The worked examples of One Hundred, one by one, each played on a real table."""

from typing import Any

import pytest

import engine
from tests.engine.games.deals import SEED
from tests.engine.games.one_hundred_deals import after, gentle, rig


def pile(count: int, *actions: str, **options: Any) -> int:
    """The pile after the actions, none of which busts."""
    public = after(count, *actions, **options).public()
    assert public["last_bust"] is None
    assert public["chips"] == [3, 3, 3]
    assert public["top"] == actions[-1][:2]
    assert public["last"] == actions[-1]
    return int(public["pile"])


def bust(count: int, action: str, **options: Any) -> int:
    """The count with which the action of seat 1 busts; checks who pays and that the pile stays."""
    state = after(count, action, **options)
    public = state.public()
    assert public["chips"] == [3, 2, 3]
    assert (public["pile"], public["top"], public["pile_cards"]) == (count, action[:2], 2)
    assert public["hand_sizes"] == [3, 3, 3]
    assert state.current_players() == (2,)
    fact = public["last_bust"]
    assert {**fact, "count": 0} == {"round": 1, "seat": 1, "action": action, "count": 0}
    return int(fact["count"])


def test_example_1_twos_add_and_the_two_of_spades_doubles() -> None:
    assert pile(37, "2H") == 39
    assert pile(37, "2S") == 74


def test_example_2_doubling_50_is_safe_and_51_busts() -> None:
    assert pile(50, "2S") == 100
    assert bust(51, "2S") == 102


def test_example_3_black_aces_name_a_number() -> None:
    assert pile(23, "AS=0") == 0
    assert pile(23, "AS=23") == 23
    assert pile(23, "AC=100") == 100
    state = after(23, hold={1: ["AS"]})
    for action in ("AS=101", "AS=-1"):
        assert not state.is_legal(1, action)
        with pytest.raises(engine.IllegalAction):
            state.apply(1, action)


def test_example_4_a_red_ace_is_1() -> None:
    assert pile(99, "AH") == 100
    assert bust(100, "AD") == 101


@pytest.mark.parametrize(("card", "count"), [("5H", 7), ("5D", 7), ("5S", 17), ("5C", 17)])
def test_example_5_fives(card: str, count: int) -> None:
    assert pile(12, card) == count


def test_example_6_a_red_five_on_3() -> None:
    assert pile(3, "5D") == 0
    assert pile(3, "5D", negative=True) == -2


def test_example_7_tens_set_100() -> None:
    assert pile(42, "TD") == 100
    assert pile(42, "TD", "TC") == 100


def test_example_8_jacks_take_10_off() -> None:
    assert pile(100, "JS") == 90
    assert pile(4, "JH") == 0


def test_example_9_queens() -> None:
    assert pile(88, "QH") == 0
    assert pile(88, "QS") == 98
    assert bust(91, "QD") == 101


def test_example_10_a_king_does_nothing() -> None:
    assert pile(100, "KC") == 100


def test_example_11_a_four_on_60() -> None:
    assert pile(60, "4C") == 64
    assert after(60, "4C").public()["direction"] == 1
    assert after(60, "4C").current_players() == (2,)
    assert pile(60, "4C", fours="reverse") == 60
    assert after(60, "4C", fours="reverse").public()["direction"] == -1
    assert after(60, "4C", fours="reverse").current_players() == (0,)


def test_example_12_a_four_on_98() -> None:
    assert bust(98, "4D") == 102
    assert pile(98, "4D", fours="reverse") == 98


STOCKS = {3: 43, 4: 40, 5: 37, 6: 34, 7: 83, 8: 80, 9: 77, 10: 74}


@pytest.mark.parametrize(("players", "stock"), STOCKS.items())
def test_example_13_the_stock_after_the_deal(players: int, stock: int) -> None:
    assert rig([], players).public()["stock"] == stock


def test_example_14_the_stock_is_rebuilt_after_43_plays() -> None:
    game = engine.load_game("onehundred", 3, {"chips": 9})
    state = game.new_initial_state(seed=SEED)
    for _ in range(42):
        state.apply(state.current_players()[0], gentle(state))
    before = state.public()
    assert (before["stock"], before["pile_cards"], before["rebuilds_left"]) == (1, 42, 10)
    last = gentle(state)
    state.apply(state.current_players()[0], last)
    public = state.public()
    assert public["in"] == [True, True, True]
    assert (public["stock"], public["pile_cards"], public["top"]) == (42, 1, last[:2])
    assert public["rebuilds_left"] == 9
    counts = [event["count"] for event in state.public_history() if event["type"] == "play"]
    assert public["pile"] == counts[-1]


def test_example_15_a_game_of_three() -> None:
    line = [
        "9S", "2S", "AC=77", "QD", "5H", "TC", "KD", "JC", "8H", "7D", "AH", "QH",
    ]  # fmt: skip
    state = rig(line, dealer=2)
    seen = []
    for action in line:
        (seat,) = state.current_players()
        state.apply(seat, action)
        seen.append((seat, state.public()["pile"]))
        if action == "7D":
            assert state.public()["chips"] == [2, 3, 3]
            assert state.public()["last_bust"]["count"] == 105
    assert seen == [
        (0, 9), (1, 18), (2, 77), (0, 87), (1, 82), (2, 100),
        (0, 100), (1, 90), (2, 98), (0, 98), (1, 99), (2, 0),
    ]  # fmt: skip
    public = state.public()
    assert (public["chips"], public["round"], public["dealer"]) == ([2, 3, 3], 1, 2)
    assert public["hand_sizes"] == [3, 3, 3]
