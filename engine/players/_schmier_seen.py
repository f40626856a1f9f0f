"""What a player of Schmier knows of the tricks of a hand, and which card does best in thought."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from engine.cards import SUITS
from engine.game import Random, View
from engine.games.schmier_cards import NUMBERS, PLAYERS
from engine.players._schmier_codes import CODES, LOWEST_TRUMP, PLAIN_ACE, TRUMP, mask
from engine.players._schmier_habits import choose
from engine.players._schmier_tricks import Tricks

_EVERY: Final = tuple(map(mask, CODES))

_BIDDER_EAGER: Final = 1.5
"""How much likelier than elsewhere trumps are with the bidder, and with the dealer …"""
_DEALER_EAGER: Final = 0.5
_FEW_THROWN: Final = 0.7
"""… and for every card less than three that somebody has thrown."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The tricks as one of their players sees them; cards are codes, lists go by seat or team."""

    seat: int
    hand: list[int]
    hidden: list[int]
    """The cards of which I don't know where they are: with others, or thrown by them."""
    rooms: list[int]
    """How many cards each seat still holds."""
    eager: list[float]
    """How likely a trump lies with each seat, for every card that it holds."""
    tricks: Tricks
    """As far as they have been played; all hands but mine hold nothing that could be looked at."""
    bid: int

    def deal(self, rng: Random) -> list[list[int]]:
        """Hands as they may be: trumps are all held, and nobody has what they couldn't follow."""
        hands: list[list[int]] = [[] for _ in range(PLAYERS)]
        rooms, hidden, odd = self.rooms.copy(), self.hidden.copy(), []
        rooms[self.seat] = 0
        rng.shuffle(hidden)
        hidden.sort(key=_is_held, reverse=True)
        for code in hidden:
            suit = code >> 4
            chances = [
                0.0 if not room or void >> suit & 1 else room * (eager if suit == TRUMP else 1.0)
                for room, void, eager in zip(rooms, self.tricks.voids, self.eager, strict=True)
            ]
            seat = _any_of(chances, rng.random())
            if seat < 0:
                odd.append(code)
            else:
                rooms[seat] -= 1
                hands[seat].append(code)
        for seat, room in enumerate(rooms):  # hardly ever: nothing else fits there
            hands[seat] += [odd.pop() for _ in range(room)]
        hands[self.seat] = self.hand.copy()
        return hands

    def start(self, hands: list[list[int]]) -> Tricks:
        """The tricks from here, with these hands, which will be played from."""
        known = self.tricks
        tricks = Tricks(
            known.teams, known.bidder, hands, known.unplayed, known.voids.copy(),
            known.points.copy(), known.card_points.copy(),
        )  # fmt: skip
        tricks.led_before, tricks.led, tricks.best = known.led_before, known.led, known.best
        tricks.winner, tricks.left, tricks.worth = known.winner, known.left, known.worth
        tricks.value, tricks.prizes = known.value, known.prizes
        return tricks


def _is_held(code: int) -> int:
    """Trumps are never thrown, aces seldom: they are dealt to hands first."""
    return 2 if code >= LOWEST_TRUMP else int(code & 15 == PLAIN_ACE)


def _any_of(chances: Sequence[float], luck: float) -> int:
    """An index by these chances, -1 if there is none."""
    luck *= sum(chances)
    last = -1
    for index, chance in enumerate(chances):
        if chance:
            last = index
            luck -= chance
            if luck < 0:
                break
    return last


def seen(observation: View) -> Seen:
    """What the player knows who made the observation and has to play a card."""
    public, private, me = observation["public"], observation["private"], observation["seat"]
    trump = SUITS.index(public["trump"])
    codes = CODES[trump]
    hand = [codes[NUMBERS[card]] for card in private["hand"]]
    rooms: list[int] = public["hand_sizes"]
    bidder, bid = public["bid"]["seat"], public["bid"]["points"]
    eager = [1 + _FEW_THROWN * max(0, 3 - thrown) for thrown in public["discarded"]]
    eager[public["dealer"]] = 1 + _DEALER_EAGER
    eager[bidder] += _BIDDER_EAGER
    teams = len(public["scores"])
    tricks = Tricks(
        teams=teams,
        bidder=bidder,
        hands=[hand if seat == me else [0] * room for seat, room in enumerate(rooms)],
        unplayed=_EVERY[trump] & ~mask([codes[NUMBERS[card]] for card in private["thrown"]]),
        voids=[0] * PLAYERS,
        points=[sum(public["points_won"][str(team)].values()) for team in range(teams)],
        card_points=list(public["card_points"]),
    )
    for event in this_hand(observation):
        if event["type"] == "play":
            tricks.put(event["seat"], codes[NUMBERS[event["card"]]])
        elif event["type"] == "trick":
            tricks.sweep()
    unknown = tricks.unplayed & ~mask(hand)
    hidden = [code for code in codes if unknown >> code & 1]
    return Seen(me, hand, hidden, list(rooms), eager, tricks, bid)


def this_hand(observation: View) -> list[View]:
    """The public events since the cards were dealt."""
    newest = reversed(observation["history"])
    return list(takewhile(lambda event: event["type"] != "deal", newest))[::-1]


def utility(points: Sequence[int], team: int, bidding: int, bid: int) -> float:
    """What a hand brings a team (SC-13), less what it brings the others on average."""
    gains = list(points)
    if gains[bidding] < bid:
        gains[bidding] = -bid
    return gains[team] - (sum(gains) - gains[team]) / (len(gains) - 1)


# --- playing on -----------------------------------------------------------------------------------

WORK, MORE_WORK = 700, 1_500
"""Cards played in thought for one decision, and once more where another card looks better."""
_FEWEST: Final = 4
"""Fewer deals than that tell nothing."""
_HINT, _PROOF = 0.5, 2.0
"""By how many errors of the estimate a card has to be better to be looked at again, and to win."""
_DOUBT: Final = 0.05


def best_card(view: Seen, legal: Sequence[int], usual: int, rng: Random) -> int:
    """The usual card, or the one that does clearly better when the hand is played on in thought."""
    cards = sum(view.rooms)
    deals = WORK // (len(legal) * cards)
    if deals < _FEWEST:
        return usual
    others = [code for code in legal if code != usual]
    gains = _gains(view, usual, others, deals, rng)
    rival = max(others, key=lambda code: _surely(gains[code], _HINT))
    if _surely(gains[rival], _HINT) <= 0:
        return usual
    more = _gains(view, usual, [rival], MORE_WORK // (2 * cards), rng)
    return rival if _surely(gains[rival] + more[rival], _PROOF) > 0 else usual


def _gains(
    view: Seen, usual: int, others: Sequence[int], deals: int, rng: Random
) -> dict[int, list[float]]:
    """What each of the other cards brings more than the usual one, for so many deals."""
    gains: dict[int, list[float]] = {code: [] for code in others}
    for _ in range(deals):
        hands = view.deal(rng)
        standard = _outcome(view, hands, usual)
        for code in others:
            gains[code].append(_outcome(view, hands, code) - standard)
    return gains


def _outcome(view: Seen, hands: list[list[int]], code: int) -> float:
    tricks = view.start([hand.copy() for hand in hands])
    points = tricks.play_on(view.seat, choose, code)
    team, bidding = view.seat % tricks.teams, tricks.bidder % tricks.teams
    return utility(points, team, bidding, view.bid)


def _surely(gains: Sequence[float], errors: float) -> float:
    """What is gained on average, less so many errors of the estimate."""
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return float(mean - errors * (variance / len(gains)) ** 0.5 - _DOUBT)
