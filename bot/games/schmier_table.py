"""What everybody sees of a table of Schmier: the auction, the trick, who has what in this hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.adding import minus
from bot.games.cards import face, suit_name
from bot.games.presenter import Scene, listed
from bot.games.schmier_cards import is_bower, point_names, seems_plain, title, winner
from bot.games.teams import team_marks, team_name
from bot.text import Text

PLAYERS = 6
TRICKS = 6


def team_of(public: Mapping[str, Any], seat: int) -> int:
    """Return the team of a seat (SC-1)."""
    return next(team for team, seats in enumerate(public["teams"]) if seat in seats)


def partners(scene: Scene, seat: int) -> str:
    """Name the other seats of a seat's team."""
    team = scene.public["teams"][team_of(scene.public, seat)]
    return listed([scene.name(other) for other in team if other != seat], scene.text)


def with_team(scene: Scene, seat: int) -> str:
    """A name with its team: Alice (🔴 Red)."""
    team = team_name(scene.text, team_of(scene.public, seat))
    return scene.text.gettext("{name} ({team})", name=scene.name(seat), team=team)


def headline(scene: Scene) -> str:
    """The trump suit in large once it is named, the bid, and what goes on."""
    text, public = scene.text, scene.public
    phase, hand_no = public["phase"], public["hand_no"]
    dealer = scene.name(public["dealer"])
    if phase == "bid":
        title = text.gettext("# Hand {number}: bidding", number=hand_no)
        return f"{title}\n{auction(scene)}"
    bid = bid_sentence(scene)
    if phase == "trump":
        title = text.gettext("# Hand {number}: naming trump", number=hand_no)
        return f"{title}\n{bid}"
    title = text.gettext("# Trump: {suit}", suit=suit_name(public["trump"], text))
    going_on = {
        "discard": text.gettext(
            "Everybody but the dealer, {name}, may throw up to three cards away for new ones.",
            name=dealer,
        ),
        "dealer_discard": text.gettext(
            "{name} has taken the rest of the stock and throws down to six cards.", name=dealer
        ),
    }
    bid = text.gettext("Hand {number}: {bid}", number=hand_no, bid=bid)
    doing = trick(scene) if phase == "play" else going_on.get(phase, "")
    return f"{title}\n{bid}\n{doing}".rstrip()


def auction(scene: Scene) -> str:
    """Who has bid what, and who is still to speak, the dealer last (SC-6)."""
    text, public = scene.text, scene.public
    said = [bid_words(scene, seat, action) for seat, action in public["bids"]]
    dealer = public["dealer"]
    waiting = [(dealer + step) % PLAYERS for step in range(len(said) + 1, PLAYERS + 1)]
    names = [
        text.gettext("{name} (dealer)", name=scene.name(seat))
        if seat == dealer
        else scene.name(seat)
        for seat in waiting
    ]
    if not said:
        return text.gettext("In turn: {names}.", names=", ".join(names))
    told = text.gettext("{bids}.", bids=", ".join(said))
    return text.gettext("{bids} Then {names}.", bids=told, names=", ".join(names))


def bid_words(scene: Scene, seat: int, action: str) -> str:
    """Say in a few words what a seat has bid: "Bob bids 3"."""
    if action == "pass":
        return scene.text.gettext("{name} passes", name=scene.name(seat))
    points = int(action.removeprefix("bid"))
    return scene.text.gettext("{name} bids {points}", name=scene.name(seat), points=points)


def bid_sentence(scene: Scene, reader: int | None = None) -> str:
    """Who has bid for which team, and what comes of it; `reader` is the seat it is told to."""
    text, bid = scene.text, scene.public["bid"]
    if bid["seat"] == reader:
        return text.gettext("You have bid **{points}**.", points=bid["points"])
    facts = {"name": with_team(scene, bid["seat"]), "points": bid["points"]}
    if scene.public["phase"] == "trump":
        return text.gettext("{name} has bid **{points}** and names the trump suit.", **facts)
    return text.gettext("{name} has bid **{points}**.", **facts)


def trick(scene: Scene) -> str:
    """The trick as it lies, which card wins so far, and who is still to play."""
    text, public = scene.text, scene.public
    number, cards = sum(public["tricks_won"]) + 1, public["trick"]
    facts = {"number": number, "tricks": TRICKS}
    if not cards:
        leader = scene.name(public["leader"])
        return text.gettext("Trick {number} of {tricks}: {name} leads.", name=leader, **facts)
    best = winner(cards, public["trump"])
    lie = [_lying(scene, place, card, wins=place == best) for place, card in enumerate(cards)]
    first = cards[0][0]
    order = [(first + step) % PLAYERS for step in range(len(cards), PLAYERS)]
    return text.gettext(
        "Trick {number} of {tricks}: {cards}. Then {names}.",
        cards=" · ".join(lie),
        names=", ".join(scene.name(seat) for seat in order),
        **facts,
    )


def _lying(scene: Scene, place: int, played: Sequence[Any], *, wins: bool) -> str:
    text, (seat, card) = scene.text, played
    trump = scene.public["trump"]
    notes = [title(card, trump, text)] if is_bower(card, trump) else []
    if place == 0 and seems_plain(card, trump):
        notes.append(text.gettext("asks for trumps"))
    if wins:
        mark = team_marks[team_of(scene.public, seat)]
        notes.append(text.gettext("{team} wins so far", team=mark))
    shown = face(card)
    if notes:
        shown = text.gettext("{card} ({title})", card=shown, title=", ".join(notes))
    if place == 0:
        return text.gettext("{name} led {card}", name=scene.name(seat), card=shown)
    return text.gettext("{name} {card}", name=scene.name(seat), card=shown)


# --- teams and seats ------------------------------------------------------------------------------


def team_note(scene: Scene, team: int) -> str:
    """A team's score, and in play what it has of this hand."""
    text, public = scene.text, scene.public
    score = text.gettext(
        "**{team}: {score}** of {target}",
        team=team_name(text, team),
        score=minus(public["scores"][team]),
        target=scene.options["target"],
    )
    parts = [score]
    bid = public["bid"]
    if bid is not None and public["phase"] != "bid" and team_of(public, bid["seat"]) == team:
        parts.append(text.gettext("bid {points}", points=bid["points"]))
    if public["phase"] == "play":
        parts.append(_taken(text, public, team))
    return " · ".join(parts)


def _taken(text: Text, public: Mapping[str, Any], team: int) -> str:
    """Points, tricks and card points of a team so far: "high, left; 2 tricks, 14 card points"."""
    points = [point for point, won in public["points_won"][str(team)].items() if won]
    tricks, cards = public["tricks_won"][team], public["card_points"][team]
    if not tricks and not points:
        return text.gettext("nothing yet")
    parts = [point_names(points, text)] if points else []
    if tricks:
        parts.append(text.ngettext("{n} trick", "{n} tricks", tricks))
        parts.append(text.ngettext("{n} card point", "{n} card points", cards))
    return " · ".join(parts)


def seat_note(scene: Scene, seat: int) -> str:
    """Whether a seat deals, what it has bid, and how many cards it has exchanged."""
    text, public = scene.text, scene.public
    parts = [text.gettext("dealer")] if seat == public["dealer"] else []
    bids = dict(public["bids"])
    phase = public["phase"]
    if seat in bids and bids[seat] != "pass":
        parts.append(text.gettext("bid {points}", points=bids[seat].removeprefix("bid")))
    elif seat in bids:
        parts.append(text.gettext("passed"))
    elif phase in ("bid", "trump"):
        parts.append(text.gettext("hasn't bid"))
    if phase == "discard" and seat != public["dealer"]:
        chosen = seat not in public["to_act"]
        parts.append(text.gettext("✓ has chosen") if chosen else text.gettext("is choosing"))
    if phase == "play" or (phase == "dealer_discard" and seat != public["dealer"]):
        count = public["discarded"][seat]
        kept = text.gettext("kept all")
        parts.append(text.ngettext("{n} new card", "{n} new cards", count) if count else kept)
    return " · ".join(parts)
