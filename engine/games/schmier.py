"""Schmier: three partnerships bid for the right to name the trump suit, and play for six points.

The clauses SC-1 … SC-14 named here are those of `docs/rules/schmier.md`.
"""

from collections.abc import Mapping, Sequence

from engine.cards import SUITS
from engine.game import (
    GameInfo,
    IllegalAction,
    Option,
    OptionValue,
    Random,
    View,
)
from engine.games._schmier_log import Line
from engine.games._schmier_moves import (
    BIDS,
    TRUMP_ACTIONS,
    check_bid,
    check_card,
    check_dealer_discard,
    check_discard,
    check_turn,
)
from engine.games._schmier_score import end_of_game, hand_points, team_places
from engine.games._schmier_table import Rules, SchmierTable
from engine.games.schmier_cards import (
    HAND_CARDS,
    NAMES,
    NUMBERS,
    PLAYED_POINTS,
    PLAYERS,
    POINT_CARDS,
    POINTS,
    POWERS,
    SUITS_BY_TRUMP,
    VALUES,
)
from engine.shuffle import shuffled


class Schmier(Rules):
    """The rules of Schmier: six players in three teams of two, or in two of three."""

    info = GameInfo(
        name="schmier",
        title="Schmier",
        min_players=PLAYERS,
        max_players=PLAYERS,
        default_players=PLAYERS,
        options=(
            Option("teams", "choice", "3x2", "Teams and players in each.", choices=("3x2", "2x3")),
            Option("dealer_forced", "bool", False, "The dealer must bid if all others pass."),
            Option("first_lead_trump", "bool", False, "The bidder's first lead must be a trump."),
            Option("target", "int", 21, "Points with which a team wins.", 5, 51),
            Option("max_hands", "int", 60, "Hands after which the best team wins.", 1, 200),
        ),
        presets={"standard": {}, "classic": {}},
    )

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        super().__init__(players, options)
        self.team_count = 3 if options["teams"] == "3x2" else 2
        self.dealer_forced = bool(options["dealer_forced"])
        self.first_lead_trump = bool(options["first_lead_trump"])
        self.target = int(options["target"] or 0)
        self.max_hands = int(options["max_hands"] or 0)

    def teams(self) -> tuple[tuple[int, ...], ...]:
        """SC-1: partners never sit side by side."""
        count = self.team_count
        return tuple(tuple(range(team, PLAYERS, count)) for team in range(count))

    def full_deck(self) -> Sequence[str]:
        return NAMES

    def new_initial_state(
        self, seed: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> "SchmierState":
        seed, first = self.check_dealer(seed, dealer)
        given = None if deck is None else self.check_deck(deck)
        return SchmierState(self, seed, first, given)

    def _sample(self, observation: View, rng: Random) -> "SchmierState":
        seed = rng.getrandbits(256).to_bytes(32, "big")
        return SchmierState(self, seed, 0, None).resume(observation, rng)


class SchmierState(SchmierTable):
    """One game of Schmier; cards are kept as their numbers, suits as 0 … 3 (C D H S)."""

    __slots__ = ()

    def __init__(
        self, game: Schmier, seed: bytes, dealer: int, deck: tuple[str, ...] | None
    ) -> None:
        self.game: Schmier = game
        self.seed = seed
        self.first_dealer = dealer
        self.deck = deck
        self._dealer = dealer
        self._decision = 0
        self._hand_no = 1
        self._shuffles = 0
        self._passed_out = 0
        self._over = False
        self._scores = [0] * game.team_count
        self._team_places: tuple[int, ...] = ()
        self._last_hand: Line | None = None
        self._last_trick: list[tuple[int, int]] = []
        self._log: list[Line] = []
        self._mark = 0
        self._thrower: int | None = None
        self._deal()

    @property
    def deals(self) -> int:
        return self._shuffles

    @property
    def may_deal_again(self) -> bool:
        """SC-7, SC-14: there is another hand, or all may still pass this one."""
        if self._over:
            return False
        may_pass = self._phase == "bid" and self._bid is None and not self._dealer_must_bid()
        return may_pass or self._hand_no != self.game.max_hands

    # --- the flow of the game -------------------------------------------------------------------

    def _deal(self) -> None:
        """SC-2: shuffle all cards, deal six each from the dealer's left; the rest is the stock."""
        if self.deck is not None and self._shuffles == 0:
            deck = [NUMBERS[card] for card in self.deck]
        else:
            deck = shuffled(range(len(NAMES)), self.seed, self._shuffles)
        self._shuffles += 1
        dealt, first, teams = PLAYERS * HAND_CARDS, self._dealer + 1, self.game.team_count
        self._hands = [
            sorted(deck[(seat - first) % PLAYERS : dealt : PLAYERS]) for seat in range(PLAYERS)
        ]
        self._stock = deck[dealt:]
        self._phase = "bid"
        self._turn = first % PLAYERS
        self._waiting: list[int] = []
        self._bids: list[tuple[int, str]] = []
        self._bid: tuple[int, int] | None = None
        self._trump: int | None = None
        self._thrown: list[list[int]] = [[] for _ in range(PLAYERS)]
        self._drawn: list[list[int]] = [[] for _ in range(PLAYERS)]
        self._discarded = [0] * PLAYERS
        self._leader: int | None = None
        self._led = 0
        self._trick: list[tuple[int, int]] = []
        self._winning = (0, 0)
        self._taken: list[int] = []
        self._points_won = [[False] * len(POINTS) for _ in range(teams)]
        self._card_points = [0] * teams
        self._tricks_won = [0] * teams
        self._log.append(("deal", self._hand_no, self._dealer))

    def apply(self, seat: int, action: str) -> None:
        if type(seat) is not int or not 0 <= seat < PLAYERS:
            raise IllegalAction("There is no such seat.")
        phase = self._phase
        if phase == "play":
            self._play(seat, action)
        elif phase == "bid":
            self._make_bid(seat, action)
        elif phase == "discard":
            self._discard(seat, action)
        elif phase == "dealer_discard":
            self._dealer_discard(seat, action)
        elif phase == "trump":
            self._name_trump(seat, action)
        else:
            raise IllegalAction("The game is over.")

    def _accept(self) -> None:
        """From here the action counts."""
        self._mark = len(self._log)
        self._thrower = None
        self._decision += 1

    def _make_bid(self, seat: int, action: str) -> None:
        """SC-6: each once from the dealer's left; a bid of six or the dealer's turn ends it."""
        if seat != self._turn and any(bidder == seat for bidder, _ in self._bids):
            raise IllegalAction("You have bid already; everybody bids once.")
        check_turn(seat, self._turn)
        check_bid(action, self._lowest_bid(), must=self._must_bid())
        self._accept()
        self._bids.append((seat, action))
        self._log.append(("bid", seat, action))
        if action != "pass":
            self._bid = (seat, int(action[-1]))
        if seat != self._dealer and action != BIDS[-1]:
            self._turn = (seat + 1) % PLAYERS
        elif self._bid is None:
            self._log.append(("passed_out", self._dealer))
            self._passed_out += 1
            self._deal()
        else:
            self._passed_out = 0
            self._phase = "trump"
            self._turn, points = self._bid
            self._log.append(("bidder", self._turn, points))

    def _name_trump(self, seat: int, action: str) -> None:
        """SC-8."""
        check_turn(seat, self._turn)
        if action not in TRUMP_ACTIONS:
            raise IllegalAction("Name the trump suit: clubs, diamonds, hearts or spades.")
        self._accept()
        self._trump = TRUMP_ACTIONS.index(action)
        self._log.append(("trump", seat, SUITS[self._trump]))
        self._phase = "discard"
        self._waiting = [other for other in range(PLAYERS) if other != self._dealer]

    def _discard(self, seat: int, action: str) -> None:
        """SC-9: five choose in secret; the last choice settles all of them."""
        if seat == self._dealer:
            raise IllegalAction("The dealer discards when all others have chosen.")
        if seat not in self._waiting:
            raise IllegalAction("You have chosen already, and a discard can't be changed.")
        cards = check_discard(action, self._hands[seat], self._trump or 0)
        self._mark = len(self._log)
        self._thrower = seat
        self._thrown[seat] = cards
        self._waiting.remove(seat)
        if not self._waiting:
            self._exchange()

    def _exchange(self) -> None:
        """SC-9, SC-10: as many cards for each from the stock, and all the rest for the dealer."""
        self._decision += 1
        dealer, stock = self._dealer, self._stock
        for seat, thrown in enumerate(self._thrown):
            self._discarded[seat] = len(thrown)
            if seat != dealer:
                self._log.append(("exchange", seat, len(thrown)))
        for step in range(1, PLAYERS):
            seat = (dealer + step) % PLAYERS
            thrown = self._thrown[seat]
            if thrown:
                self._draw(seat, stock[: len(thrown)])
                del stock[: len(thrown)]
        self._log.append(("pick_up", dealer, len(stock)))
        self._draw(dealer, stock)
        self._stock = []
        self._phase = "dealer_discard"
        self._turn = dealer

    def _draw(self, seat: int, cards: Sequence[int]) -> None:
        thrown = self._thrown[seat]
        kept = [card for card in self._hands[seat] if card not in thrown]
        self._drawn[seat] = sorted(cards)
        self._hands[seat] = sorted([*kept, *cards])

    def _dealer_discard(self, seat: int, action: str) -> None:
        """SC-10: down to six cards."""
        check_turn(seat, self._dealer)
        hand = self._hands[seat]
        cards = check_dealer_discard(action, hand, self._trump or 0)
        self._accept()
        self._thrower = seat
        self._thrown[seat] = cards
        self._discarded[seat] = len(cards)
        self._hands[seat] = [card for card in hand if card not in cards]
        self._log.append(("dealer_discard", seat, len(cards)))
        self._phase = "play"
        self._leader = self._turn = self._bid[0] if self._bid is not None else seat

    def _play(self, seat: int, action: str) -> None:
        """SC-11, SC-12."""
        if seat != self._turn:
            check_turn(seat, self._turn)
        trump, trick = self._trump or 0, self._trick
        hand, suits = self._hands[seat], SUITS_BY_TRUMP[trump]
        card = NUMBERS.get(action, -1) if type(action) is str else -1
        if card not in hand or (trick and suits[card] != self._led) or not self._taken:
            led = self._led if trick else None
            check_card(action, hand, trump, led, first=self._must_lead_trump())
        self._mark = len(self._log)
        self._thrower = None
        self._decision += 1
        hand.remove(card)
        self._log.append(("play", seat, card))
        power = POWERS[trump][card]
        if not trick:
            self._led = suits[card]
            self._winning = (power, seat)
        elif power > self._winning[0] and (suits[card] == self._led or suits[card] == trump):
            self._winning = (power, seat)
        trick.append((seat, card))
        point = POINT_CARDS[trump].get(card)
        if point is not None and point < PLAYED_POINTS:
            self._win_point(point, seat)
        if len(trick) < PLAYERS:
            self._turn = (seat + 1) % PLAYERS
        else:
            self._end_trick(trump)

    def _win_point(self, point: int, seat: int) -> None:
        team = seat % self.game.team_count
        self._points_won[team][point] = True
        self._log.append(("point", seat, team, POINTS[point]))

    def _end_trick(self, trump: int) -> None:
        """SC-4, SC-12: the trick goes to the highest card, and so do the points in it."""
        winner = self._winning[1]
        team = winner % self.game.team_count
        trick = self._trick
        cards = [card for _, card in trick]
        value = sum([VALUES[card] for card in cards])
        self._card_points[team] += value
        self._tricks_won[team] += 1
        self._taken += cards
        self._last_trick = trick
        self._trick = []
        self._log.append(("trick", winner, tuple(trick), value))
        point_cards = POINT_CARDS[trump]
        for point in sorted(point_cards[card] for card in cards if card in point_cards):
            if point >= PLAYED_POINTS:
                self._win_point(point, winner)
        self._leader = self._turn = winner
        if not self._hands[winner]:
            self._end_hand()

    def _end_hand(self) -> None:
        """SC-13, SC-14."""
        bidder, bid = self._bid or (0, 0)
        team = bidder % self.game.team_count
        awards, points = hand_points(self._points_won, self._card_points)
        made = points[team] >= bid
        gains = [won if won_by != team or made else -bid for won_by, won in enumerate(points)]
        self._scores = [score + gain for score, gain in zip(self._scores, gains, strict=True)]
        self._last_hand = (
            "score", self._hand_no, bidder, bid, made, team, tuple(points), awards,
            tuple(self._card_points), tuple(gains), tuple(self._scores),
        )  # fmt: skip
        self._log.append(self._last_hand)
        winners = end_of_game(
            self._scores,
            team,
            target=self.game.target,
            last=self._hand_no == self.game.max_hands,
        )
        if winners:
            self._over = True
            self._phase = "over"
            self._team_places = team_places(self._scores, winners)
            self._log.append(("over", self.winners()))
            return
        self._hand_no += 1
        self._dealer = (self._dealer + 1) % PLAYERS
        self._deal()
