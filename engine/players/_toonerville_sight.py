"""What a player of Toonerville Rook sees, as far as it matters for a decision."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ROOK_INDEX
from engine.game import View
from engine.games import load_game
from engine.games._rook_melds import Meld
from engine.games._toonerville_cards import CONTRACTS, ROOK, Contract, cards_of
from engine.games._toonerville_hidden import story_of
from engine.games._toonerville_melds import lay_menu, meld_seen, swap_menu
from engine.games.toonerville import Toonerville
from engine.players._toonerville_plans import Unseen


@dataclass(slots=True)
class Sight:
    """The position as a seat sees it."""

    players: int
    seat: int
    phase: str
    contract: Contract
    hand: list[int]
    melds: list[Meld]
    down: list[bool]
    """Whose contract is down."""
    sizes: list[int]
    """The cards in each hand."""
    top: int | None
    """The top discard."""
    taken: int | None
    turn: int
    turn_no: int
    owed: int
    buys: int
    max_rooks: int | None
    unseen: Unseen
    known: list[Counter[int]]
    """The cards that everybody knows to be in each hand."""

    @property
    def is_down(self) -> bool:
        return self.down[self.seat]

    @property
    def next_seat(self) -> int:
        return (self.seat + 1) % self.players

    @property
    def nearest_out(self) -> int | None:
        """The fewest cards of another player who is down; None if no other is."""
        sizes = [
            size for seat, size in enumerate(self.sizes) if self.down[seat] and seat != self.seat
        ]
        return min(sizes, default=None)

    def fitting(self) -> set[int]:
        """The cards that can be laid off or swapped in on the table."""
        return fitting(self.melds, self.max_rooks)


def fitting(melds: Sequence[Meld], max_rooks: int | None) -> set[int]:
    """The cards that melds take, a Rook's place included."""
    return {
        card
        for place, meld in enumerate(melds)
        for menu in (lay_menu(meld, place, max_rooks), swap_menu(meld, place))
        for card, _ in menu
    }


def sight_of(observation: View) -> Sight:
    """Read an observation of Toonerville Rook."""
    public, seat = observation["public"], observation["seat"]
    game = load_game(observation["game"], observation["players"], observation["options"])
    if not isinstance(game, Toonerville):
        raise TypeError(f"{game.title} is not Toonerville Rook")
    hand = cards_of(observation["private"]["hand"])
    story = story_of(observation["history"], game.rules.deck, game.players)
    unseen = [story.unseen[card] for card in range(ROOK + 1)]
    story.known[seat] = Counter(hand)
    for known in story.known:
        for card, count in known.items():
            unseen[card] = max(0, unseen[card] - count)
    top = public["discard_top"]
    taken = public["taken"]
    return Sight(
        players=game.players,
        seat=seat,
        phase=public["phase"],
        contract=CONTRACTS[public["round"]],
        hand=hand,
        melds=[meld_seen(meld) for meld in public["melds"]],
        down=public["contract_met"],
        sizes=public["hand_sizes"],
        top=None if top is None else ROOK_INDEX[top],
        taken=None if taken is None else ROOK_INDEX[taken],
        turn=public["turn"],
        turn_no=public["turn_no"],
        owed=public["must_play_rooks"],
        buys=public["buys"][seat],
        max_rooks=game.rules.max_rooks,
        unseen=Unseen.of(unseen),
        known=story.known,
    )
