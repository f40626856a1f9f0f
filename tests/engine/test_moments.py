"""The moments of games, against what their public histories say."""

import random
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine import moments
from engine.moments import KINDS, Deed, Moment, moments_of
from engine.players import decide

SEED = bytes(range(32))


def played(game: str, players: int, luck: int = 1, **options: Any) -> tuple[Any, list[Deed]]:
    """A whole game in which people decide everything, as easy computers would."""
    state = engine.load_game(game, players, options).new_initial_state(SEED)
    deeds = []
    while not state.is_terminal():
        seat = state.current_players()[0]
        action = decide("easy", state.observation(seat), luck + len(deeds))
        state.apply(seat, action)
        deeds.append(Deed(seat, action, "person"))
    return state, deeds


def found(state: Any, deeds: list[Deed]) -> dict[int, dict[str, Moment]]:
    return moments_of(state.game.new_initial_state(SEED), deeds)


def values(state: Any, deeds: list[Deed], kind: str) -> list[int | None]:
    return [
        (of_seat[kind].value if kind in of_seat else None)
        for of_seat in found(state, deeds).values()
    ]


def better_than_average(rounds: list[list[int]], seat: int) -> int | None:
    """The fewest heads in a round of which the seat got less than its share."""
    good = [heads[seat] for heads in rounds if heads[seat] < sum(heads) / len(heads)]
    return min(good, default=None)


def events(state: Any, kind: str) -> list[dict[str, Any]]:
    return [event for event in state.public_history() if event["type"] == kind]


def at(state: Any, deeds: list[Deed], moment: Moment) -> list[dict[str, Any]]:
    """What the action caused that the moment points at."""
    again = state.game.new_initial_state(SEED)
    for deed in deeds[: moment.ply]:
        again.apply(deed.seat, deed.action)
    return again.events


class TestTakeFive:
    @pytest.fixture
    def game(self) -> tuple[Any, list[Deed]]:
        return played("take5", 4)

    def test_the_dearest_trick_is_found_where_it_was(self, game):
        state, deeds = game
        places = events(state, "place")
        dearest = [max(p["heads"] for p in places if p["seat"] == seat) for seat in range(4)]
        assert values(state, deeds, moments.MOST_HEADS) == dearest
        for seat, of_seat in found(state, deeds).items():
            caused = at(state, deeds, of_seat[moments.MOST_HEADS])
            assert [seat, dearest[seat]] in [[e.get("seat"), e.get("heads")] for e in caused]

    def test_the_cleanest_round_is_the_one_with_the_fewest_heads(self, game):
        state, deeds = game
        rounds = [event["heads"] for event in events(state, "score")]
        fewest = [better_than_average(rounds, seat) for seat in range(4)]
        assert any(fewest)
        assert values(state, deeds, moments.CLEANEST_ROUND) == fewest

    def test_an_only_round_that_went_badly_is_not_praised(self):
        state = engine.load_game("take5", 2, {"rounds": 1}).new_initial_state(SEED)
        deeds, luck = [], random.Random(3)
        while not state.is_terminal():
            seat = state.current_players()[0]
            deeds.append(Deed(seat, luck.choice(state.legal_actions(seat)), "person"))
            state.apply(seat, deeds[-1].action)
        few, many = sorted(state.scores())
        assert few < many
        cleanest = [few if heads == few else None for heads in state.scores()]
        assert values(state, deeds, moments.CLEANEST_ROUND) == cleanest

    @pytest.mark.parametrize("by", ["computer", "clock"])
    def test_what_a_computer_did_on_a_seat_is_no_moment(self, game, by):
        state, deeds = game
        others = values(state, deeds, moments.MOST_HEADS)
        deeds = [replace(deed, by=by) if deed.seat == 2 else deed for deed in deeds]
        assert found(state, deeds)[2] == {}
        assert values(state, deeds, moments.MOST_HEADS) == [*others[:2], None, others[3]]

    def test_one_pick_by_a_computer_spoils_its_trick_and_its_round(self, game):
        state, deeds = game
        before = found(state, deeds)[1]
        dear = before[moments.MOST_HEADS]
        last = max(ply for ply, deed in enumerate(deeds[: dear.ply]) if deed.seat == 1)
        deeds[last] = replace(deeds[last], by="clock")
        after = found(state, deeds)[1]
        assert after[moments.MOST_HEADS].value <= dear.value
        assert after[moments.MOST_HEADS].ply != dear.ply
        heads = [event["heads"] for event in events(state, "score")]
        spoilt = sum(deed.action.startswith("row") is False for deed in deeds[:last]) // 40
        cleanest = better_than_average(heads[:spoilt] + heads[spoilt + 1 :], 1)
        assert values(state, deeds, moments.CLEANEST_ROUND)[1] == cleanest

    def test_it_is_the_last_pick_of_a_trick_that_counts(self):
        state = engine.load_game("take5", 2, {"rounds": 2}).new_initial_state(SEED)
        deeds, luck = [], random.Random(3)
        while not state.is_terminal():
            seat = state.current_players()[0]
            legal = state.legal_actions(seat)
            if seat == 0 and len(legal) > 1 and not legal[0].startswith("row"):
                first = legal.pop(luck.randrange(len(legal)))
                state.apply(seat, first)
                deeds.append(Deed(seat, first, "first"))
            action = luck.choice(legal)
            state.apply(seat, action)
            deeds.append(Deed(seat, action, "last"))

        def dearest(**by: str) -> int | None:
            return values(state, [replace(d, by=by[d.by]) for d in deeds], moments.MOST_HEADS)[0]

        assert dearest(first="clock", last="person") == dearest(first="person", last="person")
        assert dearest(first="person", last="clock") is None

    def test_whoever_took_the_seat_later_has_no_part_in_what_was_before(self, game):
        state, deeds = game
        half = len(deeds) // 2
        deeds = [replace(d, own=d.seat != 0 or at >= half) for at, d in enumerate(deeds)]
        assert all(moment.ply > half for moment in found(state, deeds)[0].values())


class TestAdding:
    @pytest.mark.parametrize("game", ["ninetynine", "onehundred"])
    def test_the_longest_life_is_the_longest_run_of_cards_without_a_bust(self, game):
        state, deeds = played(game, 4)
        lives, longest, highest = [0] * 4, [0] * 4, [0] * 4
        for event in state.public_history():
            if event["type"] == "play":
                lives[event["seat"]] += 1
                longest[event["seat"]] = max(longest[event["seat"]], lives[event["seat"]])
            elif event["type"] == "bust":
                lives[event["seat"]] = 0
                highest[event["seat"]] = max(highest[event["seat"]], event["count"])
        assert values(state, deeds, moments.LONGEST_LIFE) == longest
        assert values(state, deeds, moments.HIGHEST_BUST) == [count or None for count in highest]

    def test_a_computers_card_ends_a_life(self):
        state, deeds = played("ninetynine", 2)
        life = found(state, deeds)[0][moments.LONGEST_LIFE]
        own = [ply for ply, deed in enumerate(deeds[: life.ply]) if deed.seat == 0]
        deeds[own[-1]] = replace(deeds[own[-1]], by="clock")
        assert found(state, deeds)[0][moments.LONGEST_LIFE].value < life.value

    def test_of_equal_moments_the_first_one_stands(self):
        state, deeds = played("ninetynine", 4)
        for seat, of_seat in found(state, deeds).items():
            if moments.HIGHEST_BUST in of_seat:
                moment = of_seat[moments.HIGHEST_BUST]
                earlier = [
                    event["count"]
                    for ply in range(1, moment.ply)
                    for event in at(state, deeds, replace(moment, ply=ply))
                    if event["type"] == "bust" and event["seat"] == seat
                ]
                assert all(count < moment.value for count in earlier)


class TestSchmier:
    def test_bids_count_by_what_became_of_them(self):
        state, deeds = played("schmier", 6, luck=5)
        for seat in range(6):
            own = [e for e in events(state, "score") if e["bidder"] == seat]
            made = [event["bid"] for event in own if event["made"]]
            failed = [event["bid"] for event in own if not event["made"]]
            kept = found(state, deeds)[seat]
            assert [kept.get(moments.HIGHEST_BID), kept.get(moments.HIGHEST_SET)] == [
                Moment(moments.HIGHEST_BID, max(made), kept[moments.HIGHEST_BID].ply)
                if made
                else None,
                Moment(moments.HIGHEST_SET, max(failed), kept[moments.HIGHEST_SET].ply)
                if failed
                else None,
            ]

    def test_a_bid_that_a_computer_made_for_somebody_is_not_theirs(self):
        state, deeds = played("schmier", 6, luck=5)
        deeds = [
            replace(deed, by="clock") if deed.action.startswith("bid") else deed for deed in deeds
        ]
        assert all(of_seat == {} for of_seat in found(state, deeds).values())


class TestToonerville:
    def test_going_out_catches_the_others_points_and_the_worst_round_is_ones_own(self):
        state, deeds = played("toonerville", 3, first_round=1, last_round=2)
        rounds = events(state, "round_over")
        worst = [max(e["points"][seat] for e in rounds) or None for seat in range(3)]
        caught = [
            max((sum(e["points"]) for e in rounds if e["seat"] == seat), default=None)
            for seat in range(3)
        ]
        assert values(state, deeds, moments.WORST_ROUND) == worst
        assert values(state, deeds, moments.MOST_CAUGHT) == caught
        assert any(caught)

    def test_saying_nothing_to_an_offer_is_an_answer_of_ones_own(self):
        state, deeds = played("toonerville", 3, first_round=1, last_round=1)
        silent = [replace(d, by="clock") if d.action == "pass" else d for d in deeds]
        assert silent != deeds
        assert found(state, silent) == found(state, deeds)
        discards = [replace(d, by="clock") if "discard" in d.action else d for d in deeds]
        assert all(of_seat == {} for of_seat in found(state, discards).values())


def test_every_game_has_kinds_and_every_kind_is_looked_for():
    assert {kind.game for kind in KINDS} == set(engine.game_names())
    assert set(moments._WATCHERS) == set(engine.game_names())


def test_the_rules_check_every_action():
    state, deeds = played("ninetynine", 2)
    with pytest.raises(ValueError, match="turn"):
        found(state, [deeds[1], *deeds])
