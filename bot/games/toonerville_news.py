"""What has happened at a table of Toonerville Rook, told turn by turn; lay-offs as one sentence."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any, Final, TypeAlias

from bot.games.presenter import Scene, listed
from bot.games.rook_cards import face
from bot.games.toonerville_table import cards_in_words, contract_of, melds_in_a_row

Event: TypeAlias = Mapping[str, Any]

MOST_SIGNS: Final = 1200
"""About how many characters the news may have; the oldest are left out."""
_WENT_ON: Final = frozenset(("pass", "buy", "draw", "reshuffle"))
"""What follows a discard that was declined."""


def news(scene: Scene, limit: int) -> list[str]:
    """The newest sentences, oldest first; in the first lap of a round also how the last one ended.

    They change only with what everybody sees (TR-9), so that an open hand page stays true.
    """
    before: list[str] = []
    after: list[str] = []
    for group in groups(scene.history):
        if group[0]["type"] == "round_over":
            before, after = after, []
        elif told := _group(scene, group):
            after.append(told)
    account = _last_account(scene)
    if not account:
        return _newest(after, limit, MOST_SIGNS)
    left = MOST_SIGNS - len(account)
    new = _newest(after, limit - 1, left)
    old = before if _has_ended(scene) else []
    return [*_newest(old, limit - 1 - len(new), left - sum(map(len, new))), account, *new]


def _newest(sentences: Sequence[str], limit: int, room: int) -> list[str]:
    """As many of the last sentences as there may be, and as have room."""
    kept: list[str] = []
    for told in reversed(sentences):
        room -= len(told) + 1
        if len(kept) >= limit or room < 0:
            break
        kept.append(told)
    return kept[::-1]


def _has_ended(scene: Scene) -> bool:
    """Whether the history still tells of the end of the last round."""
    return any(event["type"] == "round_over" for event in scene.history)


def sentence(scene: Scene, event: Event) -> str | None:
    """An event by itself in words; None for what another one tells better."""
    told = _TOLD.get(event["type"])
    return None if told is None else told(scene, event)


def groups(history: Sequence[Event]) -> Iterator[list[Event]]:
    """Events that are told in one sentence: a draw with what came of the discard, and lay-offs.

    A draw of which the history has kept only the end is left out.
    """
    group: list[Event] = []
    for event in dropwhile(lambda event: event["type"] in _WENT_ON, history):
        if group and not _belongs(group[-1], event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(before: Event, event: Event) -> bool:
    kinds = before["type"], event["type"]
    if kinds == ("lay", "lay"):
        return bool(before["seat"] == event["seat"])
    return kinds[0] in ("decline", *_WENT_ON) and kinds[1] in _WENT_ON


def _group(scene: Scene, group: Sequence[Event]) -> str:
    kind = group[0]["type"]
    if kind == "lay":
        return _laid(scene, group)
    if kind == "decline":
        return _drawn(scene, group)
    return " ".join(filter(None, (sentence(scene, event) for event in group)))


# --- drawing and buying ---------------------------------------------------------------------------


def _drawn(scene: Scene, group: Sequence[Event]) -> str:
    """A discard that was declined, who bought it, and the draw."""
    text, parts = scene.text, by_kind(group)
    decline = parts["decline"][0]
    facts = {"name": scene.name(decline["seat"]), "card": face(decline["card"], text)}
    passed = [scene.name(event["seat"]) for event in parts.get("pass", ())]
    if "buy" in parts:
        facts["buyer"] = scene.name(parts["buy"][0]["seat"])
        told = text.gettext("{name} declined {card}, and {buyer} bought it.", **facts)
        if passed:
            told = text.gettext(
                "{name} declined {card}; {names} passed, and {buyer} bought it.",
                names=listed(passed, text),
                **facts,
            )
    elif passed and "draw" in parts:
        told = text.gettext("{name} declined {card}, nobody bought it, and {name} drew.", **facts)
    elif "draw" in parts:
        told = text.gettext("{name} declined {card} and drew.", **facts)
    else:
        told = text.gettext("{name} declined {card}.", **facts)
    reshuffles = (_reshuffle(scene, event) for event in parts.get("reshuffle", ()))
    return " ".join((told, *reshuffles))


def by_kind(group: Iterable[Event]) -> dict[str, list[Event]]:
    """Sort events by their types."""
    found: dict[str, list[Event]] = {}
    for event in group:
        found.setdefault(event["type"], []).append(event)
    return found


def _take(scene: Scene, event: Event) -> str:
    text, card = scene.text, face(event["card"], scene.text)
    return text.gettext("{name} took {card}.", name=scene.name(event["seat"]), card=card)


def _decline(scene: Scene, event: Event) -> str:
    return _drawn(scene, [event])


def _pass(scene: Scene, event: Event) -> str:
    return scene.text.gettext("{name} passed.", name=scene.name(event["seat"]))


def _buy(scene: Scene, event: Event) -> str:
    text, card = scene.text, face(event["card"], scene.text)
    return text.gettext("{name} bought {card}.", name=scene.name(event["seat"]), card=card)


def _draw(scene: Scene, event: Event) -> str:
    return scene.text.gettext("{name} drew a card.", name=scene.name(event["seat"]))


def _reshuffle(scene: Scene, event: Event) -> str:
    return scene.text.ngettext(
        "The draw pile was empty: {n} discard became the new one.",
        "The draw pile was empty: {n} discards, shuffled, became the new one.",
        event["cards"],
    )


# --- melds and discards ---------------------------------------------------------------------------


def _meld(scene: Scene, event: Event) -> str:
    return scene.text.gettext(
        "{name} laid down the contract: {melds}.",
        name=scene.name(event["seat"]),
        melds=melds_in_a_row(scene, event["melds"]),
    )


def _laid(scene: Scene, group: Sequence[Event]) -> str:
    """Lay-offs in a row."""
    name = scene.name(group[0]["seat"])
    return scene.text.gettext("{name} laid off {cards}.", name=name, cards=laid_words(scene, group))


def laid_words(scene: Scene, group: Sequence[Event]) -> str:
    """Cards with the melds on which they were laid, a meld once: "🔴 R7 and 🔴 R8 on m3"."""
    text = scene.text
    by_meld: dict[str, list[str]] = {}
    for event in group:
        by_meld.setdefault(event["meld"], []).append(event["card"])
    words = [
        text.gettext("{cards} on {meld}", cards=cards_in_words(scene, cards), meld=meld)
        for meld, cards in by_meld.items()
    ]
    return ", ".join(words)


def _lay(scene: Scene, event: Event) -> str:
    return _laid(scene, [event])


def _swap(scene: Scene, event: Event) -> str:
    return scene.text.gettext(
        "{name} put {card} into {meld} and took the Rook out.", **swap_facts(scene, event)
    )


def swap_facts(scene: Scene, event: Event) -> dict[str, str]:
    """Say who has put which card where."""
    return {
        "name": scene.name(event["seat"]),
        "card": face(event["card"], scene.text),
        "meld": event["meld"],
    }


def _discard(scene: Scene, event: Event) -> str:
    text, card = scene.text, face(event["card"], scene.text)
    return text.gettext("{name} discarded {card}.", name=scene.name(event["seat"]), card=card)


# --- rounds ---------------------------------------------------------------------------------------


def _round(scene: Scene, event: Event) -> str:
    return scene.text.gettext(
        "Round {number} begins: {contract}. {name} dealt.",
        number=event["round"],
        contract=contract_of(scene, event["round"]),
        name=scene.name(event["dealer"]),
    )


def _last_account(scene: Scene) -> str:
    """How the last round ended, until everybody has had a turn in the next; "" if it can wait."""
    public = scene.public
    if not public["round_scores"]:
        return ""
    if public["phase"] != "over" and public["turn_no"] > len(scene.names):
        return ""
    for event in reversed(scene.history):
        if event["type"] == "round_over":
            return _account(scene, event)
    points = public["round_scores"][-1]
    return _account(scene, {
        "round": scene.options["first_round"] + len(public["round_scores"]) - 1,
        "seat": points.index(0) if 0 in points else None,
        "reason": "",
        "points": points,
        "scores": public["scores"],
    })  # fmt: skip


def _account(scene: Scene, event: Event) -> str:
    """How a round ended, and everybody's points and totals (TR-16)."""
    text = scene.text
    counts = ", ".join(
        text.gettext(
            "{name} +{points} = {total}",
            name=scene.name(seat),
            points=event["points"][seat],
            total=event["scores"][seat],
        )
        for seat in range(len(scene.names))
    )
    return text.gettext(
        "{ending}\n-# Points: {counts}", ending=ending_words(scene, event), counts=counts
    )


def ending_words(scene: Scene, event: Event) -> str:
    """Who went out, or why nobody did (TR-13, TR-15)."""
    text, facts = scene.text, {"number": event["round"]}
    if event["seat"] is not None:
        name = scene.name(event["seat"])
        return text.gettext("**Round {number} is over**: {name} went out.", name=name, **facts)
    if event["reason"] == "turns":
        return text.gettext(
            "**Round {number} is over** after {turns} turns; nobody went out.",
            turns=scene.options["turns"],
            **facts,
        )
    if event["reason"] == "stock":
        return text.gettext(
            "**Round {number} is over**: no cards are left to draw, and nobody went out.", **facts
        )
    return text.gettext("**Round {number} is over**; nobody went out.", **facts)


def _over(scene: Scene, event: Event) -> str:
    """Who has won (TR-17)."""
    text, scores = scene.text, scene.public["scores"]
    names = listed([scene.winner(seat) for seat in event["winners"]], text)
    return text.ngettext(
        "{names} wins with the lowest total, {points}.",
        "{names} win with the lowest total, {points}.",
        len(event["winners"]),
        names=names,
        points=min(scores),
    )


_TOLD: Final[Mapping[str, Callable[[Scene, Event], str]]] = {
    "round": _round,
    "take": _take,
    "decline": _decline,
    "pass": _pass,
    "buy": _buy,
    "draw": _draw,
    "reshuffle": _reshuffle,
    "meld": _meld,
    "lay": _lay,
    "swap": _swap,
    "discard": _discard,
    "round_over": _account,
    "over": _over,
}
