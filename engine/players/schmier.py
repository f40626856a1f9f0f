"""Computer players for Schmier.

The easy one bids little and plays any card that isn't thrown away. The normal one deals the unseen
cards many times, plays each deal on by simple habits, and does what brings its team most.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import SUITS
from engine.game import Random, View
from engine.games.schmier_cards import NAMES, NUMBERS
from engine.players._schmier_bids import Estimate, strength, strongest
from engine.players._schmier_codes import CARDS, CODES, LOWEST_TRUMP, PLAIN_ACE
from engine.players._schmier_habits import choose, lead, thrown, thrown_by_dealer
from engine.players._schmier_seen import Seen, best_card, seen
from engine.players._schmier_tricks import WORTHS

_HIGH, _SIX = 5, 6
"""Bids that are thought over longer, and the highest."""


# --- easy -----------------------------------------------------------------------------------------

_EASY_BIDS: Final = {3: 2.55, 4: 4.2}
"""The strength of a suit with which an easy player bids so many points.

With six of them roughly one deal in ten is passed out.
"""
_PRIZED: Final = 0.25
"""Whatever is worth so much isn't thrown to others."""


def easy(observation: View, rng: Random) -> str:
    """Take any action, but waste no bower, joker, ten or ace, and bid only on good trumps."""
    phase, legal = observation["public"]["phase"], observation["legal_actions"]
    hand = [NUMBERS[card] for card in observation["private"]["hand"]]
    if len(legal) == 1:
        return str(legal[0])
    if phase == "bid":
        return _easy_bid(hand, legal, rng)
    if phase == "trump":
        return f"trump={SUITS[strongest(hand, 1)[0]]}"
    if phase == "dealer_discard":
        return _dealer_discard(observation, rng)
    if phase == "discard":
        trump = SUITS.index(observation["public"]["trump"])
        codes = CODES[trump]
        plain = [code for code in (codes[card] for card in hand) if code < LOWEST_TRUMP]
        going = [code for code in plain if code & 15 != PLAIN_ACE]
        rng.shuffle(going)
        return _discarding(going[: rng.randrange(4)], trump)
    return _easy_card(observation, rng)


def _easy_bid(hand: list[int], legal: Sequence[str], rng: Random) -> str:
    best = max(strength(hand, trump) for trump in range(len(SUITS)))
    bids = [
        f"bid{bid}" for bid, least in _EASY_BIDS.items() if best >= least and f"bid{bid}" in legal
    ]
    return bids[rng.randrange(len(bids))] if bids else "pass"


def _easy_card(observation: View, rng: Random) -> str:
    view = seen(observation)
    names, codes = _legal_cards(observation)
    tricks = view.tricks
    kept = codes
    if tricks.led < 0:
        kept = [code for code in codes if WORTHS[code] < _PRIZED]
    elif tricks.winner % tricks.teams != view.seat % tricks.teams:
        kept = [code for code in codes if tricks.beats(code) or WORTHS[code] < _PRIZED]
    code = (kept or codes)[rng.randrange(len(kept or codes))]
    return names[code]


# --- normal ---------------------------------------------------------------------------------------

_FIRST_DEALS, _DEALS, _SURE_DEALS = 16, 60, 240
"""How many deals tell that a hand is hopeless, that it is good, and that it is very good."""
_TRUMP_DEALS: Final = 30
"""How many deals tell which suit is best."""
_HOPE: Final = 1.6
"""The least strength of a suit that is thought about, but for the dealer, who gets the stock."""
_DEALERS_HOPE: Final = 1.0
_LIKELY: Final = 0.62
"""The chance with which a bid has to be made …"""
_LIKELIER: Final = 0.8
"""… over one's partner, or higher than need be."""
_SHUT_OUT: Final = 0.64
"""The chance with which six is bid: nobody can bid after it."""
_DOUBT: Final = 0.2
"""By how much a chance may be underrated after a few deals."""
_PASS_WORTH: Final = -0.9
"""What passing brings on average: mostly others bid and make it."""


def normal(observation: View, rng: Random) -> str:
    """Do what brings the team most, as far as can be told."""
    legal = observation["legal_actions"]
    if len(legal) == 1:
        return str(legal[0])
    return _NORMAL[observation["public"]["phase"]](observation, rng)


def _bid(observation: View, rng: Random) -> str:
    public, me = observation["public"], observation["seat"]
    hand = [NUMBERS[card] for card in observation["private"]["hand"]]
    trumps = strongest(hand, 2)
    is_dealer = me == public["dealer"]
    if strength(hand, trumps[0]) < (_DEALERS_HOPE if is_dealer else _HOPE):
        return "pass"
    bids = [int(action[-1]) for action in observation["legal_actions"] if action != "pass"]
    teams, high = len(public["scores"]), public["bid"]
    over_partner = high is not None and high["seat"] % teams == me % teams
    needed = _LIKELIER if over_partner else _LIKELY
    estimate = Estimate(observation, trumps)
    estimate.think(_FIRST_DEALS, rng)
    trump = max(trumps, key=lambda suit: estimate.worth(suit, bids[0]))
    if estimate.chance(trump, bids[0]) < needed - _DOUBT:
        return "pass"
    estimate.think(_DEALS - _FIRST_DEALS, rng)
    trump = max(trumps, key=lambda suit: estimate.worth(suit, bids[0]))
    if estimate.chance(trump, max(bids[0], _HIGH)) >= _LIKELY - _DOUBT / 2:
        estimate.trumps = [trump]
        estimate.think(_SURE_DEALS - _DEALS, rng)
    if estimate.chance(trump, bids[0]) < needed or estimate.worth(trump, bids[0]) < _PASS_WORTH:
        return "pass"
    return f"bid{bids[0] if is_dealer else _highest(estimate, trump, bids)}"


def _highest(estimate: Estimate, trump: int, bids: Sequence[int]) -> int:
    """The lowest of the bids, or a higher one that is nearly as good and keeps others out."""
    if estimate.chance(trump, _SIX) >= _SHUT_OUT:
        return _SIX
    return max(bid for bid in bids if bid == bids[0] or estimate.chance(trump, bid) >= _LIKELIER)


def _name_trump(observation: View, rng: Random) -> str:
    hand = [NUMBERS[card] for card in observation["private"]["hand"]]
    trumps = strongest(hand, 3)
    if len(trumps) > 1:
        estimate = Estimate(observation, trumps)
        estimate.think(_TRUMP_DEALS, rng)
        bid = observation["public"]["bid"]["points"]
        trumps.sort(key=lambda trump: -estimate.worth(trump, bid))
    return f"trump={SUITS[trumps[0]]}"


def _discard(observation: View, rng: Random) -> str:  # noqa: ARG001
    trump, hand = _coded(observation)
    return _discarding(thrown(hand), trump)


def _dealer_discard(observation: View, rng: Random) -> str:  # noqa: ARG001
    trump, hand = _coded(observation)
    return _discarding(thrown_by_dealer(hand), trump)


def _play(observation: View, rng: Random) -> str:
    view = seen(observation)
    names, codes = _legal_cards(observation)
    return names[best_card(view, codes, _usual(view, codes), rng)]


def _usual(view: Seen, legal: Sequence[int]) -> int:
    """What habit says."""
    if view.tricks.led < 0:
        return lead(view.tricks, view.seat, legal)
    return choose(view.tricks, view.seat)


def _coded(observation: View) -> tuple[int, list[int]]:
    """The trump suit and the codes of the hand."""
    trump = SUITS.index(observation["public"]["trump"])
    return trump, [CODES[trump][NUMBERS[card]] for card in observation["private"]["hand"]]


def _legal_cards(observation: View) -> tuple[dict[int, str], list[int]]:
    """The cards that may be played: the name of each code, and the codes."""
    codes = CODES[SUITS.index(observation["public"]["trump"])]
    names = {codes[NUMBERS[action]]: action for action in observation["legal_actions"]}
    return names, list(names)


def _discarding(gone: Sequence[int], trump: int) -> str:
    cards = sorted(CARDS[trump][code] for code in gone)
    return "discard=" + ",".join(NAMES[card] for card in cards)


_NORMAL: Final[dict[str, Callable[[View, Random], str]]] = {
    "bid": _bid,
    "trump": _name_trump,
    "discard": _discard,
    "dealer_discard": _dealer_discard,
    "play": _play,
}
