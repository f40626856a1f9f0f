"""How people want hands shown to them: read once, kept for those who were here last."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.house import people
from engine.refusal import RefusalCode
from engine.store import Store
from tests.engine.house.room import ANN, BEN, CLEO, Room, refused, replaced, trouble


@contextmanager
def counted(store: Store) -> Iterator[list[int]]:
    """Whose choices are read from the database."""
    read: list[int] = []

    def noting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def note(user_id: int) -> Any:
            read.append(user_id)
            return await method(user_id)

        return note

    with replaced(store, "hand_layout", by=noting):
        yield read


async def test_hands_are_shown_as_usual_until_somebody_chooses(room: Room):
    assert await room.house.hand_layout(ANN.user_id) == ""

    await room.house.set_hand_layout(ANN.user_id, "rows")

    assert await room.house.hand_layout(ANN.user_id) == "rows"
    assert await room.house.hand_layout(BEN.user_id) == ""


async def test_a_choice_outlives_a_restart(room: Room):
    await room.house.set_hand_layout(ANN.user_id, "rows")
    later = await room.restarted()
    assert await later.house.hand_layout(ANN.user_id) == "rows"
    await later.house.stop()


async def test_it_is_read_once(room: Room):
    with counted(room.store) as read:
        for _ in range(3):
            await room.house.hand_layout(ANN.user_id)
            await room.house.set_hand_layout(BEN.user_id, "rows")
            await room.house.hand_layout(BEN.user_id)

    assert read == [ANN.user_id]


async def test_only_those_who_were_here_last_are_kept(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(people, "_KEPT", 2)
    with counted(room.store) as read:
        for person in (ANN, BEN, ANN, CLEO, ANN, BEN):
            await room.house.hand_layout(person.user_id)

    assert read == [person.user_id for person in (ANN, BEN, CLEO, BEN)]


async def test_a_choice_made_while_the_old_one_is_being_read_stands(room: Room):
    read = room.store.hand_layout
    choosing = asyncio.Event()

    async def slowly(user_id: int) -> str:
        layout = await read(user_id)
        await choosing.wait()
        return layout

    with replaced(room.store, "hand_layout", by=lambda _: slowly):
        reading = asyncio.ensure_future(room.house.hand_layout(ANN.user_id))
        await asyncio.sleep(0)
        await room.house.set_hand_layout(ANN.user_id, "rows")
        choosing.set()
        assert await reading == "rows"

    assert await room.house.hand_layout(ANN.user_id) == "rows"


async def test_a_hand_can_be_shown_without_the_database(room: Room):
    await room.store.set_hand_layout(ANN.user_id, "rows")
    with trouble(room.store, "hand_layout"):
        assert await room.house.hand_layout(ANN.user_id) == ""

    assert await room.house.hand_layout(ANN.user_id) == "rows"


@pytest.mark.parametrize("written", [True, False])
async def test_after_a_write_that_failed_the_database_is_believed(room: Room, written: bool):
    await room.house.set_hand_layout(ANN.user_id, "rows")
    with (
        trouble(room.store, "set_hand_layout", written=written, certain=False),
        refused(RefusalCode.UNAVAILABLE),
    ):
        await room.house.set_hand_layout(ANN.user_id, "menus")

    assert await room.house.hand_layout(ANN.user_id) == ("menus" if written else "rows")
