"""What a seat of Toonerville Rook sees, as its hand needs it: cards in groups, contract, melds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.games.presenter import Scene
from bot.games.rook_cards import colour_title, counted, face, meld_words, short
from bot.text import Text
from engine.cards import COLOURS, ROOK, ROOK_INDEX, ROOK_NUMBERS
from engine.games._rook_melds import Meld, can_lay, distance
from engine.games._toonerville_cards import CONTRACTS, POINTS, Contract, cards_of, names
from engine.games._toonerville_log import kind_of
from engine.games._toonerville_melds import lay_menu, meld_seen, stands_for, swap_menu

MOST_CHOICES = 25
"""Options of one menu, as Discord has it."""
MOST_SIGNS = 100
"""Characters of an option's label and of its note."""


@dataclass(frozen=True)
class Seen:
    """The table from a seat; `legal` are the seat's legal actions."""

    scene: Scene
    seat: int
    hand: tuple[str, ...]
    """In canonical order."""
    legal: Sequence[str] = ()
    by_number: bool = False
    """Whether the hand is grouped by numbers, not by colours."""
    standing: str = ""
    drawn: tuple[str, ...] = ()
    """What the seat has drawn last, as long as that is news to it."""

    @property
    def text(self) -> Text:
        return self.scene.text

    @property
    def public(self) -> Mapping[str, Any]:
        return self.scene.public

    @property
    def contract(self) -> Contract:
        return CONTRACTS[self.public["round"]]

    @property
    def max_rooks(self) -> int | None:
        most: int | None = self.scene.options["max_rooks"]
        return most

    @property
    def is_down(self) -> bool:
        return bool(self.public["contract_met"][self.seat])

    @property
    def in_turn(self) -> bool:
        """Whether it is the seat's turn, and it has drawn."""
        return bool(self.public["phase"] == "meld" and self.public["turn"] == self.seat)

    @property
    def owed(self) -> int:
        """The Rooks that the seat has to play in this turn (TR-11)."""
        return int(self.public["must_play_rooks"]) if self.in_turn else 0

    @cached_property
    def cards(self) -> list[int]:
        """The hand as places in a Rook deck."""
        return cards_of(self.hand)

    @cached_property
    def melds(self) -> list[Meld]:
        """The melds on the table."""
        return [meld_seen(meld) for meld in self.public["melds"]]

    @cached_property
    def lacking(self) -> int:
        """The cards that the hand lacks for the contract; 0 also where it can't be used up."""
        return self.lacking_with(self.cards)

    def lacking_with(self, cards: Sequence[int]) -> int:
        """The cards that these lack for the contract."""
        contract = self.contract
        return distance(cards, contract.runs, contract.sets, self.max_rooks)

    def fits(self, card: str) -> list[str]:
        """The melds on which the card could be laid off: m1, m2 …"""
        number = ROOK_INDEX[card]
        return [
            self.public["melds"][place]["id"]
            for place, meld in enumerate(self.melds)
            if any(fitting == number for fitting, _ in lay_menu(meld, place, self.max_rooks))
        ]

    def swaps_in(self, card: str) -> list[str]:
        """The runs in which a Rook stands for the card: m1, m2 …"""
        number = ROOK_INDEX[card]
        return [
            self.public["melds"][place]["id"]
            for place, meld in enumerate(self.melds)
            if any(natural == number for natural, _ in swap_menu(meld, place))
        ]

    def actions(self, kind: str) -> list[str]:
        """The legal actions of a kind, such as "lay"."""
        return [action for action in self.legal if action.startswith(f"{kind}=")]

    def groups(self, cards: Iterable[str]) -> list[tuple[str, list[str]]]:
        """Cards with the titles of their groups, the Rooks last; no group is empty."""
        held = list(cards)
        found: list[tuple[str, list[str]]]
        if self.by_number:
            numbers = map(str, ROOK_NUMBERS)
            found = [(number, [card for card in held if card[1:] == number]) for number in numbers]
        else:
            found = [
                (colour_title(colour, self.text), [card for card in held if card[0] == colour])
                for colour in COLOURS
            ]
        found.append((self.text.gettext("Rooks"), [card for card in held if card == ROOK]))
        return [(title, group) for title, group in found if group]

    def packs(self, cards: Iterable[str]) -> list[tuple[str, list[str]]]:
        """The groups together, as many cards as a menu holds, titled by what they are."""
        packs: list[tuple[list[str], list[str]]] = []
        for title, group in self.groups(cards):
            for start in range(0, len(group), MOST_CHOICES):
                part = group[start : start + MOST_CHOICES]
                if packs and len(packs[-1][1]) + len(part) <= MOST_CHOICES:
                    packs[-1][0].append(title)
                    packs[-1][1].extend(part)
                else:
                    packs.append(([title], part))
        return [(self._span(titles), part) for titles, part in packs]

    def _span(self, titles: Sequence[str]) -> str:
        if len(titles) < 3:
            return ", ".join(titles)
        return self.text.gettext("{first} to {last}", first=titles[0], last=titles[-1])


def points_of(cards: Iterable[str]) -> int:
    """TR-16: what cards count that are left in a hand."""
    return sum(POINTS[ROOK_INDEX[card]] for card in cards)


def held_lines(seen: Seen) -> str:
    """The hand, a line a group."""
    text, points = seen.text, points_of(seen.hand)
    heading = text.ngettext(
        "Your card ({points} points):",
        "Your {n} cards ({points} points):",
        len(seen.hand),
        points=points,
    )
    if new := [card for card in seen.drawn if card in seen.hand]:
        heading = text.ngettext(
            "Your card ({points} points; drawn: **{drawn}**):",
            "Your {n} cards ({points} points; drawn: **{drawn}**):",
            len(seen.hand),
            points=points,
            drawn=", ".join(face(card, text) for card in new),
        )
    return group_lines(seen, heading, seen.hand)


def group_lines(seen: Seen, heading: str, hand: Sequence[str]) -> str:
    """Some cards, a line a group."""
    text, lines = seen.text, [heading]
    for title, cards in seen.groups(hand):
        if cards[0] == ROOK:
            lines.append(text.gettext("- **Rooks**: {n}", n=len(cards)))
            continue
        word = face if seen.by_number else short
        shown = counted(word(card, text) for card in cards)
        lines.append(text.gettext("- **{group}**: {cards}", group=title, cards=shown))
    return "\n".join(lines)


def contract_words(text: Text, runs: int, sets: int) -> str:
    """Return a contract or a part of one: 1 run and 2 sets."""
    run_words = text.ngettext("{n} run", "{n} runs", runs)
    set_words = text.ngettext("{n} set", "{n} sets", sets)
    if runs and sets:
        return text.gettext("{runs} and {sets}", runs=run_words, sets=set_words)
    return run_words if runs else set_words


def contract_lines(seen: Seen) -> list[str]:
    """The contract of the round and how far the hand has come with it."""
    text, contract = seen.text, seen.contract
    if seen.is_down:
        return [text.gettext("Your contract is down.")]
    asked = contract_words(text, contract.runs, contract.sets)
    lines = [text.gettext("Round {round}: **{contract}**.", round=contract.number, contract=asked)]
    if contract.whole:
        lines[0] = text.gettext(
            "Round {round}: **{contract}**, with your whole hand at once.",
            round=contract.number,
            contract=asked,
        )
    if seen.lacking:
        lines.append(_missing(seen))
    elif can_lay(seen.cards, contract.runs, contract.sets, seen.max_rooks, whole=contract.whole):
        lines.append(text.gettext("You hold all of it."))
    else:
        lines.append(text.gettext("You hold the melds, but they don't use your whole hand."))
    return [" ".join(lines)]


def _missing(seen: Seen) -> str:
    """What of the contract could be laid down by itself, and what can't."""
    text, contract, most = seen.text, seen.contract, seen.max_rooks
    parts = [(r, s) for r in range(contract.runs + 1) for s in range(contract.sets + 1)]
    runs, sets = max(
        (part for part in parts if not any(part) or can_lay(seen.cards, *part, most)), key=sum
    )
    facts = {
        "missing": contract_words(text, contract.runs - runs, contract.sets - sets),
        "have": contract_words(text, runs, sets),
    }
    if not runs + sets:
        return text.ngettext(
            "You need {missing}: at least {n} card.",
            "You need {missing}: at least {n} cards.",
            seen.lacking,
            **facts,
        )
    return text.ngettext(
        "You have {have} and need {missing}: at least {n} card.",
        "You have {have} and need {missing}: at least {n} cards.",
        seen.lacking,
        **facts,
    )


def as_view(meld: Meld) -> dict[str, Any]:
    """A meld as views of the game write it."""
    return {
        "kind": kind_of(meld),
        "cards": names(meld.cards),
        "stands_for": stands_for(meld),
    }


def words_of(meld: Meld, text: Text) -> str:
    """A meld in few words."""
    return meld_words(as_view(meld), text)


def melds_lines(seen: Seen) -> str:
    """The melds on the table, a line a player; "" if there are none."""
    text, scene = seen.text, seen.scene
    lines = []
    for owner in dict.fromkeys(meld["owner"] for meld in seen.public["melds"]):
        melds = " · ".join(
            f"**{meld['id']}** {meld_words(meld, text)}"
            for meld in seen.public["melds"]
            if meld["owner"] == owner
        )
        name = text.gettext("You") if owner == seen.seat else scene.names[owner]
        lines.append(text.gettext("- {name}: {melds}", name=name, melds=melds))
    return "\n".join([text.gettext("On the table:"), *lines]) if lines else ""


def left_words(seen: Seen, cards: Sequence[str]) -> str:
    """What is left in the hand after something, and what it counts."""
    text, rooks = seen.text, cards.count(ROOK)
    if not cards:
        return text.gettext("leaves no card: you go out")
    facts = {"points": points_of(cards)}
    if not rooks:
        return text.ngettext(
            "leaves {n} card, {points} points", "leaves {n} cards, {points} points", len(cards),
            **facts,
        )  # fmt: skip
    held = text.ngettext("{n} Rook", "{n} Rooks", rooks)
    return text.ngettext(
        "leaves {n} card, {points} points ({rooks})",
        "leaves {n} cards, {points} points ({rooks})",
        len(cards),
        rooks=held,
        **facts,
    )


def cut(words: str) -> str:
    """The words as far as an option's label or note goes."""
    return words if len(words) <= MOST_SIGNS else words[: MOST_SIGNS - 1] + "…"
