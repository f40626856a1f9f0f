"""What people have chosen for themselves, in every server."""

from engine.store import Store
from tests.engine.store.builders import ANN, BEN


async def test_who_has_chosen_nothing_is_shown_hands_as_usual(store: Store):
    assert await store.hand_layout(ANN) == ""


async def test_the_last_choice_stands_for_its_person_alone(store: Store):
    user_id = 2**62 + 1
    await store.set_hand_layout(user_id, "rows")
    await store.set_hand_layout(BEN, "menus")
    await store.set_hand_layout(user_id, "grid")

    assert [await store.hand_layout(person) for person in (user_id, BEN, ANN)] == [
        "grid", "menus", ""]  # fmt: skip


async def test_the_usual_can_be_chosen_again(store: Store):
    await store.set_hand_layout(ANN, "rows")
    await store.set_hand_layout(ANN, "")

    assert await store.hand_layout(ANN) == ""
