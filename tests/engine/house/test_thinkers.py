"""Computer players that fail, cheat or die: the game goes on with a legal move all the same."""

import asyncio
import logging
import os
import threading

import pytest

import engine.thinker
from engine import load_game
from engine.game import View
from engine.thinker import InlineThinker, PoolThinker
from tests.engine.house.room import ANN, BEN, LIVE, PAUSE, Room, on_turn, playing

HAND = load_game("ninetynine", players=3).new_initial_state(bytes(32))
OBSERVATION = HAND.observation(HAND.current_players()[0])


class Raising(InlineThinker):
    async def decide(self, level: str, observation: View, seed: int) -> str:
        raise RuntimeError("out of ideas")


class Answering(InlineThinker):
    """Always gives the same answer."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    async def decide(self, level: str, observation: View, seed: int) -> str:
        return self.answer  # type: ignore[return-value]


class Noting(InlineThinker):
    """Plays, and remembers what it was shown."""

    def __init__(self) -> None:
        self.levels: list[str] = []
        self.seen: list[View] = []

    async def decide(self, level: str, observation: View, seed: int) -> str:
        self.levels.append(level)
        self.seen.append(observation)
        return await super().decide(level, observation, seed)


BROKEN = [Raising(), *map(Answering, ["", "ZZ", "AS", "KS=99", None, 7, ["KS"], {}, b"KS"])]


@pytest.mark.parametrize("thinker", BROKEN, ids=lambda t: repr(getattr(t, "answer", "raises")))
async def test_a_broken_computer_player_still_makes_a_legal_move(room: Room, thinker, caplog):
    room.house.thinker = thinker
    with caplog.at_level(logging.CRITICAL):
        table = await room.game(1, computers=2)
        await room.clock.advance(2 * PAUSE)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        plies = table.plies

        await room.clock.advance(2 * PAUSE)

    assert on_turn(table) == 0
    assert table.plies == plies + 2
    assert [row.by for row in (await room.journal(table))[plies:]] == ["computer"] * 2


@pytest.mark.parametrize("thinker", BROKEN[:2], ids=["raises", "nonsense"])
async def test_the_deadline_holds_with_a_broken_computer_player_too(room: Room, thinker, caplog):
    room.house.thinker = thinker
    with caplog.at_level(logging.CRITICAL):
        table = await room.game(2)
        await room.clock.advance(LIVE)

    assert [row.by for row in await room.journal(table)] == ["clock"]


async def test_a_computer_player_sees_its_own_hand_and_plays_at_its_own_level(room: Room):
    thinker = room.house.thinker = Noting()
    table = await room.lobby(3, people=[ANN], level="easy")
    await room.house.begin(table.id, ANN.user_id)
    await room.reach_turn_of(table, ANN)
    await room.act(table)
    thinker.seen.clear()
    thinker.levels.clear()
    hands = [playing(table).private(seat) for seat in range(3)]

    await room.clock.advance(2 * PAUSE)

    assert thinker.levels == ["easy", "easy"]
    for observation in thinker.seen:
        assert observation["private"] == hands[observation["seat"]]
        assert "seed" not in observation


async def test_for_a_person_who_is_late_a_sensible_computer_plays(room: Room):
    thinker = room.house.thinker = Noting()
    await room.game([ANN, BEN], level="easy")

    await room.clock.advance(LIVE)

    assert thinker.levels == ["normal"]


class Dawdling(InlineThinker):
    """Takes its time, and remembers for which seats it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def decide(self, level: str, observation: View, seed: int) -> str:
        self.asked.append(observation["seat"])
        for _ in range(50):
            await asyncio.sleep(0)
        return await super().decide(level, observation, seed)


async def test_computers_that_decide_at_the_same_time_are_each_asked_once(room: Room):
    thinker = room.house.thinker = Dawdling()
    table = await room.game(1, computers=5, game="take5")
    await room.clock.advance(PAUSE, settle=False)
    while table.plies < 5:
        await room.clock.advance(0, settle=False)  # the house comes back as soon as it wants to
        await asyncio.sleep(0)
    await room.clock.settled()

    assert thinker.asked == [1, 2, 3, 4, 5]


def die(level: str, observation: View, seed: int) -> str:
    os._exit(1)


def hang(level: str, observation: View, seed: int) -> str:
    threading.Event().wait()
    return ""


def fail(level: str, observation: View, seed: int) -> str:
    raise KeyError(level)


class TestPool:
    """Worker processes; each costs a second to start, hence one test for all that can happen."""

    async def test_it_answers_whatever_becomes_of_its_workers(self, monkeypatch, caplog):
        pool = PoolThinker(1)
        try:
            with caplog.at_level(logging.CRITICAL):
                for player in (die, fail, hang):
                    with monkeypatch.context() as patch:
                        patch.setattr(engine.thinker, "decide", player)
                        patch.setattr(engine.thinker, "BUDGET", 0.5 if player is hang else 60)
                        assert await pool.decide("easy", OBSERVATION, 1) in HAND.legal_actions(
                            OBSERVATION["seat"]
                        )
            caplog.clear()
            inline = await InlineThinker().decide("easy", OBSERVATION, 3)
            assert await pool.decide("easy", OBSERVATION, 3) == inline
            assert caplog.records == []
        finally:
            pool.close()
