"""What makes a meld, and what a hand of Rook cards can lay down, against trying everything."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import ROOK_DECK, ROOK_INDEX
from engine.game import IllegalAction
from engine.games._rook_melds import Meld, best, can_lay, distance, find, lay_downs, meld_of
from tests.engine.games.rook_brute import Brute, is_run, is_set, points

CONTRACTS = [
    (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (0, 4), (3, 0), (0, 5), (4, 0), (2, 2),
]  # fmt: skip
"""Runs and sets of the eleven rounds (TR-3)."""


def cards(names: str) -> list[int]:
    return [ROOK_INDEX[name] for name in names.split()]


def names(some: Sequence[int]) -> list[str]:
    return [ROOK_DECK[card] for card in some]


def stretch(meld: Meld) -> tuple[int, int]:
    return meld.low, meld.low + len(meld.cards) - 1


def left_in_hand(
    hand: list[int], melds: Sequence[Meld], runs: int, sets: int, max_rooks: int | None = None
) -> list[str]:
    """What a lay-down leaves, once it is sure that it is one."""
    assert [meld.is_run for meld in melds].count(True) == runs
    assert len(melds) == runs + sets
    left = Counter(hand)
    for meld in melds:
        assert (is_run if meld.is_run else is_set)(names(meld.cards), max_rooks)
        assert meld_of("run" if meld.is_run else "set", meld.cards, max_rooks) == meld
        left.subtract(meld.cards)
    assert min(left.values(), default=0) >= 0
    return names(sorted(left.elements()))


class TestMelds:
    """Worked examples 1 to 17."""

    @pytest.mark.parametrize(
        ("run", "low", "high"),
        [
            ("R4 R5 R6 R7", 4, 7),
            ("B11 B12 B13 B14", 11, 14),
            ("Y1 Y2 Y3 Y4", 1, 4),
            ("G8 W G10 G11", 8, 11),
            ("W B12 B13 B14", 11, 14),
            ("Y1 Y2 Y3 W", 1, 4),
            ("W W B13 B14", 11, 14),
            ("R5 W W R8", 5, 8),
            ("G7 W W W", 7, 10),
            ("W G7 W W", 6, 9),
            ("W W G7 W", 5, 8),
            ("W W W G7", 4, 7),
            (" ".join(f"Y{number}" for number in range(1, 15)), 1, 14),
        ],
    )
    def test_a_run(self, run: str, low: int, high: int) -> None:
        meld = meld_of("run", cards(run))
        assert stretch(meld) == (low, high)
        assert meld.is_run
        assert names(meld.cards) == run.split()
        assert "BGRY"[meld.colour] == run.replace("W", "").strip()[0]

    @pytest.mark.parametrize(
        ("run", "reason"),
        [
            ("R4 R5 R6", "four cards"),
            ("B13 B14 B1 B2", "round the corner"),
            ("R4 G5 R6 R7", "one colour"),
            ("B12 B13 B14 W", "round the corner"),
            ("W Y1 Y2 Y3", "round the corner"),
            ("R5 W W R9", "one higher"),
            ("R4 R5 R5 R6", "one higher"),
            ("R7 R6 R5 R4", "one higher"),
            ("R4 R4 R4 R4", "one higher"),
            ("W W W W", "natural card"),
        ],
    )
    def test_no_run(self, run: str, reason: str) -> None:
        with pytest.raises(IllegalAction, match=reason) as refused:
            meld_of("run", cards(run))
        assert refused.value.facts["cards"] == run.replace(" ", ",")

    @pytest.mark.parametrize("run", ["R5 W W R8", "G7 W W W"])
    def test_a_table_may_allow_one_rook_a_meld(self, run: str) -> None:
        with pytest.raises(IllegalAction, match="at most 1 of the Rooks"):
            meld_of("run", cards(run), 1)
        with pytest.raises(IllegalAction, match="at most 1 of the Rooks"):
            meld_of("set", cards("B9 W W"), 1)
        assert meld_of("set", cards("B9 Y9 W"), 1)

    @pytest.mark.parametrize(
        ("given_cards", "kept"),
        [
            ("R7 R7 G7", "G7 R7 R7"),
            ("B9 Y9 W", "B9 Y9 W"),
            ("W B9 W", "B9 W W"),
            ("R7 G7 B7 Y7 R7", "B7 G7 R7 R7 Y7"),
        ],
    )
    def test_a_set_in_any_order(self, given_cards: str, kept: str) -> None:
        meld = meld_of("set", cards(given_cards))
        assert names(meld.cards) == kept.split()
        assert (meld.is_run, meld.low, meld.colour) == (False, int(kept[1]), -1)

    @pytest.mark.parametrize(
        ("cards_given", "reason"),
        [("R7 G7", "three cards"), ("R7 R8 G7", "one number"), ("W W W", "natural card")],
    )
    def test_no_set(self, cards_given: str, reason: str) -> None:
        with pytest.raises(IllegalAction, match=reason):
            meld_of("set", cards(cards_given))


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """A few cards close together, now and then equal, and Rooks."""
    low = draw(st.sampled_from([1, 4, 9, 10]))
    numbers = st.integers(low, min(14, low + draw(st.integers(2, 5))))
    colours = st.sampled_from(draw(st.sampled_from(["B", "RY", "BGR"])))
    rooks = draw(st.sampled_from([0, 0, 1, 1, 2, 3, 4, 5]))
    naturals = draw(st.lists(st.tuples(colours, numbers), max_size=10 - rooks))
    return [ROOK_INDEX[f"{colour}{number}"] for colour, number in naturals] + cards("W " * rooks)


contracts = st.sampled_from([(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)])
limits = st.sampled_from([None, None, 1, 2, 3])


def worth(left: Sequence[str]) -> tuple[int, int]:
    return points(list(left)), len(left)


class TestAgainstTryingEverything:
    @given(hand=hands(), contract=contracts, max_rooks=limits)
    def test_a_lay_down_is_found_if_there_is_one(
        self, hand: list[int], contract: tuple[int, int], max_rooks: int | None
    ) -> None:
        possible = Brute(max_rooks).leaves(names(hand), *contract)
        found = find(hand, *contract, max_rooks)
        listed = lay_downs(hand, *contract, max_rooks)
        assert can_lay(hand, *contract, max_rooks) == (found is not None) == bool(possible)
        assert bool(listed) == bool(possible)
        for melds in [*([found] if found else []), *listed]:
            assert tuple(sorted(left_in_hand(hand, melds, *contract, max_rooks))) in possible

    @given(hand=hands(), contract=contracts, max_rooks=limits)
    def test_the_best_leaves_the_fewest_points_and_then_cards(
        self, hand: list[int], contract: tuple[int, int], max_rooks: int | None
    ) -> None:
        possible = Brute(max_rooks).leaves(names(hand), *contract)
        melds = best(hand, *contract, max_rooks)
        assert (melds is not None) == bool(possible)
        if melds:
            left = left_in_hand(hand, melds, *contract, max_rooks)
            assert worth(left) == min(map(worth, possible))

    @given(hand=hands(), contract=contracts, max_rooks=limits)
    def test_the_whole_hand_is_used_if_it_can_be(
        self, hand: list[int], contract: tuple[int, int], max_rooks: int | None
    ) -> None:
        possible = () in Brute(max_rooks).leaves(names(hand), *contract)
        assert can_lay(hand, *contract, max_rooks, whole=True) == possible
        melds = find(hand, *contract, max_rooks, whole=True)
        assert melds == best(hand, *contract, max_rooks, whole=True)
        assert (melds is not None) == possible
        assert lay_downs(hand, *contract, max_rooks, whole=True) == ([melds] if melds else [])
        if melds:
            assert not left_in_hand(hand, melds, *contract, max_rooks)

    @given(hand=hands(), contract=contracts, max_rooks=limits)
    def test_the_distance_is_what_one_more_card_makes_one_less(
        self, hand: list[int], contract: tuple[int, int], max_rooks: int | None
    ) -> None:
        """Whoever can lay the contract is at 0; so the rest follows, card by card."""
        away = distance(hand, *contract, max_rooks)
        if not away:
            assert Brute(max_rooks).leaves(names(hand), *contract)
            return
        assert not Brute(max_rooks).leaves(names(hand), *contract)
        closer = [distance([*hand, card], *contract, max_rooks) for card in range(57)]
        assert min(closer) == away - 1


TIGHT = [
    ("R4 R5 R6 R7 W W W", 1, 1, None),
    ("R4 R5 R6 R7 W W W W W", 1, 2, None),
    ("B1 B2 B4 W W W W W", 2, 0, None),
    ("R5 R6 R7 R8 W W W W", 2, 0, 2),
    ("R5 R6 R7 R8 G7 W W", 1, 1, 1),
    ("R7 R7 G7 G7 W W", 0, 2, 1),
    ("R5 R6 R7 R8 B9 G9 R9 W W W", 1, 1, 1),
    ("R5 R6 R7 B7 W W W", 1, 1, 1),
    ("B9 W W", 0, 1, 1),
    ("R4 R5 R6 R7 W W", 1, 0, 1),
    ("W R14 R12 R11 R10 R9 W W", 1, 0, 2),
]


class TestTightHands:
    """Where a natural card must leave the first meld that wants it, since another has none."""

    @pytest.mark.parametrize(("hand", "runs", "sets", "max_rooks"), TIGHT)
    def test_every_way_to_share_the_cards_is_tried(
        self, hand: str, runs: int, sets: int, max_rooks: int | None
    ) -> None:
        possible = Brute(max_rooks).leaves(hand.split(), runs, sets)
        melds = best(cards(hand), runs, sets, max_rooks)
        assert (melds is not None) == can_lay(cards(hand), runs, sets, max_rooks) == bool(possible)
        if melds:
            left = left_in_hand(cards(hand), melds, runs, sets, max_rooks)
            assert worth(left) == min(map(worth, possible))

    @pytest.mark.parametrize(
        ("hand", "runs", "sets", "max_rooks", "away"),
        [
            ("R4 R5 R6 R7 W W W W W", 1, 2, None, 1),
            ("W W", 1, 0, 1, 3),
            ("G3 G4 G5 G6 W W", 2, 0, 1, 2),
            ("B3 B4 B5 W W W W", 2, 0, 2, 1),
            ("B2 B3 B4 B5 G1 G3 W W W W", 1, 2, 1, 1),
        ],
    )
    def test_the_distance_is_the_least_of_every_way(
        self, hand: str, runs: int, sets: int, max_rooks: int | None, away: int
    ) -> None:
        assert distance(cards(hand), runs, sets, max_rooks) == away

    def test_a_rook_takes_the_place_of_a_low_card_when_there_is_no_other(self) -> None:
        hand = cards(" ".join(f"R{number}" for number in range(1, 15)) + " W")
        for max_rooks in (None, 1):
            melds = best(hand, 1, 0, max_rooks)
            assert melds is not None
            assert points(left_in_hand(hand, melds, 1, 0, max_rooks)) == 5
        assert not can_lay(hand, 1, 0, whole=True)

    def test_of_as_many_points_the_fewer_cards_are_left(self) -> None:
        hand = cards("B10 G10 R10 B5 B5 G5 G5 R5 R5")
        melds = best(hand, 0, 1)
        assert melds is not None
        assert left_in_hand(hand, melds, 0, 1) == ["B10", "G10", "R10"]

    def test_rooks_go_where_they_may_when_a_meld_holds_one(self) -> None:
        hand = cards("R5 R6 R7 R8 B9 G9 R9 W W W")
        melds = best(hand, 1, 1, 1)
        assert melds is not None
        assert left_in_hand(hand, melds, 1, 1, 1) == ["W"]


class TestExamples:
    def test_example_24_a_larger_set(self) -> None:
        hand = cards("R4 R5 R6 R7 B9 G9 Y9 B2 G2 R2 Y2 B13")
        melds = best(hand, 1, 2)
        assert melds is not None
        assert left_in_hand(hand, melds, 1, 2) == ["B13"]

    def test_example_25_the_last_round_takes_the_whole_hand(self) -> None:
        melds = "R4 R5 R6 R7 G1 G2 G3 G4 B9 G9 Y9 B12 G12 R12 "
        assert can_lay(cards(melds + "Y12"), 2, 2, whole=True)
        assert not can_lay(cards(melds + "Y11"), 2, 2, whole=True)
        assert can_lay(cards(melds + "Y11"), 2, 2)
        assert can_lay(cards(melds + "W"), 2, 2, whole=True)

    def test_example_26_one_card_left(self) -> None:
        hand = cards("B1 B2 B3 B4 Y8 Y9 Y10 Y11 Y13")
        melds = best(hand, 2, 0)
        assert melds is not None
        assert left_in_hand(hand, melds, 2, 0) == ["Y13"]

    def test_two_sets_of_one_number_and_runs_that_touch_are_two_melds(self) -> None:
        assert can_lay(cards("R7 R7 G7 G7 B7 B7"), 0, 2)
        assert not can_lay(cards("R7 R7 G7 G7 B7"), 0, 2)
        assert can_lay(cards("R1 R2 R3 R4 R5 R6 R7 R8"), 2, 0)
        assert not can_lay(cards("R1 R2 R3 R4 R5 R6 R7"), 2, 0)
        assert can_lay(cards("R3 R3 R4 R4 R5 R5 R6 R6"), 2, 0)


def made_of_melds(rng: random.Random, runs: int, sets: int) -> list[int]:
    """The cards of so many melds, a few of them Rooks."""
    melds = []
    for _ in range(runs):
        size = rng.choice([4, 4, 4, 5, 7])
        low = rng.randrange(15 - size)
        colour = rng.randrange(4)
        melds.append([colour * 14 + low + step for step in range(size)])
    for _ in range(sets):
        number = rng.randrange(14)
        melds.append([rng.randrange(4) * 14 + number for _ in range(rng.choice([3, 3, 4, 6]))])
    rooks = rng.randrange(min(5, len(melds)) + 1)
    for meld in melds[:rooks]:
        meld[rng.randrange(len(meld))] = ROOK_INDEX["W"]
    hand = [card for meld in melds for card in meld]
    rng.shuffle(hand)
    return hand


class TestLargeHands:
    @pytest.mark.parametrize("seed", range(8))
    @pytest.mark.parametrize("contract", CONTRACTS, ids=str)
    def test_melds_that_were_put_in_are_found(self, contract: tuple[int, int], seed: int) -> None:
        rng = random.Random(f"{contract}{seed}")
        hand = made_of_melds(rng, *contract)
        whole = find(hand, *contract, whole=True)
        assert whole is not None
        assert not left_in_hand(hand, whole, *contract)
        assert distance(hand, *contract) == 0
        noise = [rng.randrange(56) for _ in range(rng.randrange(15))]
        mixed = sorted(hand + noise)
        for melds in (find(mixed, *contract), best(mixed, *contract)):
            assert melds is not None
            left = left_in_hand(mixed, melds, *contract)
        assert points(left) <= points(names(noise))

    @pytest.mark.parametrize("seed", range(4))
    @pytest.mark.parametrize("contract", CONTRACTS, ids=str)
    def test_a_limit_that_no_hand_reaches_changes_nothing(
        self, contract: tuple[int, int], seed: int
    ) -> None:
        """Without one the search takes short cuts."""
        rng = random.Random(f"limit{contract}{seed}")
        hand = made_of_melds(rng, *contract)
        hand = hand[3:] + [rng.randrange(56) for _ in range(12)]
        free, limited = best(hand, *contract), best(hand, *contract, 5)
        assert (free is None) == (limited is None)
        assert distance(hand, *contract) == distance(hand, *contract, 5)
        if free and limited:
            left = left_in_hand(hand, limited, *contract, 5)
            assert worth(left) == worth(left_in_hand(hand, free, *contract))


class TestLayDowns:
    def test_no_card_could_be_left_out(self) -> None:
        hand = cards("R3 R4 R5 R6 R7 B9 G9 Y9 Y9 B2 G2 R2 W")
        listed = lay_downs(hand, 1, 1)
        assert all(len(meld.cards) == 3 + meld.is_run for melds in listed for meld in melds)
        assert len(set(listed)) == len(listed)

    def test_few_rooks_come_first_and_then_many_points(self) -> None:
        hand = cards("R3 R4 R5 R6 R7 B11 G11 Y11 B2 G2 Y2 W")
        listed = lay_downs(hand, 1, 1)
        found = [
            (sum(meld.cards.count(56) for meld in melds), points(left_in_hand(hand, melds, 1, 1)))
            for melds in listed
        ]
        assert found == sorted(found)
        assert [rooks for rooks, _ in found[:5]] == [0, 0, 0, 0, 1]
        assert [group.low for _, group in listed[:4]] == [11, 11, 2, 2]

    def test_no_more_than_are_asked_for(self) -> None:
        hand = cards("R1 R2 R3 R4 R5 R6 R7 R8 R9 B9 G9 Y9 B2 G2 R2 W")
        assert len(lay_downs(hand, 1, 1, limit=3)) == 3

    def test_a_rook_never_stands_where_a_natural_card_would_do(self) -> None:
        hand = cards("R4 R5 R6 R7 B9 G9 Y9 W")
        for melds in lay_downs(hand, 1, 1):
            left = left_in_hand(hand, melds, 1, 1)
            for meld in melds:
                for place, card in enumerate(meld.cards):
                    if card == 56 and meld.is_run:
                        assert f"R{meld.low + place}" not in left
