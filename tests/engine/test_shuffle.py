"""The shuffle, the first dealer and the deal (C-3 to C-6) against a second implementation."""

import random
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.shuffle import first_dealer, shuffled
from tests.engine import reference
from tests.engine.games.ninety_nine_deals import gentle

SEEDS = st.binary(min_size=32, max_size=32)

REJECTING = {
    # seeds whose shuffle 0 of so many cards meets a word that draw() must reject
    52: bytes.fromhex("3c1a438f3b5881b28d60d5993d9a02da15e052f5ed82fd19531bd54ebe9d1288"),
    104: bytes.fromhex("1f0c7dbd7079c0131a1fd329b0277b394d653d41f743fb45f1d06723defc374d"),
}


def never_rejecting(seed: bytes, k: int, cards: list[str]) -> list[str]:
    """The shuffle as it would be if draw() took every word."""
    stream, mixed = reference.words(seed, k), list(cards)
    for i in range(len(mixed) - 1, 0, -1):
        j = next(stream) % (i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def hands(state: engine.State) -> list[list[str]]:
    return [state.private(seat)["hand"] for seat in range(state.game.players)]


def test_the_reference_on_a_deck_worked_by_hand() -> None:
    """Three cards of seed 0: draw(3) and draw(2) from the first words of one block."""
    block = sha256(bytes(32) + bytes(4) + bytes(4)).digest()
    first, second = (int.from_bytes(block[i : i + 4], "big") for i in (0, 4))
    cards = ["a", "b", "c"]
    j = first % 3
    cards[2], cards[j] = cards[j], cards[2]
    j = second % 2
    cards[1], cards[j] = cards[j], cards[1]
    assert reference.shuffled(bytes(32), 0, ["a", "b", "c"]) == cards
    assert shuffled(["a", "b", "c"], bytes(32), 0) == cards


@given(seed=SEEDS, k=st.integers(0, 2**32 - 1), size=st.integers(0, 300))
def test_c_4_any_shuffle_of_any_list(seed: bytes, k: int, size: int) -> None:
    cards = list(range(size))
    mixed = shuffled(cards, seed, k)
    assert mixed == reference.shuffled(seed, k, cards)
    assert sorted(mixed) == cards == list(range(size))


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 10, 16, 17, 18, 51, 52, 103, 104, 105])
def test_c_4_the_sizes_about_whole_blocks_of_words(size: int) -> None:
    cards = [str(i) for i in range(size)]
    for k in range(20):
        assert shuffled(cards, bytes(range(32)), k) == reference.shuffled(
            bytes(range(32)), k, cards
        )


def test_c_4_equal_cards_are_shuffled_like_others() -> None:
    deck = reference.french_deck(2)
    assert shuffled(deck, bytes(32), 3) == reference.shuffled(bytes(32), 3, deck)


@pytest.mark.parametrize("size", [52, 104])
def test_c_4_a_word_too_high_is_rejected(size: int) -> None:
    seed, deck = REJECTING[size], reference.french_deck(size // 52)
    expected = reference.shuffled(seed, 0, deck)
    assert expected != never_rejecting(seed, 0, deck)
    assert shuffled(deck, seed, 0) == expected


def test_c_4_a_huge_list_meets_many_rejections() -> None:
    cards = [str(i) for i in range(200_000)]
    seed = bytes(range(32))
    expected = reference.shuffled(seed, 5, cards)
    assert expected != never_rejecting(seed, 5, cards)
    assert shuffled(cards, seed, 5) == expected


@pytest.mark.parametrize(("size", "players"), [(52, 3), (104, 4)])
def test_c_4_a_rejecting_seed_on_the_table(size: int, players: int) -> None:
    game = engine.load_game("ninetynine", players=players)
    seed = REJECTING[size]
    state = game.new_initial_state(seed=seed)
    dealer = reference.first_dealer(seed, players)
    order = [(dealer + 1 + i) % players for i in range(players)]
    deck = reference.shuffled(seed, 0, reference.french_deck(size // 52))
    dealt = reference.dealt(deck, order, 3)
    assert hands(state) == [reference.canonical(dealt[i]) for i in range(players)]
    wrong = never_rejecting(seed, 0, reference.french_deck(size // 52))
    assert wrong != deck


@given(seed=SEEDS, players=st.integers(2, 10))
def test_c_5_the_first_dealer(seed: bytes, players: int) -> None:
    word = int.from_bytes(sha256(seed + b"dealer").digest()[:4], "big")
    assert first_dealer(seed, players) == reference.first_dealer(seed, players) == word % players
    state = engine.load_game("ninetynine", players=players).new_initial_state(seed=seed)
    assert state.public()["dealer"] == word % players


def test_c_5_every_seat_comes_to_deal() -> None:
    rng = random.Random(9)
    dealers = Counter(first_dealer(rng.randbytes(32), 10) for _ in range(2000))
    assert set(dealers) == set(range(10))
    assert max(dealers.values()) < 300


@given(seed=SEEDS, players=st.integers(2, 10), dealer=st.integers(0, 9))
def test_c_6_one_card_at_a_time_from_the_dealers_left(
    seed: bytes, players: int, dealer: int
) -> None:
    dealer %= players
    game = engine.load_game("ninetynine", players=players, options={"decks": 2})
    state = game.new_initial_state(seed=seed, dealer=dealer)
    deck = reference.shuffled(seed, 0, reference.french_deck(2))
    for i in range(players):
        seat = (dealer + 1 + i) % players
        hand = [deck[i], deck[players + i], deck[2 * players + i]]
        assert state.private(seat) == {"hand": reference.canonical(hand)}


@given(seed=SEEDS, players=st.integers(2, 10))
def test_c_4_every_shuffle_of_a_game_has_the_next_number(seed: bytes, players: int) -> None:
    """Rebuilds and new rounds count alike, k = 0, 1, 2 …: played with one deck and long rounds."""
    options = {"decks": 1, "negative": True, "chips": 1}
    state = engine.load_game("ninetynine", players=players, options=options).new_initial_state(seed)
    k, pile = 0, []
    stock = reference.shuffled(seed, 0, reference.french_deck())[3 * players :]
    for _ in range(250):
        if state.is_terminal():
            break
        state.apply(state.current_players()[0], gentle(state))
        for event in state.events:
            if event["type"] == "play":
                pile.append(event["card"])
            elif event["type"] == "draw":
                assert event["card"] == stock.pop(0)
            elif event["type"] == "reshuffle":
                k += 1
                stock, pile = reference.shuffled(seed, k, pile[:-1]), pile[-1:]
            elif event["type"] == "round":
                k += 1
                pile = []
                deck = reference.shuffled(seed, k, reference.french_deck())
                stock = deck[3 * sum(state.public()["in"]) :]
    assert len(stock) == state.public()["stock"] or state.is_terminal()
    assert k > 0 or state.is_terminal()


def test_another_seed_is_another_deal() -> None:
    game = engine.load_game("ninetynine", players=4)
    one = game.new_initial_state(seed=bytes(32))
    two = game.new_initial_state(seed=bytes(31) + b"\x01")
    assert hands(one) != hands(two)
    assert hands(one) == hands(game.new_initial_state(seed=bytes(32)))
