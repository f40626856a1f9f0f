"""Short games of every kind: people and computers that make any legal move, and a witness."""

import random
from collections.abc import Mapping
from typing import Any

from engine.game import View
from engine.table import Status, Table
from engine.thinker import InlineThinker
from tests.engine.house.room import PAUSE, PEOPLE, Room, playing
from tests.engine.house.witness import Witness

SHORT: Mapping[str, Mapping[str, Any]] = {
    "ninetynine": {"chips": 1},
    "onehundred": {"chips": 1, "rebuilds": 0, "fours": "reverse"},
    "take5": {"rounds": 1},
    "schmier": {"max_hands": 1},
    "toonerville": {"first_round": 1, "last_round": 1, "turns": 20},
}
"""Options of games that are soon over."""
TWO_DEALS: Mapping[str, Mapping[str, Any]] = {
    "ninetynine": {"chips": 2},
    "onehundred": {"chips": 2, "rebuilds": 3, "after_bust": "new_round"},
    "take5": {"rounds": 2},
    "schmier": {"max_hands": 2},
    "toonerville": {"first_round": 1, "last_round": 2, "turns": 20},
}
"""Options of games in which hands are dealt more than once."""
SEATS = {
    "ninetynine": (2, 5),
    "onehundred": (3, 5),
    "take5": (2, 5),
    "schmier": (6, 6),
    "toonerville": (3, 4),
}
GAMES = sorted(SHORT)


class Whim(InlineThinker):
    """Makes any legal move."""

    async def decide(self, level: str, observation: View, seed: int) -> str:
        return random.Random(seed).choice(observation["legal_actions"])


async def start(
    room: Room, game: str, people: int, computers: int = 0, *, luck: int = 0, **facts: Any
) -> Table:
    """A short game that has just begun; seats fill up from the host's right."""
    room.house.thinker = Whim()
    room.luck.randbytes(luck)
    facts = {"options": SHORT[game], "computers": computers, **facts}
    table = await room.lobby(people + computers, game=game, people=PEOPLE[:1], **facts)
    for person in PEOPLE[1:people]:
        await room.clock.advance(1)
        place = table.free_places()[-1]
        await room.house.join(table.id, person, room.click(), place)
    assert table.status is Status.PLAYING
    return table


class Play:
    """A game that a witness looks on at, and people who make any legal move."""

    def __init__(self, room: Room, table: Table, witness: Witness) -> None:
        self.room, self.table, self.witness = room, table, witness
        self.luck = random.Random(7)

    @property
    def seats_of_people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.witness.chairs) if chair.is_persons]

    @property
    def users(self) -> list[int]:
        return [self.user(seat) for seat in self.seats_of_people]

    def user(self, seat: int) -> int:
        return self.table.seats[seat].user_id or 0

    async def move(self, seat: int) -> None:
        await self.act(seat, self.luck.choice(playing(self.table).legal_actions(seat)))

    async def act(self, seat: int, action: str) -> None:
        self.table = await self.room.act(self.table, seat, action)
        await self._follow("act", seat)

    async def wait(self, seconds: float) -> None:
        await self.room.clock.advance(seconds)
        self.table = await self.witness.follow()

    async def leave(self, seat: int) -> None:
        await self.room.house.leave(self.table.id, self.user(seat))
        await self._follow("leave", seat)

    async def back(self, seat: int) -> None:
        await self.room.house.back(self.table.id, self.user(seat))
        await self._follow("back", seat)

    async def _follow(self, asked: str, seat: int) -> None:
        await self.room.clock.advance(0)  # answers that somebody has left are given
        await self.witness.follow(asked, self.user(seat))

    async def go_on(self, plies: int = 1) -> None:
        """Whoever is there moves, the computers when they are due."""
        for _ in range(plies):
            if self.table.status is Status.PLAYING:
                attended = self.table.attended()
                await (self.move(attended[0]) if attended else self.wait(PAUSE))

    def standing_so(self, who: str) -> list[int]:
        """The seats that stand so to what is being decided."""
        state, witness = playing(self.table), self.witness
        seats = {seat for seat in range(self.table.wanted) if not self.table.seats[seat].left}
        owing = set(witness.owing)
        decided = {seat for seat in seats - owing if witness.has_decided(seat)}
        assert seats >= set(state.current_players())
        return sorted(
            {"owes": owing, "has decided": decided, "looks on": seats - owing - decided}[who]
        )


async def reached(room: Room, game: str, phase: str, who: str) -> tuple[Play, int]:
    """A game of people in that phase, and one of those who stand so to what is decided."""
    for luck in range(20):
        table = await start(room, game, SEATS[game][1], luck=luck)
        play = Play(room, table, await Witness.of(room, table))
        for _ in range(60):
            if play.witness.phase == phase and (seats := play.standing_so(who)):
                return play, seats[-1]
            if play.table.status is not Status.PLAYING:
                break
            await play.move(play.luck.choice(play.witness.owing))
        await room.house.close_all("test")
    raise AssertionError("it never comes to that")
