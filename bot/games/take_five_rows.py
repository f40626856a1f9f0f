"""What Take 5 shows of its rows, of the cards still to come, and of one's own pick."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.presenter import Move, Scene, Tone
from bot.text import Text
from engine.games.take_five_cards import FULL_ROW, bull_heads

_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def rows(scene: Scene) -> str:
    """The four rows with the bull heads of every card, and of all; the last card counts most."""
    text = scene.text
    return "\n".join(
        text.gettext(
            "**Row {row}**: {cards} = {heads}{full}",
            row=number,
            cards=" · ".join((*map(with_heads, row[:-1]), f"**{with_heads(row[-1])}**")),
            heads=_row_heads(text, row),
            full=text.gettext(", full") if len(row) == FULL_ROW else "",
        )
        for number, row in enumerate(scene.public["rows"], 1)
    )


def with_heads(card: str) -> str:
    """A card and how many bull heads it has: 55 (7)."""
    return f"{card}{_NO_BREAK}({bull_heads(int(card))})"


def _row_heads(text: Text, row: Sequence[str]) -> str:
    return text.ngettext("{n} head", "{n} heads", sum(bull_heads(int(card)) for card in row))


def ending(scene: Scene) -> str:
    """When the game ends."""
    text, options = scene.text, scene.options
    if options["rounds"] is not None:
        return text.ngettext(
            "The game ends after this round.",
            "The game ends after {n} rounds.",
            options["rounds"],
        )
    facts = {"n": options["end_score"]}
    if options["end"] == "exceed":
        return text.gettext("The game ends when somebody has more than {n}.", **facts)
    return text.gettext("The game ends when somebody has {n}.", **facts)


def pending(scene: Scene) -> list[str]:
    """Which cards are still to be placed once the row has been chosen."""
    later = scene.public["reveal"][1:]
    if not later:
        return []
    cards = ", ".join(f"{scene.name(seat)} {card}" for seat, card in later)
    return [scene.text.gettext("Still to be placed: {cards}.", cards=cards)]


def to_do(scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
    """What the seat may do now, or what has become of its card."""
    text, pick = scene.text, private["pick"]
    waiting = dict(scene.public["reveal"])
    if seat in waiting:
        if seat in scene.public["to_act"]:
            return text.gettext(
                "Your **{card}** is lower than the last card of every row. Choose the row to take: "
                "you get its bull heads, and your card begins it anew.",
                card=waiting[seat],
            )
        return text.gettext("Your **{card}** is still to be placed.", card=waiting[seat])
    if not scene.public["to_act"] or scene.public["phase"] == "row":
        return ""
    if pick is None:
        return text.gettext("Pick a card. Nobody sees it before everyone has picked.")
    if len(private["hand"]) == 1:
        return text.gettext("You picked **{card}**, your last card.", card=pick)
    return text.gettext("You picked **{card}** — change it until everyone has picked.", card=pick)


def card_move(text: Text, card: str, pick: str | None) -> Move:
    """The button of a card; the one that is picked is marked."""
    heads = text.ngettext("{n} head", "{n} heads", bull_heads(int(card)))
    if card == pick:
        label = text.gettext("{card} · {heads} ✓ picked", card=card, heads=heads)
        return Move(card, label, Tone.CHOSEN)
    return Move(card, text.gettext("{card} · {heads}", card=card, heads=heads))


def row_move(scene: Scene, action: str) -> Move:
    """The button that takes a row, with its cards and what it costs."""
    text, number = scene.text, int(action.removeprefix("row"))
    row = scene.public["rows"][number - 1]
    label = text.gettext(
        "Row {row}: {cards} · {heads}",
        row=number,
        cards=" ".join(row),
        heads=_row_heads(text, row),
    )
    return Move(action, label)
