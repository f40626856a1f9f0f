"""What people have chosen once for all servers: read once, kept for those who were here last."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.house import memory
from engine.refusal import RefusalCode
from engine.settings import Choices
from engine.store import Store
from tests.engine.house.room import ANN, BEN, CLEO, GUILD, Room, refused, replaced, trouble


@contextmanager
def counted(store: Store, method: str = "choices") -> Iterator[list[int]]:
    """Whose choices are read from the database."""
    read: list[int] = []

    def noting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def note(number: int) -> Any:
            read.append(number)
            return await method(number)

        return note

    with replaced(store, method, by=noting):
        yield read


async def test_everything_is_as_usual_until_somebody_chooses(room: Room):
    assert await room.house.choices(ANN.user_id) == Choices()

    chosen = await room.house.set_choices(ANN.user_id, bells=False, language="de")

    assert chosen == Choices(bells=False, language="de")
    assert await room.house.choices(ANN.user_id) == chosen
    assert await room.house.choices(BEN.user_id) == Choices()


async def test_choosing_one_thing_leaves_the_others(room: Room):
    await room.house.set_choices(ANN.user_id, bells=False)
    await room.house.set_hand_layout(ANN.user_id, "rows")
    await room.house.set_choices(ANN.user_id, language="de")

    assert await room.house.hand_layout(ANN.user_id) == "rows"
    assert await room.house.choices(ANN.user_id) == Choices(
        hand_layout="rows", bells=False, language="de"
    )


@pytest.mark.parametrize(
    "values", [{"bells": "yes"}, {"language": "x" * 17}, {"hand_layout": 3}, {"pace": "slow"}]
)
async def test_what_cannot_be_chosen_is_refused_and_changes_nothing(room: Room, values):
    with pytest.raises(ValueError, match=next(iter(values))):
        await room.house.set_choices(ANN.user_id, **values)

    assert await room.store.choices(ANN.user_id) == {}


async def test_a_choice_outlives_a_restart(room: Room):
    await room.house.set_choices(ANN.user_id, hand_layout="rows", bells=False)
    later = await room.restarted()
    assert await later.house.choices(ANN.user_id) == Choices(hand_layout="rows", bells=False)
    await later.house.stop()


async def test_it_is_read_once(room: Room):
    with counted(room.store) as read:
        for layout in ("rows", "menus", "grid"):
            assert (await room.house.choices(ANN.user_id)).hand_layout == ""
            await room.house.set_hand_layout(BEN.user_id, layout)
            assert await room.house.hand_layout(BEN.user_id) == layout

    assert read == [ANN.user_id, BEN.user_id]


async def test_what_an_answer_looks_at_is_read_once_and_at_the_same_time(room: Room):
    with counted(room.store) as people, counted(room.store, "guild_settings") as servers:
        for _ in range(2):
            await room.house.know(GUILD, ANN.user_id)
            await room.house.know(None, BEN.user_id)

    assert (people, servers) == ([ANN.user_id, BEN.user_id], [GUILD])


async def test_an_answer_goes_on_when_nothing_can_be_read(room: Room):
    await room.store.set_choices(ANN.user_id, language="de")
    with trouble(room.store, "choices", "guild_settings"):
        await room.house.know(GUILD, ANN.user_id)
        assert room.house.known_choices(ANN.user_id) == Choices()

    await room.house.know(GUILD, ANN.user_id)
    assert room.house.known_choices(ANN.user_id) == Choices(language="de")


async def test_what_is_chosen_in_another_process_is_known_before_long(room: Room):
    other = Room(room.store, now=room.clock.now())
    await room.house.choices(ANN.user_id)
    await other.house.set_choices(ANN.user_id, bells=False)

    await room.clock.advance(14 * 60)
    assert (await room.house.choices(ANN.user_id)).bells, "as last read"
    await room.clock.advance(61)
    with trouble(room.store, "choices"):
        assert (await room.house.choices(ANN.user_id)).bells, "as last known"
    assert not (await room.house.choices(ANN.user_id)).bells


async def test_only_those_who_were_here_last_are_kept(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memory, "KEPT", 2)
    with counted(room.store) as read:
        for person in (ANN, BEN, ANN, CLEO, ANN, BEN):
            await room.house.choices(person.user_id)

    assert read == [person.user_id for person in (ANN, BEN, CLEO, BEN)]


async def test_a_choice_made_while_the_old_one_is_being_read_stands(room: Room):
    read = room.store.choices
    arrived, choosing = asyncio.Event(), asyncio.Event()

    async def slowly(user_id: int) -> dict[str, Any]:
        choices = await read(user_id)
        arrived.set()
        await choosing.wait()
        return choices

    with replaced(room.store, "choices", by=lambda _: slowly):
        reading = asyncio.ensure_future(room.house.choices(ANN.user_id))
        await arrived.wait()
        await room.house.people.choose(ANN.user_id, {"bells": False})
        choosing.set()
        assert await reading == Choices(bells=False)

    assert await room.house.choices(ANN.user_id) == Choices(bells=False)


async def test_a_hand_can_be_shown_without_the_database(room: Room):
    await room.store.set_choices(ANN.user_id, hand_layout="rows")
    with trouble(room.store, "choices"):
        assert await room.house.hand_layout(ANN.user_id) == ""

    assert await room.house.hand_layout(ANN.user_id) == "rows"


@pytest.mark.parametrize("written", [True, False])
async def test_after_a_write_that_failed_the_database_is_believed(room: Room, written: bool):
    await room.house.set_hand_layout(ANN.user_id, "rows")
    with (
        trouble(room.store, "set_choices", written=written, certain=False),
        refused(RefusalCode.UNAVAILABLE),
    ):
        await room.house.set_hand_layout(ANN.user_id, "menus")

    assert await room.house.hand_layout(ANN.user_id) == ("menus" if written else "rows")
