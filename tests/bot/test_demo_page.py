"""The demo in a real browser: three people in three windows play a game against a computer.

Set SCREENSHOTS to a folder to get the README's pictures: lobby, table, hand, end, leaderboard.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.support.browser import PATIENCE, Tab

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
PEOPLE = ("Alice", "Bob", "Carol")
SCREENSHOTS = Path(os.environ["SCREENSHOTS"]) if os.environ.get("SCREENSHOTS") else None

WINNER = re.compile(r"🏆 \W*(\w+).*? wins?!")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@dataclass(frozen=True, slots=True)
class Short:
    """A short game: how it is opened, and how its moves are chosen from their labels."""

    command: str
    choose: Callable[[list[str]], str]
    options: Mapping[str, object]
    pictures: str = ""
    """What the names of this game's pictures begin with."""

    def picture(self, name: str) -> str:
        return f"{self.pictures}{name}"


def boldest(labels: list[str]) -> str:
    """The highest count that doesn't bust, so that rounds are short; a bust comes last."""
    return max(labels, key=lambda label: made(label) if "bust" not in label else -made(label))


def rashest(labels: list[str]) -> str:
    """The highest count, come what may."""
    return max(labels, key=made)


def made(label: str) -> int:
    """The count that a move makes."""
    count = re.search(r"→ (−?\d+)", label)
    assert count, label
    return int(count[1].replace("−", "-"))


def first(labels: list[str]) -> str:
    return labels[0]


NINETY_NINE = Short(
    "play ninetynine", boldest, {"players": 4, "computers": 1, "level": "easy", "chips": 1}
)
ONE_HUNDRED = Short("play onehundred", rashest, {"players": 3, "chips": 1}, "onehundred-")
TAKE_FIVE = Short("play take5", first, {"players": 3, "rounds": 1}, "take5-")


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


@pytest.mark.long
@pytest.mark.timeout(300)
def test_three_people_play_to_the_leaderboard(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as url:
        tabs = {name: Tab(browser, url, name) for name in PEOPLE}
        winner, number = "", 0
        while winner not in PEOPLE:  # until a person beats the computer
            number += 1
            winner = play_a_game(tabs, number, NINETY_NINE)
        alice = tabs["Alice"]
        alice.screenshot(SCREENSHOTS, "end")
        check_leaderboard(alice, winner)
        alice.screenshot(SCREENSHOTS, "leaderboard")
    with demo(tmp_path) as url:
        check_leaderboard(Tab(browser, url, "Frank"), winner)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("short", [ONE_HUNDRED, TAKE_FIVE], ids=lambda short: short.command)
def test_three_people_play_other_games_to_the_end(
    browser: Browser, tmp_path: Path, short: Short
) -> None:
    with demo(tmp_path) as url:
        tabs = {name: Tab(browser, url, name) for name in PEOPLE}
        winner = play_a_game(tabs, 1, short)
        assert winner in PEOPLE
        for tab in tabs.values():
            expect(tab.hand()).to_contain_text(re.compile(rf"Place 1: \W*{winner}"))


@pytest.mark.timeout(120)
def test_a_link_to_a_table_leads_there_within_the_page(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path) as url:
        alice = Tab(browser, url, "Alice")
        alice.command("play ninetynine", players=2)
        alice.press(alice.table(1), "Options")
        link = alice.messages(has_text="Go to the table").get_by_role("link")
        expect(link).to_be_visible()
        alice.command("help")
        alice.command("help")
        expect(alice.messages(has_text="/help")).to_have_count(2)
        alice.messages().last.scroll_into_view_if_needed()
        expect(alice.table(1)).not_to_be_in_viewport()
        link.evaluate("link => link.click()")  # where it is, without scrolling to it
        expect(alice.table(1)).to_be_in_viewport()
        assert alice.context.pages == [alice.page]


def check_leaderboard(tab: Tab, winner: str) -> None:
    tab.command("leaderboard")
    board = tab.messages(has_text="Leaderboard").last
    expect(board).to_contain_text(re.compile(rf"1 · \W*{winner}\W* · one win in "))


def play_a_game(tabs: dict[str, Tab], number: int, short: Short) -> str:
    """Open a table, let everybody join, play to the end by its buttons; returns who won."""
    alice, *guests = tabs.values()
    alice.command(short.command, **short.options)
    expect(alice.table(number)).to_contain_text(f"of {short.options['players']}")
    alice.screenshot(SCREENSHOTS, short.picture("lobby"))
    for guest in guests:
        guest.press(guest.table(number), "Join")
    for tab in tabs.values():
        tab.press(tab.table(number), "My hand")
        expect(tab.hand()).to_contain_text("Your cards")
    check_privacy(tabs)
    alice.screenshot(SCREENSHOTS, short.picture("hand"))
    table, said, looks = guests[0].table(number), "", 0
    while (winner := WINNER.search(said)) is None:
        said, looks = guests[0].words(table), looks + 1
        if looks == 8:
            alice.screenshot(SCREENSHOTS, short.picture("table"))
        if (person := whose_turn(said)) in tabs:
            make_a_move(tabs[person], short)
        if "🏆" not in said:
            said = guests[0].wait_for_change(table, said)
    return winner[1]


def whose_turn(said: str) -> str:
    waiting = re.search(r"Waiting for \W*(\w+)", said)
    return waiting[1] if waiting else ""


def make_a_move(tab: Tab, short: Short) -> None:
    """Choose from the hand, which shows by itself that it is one's turn."""
    hand = tab.hand()
    expect(hand.get_by_text("Your turn", exact=True)).to_be_visible()
    before = tab.words(hand)
    tab.press(hand, short.choose(tab.moves()))
    tab.wait_for_change(hand, before)


def check_privacy(tabs: dict[str, Tab]) -> None:
    """Everybody sees one hand, their own; cards in words stand nowhere else."""
    hands = {name: cards_in(tab, tab.hand()) for name, tab in tabs.items()}
    assert len({len(cards) for cards in hands.values()}) == 1, hands
    for name, tab in tabs.items():
        assert cards_in(tab, tab.page.locator("#channel-message-list")) == hands[name]
    ids = [tab.hand().get_attribute("data-message-id") for tab in tabs.values()]
    for tab, own in zip(tabs.values(), ids, strict=True):
        shown = [message.get_attribute("data-message-id") for message in tab.messages().all()]
        assert [number for number in shown if number in ids] == [own]


def cards_in(tab: Tab, part: Locator) -> list[str]:
    return re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", tab.words(part))
