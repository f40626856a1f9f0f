"""What is written on the wire for every button."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import ids
from bot.tables.ids import Verb
from engine.games.ninety_nine import MOVES

PATTERNS = (ids.TABLE, ids.MOVE, ids.QUESTION, ids.BOARD, ids.STRAY)


def kinds(custom_id: str) -> list[str]:
    return [pattern for pattern in PATTERNS if re.fullmatch(pattern, custom_id)]


@pytest.mark.parametrize("verb", list(Verb))
def test_a_table_button_names_table_and_verb(verb):
    custom_id = ids.table_id(12, verb)
    assert custom_id == f"t:12:{verb.value}"
    assert kinds(custom_id) == [ids.TABLE]


@pytest.mark.parametrize("action", list(MOVES))
def test_a_move_carries_its_action_as_the_last_part(action):
    custom_id = ids.move_id(12, 3, 45, action)
    assert custom_id.rpartition(":")[2] == action
    assert kinds(custom_id) == [ids.MOVE]


def test_a_form_names_table_seat_decision_and_card():
    custom_id = ids.question_id(12, 3, 45, "AS")
    assert custom_id == "n:12:3:45:AS"
    assert kinds(custom_id) == [ids.QUESTION]


def test_a_board_button_names_game_and_row():
    assert kinds(ids.leaderboard_id(None, 0)) == [ids.BOARD]
    assert kinds(ids.leaderboard_id("ninetynine", 20)) == [ids.BOARD]


@pytest.mark.parametrize(
    "custom_id", ["t:x:join", "t:1", "m:1:2:3", "m:1:2:3:", "n:1:2:x:AS", "lb:a:b", "t:1:"]
)
def test_a_button_of_another_version_is_a_stray(custom_id):
    assert kinds(custom_id) == [ids.STRAY]


@given(st.text(max_size=100))
def test_no_button_is_of_two_kinds(custom_id):
    assert len(kinds(custom_id)) <= 1


def test_every_move_has_its_own_component_id_that_stays():
    components = {action: ids.move_component(7, action) for action in MOVES}
    assert len(set(components.values())) == len(MOVES)
    assert all(0 < component < 2**31 for component in components.values())
    assert components["KS"] == ids.move_component(7, "KS") != ids.move_component(8, "KS")
    assert not set(components.values()) & {int(component) for component in ids.ComponentId}
