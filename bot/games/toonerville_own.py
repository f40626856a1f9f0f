"""What became of one's own newest move at Toonerville Rook, the news, and why one isn't asked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.games.presenter import Scene, listed
from bot.games.rook_cards import face
from bot.games.toonerville_news import (
    Event,
    by_kind,
    ending_words,
    groups,
    laid_words,
    news,
    swap_facts,
)
from bot.games.toonerville_table import melds_in_a_row
from bot.text import Text


def own_sentence(scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
    """What became of the seat's newest move, or of a card that it was asked about."""
    drawn = private.get("drawn", ())
    ending = ""
    for group in reversed(list(groups(scene.history))):
        if group[0]["type"] == "round_over":
            ending = _own_ending(scene, seat, group[0])
        elif told := _own(scene, seat, group, drawn):
            return f"{told} {ending}".strip()
    return ending


def hand_news(scene: Scene, seat: int, limit: int) -> list[str]:
    """The news above a seat's own cards, without what the page itself says."""
    public, history = scene.public, scene.history
    if public["phase"] == "buy" and history and history[-1]["type"] == "decline":
        history = history[:-1]
    elif public["phase"] == "meld" and public["turn"] == seat:
        history = [e for e in history if (e["type"], e.get("seat")) != ("meld", seat)]
    return news(replace(scene, history=history), limit)


def _own_ending(scene: Scene, seat: int, event: Event) -> str:
    if event["seat"] == seat:
        return scene.text.gettext("You went out!")
    return ending_words(scene, event)


def _own(scene: Scene, seat: int, group: Sequence[Event], drawn: Sequence[str]) -> str:
    text, event = scene.text, group[0]
    if event["type"] == "decline":
        return _own_drawn(scene, seat, group, drawn)
    if event.get("seat") != seat:
        return ""
    if event["type"] == "lay":
        return text.gettext("You laid off {cards}.", cards=laid_words(scene, group))
    if event["type"] == "meld":
        if scene.public["phase"] == "meld" and scene.public["turn"] == seat:
            return text.gettext("You laid down the contract.")  # the melds are on the page
        melds = melds_in_a_row(scene, event["melds"])
        return text.gettext("You laid down the contract: {melds}.", melds=melds)
    return _own_card(scene, event)


def _own_card(scene: Scene, event: Event) -> str:
    """A card that was taken, discarded, or put in the place of a Rook."""
    text, card = scene.text, face(event["card"], scene.text)
    if event["type"] == "take":
        return text.gettext("You took {card}.", card=card)
    if event["type"] == "discard":
        return text.gettext("You discarded {card}.", card=card)
    return text.gettext(
        "You put {card} into {meld} and took the Rook out.", **swap_facts(scene, event)
    )


def _own_drawn(scene: Scene, seat: int, group: Sequence[Event], drawn: Sequence[str]) -> str:
    """What the seat did with a discard that was declined, and who got it."""
    text, parts = scene.text, by_kind(group)
    decline, buys = parts["decline"][0], parts.get("buy", ())
    card, buyer = face(decline["card"], text), buys[0]["seat"] if buys else None
    if buyer == seat:
        return _own_purchase(text, card, drawn)
    if buyer is not None:
        sold = text.gettext("{name} bought it.", name=scene.name(buyer))
    else:
        sold = text.gettext("Nobody bought it.")
    drew = "draw" in parts
    if decline["seat"] == seat:
        declined = text.gettext("You declined {card}.", card=card)
        settled = drew or buyer is not None
        told = (declined, sold if settled else "", _drew(text, drawn) if drew else "")
        return " ".join(filter(None, told))
    if any(event["seat"] == seat for event in parts.get("pass", ())):
        return text.gettext("You passed on {card}. {sold}", card=card, sold=sold)
    if has_bought_enough(scene, seat) or (drew and buyer is None):
        return ""
    return _own_answer(scene, seat, card, buyer)


def _own_purchase(text: Text, card: str, drawn: Sequence[str]) -> str:
    if not drawn:
        return text.gettext("You bought {card} and drew one card more.", card=card)
    new = listed([face(each, text) for each in drawn], text)
    return text.gettext("You bought {card} and drew {drawn}.", card=card, drawn=new)


def _drew(text: Text, drawn: Sequence[str]) -> str:
    if not drawn:  # it has been played since
        return text.gettext("You drew a card.")
    return text.gettext("You drew {drawn}.", drawn=listed([face(new, text) for new in drawn], text))


def _own_answer(scene: Scene, seat: int, card: str, buyer: int | None) -> str:
    """What came of an answer that has no event: it is secret, or wasn't needed."""
    text = scene.text
    if buyer is not None:
        return text.gettext(
            "{name} came before you and bought {card}.", name=scene.name(buyer), card=card
        )
    if seat in scene.public["to_act"]:
        return ""
    return text.gettext("When all is settled, this page tells what came of your answer.")


def has_bought_enough(scene: Scene, seat: int) -> bool:
    """Whether a seat may not buy any more in this round (TR-9)."""
    limit = scene.options["buy_limit"]
    return limit is not None and scene.public["buys"][seat] >= limit


def not_asked(scene: Scene, seat: int) -> str:
    """Why a seat has nothing to say about the card that is for sale."""
    text = scene.text
    if seat == scene.public["turn"]:
        return text.gettext("You declined the card; the others decide first who buys it.")
    if has_bought_enough(scene, seat):
        return text.gettext("You have bought as often as this table allows in a round.")
    return text.gettext("You have answered already. It can't be changed.")
