"""What people have chosen for themselves, in every server."""

from engine.store import Store
from tests.engine.store.builders import ANN, BEN

USUAL = {"hand_layout": "", "bells": True, "language": ""}


async def test_who_has_chosen_nothing_has_no_row(store: Store):
    assert await store.choices(ANN) == {}
    await store.set_choices(ANN)
    assert await store.choices(ANN) == {}


async def test_the_last_choice_stands_for_its_person_alone(store: Store):
    user_id = 2**62 + 1
    await store.set_choices(user_id, hand_layout="rows")
    await store.set_choices(BEN, hand_layout="menus")
    await store.set_choices(user_id, hand_layout="grid")

    assert [(await store.choices(person)).get("hand_layout") for person in (user_id, BEN, ANN)] == [
        "grid", "menus", None]  # fmt: skip


async def test_choosing_one_thing_leaves_the_others(store: Store):
    await store.set_choices(ANN, bells=False)
    assert await store.choices(ANN) == {**USUAL, "bells": False}

    await store.set_choices(ANN, language="de", hand_layout="rows")
    await store.set_choices(ANN, hand_layout="")

    assert await store.choices(ANN) == {"hand_layout": "", "bells": False, "language": "de"}
