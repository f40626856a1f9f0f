"""What has happened at a table of Schmier: each event, the last trick, the account of a hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bot.games.adding import minus
from bot.games.cards import face, suit_name
from bot.games.presenter import Scene
from bot.games.schmier_cards import POINT_NAMES, faces, listed, point_names
from bot.games.schmier_table import PLAYERS, bid_words, team_of, with_team
from bot.games.teams import team_name
from bot.text import Text

Event: TypeAlias = Mapping[str, Any]


def news(scene: Scene) -> list[str]:
    """The last trick; before the first one of a hand also how the last hand came out.

    Nothing here changes with a bid or a card, so that an open hand page stays true.
    """
    public, history = scene.public, scene.history
    phase, last_hand = public["phase"], public["last_hand"]
    if phase == "play" and sum(public["tricks_won"]):
        return _last_trick(scene)
    if phase in ("play", "dealer_discard"):
        return _told(scene, [event for event in history if event["type"] == "pick_up"][-1:])
    if phase == "over":
        return [*_last_trick(scene), *_told(scene, history[-2:])]  # the score and who has won
    if last_hand is None:
        return _told(scene, _newest_deal(history))
    again = [event for event in _newest_deal(history) if event["type"] == "passed_out"]
    return [*_last_trick(scene), hand_account(scene, last_hand), *_told(scene, again)]


def _newest_deal(history: Sequence[Event]) -> Sequence[Event]:
    """The newest deal, after the news that everybody had passed if that was why."""
    at = max((at for at, event in enumerate(history) if event["type"] == "deal"), default=0)
    before = [event for event in history[:at][-1:] if event["type"] == "passed_out"]
    return [*before, *history[at : at + 1]]


def _told(scene: Scene, events: Iterable[Event]) -> list[str]:
    return [told for event in events if (told := sentence(scene, event)) is not None]


def sentence(scene: Scene, event: Event) -> str | None:
    """An event in words; None for what the table shows better."""
    told = _TOLD.get(event["type"])
    return None if told is None else told(scene, event)


def _deal(scene: Scene, event: Event) -> str:
    name = scene.name(event["dealer"])
    return scene.text.gettext("Hand {number}: {name} deals.", number=event["hand_no"], name=name)


def _bid(scene: Scene, event: Event) -> str:
    bid = bid_words(scene, event["seat"], event["action"])
    return scene.text.gettext("{bid}.", bid=bid)


def _passed_out(scene: Scene, event: Event) -> str:
    name = scene.name(event["dealer"])
    return scene.text.gettext("Everybody passed, so {name} deals again.", name=name)


def _trump(scene: Scene, event: Event) -> str:
    text, suit = scene.text, suit_name(event["suit"], scene.text)
    return text.gettext("{name} makes {suit} trump.", name=scene.name(event["seat"]), suit=suit)


def _pick_up(scene: Scene, event: Event) -> str:
    return scene.text.ngettext(
        "New cards have been dealt, and {name}, the dealer, took the last card of the stock.",
        "New cards have been dealt, and {name}, the dealer, took the last {n} of the stock.",
        event["count"],
        name=scene.name(event["seat"]),
    )


def _play(scene: Scene, event: Event) -> str:
    text, card = scene.text, face(event["card"])
    return text.gettext("{name} plays {card}.", name=scene.name(event["seat"]), card=card)


# --- a trick --------------------------------------------------------------------------------------


def _last_trick(scene: Scene) -> list[str]:
    """The newest trick, so long as the history holds it, with the points that were in it."""
    for at in range(len(scene.history) - 1, -1, -1):
        if scene.history[at]["type"] == "trick":
            return [_trick(scene, scene.history[at], _points_around(scene.history, at))]
    return []


def _points_around(history: Sequence[Event], at: int) -> list[Event]:
    """The points that were won in the trick at this place of the history."""
    points, plays = [], 0
    for event in reversed(history[:at]):
        if event["type"] == "play":
            plays += 1
            if plays == PLAYERS:
                break
        elif event["type"] == "point":
            points.append(event)
    for event in history[at + 1 :]:
        if event["type"] != "point":
            break
        points.append(event)
    return points


def _trick(scene: Scene, event: Event, points: Sequence[Event] = ()) -> str:
    text, winner = scene.text, event["seat"]
    own, others = _by_team(points, team_of(scene.public, winner))
    cards = text.ngettext("{n} card point", "{n} card points", event["card_points"])
    told = text.gettext(
        "{name} took the last trick: {won}.",
        name=with_team(scene, winner),
        won=listed([cards, *(text.gettext(POINT_NAMES[point]) for point in own)], text),
    )
    for team, won in others.items():
        told = text.gettext(
            "{trick} {team} has {points}.",
            trick=told,
            points=point_names(won, text),
            team=team_name(text, team),
        )
    lay = (_lay(scene, seat, card) for seat, card in event["cards"])
    return f"{told}\n-# {' · '.join(lay)}"


def _by_team(points: Sequence[Event], team: int) -> tuple[list[str], dict[int, list[str]]]:
    """The points of a team, and those of the others; in their order."""
    by_team: dict[int, list[str]] = {team: []}
    for point in sorted(points, key=lambda point: list(POINT_NAMES).index(point["point"])):
        by_team.setdefault(point["team"], []).append(point["point"])
    return by_team.pop(team), by_team


def _lay(scene: Scene, seat: int, card: str) -> str:
    return scene.text.gettext("{name} {card}", name=scene.name(seat), card=face(card))


# --- a hand ---------------------------------------------------------------------------------------


def hand_account(scene: Scene, score: Event) -> str:
    """Why the bid was made or not, who won what, and what that makes (SC-13)."""
    lines = (_bid_account(scene, score), _others(scene, score), _game(scene, score))
    return "\n".join((*lines, _scores(scene, score)))


def _bid_account(scene: Scene, score: Event) -> str:
    text, team = scene.text, score["team"]
    won = _won_by(score, team)
    facts = {
        "number": score["hand_no"],
        "team": team_name(text, team),
        "name": scene.name(score["bidder"]),
        "bid": score["bid"],
        "won": point_names(won, text) or text.gettext("nothing"),
    }
    if score["made"]:
        return text.ngettext(
            "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: {n} point, **made**.",
            "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: {n} points, **made**.",
            len(won),
            **facts,
        )
    return text.ngettext(
        "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: only {n} point, "
        "**set**, so it loses {bid}.",
        "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: only {n} points, "
        "**set**, so it loses {bid}.",
        len(won),
        **facts,
    )


def _won_by(score: Event, team: int | None) -> list[str]:
    """The points that a team won; for None those that nobody did."""
    return [point for point, won_by in score["awards"].items() if won_by == team]


def _others(scene: Scene, score: Event) -> str:
    """What the other teams won, and what nobody did."""
    text = scene.text
    told = [
        text.gettext(
            "{team} won {points}.",
            team=team_name(text, team),
            points=point_names(_won_by(score, team), text) or text.gettext("nothing"),
        )
        for team in range(len(score["points"]))
        if team != score["team"]
    ]
    absent = [point for point in _won_by(score, None) if point != "game"]
    if absent:
        told.append(text.gettext("Not in play: {points}.", points=point_names(absent, text)))
    return " ".join(told)


def _game(scene: Scene, score: Event) -> str:
    """Who has the most card points, and so the point for game (SC-5)."""
    text, game = scene.text, score["awards"]["game"]
    counts = ", ".join(f"{team_name(text, t)} {n}" for t, n in enumerate(score["card_points"]))
    if game is None:
        return text.gettext(
            "Card points: {counts}. A tie for the most: nobody has game.", counts=counts
        )
    return text.gettext(
        "Card points: {counts}. The most are game for {team}.",
        counts=counts,
        team=team_name(text, game),
    )


def _scores(scene: Scene, score: Event) -> str:
    text = scene.text
    told = [
        text.gettext(
            "{team} {score} ({gain})",
            team=team_name(text, team),
            score=minus(total),
            gain=minus(f"{gain:+}") if gain else "0",
        )
        for team, (total, gain) in enumerate(zip(score["scores"], score["gains"], strict=True))
    ]
    return text.gettext("**Scores**: {scores}.", scores=", ".join(told))


def _over(scene: Scene, event: Event) -> str:
    """Who has won, and why where others have as many points (SC-14)."""
    text, scores = scene.text, scene.public["scores"]
    teams = sorted({team_of(scene.public, seat) for seat in event["winners"]})
    best = max(scores)
    names = listed([team_name(text, team) for team in teams], text)
    if len(teams) == 1 and scores.count(best) > 1:
        return text.gettext(
            "{team} wins with {score}: level at the top, the bidding team wins.",
            team=names,
            score=minus(best),
        )
    return text.ngettext(
        "{team} wins with {score}.",
        "{team} win with {score}.",
        len(teams),
        team=names,
        score=minus(best),
    )


_TOLD: Final[Mapping[str, Callable[[Scene, Event], str]]] = {
    "deal": _deal,
    "bid": _bid,
    "passed_out": _passed_out,
    "trump": _trump,
    "pick_up": _pick_up,
    "play": _play,
    "trick": _trick,
    "score": hand_account,
    "over": _over,
}


# --- what one has done oneself --------------------------------------------------------------------


def own_sentence(scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
    """The seat's newest move, told to its owner; "" before the first."""
    text, public, thrown = scene.text, scene.public, private["thrown"]
    waits = public["phase"] == "discard" and seat not in (*public["to_act"], public["dealer"])
    if waits:
        return _thrown(text, thrown)
    for at in range(len(scene.history) - 1, -1, -1):
        event = scene.history[at]
        if event.get("seat") == seat and (told := _own(scene, at, thrown)):
            return told
    return ""


def _own(scene: Scene, at: int, thrown: Sequence[str]) -> str:
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
        return _thrown(text, thrown)
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


def _thrown(text: Text, cards: Sequence[str]) -> str:
    if not cards:
        return text.gettext("You kept all your cards.")
    return text.gettext("You threw away {cards}.", cards=faces(cards))
