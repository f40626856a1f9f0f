"""What is written on the wire for every button."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.client import BUTTONS, FORMS
from bot.tables import ids
from bot.tables.ids import Entry, Verb
from engine.games.ninety_nine import MOVES

MELD = "meld=s:R7,G7,W|r:Y3,Y4,W,Y6"
PATTERNS = (
    ids.TABLE,
    ids.MOVE,
    ids.QUESTION,
    ids.MENU,
    ids.LOOK,
    ids.PUBLIC,
    ids.OPTION,
    ids.KICK,
    ids.WATCH,
    ids.SETTING,
    ids.CHOICE,
    ids.BOARD,
    ids.REPLAY,
    ids.HISTORY,
    ids.HISTORY_MENU,
    ids.PURSE,
    ids.PROFILE,
    ids.PRIVACY,
    ids.STRAY,
)


def kinds(custom_id: str) -> list[str]:
    return [pattern for pattern in PATTERNS if re.fullmatch(pattern, custom_id)]


def test_these_are_all_the_kinds_that_the_bot_serves():
    assert {kind.__discord_ui_compiled_template__.pattern for kind in BUTTONS} == {*PATTERNS}


def test_buttons_of_settings_choices_and_data():
    assert kinds(ids.setting_id("set", "stakes", "on")) == [ids.SETTING]
    assert kinds(ids.choice_id("bells", "off")) == [ids.CHOICE]
    assert [kinds(ids.privacy_id(what)) for what in ("export", "here", "all")] == [
        [ids.PRIVACY]
    ] * 3


@pytest.mark.parametrize(
    "custom_id",
    [
        ids.question_id(1, 2, 3, "AS"),
        ids.setting_id("form", "timezone"),
        ids.erasure_id("here"),
        ids.erasure_id("all"),
    ],
)
def test_every_form_is_of_one_kind(custom_id):
    assert sum(re.fullmatch(pattern, custom_id) is not None for pattern in FORMS) == 1


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


@pytest.mark.parametrize("action", [MELD, "a\nb", ":", "#"])
def test_an_action_may_hold_whatever_it_likes(action):
    match = re.fullmatch(ids.MOVE, ids.move_id(12, 3, 45, action))
    assert match is not None
    assert match["action"] == action


@pytest.mark.parametrize(("length", "whole"), [(90, True), (91, False), (400, False)])
def test_an_action_that_is_too_long_is_named_by_its_key(length, whole):
    action = "x" * length
    custom_id = ids.move_id(12, 3, 45, action)
    assert len(custom_id) <= 100
    assert kinds(custom_id) == [ids.MOVE]
    assert custom_id == f"m:12:3:45:{action if whole else ids.move_key(action)}"


def test_a_key_is_the_actions_checksum():
    assert ids.move_key("123456789") == "#cbf43926"


@pytest.mark.parametrize("action", ["", "discard=", "meld=s:"])
def test_a_menu_names_what_its_values_complete(action):
    custom_id = ids.menu_id(12, 3, 45, action)
    assert custom_id == f"s:12:3:45:{action}"
    assert kinds(custom_id) == [ids.MENU]


@pytest.mark.parametrize("view", ["", "why", "build=1:R7,G7 ", "a\nb", ":"])
@pytest.mark.parametrize(("decision", "part"), [(45, "45"), (0, "0"), (None, "-")])
def test_a_look_names_its_view_and_the_decision_if_there_is_one(decision, part, view):
    custom_id = ids.look_id(12, 3, decision, view)
    assert custom_id == f"v:12:3:{part}:{view}"
    assert kinds(custom_id) == [ids.LOOK]


def test_a_move_for_everybody_names_no_seat():
    custom_id = ids.public_id(12, 45, "buy")
    assert custom_id == "p:12:45:buy"
    assert kinds(custom_id) == [ids.PUBLIC]


def test_a_form_names_table_seat_decision_and_card():
    custom_id = ids.question_id(12, 3, 45, "AS")
    assert custom_id == "n:12:3:45:AS"
    assert kinds(custom_id) == [ids.QUESTION]


@pytest.mark.parametrize("entry", list(Entry))
def test_an_option_names_table_and_entry(entry):
    custom_id = ids.option_id(12, entry)
    assert custom_id == f"o:12:{entry.value}"
    assert kinds(custom_id) == [ids.OPTION]


@pytest.mark.parametrize(("user_id", "part"), [(1 << 63, str(1 << 63)), (None, "0")])
def test_who_is_removed_is_named_beside_the_seat(user_id, part):
    custom_id = ids.kick_id(12, 3, user_id)
    assert custom_id == f"k:12:3:{part}"
    assert kinds(custom_id) == [ids.KICK]


def test_the_menu_of_tables_to_watch_names_nothing():
    assert kinds(ids.WATCH) == [ids.WATCH]


@pytest.mark.parametrize("game", [None, "ninetynine"])
@pytest.mark.parametrize("look", ["", "me", "picture", "by", "period", "game"])
def test_a_board_button_names_its_board_and_line(game, look):
    custom_id = ids.board_id(game, "rating", "month", "people", 20, look)
    assert kinds(custom_id) == [ids.BOARD]
    match = re.fullmatch(ids.BOARD, custom_id)
    assert match is not None
    assert match.groupdict() == {
        "game": game or "",
        "by": "rating",
        "period": "month",
        "who": "people",
        "offset": "20",
        "look": look or None,
    }


@pytest.mark.parametrize("custom_id", ["lb::0", "lb:ninetynine:20"])
def test_a_board_button_of_old_still_is_one(custom_id):
    assert kinds(custom_id) == [ids.BOARD]


def test_buttons_of_purses_and_profiles():
    assert kinds(ids.purse_id("older", 10)) == [ids.PURSE]
    assert kinds(ids.profile_id("curve", 2**62, None)) == [ids.PROFILE]
    assert kinds(ids.profile_id("share", 1, "take5")) == [ids.PROFILE]


@pytest.mark.parametrize("view", ["all", "open", "0", "11"])
@pytest.mark.parametrize("verb", ["first", "view", "record", "to_round_over"])
def test_a_replay_names_its_table_view_and_step(view, verb):
    custom_id = ids.replay_id(10**17, view, 18_000, verb)
    assert kinds(custom_id) == [ids.REPLAY]
    assert ids.fits(custom_id)


@pytest.mark.parametrize("game", [None, "toonerville"])
@pytest.mark.parametrize("person", [None, 2**62])
def test_a_page_of_finished_games_names_what_is_wanted_and_where_it_begins(game, person):
    custom_id = ids.history_id(game, person, "older", 10**17)
    assert kinds(custom_id) == [ids.HISTORY]
    assert ids.fits(custom_id)
    assert kinds(ids.HISTORY_MENU) == [ids.HISTORY_MENU]


@pytest.mark.parametrize(
    "custom_id",
    [
        "rp:1:all:-1:next",
        "rp:1:none:1:next",
        "rp:1:all:1:",
        "rp:1:all:1:next:",
        "hs:::sideways:1",
        "hs::x:older:1",
        "hs:replay:1",
        "t:x:join",
        "t:1",
        "m:1:2:3",
        "m:1:2:3:",
        "n:1:2:x:AS",
        "lb:a:b",
        "lb:a:wins:all:0",
        "lb::wins:all:people:-1",
        "lb::wins:all:people:9999999999",
        "ch:refill",
        "ch:refill:x",
        "pf:share:-5:",
        "pf:share::",
        "t:1:",
        "m:1:2:-:KS",
        "s:1:2:3",
        "s:1:2:-:",
        "s:x",
        "v:1:2:",
        "v:1:2:--:",
        "p:1:2:",
        "p:1:x:buy",
        "o:1",
        "o:x:pause",
        "k:1:2",
        "k:1:2:",
        "w:",
        "w:all",
        "set:",
        "own:",
        "pv:erase:here",
        "pv:",
    ],
)
def test_a_button_of_another_version_is_a_stray(custom_id):
    assert kinds(custom_id) == [ids.STRAY]


@given(st.text(max_size=100))
def test_no_button_is_of_two_kinds(custom_id):
    assert len(kinds(custom_id)) <= 1


def test_every_move_has_its_own_component_id_that_stays():
    components = {action: ids.component(ids.move_id(12, 3, 7, action)) for action in MOVES}
    assert len(set(components.values())) == len(MOVES)
    assert all(0 < component < 2**31 for component in components.values())
    same, later = ids.move_id(12, 3, 7, "KS"), ids.move_id(12, 3, 8, "KS")
    assert components["KS"] == ids.component(same) != ids.component(later)
    assert not set(components.values()) & {int(component) for component in ids.ComponentId}
