"""Tables and scenes made by hand, for tests of what the bot shows."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

import engine
from bot.games.presenter import Presenter, Scene
from bot.tables.board import table_sheet
from bot.tables.page import Page
from bot.text import ENGLISH, Text
from engine.table import Pace, Seat, Status, Table
from engine.watch import Watch
from tests.support.message_rules import IS_COMPONENTS_V2

SEED = bytes(range(32))


def lobby(
    names: Sequence[str] = ("Alice",), players: int = 4, game: str = "ninetynine", **options: Any
) -> Table:
    """A lobby with people 100, 101, … in it; the first is the host."""
    return Table(
        id=12,
        guild_id=1,
        channel_id=2,
        message_id=3,
        host_id=100,
        game=engine.load_game(game, players=players, options=options),
        pace=Pace.LIVE,
        stake=0,
        level="normal",
        server_seed=SEED,
        opened_at=1_800_000_000.0,
        closes_at=1_800_000_900.0,
        seats=[Seat(100 + number, name, number) for number, name in enumerate(names)],
    )


def playing(
    names: Sequence[str] = ("Alice", "Bob", "Carol", "Dave"),
    plies: int = 0,
    deck: Sequence[str] | None = None,
    game: str = "ninetynine",
    **options: Any,
) -> Table:
    """A game in play after so many random moves; with a deck, seat 0 begins."""
    table = lobby(names, len(names), game, **options)
    dealer = None if deck is None else len(names) - 1
    table.state = table.game.new_initial_state(SEED, dealer=dealer, deck=deck)
    table.status, table.closes_at = Status.PLAYING, None
    rng = random.Random(5)
    for _ in range(plies):
        if not table.state.is_terminal():
            seat = table.state.current_players()[0]
            table.state.apply(seat, rng.choice(table.state.legal_actions(seat)))
    if table.state.is_terminal():
        table.status = Status.FINISHED
    table.watch = Watch().after(table.state, 1_800_000_000.0)
    return table


def seen(text: str) -> str:
    """A text without what is there but isn't seen: the mark that keeps a suit from being emoji."""
    return text.replace("\N{VARIATION SELECTOR-15}", "")


def deck_of(table_cards: Sequence[str]) -> list[str]:
    """A whole deck that begins with these cards."""
    full = list(engine.load_game("ninetynine", players=2).new_initial_state(SEED).cards())
    for card in table_cards:
        full.remove(card)
    return [*table_cards, *full]


def dealt(game: str, *hands: str, **options: Any) -> engine.State:
    """An adding game in which the seats hold these hands ("7H AS TH") and seat 0 begins."""
    rules = engine.load_game(game, players=len(hands), options={"decks": 1, **options})
    cards = [hand.split() for hand in hands]
    deck = deck_of([cards[seat][turn] for turn in range(3) for seat in range(len(hands))])
    return rules.new_initial_state(SEED, dealer=len(hands) - 1, deck=deck)


def told(words_of: Presenter, state: engine.State) -> list[str]:
    """What the last move caused, in sentences."""
    now = scene(state)
    sentences = (words_of.sentence(now, event) for event in state.events if event["to"] == "all")
    return [seen(sentence) for sentence in sentences if sentence]


NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")


def scene(state: engine.State, names: Sequence[str] = NAMES) -> Scene:
    """What everybody may know of a game, with plain names."""
    return Scene(
        text=ENGLISH,
        names=tuple(names[: state.game.players]),
        options=state.game.options,
        public=state.public(),
        history=state.public_history(),
        placings=state.placings(),
    )


def table_page(
    table: Table, text: Text, *, now: float | None = None, after: Table | None = None
) -> Page:
    """A table's public message, without the chips that its game has moved."""
    return table_sheet(table, text, now=now, after=after).page


@dataclass(frozen=True)
class Posted:
    """A page on its way into a channel, as the check against Discord's description wants it."""

    page: Page
    method: str = "POST"
    path: str = "/channels/1/messages"

    @property
    def json(self) -> Any:
        return {"flags": IS_COMPONENTS_V2, "components": self.page.to_components()}


def words(page: Page) -> str:
    """All text of a page."""
    texts = [item for item in page.walk_children() if isinstance(item, discord.ui.TextDisplay)]
    return "\n".join(item.content for item in texts)


def buttons(page: Page) -> dict[str, discord.ui.Button[Any]]:
    """The buttons of a page by their labels."""
    found = [item for item in page.walk_children() if isinstance(item, discord.ui.Button)]
    return {item.label or "": item for item in found}
