"""What a sensible player of Schmier plays and throws, judged by the cards in sight.

Quick enough to be asked thousands of times while hands are played on in thought. All trumps are in
play (only a dealer with too many discards some), so a player knows which ones the others hold.
Numbers are points of the hand (SC-4), found by play against one another.
"""

from collections.abc import Sequence
from typing import Final

from engine.games.schmier_cards import PLAYERS
from engine.players._schmier_codes import (
    ACE,
    JOKER,
    LEFT,
    LOWEST_TRUMP,
    PLAIN_ACE,
    PLAIN_KING,
    PLAIN_QUEEN,
    PLAIN_TEN,
    RIGHT,
    SUIT_MASKS,
    TEN,
    TRUMP,
    TRUMPS,
    TWO,
    mask,
)
from engine.players._schmier_tricks import PRIZES, WORTHS, Tricks

# --- discards -------------------------------------------------------------------------------------

_MOST: Final = 3
_KEPT: Final = {PLAIN_ACE: 1.2, PLAIN_KING: 1.0, PLAIN_TEN: 0.9, PLAIN_QUEEN: 0.5}
"""Why a card is kept rather than exchanged, by rank."""
_KEPT_BY_DEALER: Final = {PLAIN_ACE: 1.2, PLAIN_KING: 1.0, PLAIN_QUEEN: 0.5, PLAIN_TEN: 0.05}
"""The dealer can't draw any more: a ten in hand is soon caught."""
_COMPANY: Final = 0.15
"""What every card of a suit adds to keeping another: short suits are thrown first."""
_SPARED: Final = (1 << ACE) | (1 << RIGHT) | (1 << LEFT) | (1 << JOKER) | (1 << TWO)
"""Trumps that even a dealer with too many may not discard (SC-10)."""


def thrown(hand: Sequence[int]) -> list[int]:
    """SC-9: up to three cards that aren't trumps, for whatever the stock holds."""
    plain = [code for code in hand if code < LOWEST_TRUMP]
    if len(plain) <= _MOST:
        return plain
    gone: list[int] = []
    for _ in range(_MOST):
        suits = [code >> 4 for code in plain]
        worst = min(plain, key=lambda code: _kept_plain(code) + _COMPANY * suits.count(code >> 4))
        plain.remove(worst)
        gone.append(worst)
    return gone


def _kept_plain(code: int) -> float:
    return _KEPT.get(code & 15, (code & 15) * 0.01)


def thrown_by_dealer(hand: Sequence[int]) -> list[int]:
    """SC-10: all but the six best cards that may be kept."""
    if len(hand) <= PLAYERS:
        return []
    return sorted(hand, key=_dealer_keeps)[: len(hand) - PLAYERS]


def _dealer_keeps(code: int) -> float:
    if code >= LOWEST_TRUMP:
        return code + (100 if _SPARED >> code & 1 else 0)
    return _KEPT_BY_DEALER.get(code & 15, (code & 15) * 0.01)


def exchange(hands: list[list[int]], stock: Sequence[int], dealer: int) -> None:
    """Everybody discards and draws, the dealer last; `stock` is from the top."""
    at = 0
    for step in range(1, PLAYERS):
        seat = (dealer + step) % PLAYERS
        gone = thrown(hands[seat])
        drawn = stock[at : at + len(gone)]
        hands[seat] = [code for code in hands[seat] if code not in gone] + list(drawn)
        at += len(gone)
    full = hands[dealer] + list(stock[at:])
    gone = thrown_by_dealer(full)
    hands[dealer] = [code for code in full if code not in gone]


# --- cards ----------------------------------------------------------------------------------------

_EAGER: Final = 1.08
"""How sure others are to win a trick that they could win; above 1 for caution."""
_VOID, _VOID_LATER = 0.12, 0.35
"""How likely it is that somebody lacks a suit when it is led first, and after that."""
_LOSS: Final = 0.5
"""What a point for another team costs."""
_RESCUES, _RESCUES_MINE = 0.83, 0.3
"""How sure a partner is to win a trick back from others."""
_PLAIN_SHARE: Final = 30
"""Of so many cards, hidden ones of a suit are spread over all places."""

_KEEP_HIGH, _KEEP_FOR_PRIZE = 0.49, 0.25
"""What a high trump may still win, and for every prize that is out."""
_KEEP_LOWER: Final = {TEN: 0.12, JOKER: 0.2}
_KEEP_LOW, _KEEP_RANK = 0.145, 0.004
_KEEP_BOWER: Final = (1.0, 0.7, 0.5, 0.42)
"""What a bower in hand may still bring, by the number of higher trumps that are out."""
_KEEP_BOWER_STILL: Final = 0.2
_KEEP_ACE, _KEEP_KING, _KEEP_PLAIN = 0.08, 0.03, 0.001

_LONG: Final = 4
"""With so many trumps a bidding side leads high ones though they aren't the highest."""
_LEAD_LAST_TRUMP, _LEAD_HIGHEST, _LEAD_LOW = 0.3, 0.2, -0.3
_LEAD_ACE, _LEAD_ACE_LATER = 0.35, -0.2


def choose(tricks: Tricks, seat: int) -> int:
    """The card of the seat that is on turn."""
    hand = tricks.hands[seat]
    if len(hand) == 1:
        return hand[0]
    if tricks.led < 0:
        return lead(tricks, seat, hand)
    led = tricks.led
    legal = [code for code in hand if code >> 4 == led] or hand
    return legal[0] if len(legal) == 1 else follow(tricks, seat, legal)


def lead(tricks: Tricks, seat: int, legal: Sequence[int]) -> int:
    """The card to lead: high trumps from strength, sure tricks, else what loses least."""
    mine = mask(tricks.hands[seat])
    others = tricks.unplayed & ~mine
    out = others & TRUMPS
    top = max(legal)
    if out and top >= LOWEST_TRUMP:
        higher = (out >> (top + 1)).bit_count()
        bids = seat % tricks.teams == tricks.bidder % tricks.teams
        if not higher and (bids or out & PRIZES or len(legal) <= 3):
            return top
        strong = (mine & TRUMPS).bit_count() >= _LONG and top > RIGHT
        if bids and strong and higher <= 2:
            return top
    return max(legal, key=lambda code: _lead_worth(tricks, code, others))


def _lead_worth(tricks: Tricks, code: int, others: int) -> float:
    suit, worth, out = code >> 4, WORTHS[code], others & TRUMPS
    if suit == TRUMP:
        if not out:
            return _LEAD_LAST_TRUMP + worth * 0.1
        if not out >> (code + 1):
            return _LEAD_HIGHEST
        if code in (LEFT, RIGHT, JOKER, TEN):
            return -1.0 - worth
        return _LEAD_LOW - (code - LOWEST_TRUMP) * 0.02
    if (others & SUIT_MASKS[suit]) >> (code + 1):
        return -1.5 * worth - (code & 15) * 0.002
    ruffed = out and tricks.led_before >> suit & 1
    return _LEAD_ACE_LATER if ruffed else _LEAD_ACE + worth


def follow(tricks: Tricks, seat: int, legal: Sequence[int]) -> int:
    """The card to play to a trick: by the chance that it is won, and what is kept for later."""
    others = tricks.unplayed & ~mask(tricks.hands[seat])
    out = others & TRUMPS
    safe, rescued = _outlook(tricks, seat, tricks.best, others)
    ours = tricks.winner % tricks.teams == seat % tricks.teams
    stays = safe if ours else rescued * _RESCUES * safe
    most, choice = -99.0, legal[0]
    for code in legal:
        won = stays
        if tricks.beats(code):
            safe, rescued = _outlook(tricks, seat, code, others)
            won = safe + (1 - safe) * rescued * _RESCUES_MINE
        merit = (tricks.worth + WORTHS[code]) * (won * (1 + _LOSS) - _LOSS) - _kept(code, out)
        if merit > most:
            most, choice = merit, code
    return choice


def _outlook(tricks: Tricks, seat: int, best: int, others: int) -> tuple[float, float]:
    """How likely it is that later opponents don't beat a card, and that a later partner does."""
    teams, voids, hands, led = tricks.teams, tricks.voids, tricks.hands, tricks.led
    trumps = others & TRUMPS
    higher = (trumps >> (best + 1)).bit_count() if best >= LOWEST_TRUMP else trumps.bit_count()
    plain = 0
    if best < LOWEST_TRUMP:
        plain = ((others & SUIT_MASKS[led]) >> (best + 1)).bit_count()
    if not higher and not plain:
        return 1.0, 0.0
    held = len(hands[seat])
    room = sum(
        len(hands[other]) for other in range(PLAYERS) if other != seat and not voids[other] & 8
    )
    trumped = 1 - (1 - held / room) ** higher if room > held else float(higher > 0)
    followed = 1 - (1 - held / _PLAIN_SHARE) ** plain
    void = _VOID_LATER if tricks.led_before >> led & 1 else _VOID
    safe, rescued = 1.0, 0.0
    for step in range(1, tricks.left):
        other = (seat + step) % PLAYERS
        beaten = 0.0 if voids[other] & 8 else trumped
        if led != TRUMP:
            lacks = 1.0 if voids[other] >> led & 1 else void
            beaten = beaten * lacks + followed * (1 - lacks)
        if other % teams == seat % teams:
            rescued += beaten
        else:
            safe *= max(0.0, 1 - beaten * _EAGER)
    return safe, min(1.0, rescued)


def _kept(code: int, out: int) -> float:
    """What a card may still bring if it isn't played now; `out` are the others' trumps."""
    if code < LOWEST_TRUMP:
        rank = code & 15
        if rank == PLAIN_ACE:
            return _KEEP_ACE
        return rank * _KEEP_PLAIN + (_KEEP_KING if rank == PLAIN_KING else 0.0)
    higher = (out >> (code + 1)).bit_count()
    if code in (LEFT, RIGHT):
        return _KEEP_BOWER[higher] if higher < len(_KEEP_BOWER) else _KEEP_BOWER_STILL
    if code > RIGHT and out:
        return (_KEEP_HIGH + _KEEP_FOR_PRIZE * (out & PRIZES).bit_count()) / (1 + higher)
    if code != JOKER and not higher:
        return _KEEP_HIGH
    return _KEEP_LOWER.get(code, _KEEP_LOW + (code - LOWEST_TRUMP) * _KEEP_RANK)
