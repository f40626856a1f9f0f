"""How strong people are: ratings after a game, and the number that is shown for one.

The model is OpenSkill's Plackett-Luce: a strength is believed to be about `mu`, give or take
`sigma`. Pure arithmetic: the same players in whatever order give the same numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

START_MU: Final = 25.0
START_SIGMA: Final = START_MU / 3
_BASE = 1000
_SCALE = 40
_CAUTION = 3
"""What is shown is a strength that is almost surely reached: so many sigmas below mu."""
_LAST = 1_000_000
"""The place of those who left: behind everybody."""
_MODEL = PlackettLuce(mu=START_MU, sigma=START_SIGMA)


@dataclass(frozen=True, slots=True, order=True)
class Rating:
    """What is believed of a person's strength, after so many rated games."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The number for people: 1000 for somebody new, more for more strength, and surer one."""
        return round(_BASE + _SCALE * (self.mu - _CAUTION * self.sigma))


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a finished game: with whom, to which place (1 is best), and how strong before."""

    user_id: int
    team: int
    place: int
    left: bool
    before: Rating


_Side = tuple[int, tuple[Player, ...]]


def rated(players: Iterable[Player]) -> Mapping[int, Rating]:
    """Return the new ratings by user; none of them if fewer than two sides have people.

    Who left is alone and behind everybody, whatever their team did without them.
    """
    sides = sorted(_sides(players), key=_strengths)
    if len(sides) < 2:
        return {}
    ranks = [float(place) for place, _ in sides]
    teams = [[_model(player.before) for player in side] for _, side in sides]
    after = _MODEL.rate(teams, ranks=ranks)
    ratings: dict[int, Rating] = {}
    alike: dict[object, list[PlackettLuceRating]] = {}
    for each, changed in zip(sides, after, strict=True):
        # sides that were alike stay so: the order of a sum would show in the last digits
        numbers = alike.setdefault(_strengths(each), changed)
        for player, new in zip(each[1], numbers, strict=True):
            ratings[player.user_id] = Rating(new.mu, new.sigma, player.before.games + 1)
    return ratings


def _sides(players: Iterable[Player]) -> list[_Side]:
    teams: dict[int, list[Player]] = defaultdict(list)
    sides: list[_Side] = []
    for player in players:
        if player.left:
            sides.append((_LAST, (player,)))
        else:
            teams[player.team].append(player)
    for team in teams.values():
        partners = sorted(team, key=lambda player: _strength(player.before))
        sides.append((min(player.place for player in team), tuple(partners)))
    return sides


def _strengths(side: _Side) -> tuple[int, tuple[tuple[float, float], ...]]:
    place, players = side
    return place, tuple(_strength(player.before) for player in players)


def _strength(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


def _model(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
