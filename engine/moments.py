"""The moments of a game that its people may remember: found by playing it again from its journal.

A moment belongs to a seat, and counts only if whoever sits there decided everything in it
themselves: not a computer for them, and not whoever sat there before.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.game import Event, State

SELF: Final = ("person", "standing")
"""How the journal names decisions that people made themselves."""
SILENCE: Final = "clock"
"""How it names a decision that was made when the time was over."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of moment: `good` if people are glad of it, `lowest` if less is more."""

    name: str
    game: str
    good: bool
    lowest: bool = False


LONGEST_LIFE: Final = "longest_life"
"""Cards played one after the other without a bust."""
HIGHEST_BUST: Final = "highest_bust"
"""The count that a bust made."""
CLEANEST_ROUND: Final = "cleanest_round"
"""Bull heads of a whole round, as few as possible, and fewer than the average of that round."""
MOST_HEADS: Final = "most_heads"
"""Bull heads of one trick."""
HIGHEST_BID: Final = "highest_bid"
"""A bid that was made."""
HIGHEST_SET: Final = "highest_set"
"""A bid that failed."""
MOST_CAUGHT: Final = "most_caught"
"""Points in the hands of the others when somebody went out."""
WORST_ROUND: Final = "worst_round"
"""Points in one's own hand at the end of a round."""

KINDS: Final = (
    Kind(LONGEST_LIFE, "ninetynine", good=True),
    Kind(HIGHEST_BUST, "ninetynine", good=False),
    Kind(LONGEST_LIFE, "onehundred", good=True),
    Kind(HIGHEST_BUST, "onehundred", good=False),
    Kind(CLEANEST_ROUND, "take5", good=True, lowest=True),
    Kind(MOST_HEADS, "take5", good=False),
    Kind(HIGHEST_BID, "schmier", good=True),
    Kind(HIGHEST_SET, "schmier", good=False),
    Kind(MOST_CAUGHT, "toonerville", good=True),
    Kind(WORST_ROUND, "toonerville", good=False),
)
"""Every kind of every game, its good ones first."""
_LOWEST: Final = frozenset(kind.name for kind in KINDS if kind.lowest)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat did: `value` as the kind counts it, `ply` actions into its game."""

    kind: str
    value: int
    ply: int

    def beats(self, other: "Moment | None") -> bool:
        """Whether it is further out than another of its kind; an equal one doesn't beat it."""
        if other is None:
            return True
        return self.value < other.value if self.kind in _LOWEST else self.value > other.value


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of a journal: `by` as it is named there, `own` if its seat had its person yet."""

    seat: int
    action: str
    by: str
    own: bool = True


def moments_of(state: State, deeds: Iterable[Deed]) -> dict[int, dict[str, Moment]]:
    """Play a game from its deal and return each seat's moments by kind.

    The state moves on to the end. ValueError if the rules refuse an action.
    """
    watcher = _WATCHERS[state.game.name](state.game.players)
    for event in state.events:
        watcher.saw(event)
    for ply, deed in enumerate(deeds, start=1):
        # where an answer may well be skipped, saying nothing is one
        chosen = deed.by in SELF or (deed.by == SILENCE and state.is_brief)
        state.apply(deed.seat, deed.action)
        watcher.ply = ply
        watcher.acted(deed.seat, deed.action, own=chosen and deed.own)
        for event in state.events:
            if event["to"] == "all":
                watcher.saw(event)
    return watcher.moments


class _Watcher(ABC):
    """Looks on as a game is played, and keeps the furthest moment of every seat and kind."""

    def __init__(self, players: int) -> None:
        self.moments: dict[int, dict[str, Moment]] = {seat: {} for seat in range(players)}
        self.ply = 0
        self.mixed: set[int] = set()
        """The seats for which somebody else has decided in what is going on."""

    def acted(self, seat: int, action: str, *, own: bool) -> None:  # noqa: ARG002
        """Take note of a decision, before what it has caused."""
        if not own:
            self.mixed.add(seat)

    @abstractmethod
    def saw(self, event: Event) -> None:
        """Take note of a public event."""

    def note(self, seat: int, kind: str, value: int) -> None:
        moment = Moment(kind, value, self.ply)
        if moment.beats(self.moments[seat].get(kind)):
            self.moments[seat][kind] = moment


class _Adding(_Watcher):
    """Ninety-Nine and One Hundred: a life is the cards from one bust to the next."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self._lives = [0] * players

    def saw(self, event: Event) -> None:
        kind = event["type"]
        if kind not in ("play", "bust"):
            return
        seat = event["seat"]
        own = seat not in self.mixed
        self.mixed.discard(seat)
        if kind == "bust" and own:
            self.note(seat, HIGHEST_BUST, event["count"])
        self._lives[seat] = self._lives[seat] + 1 if kind == "play" and own else 0
        if self._lives[seat]:
            self.note(seat, LONGEST_LIFE, self._lives[seat])


class _TakeFive(_Watcher):
    """Take 5: a seat places one card in a trick, so what that costs is what the trick costs."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self._not_mine: set[int] = set()
        """The seats whose pick, or row, of this trick somebody else has chosen."""

    def acted(self, seat: int, action: str, *, own: bool) -> None:
        super().acted(seat, action, own=own)
        if not own:
            self._not_mine.add(seat)
        elif not action.startswith("row"):  # a pick may be changed; a row is chosen besides it
            self._not_mine.discard(seat)

    def saw(self, event: Event) -> None:
        match event["type"]:
            case "round":
                self.mixed.clear()
            case "place" if event["heads"] and event["seat"] not in self._not_mine:
                self.note(event["seat"], MOST_HEADS, event["heads"])
            case "score":
                heads = event["heads"]
                for seat, own in enumerate(heads):
                    better = own * len(heads) < sum(heads)
                    if seat not in self.mixed and (better or not own):
                        self.note(seat, CLEANEST_ROUND, own)


class _Schmier(_Watcher):
    """Schmier: what counts is the hand of whoever bid."""

    def saw(self, event: Event) -> None:
        if event["type"] == "deal":
            self.mixed.clear()
        elif event["type"] == "score" and event["bidder"] not in self.mixed:
            kind = HIGHEST_BID if event["made"] else HIGHEST_SET
            self.note(event["bidder"], kind, event["bid"])


class _Toonerville(_Watcher):
    """Toonerville Rook: what counts are whole rounds."""

    def saw(self, event: Event) -> None:
        if event["type"] == "round":
            self.mixed.clear()
        elif event["type"] == "round_over":
            out, points = event["seat"], event["points"]
            if out is not None and out not in self.mixed:
                self.note(out, MOST_CAUGHT, sum(points))
            for seat, own in enumerate(points):
                if own and seat not in self.mixed:
                    self.note(seat, WORST_ROUND, own)


_WATCHERS: Final[Mapping[str, type[_Watcher]]] = {
    "ninetynine": _Adding,
    "onehundred": _Adding,
    "take5": _TakeFive,
    "schmier": _Schmier,
    "toonerville": _Toonerville,
}
