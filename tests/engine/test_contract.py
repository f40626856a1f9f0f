"""The contract that every registered game keeps, played by random players with random options.

Bad input is in test_contract_refusals.py.
"""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine.contract import (
    MOST_PLIES,
    SEEDS,
    Table,
    before_hands_are_shown,
    everything,
    for_all,
    hidden_from,
    knowledge,
    option_sets,
    pack,
    random_move,
    seats,
    spoil,
    states,
    tables,
    through_json,
    visible,
)

pytestmark = pytest.mark.parametrize("name", engine.game_names())


@given(data=st.data())
def test_a_random_game_ends_and_keeps_the_rules_of_every_game(
    name: str, data: st.DataObject
) -> None:
    """Cards and chips are conserved, somebody owes a decision until the end, and it does end."""
    table = data.draw(tables(name))
    first = pack(table.start())
    assert first
    chips = _chips(table.start())
    plies = 0
    for plies, state in enumerate(table.play(), start=-1):  # noqa: B007
        assert pack(state) == first
        _check_who_owes_a_decision(state)
        if chips is not None:
            busts = sum(event["type"] == "bust" for event in state.events)
            chips -= busts
            assert _chips(state) == chips
        if not state.is_terminal():
            assert state.winners() == state.placings() == ()
    assert plies < MOST_PLIES
    _check_the_end(state)


def _chips(state: engine.State) -> int | None:
    """The chips in the game, where it has some and each bust costs exactly one."""
    if state.game.options.get("last_stand"):
        return None
    chips = state.public().get("chips")
    return None if chips is None else sum(chips)


def _check_who_owes_a_decision(state: engine.State) -> None:
    owing = state.current_players()
    assert type(owing) is tuple
    assert list(owing) == sorted(set(owing))
    assert bool(owing) != state.is_terminal()
    for seat in seats(state):
        legal = state.legal_actions(seat)
        assert len(legal) == len(set(legal))
        if seat in owing:
            assert legal
        assert (type(state.decision(seat)) is int) == bool(legal)
        if not legal:
            assert state.decision(seat) is None


def _check_the_end(state: engine.State) -> None:
    """Places as in C-10: 1, 1, 3; whoever is first has won. Partners share all they have."""
    assert state.is_terminal()
    placings, winners = state.placings(), state.winners()
    assert len(placings) == len(state.scores()) == state.game.players
    teams = state.game.teams() or [(seat,) for seat in seats(state)]
    assert sorted(seat for team in teams for seat in team) == list(seats(state))
    for team in teams:
        assert len({(placings[seat], state.scores()[seat]) for seat in team}) == 1
    places = [placings[team[0]] for team in teams]
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    assert winners == tuple(seat for seat in seats(state) if placings[seat] == 1)
    assert all(type(number) is int for number in (*placings, *winners, *state.scores()))


@given(data=st.data())
def test_every_player_count_can_be_played(name: str, data: st.DataObject) -> None:
    info = engine.game_info(name)
    options = data.draw(option_sets(info))
    seed = data.draw(SEEDS)
    for players in range(info.min_players, info.max_players + 1):
        game = engine.load_game(name, players=players, options=options)
        assert (game.name, game.title, game.players) == (name, info.title, players)
        assert (game.min_players, game.max_players) == (info.min_players, info.max_players)
        assert options.items() <= dict(game.options).items()
        assert set(game.options) == {option.name for option in info.options}
        state = Table(game, seed, whim=0).after(30)
        assert len(everything(state)) == players + 1


@given(data=st.data())
def test_views_and_events_are_plain_json(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    for seat in seats(state):
        for view in (state.public(), state.private(seat), state.observation(seat)):
            assert through_json(view) == view
        assert state.observation(seat)["seat"] == seat
        assert state.observation(seat)["public"] == state.public()
        assert state.observation(seat)["private"] == state.private(seat)
        assert state.observation(seat)["legal_actions"] == state.legal_actions(seat)
        assert state.observation(seat)["options"] == dict(state.game.options)
    for event in [*state.events, *state.public_history()]:
        assert through_json(event) == event
        assert isinstance(event["type"], str)
        assert event["to"] == "all" or set(event["to"]) <= set(seats(state))
    assert state.public()["game"] == name


@given(data=st.data())
def test_the_history_is_the_public_events(name: str, data: st.DataObject) -> None:
    told: list[dict[str, Any]] = []
    for state in data.draw(tables(name)).play(120):
        told += for_all(list(state.events))
    assert state.public_history() == told
    for last in (0, 1, 7, len(told), len(told) + 5):
        assert state.public_history(last) == (told[-last:] if last else [])


@given(data=st.data())
def test_deals_are_counted_and_none_comes_unannounced(name: str, data: st.DataObject) -> None:
    """Whoever waits for the next deal gets a seat before anything is done with the new hand."""
    deals, coming, before = 0, True, 0
    for state in data.draw(tables(name)).play(250):
        dealt = [e for e in state.events if e["type"] in ("round", "deal")]
        deals += len(dealt)
        assert state.deals == deals
        assert coming or deals == before
        if deals > before:
            hands = [e["seat"] for e in state.events if e["type"] == "hand"]
            assert hands == [s for s in seats(state) if any(state.private(s).values())]
        assert state.clone().deals == deals
        assert state.clone().may_deal_again == state.may_deal_again
        for seat in seats(state) if deals > before else ():
            sample = state.game.sample(state.observation(seat), random.Random(1))
            assert (sample.deals, sample.may_deal_again) == (deals, state.may_deal_again)
        coming, before = state.may_deal_again, deals
        assert not (coming and state.is_terminal())


@given(data=st.data())
def test_what_is_handed_out_can_be_spoilt_without_harm(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    before = through_json(everything(state))
    for seat in seats(state):
        for view in (state.public(), state.private(seat), state.legal_actions(seat)):
            spoil(view)
        observation = state.observation(seat)
        observation["history"].append("spoilt")
        spoil(observation["options"])
    assert through_json(everything(state)) == before


@given(data=st.data())
def test_a_clone_is_independent(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    before = through_json(everything(state))
    clone = state.clone()
    assert through_json(everything(clone)) == before
    moves = []
    while not clone.is_terminal() and len(moves) < 60:
        moves.append(random_move(clone, rng))
        clone.apply(*moves[-1])
    assert through_json(everything(state)) == before
    for move in moves:
        state.apply(*move)
    assert everything(state) == everything(clone)
    assert pack(state) == pack(clone)


@given(data=st.data())
def test_a_replay_is_identical_at_every_ply(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    rng = random.Random(table.whim)
    state, moves = table.start(), []
    seen = [through_json(everything(state))]
    while not state.is_terminal() and len(moves) < 30:
        moves.append(random_move(state, rng))
        state.apply(*moves[-1])
        seen.append(through_json(everything(state)))
    again = engine.load_game(name, table.game.players, dict(table.game.options)).new_initial_state(
        seed=table.seed, dealer=None, deck=None
    )
    assert through_json(everything(again)) == seen[0]
    for move, expected in zip(moves, seen[1:], strict=True):
        again.apply(*move)
        assert through_json(everything(again)) == expected


@given(data=st.data())
def test_a_decision_has_a_number_of_its_own(name: str, data: st.DataObject) -> None:
    """A button made for one decision never fits a later one; others' choices don't change it."""
    table = data.draw(tables(name))
    rng = random.Random(table.whim)
    state = table.start()
    spent: dict[int, set[int]] = {seat: set() for seat in seats(state)}
    before = {seat: state.decision(seat) for seat in seats(state)}
    while not state.is_terminal() and max(map(len, spent.values())) < 30:
        owing = state.current_players()
        actor, action = random_move(state, rng)
        state.apply(actor, action)
        after = {seat: state.decision(seat) for seat in seats(state)}
        for seat in seats(state):
            number = before[seat]
            if number is not None and (after[seat] != number or owing == (seat,)):
                spent[seat].add(number)
            assert after[seat] not in spent[seat]
        for other in set(owing) & set(state.current_players()) - {actor}:
            assert after[other] == before[other]
        before = after


@given(data=st.data())
def test_nobody_learns_what_is_hidden(name: str, data: st.DataObject) -> None:
    """Deal the cards that a seat can't know anew: nothing that the seat is told changes."""
    state = data.draw(states(name))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for seat in seats(state):
        other = state.game.sample(state.observation(seat), rng)
        assert pack(other) == pack(state)
        assert knowledge(other, seat) == knowledge(state, seat)
        _check_the_same_play_looks_the_same(state, other, seat)


def _check_the_same_play_looks_the_same(
    state: engine.State, other: engine.State, seat: int
) -> None:
    """Where one seat alone can act, an action possible in both states tells `seat` the same.

    What comes from the stock or from a new deal may differ: it is told in private events. The
    last of several secret choices settles the others, which nobody could have known; nor could
    anybody have known the hands that are shown at the end of a round, or what is dealt after it.
    """
    if state.public().get("phase") in ("pick", "discard", "buy"):
        return
    able = [actor for actor in seats(state) if state.legal_actions(actor)]
    if len(able) != 1:
        return
    (actor,) = able
    shared = set(state.legal_actions(actor)) & set(other.legal_actions(actor))
    for action in sorted(shared):
        one, two = state.clone(), other.clone()
        one.apply(actor, action)
        two.apply(actor, action)
        public, public_too = for_all(list(one.events)), for_all(list(two.events))
        assert before_hands_are_shown(public) == before_hands_are_shown(public_too)
        told, told_too = visible(list(one.events), seat), visible(list(two.events), seat)
        assert [event["type"] for event in told] == [event["type"] for event in told_too]
        if before_hands_are_shown(public) != public:
            continue
        assert one.public() == two.public()
        if told == for_all(list(one.events)):
            assert one.private(seat) == two.private(seat)


@given(data=st.data())
def test_a_sample_varies_and_can_be_played_out(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    state = table.start()
    rng = random.Random(table.whim)
    for seat in seats(state):
        observation = state.observation(seat)
        samples = [state.game.sample(observation, rng) for _ in range(6)]
        nothing_is_hidden = state.game.players == 2 and state.game.options.get("deck") == "tactical"
        assert nothing_is_hidden or any(
            hidden_from(one, seat) != hidden_from(two, seat) for one, two in pairwise(samples)
        )
        assert state.observation(seat) == observation
    sample = samples[0]
    while not sample.is_terminal():
        sample.apply(*random_move(sample, rng))
        assert pack(sample) == pack(state)


@given(data=st.data())
def test_a_sample_depends_on_nothing_but_the_observation_and_the_rng(
    name: str, data: st.DataObject
) -> None:
    state = data.draw(states(name))
    whim = data.draw(st.integers(0, 2**32))
    for seat in seats(state):
        observation = through_json(state.observation(seat))
        fresh = engine.load_game(name, state.game.players, dict(state.game.options))
        one = state.game.sample(state.observation(seat), random.Random(whim))
        two = fresh.sample(observation, random.Random(whim))
        assert through_json(everything(one)) == through_json(everything(two))
        assert observation == through_json(state.observation(seat))


@given(data=st.data())
def test_the_seed_is_never_told(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    for plies in (0, 10, MOST_PLIES):
        state = table.after(plies)
        told = repr([everything(state), state, str(state)])
        assert table.seed.hex() not in told.lower()
        assert repr(table.seed) not in told
        assert table.seed.decode("latin-1") not in told
