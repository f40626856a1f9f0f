"""The demo in a real browser: one person plays Schmier with five computers, menus included."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")

from playwright.sync_api import Browser, expect

from tests.bot.test_demo_page import CHROMIUM, SCREENSHOTS, browser, demo
from tests.support.browser import Tab

__all__ = ["browser"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

OVER = re.compile("You won|The game is over")
TURN = re.compile(f"Your turn|{OVER.pattern}")
LOOK = "Why not the others?"


@pytest.mark.long
@pytest.mark.timeout(300)
def test_one_person_and_five_computers_play_to_the_end(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as url:
        alice = Tab(browser, url, "Alice")
        alice.command("play schmier", max_hands=2, level="easy")
        table = alice.table(1)
        expect(table).to_contain_text("seat 4 (free)")
        alice.screenshot(SCREENSHOTS, "schmier-lobby")
        alice.press(table, "Shuffle seats")
        alice.press(table, "Start")
        alice.press(table, "My hand")
        said, asked = "", set[str]()
        while OVER.search(said) is None:
            hand = alice.hand()
            expect(hand).to_contain_text(TURN)
            said = alice.words(hand)
            if OVER.search(said) is None:
                asked.add(act(alice))
                alice.ready()
        assert {"bid", "discard", "card"} <= asked
        alice.screenshot(SCREENSHOTS, "schmier-end")
        expect(table).to_contain_text(re.compile("(Red|Blue|Green).* wins?!"))
        expect(alice.hand()).to_contain_text("Place 1")


def act(tab: Tab) -> str:
    """Make any move that the hand offers; returns what kind of move it was."""
    hand = tab.hand()
    if hand.locator(".preview-select").count():
        tab.screenshot(SCREENSHOTS, "schmier-discard")
        tab.choose(hand)
        return "discard"
    buttons = [button for button in hand.get_by_role("button").all() if button.is_enabled()]
    labels = [button.inner_text() for button in buttons]
    button, label = next(
        (button, label) for button, label in zip(buttons, labels, strict=True) if label != LOOK
    )
    if label == "Pass":
        button.click()
        return "bid"
    tab.screenshot(SCREENSHOTS, "schmier-hand")
    button.click()
    return "card"
