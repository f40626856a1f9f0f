"""What `/chips` says of a purse."""

from typing import Any

import pytest

from bot.records.purse import purse_page
from bot.text import ENGLISH
from engine.store import EntryKind, Purse, PurseEntry, Refill
from tests.bot.builders import Posted, buttons, words
from tests.bot.records.standings import NOON
from tests.support.openapi import ApiDescription


def purse(*entries: PurseEntry, total: int | None = None, **facts: Any) -> Purse:
    usual = {"balance": 190, "in_play": 0, "refilled_at": None, **facts}
    return Purse(**usual, entries=list(entries), total=len(entries) if total is None else total)


def entry(kind: EntryKind, amount: int = 10, **facts: Any) -> PurseEntry:
    usual = {"id": 1, "at": NOON, "table_id": 7, "game": "take5", "balance": 200}
    return PurseEntry(kind=kind, amount=amount, **{**usual, **facts})


def refill(**facts: Any) -> Refill:
    usual = {"amount": 50, "threshold": 10, "needed": False, "next_at": NOON, "allowed": False}
    return Refill(**{**usual, **facts})


def said(of: Purse, more: Refill | None = None, **rest: Any) -> str:
    return words(purse_page(ENGLISH, of, more or refill(), **rest))


@pytest.mark.parametrize(
    ("kind", "amount", "line"),
    [
        (EntryKind.WELCOME, 200, "**+200 chips**, a purse to begin with → 200"),
        (EntryKind.STAKE, -10, "**−10 chips**, your stake for Take 5, table 7 → 200"),
        (EntryKind.WINNINGS, 40, "**+40 chips**, your part of the pot of Take 5, table 7 → 200"),
        (EntryKind.REFUND, 1, "**+1 chip**, your stake back, as Take 5, table 7 ended without"),
        (EntryKind.REFILL, 50, "**+50 chips**, a refill → 200"),
        (EntryKind.BUY_IN, -10, "your stake for the seat that you took over at Take 5, table 7"),
        (EntryKind.KICKED, 10, "your stake back, as you were turned out of Take 5, table 7 → 200"),
    ],
)
def test_every_line_says_why(kind, amount, line):
    text = said(purse(entry(kind, amount)))
    (shown,) = [each for each in text.splitlines() if each.startswith(f"- <t:{int(NOON)}:d> **")]
    assert line in shown


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (EntryKind.STAKE, "your stake for Take 5, table 7, which you left → 200"),
        (
            EntryKind.BUY_IN,
            "your stake for the seat that you took over at Take 5, table 7, which you left → 200",
        ),
        (EntryKind.KICKED, "your stake back, as you were turned out of Take 5, table 7 → 200"),
    ],
)
def test_of_a_table_that_one_has_left_the_stake_says_so(kind, line):
    assert line in said(purse(entry(kind, left=True)))


def test_every_kind_that_reaches_a_purse_has_words():
    for kind in EntryKind:
        if kind is not EntryKind.RETURNED:
            assert "**" in (text := said(purse(entry(kind))))
            assert ", Take 5, table 7 → 200" not in text


def test_a_game_that_is_unknown_now_still_has_its_table():
    assert "for table 7 →" in said(purse(entry(EntryKind.STAKE, game="bridge")))


def test_chips_in_play_are_told_beside_the_balance():
    assert "You have **190 chips**. 10 more are in play." in said(purse(in_play=10))
    assert "in play" not in said(purse(), refill(needed=True)).split("once a day")[0]
    assert "You have **one chip**. One more is in play." in said(purse(balance=1, in_play=1))


def test_who_has_never_needed_chips_is_told_what_comes():
    assert "everybody begins with 200" in said(purse(balance=200))


class TestTheRefill:
    def test_who_may_have_it_has_a_button(self):
        page = purse_page(ENGLISH, purse(balance=3), refill(needed=True, allowed=True))
        assert "press **Refill** for 50 more" in words(page)
        assert buttons(page)["Refill"].custom_id == "ch:refill:0"

    def test_who_had_it_today_is_told_when_there_is_the_next(self):
        page = purse_page(ENGLISH, purse(balance=3), refill(needed=True, next_at=NOON + 0.5))
        assert f"Your next refill of 50 chips: <t:{int(NOON) + 1}:R>" in words(page)
        assert not buttons(page)

    def test_who_has_enough_is_told_for_whom_it_is(self):
        page = purse_page(ENGLISH, purse(), refill(threshold=25))
        assert "fewer than 25 chips, those in play included, can have 50 more once" in words(page)
        assert not buttons(page)


def test_a_long_list_is_turned_by_buttons():
    entries = [entry(EntryKind.STAKE, -10)] * 10
    first = purse_page(ENGLISH, purse(*entries, total=3000), refill())
    assert "1 to 10 of 3000" in words(first)
    assert [buttons(first)["Newer"].disabled, buttons(first)["Older"].disabled] == [True, False]
    last = purse_page(ENGLISH, purse(*entries, total=3000), refill(), offset=2990)
    assert "2991 to 3000 of 3000" in words(last)
    assert [buttons(last)["Newer"].disabled, buttons(last)["Older"].disabled] == [False, True]
    assert buttons(last)["Newer"].custom_id == "ch:newer:2980"
    assert not ApiDescription.load().problems([Posted(first), Posted(last)])
