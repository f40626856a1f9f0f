"""Schmier written a second time, naively and from the clauses alone."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tests.engine.games import model
from tests.engine.reference import SUITS, dealt, first_dealer, french_deck

DECK = [*french_deck(), "JK"]
SEATS = range(6)
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
PLAIN_RANKING = "23456789TJQKA"


def canonical(cards: Sequence[str]) -> list[str]:
    """C-3: the suits C D H S, in each A 2 … T J Q K, then the joker."""
    return sorted(cards, key=DECK.index)


def trump_ranking(trump: str) -> list[str]:
    """SC-3: the fifteen trumps, the lowest first."""
    low = ["JK", *(rank + trump for rank in "23456789T")]
    return [*low, "J" + SAME_COLOUR[trump], *(rank + trump for rank in "JQKA")]


def suit_of(card: str, trump: str) -> str:
    """The suit that a card belongs to: SC-3 makes trumps of the left bower and the joker."""
    return trump if card in trump_ranking(trump) else card[1]


def bearers(trump: str) -> list[str]:
    """SC-4: the five cards with a point of their own: high, right, left, low, joker."""
    return ["A" + trump, "J" + trump, "J" + SAME_COLOUR[trump], "2" + trump, "JK"]


def card_points(cards: Sequence[str]) -> int:
    """SC-5."""
    return sum(1 if card == "JK" else CARD_POINTS.get(card[0], 0) for card in cards)


def winning_card(cards: Sequence[str], trump: str) -> str:
    """SC-12: the first card is the lead."""
    ranking = trump_ranking(trump)
    trumps = [card for card in cards if card in ranking]
    if trumps:
        return max(trumps, key=ranking.index)
    led = [card for card in cards if card[1] == cards[0][1]]
    return max(led, key=lambda card: PLAIN_RANKING.index(card[0]))


def discard(cards: Sequence[str]) -> str:
    """The action that throws these cards."""
    return "discard=" + ",".join(canonical(cards))


def cards_of(action: str) -> list[str]:
    """The cards that a discard names."""
    listed = action.removeprefix("discard=")
    return listed.split(",") if listed else []


def discards(hand: Sequence[str], trump: str) -> set[str]:
    """SC-9: what anybody but the dealer may throw."""
    plain = [card for card in hand if suit_of(card, trump) != trump]
    return {discard(cards) for count in range(4) for cards in combinations(plain, count)}


def dealer_discards(hand: Sequence[str], trump: str) -> set[str]:
    """SC-10: what the dealer may throw, the stock being in the hand."""
    trumps = [card for card in hand if suit_of(card, trump) == trump]
    plain = [card for card in hand if card not in trumps]
    if len(trumps) <= 6:
        return {discard(cards) for cards in combinations(plain, len(hand) - 6)}
    ordinary = [card for card in trumps if card not in bearers(trump)]
    return {discard([*plain, *cards]) for cards in combinations(ordinary, len(trumps) - 6)}


def outcome(scores: Sequence[int], bidding: int, target: int, *, last: bool) -> list[int]:
    """SC-14: the teams that have won after a hand, [] if another is played."""
    best = max(scores)
    level = [team for team, score in enumerate(scores) if score == best]
    if best >= target or last:
        if len(level) == 1:
            return level
        if bidding in level:
            return [bidding]
    return level if last else []


class Model(model.Model):
    """One game of Schmier."""

    game = "schmier"

    def sit_down(self) -> None:
        self.teams = 2 if self.options.get("teams", "3x2") == "2x3" else 3
        self.dealer_forced = self.options.get("dealer_forced", False)
        self.first_lead_trump = self.options.get("first_lead_trump", False)
        self.target = self.options.get("target", 21)
        self.max_hands = self.options.get("max_hands", 60)
        given = self.given_dealer
        self.dealer = first_dealer(self.seed, 6) if given is None else given
        self.hand_no = 1
        self.passed_out = 0
        self.scores = [0] * self.teams
        self.winning_teams: list[int] = []
        self.last_trick: list[list[Any]] = []
        self.last_hand: dict[str, Any] | None = None

    def team_of(self, seat: int) -> int:
        """SC-1."""
        return seat % self.teams

    def from_the_left(self) -> list[int]:
        """The seats clockwise, the dealer last."""
        return [(self.dealer + i) % 6 for i in (1, 2, 3, 4, 5, 6)]

    def deal(self) -> None:
        """SC-2."""
        deck = self.shuffle(DECK)
        hands = dealt(deck, self.from_the_left(), 6)
        self.hands = [canonical(hands[seat]) for seat in SEATS]
        self.stock = deck[36:]
        self.phase = "bid"
        self.turn = self.from_the_left()[0]
        self.bids: list[list[Any]] = []
        self.bid: dict[str, int] | None = None
        self.trump: str | None = None
        self.thrown: list[list[str]] = [[] for _ in SEATS]
        self.chosen: list[int] = []
        self.discarded = [0] * 6
        self.leader: int | None = None
        self.trick: list[list[Any]] = []
        self.points_won = [
            dict.fromkeys(("high", "low", "right", "left", "joker"), False)
            for _ in range(self.teams)
        ]
        self.card_points = [0] * self.teams
        self.tricks_won = [0] * self.teams
        self.tell("deal", hand_no=self.hand_no, dealer=self.dealer)
        for seat in SEATS:
            self.tell("hand", [seat], seat=seat, cards=list(self.hands[seat]))

    # --- what may be done -----------------------------------------------------------------------

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if self.phase == "discard":
            return [seat for seat in SEATS if seat != self.dealer and seat not in self.chosen]
        return [self.turn]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.phase == "bid":
            return self.legal_bids(seat)
        if self.phase == "trump":
            return {"trump=" + suit for suit in SUITS}
        trump, hand = self.trump or "", self.hands[seat]
        if self.phase == "discard":
            return discards(hand, trump)
        if self.phase == "dealer_discard":
            return dealer_discards(hand, trump)
        return self.legal_cards(seat)

    def legal_bids(self, seat: int) -> set[str]:
        """SC-6 and SC-7."""
        if seat == self.dealer and self.bid is None and (self.dealer_forced or self.passed_out > 2):
            return {"bid3"}
        highest = 2 if self.bid is None else self.bid["points"]
        return {"pass"} | {f"bid{points}" for points in (3, 4, 5, 6) if points > highest}

    def legal_cards(self, seat: int) -> set[str]:
        """SC-11."""
        trump, hand = self.trump or "", self.hands[seat]
        if self.trick:
            wanted = suit_of(self.trick[0][1], trump)
        elif self.first_lead_trump and sum(self.tricks_won) == 0:
            wanted = trump
        else:
            return set(hand)
        return {card for card in hand if suit_of(card, trump) == wanted} or set(hand)

    # --- what comes of it -----------------------------------------------------------------------

    def apply(self, seat: int, action: str) -> None:
        self.events = []
        if self.phase == "bid":
            self.apply_bid(seat, action)
        elif self.phase == "trump":
            self.trump = action[-1]
            self.tell("trump", seat=seat, suit=self.trump)
            self.phase = "discard"
        elif self.phase == "discard":
            self.apply_discard(seat, action)
        elif self.phase == "dealer_discard":
            self.apply_dealer_discard(seat, action)
        else:
            self.apply_card(seat, action)

    def apply_bid(self, seat: int, action: str) -> None:
        """SC-6 and SC-7."""
        self.bids.append([seat, action])
        self.tell("bid", seat=seat, action=action)
        if action != "pass":
            self.bid = {"seat": seat, "points": int(action[3])}
        if len(self.bids) < 6 and action != "bid6":
            self.turn = (seat + 1) % 6
        elif self.bid is None:
            self.passed_out += 1
            self.tell("passed_out", dealer=self.dealer)
            self.deal()
        else:
            self.passed_out = 0
            self.phase, self.turn = "trump", self.bid["seat"]
            self.tell("bidder", seat=self.turn, points=self.bid["points"])

    def apply_discard(self, seat: int, action: str) -> None:
        """SC-9."""
        self.thrown[seat] = cards_of(action)
        self.chosen.append(seat)
        self.tell("discard", [seat], seat=seat, cards=self.thrown[seat])
        if len(self.chosen) < 5:
            return
        for other in sorted(self.chosen):
            self.take_away(other)
            self.tell("exchange", seat=other, count=self.discarded[other])
        for other in self.from_the_left()[:5]:
            self.draw(other, self.discarded[other])
        self.tell("pick_up", seat=self.dealer, count=len(self.stock))
        self.draw(self.dealer, len(self.stock))
        self.phase, self.turn = "dealer_discard", self.dealer

    def take_away(self, seat: int) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in self.thrown[seat]]
        self.discarded[seat] = len(self.thrown[seat])

    def draw(self, seat: int, count: int) -> None:
        drawn, self.stock = self.stock[:count], self.stock[count:]
        self.hands[seat] = canonical([*self.hands[seat], *drawn])
        if drawn:
            self.tell("drawn", [seat], seat=seat, cards=canonical(drawn))

    def apply_dealer_discard(self, seat: int, action: str) -> None:
        """SC-10; then the bidder leads (SC-11)."""
        self.thrown[seat] = cards_of(action)
        self.take_away(seat)
        self.tell("dealer_discard", seat=seat, count=self.discarded[seat])
        self.tell("discard", [seat], seat=seat, cards=self.thrown[seat])
        assert self.bid is not None
        self.phase = "play"
        self.leader = self.turn = self.bid["seat"]

    def apply_card(self, seat: int, card: str) -> None:
        """SC-4: high and low are won by playing them."""
        trump = self.trump or ""
        self.hands[seat].remove(card)
        self.trick.append([seat, card])
        self.tell("play", seat=seat, card=card)
        for point, bearer in (("high", "A" + trump), ("low", "2" + trump)):
            if card == bearer:
                self.win_point(seat, point)
        if len(self.trick) < 6:
            self.turn = (seat + 1) % 6
        else:
            self.end_trick()

    def win_point(self, seat: int, point: str) -> None:
        self.points_won[self.team_of(seat)][point] = True
        self.tell("point", seat=seat, team=self.team_of(seat), point=point)

    def end_trick(self) -> None:
        """SC-12, and SC-4: the jacks and the joker are won with the trick."""
        trump = self.trump or ""
        cards = [card for _, card in self.trick]
        winner = self.trick[cards.index(winning_card(cards, trump))][0]
        self.tricks_won[self.team_of(winner)] += 1
        self.card_points[self.team_of(winner)] += card_points(cards)
        self.last_trick, self.trick = self.trick, []
        self.leader = self.turn = winner
        self.tell("trick", seat=winner, cards=self.last_trick, card_points=card_points(cards))
        jacks = [("right", "J" + trump), ("left", "J" + SAME_COLOUR[trump])]
        for point, bearer in [*jacks, ("joker", "JK")]:
            if bearer in cards:
                self.win_point(winner, point)
        if sum(self.tricks_won) == 6:
            self.count()

    def count(self) -> None:
        """SC-13."""
        assert self.bid is not None
        bidding = self.team_of(self.bid["seat"])
        awards: dict[str, int | None] = {}
        for point in ("high", "low", "right", "left", "joker"):
            (awards[point],) = (t for t in range(self.teams) if self.points_won[t][point])
        most = max(self.card_points)
        best = [team for team in range(self.teams) if self.card_points[team] == most]
        awards["game"] = best[0] if len(best) == 1 else None
        points = [list(awards.values()).count(team) for team in range(self.teams)]
        made = points[bidding] >= self.bid["points"]
        gains = list(points)
        if not made:
            gains[bidding] = -self.bid["points"]
        self.scores = [score + gain for score, gain in zip(self.scores, gains, strict=True)]
        self.last_hand = {
            "hand_no": self.hand_no,
            "bidder": self.bid["seat"],
            "bid": self.bid["points"],
            "made": made,
            "team": bidding,
            "points": points,
            "awards": awards,
            "card_points": list(self.card_points),
            "gains": gains,
            "scores": list(self.scores),
        }
        self.tell("score", **self.last_hand)
        last = self.hand_no == self.max_hands
        self.winning_teams = outcome(self.scores, bidding, self.target, last=last)
        if self.winning_teams:
            self.over = True
            self.phase = "over"
            self.tell("over", winners=self.winners())
        else:
            self.hand_no += 1
            self.dealer = (self.dealer + 1) % 6
            self.deal()

    # --- what is seen of it ---------------------------------------------------------------------

    def winners(self) -> list[int]:
        return [seat for seat in SEATS if self.team_of(seat) in self.winning_teams]

    def placings(self) -> list[int]:
        return [self.place_of(self.team_of(seat)) for seat in SEATS] if self.over else []

    def place_of(self, team: int) -> int:
        """SC-14: only a winner is before a team of the same score."""
        if team in self.winning_teams:
            return 1
        better = [
            other
            for other in range(self.teams)
            if other in self.winning_teams or self.scores[other] > self.scores[team]
        ]
        return 1 + len(better)

    def points(self) -> list[int]:
        return [self.scores[self.team_of(seat)] for seat in SEATS]

    def public(self) -> dict[str, Any]:
        return {
            "game": "schmier",
            "hand_no": self.hand_no,
            "phase": self.phase,
            "dealer": self.dealer,
            "bids": self.bids,
            "bid": self.bid,
            "trump": self.trump,
            "trick": self.trick,
            "last_trick": self.last_trick,
            "leader": self.leader,
            "points_won": {str(team): won for team, won in enumerate(self.points_won)},
            "card_points": self.card_points,
            "tricks_won": self.tricks_won,
            "discarded": self.discarded,
            "stock": len(self.stock),
            "scores": self.scores,
            "teams": [
                [seat for seat in SEATS if self.team_of(seat) == team] for team in range(self.teams)
            ],
            "last_hand": self.last_hand,
            "hand_sizes": [len(hand) for hand in self.hands],
            "to_act": self.to_act(),
        }

    def private(self, seat: int) -> dict[str, Any]:
        return {"hand": self.hands[seat], "thrown": self.thrown[seat]}
