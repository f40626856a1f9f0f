"""Toonerville Rook: contract rummy with Rook decks, eleven rounds, the lowest total wins.

The clauses TR-1 … TR-17 named here are those of `docs/rules/toonerville_rook.md`. A game of random
players ends because a round has at most `turns` turns, and a turn has at most two actions after
drawing for each card of the hand: 6,000 to 10,000 actions for all eleven rounds with the default
options, some 18,000 where nobody may buy and the draw pile is rebuilt nine times.
"""

from collections.abc import Mapping, Sequence

from engine.cards import ROOK_INDEX
from engine.game import (
    Event,
    Game,
    GameInfo,
    IllegalAction,
    Option,
    OptionClash,
    OptionValue,
    Random,
    View,
)
from engine.games._toonerville_cards import (
    CONTRACTS,
    DISCARDS,
    LAST_ROUND,
    NAMES,
    Rules,
    cards_of,
    names,
)
from engine.games._toonerville_contract import ways_to_lay_down
from engine.games._toonerville_hidden import deal_hidden, lend_contract, story_of
from engine.games._toonerville_log import decisions_made, kind_of, to_event, to_line
from engine.games._toonerville_melds import IDS, meld_seen, stands_for
from engine.games._toonerville_play import BUY, DRAW, MELD, OVER, Play

_SEATS = tuple(tuple(seat for seat in range(5) if mask >> seat & 1) for mask in range(1 << 5))
"""The seats in each set of seats that is kept as bits."""
_PHASES = {phase: phase for phase in (DRAW, BUY, MELD, OVER)}


class Toonerville(Game):
    """The rules of Toonerville Rook for 3 to 5 players."""

    info = GameInfo(
        name="toonerville",
        title="Toonerville Rook",
        min_players=3,
        max_players=5,
        default_players=4,
        options=(
            Option("first_round", "int", 1, "The first contract that is played.", 1, LAST_ROUND),
            Option("last_round", "int", LAST_ROUND, "The last contract.", 1, LAST_ROUND),
            Option("max_rooks", "int", None, "Rooks that a meld may hold.", 1, 9, nullable=True),
            Option("buy_limit", "int", None, "Purchases in a round.", 0, 9, nullable=True),
            Option("reshuffles", "int", 2, "How often a round's discards are reshuffled.", 0, 9),
            Option("turns", "int", 300, "Turns after which a round ends.", 20, 1000),
        ),
        presets={"standard": {}, "classic": {"buy_limit": 3}},
    )

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        max_rooks, buy_limit = options["max_rooks"], options["buy_limit"]
        self.rules = Rules(
            players=players,
            deck=tuple(range(len(NAMES))) * players,
            first_round=int(options["first_round"] or 0),
            last_round=int(options["last_round"] or 0),
            max_rooks=None if max_rooks is None else int(max_rooks),
            buy_limit=None if buy_limit is None else int(buy_limit),
            reshuffles=int(options["reshuffles"] or 0),
            turns=int(options["turns"] or 0),
        )

    @classmethod
    def resolve(cls, players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:  # noqa: ARG003
        first, last = int(options["first_round"] or 0), int(options["last_round"] or 0)
        if first > last:
            raise OptionClash(
                "first_round is at most last_round, not {first} with {last}", first=first, last=last
            )
        return options

    def full_deck(self) -> Sequence[str]:
        return names(self.rules.deck)

    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "ToonervilleState":
        seed, first = self.check_dealer(seed, dealer)
        given = None if deck is None else self.check_deck(deck)
        return ToonervilleState(self, self.rules, seed, first, given)

    def _sample(self, observation: View, rng: Random) -> "ToonervilleState":
        seed = rng.getrandbits(256).to_bytes(32, "big")
        return ToonervilleState(self, self.rules, seed, 0, None).resume(observation, rng)


class ToonervilleState(Play):
    """One game of Toonerville Rook."""

    __slots__ = ()

    # --- whose turn, and what may be played -----------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        return _SEATS[self._waiting]

    @property
    def is_brief(self) -> bool:
        """TR-9: whoever doesn't answer doesn't buy."""
        return self._phase == BUY

    def decision(self, seat: int) -> int | None:
        return self._ply if self._waiting >> self.game.check_seat(seat) & 1 else None

    def legal_actions(self, seat: int) -> list[str]:
        if type(seat) is not int or not 0 <= seat < self._rules.players:
            self.game.check_seat(seat)
        if not self._waiting >> seat & 1:
            return []
        if self._phase == MELD:
            return self._menu_after_drawing(seat)
        return ["take", "decline"] if self._phase == DRAW else ["buy", "pass"]

    def _menu_after_drawing(self, seat: int) -> list[str]:
        """TR-10 … TR-14: melds, lay-offs, swaps, discards."""
        hand, owed = self._hands[seat], self._owed
        held = dict.fromkeys(hand)
        if not self._met[seat]:
            actions = list(self._ways_to_lay_down(seat))
        elif owed:
            actions = [
                action
                for place, menu in enumerate(self._lays)
                for card, action in menu
                if card in held and self._may_lay_off(card, place)
            ]
        else:
            actions = [action for menu in self._lays for card, action in menu if card in held]
        actions += [
            action
            for place, menu in enumerate(self._swaps)
            for card, action in menu
            if card in held and self._may_swap(seat, card, place)
        ]
        if not owed:
            taken = self._taken if len(held) > 1 else None
            actions += [DISCARDS[card] for card in held if card != taken]
        return actions

    def _ways_to_lay_down(self, seat: int) -> tuple[str, ...]:
        if self._menu is None:
            self._menu = ways_to_lay_down(
                self._hands[seat], self._owed, self._melds, self._contract, self._rules.max_rooks
            )
        return self._menu

    def is_legal(self, seat: int, action: str) -> bool:
        """Exact for every `meld=`, listed or not."""
        if action in self.legal_actions(seat):
            return True
        may_meld = self._phase == MELD and self._waiting >> seat & 1
        if not may_meld or not isinstance(action, str) or not action.startswith("meld="):
            return False
        try:
            self._check_contract(seat, action)
        except IllegalAction:
            return False
        return True

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        events: list[Event] = []
        drawn = {at: (seat, card) for at, seat, card in self._drawn}
        for at in range(self._mark, len(self._log) + 1):
            if at in drawn:
                seat, card = drawn[at]
                events.append({"type": "drawn", "seat": seat, "card": NAMES[card], "to": [seat]})
            if at < len(self._log):
                line = self._log[at]
                events.append(to_event(line))
                if line[0] == "round":
                    events += [
                        {"type": "hand", "seat": seat, "cards": names(hand), "to": [seat]}
                        for seat, hand in enumerate(self._hands)
                    ]
        if self._answered is not None:
            seat, answer = self._answered
            events.append({"type": "answer", "seat": seat, "answer": answer, "to": [seat]})
        return events

    def public_history(self, last: int | None = None) -> list[Event]:
        lines = self._log if last is None else self._log[max(0, len(self._log) - last) :]
        return [to_event(line) for line in lines]

    def public(self) -> View:
        contract = self._contract
        return {
            "game": self.game.name,
            "round": contract.number,
            "contract": {"runs": contract.runs, "sets": contract.sets},
            "phase": self._phase,
            "dealer": self._dealer,
            "turn": self._turn,
            "discard_top": NAMES[self._pile[-1]] if self._pile else None,
            "discards": len(self._pile),
            "draw_pile": len(self._stock),
            "melds": [
                {
                    "id": IDS[place],
                    "owner": self._owners[place],
                    "kind": kind_of(meld),
                    "cards": names(meld.cards),
                    "stands_for": stands_for(meld),
                }
                for place, meld in enumerate(self._melds)
            ],
            "contract_met": list(self._met),
            "must_play_rooks": self._owed,
            "buys": list(self._buys),
            "taken": None if self._taken is None else NAMES[self._taken],
            "reshuffles_left": self._reshuffles,
            "turn_no": self._turn_no,
            "hand_sizes": [len(hand) for hand in self._hands],
            "scores": list(self._scores),
            "round_scores": [list(points) for points in self._round_scores],
            "to_act": list(self.current_players()),
        }

    def private(self, seat: int) -> View:
        return {"hand": names(self._hands[self.game.check_seat(seat)])}

    def fresh(self, seat: int) -> list[str]:
        card = self._fresh[self.game.check_seat(seat)]
        return [] if card is None or card not in self._hands[seat] else [NAMES[card]]

    def cards(self) -> list[str]:
        held = [card for hand in self._hands for card in hand]
        lying = [card for meld in self._melds for card in meld.cards]
        return names([*self._stock, *self._pile, *held, *lying])

    # --- the result -----------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        return self._phase == OVER

    @property
    def deals(self) -> int:
        return self._contract.number - self._rules.first_round + 1

    @property
    def may_deal_again(self) -> bool:
        return self._contract.number < self._rules.last_round

    def winners(self) -> tuple[int, ...]:
        """TR-17: the lowest total."""
        if self._phase != OVER:
            return ()
        best = min(self._scores)
        return tuple(seat for seat, score in enumerate(self._scores) if score == best)

    def placings(self) -> tuple[int, ...]:
        if self._phase != OVER:
            return ()
        return tuple(1 + sum(other < score for other in self._scores) for score in self._scores)

    def scores(self) -> tuple[int, ...]:
        return tuple(self._scores)

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> "ToonervilleState":
        twin = object.__new__(ToonervilleState)
        for name in Play.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin._hands = [hand.copy() for hand in self._hands]
        return twin

    def resume(self, observation: View, rng: Random) -> "ToonervilleState":
        """Take the place in the game that was observed, dealing hidden cards anew."""
        public, me = observation["public"], self.game.check_seat(observation["seat"])
        history: list[Event] = observation["history"]
        self._log = [to_line(event) for event in history]
        self._begin_action()
        self.first_dealer = history[0]["dealer"]
        self._shuffles = sum(event["type"] in ("round", "reshuffle") for event in history)
        self._ply = decisions_made(history)
        self._contract = CONTRACTS[public["round"]]
        self._phase = _PHASES[public["phase"]]
        self._dealer, self._turn = public["dealer"], public["turn"]
        self._turn_no, self._reshuffles = public["turn_no"], public["reshuffles_left"]
        self._owed = public["must_play_rooks"]
        self._taken = None if public["taken"] is None else ROOK_INDEX[public["taken"]]
        self._met, self._buys = list(public["contract_met"]), list(public["buys"])
        self._scores = list(public["scores"])
        self._round_scores = [tuple(points) for points in public["round_scores"]]
        self._owners = [meld["owner"] for meld in public["melds"]]
        self._melds = [meld_seen(meld) for meld in public["melds"]]
        self._lays, self._swaps = [()] * len(self._melds), [()] * len(self._melds)
        for place, meld in enumerate(self._melds):
            self._put(place, meld)
        self._waiting = sum(1 << seat for seat in public["to_act"])
        self._asked = self._buyers(self._turn)
        self._wanting = 0
        if self._phase == BUY:
            self._answer_anew(rng)
        story = story_of(history, self._rules.deck, self._rules.players)
        hand = cards_of(observation["private"]["hand"])
        sizes = public["hand_sizes"]
        turn = self._turn
        if self._owed and not self._met[turn] and turn != me:
            seats = turn, me, hand
            lend_contract(story, sizes, seats, self._contract, self._rules.max_rooks, rng)
        self._hands, self._stock = deal_hidden(story, sizes, me, hand, rng)
        self._pile = story.pile
        return self

    def _answer_anew(self, rng: Random) -> None:
        """Answers that were given in secret: certainly passes, until somebody hasn't answered."""
        open_yet = False
        for seat in self._asked:
            if self._waiting >> seat & 1:
                open_yet = True
            elif open_yet and rng.randrange(2):
                self._wanting |= 1 << seat
