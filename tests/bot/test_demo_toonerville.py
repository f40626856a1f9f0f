"""The demo in a real browser: one person plays Toonerville Rook with three computers to its end."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")

from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as Vanished

from tests.bot.test_demo_page import CHROMIUM, SCREENSHOTS, browser, demo
from tests.support.browser import Tab

__all__ = ["browser"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

OVER = re.compile("You won|The game is over")
TURN = re.compile(f"Your turn|You are asked|{OVER.pattern}")
BEST_FIRST = ("Lay down 1", "Lay off all", "Lay ", "Draw a card", "Pass")
"""What is pressed, if it is there; else a card is discarded from the menu."""
QUICK = 3_000  # milliseconds: what others do may take a button away


@pytest.mark.long
@pytest.mark.timeout(300)
def test_one_person_and_three_computers_play_to_the_end(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as url:
        alice = Tab(browser, url, "Alice")
        alice.command("play toonerville", computers=3, last_round=1, turns=40)
        table = alice.table(1)
        alice.press(table, "My hand")
        said, made = "", set[str]()
        while OVER.search(said) is None:
            alice.ready()
            expect(alice.hand()).to_contain_text(TURN)
            said = alice.words(alice.hand())
            if OVER.search(said) is None:
                made.add(act(alice))
        alice.screenshot(SCREENSHOTS, "toonerville-end")
        assert {"Draw a card", "discard"} <= made
        expect(table).to_contain_text(re.compile("wins?!"))
        alice.press(table, "Score sheet")
        expect(alice.hand()).to_contain_text("The lowest wins")


def act(tab: Tab) -> str:
    """Do the best that the hand offers; returns what it was."""
    hand = tab.hand()
    labels = hand.get_by_role("button").all_inner_texts()
    for wanted in BEST_FIRST:
        for label in labels:
            if label.startswith(wanted):
                with suppress(Vanished):
                    hand.get_by_role("button", name=label, exact=True).click(timeout=QUICK)
                return wanted
    if hand.locator(".preview-select").count():
        tab.screenshot(SCREENSHOTS, "toonerville-hand")
        tab.choose(hand)
        return "discard"
    return ""
