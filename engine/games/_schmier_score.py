"""What a hand of Schmier brings each team, and when the game is over (SC-4, SC-5, SC-13, SC-14)."""

from collections.abc import Sequence

from engine.games.schmier_cards import POINTS


def hand_points(
    points_won: Sequence[Sequence[bool]], card_points: Sequence[int]
) -> tuple[tuple[int | None, ...], list[int]]:
    """Return which team has each of the six points, None for nobody, and each team's number."""
    awards: list[int | None] = [
        next((team for team, won in enumerate(points_won) if won[point]), None)
        for point in range(len(POINTS))
    ]
    most = max(card_points)
    awards.append(list(card_points).index(most) if list(card_points).count(most) == 1 else None)
    return tuple(awards), [awards.count(team) for team in range(len(card_points))]


def end_of_game(scores: Sequence[int], bidder: int, *, target: int, last: bool) -> tuple[int, ...]:
    """Return the winning teams after a hand, () if the game goes on (SC-14).

    `bidder` is the team that bid for the hand, `last` whether no further hand may be played.
    """
    best = max(scores)
    leaders = tuple(team for team, score in enumerate(scores) if score == best)
    if best >= target and len(leaders) == 1:
        return leaders
    if (best >= target or last) and bidder in leaders:
        return (bidder,)
    return leaders if last else ()


def team_places(scores: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Return each team's place; a team beaten only by the tie rule is second."""
    best = max(scores)
    return tuple(
        1 if team in winners
        else 2 if score == best
        else 1 + sum(other > score for other in scores)
        for team, score in enumerate(scores)
    )  # fmt: skip
