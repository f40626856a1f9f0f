"""Who is next where seats are out and people have left, for every number of players."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import load_game
from engine.game import State, View
from engine.table import Status, Table
from engine.thinker import InlineThinker
from tests.engine.house.room import PAUSE, Room, playing
from tests.engine.house.short_games import Play
from tests.engine.house.witness import Witness

OPTIONS: dict[str, dict[str, Any]] = {
    "ninetynine": {"chips": 1},
    "onehundred": {"chips": 1, "fours": "reverse"},
}
TABLES = [("ninetynine", 2)] + [(game, n) for game in OPTIONS for n in (3, 4, 5, 6)]


def next_seat(inside: list[bool], seat: int, direction: int) -> int:
    """Go round from the seat until there is somebody who is still in."""
    seat = (seat + direction) % len(inside)
    return seat if inside[seat] else next_seat(inside, seat, direction)


def next_turn(before: View, after: View, action: str) -> int:
    """The seat that is on turn after the action, more than one player being left."""
    inside, seat = after["in"], before["to_act"][0]
    if after["round"] > before["round"]:  # all cards are dealt again, clockwise
        return next_seat(inside, next_seat(inside, before["dealer"], 1), 1)
    is_reversal = action[0] == "4" and after["chips"] == before["chips"]
    return next_seat(inside, seat, -before["direction"] if is_reversal else before["direction"])


def wilful(state: State, doomed: frozenset[int], luck: random.Random) -> str:
    """The doomed go out as soon as they can; the others turn the direction or play safely."""
    rules: Any = state.game
    seat, pile = state.current_players()[0], state.public()["pile"]
    actions = state.legal_actions(seat)
    out = [action for action in actions if rules.count_after(pile, action) > rules.limit]
    if seat in doomed and out:
        return luck.choice(out)
    safe = [action for action in actions if action not in out] or actions
    fours = [action for action in safe if action[0] == "4"]
    # the doomed need a high count
    high = [action for action in safe if action[0] in "KT" and "-" not in action]
    return luck.choice(fours or (high if luck.random() < 0.3 else []) or safe)


class Wilful(InlineThinker):
    """Plays as the people do."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def decide(self, level: str, observation: View, seed: int) -> str:
        return wilful(playing(self.table), frozenset(), random.Random(seed))


def situations(players: int) -> Iterator[tuple[tuple[bool, ...], int, int, bool]]:
    """Who is in, who is on turn, which way it goes, and whether it is turned."""
    for mask in range(1, 1 << players):
        inside = tuple(bool(mask >> seat & 1) for seat in range(players))
        for seat in range(players):
            if inside[seat] and sum(inside) > 1:
                for direction in (1, -1):
                    yield inside, seat, direction, False
                    yield inside, seat, direction, True


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whoever_is_in_plays_in_order_whoever_is_out(game: str, players: int) -> None:
    """Played until every situation has come about."""
    rules, luck = load_game(game, players, OPTIONS[game]), random.Random(1)
    missing = set(situations(players))
    games = 0
    while missing:
        games += 1
        assert games < 2000
        wanted = luck.choice(sorted(missing))[0]
        doomed = frozenset(seat for seat in range(players) if not wanted[seat])
        state = rules.new_initial_state(luck.randbytes(32), luck.randrange(players))
        for _ in range(120):
            before, action = state.public(), wilful(state, doomed, luck)
            state.apply(before["to_act"][0], action)
            if state.is_terminal():
                break
            after = state.public()
            assert after["to_act"] == [next_turn(before, after, action)]
            if after["round"] == before["round"]:
                turned = after["direction"] != before["direction"]
                inside = tuple(after["in"])
                missing.discard((inside, before["to_act"][0], before["direction"], turned))


@pytest.mark.parametrize(("game", "players"), TABLES)
async def test_whoever_has_left_keeps_their_place_in_the_order(room: Room, game: str, players: int):
    """Each in turn leaves early; the computer plays where they sat, until their chips are gone."""
    for gone in range(players):
        table = await room.game(players, game=game, options=OPTIONS[game], luck=gone)
        play = Play(room, table, await Witness.of(room, table))
        room.house.thinker = Wilful(table)
        await play.leave(gone)
        played = set()
        for _ in range(3 * players):
            before, seat = playing(play.table).public(), play.witness.owing[0]
            played.add(seat)
            if seat == gone:
                await play.wait(PAUSE)
            else:
                await play.act(seat, wilful(playing(play.table), frozenset(), random.Random(gone)))
            if play.table.status is not Status.PLAYING:
                break
            after = playing(play.table).public()
            assert after["to_act"] == [next_turn(before, after, after["last"])]
        assert gone in played
        await room.house.close_all("test")
