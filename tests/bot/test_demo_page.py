"""The demo in a real browser: three people in three windows play a game against a computer.

Set SCREENSHOTS to a folder to get the README's pictures: lobby, table, hand, end, leaderboard.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.support.browser import PATIENCE, Tab

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
PEOPLE = ("Alice", "Bob", "Carol")
SCREENSHOTS = Path(os.environ["SCREENSHOTS"]) if os.environ.get("SCREENSHOTS") else None

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@contextmanager
def demo(folder: Path) -> Iterator[str]:
    """Run the demo in a folder; yields the page's address. It has to end cleanly."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "COMPUTER_PAUSE": "0.1"}
    command = [sys.executable, "-m", "bot", "demo"]
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE / 1000) == 0
        guide = process.stdout.read()
    assert "Viewing as" in guide
    assert guide.count("\n") == 1


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # Chromium refuses its sandbox to root, as whom containers run.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.mark.timeout(300)
def test_three_people_play_to_the_leaderboard(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as url:
        tabs = {name: Tab(browser, url, name) for name in PEOPLE}
        winner, number = "", 0
        while winner not in PEOPLE:  # until a person beats the computer
            number += 1
            winner = play_a_game(tabs, number)
        alice = tabs["Alice"]
        alice.screenshot(SCREENSHOTS, "end")
        check_leaderboard(alice, winner)
        alice.screenshot(SCREENSHOTS, "leaderboard")
    with demo(tmp_path) as url:
        check_leaderboard(Tab(browser, url, "Frank"), winner)


def check_leaderboard(tab: Tab, winner: str) -> None:
    tab.command("leaderboard")
    board = tab.messages(has_text="Leaderboard").last
    expect(board).to_contain_text(re.compile(rf"1 · \W*{winner}\W* · one win in "))


def play_a_game(tabs: dict[str, Tab], number: int) -> str:
    """Open a table, let everybody join, play to the end by its buttons; returns who won."""
    alice, *guests = tabs.values()
    alice.command("play ninetynine", players=4, computers=1, level="easy", chips=1)
    expect(alice.table(number)).to_contain_text("Players: 2 of 4")
    alice.screenshot(SCREENSHOTS, "lobby")
    for guest in guests:
        guest.press(guest.table(number), "Join")
    for tab in tabs.values():
        tab.press(tab.table(number), "My hand")
        expect(tab.hand()).to_contain_text("Your cards:")
    check_privacy(tabs)
    alice.screenshot(SCREENSHOTS, "hand")
    table, said, looks = guests[0].table(number), "", 0
    while (winner := re.search(r"🏆 \W*(\w+).* wins!", said)) is None:
        said, looks = guests[0].words(table), looks + 1
        if looks == 8:
            alice.screenshot(SCREENSHOTS, "table")
        if (person := whose_turn(said)) in tabs:
            make_a_move(tabs[person])
        if "wins!" not in said:
            said = guests[0].wait_for_change(table, said)
    return winner[1]


def whose_turn(said: str) -> str:
    waiting = re.search(r"Waiting for \W*(\w+)", said)
    return waiting[1] if waiting else ""


def make_a_move(tab: Tab) -> None:
    """Play the highest count that doesn't bust; the hand shows by itself that it is one's turn."""
    hand = tab.hand()
    expect(hand.get_by_text("Your turn")).to_be_visible()
    before = tab.words(hand)
    tab.press(hand, max(tab.moves(), key=rashness))
    tab.wait_for_change(hand, before)


def rashness(label: str) -> int:
    """The count that a move makes, so that rounds are short; a bust comes last."""
    made = re.search(r"→ (−?\d+)", label)
    assert made, label
    count = int(made[1].replace("−", "-"))
    return count if count <= 99 else -count


def check_privacy(tabs: dict[str, Tab]) -> None:
    """Everybody sees one hand, their own; cards in words stand nowhere else."""
    hands = {name: cards_in(tab, tab.hand()) for name, tab in tabs.items()}
    assert all(len(cards) == 3 for cards in hands.values()), hands
    for name, tab in tabs.items():
        assert cards_in(tab, tab.page.locator("#channel-message-list")) == hands[name]
    ids = [tab.hand().get_attribute("data-message-id") for tab in tabs.values()]
    for tab, own in zip(tabs.values(), ids, strict=True):
        shown = [message.get_attribute("data-message-id") for message in tab.messages().all()]
        assert [number for number in shown if number in ids] == [own]


def cards_in(tab: Tab, part: Locator) -> list[str]:
    return re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", tab.words(part))
