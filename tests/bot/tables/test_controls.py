"""What a presenter offers becomes buttons and menus within Discord's limits, whatever it offers."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.presenter import Choice, Control, Look, Menu, Move, Tone
from bot.tables import controls
from bot.tables.controls import Place, hand_rows, public_rows
from bot.tables.page import Page, box, room
from tests.bot.builders import Posted
from tests.support.openapi import ApiDescription

HERE = Place("game", 12, 0, 3)
WAITING = Place("game", 12, 0, None)
BLOCKS = ("Your turn.", "What happened.", "Your cards.")
CARDS = tuple(Choice(card, f"the {card}") for card in ("7H", "QS", "4D"))
Complaints = Callable[[], list[logging.LogRecord]]

ALL_SIGNS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def page_of(*offered: Control, place: Place = HERE) -> Page:
    return box(BLOCKS, hand_rows(place, offered, room(BLOCKS, ())), 0)


def rows_of(*offered: Control, place: Place = HERE) -> list[list[str | None]]:
    """The custom_ids of the rows."""
    return [[item.custom_id for item in row] for row in hand_rows(place, offered, 34)]


def menu_of(menu: Menu, place: Place = HERE) -> discord.ui.Select[Any]:
    ((select,),) = hand_rows(place, (menu,), 34)
    assert isinstance(select, discord.ui.Select)
    return select


@pytest.fixture(autouse=True)
def complaints(caplog: pytest.LogCaptureFixture) -> Iterator[Complaints]:
    """What is logged of presenters, from a clean slate."""
    controls._complain.cache_clear()
    yield lambda: [each for each in caplog.records if each.name == controls.log.name]
    controls._complain.cache_clear()


class TestButtons:
    def test_moves_become_buttons_with_the_risky_ones_marked(self):
        moves = (Move("7H", "7♥ → 68"), Move("QS", "Q♠ → 105 bust!", Tone.RISK))
        ((safe, risky),) = hand_rows(HERE, moves, 34)
        assert isinstance(safe, discord.ui.Button)
        assert isinstance(risky, discord.ui.Button)
        assert (safe.custom_id, safe.label) == ("m:12:0:3:7H", "7♥ → 68")
        assert safe.style is not risky.style
        assert safe.id != risky.id

    def test_they_stand_in_rows_of_five(self):
        moves = [Move(str(number), "x") for number in range(12)]
        rows = hand_rows(HERE, moves, 34)
        assert [len(row) for row in rows] == [5, 5, 2]
        assert box(["text"], rows, 0).total_children_count == 1 + 1 + 3 + 12

    def test_what_is_chosen_or_not_enabled_is_shown_and_cannot_be_pressed(self):
        moves = (Move("7H", "7♥"), Move("QS", "Q♠", enabled=False), Move("4D", "4♦", Tone.CHOSEN))
        (row,) = hand_rows(HERE, moves, 34)
        assert [item.disabled for item in row] == [False, True, True]

    def test_a_move_that_asks_opens_its_form(self):
        assert rows_of(Move("AS", "A♠ …", asks=True)) == [["n:12:0:3:AS"]]

    def test_looks_stand_among_them(self):
        assert rows_of(Move("7H", "7♥"), Look("why:4D", "Why?")) == [
            ["m:12:0:3:7H", "v:12:0:3:why:4D"]
        ]

    def test_without_a_decision_looks_alone_are_left(self):
        offered = (Move("7H", "7♥"), Menu("Card", CARDS), Look("why", "Why?"),
                   Menu("Order", CARDS, view="by="))  # fmt: skip
        assert rows_of(*offered, place=WAITING) == [["v:12:0:-:why"], ["v:12:0:-:by="]]

    def test_those_for_everybody_name_no_seat(self):
        moves = (Move("buy", "Buy"), Move("pass", "Pass", enabled=False))
        ((buy, decline),) = public_rows("game", 12, 3, moves, 34)
        assert (buy.custom_id, decline.custom_id) == ("p:12:3:buy", "p:12:3:pass")
        assert (buy.disabled, decline.disabled) == (False, True)


class TestMenus:
    def test_a_menu_has_a_row_of_its_own(self):
        offered = (Move("a", "A"), Menu("Card", CARDS), Move("b", "B"), Look("c", "C"))
        assert rows_of(*offered) == [
            ["m:12:0:3:a"], ["s:12:0:3:"], ["m:12:0:3:b", "v:12:0:3:c"],
        ]  # fmt: skip

    def test_whole_moves_are_values_with_everything_that_a_button_says(self):
        select = menu_of(Menu("Discard", (Choice("discard=7H", "7♥", "seven of hearts"),)))
        (option,) = select.options
        assert (option.value, option.label) == ("m:12:0:3:discard=7H", "7♥")
        assert option.description == "seven of hearts"
        assert select.placeholder == "Discard"
        assert (select.min_values, select.max_values) == (1, 1)

    def test_values_that_complete_an_action_stay_as_they_are(self):
        select = menu_of(Menu("Discard", CARDS, action="discard=", fewest=0, most=2))
        assert select.custom_id == "s:12:0:3:discard="
        assert [option.value for option in select.options] == ["7H", "QS", "4D"]
        assert select.options[0].description is None
        assert (select.min_values, select.max_values) == (0, 2)

    def test_a_menu_of_looks_names_the_beginning_of_its_view(self):
        select = menu_of(Menu("Order", CARDS, view="by=", most=3))
        assert select.custom_id == "v:12:0:3:by="
        assert [option.value for option in select.options] == ["7H", "QS", "4D"]

    def test_no_more_can_be_asked_for_than_there_is(self):
        select = menu_of(Menu("Discard", CARDS, action="discard=", fewest=4, most=5))
        assert (select.min_values, select.max_values) == (3, 3)

    def test_a_long_move_is_named_by_its_key(self):
        meld = f"meld=r:{','.join(f'Y{number}' for number in range(1, 15))}|s:" + "R7," * 30
        (option,) = menu_of(Menu("Meld", (Choice(meld, "All I have"),))).options
        assert len(option.value) <= 100
        assert option.value.startswith("m:12:0:3:#")


class TestMistakes:
    """Each is logged once, and the page is shown without it."""

    def test_too_many_controls_are_cut_from_the_end(self, complaints):
        moves = [Move(str(number), "x") for number in range(60)]
        page = page_of(*moves)
        shown = [item.custom_id for item in page.walk_children()
                 if isinstance(item, discord.ui.Button)]  # fmt: skip
        assert page.total_children_count == 40
        assert shown == [f"m:12:0:3:{number}" for number in range(len(shown))]
        page_of(*moves)
        assert [record.getMessage() for record in complaints()] == [
            "the presenter of game offers more controls than fit into a message"
        ]
        assert complaints()[0].levelno == logging.ERROR

    def test_as_many_as_fit_are_no_mistake(self, complaints):
        page = page_of(*(Move(str(number), "x") for number in range(28)))
        assert page.total_children_count == 40
        assert not complaints()

    @pytest.mark.parametrize("offered", [
        (Look("x" * 100, "Too long"),),
        (Menu("Menu", CARDS, action="x" * 100),),
        (Menu("Menu", CARDS, view="x" * 100),),
        (Move("x" * 100, "Ask", asks=True),),
        (Menu("Nothing in it", ()),),
        (Menu("Nothing to say", (Choice("", "x"),), action="discard="),),
        (Menu("Too long to say", (Choice("x" * 101, "x"),), action="discard="),),
    ])  # fmt: skip
    def test_what_discord_cannot_name_is_left_out(self, complaints, offered):
        assert rows_of(*offered, Move("7H", "7♥")) == [["m:12:0:3:7H"]]
        assert len(complaints()) == 1

    @pytest.mark.parametrize("twice", [
        Move("7H", "7♥"), Look("why", "Why?"), Menu("Card", CARDS), Menu("Card", CARDS, view="by="),
    ])  # fmt: skip
    def test_what_is_offered_twice_is_shown_once(self, complaints, twice):
        assert len(rows_of(twice, twice)) == 1
        assert len(complaints()) == 1

    def test_a_look_and_a_menu_of_looks_may_not_share_a_view(self, complaints):
        assert rows_of(Look("by=", "By"), Menu("By", CARDS, view="by=")) == [["v:12:0:3:by="]]
        assert len(complaints()) == 1

    def test_of_too_many_or_equal_choices_the_first_are_shown(self, complaints):
        choices = tuple(Choice(str(number % 30), "x") for number in range(40))
        select = menu_of(Menu("Card", choices, action="discard=", most=40))
        assert [option.value for option in select.options] == [str(number) for number in range(25)]
        assert select.max_values == 25
        assert len(complaints()) == 1

    def test_controls_that_happen_to_get_one_number_are_told_apart(self, monkeypatch):
        monkeypatch.setattr("bot.tables.ids.component", lambda _: 7)
        ((one, other),) = hand_rows(HERE, (Move("7H", "7♥"), Look("why", "Why?")), 34)
        assert {one.id, other.id} == {7, 8}

    def test_an_empty_label_is_shown_as_something(self):
        ((button, _),) = hand_rows(HERE, (Move("7H", ""), Look("why", " ")), 34)
        assert isinstance(button, discord.ui.Button)
        assert button.label == "…"


CHOICE = st.builds(Choice, ALL_SIGNS, ALL_SIGNS, ALL_SIGNS)
ANY_CONTROL = st.one_of(
    st.builds(Move, ALL_SIGNS, ALL_SIGNS, st.sampled_from(Tone), st.booleans(), st.booleans()),
    st.builds(Look, ALL_SIGNS, ALL_SIGNS, st.sampled_from(Tone)),
    st.builds(
        Menu,
        ALL_SIGNS,
        st.lists(CHOICE, max_size=30).map(tuple),
        ALL_SIGNS,
        st.none() | ALL_SIGNS,
        st.integers(-1, 30),
        st.integers(-1, 30),
    ),
)


@given(st.lists(ANY_CONTROL, max_size=50), st.sampled_from([HERE, WAITING]))
def test_discord_takes_a_page_of_whatever_is_offered(offered, place):
    posted = Posted(page_of(*offered, place=place))
    assert ApiDescription.load().problems([posted]) == []
