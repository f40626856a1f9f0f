"""Drives the demo's page as people do: by what is written on it, never by waiting a while."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

PATIENCE = 15_000  # milliseconds until something that should happen counts as missing
PRIVATE = "Only you can see this"
MOVE = re.compile("[→·]")  # in the labels of moves alone
# A message's words without its relative times, which tick.
WORDS = """message => {
    const copy = message.cloneNode(true);
    copy.querySelectorAll("time").forEach(time => time.remove());
    return copy.textContent;
}"""

CHANGED = f"""([number, before]) => {{
    const message = document.querySelector(`article[data-message-id="${{number}}"]`);
    return message && ({WORDS})(message) !== before;
}}"""

CHOOSE = """menu => {
    const article = menu.closest("article");
    const own = name => article.querySelectorAll(`.preview-select ${name}`);
    const fewest = Number(menu.dataset.minimum);
    own("[role=combobox]")[0].click();
    for (let entry = 0; entry < fewest; entry++) own("[role=option]")[entry].click();
    const apply = own(".select-apply")[0];
    if (apply) apply.click();
}"""


class Tab:
    """One window on the demo, used by one person of the server."""

    def __init__(self, browser: Browser, url: str, person: str) -> None:
        # A window of its own: browsers slow down tabs that lie behind others.
        self.context = browser.new_context(viewport={"width": 1000, "height": 1100})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.person = person
        self.page.goto(url)
        self.ready()
        (chosen,) = self.page.get_by_label("Viewing as").select_option(label=person)
        self.ready(f"simcordPreview.viewerId === '{chosen}'")

    def command(self, name: str, **options: object) -> None:
        """Type a slash command, choose it from the list, fill in options, send."""
        self.ready()
        self.page.get_by_placeholder("Message #card-table").fill(f"/{name}")
        entries = self.page.get_by_role("option")
        wanted = self.page.get_by_text(re.compile(f"^/{name}$"))
        entries.filter(has=wanted).click()
        for option, value in options.items():
            self._fill(option, value)
        self.page.get_by_role("button", name="Send", exact=True).click()

    def _fill(self, option: str, value: object) -> None:
        pill = self.page.locator(f".command-pill[data-option={option}]")
        if not pill.count():
            offered = self.page.locator(f"#command-suggestion-listbox [data-value={option}]")
            if not offered.count():
                self.page.locator(".command-chip").click()
            offered.click()
        pill.locator("input").fill(str(value))

    def ready(self, condition: str = "true") -> None:
        """Wait until the page has nothing under way, and something is true."""
        busy = "!simcordPreview.ready || simcordPreview.awaitingRevision !== null"
        self.page.wait_for_function(f"() => !({busy}) && {condition}", polling=50)

    def messages(self, **having: Any) -> Locator:
        """The messages of the channel, or those having some text."""
        found = self.page.locator("#channel-message-list article")
        return found.filter(**having) if having else found

    def table(self, number: int) -> Locator:
        """The public message of a table."""
        return self.messages(has_text=f"Table {number} ·", has_not_text=PRIVATE).last

    def hand(self) -> Locator:
        """The person's newest private message."""
        return self.messages(has_text=PRIVATE).last

    def press(self, message: Locator, label: str) -> None:
        """Press a button of a message once it can be pressed."""
        message.get_by_role("button", name=label, exact=True).click()

    def choose(self, message: Locator) -> None:
        """Choose as few entries as a message's menu takes, the first ones.

        In one go: the page closes a menu whenever it asks for news, twice a second.
        """
        self.ready()
        message.locator(".preview-select").evaluate(CHOOSE)

    def moves(self) -> list[str]:
        """The labels of the moves that the hand offers, once it does."""
        buttons = self.hand().get_by_role("button").filter(has_text=MOVE)
        buttons.first.wait_for()
        return buttons.all_inner_texts()

    def words(self, message: Locator) -> str:
        """What a message says, without its ticking times."""
        text: str = message.evaluate(WORDS)
        return text

    def wait_for_change(self, message: Locator, before: str) -> str:
        """Wait until a message says something else than before, and return that."""
        # By its id: the page may put a new element in a message's place.
        number = message.get_attribute("data-message-id")
        self.page.wait_for_function(CHANGED, arg=[number, before], polling=50)
        return self.words(message)

    def screenshot(self, folder: Path | None, name: str) -> None:
        """Save a picture of the conversation, if a folder is given."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self.page.locator("#channel-layout").screenshot(path=folder / f"{name}.png")
