"""The table of a game of Schmier: what lies there, who may do what, and what each seat can see."""

from collections.abc import Sequence
from typing import Self

from engine.cards import SUITS
from engine.game import Event, Game, IllegalAction, Random, State, View
from engine.games._schmier_hidden import deal_hidden
from engine.games._schmier_log import MOVES, Line, score_facts, to_event, to_line, with_names
from engine.games._schmier_moves import (
    BIDS,
    LOWEST_BID,
    TRUMP_ACTIONS,
    check_dealer_discard,
    must_lead_trump,
)
from engine.games._schmier_score import team_places
from engine.games.schmier_cards import (
    NAMES,
    NUMBERS,
    PLAYERS,
    POINTS,
    POWERS,
    SUITS_BY_TRUMP,
    dealer_discards,
    names,
    small_discards,
)

PASSED_OUT_DEALS = 3
"""After so many deals in a row that all passed, the next dealer has to bid (SC-7)."""


class Rules(Game):
    """What the options of a game of Schmier say, as its table needs it."""

    team_count: int
    dealer_forced: bool
    first_lead_trump: bool


class SchmierTable(State):
    """Everything on the table; `SchmierState` plays the game on it.

    Cards are kept as their numbers, suits as 0 … 3 (C D H S), points in the order of POINTS.
    """

    __slots__ = (
        "_bid", "_bids", "_card_points", "_dealer", "_decision", "_discarded", "_drawn",
        "_hand_no", "_hands", "_last_hand", "_last_trick", "_leader", "_led", "_log", "_mark",
        "_over", "_passed_out", "_phase", "_points_won", "_scores", "_shuffles", "_stock",
        "_taken", "_team_places", "_thrower", "_thrown", "_trick", "_tricks_won", "_trump",
        "_turn", "_waiting", "_winning", "deck", "first_dealer", "game", "seed",
    )  # fmt: skip

    game: Rules
    seed: bytes
    first_dealer: int
    deck: tuple[str, ...] | None
    _phase: str
    _turn: int
    """Who is on turn, where one seat is."""
    _waiting: list[int]
    """Who still has to choose a discard."""
    _decision: int
    _dealer: int
    _hand_no: int
    _shuffles: int
    _passed_out: int
    """Deals in a row that everybody passed."""
    _hands: list[list[int]]
    _stock: list[int]
    _bids: list[tuple[int, str]]
    _bid: tuple[int, int] | None
    """The highest bid so far: seat and points."""
    _trump: int | None
    _thrown: list[list[int]]
    _thrower: int | None
    """Whose discard the last action was."""
    _drawn: list[list[int]]
    """What each seat got from the stock."""
    _discarded: list[int]
    _leader: int | None
    _led: int
    _trick: list[tuple[int, int]]
    _winning: tuple[int, int]
    """Power of the card that wins the trick so far, and its seat."""
    _last_trick: list[tuple[int, int]]
    _taken: list[int]
    """The cards of all tricks of the hand."""
    _points_won: list[list[bool]]
    _card_points: list[int]
    _tricks_won: list[int]
    _scores: list[int]
    _team_places: tuple[int, ...]
    _last_hand: Line | None
    _over: bool
    _log: list[Line]
    _mark: int
    """Where the lines of the last action begin."""

    # --- whose turn, and what may be played -----------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        if self._phase == "discard":
            return tuple(self._waiting)
        return () if self._over else (self._turn,)

    def decision(self, seat: int) -> int | None:
        seat = self.game.check_seat(seat)
        owes = seat in self._waiting if self._phase == "discard" else seat == self._turn
        return self._decision if owes and not self._over else None

    def legal_actions(self, seat: int) -> list[str]:
        if type(seat) is not int or not 0 <= seat < PLAYERS:
            self.game.check_seat(seat)
        phase = self._phase
        if phase == "discard":
            return self._discards(seat) if seat in self._waiting else []
        if seat != self._turn or self._over:
            return []
        if phase == "play":
            return self._plays(self._hands[seat])
        if phase == "bid":
            return self._possible_bids()
        if phase == "trump":
            return list(TRUMP_ACTIONS)
        return dealer_discards(self._hands[seat], self._trump or 0)

    def _plays(self, hand: list[int]) -> list[str]:
        """SC-11: the cards that follow suit, else all of them."""
        if self._trick:
            suits, led = SUITS_BY_TRUMP[self._trump or 0], self._led
            fitting = [NAMES[card] for card in hand if suits[card] == led]
        elif self._must_lead_trump():
            suits = SUITS_BY_TRUMP[self._trump or 0]
            fitting = [NAMES[card] for card in hand if suits[card] == self._trump]
        else:
            fitting = []
        return fitting or [NAMES[card] for card in hand]

    def _possible_bids(self) -> list[str]:
        if self._must_bid():
            return [BIDS[0]]
        return ["pass", *BIDS[self._lowest_bid() - LOWEST_BID :]]

    def _discards(self, seat: int) -> list[str]:
        suits = SUITS_BY_TRUMP[self._trump or 0]
        return small_discards([card for card in self._hands[seat] if suits[card] != self._trump])

    def is_legal(self, seat: int, action: str) -> bool:
        if self._phase != "dealer_discard":
            return action in self.legal_actions(seat)
        if self.game.check_seat(seat) != self._turn:
            return False
        try:
            check_dealer_discard(action, self._hands[seat], self._trump or 0)
        except IllegalAction:
            return False
        return True

    def _lowest_bid(self) -> int:
        return LOWEST_BID if self._bid is None else self._bid[1] + 1

    def _must_bid(self) -> bool:
        """SC-7: whether the seat on turn is a dealer who has to bid three."""
        return self._dealer_must_bid() and self._bid is None and self._turn == self._dealer

    def _dealer_must_bid(self) -> bool:
        """SC-7: whether this hand can't be passed by everybody."""
        return self.game.dealer_forced or self._passed_out >= PASSED_OUT_DEALS

    def _must_lead_trump(self) -> bool:
        return (
            self.game.first_lead_trump
            and not self._taken
            and not self._trick
            and must_lead_trump(self._hands[self._turn], self._trump or 0)
        )

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        lines = self._log[self._mark :]
        events = [] if lines and lines[0][0] == "dealer_discard" else self._thrown_event()
        for line in lines:
            if line[0] == "pick_up":
                events += self._drawn_events(range(1, PLAYERS))
            events.append(to_event(line))
            if line[0] == "pick_up":
                events += self._drawn_events((PLAYERS,))
            elif line[0] == "dealer_discard":
                events += self._thrown_event()
            elif line[0] == "deal":
                events += [
                    {"type": "hand", "seat": seat, "cards": names(hand), "to": [seat]}
                    for seat, hand in enumerate(self._hands)
                ]
        return events

    def _thrown_event(self) -> list[Event]:
        """The discard that the last action was, told to its maker alone."""
        seat = self._thrower
        if seat is None:
            return []
        cards = names(self._thrown[seat])
        return [{"type": "discard", "seat": seat, "cards": cards, "to": [seat]}]

    def _drawn_events(self, steps: Sequence[int]) -> list[Event]:
        """What some seats got from the stock, told to each alone; steps from the dealer on."""
        seats = [(self._dealer + step) % PLAYERS for step in steps]
        return [
            {"type": "drawn", "seat": seat, "cards": names(self._drawn[seat]), "to": [seat]}
            for seat in seats
            if self._drawn[seat]
        ]

    def public_history(self, last: int | None = None) -> list[Event]:
        lines = self._log if last is None else self._log[max(0, len(self._log) - last) :]
        return [to_event(line) for line in lines]

    def public(self) -> View:
        return {
            "game": self.game.name,
            "hand_no": self._hand_no,
            "phase": self._phase,
            "dealer": self._dealer,
            "bids": [list(bid) for bid in self._bids],
            "bid": None if self._bid is None else {"seat": self._bid[0], "points": self._bid[1]},
            "trump": None if self._trump is None else SUITS[self._trump],
            "trick": with_names(self._trick),
            "last_trick": with_names(self._last_trick),
            "leader": self._leader,
            "points_won": {
                str(team): dict(zip(POINTS, won, strict=True))
                for team, won in enumerate(self._points_won)
            },
            "card_points": list(self._card_points),
            "tricks_won": list(self._tricks_won),
            "discarded": list(self._discarded),
            "stock": len(self._stock),
            "scores": list(self._scores),
            "teams": [list(team) for team in self.game.teams()],
            "last_hand": None if self._last_hand is None else score_facts(self._last_hand),
            "hand_sizes": [len(hand) for hand in self._hands],
            "to_act": list(self.current_players()),
        }

    def private(self, seat: int) -> View:
        return {
            "hand": names(self._hands[self.game.check_seat(seat)]),
            "thrown": names(self._thrown[seat]),
        }

    def fresh(self, seat: int) -> list[str]:
        return names(self._drawn[self.game.check_seat(seat)])

    def cards(self) -> list[str]:
        held = [card for hand in self._hands for card in hand]
        lying = [card for _, card in self._trick]
        gone = [] if self._phase == "discard" else [c for thrown in self._thrown for c in thrown]
        return names([*held, *self._stock, *lying, *self._taken, *gone])

    # --- the result -----------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        return self._over

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.placings()) if place == 1)

    def placings(self) -> tuple[int, ...]:
        """Each seat has its team's place."""
        return self._by_seat(self._team_places) if self._over else ()

    def scores(self) -> tuple[int, ...]:
        """Each seat has its team's score."""
        return self._by_seat(self._scores)

    def _by_seat(self, of_teams: Sequence[int]) -> tuple[int, ...]:
        return tuple(of_teams[seat % len(of_teams)] for seat in range(PLAYERS))

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        for name in SchmierTable.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin._hands = [hand.copy() for hand in self._hands]
        twin._points_won = [won.copy() for won in self._points_won]
        return twin

    def resume(self, observation: View, rng: Random) -> Self:
        """Take the place in the game that was observed, dealing hidden cards anew."""
        public = observation["public"]
        history: list[Event] = observation["history"]
        self.game.check_seat(observation["seat"])
        dealt = deal_hidden(observation, rng)
        self._hands, self._thrown, self._stock = dealt.hands, dealt.thrown, dealt.stock
        self._log = [to_line(event) for event in history]
        self._mark = len(self._log)
        kinds = [event["type"] for event in history]
        self._decision = sum(kind in MOVES for kind in kinds)
        self._shuffles = kinds.count("deal")
        decided = (at for at, kind in enumerate(reversed(kinds)) if kind == "bidder")
        self._passed_out = kinds[len(kinds) - next(decided, len(kinds)) :].count("passed_out")
        self.first_dealer = history[0]["dealer"]
        self._dealer, self._hand_no = public["dealer"], public["hand_no"]
        self._phase, self._over = public["phase"], public["phase"] == "over"
        self._bids = [(seat, action) for seat, action in public["bids"]]
        bid = public["bid"]
        self._bid = None if bid is None else (bid["seat"], bid["points"])
        self._trump = None if public["trump"] is None else SUITS.index(public["trump"])
        self._waiting = list(public["to_act"]) if self._phase == "discard" else []
        self._turn = self._dealer if self._over or self._waiting else public["to_act"][0]
        self._discarded = list(public["discarded"])
        self._scores = list(public["scores"])
        self._card_points, self._tricks_won = (
            list(public["card_points"]),
            list(public["tricks_won"]),
        )
        self._points_won = [
            [public["points_won"][str(team)][point] for point in POINTS]
            for team in range(self.game.team_count)
        ]
        scored = [line for line in self._log if line[0] == "score"]
        self._last_hand = scored[-1] if scored else None
        self._last_trick = [(seat, NUMBERS[card]) for seat, card in public["last_trick"]]
        self._leader = public["leader"]
        self._resume_trick([(seat, NUMBERS[card]) for seat, card in public["trick"]])
        if self._over:
            winners = {seat % self.game.team_count for seat in history[-1]["winners"]}
            self._team_places = team_places(self._scores, sorted(winners))
        return self

    def _resume_trick(self, trick: list[tuple[int, int]]) -> None:
        """Find again what the cards on the table have led to, and which ones were taken."""
        played: list[int] = []
        for line in reversed(self._log):
            if line[0] == "deal":
                break
            if line[0] == "trick":
                played += [card for _, card in line[2]]
        self._taken = played
        self._trick = trick
        if self._trump is None or not trick:
            return
        suits, power = SUITS_BY_TRUMP[self._trump], POWERS[self._trump]
        self._led = suits[trick[0][1]]
        self._winning = max(
            (power[card], seat) for seat, card in trick if suits[card] in (self._led, self._trump)
        )
