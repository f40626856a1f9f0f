"""Ratings: who gains on whom, whoever sat where."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ratings import Player, Rating, rated

NEW = Rating()


def solo(user_id: int, place: int, before: Rating = NEW, *, left: bool = False) -> Player:
    return Player(user_id, user_id, place, left, before)


def test_somebody_new_is_shown_as_1000():
    assert NEW.shown == 1000


def test_the_winner_goes_up_and_the_loser_down_and_both_are_better_known():
    after = rated([solo(1, 1), solo(2, 2)])
    assert after[1].mu > NEW.mu > after[2].mu
    assert after[1].shown > NEW.shown > after[2].shown
    assert all(rating.sigma < NEW.sigma and rating.games == 1 for rating in after.values())


@pytest.mark.parametrize("players", [[], [solo(1, 1)]])
def test_nobody_is_rated_alone(players: list[Player]):
    assert rated(players) == {}


def test_partners_are_not_rated_against_each_other():
    assert rated([Player(1, 0, 1, left=False, before=NEW), Player(2, 0, 1, False, NEW)]) == {}


def test_a_team_rises_together():
    after = rated([Player(1, 0, 1, False, NEW), Player(2, 0, 1, False, NEW), solo(3, 3)])
    assert after[1] == after[2]
    assert after[1].mu > NEW.mu > after[3].mu


def test_gaps_that_computers_leave_in_the_places_do_not_matter():
    near, far = rated([solo(1, 1), solo(2, 2)]), rated([solo(1, 2), solo(2, 5)])
    assert near == far


def test_equals_who_share_a_place_stay_equal_wherever_they_sit():
    players = [solo(1, 1), solo(2, 1), solo(3, 3), solo(4, 4)]
    for order in itertools.permutations(players):
        after = rated(order)
        assert after[1] == after[2]
        assert after == rated(players)


def test_who_leaves_is_behind_everybody_and_without_their_team():
    left = Player(1, 0, 1, left=True, before=NEW)
    after = rated([left, Player(2, 0, 1, False, NEW), solo(3, 3)])
    assert after[1].mu < NEW.mu
    assert after[1].mu < after[3].mu < after[2].mu


def test_leaving_is_never_better_than_the_last_place():
    others = [solo(2, 1), solo(3, 2)]
    assert rated([*others, solo(1, 1, left=True)])[1] == rated([*others, solo(1, 3)])[1]


ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, 9), st.integers(0, 99))


@given(
    st.lists(st.tuples(st.integers(1, 4), ratings, st.booleans()), min_size=2, max_size=8),
    st.randoms(),
)
def test_the_order_of_the_seats_never_matters(facts, chance):
    players = [
        solo(user, place, before, left=left) for user, (place, before, left) in enumerate(facts)
    ]
    after = rated(players)
    chance.shuffle(players)
    assert rated(players) == after
    assert all(after[player.user_id].games == player.before.games + 1 for player in players)
