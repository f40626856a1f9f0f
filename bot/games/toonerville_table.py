"""What everybody sees of a table of Toonerville Rook: round, contract, piles, melds, scores."""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from unicodedata import combining, east_asian_width

from bot.games.presenter import Scene, listed
from bot.games.rook_cards import face, meld_words
from bot.games.toonerville_seen import contract_words
from engine.cards import ROOK
from engine.games._toonerville_cards import CONTRACTS

_MOST_SIGNS: Final = 5
"""Columns that a name has on the score sheet, so that five fit side by side on a phone."""
_ISOLATES: Final = "\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}"
"""Signs without a column that keep the direction of a name to itself."""


def headline(scene: Scene) -> str:
    """The round and its contract in large, what the turn waits for, and the piles."""
    lines = [f"# {round_words(scene)}", _doing(scene), _piles(scene)]
    return "\n".join(line for line in lines if line)


def round_words(scene: Scene) -> str:
    """The round, how many there are, and its contract."""
    text, options, number = scene.text, scene.options, scene.public["round"]
    first, last = options["first_round"], options["last_round"]
    facts = {"number": number, "contract": contract_of(scene, number), "last": last}
    if first == 1:
        return text.gettext("Round {number} of {last}: {contract}", **facts)
    return text.gettext(
        "Round {number} ({place} of {count}): {contract}",
        place=number - first + 1,
        count=last - first + 1,
        **facts,
    )


def contract_of(scene: Scene, number: int) -> str:
    """What a round asks for."""
    contract = CONTRACTS[number]
    words = contract_words(scene.text, contract.runs, contract.sets)
    if contract.whole:
        return scene.text.gettext("{contract} with the whole hand", contract=words)
    return words


def _doing(scene: Scene) -> str:
    """What the turn waits for; in a purchase nothing of who wants the card (TR-9)."""
    text, public = scene.text, scene.public
    name, top, owed = scene.name(public["turn"]), public["discard_top"], public["must_play_rooks"]
    if public["phase"] == "draw":
        return text.gettext("{name} takes or declines **{card}**.", name=name, card=face(top, text))
    if public["phase"] == "buy":
        return text.gettext(
            "{name} declined **{card}**. Whoever wants it buys it and draws one card more; the "
            "nearest in turn gets it. Answers stay secret.",
            name=name,
            card=face(top, text),
        )
    if public["phase"] == "meld" and owed:
        return text.ngettext(
            "{name} plays, and still has to play {n} Rook that was taken.",
            "{name} plays, and still has to play {n} Rooks that were taken.",
            owed,
            name=name,
        )
    if public["phase"] == "meld":
        return text.gettext("{name} has drawn and plays.", name=name)
    return ""


def _piles(scene: Scene) -> str:
    text, public = scene.text, scene.public
    top = public["discard_top"]
    piles = [
        text.gettext("No discards")
        if top is None
        else text.ngettext(
            "Top discard: **{card}** ({n} discard)",
            "Top discard: **{card}** ({n} discards)",
            public["discards"],
            card=face(top, text),
        ),
        text.ngettext("draw pile: {n} card", "draw pile: {n} cards", public["draw_pile"]),
    ]
    if scene.options["reshuffles"]:
        piles.append(text.gettext("reshuffles left: {n}", n=public["reshuffles_left"]))
    hint = text.gettext(
        "Run: four or more of one colour in sequence. Set: three or more of one number."
    )
    return f"{' · '.join(piles)}\n-# {hint}"


# --- seats ----------------------------------------------------------------------------------------


def seat_note(scene: Scene, seat: int) -> str:
    """The cards held, whether the contract is down, purchases, score; below it the melds."""
    text, public, limit = scene.text, scene.public, scene.options["buy_limit"]
    bought = public["buys"][seat]
    parts = [text.ngettext("{n} card", "{n} cards", public["hand_sizes"][seat])]
    if public["contract_met"][seat]:
        parts.append(text.gettext("✓ down"))
    if limit:
        parts.append(text.gettext("bought {n} of {limit}", n=bought, limit=limit))
    elif bought:
        parts.append(text.gettext("bought {n}", n=bought))
    score = public["scores"][seat]
    parts.append(text.ngettext("{n} point", "{n} points", score))
    if seat == public["dealer"]:
        parts.append(text.gettext("dealer"))
    note = " · ".join(parts)
    melds = [meld for meld in public["melds"] if meld["owner"] == seat]
    return f"{note}\n  - {melds_in_a_row(scene, melds)}" if melds else note


def melds_in_a_row(scene: Scene, melds: Sequence[Any]) -> str:
    """Melds with their names: m1 7 7 7 · m2 3–4–5–6 green."""
    words = (f"**{meld['id']}** {meld_words(meld, scene.text)}" for meld in melds)
    return " · ".join(words)


def cards_in_words(scene: Scene, cards: Sequence[str]) -> str:
    """Some cards in a sentence, several Rooks as their number."""
    text = scene.text
    words = [face(card, text) for card in cards if card != ROOK]
    if rooks := list(cards).count(ROOK):
        words.append(text.ngettext("a Rook", "{n} Rooks", rooks))
    return listed(words, text)


# --- the score sheet ------------------------------------------------------------------------------


def sheet(scene: Scene) -> str:
    """The points of every round and the totals, a player a column, narrow enough for a phone."""
    text, public = scene.text, scene.public
    heads = _short_names(scene)
    first = scene.options["first_round"]
    rows = [
        (str(number), points) for number, points in enumerate(public["round_scores"], start=first)
    ]
    table = [_row("", heads)]
    table += [_row(number, map(str, points)) for number, points in rows]
    table += ["─" * len(_row("", [""] * len(heads))), _row("=", map(str, public["scores"]))]
    lines = [
        text.gettext("## Score sheet"),
        "```\n{}\n```".format("\n".join(table)),
        text.gettext("A round a line, totals below the rule; 0 is for going out. The lowest wins."),
    ]
    if numbered := [seat for seat, head in enumerate(heads) if head.startswith("#")]:
        lines.append(", ".join(f"#{seat + 1}: {scene.names[seat]}" for seat in numbered))
    if not rows:
        lines.insert(1, text.gettext("The first round isn't over yet."))
    return "\n".join(lines)


def _row(title: str, cells: Iterable[str]) -> str:
    return f"{title:>2}" + "".join(_right(cell) for cell in cells)


def _right(cell: str) -> str:
    """A cell as wide as the others, its words at the right."""
    return " " * (_MOST_SIGNS + 1 - sum(map(_columns, cell))) + cell


def _columns(sign: str) -> int:
    """How many columns a letter has where all letters are as wide as another."""
    if sign in _ISOLATES or combining(sign):
        return 0
    return 2 if east_asian_width(sign) in ("W", "F") else 1


def _short_names(scene: Scene) -> list[str]:
    """The names' first letters; by the seat's number where there are none, or others' are equal."""
    short = [_short(name) for name in scene.names]
    return [
        f"{_ISOLATES[0]}{name}{_ISOLATES[1]}" if name and short.count(name) == 1 else f"#{seat + 1}"
        for seat, name in enumerate(short)
    ]


def _short(name: str) -> str:
    """As many letters of a name as fit into a column."""
    kept = ""
    for sign in name:
        if sign.isalnum() and sum(map(_columns, kept + sign)) <= _MOST_SIGNS:
            kept += sign
    return kept
