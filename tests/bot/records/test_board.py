"""What a page of a board says, for every measure and time."""

import pytest

from bot.records.board import board_page
from bot.text import ENGLISH
from engine.store import Measure, Period
from tests.bot.builders import Posted, buttons, words
from tests.bot.records.standings import NOON, shown, standing
from tests.support.openapi import ApiDescription

DAY = 86_400.0


def said(*args, **kwargs) -> str:
    text = words(board_page(ENGLISH, shown(*args, **kwargs)))
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("by", "line"),
    [
        (Measure.WINS, "3 wins in 4 games (75 %)"),
        (Measure.SHARE, "66.6 % · 3 wins in 4 games"),
        (Measure.CHIPS, "+30 chips · 4 games"),
        (Measure.GAMES, "4 games · 3 wins"),
        (Measure.STREAK, "2 wins in a row · 3 wins in 4 games"),
        (Measure.RATING, "1012? · 4 rated games"),
    ],
)
def test_every_measure_has_its_words(by, line):
    share = 666 if by is Measure.SHARE else None
    text = said(standing(share=share, rating=1012, rated=4), by=by)
    assert f"**1** · Alice · {line}\n" in text + "\n"


@pytest.mark.parametrize(("chips", "word"), [(1, "+1 chip"), (-7, "−7 chips"), (0, "0 chips")])
def test_chips_can_be_lost(chips, word):
    assert f"· {word} ·" in said(standing(chips=chips), by=Measure.CHIPS)


def test_shared_ranks_are_shown_as_they_are():
    lines = said(standing("A", 1), standing("B", 2), standing("C", 3), ranks=(1, 1, 3))
    assert [line[:7] for line in lines.splitlines()[2:]] == ["**1** ·", "**1** ·", "**3** ·"]


class TestRatings:
    def test_a_question_mark_is_explained_once_there_is_one(self):
        note = "? is provisional: fewer than 5 rated games."
        assert note in said(standing(rating=1000, rated=4), by=Measure.RATING)
        assert "1000 ·" in (text := said(standing(rating=1000, rated=5), by=Measure.RATING))
        assert note not in text

    def test_over_all_games_it_is_the_best_one(self):
        assert "best game" in said(standing(rating=1000, rated=9), by=Measure.RATING)
        text = said(standing(rating=1000, rated=9), by=Measure.RATING, game="take5")
        assert "best game" not in text


class TestTimes:
    @pytest.mark.parametrize(
        ("now", "zone", "month"),
        [
            (NOON, "UTC", "January 2026"),
            (NOON - DAY, "UTC", "December 2025"),
            (NOON - DAY, "Pacific/Kiritimati", "January 2026"),
            (NOON - 2 * 3600, "Pacific/Pago_Pago", "December 2025"),
        ],
    )
    def test_this_month_is_named_as_it_is_there(self, now, zone, month):
        text = said(standing(), period=Period.MONTH, now=now, zone=zone)
        assert f"By wins, in {month}\n" in text
        assert f"Days begin at midnight in {zone}." in text

    def test_the_last_days_and_all_time(self):
        assert "in the last seven days, today included" in said(standing(), period=Period.WEEK)
        assert "of all time" in (text := said(standing()))
        assert "midnight" not in text


class TestNames:
    def test_equal_names_are_told_apart_and_keep_their_letters_on_every_page(self):
        first = said(standing("Alex", 7), standing("Аlex", 8), standing("Alex\u200b", 9))
        letters = [line.split("(")[1][:3] for line in first.splitlines()[2:]]
        assert len(set(letters)) == 3
        second = said(standing("ALEX", 9), standing("Alex", 7), offset=10, total=12)
        assert [line.split("(")[1][:3] for line in second.splitlines()[2:4]] == [
            letters[2],
            letters[0],
        ]

    def test_no_id_is_shown(self):
        page = board_page(ENGLISH, shown(standing("Alex", 123456789), standing("Alex", 987654321)))
        assert "123456789" not in words(page) + str(buttons(page))

    def test_a_former_player_has_a_word_for_a_name(self):
        text = said(standing("", -5), standing("", -6), standing("Somebody", 3))
        assert text.count("a former player") == 2

    def test_whoever_left_the_server_keeps_the_name(self):
        assert "**1** · Gone" in said(standing("Gone", 55))

    def test_evil_names_stay_names(self):
        evil = standing("@everyone **x** `<@123>`\n## y", 4)
        text = words(board_page(ENGLISH, shown(evil, standing("Bob", 5))))
        assert "@everyone" not in text
        assert len([line for line in text.splitlines() if line.startswith("**")]) == 2

    def test_computers_are_named_by_their_level(self):
        text = said(standing(), standing("", None, level="hard"), computers=True)
        assert "**2** · 🤖 computers, hard · 3 wins" in text


class TestTheReader:
    def test_their_line_is_marked_for_them_alone(self):
        lines = said(standing("A", 1), standing("B", 2), reader=2).splitlines()[2:4]
        assert lines[0].startswith("**1** · A ·")
        assert lines[1].startswith("▶ **2** · **B** (you) ·")
        assert "(you)" not in said(standing("A", 1), standing("B", 2))

    def test_a_former_player_or_a_computer_is_nobody(self):
        assert "(you)" not in said(standing("", -2), standing("", None, level="easy"), reader=2)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({}, "Nobody has finished a game yet. Type /play to be the first!"),
        ({"period": Period.MONTH}, "in this time. Type /play"),
        ({"by": Measure.SHARE}, "Nobody has finished 5 games in this time"),
        ({"by": Measure.RATING}, "at least two people"),
    ],
)
def test_an_empty_board_says_why(query, why):
    page = board_page(ENGLISH, shown(**query))
    assert why in words(page)
    assert not buttons(page)


class TestButtons:
    def test_one_page_has_nothing_to_turn(self):
        page = board_page(ENGLISH, shown(standing()))
        assert list(buttons(page)) == ["Where am I", "Picture", "Trend"]

    @pytest.mark.parametrize("by", list(Measure))
    def test_what_adds_up_has_a_trend(self, by):
        page = board_page(ENGLISH, shown(standing(rating=1, rated=9), by=by))
        assert ("Trend" in buttons(page)) is (by in ("chips", "wins", "games"))

    def test_the_first_and_the_last_page_end(self):
        first = buttons(board_page(ENGLISH, shown(*[standing()] * 10, total=21)))
        last = buttons(board_page(ENGLISH, shown(standing(), total=21, offset=20)))
        assert [first["Previous"].disabled, first["Next"].disabled] == [True, False]
        assert [last["Previous"].disabled, last["Next"].disabled] == [False, True]

    def test_a_button_says_everything_about_its_board(self):
        page = shown(
            *[standing()] * 10,
            total=31,
            offset=10,
            game="toonerville",
            by=Measure.RATING,
            period=Period.MONTH,
            computers=True,
        )
        found = {
            label: button.custom_id for label, button in buttons(board_page(ENGLISH, page)).items()
        }
        assert found == {
            "Previous": "lb:toonerville:rating:month:all:0",
            "Next": "lb:toonerville:rating:month:all:20",
            "Where am I": "lb:toonerville:rating:month:all:10:me",
            "Picture": "lb:toonerville:rating:month:all:10:picture",
        }

    def test_discord_takes_the_largest_page(self):
        rows = [standing("W" * 100, 10**18 + at, rating=1000, rated=1) for at in range(10)]
        for by in Measure:
            page = board_page(
                ENGLISH, shown(*rows, total=10**6, offset=10**5, by=by, reader=10**18)
            )
            assert not ApiDescription.load().problems([Posted(page)])
            assert "…" not in words(page).replace("W…", "")
