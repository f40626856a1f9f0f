"""What has happened at a table of Schmier: each event, the last trick, the account of a hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bot.games.adding import minus
from bot.games.cards import face, suit_name
from bot.games.presenter import Scene, listed
from bot.games.schmier_cards import POINT_NAMES, named, point_names, point_of, winner
from bot.games.schmier_table import PLAYERS, bid_words, team_of, with_team
from bot.games.teams import team_name
from engine.cards import SUITS

Event: TypeAlias = Mapping[str, Any]


def news(scene: Scene) -> list[str]:
    """The last trick; before the first one of a hand also how the last hand came out.

    Nothing here changes with a card, or with a bid but for the first, so that an open hand page
    stays true.
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
    if phase != "bid":
        return [_in_short(scene, last_hand)]
    again = [event for event in _newest_deal(history) if event["type"] == "passed_out"]
    # later it would be gone from the history at any moment
    trick = [] if again or public["bids"] else _last_trick(scene)
    return [*trick, hand_account(scene, last_hand), *_told(scene, again)]


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
    trump = _trump_of(scene, event, points)
    for team, won in others.items():
        told = text.gettext(
            "{trick} {team} has {points}.",
            trick=told,
            points=point_names(won, text),
            team=team_name(text, team),
        )
    lay = (_lay(scene, seat, card, trump) for seat, card in event["cards"])
    return f"{told}\n-# {' · '.join(lay)}"


def _by_team(points: Sequence[Event], team: int) -> tuple[list[str], dict[int, list[str]]]:
    """The points of a team, and those of the others; in their order."""
    by_team: dict[int, list[str]] = {team: []}
    for point in sorted(points, key=lambda point: list(POINT_NAMES).index(point["point"])):
        by_team.setdefault(point["team"], []).append(point["point"])
    return by_team.pop(team), by_team


def _trump_of(scene: Scene, event: Event, points: Sequence[Event]) -> str | None:
    """The trump suit of a trick; after the next deal it is read off the trick, if it can be."""
    if scene.public["trump"] is not None:
        return str(scene.public["trump"])
    cards, won = event["cards"], {point["point"] for point in points}
    fitting = [
        suit
        for suit in SUITS
        if {point_of(card, suit) for _, card in cards} - {None} == won
        and cards[winner(cards, suit)][0] == event["seat"]
    ]
    return fitting[0] if len(fitting) == 1 else None


def _lay(scene: Scene, seat: int, card: str, trump: str | None) -> str:
    shown = face(card) if trump is None else named(card, trump, scene.text)
    return scene.text.gettext("{name} {card}", name=scene.name(seat), card=shown)


# --- a hand ---------------------------------------------------------------------------------------


def hand_account(scene: Scene, score: Event) -> str:
    """Why the bid was made or not, who won what, and what that makes (SC-13)."""
    lines = (_bid_account(scene, score), _others(scene, score), _game(scene, score))
    return "\n".join((*lines, scores_line(scene, score)))


def _bid_account(scene: Scene, score: Event) -> str:
    text, team = scene.text, score["team"]
    won = _won_by(score, team)
    facts = {
        "number": score["hand_no"],
        "team": team_name(text, team),
        "name": scene.name(score["bidder"]),
        "bid": score["bid"],
        "won": point_names(won, text),
    }
    if score["made"]:
        return text.ngettext(
            "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: {n} point, **made**.",
            "Hand {number}: **{team}** ({name}) bid {bid} and won {won}: {n} points, **made**.",
            len(won),
            **facts,
        )
    if not won:
        return text.gettext(
            "Hand {number}: **{team}** ({name}) bid {bid} and won nothing: **set**, so it loses "
            "{bid}.",
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


def scores_line(scene: Scene, score: Event) -> str:
    """The scores after a hand, and why nobody has won with enough points."""
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
    scores = text.gettext("**Scores**: {scores}.", scores=", ".join(told))
    leaders = _level(scene, score)
    if not leaders:
        return scores
    return text.gettext(
        "{scores} {teams} are level at {score}, so another hand is played.",
        scores=scores,
        teams=listed([team_name(text, team) for team in leaders], text),
        score=max(score["scores"]),
    )


def _level(scene: Scene, score: Event) -> list[int]:
    """The teams that could have won but for each other (SC-14)."""
    best, last = max(score["scores"]), score["hand_no"] == scene.options["max_hands"]
    leaders = [team for team, total in enumerate(score["scores"]) if total == best]
    level = len(leaders) > 1 and score["team"] not in leaders
    return leaders if level and best >= scene.options["target"] and not last else []


def _in_short(scene: Scene, score: Event) -> str:
    """A hand in a line: whether the bid was made, and what that makes."""
    text, team = scene.text, team_name(scene.text, score["team"])
    facts = {"number": score["hand_no"], "team": team, "bid": score["bid"]}
    told = (
        text.gettext("Hand {number}: **{team}** bid {bid}, **made**.", **facts)
        if score["made"]
        else text.gettext("Hand {number}: **{team}** bid {bid}, **set**.", **facts)
    )
    return text.gettext("{hand} {scores}", hand=told, scores=scores_line(scene, score))


def _over(scene: Scene, event: Event) -> str:
    """Who has won, and why now and not another team (SC-14)."""
    text, scores, options = scene.text, scene.public["scores"], scene.options
    teams = sorted({team_of(scene.public, seat) for seat in event["winners"]})
    best = max(scores)
    won = _won(scene, teams, best)
    if best >= options["target"] and len(teams) == 1:
        return won
    return text.ngettext(
        "After the only hand: {won}",
        "After the last of {n} hands: {won}",
        options["max_hands"],
        won=won,
    )


def _won(scene: Scene, teams: Sequence[int], best: int) -> str:
    text, scores = scene.text, scene.public["scores"]
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
