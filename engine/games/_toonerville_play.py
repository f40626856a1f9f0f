"""How a game of Toonerville Rook goes on: deals, turns, purchases, melds, the end of a round.

What may be seen and listed of it is in `toonerville.py`.
"""

from bisect import insort

from engine.game import Game, IllegalAction, State
from engine.games._rook_melds import Meld
from engine.games._toonerville_cards import (
    CONTRACTS,
    DISCARDED,
    NAMES,
    POINTS,
    ROOK,
    Contract,
    Rules,
    cards_of,
    names,
)
from engine.games._toonerville_contract import can_pay, can_still_pay, pays, read_contract, swap_in
from engine.games._toonerville_log import Line, meld_line
from engine.games._toonerville_melds import (
    IDS,
    Menu,
    laid_off,
    lay_menu,
    read_lay,
    read_swap,
    swap_menu,
    swapped,
)
from engine.games._toonerville_refusals import (
    not_answered,
    not_drawn,
    not_held,
    not_in_turn,
    not_yours,
)
from engine.shuffle import shuffled

DRAW, BUY, MELD, OVER = "draw", "buy", "meld", "over"


class Play(State):
    """A game in play; cards are kept as their places in a Rook deck, sets of seats as bits.

    The draw pile has its top last, where it is popped; so have the discards, oldest first.
    """

    __slots__ = (
        "_answered", "_asked", "_buys", "_contract", "_dealer", "_drawn", "_fresh", "_hands",
        "_lays", "_log", "_mark", "_melds", "_menu", "_met", "_owed", "_owners", "_phase",
        "_pile", "_ply", "_reshuffles", "_round_scores", "_rules", "_scores", "_shuffles",
        "_stock", "_swaps", "_taken", "_turn", "_turn_no", "_waiting", "_wanting", "deck",
        "first_dealer", "game", "seed",
    )  # fmt: skip

    def __init__(
        self, game: Game, rules: Rules, seed: bytes, dealer: int, deck: tuple[str, ...] | None
    ) -> None:
        self.game = game
        self.seed = seed
        self.first_dealer = dealer
        self.deck = deck
        self._rules = rules
        self._ply = 0
        self._shuffles = 0
        self._scores = [0] * rules.players
        self._round_scores: list[tuple[int, ...]] = []
        self._asked: tuple[int, ...] = ()
        self._wanting = 0
        self._log: list[Line] = []
        self._begin_action()
        self._new_round(rules.first_round, dealer)

    def _begin_action(self) -> None:
        self._mark = len(self._log)
        self._drawn: tuple[tuple[int, int, int], ...] = ()
        """The cards drawn by the last action: where in the log, by whom, which."""
        self._answered: tuple[int, str] | None = None
        """The secret answer that was the last action."""
        self._menu: tuple[str, ...] | None = None
        """Ways to lay down the contract, once they have been asked for."""

    # --- rounds and turns -----------------------------------------------------------------------

    def _new_round(self, number: int, dealer: int) -> None:
        """TR-2: shuffle all cards, deal them, turn the next one up."""
        players = self._rules.players
        if self.deck is not None and self._shuffles == 0:
            deck = cards_of(self.deck)
        else:
            deck = shuffled(self._rules.deck, self.seed, self._shuffles)
        self._shuffles += 1
        self._contract: Contract = CONTRACTS[number]
        self._dealer = dealer
        dealt = self._contract.cards * players
        self._hands = [
            sorted(deck[(seat - dealer - 1) % players : dealt : players]) for seat in range(players)
        ]
        self._pile = [deck[dealt]]
        self._stock = deck[:dealt:-1]
        self._melds: list[Meld] = []
        self._owners: list[int] = []
        self._lays: list[Menu] = []
        self._swaps: list[Menu] = []
        self._met = [False] * players
        self._buys = [0] * players
        self._fresh: list[int | None] = [None] * players
        self._reshuffles = self._rules.reshuffles
        self._turn_no = 0
        self._log.append(("round", number, dealer, NAMES[deck[dealt]]))
        self._new_turn((dealer + 1) % players)

    def _new_turn(self, seat: int) -> None:
        self._turn = seat
        self._turn_no += 1
        self._phase = DRAW
        self._waiting = 1 << seat
        self._taken: int | None = None
        self._owed = 0

    def _end_round(self, reason: str, out: int | None = None) -> None:
        """TR-16, TR-17: count the hands; deal again, or end the game."""
        points = tuple([sum([POINTS[card] for card in hand]) for hand in self._hands])
        self._scores = [score + more for score, more in zip(self._scores, points, strict=True)]
        self._round_scores.append(points)
        number = self._contract.number
        hands = tuple(tuple(names(hand)) for hand in self._hands)
        self._log.append(("round_over", number, out, reason, hands, points, tuple(self._scores)))
        if number < self._rules.last_round:
            self._new_round(number + 1, (self._dealer + 1) % self._rules.players)
            return
        self._phase = OVER
        self._waiting = 0
        self._log.append(("over", self.winners()))

    def apply(self, seat: int, action: str) -> None:
        if type(seat) is not int or not 0 <= seat < self._rules.players:
            raise IllegalAction("There is no such seat.")
        phase = self._phase
        if not self._waiting >> seat & 1:
            asked = seat in self._asked
            raise not_yours(phase, action, turn=seat == self._turn, asked=asked)
        if phase == MELD:
            self._act_after_drawing(seat, action)
        elif phase == DRAW:
            if action == "decline":
                self._decline(seat)
            elif action == "take":
                self._take(seat)
            else:
                raise not_drawn()
        elif action in ("buy", "pass"):
            self._answer(seat, action)
        else:
            raise not_answered()

    # --- drawing and buying ---------------------------------------------------------------------

    def _take(self, seat: int) -> None:
        """TR-8: the top discard, which nobody can buy any more."""
        self._begin_action()
        self._ply += 1
        card = self._pile.pop()
        self._taken = card
        self._fresh[seat] = None
        insort(self._hands[seat], card)
        self._phase = MELD
        self._log.append(("take", seat, NAMES[card]))

    def _decline(self, seat: int) -> None:
        """TR-9: ask everybody else, the nearest on the left first, or nobody."""
        self._begin_action()
        self._ply += 1
        self._log.append(("decline", seat, NAMES[self._pile[-1]]))
        self._asked = self._buyers(seat)
        self._wanting = 0
        if not self._asked:
            self._draw_for_the_turn(seat)
            return
        self._phase = BUY
        self._waiting = sum([1 << other for other in self._asked])

    def _buyers(self, seat: int) -> tuple[int, ...]:
        """TR-9: the other seats that may buy, the nearest on the left of `seat` first."""
        players, limit = self._rules.players, self._rules.buy_limit
        ring = [(seat + step) % players for step in range(1, players)]
        return tuple([s for s in ring if limit is None or self._buys[s] < limit])

    def _answer(self, seat: int, action: str) -> None:
        """TR-9: settle the purchase as soon as it is certain who gets the card."""
        self._begin_action()
        self._waiting &= ~(1 << seat)
        if action == "buy":
            self._wanting |= 1 << seat
        passed: list[int] = []
        for other in self._asked:
            if self._waiting >> other & 1:
                self._answered = seat, action
                return
            if self._wanting >> other & 1:
                self._settle(passed, other)
                return
            passed.append(other)
        self._settle(passed, None)

    def _settle(self, passed: list[int], buyer: int | None) -> None:
        self._ply += 1
        self._log += [("pass", seat) for seat in sorted(passed)]
        if buyer is not None:
            card = self._pile.pop()
            self._buys[buyer] += 1
            insort(self._hands[buyer], card)
            self._log.append(("buy", buyer, NAMES[card]))
            if not self._can_draw():
                self._end_round("stock")
                return
            self._draw(buyer)
        self._draw_for_the_turn(self._turn)

    def _draw_for_the_turn(self, seat: int) -> None:
        if not self._can_draw():
            self._end_round("stock")
            return
        self._log.append(("draw", seat))
        self._draw(seat)
        self._phase = MELD
        self._waiting = 1 << seat

    def _draw(self, seat: int) -> None:
        card = self._stock.pop()
        insort(self._hands[seat], card)
        self._fresh[seat] = card
        self._drawn = (*self._drawn, (len(self._log), seat, card))

    def _can_draw(self) -> bool:
        """TR-15: rebuild the draw pile if it is empty; False if that can't be done."""
        if self._stock:
            return True
        if not self._reshuffles or len(self._pile) < 2:
            return False
        self._reshuffles -= 1
        top = self._pile.pop()
        self._stock = shuffled(self._pile, self.seed, self._shuffles)[::-1]
        self._shuffles += 1
        self._pile = [top]
        self._log.append(("reshuffle", len(self._stock)))
        return True

    # --- melds and discards ---------------------------------------------------------------------

    def _act_after_drawing(self, seat: int, action: str) -> None:
        try:
            card = DISCARDED.get(action)
        except TypeError:
            raise not_in_turn(action) from None
        if card is not None:
            self._discard(seat, card)
            return
        word = action.partition("=")[0] if isinstance(action, str) else ""
        if word == "lay":
            self._lay_off(seat, action)
        elif word == "meld":
            self._lay_down(seat, action)
        elif word == "swap":
            self._swap(seat, action)
        else:
            raise not_in_turn(action)

    def _discard(self, seat: int, card: int) -> None:
        """TR-12, TR-13: end the turn, perhaps the round."""
        hand = self._hands[seat]
        if card not in hand:
            raise not_held(card)
        if self._owed:
            raise IllegalAction(
                "Rooks that you took and still have to meld or lay off first: {count}.",
                count=self._owed,
            )
        if card == self._taken and not hand[0] == hand[-1] == card:
            raise IllegalAction(
                "You took {card} this turn, so you may not discard it.", card=NAMES[card]
            )
        self._begin_action()
        self._ply += 1
        hand.remove(card)
        self._fresh[seat] = None
        self._pile.append(card)
        self._log.append(("discard", seat, NAMES[card]))
        if not hand:
            self._end_round("out", seat)
        elif self._turn_no >= self._rules.turns:
            self._end_round("turns")
        else:
            self._new_turn((seat + 1) % self._rules.players)

    def _lay_down(self, seat: int, action: str) -> None:
        """TR-10, TR-14: the contract, all its melds at once."""
        melds = self._check_contract(seat, action)
        self._begin_action()
        self._ply += 1
        hand, place = self._hands[seat], len(self._melds)
        for meld in melds:
            for card in meld.cards:
                hand.remove(card)
                if card == ROOK and self._owed:
                    self._owed -= 1
            self._melds.append(meld)
            self._owners.append(seat)
            self._lays.append(())
            self._swaps.append(())
            self._put(len(self._melds) - 1, meld)
        self._met[seat] = True
        self._log.append(meld_line(seat, melds, place))
        if not hand:
            self._end_round("out", seat)

    def _check_contract(self, seat: int, action: str) -> tuple[Meld, ...]:
        """The melds of a `meld=`; IllegalAction unless they may be laid down now."""
        if self._met[seat]:
            raise IllegalAction("Your contract is down; lay cards off on the melds instead.")
        most = self._rules.max_rooks
        melds = read_contract(action, self._hands[seat], self._contract, most)
        if not pays(melds, self._owed, self._melds, most):
            raise _cannot_pay()
        return melds

    def _lay_off(self, seat: int, action: str) -> None:
        """TR-10: one card on any meld, its own or another's."""
        if not self._met[seat]:
            raise IllegalAction("Only after laying down your contract may you lay cards off.")
        most = self._rules.max_rooks
        card, place, end = read_lay(action, self._melds, most)
        hand = self._hands[seat]
        if card not in hand:
            raise not_held(card)
        if self._owed and not self._may_lay_off(card, place):
            raise _cannot_pay()
        self._begin_action()
        self._ply += 1
        self._owed -= card == ROOK and self._owed > 0
        hand.remove(card)
        self._put(place, laid_off(self._melds[place], card, end))
        self._log.append(("lay", seat, NAMES[card], IDS[place], end or None))
        if not hand:
            self._end_round("out", seat)

    def _may_lay_off(self, card: int, place: int) -> bool:
        """TR-11: whether the Rooks owed could still be played; the end of a run doesn't matter."""
        return self._pays_with(
            place, laid_off(self._melds[place], card, ">"), self._owed - (card == ROOK)
        )

    def _swap(self, seat: int, action: str) -> None:
        """TR-11: the Rook of a run for the card that it stands for."""
        card, place = read_swap(action, self._melds)
        hand = self._hands[seat]
        if card not in hand:
            raise not_held(card)
        if not self._may_swap(seat, card, place):
            raise _cannot_pay()
        self._begin_action()
        self._ply += 1
        self._owed += 1
        self._hands[seat] = swap_in(hand, card)
        self._put(place, swapped(self._melds[place], card))
        self._log.append(("swap", seat, NAMES[card], IDS[place]))

    def _may_swap(self, seat: int, card: int, place: int) -> bool:
        """TR-11: whether the Rook taken, and those owed before, could all be played this turn."""
        meld, owed = swapped(self._melds[place], card), self._owed + 1
        if self._met[seat]:
            return self._pays_with(place, meld, owed)
        table = [*self._melds[:place], meld, *self._melds[place + 1 :]]
        hand = swap_in(self._hands[seat], card)
        return can_still_pay(hand, owed, table, self._contract, self._rules.max_rooks)

    def _pays_with(self, place: int, meld: Meld, owed: int) -> bool:
        """Whether so many Rooks could be laid off if the meld in this place were another."""
        table = [*self._melds[:place], meld, *self._melds[place + 1 :]]
        return can_pay(owed, table, self._rules.max_rooks)

    def _put(self, place: int, meld: Meld) -> None:
        self._melds[place] = meld
        self._lays[place] = lay_menu(meld, place, self._rules.max_rooks)
        self._swaps[place] = swap_menu(meld, place)


def _cannot_pay() -> IllegalAction:
    return IllegalAction("After that, not every Rook that you owe could be played this turn.")
