"""Take 5 (also known as 6 nimmt!): everybody picks in secret, the cards join the rows in order.

The clauses T5-1 … T5-9 named here are those of `docs/rules/take_five.md`.
"""

from collections.abc import Mapping, Sequence

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
from engine.games._take_five_log import Line, seen_this_round, to_event, to_line
from engine.games.take_five_cards import (
    CARDS,
    FULL_ROW,
    HAND_CARDS,
    HEADS,
    NAMES,
    NUMBERS,
    ROWS,
    deal_hidden,
    names,
    seats_in,
)
from engine.shuffle import shuffled

_ROW_ACTIONS = tuple(f"row{row}" for row in range(1, ROWS + 1))


class TakeFive(Game):
    """The rules of Take 5 for 2 to 10 players."""

    info = GameInfo(
        name="take5",
        title="Take 5",
        min_players=2,
        max_players=10,
        default_players=4,
        options=(
            Option("end_score", "int", 66, "Bull heads at which the game ends.", 10, 500),
            Option("end", "choice", "reach", "When it ends the game.", choices=("reach", "exceed")),
            Option("rounds", "int", None, "Play so many rounds instead.", 1, 20, nullable=True),
            Option("deck", "choice", "all", "Which cards are used.", choices=("all", "tactical")),
        ),
        presets={"standard": {}, "classic": {}},
    )

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        highest = CARDS if options["deck"] == "all" else HAND_CARDS * players + ROWS
        self.deck_order = tuple(range(1, highest + 1))
        rounds = options["rounds"]
        self.rounds = None if rounds is None else int(rounds)
        self.last_score = int(options["end_score"] or 0) - (options["end"] == "reach")
        """The highest score with which the game goes on (T5-8)."""

    def full_deck(self) -> Sequence[str]:
        return [NAMES[card] for card in self.deck_order]

    def first_dealer(self, seed: bytes) -> int:  # noqa: ARG002
        """T5-2: seat 0 always gets the first card."""
        return self.players - 1

    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "TakeFiveState":
        seed, first = self.check_dealer(seed, dealer)
        if first != self.players - 1:
            raise ValueError(f"Take 5 has no dealer; only {self.players - 1} may be given")
        given = None if deck is None else self.check_deck(deck)
        return TakeFiveState(self, seed, given)

    def _sample(self, observation: View, rng: Random) -> "TakeFiveState":
        seed = rng.getrandbits(256).to_bytes(32, "big")
        return TakeFiveState(self, seed, None).resume(observation, rng)


class TakeFiveState(State):
    """One game of Take 5; cards are kept as their numbers, rows as 0 … 3."""

    __slots__ = (
        "_aside", "_chooser", "_decision", "_hands", "_heads", "_last_trick", "_log", "_mark",
        "_over", "_picker", "_picks", "_reveal", "_round", "_rows", "_scores", "_taken", "_trick",
        "_waiting", "deck", "first_dealer", "game", "seed",
    )  # fmt: skip

    def __init__(self, game: TakeFive, seed: bytes, deck: tuple[str, ...] | None) -> None:
        self.game: TakeFive = game
        self.seed = seed
        self.first_dealer = game.players - 1
        self.deck = deck
        self._decision = 0
        self._round = 0
        self._over = False
        self._scores = [0] * game.players
        self._last_trick: list[tuple[int, int, int, int]] = []
        self._reveal: list[tuple[int, int]] = []
        self._chooser: int | None = None
        self._log: list[Line] = []
        self._mark = 0
        self._picker: int | None = None
        self._new_round()

    # --- the flow of the game -------------------------------------------------------------------

    def _new_round(self) -> None:
        """T5-2: shuffle all cards, deal ten each, turn four face up."""
        players = self.game.players
        if self.deck is not None and self._round == 0:
            deck = [NUMBERS[card] for card in self.deck]
        else:
            deck = shuffled(self.game.deck_order, self.seed, self._round)
        self._round += 1
        dealt = players * HAND_CARDS
        self._hands = [sorted(deck[seat:dealt:players]) for seat in range(players)]
        self._rows = [[card] for card in deck[dealt : dealt + ROWS]]
        self._aside = deck[dealt + ROWS :]
        self._taken: list[int] = []
        self._heads = [0] * players
        self._trick = 0
        self._log.append(("round", self._round, tuple(row[0] for row in self._rows)))
        self._new_trick()

    def _new_trick(self) -> None:
        self._trick += 1
        self._picks: list[int | None] = [None] * self.game.players
        self._waiting = (1 << self.game.players) - 1

    def apply(self, seat: int, action: str) -> None:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise IllegalAction("There is no such seat.")
        if self._chooser is not None:
            self._apply_row(seat, action)
            return
        if self._over:
            raise IllegalAction("The game is over.")
        try:
            card = NUMBERS[action]
        except (KeyError, TypeError):
            raise self._not_a_card(action) from None
        if card not in self._hands[seat]:
            raise IllegalAction("You don't hold the {card}.", card=card)
        if card == self._picks[seat]:
            raise IllegalAction("The {card} is your pick already.", card=card)
        self._mark = len(self._log)
        self._picks[seat] = card
        self._picker = seat
        self._waiting &= ~(1 << seat)
        if not self._waiting:
            self._show_picks()

    def _show_picks(self) -> None:
        """T5-3: the last pick is in; all leave their hands and are placed in ascending order."""
        picks = [(card, seat) for seat, card in enumerate(self._picks) if card is not None]
        for card, seat in picks:
            self._hands[seat].remove(card)
        self._picks = [None] * self.game.players
        self._log.append(("reveal", tuple(card for card, _ in picks)))
        picks.sort()
        self._reveal = [(seat, card) for card, seat in picks]
        self._decision += 1
        self._place_cards()

    def _place_cards(self) -> None:
        """T5-4: go on until every card lies, or somebody has to choose a row."""
        rows = self._rows
        while self._reveal:
            seat, card = self._reveal[0]
            place = None
            end = 0
            for number, row in enumerate(rows):
                if end < row[-1] < card:
                    place, end = number, row[-1]
            if place is None:
                self._chooser = seat
                self._log.append(("low", seat, card))
                return
            self._place(seat, card, place, takes=len(rows[place]) == FULL_ROW)
        self._end_trick()

    def _place(self, seat: int, card: int, place: int, *, takes: bool) -> None:
        """T5-5, T5-6: put the first revealed card on a row, or take the row and begin it anew."""
        if len(self._reveal) == self.game.players:
            self._last_trick = []
        del self._reveal[0]
        row = self._rows[place]
        heads = 0
        if takes:
            for taken in row:
                heads += HEADS[taken]
            self._heads[seat] += heads
            self._taken += row
            self._rows[place] = [card]
        else:
            row.append(card)
        entry = (seat, card, place, heads)
        self._last_trick.append(entry)
        self._log.append(("place", *entry))

    def _apply_row(self, seat: int, action: str) -> None:
        """T5-6: whoever played too low chooses the row to take."""
        if seat != self._chooser:
            raise IllegalAction("Somebody else chooses a row now.")
        if action not in _ROW_ACTIONS:
            raise IllegalAction("Choose a row: row1, row2, row3 or row4.")
        place = _ROW_ACTIONS.index(action)
        self._mark = len(self._log)
        self._picker = None
        self._chooser = None
        self._decision += 1
        self._log.append(("choose", seat, place))
        self._place(seat, self._reveal[0][1], place, takes=True)
        self._place_cards()

    def _end_trick(self) -> None:
        """T5-7, T5-8: after ten tricks the heads are scored, and perhaps the game is over."""
        if self._hands[0]:
            self._new_trick()
            return
        self._scores = [
            score + heads for score, heads in zip(self._scores, self._heads, strict=True)
        ]
        self._log.append(("score", tuple(self._heads), tuple(self._scores)))
        rounds = self.game.rounds
        if rounds == self._round or (rounds is None and max(self._scores) > self.game.last_score):
            self._over = True
            self._waiting = 0
            self._log.append(("over", self.winners()))
        else:
            self._new_round()

    # --- whose turn, and what may be played -----------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        if self._chooser is not None:
            return (self._chooser,)
        return seats_in(self._waiting)

    def decision(self, seat: int) -> int | None:
        if self._chooser is not None:
            return self._decision if self.game.check_seat(seat) == self._chooser else None
        # a pick may still be changed, unless it was the last card
        hand, pick = self._hands[self.game.check_seat(seat)], self._picks[seat]
        return None if not hand or hand == [pick] else self._decision

    def legal_actions(self, seat: int) -> list[str]:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            self.game.check_seat(seat)
        if self._chooser is not None:
            return list(_ROW_ACTIONS) if seat == self._chooser else []
        if self._over:
            return []
        pick = self._picks[seat]
        return [NAMES[card] for card in self._hands[seat] if card != pick]

    def is_legal(self, seat: int, action: str) -> bool:
        return action in self.legal_actions(seat)

    @staticmethod
    def _not_a_card(action: object) -> IllegalAction:
        if isinstance(action, str) and action in _ROW_ACTIONS:
            return IllegalAction("Pick a card; nobody has to choose a row now.")
        return IllegalAction("The cards are the numbers 1 to 104.")

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        events: list[Event] = []
        if self._picker is not None and not self._log[self._mark :]:
            card = self._picks[self._picker]
            events.append(
                {"type": "pick", "seat": self._picker, "card": str(card), "to": [self._picker]}
            )
        for line in self._log[self._mark :]:
            events.append(to_event(line))
            if line[0] == "round":
                events += [
                    {"type": "hand", "seat": seat, "cards": names(hand), "to": [seat]}
                    for seat, hand in enumerate(self._hands)
                ]
        return events

    def public_history(self, last: int | None = None) -> list[Event]:
        lines = self._log if last is None else self._log[max(0, len(self._log) - last) :]
        return [to_event(line) for line in lines]

    def public(self) -> View:
        phase = "over" if self._over else "pick" if self._chooser is None else "row"
        return {
            "game": self.game.name,
            "round": self._round,
            "trick": self._trick,
            "phase": phase,
            "rows": [names(row) for row in self._rows],
            "picked": [pick is not None for pick in self._picks],
            "reveal": [[seat, NAMES[card]] for seat, card in self._reveal],
            "last_trick": [
                [seat, NAMES[card], place + 1, heads]
                for seat, card, place, heads in self._last_trick
            ],
            "heads_round": list(self._heads),
            "scores": list(self._scores),
            "hand_sizes": [len(hand) for hand in self._hands],
            "to_act": list(self.current_players()),
        }

    def private(self, seat: int) -> View:
        pick = self._picks[self.game.check_seat(seat)]
        return {
            "hand": names(self._hands[seat]),
            "pick": None if pick is None else NAMES[pick],
        }

    def cards(self) -> list[str]:
        lying = [card for row in self._rows for card in row]
        held = [card for hand in self._hands for card in hand]
        revealed = [card for _, card in self._reveal]
        return names([*self._aside, *self._taken, *lying, *held, *revealed])

    # --- the result -----------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        return self._over

    @property
    def deals(self) -> int:
        return self._round

    @property
    def may_deal_again(self) -> bool:
        """T5-8: if its heads don't end the game before."""
        return not self._over and self._round != self.game.rounds

    def winners(self) -> tuple[int, ...]:
        """T5-9: the fewest bull heads."""
        if not self._over:
            return ()
        best = min(self._scores)
        return tuple(seat for seat, score in enumerate(self._scores) if score == best)

    def placings(self) -> tuple[int, ...]:
        if not self._over:
            return ()
        return tuple(1 + sum(other < score for other in self._scores) for score in self._scores)

    def scores(self) -> tuple[int, ...]:
        return tuple(self._scores)

    # --- copies ---------------------------------------------------------------------------------

    def clone(self) -> "TakeFiveState":
        twin = object.__new__(TakeFiveState)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin._hands = [hand.copy() for hand in self._hands]
        twin._rows = [row.copy() for row in self._rows]
        return twin

    def resume(self, observation: View, rng: Random) -> "TakeFiveState":
        """Take the place in the game that was observed, dealing hidden cards anew."""
        public, me = observation["public"], self.game.check_seat(observation["seat"])
        history: list[Event] = observation["history"]
        self._log = [to_line(event) for event in history]
        self._mark = len(self._log)
        self._picker = None
        self._decision = sum(event["type"] in ("reveal", "choose") for event in history)
        self._round, self._trick = public["round"], public["trick"]
        self._over = public["phase"] == "over"
        self._scores, self._heads = list(public["scores"]), list(public["heads_round"])
        self._rows = [[NUMBERS[card] for card in row] for row in public["rows"]]
        self._reveal = [(seat, NUMBERS[card]) for seat, card in public["reveal"]]
        self._chooser = public["to_act"][0] if public["phase"] == "row" else None
        self._last_trick = [
            (seat, NUMBERS[card], row - 1, heads) for seat, card, row, heads in public["last_trick"]
        ]
        seen = seen_this_round(history)
        self._hands, self._aside = deal_hidden(observation, self.game.deck_order, seen, rng)
        lying = {card for row in self._rows for card in row} | {card for _, card in self._reveal}
        self._taken = sorted(seen - lying)
        self._picks = [
            hand[rng.randrange(len(hand))] if picked else None
            for hand, picked in zip(self._hands, public["picked"], strict=True)
        ]
        my_pick = observation["private"]["pick"]
        self._picks[me] = None if my_pick is None else NUMBERS[my_pick]
        waiting = () if public["phase"] == "row" else public["to_act"]
        self._waiting = sum(1 << seat for seat in waiting)
        return self
