"""What somebody at a table of Schmier has done themselves, and the news above their own cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.cards import face, suit_name
from bot.games.presenter import Scene
from bot.games.schmier_cards import faces
from bot.games.schmier_news import news, scores_line
from bot.text import Text


def hand_news(scene: Scene, seat: int, private: Mapping[str, Any]) -> list[str]:
    """The news above a seat's own cards: shorter, but with what it has thrown away itself."""
    public = scene.public
    phase, last_hand = public["phase"], public["last_hand"]
    if phase in ("trump", "discard") and last_hand is not None:
        return [scores_line(scene, last_hand)]
    if phase not in ("dealer_discard", "play") or sum(public["tricks_won"]):
        return news(scene)
    if phase == "dealer_discard" and seat == public["dealer"]:
        return news(scene)
    own = _exchanged(scene.text, private)
    return [own, *news(scene)] if private["thrown"] else [own]


def own_sentence(scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
    """The seat's newest move, told to its owner; "" before the first."""
    if _waits(scene, seat):
        return _thrown(scene.text, private["thrown"])
    for at in range(len(scene.history) - 1, -1, -1):
        event = scene.history[at]
        if event.get("seat") == seat and (told := _own(scene, at, private)):
            return told
    return ""


def kept_all(scene: Scene, seat: int, private: Mapping[str, Any]) -> bool:
    """Whether the seat's newest move was to throw nothing away."""
    moves = ("bid", "trump", "exchange", "dealer_discard", "play")
    own = [event["type"] for event in scene.history if event.get("seat") == seat]
    newest = next((kind for kind in reversed(own) if kind in moves), "")
    return not private["thrown"] and (_waits(scene, seat) or newest == "exchange")


def _waits(scene: Scene, seat: int) -> bool:
    """Whether the seat has chosen what to throw away, and others haven't."""
    public = scene.public
    return public["phase"] == "discard" and seat not in (*public["to_act"], public["dealer"])


def _own(scene: Scene, at: int, private: Mapping[str, Any]) -> str:
    text, event = scene.text, scene.history[at]
    kind = event["type"]
    if kind == "bid" and event["action"] == "pass":
        return text.gettext("You passed.")
    if kind == "bid":
        points = event["action"].removeprefix("bid")
        return text.gettext("You bid {points}.", points=points)
    if kind == "trump":
        return text.gettext("You made {suit} trump.", suit=suit_name(event["suit"], text))
    if kind in ("exchange", "dealer_discard"):
        return _exchanged(text, private)
    return _played(scene, at) if kind == "play" else ""


def _played(scene: Scene, at: int) -> str:
    text, event = scene.text, scene.history[at]
    told = text.gettext("You played {card}.", card=face(event["card"]))
    taken = next((late for late in scene.history[at:] if late["type"] == "trick"), None)
    if taken is None:
        return told
    if taken["seat"] == event["seat"]:
        return text.gettext("{played} You took the trick.", played=told)
    return text.gettext(
        "{played} {name} took the trick.", played=told, name=scene.name(taken["seat"])
    )


def _exchanged(text: Text, private: Mapping[str, Any]) -> str:
    """What was thrown away, and which new cards stayed: the dealer throws some away at once."""
    thrown = private["thrown"]
    got = [card for card in private.get("drawn", ()) if card not in thrown]
    if not thrown or not got:
        return _thrown(text, thrown)
    return text.gettext(
        "You threw away {cards} and got {new}.", cards=faces(thrown), new=faces(got)
    )


def _thrown(text: Text, cards: Sequence[str]) -> str:
    if not cards:
        return text.gettext("You kept all your cards.")
    return text.gettext("You threw away {cards}.", cards=faces(cards))
