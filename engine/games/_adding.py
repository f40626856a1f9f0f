"""What the adding games share: a hand of three, a running count, chips, a stock that is rebuilt.

Ninety-Nine and One Hundred say what their cards do and what follows a bust; clauses named here as
"shared" are NN-3, NN-4, NN-13 … NN-18 and their twins OH-3, OH-4, OH-15 … OH-19.
"""

from abc import abstractmethod
from bisect import insort
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.cards import FRENCH_DECK, FRENCH_INDEX
from engine.game import Event, Game, IllegalAction, OptionValue, Random, State, View
from engine.games._adding_hidden import deal_hidden
from engine.games._adding_log import Line, seen, to_event, to_line
from engine.games._adding_moves import Effect, Menus, Move, neighbours
from engine.shuffle import shuffled

HAND_CARDS = 3

_ADD, _SET = Effect.ADD, Effect.SET


class AddingGame(Game):
    """The rules of an adding game; `limit` is the highest count that is safe."""

    state_class: ClassVar[type["AddingState"]]
    limit: int
    buries = False
    """Whether the hand of a player who is out goes under the pile."""
    moves: Mapping[str, Move]
    menus: Menus

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        self.deck_order = tuple(range(len(FRENCH_DECK))) * int(options["decks"] or 1)
        self.chips = int(options["chips"] or 0)
        self.lowest = None if options["negative"] else 0
        self.must_play_safe = bool(options["must_play_safe"])

    def full_deck(self) -> Sequence[str]:
        return [FRENCH_DECK[card] for card in self.deck_order]

    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "AddingState":
        seed, first = self.check_dealer(seed, dealer)
        given = None if deck is None else self.check_deck(deck)
        return self.state_class(self, seed, first, given)

    def _sample(self, observation: View, rng: Random) -> "AddingState":
        seed = rng.getrandbits(256).to_bytes(32, "big")
        return self.state_class(self, seed, 0, None).resume(observation, rng)

    def count_after(self, count: int, action: str) -> int:
        """Return the count that an action would make, over the limit if it busts."""
        return self.moves[action].count_after(count, self.lowest)


class AddingState(State):
    """An adding game in play; cards are kept as their places in the canonical deck."""

    __slots__ = (
        "_chips", "_count", "_dealer", "_direction", "_drawn", "_hands", "_last", "_last_bust",
        "_left", "_log", "_mark", "_next", "_out", "_pile", "_ply", "_right", "_round", "_shuffles",
        "_stock", "_turn", "deck", "first_dealer", "game", "seed",
    )  # fmt: skip

    game: AddingGame

    def __init__(
        self, game: AddingGame, seed: bytes, dealer: int, deck: tuple[str, ...] | None
    ) -> None:
        self.game = game
        self.seed = seed
        self.first_dealer = dealer
        self.deck = deck
        self._chips = [game.chips] * game.players
        self._out: list[int] = []
        self._left, self._right = neighbours(game.players, self._out)
        self._shuffles = 0
        self._ply = 0
        self._round = 0
        self._last: str | None = None
        self._last_bust: tuple[int, int, str, int] | None = None
        self._log: list[Line] = []
        self._mark = 0
        self._drawn: int | None = None
        self._new_round(dealer)

    # --- what each game adds --------------------------------------------------------------------

    @abstractmethod
    def _bust(self, seat: int, card: int, action: str, count: int) -> None:
        """What follows a card that takes the count over the limit; it has left its hand."""

    def _rebuild(self) -> None:
        """Shared: the stock has just run out."""
        self._rebuild_stock()

    @abstractmethod
    def _not_an_action(self, action: object) -> IllegalAction:
        """The reason why a text that isn't one of this table's actions is refused."""

    # --- the flow of the game -------------------------------------------------------------------

    def _new_round(self, dealer: int) -> None:
        """Shared: shuffle all cards, deal three each, the left of the dealer begins, clockwise."""
        self._round += 1
        self._dealer = dealer
        if self.deck is not None and self._round == 1:
            deck = [FRENCH_INDEX[card] for card in self.deck]
        else:
            deck = shuffled(self.game.deck_order, self.seed, self._shuffles)
        self._shuffles += 1
        self._direction = 1
        self._next = self._left
        order = self._from_left_of(dealer)
        self._hands: list[list[int]] = [[] for _ in range(self.game.players)]
        dealt = len(order) * HAND_CARDS
        for place, seat in enumerate(order):
            self._hands[seat] = sorted(deck[place : dealt : len(order)])
        self._stock = deck[: dealt - 1 : -1]  # top last, where it is popped
        self._pile: list[int] = []
        self._count = 0
        self._turn: int | None = order[0]
        self._log.append(("round", self._round, dealer, order[0]))

    def _from_left_of(self, seat: int) -> list[int]:
        """Those who are still in, clockwise, the seat itself last."""
        ring = [self._left[seat]]
        while (following := self._left[ring[-1]]) != ring[0]:
            ring.append(following)
        return ring

    def apply(self, seat: int, action: str) -> None:
        # `is`: a bool, a float or a seat that isn't on turn all take the slow way to their refusal
        turn = self._turn
        if turn is None or seat is not turn:
            turn = self._require_turn(seat)
        game = self.game
        try:
            card, effect, number, reverses = game.moves[action]
        except (KeyError, TypeError):
            raise self._not_an_action(action) from None
        hand = self._hands[turn]
        if card not in hand:
            raise IllegalAction("You don't hold {card}.", card=FRENCH_DECK[card])
        if effect is _ADD:
            count = self._count + number
        else:
            count = number if effect is _SET else self._count * 2
        if count < 0 and game.lowest is not None:
            count = 0
        busts = count > game.limit
        if busts and game.must_play_safe:
            self._require_no_safe_action(turn)
        self._ply += 1
        self._last = action
        log = self._log
        self._mark = len(log)
        hand.remove(card)
        if busts:
            self._bust(turn, card, action, count)
            return
        self._pile.append(card)
        self._count = count
        if reverses:
            self._direction = -self._direction
            self._next = self._left if self._direction == 1 else self._right
            log.append((turn, action, count, self._direction))
            log.append(("reverse", self._direction))
        else:
            log.append((turn, action, count, self._direction))
        self._turn = self._next[turn]
        self._draw(turn)

    def _draw(self, seat: int) -> None:
        stock = self._stock
        self._drawn = drawn = stock.pop()
        insort(self._hands[seat], drawn)
        if not stock:
            self._rebuild()

    def _rebuild_stock(self) -> None:
        """Shared: all of the pile but its top card is shuffled into a new stock."""
        top = self._pile.pop()
        self._stock = shuffled(self._pile, self.seed, self._shuffles)[::-1]
        self._shuffles += 1
        self._pile = [top]
        self._log.append(("reshuffle", len(self._stock)))

    def _lose_chip(self, seat: int, action: str, count: int, *, out: bool) -> bool:
        """Shared: take a chip for a bust, and the seat out; return whether one player is left."""
        self._last_bust = (self._round, seat, action, count)
        self._chips[seat] = max(0, self._chips[seat] - 1)
        self._log.append(("bust", seat, action, count, self._chips[seat]))
        if out:
            self._out.append(seat)
            self._left, self._right = neighbours(self.game.players, self._out)
            self._next = self._left if self._direction == 1 else self._right
            self._log.append(("out", seat))
        return len(self._out) == self.game.players - 1

    def _end(self) -> None:
        self._turn = None
        self._log.append(("over", self.winners()))

    # --- whose turn, and what may be played -----------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        turn = self._turn
        return () if turn is None else (turn,)

    def decision(self, seat: int) -> int | None:
        return self._ply if self.game.check_seat(seat) == self._turn else None

    def legal_actions(self, seat: int) -> list[str]:
        turn = self._turn
        if (turn is None or seat is not turn) and self.game.check_seat(seat) != turn:
            return []
        menu = self.game.menus[tuple(self._hands[seat])]
        return self._safe(menu) or list(menu) if self.game.must_play_safe else list(menu)

    def is_legal(self, seat: int, action: str) -> bool:
        return action in self.legal_actions(seat)

    def _safe(self, menu: Sequence[str]) -> list[str]:
        game = self.game
        return [a for a in menu if game.count_after(self._count, a) <= game.limit]

    def _require_turn(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise IllegalAction("There is no such seat.")
        if self._turn is None:
            raise IllegalAction("The game is over.")
        if seat != self._turn:
            raise IllegalAction("It is not your turn.")
        return seat

    def _require_no_safe_action(self, seat: int) -> None:
        """Option `must_play_safe` compares actions: AS=11 is refused where AS=1 is safe."""
        if self._safe(self.game.menus[tuple(self._hands[seat])]):
            raise IllegalAction("That would bust, and you can play safely.")

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        events: list[Event] = []
        for line in self._log[self._mark :]:
            events.append(to_event(line))
            kind = line[0]
            if kind == "round":
                events += [
                    {"type": "hand", "seat": seat, "cards": self._names(hand), "to": [seat]}
                    for seat, hand in enumerate(self._hands)
                    if hand
                ]
            elif self._drawn is not None and (kind == "bust" or isinstance(kind, int)):
                seat = line[1] if kind == "bust" else kind
                card = FRENCH_DECK[self._drawn]
                events.append({"type": "draw", "seat": seat, "card": card, "to": [seat]})
        return events

    def public_history(self, last: int | None = None) -> list[Event]:
        lines = self._log if last is None else self._log[max(0, len(self._log) - last) :]
        return [to_event(line) for line in lines]

    def public(self) -> View:
        bust = self._last_bust
        return {
            "game": self.game.name,
            "round": self._round,
            "phase": "over" if self._turn is None else "play",
            "dealer": self._dealer,
            "direction": self._direction,
            "pile": self._count,
            "top": FRENCH_DECK[self._pile[-1]] if self._pile else None,
            "stock": len(self._stock),
            "pile_cards": len(self._pile),
            "chips": list(self._chips),
            "in": [seat not in self._out for seat in range(self.game.players)],
            "hand_sizes": [len(hand) for hand in self._hands],
            "to_act": list(self.current_players()),
            "last": self._last,
            "last_bust": bust
            and dict(zip(("round", "seat", "action", "count"), bust, strict=True)),
        }

    def private(self, seat: int) -> View:
        return {"hand": self._names(self._hands[self.game.check_seat(seat)])}

    @staticmethod
    def _names(cards: Sequence[int]) -> list[str]:
        return [FRENCH_DECK[card] for card in cards]

    def cards(self) -> list[str]:
        return self._names([*self._stock, *self._pile, *(c for hand in self._hands for c in hand)])

    # --- the result -----------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        return self._turn is None

    @property
    def deals(self) -> int:
        return self._round

    @property
    def may_deal_again(self) -> bool:
        return self._turn is not None and self._deals_after_a_bust()

    def _deals_after_a_bust(self) -> bool:
        """Whether some bust would be followed by a new round."""
        ins = [seat for seat in range(self.game.players) if seat not in self._out]
        return len(ins) > 2 or any(self._chips[seat] > self._last_chips for seat in ins)

    @property
    def _last_chips(self) -> int:
        """With so many chips the next bust takes a seat out."""
        return 1

    def winners(self) -> tuple[int, ...]:
        if self._turn is not None:
            return ()
        ins = [seat for seat in range(self.game.players) if seat not in self._out]
        most = max(self._chips[seat] for seat in ins)
        return tuple(seat for seat in ins if self._chips[seat] == most)

    def placings(self) -> tuple[int, ...]:
        """Shared: those still in by chips, then the others in reverse order of elimination."""
        if self._turn is not None:
            return ()
        seats = range(self.game.players)
        merit = [
            (0, -self._chips[seat]) if seat not in self._out else (1, -self._out.index(seat))
            for seat in seats
        ]
        return tuple(1 + sum(other < mine for other in merit) for mine in merit)

    def scores(self) -> tuple[int, ...]:
        return tuple(self._chips)

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> "AddingState":
        twin = object.__new__(type(self))
        for name in (*AddingState.__slots__, *self.__slots__):
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin._hands = [hand.copy() for hand in self._hands]
        return twin

    def resume(self, observation: View, rng: Random) -> "AddingState":
        """Take the place in the game that was observed, dealing hidden cards anew."""
        public, me = observation["public"], self.game.check_seat(observation["seat"])
        history: list[Event] = observation["history"]
        self._log = [to_line(event) for event in history]
        self._mark = len(self._log)
        self._drawn = None
        self._chips = list(public["chips"])
        self._out = [event["seat"] for event in history if event["type"] == "out"]
        self._round, self._dealer = public["round"], public["dealer"]
        self.first_dealer = history[0]["dealer"]
        self._ply = sum(event["type"] in ("play", "bust") for event in history)
        self._last = public["last"]
        self._last_bust = tuple(public["last_bust"].values()) if public["last_bust"] else None
        self._count, self._direction = public["pile"], public["direction"]
        self._left, self._right = neighbours(self.game.players, self._out)
        self._next = self._left if self._direction == 1 else self._right
        self._turn = public["to_act"][0] if public["to_act"] else None
        hand = [FRENCH_INDEX[card] for card in observation["private"]["hand"]]
        story = seen(history, buries=self.game.buries)
        dealt = [0 if seat in story.out_before else HAND_CARDS for seat in range(self.game.players)]
        self._hands, self._stock, self._pile = deal_hidden(
            story.facts, self.game.deck_order, dealt, me, hand, rng
        )
        return self
