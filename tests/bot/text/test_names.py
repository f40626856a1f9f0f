"""Whatever a person calls themselves, their name stays a name."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.text import ENGLISH
from bot.text.names import (
    MAX_SIGNS,
    escape,
    isolate,
    names_of_people,
    plain,
    plain_name,
    safe_name,
    safe_names,
)

FSI, PDI = "\u2068", "\u2069"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Alice", "Alice"),
        ("  Al   ice\n", "Al ice"),
        ("\u202eecilA", "ecilA"),
        ("A\u200b\u00adl", "Al"),
        ("Z" + "\u0301" * 40, "Z" + "\u0301" * 3),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("नमस्ते", "नमस्ते"),
        ("x" * 40, "x" * (MAX_SIGNS - 1) + "…"),
        ("🇩🇪" * 30, "🇩🇪" * (MAX_SIGNS - 1) + "…"),
        ("\u3164\u2800", ""),
    ],
)
def test_a_name_is_cleaned_and_cut_between_signs(typed, shown):
    assert plain_name(typed) == shown


@pytest.mark.parametrize("typed", ["", "\u200b", "\u202e", "\u3164 \u2800"])
def test_a_name_of_nothing_visible_is_somebody(typed):
    assert safe_name(typed, ENGLISH) == f"{FSI}Somebody{PDI}"


@pytest.mark.parametrize(
    "typed",
    ["@everyone", "@here", "<@123456789>", "<@&1>", "<#1>", "<:smile:1>", "<t:1:R>", "</play:1>"],
)
def test_a_name_mentions_nobody_and_nothing(typed):
    shown = safe_name(typed, ENGLISH)
    assert typed not in shown
    assert "@everyone" not in shown
    assert "@here" not in shown


def test_markdown_and_links_in_a_name_show_as_they_are():
    assert escape("**x** ~~y~~ `z` ||s||") == r"\*\*x\*\* \~\~y\~\~ \`z\` \|\|s\|\|"
    assert "https://" not in safe_name("https://example.org", ENGLISH)
    assert "](" not in safe_name("[free](nitro)", ENGLISH)


def test_equal_names_are_told_apart_by_seat():
    names = safe_names(["Bob", "bob", "ＢＯＢ", "Al"], ENGLISH)
    assert [name.endswith(f"(seat {seat})") for seat, name in enumerate(names, 1)] == [
        True,
        True,
        True,
        False,
    ]
    assert len(set(names)) == 4


def test_names_that_differ_only_in_invisible_signs_are_equal():
    assert safe_names(["Bob", "B\u200bob"], ENGLISH)[1] == f"{FSI}Bob{PDI} (seat 2)"


@given(st.text(max_size=80))
@example("\u200d" * 30)
@example("@" * 32)
@example("\U0001f1e6" * 32)
def test_any_text_makes_a_short_name_that_keeps_to_itself(typed):
    shown = safe_name(typed, ENGLISH)
    inside = shown[1:-1]
    assert shown == FSI + inside + PDI
    assert inside.strip()
    assert FSI not in inside
    assert PDI not in inside
    controls = {sign for sign in inside if unicodedata.category(sign) in ("Cc", "Cf")}
    assert controls <= {"\u200b", "\u200c", "\u200d"}
    assert "\n" not in inside


@given(st.text(max_size=40))
@example("\\\\*a*@b")
def test_a_safe_name_can_be_read_plainly_where_there_is_no_markdown(typed):
    name = plain_name(typed)
    assert plain(isolate(escape(name))) == name


class TestPeopleInAList:
    def test_one_person_twice_is_nobody_else(self):
        names = names_of_people([(1, "Alex"), (1, "Alex"), (2, "Bob")], ENGLISH)
        assert names == [isolate("Alex"), isolate("Alex"), isolate("Bob")]

    @pytest.mark.parametrize("double", ["alex", "Аlеx", "ＡＬＥＸ", "Al ex"])
    def test_names_that_look_alike_are_told_apart(self, double):
        first, second = names_of_people([(1, "Alex"), (2, double)], ENGLISH)
        assert first.startswith(f"{isolate('Alex')} (")
        assert first[-4:] != second[-4:]

    def test_a_persons_letters_stay_whoever_else_is_in_the_list(self):
        both = names_of_people([(1, "Alex"), (2, "Alex")], ENGLISH)
        more = names_of_people([(3, "Alex"), (2, "Alex"), (-1, "")], ENGLISH)
        assert both[1] == more[1]

    def test_former_players_take_no_name_away(self):
        names = names_of_people([(-1, ""), (7, "a former player"), (-2, "Alex")], ENGLISH)
        assert names == ["a former player", isolate("a former player"), "a former player"]
