"""One's own hand at Schmier: the cards in order, what may be done with them, and why not more."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.cards import face, spoken, suit_name
from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move, Scene
from bot.games.schmier_cards import (
    DealerChoice,
    dealer_choice_of,
    faces,
    in_engine_order,
    in_order,
    point_names,
    point_of,
    suit_of,
    title,
    trumps_among,
)
from bot.games.schmier_table import auction, bid_sentence, partners, team_of, trick
from bot.games.teams import team_name
from bot.text import Text
from engine.cards import JOKER, SUITS

DISCARD: Final = "discard="
WHY: Final = "why"
"""The view that says why some cards may not be played."""
MOST_DISCARDS: Final = 3


def hand(
    scene: Scene, seat: int, private: Mapping[str, Any], legal: Sequence[str], view: str
) -> Hand:
    """Return the page of a seat's hand; without legal actions it only shows the cards."""
    phase = scene.public["phase"]
    if phase == "bid":
        return _bidding(scene, seat, private["hand"], legal)
    if phase == "trump":
        return _naming(scene, seat, private["hand"], legal)
    if phase == "discard":
        return _discarding(scene, seat, private, legal)
    if phase == "dealer_discard" and legal:
        return _dealer_discarding(scene, seat, private["hand"])
    return _playing(scene, seat, private["hand"], legal, view)


def _team_line(scene: Scene, seat: int) -> str:
    team = team_name(scene.text, team_of(scene.public, seat))
    return scene.text.gettext(
        "You are **{team}** with {names}.", team=team, names=partners(scene, seat)
    )


# --- bidding --------------------------------------------------------------------------------------


def _bidding(scene: Scene, seat: int, cards: Sequence[str], legal: Sequence[str]) -> Hand:
    text, dealer = scene.text, scene.public["dealer"]
    team = _team_line(scene, seat)
    first = text.gettext("{team} You deal and bid last.", team=team) if seat == dealer else team
    lines = [first]
    if legal:
        lines.append(auction(scene))
    if list(legal) == ["bid3"]:
        lines.append(text.gettext("Nobody has bid, so the dealer has to: it is 3 for you."))
    lines.append(_as_trump(text, cards))
    if legal:
        lines.append(
            text.gettext(
                "-# A bid says how many of the six points your team will win at least: high, low, "
                "right, left, joker, game. Win fewer, and your team loses the bid instead."
            )
        )
    return Hand(tuple(lines), tuple(_bid_move(text, action) for action in legal))


def _bid_move(text: Text, action: str) -> Move:
    if action == "pass":
        return Move(action, text.gettext("Pass"))
    return Move(action, text.gettext("Bid {points}", points=action.removeprefix("bid")))


def _naming(scene: Scene, seat: int, cards: Sequence[str], legal: Sequence[str]) -> Hand:
    text = scene.text
    lines = [_team_line(scene, seat)]
    if legal:
        lines.append(
            text.gettext(
                "Your bid of **{n}** is the highest. Name the trump suit.",
                n=scene.public["bid"]["points"],
            )
        )
    else:
        lines.append(bid_sentence(scene, seat))
    lines.append(_as_trump(text, cards))
    moves = []
    for action in legal:
        suit = action.removeprefix("trump=")
        trumps = text.ngettext("{n} trump", "{n} trumps", len(trumps_among(cards, suit)))
        label = text.gettext("{suit}: {trumps}", suit=suit_name(suit, text), trumps=trumps)
        moves.append(Move(action, label))
    return Hand(tuple(lines), tuple(moves))


def _as_trump(text: Text, cards: Sequence[str]) -> str:
    """The cards suit by suit, each with what it would be as trump."""
    lines = [text.gettext("Your cards, and what each suit would be as trump:")]
    lines += [_suit_as_trump(text, cards, suit) for suit in SUITS]
    if JOKER in cards:
        lines.append(text.gettext("- **{card}**: a trump in every suit", card=face(JOKER)))
    return "\n".join(lines)


def _suit_as_trump(text: Text, cards: Sequence[str], suit: str) -> str:
    own = in_order((card for card in cards if card != JOKER and card[1] == suit), None)
    trumps = trumps_among(cards, suit)
    points = [point for card in trumps if (point := point_of(card, suit)) is not None]
    facts = {"suit": suit_name(suit, text), "cards": faces(own) or text.gettext("none")}
    if not trumps:
        return text.gettext("- **{suit}**: {cards}", **facts)
    if not points:
        return text.ngettext(
            "- **{suit}**: {cards} → {n} trump",
            "- **{suit}**: {cards} → {n} trumps",
            len(trumps),
            **facts,
        )
    return text.ngettext(
        "- **{suit}**: {cards} → {n} trump with {points}",
        "- **{suit}**: {cards} → {n} trumps with {points}",
        len(trumps),
        points=point_names(points, text),
        **facts,
    )


# --- with a trump suit ----------------------------------------------------------------------------


def _so_far(scene: Scene, seat: int) -> str:
    """Partner, trump suit and bid."""
    text, public = scene.text, scene.public
    return text.gettext(
        "{team} Trump is **{suit}**. {bid}",
        team=_team_line(scene, seat),
        suit=suit_name(public["trump"], text),
        bid=bid_sentence(scene, seat),
    )


def _by_suit(text: Text, cards: Sequence[str], trump: str, heading: str) -> str:
    """Cards suit by suit, trumps first and with their titles; "" if there are none."""
    lines = [heading] if cards else []
    for suit in sorted(SUITS, key=lambda suit: suit != trump):
        own = [card for card in in_order(cards, trump) if suit_of(card, trump) == suit]
        facts = {"suit": suit_name(suit, text), "n": len(own)}
        if own and suit == trump:
            shown = " · ".join(_with_title(text, card, trump) for card in own)
            lines.append(text.gettext("- **{suit}**, trump: {cards}", cards=shown, **facts))
        elif own:
            lines.append(text.gettext("- **{suit}**: {cards}", cards=faces(own), **facts))
    return "\n".join(lines)


def _with_title(text: Text, card: str, trump: str) -> str:
    if point_of(card, trump) in (None, "joker"):
        return face(card)
    return text.gettext("{card} ({title})", card=face(card), title=title(card, trump, text))


def _discarding(scene: Scene, seat: int, private: Mapping[str, Any], legal: Sequence[str]) -> Hand:
    text, public = scene.text, scene.public
    trump, thrown = public["trump"], private["thrown"]
    held = [card for card in private["hand"] if card not in thrown]
    lines = [_so_far(scene, seat)]
    controls: tuple[Control, ...] = ()
    if legal:
        lines.append(
            text.gettext(
                "Throw away up to three cards that aren't trumps, and get as many new ones. "
                "Nobody sees which, and it can't be changed."
            )
        )
        controls = _discard_controls(text, held, trump)
    elif seat == public["dealer"]:
        lines.append(text.gettext("When the others have chosen, you get the rest of the stock."))
    elif thrown:
        lines.append(
            text.gettext(
                "You throw away **{cards}** and get new cards when all have chosen.",
                cards=faces(in_order(thrown, trump)),
            )
        )
    else:
        lines.append(text.gettext("You keep all your cards. The others are still choosing."))
    lines.append(_by_suit(text, held, trump, text.gettext("Your cards:")))
    return Hand(tuple(lines), controls)


def _discard_controls(text: Text, cards: Sequence[str], trump: str) -> tuple[Control, ...]:
    plain = [card for card in in_order(cards, trump) if suit_of(card, trump) != trump]
    keep = Move(DISCARD, text.gettext("Keep all"))
    if not plain:
        return (keep,)
    menu = Menu(
        text.gettext("Throw away up to three cards"),
        tuple(_choice(text, card) for card in plain),
        DISCARD,
        most=min(MOST_DISCARDS, len(plain)),
    )
    return (menu, keep)


def _choice(text: Text, card: str) -> Choice:
    return Choice(card, face(card), spoken(card, text))


def _dealer_discarding(scene: Scene, seat: int, cards: Sequence[str]) -> Hand:
    """SC-10: exactly so many have to go; those that go by rule are completed by the menu."""
    text, trump = scene.text, scene.public["trump"]
    choice = dealer_choice_of(cards, trump)
    total = len(choice.sure) + choice.wanted
    lines = [
        _so_far(scene, seat),
        text.gettext(
            "You hold **{held}** cards with the stock. Six stay, **{total}** go.",
            held=len(cards),
            total=total,
        ),
    ]
    lines.append(_stays(text, choice, trump))
    lines.append(_by_suit(text, cards, trump, text.gettext("Your cards:")))
    return Hand(
        tuple(line for line in lines if line),
        _dealer_controls(text, choice.sure, choice.free, choice.wanted),
    )


def _stays(text: Text, choice: DealerChoice, trump: str) -> str:
    """Which cards stay or go by rule; "" if none do."""
    if suit_of(choice.free[0], trump) != trump:
        kept = faces(choice.kept)
        return text.gettext("Your trumps stay by rule: {cards}.", cards=kept) if kept else ""
    told = text.gettext("You hold more than six trumps.")
    if choice.sure:
        told = text.gettext(
            "{why} All your other cards go: {cards}.", why=told, cards=faces(choice.sure)
        )
    return text.gettext(
        "{why} The high, the low, both bowers and the joker stay; any other trump may go.",
        why=told,
    )


def _dealer_controls(
    text: Text, sure: Sequence[str], free: Sequence[str], wanted: int
) -> tuple[Control, ...]:
    if wanted == len(free):
        label = text.ngettext("Throw that card away", "Throw those {n} cards away", wanted)
        return (Move(completed(DISCARD, [*sure, *free]), label),)
    placeholder = text.ngettext("{n} card to throw away", "{n} cards to throw away", wanted)
    if sure:
        placeholder = text.ngettext(
            "{n} trump to throw away too", "{n} trumps to throw away too", wanted
        )
    choices = tuple(_choice(text, card) for card in free)
    begun = DISCARD + "".join(f"{card}," for card in sure)
    return (Menu(placeholder, choices, begun, fewest=wanted, most=wanted),)


def completed(action: str, values: Sequence[str]) -> str:
    """The discard of a menu: the cards that go by rule, and the chosen ones, in order."""
    by_rule = [card for card in action.removeprefix(DISCARD).split(",") if card]
    return DISCARD + ",".join(in_engine_order([*by_rule, *values]))


# --- play -----------------------------------------------------------------------------------------


def _playing(
    scene: Scene, seat: int, cards: Sequence[str], legal: Sequence[str], view: str
) -> Hand:
    text, trump = scene.text, scene.public["trump"]
    lines = [_so_far(scene, seat)]
    barred = [card for card in cards if card not in legal] if legal else []
    if legal:
        lines.append(trick(scene))
    if barred and view == WHY:
        lines.append(_why(scene, barred))
    lines.append(_by_suit(text, cards, trump, text.gettext("Your cards:")))
    controls: list[Control] = []
    if legal:
        controls += [
            Move(card, _label(text, card, trump), enabled=card in legal)
            for card in in_order(cards, trump)
        ]
    if barred and view != WHY:
        controls.append(Look(WHY, text.gettext("Why not the others?")))
    return Hand(tuple(line for line in lines if line), tuple(controls))


def _label(text: Text, card: str, trump: str) -> str:
    if words := title(card, trump, text):
        return text.gettext("{card} · {title}", card=face(card), title=words)
    return face(card)


def _why(scene: Scene, barred: Sequence[str]) -> str:
    """Which rule keeps some cards in the hand (SC-3, SC-11)."""
    text, public = scene.text, scene.public
    trump = public["trump"]
    if not public["trick"]:
        return text.gettext("At this table the bidder's first lead has to be a trump.")
    led = suit_of(public["trick"][0][1], trump)
    if led == trump:
        return text.gettext(
            "A trump was led, so you have to play a trump, as you hold one. "
            "The left bower and the joker are trumps too."
        )
    told = text.gettext(
        "{suit} were led, so you have to play that suit, as you hold it.",
        suit=suit_name(led, text),
    )
    looks_right = [card for card in barred if card[1] == led]
    if looks_right:
        told = text.gettext(
            "{why} {card} is the left bower, a trump.", why=told, card=face(looks_right[0])
        )
    return told
