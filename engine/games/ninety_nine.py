"""Ninety-Nine: add cards to a pile without taking it over 99; be the last player with chips.

The clauses NN-1 … NN-18 named here are those of the rules in `docs/rules/ninety_nine.md`.
"""

from bisect import insort
from collections.abc import Mapping, Sequence

from engine.cards import FRENCH_DECK, FRENCH_INDEX
from engine.game import (
    Event,
    Game,
    GameInfo,
    IllegalAction,
    Option,
    OptionValue,
    Random,
    State,
    View,
)
from engine.games._adding import Menus, Move, neighbours
from engine.games._adding_log import Line, seen_this_round, to_event, to_line
from engine.games._hidden import deal_hidden
from engine.shuffle import shuffled

LIMIT = 99
"""The highest count that is safe (NN-14)."""
HAND_CARDS = 3
_MANY_PLAYERS = 4
"""From here on two decks and fewer chips (NN-1, NN-2)."""


def _moves() -> dict[str, Move]:
    moves = {}
    for card, name in enumerate(FRENCH_DECK):
        rank = name[0]
        if rank == "A":
            moves[f"{name}=1"] = Move(card, 1, False)
            moves[f"{name}=11"] = Move(card, 11, False)
        elif rank == "T":
            moves[f"{name}=+10"] = Move(card, 10, False)
            moves[f"{name}=-10"] = Move(card, -10, False)
        elif rank == "K":
            moves[name] = Move(card, None, False)
        elif rank in "49":
            moves[name] = Move(card, 0, rank == "4")
        else:
            moves[name] = Move(card, 10 if rank in "JQ" else int(rank), False)
    return moves


MOVES: dict[str, Move] = _moves()
"""Every action that can be written, in the canonical order of its cards (NN-5 … NN-11)."""


def count_after(count: int, action: str, *, negative: bool = False) -> int:
    """Return the count that an action would make of the pile's, over 99 if it busts (NN-12)."""
    add = MOVES[action].add
    if add is None:
        return LIMIT
    return count + add if negative else max(0, count + add)


_MINUS_MOVES = {action: move for action, move in MOVES.items() if not action.endswith("=+10")}
_RULES_OF_TEN = {"either": (MOVES, Menus(MOVES)), "minus": (_MINUS_MOVES, Menus(_MINUS_MOVES))}


class NinetyNine(Game):
    """The rules of Ninety-Nine for 2 to 10 players."""

    info = GameInfo(
        name="ninetynine",
        title="Ninety-Nine",
        min_players=2,
        max_players=10,
        default_players=4,
        options=(
            Option("chips", "int", None, "Chips (lives) that everyone starts with.", 1, 9),
            Option("decks", "int", None, "Decks that are shuffled together.", 1, 2),
            Option("negative", "bool", False, "The pile may go below 0."),
            Option("must_play_safe", "bool", False, "Whoever can play safely has to."),
            Option(
                "last_stand", "bool", False, "With no chips left you are in until the next bust."
            ),
            Option("ten", "choice", "either", "What a ten counts.", choices=("either", "minus")),
        ),
        presets={"standard": {}, "classic": {}},
    )

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        self.deck_order = tuple(range(len(FRENCH_DECK))) * int(options["decks"] or 1)
        self.chips = int(options["chips"] or 0)
        self.lowest = None if options["negative"] else 0
        self.must_play_safe = bool(options["must_play_safe"])
        self.last_stand = bool(options["last_stand"])
        self.moves, self.menus = _RULES_OF_TEN[str(options["ten"])]

    @classmethod
    def resolve(cls, players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """NN-1 and NN-2: from four players on two decks and three chips."""
        many = players >= _MANY_PLAYERS
        defaults = {"chips": 3 if many else 5, "decks": 2 if many else 1}
        return {name: defaults[name] if value is None else value for name, value in options.items()}

    def full_deck(self) -> Sequence[str]:
        return [FRENCH_DECK[card] for card in self.deck_order]

    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "NinetyNineState":
        seed, first = self.check_dealer(seed, dealer)
        given = None if deck is None else self.check_deck(deck)
        return NinetyNineState(self, seed, first, given)

    def _sample(self, observation: View, rng: Random) -> "NinetyNineState":
        seed = rng.getrandbits(256).to_bytes(32, "big")
        return NinetyNineState(self, seed, 0, None).resume(observation, rng)


class NinetyNineState(State):
    """One game of Ninety-Nine; cards are kept as their places in the canonical deck."""

    __slots__ = (
        "_chips", "_count", "_dealer", "_direction", "_drawn", "_hands", "_last", "_last_bust",
        "_left", "_log", "_mark", "_next", "_out", "_pile", "_ply", "_right", "_round", "_shuffles",
        "_stock", "_turn", "deck", "first_dealer", "game", "seed",
    )  # fmt: skip

    def __init__(
        self, game: NinetyNine, seed: bytes, dealer: int, deck: tuple[str, ...] | None
    ) -> None:
        self.game: NinetyNine = game
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

    # --- the flow of the game -------------------------------------------------------------------

    def _new_round(self, dealer: int) -> None:
        """NN-3, NN-4: shuffle all cards, deal three each, the left of the dealer begins."""
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
        try:
            card, add, reverses = self.game.moves[action]
        except (KeyError, TypeError):
            raise self._not_an_action(action) from None
        hand = self._hands[turn]
        if card not in hand:
            raise IllegalAction("You don't hold {card}.", card=FRENCH_DECK[card])
        count = LIMIT if add is None else self._count + add
        if count < 0 and self.game.lowest is not None:
            count = 0
        if count > LIMIT:
            self._require_no_safe_action(turn)
        self._ply += 1
        self._last = action
        self._mark = len(self._log)
        hand.remove(card)
        self._pile.append(card)
        if count > LIMIT:
            self._bust(turn, action, count)
            return
        self._count = count
        log = self._log
        if reverses:
            self._direction = -self._direction
            self._next = self._left if self._direction == 1 else self._right
            log.append((turn, action, count, self._direction))
            log.append(("reverse", self._direction))
        else:
            log.append((turn, action, count, self._direction))
        stock = self._stock
        self._drawn = drawn = stock.pop()
        insort(hand, drawn)
        if not stock:
            self._rebuild_stock()
        self._turn = self._next[turn]

    def _rebuild_stock(self) -> None:
        """NN-15: all of the pile but its top card is shuffled into a new stock."""
        top = self._pile.pop()
        self._stock = shuffled(self._pile, self.seed, self._shuffles)[::-1]
        self._shuffles += 1
        self._pile = [top]
        self._log.append(("reshuffle", len(self._stock)))

    def _bust(self, seat: int, action: str, count: int) -> None:
        """NN-14, NN-17: one chip less, perhaps out, and a new round unless only one is left."""
        self._drawn = None
        self._last_bust = (self._round, seat, action, count)
        chips = self._chips[seat]
        out = chips == 0 if self.game.last_stand else chips == 1
        self._chips[seat] = max(0, chips - 1)
        self._log.append(("bust", seat, action, count, self._chips[seat]))
        if out:
            self._out.append(seat)
            self._left, self._right = neighbours(self.game.players, self._out)
            self._log.append(("out", seat))
        if len(self._out) == self.game.players - 1:
            self._turn = None
            self._log.append(("over", self.winners()))
        else:
            self._new_round(self._from_left_of(self._dealer)[0])

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
        negative = self.game.lowest is None
        return [a for a in menu if count_after(self._count, a, negative=negative) <= LIMIT]

    def _require_turn(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise IllegalAction("There is no such seat.")
        if self._turn is None:
            raise IllegalAction("The game is over.")
        if seat != self._turn:
            raise IllegalAction("It is not your turn.")
        return seat

    def _require_no_safe_action(self, seat: int) -> None:
        """Option `must_play_safe`: it compares actions, so AS=11 is refused where AS=1 is safe."""
        if self.game.must_play_safe and self._safe(self.game.menus[tuple(self._hands[seat])]):
            raise IllegalAction("That would bust, and you can play safely.")

    def _not_an_action(self, action: object) -> IllegalAction:
        if isinstance(action, str) and action in MOVES:
            return IllegalAction("At this table a ten always counts −10.")
        if isinstance(action, str) and action in FRENCH_INDEX:
            return IllegalAction("Say what {card} counts.", card=action)
        return IllegalAction("That is not a card of this game.")

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        events: list[Event] = []
        for line in self._log[self._mark :]:
            events.append(to_event(line))
            if line[0] == "round":
                events += [
                    {"type": "hand", "seat": seat, "cards": self._names(hand), "to": [seat]}
                    for seat, hand in enumerate(self._hands)
                    if hand
                ]
            elif self._drawn is not None and isinstance(line[0], int):
                card = FRENCH_DECK[self._drawn]
                events.append({"type": "draw", "seat": line[0], "card": card, "to": [line[0]]})
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

    def winners(self) -> tuple[int, ...]:
        if self._turn is not None:
            return ()
        return tuple(seat for seat in range(self.game.players) if seat not in self._out)

    def placings(self) -> tuple[int, ...]:
        """NN-18: the last player in, then the others in reverse order of elimination."""
        if self._turn is not None:
            return ()
        best_first = [*self.winners(), *reversed(self._out)]
        return tuple(best_first.index(seat) + 1 for seat in range(self.game.players))

    def scores(self) -> tuple[int, ...]:
        return tuple(self._chips)

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> "NinetyNineState":
        twin = object.__new__(NinetyNineState)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin._hands = [hand.copy() for hand in self._hands]
        return twin

    def resume(self, observation: View, rng: Random) -> "NinetyNineState":
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
        # whoever busts out in the last round was dealt cards in it
        out = self._out if self._turn is not None else self._out[:-1]
        dealt = [0 if seat in out else HAND_CARDS for seat in range(self.game.players)]
        self._hands, self._stock, self._pile = deal_hidden(
            seen_this_round(history), self.game.deck_order, dealt, me, hand, rng
        )
        return self
