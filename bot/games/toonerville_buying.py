"""Taking, declining and buying the top discard from one's hand, and what one answers beforehand."""

from typing import Final

from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move, listed
from bot.games.rook_cards import colour_name, face, is_card, spoken
from bot.games.toonerville_seen import Seen, contract_lines, held_lines, melds_lines
from bot.text import Text
from engine.cards import COLOURS, ROOK, ROOK_INDEX, ROOK_NUMBERS
from engine.players.standing import PASS, parse_standing

STANDING: Final = "standing"
"""The view that offers answers beforehand; with = and an answer behind it, the one chosen."""
_ANSWERED: Final = f"{STANDING}="


def drawing(seen: Seen) -> Hand:
    """TR-8: take the top discard or decline it."""
    text, card = seen.text, seen.public["discard_top"]
    facts = {"card": face(card, text), "name": spoken(card, text)}
    said = text.gettext("Take the **{card}** ({name}), or draw a card from the pile.", **facts)
    if _buyers(seen):
        said = text.gettext(
            "Take the **{card}** ({name}), or draw a card from the pile. If you draw, the others "
            "are asked first whether one of them buys it.",
            **facts,
        )
    lines = [said, _advice(seen, card), *contract_lines(seen)]
    if seen.is_down:
        lines.append(melds_lines(seen))
    lines.append(held_lines(seen))
    lines.append(text.gettext("-# A card that you take can't be discarded in the same turn."))
    labels = {
        "take": text.gettext("Take the {card}", card=facts["card"]),
        "decline": text.gettext("Draw a card"),
    }
    moves = [Move(action, labels[action]) for action in seen.legal]
    return Hand(tuple(filter(None, lines)), tuple(moves))


def buying(seen: Seen) -> Hand:
    """TR-9: buy the card that was declined, or pass."""
    text, public = seen.text, seen.public
    card, owner = public["discard_top"], seen.scene.name(public["turn"])
    facts = {"card": face(card, text), "name": spoken(card, text), "owner": owner}
    lines = [
        text.gettext("{owner} declined the **{card}** ({name}). Do you buy it?", **facts),
        _advice(seen, card),
        text.ngettext(
            "Whoever buys it also gets a card from the pile: you would hold {n} card.",
            "Whoever buys it also gets a card from the pile: you would hold {n} cards.",
            len(seen.hand) + 2,
        )
        + " "
        + _who_gets_it(seen),
        _bought(seen),
        *contract_lines(seen),
    ]
    if seen.is_down:
        lines.append(melds_lines(seen))
    lines += [held_lines(seen), standing_line(seen)]
    labels = {
        "buy": text.gettext("Buy {card} + 1 card", card=facts["card"]),
        "pass": text.gettext("Pass"),
    }
    moves = [Move(action, labels[action]) for action in seen.legal]
    return Hand(tuple(filter(None, lines)), (*moves, *standing_looks(seen)))


def _buyers(seen: Seen) -> list[int]:
    """The seats that may buy if the turn's player declines, the nearest on the left first."""
    turn, limit, buys = seen.public["turn"], seen.scene.options["buy_limit"], seen.public["buys"]
    ring = [(turn + step) % len(buys) for step in range(1, len(buys))]
    return [seat for seat in ring if limit is None or buys[seat] < limit]


def _who_gets_it(seen: Seen) -> str:
    text, buyers = seen.text, _buyers(seen)
    nearer = buyers[: buyers.index(seen.seat)]
    if not nearer:
        return text.gettext("You come first: it is yours if you want it. Nobody sees the answers.")
    return text.ngettext(
        "{names} comes before you. Nobody sees the answers.",
        "{names} come before you. Nobody sees the answers.",
        len(nearer),
        names=listed([seen.scene.name(seat) for seat in nearer], text),
    )


def _bought(seen: Seen) -> str:
    """How often the seat has bought, where that is limited."""
    limit = seen.scene.options["buy_limit"]
    if limit is None:
        return ""
    return seen.text.gettext(
        "Bought in this round: {n} of {limit}.", n=seen.public["buys"][seen.seat], limit=limit
    )


def _advice(seen: Seen, card: str) -> str:
    """What the card would do for the hand; "" if nothing."""
    text, shown = seen.text, face(card, seen.text)
    if seen.is_down:
        fitting = seen.fits(card)
        if not fitting:
            return ""
        return text.gettext("The {card} fits {melds}.", card=shown, melds=", ".join(fitting))
    lacking = seen.lacking_with([*seen.cards, ROOK_INDEX[card]])
    if lacking >= seen.lacking:
        return ""
    if not lacking:
        return text.gettext("With the {card} you hold the contract.", card=shown)
    return text.ngettext(
        "With the {card} you need only {n} more card for the contract.",
        "With the {card} you need only {n} more cards for the contract.",
        lacking,
        card=shown,
    )


# --- answers beforehand ---------------------------------------------------------------------------


def standing_line(seen: Seen) -> str:
    """What the seat has answered for all purchases to come; "" if nothing."""
    text, wanted = seen.text, parse_standing(seen.standing)
    if wanted is None:
        return ""
    if not wanted:
        return text.gettext("Until you say otherwise you **pass** whatever is for sale.")
    order = [*COLOURS, *map(str, ROOK_NUMBERS), *ROOK_INDEX]
    words = (_item(item, text) for item in sorted(wanted, key=order.index))
    return text.gettext(
        "You are asked only about these: **{cards}**. You pass everything else.",
        cards=", ".join(words),
    )


def _item(item: str, text: Text) -> str:
    """A colour, a number or a card that somebody wants to be asked about."""
    if item in COLOURS:
        return text.gettext("{colour} cards", colour=colour_name(item, text))
    if is_card(item):
        return spoken(item, text)
    return text.gettext("number {number}", number=item)


def standing_page(seen: Seen) -> Hand | None:
    """Answers for all purchases to come; None at a table without any."""
    text = seen.text
    if not standing_looks(seen):
        return None
    lines = [
        text.gettext(
            "Say beforehand what you do when a card is for sale. It holds until you say "
            "otherwise, also in the next rounds."
        ),
        standing_line(seen) or text.gettext("Now you are asked about every card."),
        held_lines(seen),
    ]
    return Hand(tuple(lines), (*_answers(seen), Look("", text.gettext("Back"))))


def standing_looks(seen: Seen) -> tuple[Look, ...]:
    """The way to that page; none at a table where nobody may buy."""
    if seen.scene.options["buy_limit"] == 0:
        return ()
    return (Look(STANDING, seen.text.gettext("Buying: answer beforehand")),)


def _answers(seen: Seen) -> list[Control]:
    text = seen.text
    controls: list[Control] = []
    if seen.standing:
        controls.append(Look(_ANSWERED, text.gettext("Ask me again")))
    if seen.standing != PASS:
        controls.append(Look(f"{_ANSWERED}{PASS}", text.gettext("Pass until I say otherwise")))
    items = [*COLOURS, *map(str, ROOK_NUMBERS), ROOK]
    choices = tuple(
        Choice(item, words[:1].upper() + words[1:])
        for item, words in ((item, _item(item, text)) for item in items)
    )
    placeholder = text.gettext("Offer me only …")
    view = f"{_ANSWERED}only:"
    controls.append(Menu(placeholder, choices, view=view, most=len(choices)))
    return controls
