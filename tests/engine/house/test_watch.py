"""The watch over decisions, where several people choose at the same time."""

from dataclasses import dataclass
from typing import Any

from engine.watch import Watch


@dataclass
class Choice:
    """As much of a game's state as the watch looks at: which seat owes which decision."""

    owed: dict[int, int]
    is_brief: bool = False

    def current_players(self) -> tuple[int, ...]:
        return tuple(self.owed)

    def decision(self, seat: int) -> int | None:
        return self.owed.get(seat)


def after(watch: Watch, owed: dict[int, int], now: float, *, brief: bool = False) -> Watch:
    state: Any = Choice(owed, brief)
    return watch.after(state, now)


def test_one_persons_choice_gives_the_others_no_more_time() -> None:
    watch = after(Watch(), {0: 7, 1: 7, 2: 7}, 100.0).ring()

    watch = after(watch, {0: 7, 2: 7}, 130.0)

    assert watch == Watch({0: 7, 2: 7}, 100.0, rung=True)


def test_a_new_choice_gives_everybody_their_whole_time() -> None:
    watch = after(Watch(), {0: 7}, 100.0).ring()

    watch = after(watch, {0: 8, 1: 8}, 130.0)

    assert watch == Watch({0: 8, 1: 8}, 130.0, rung=False)


def test_the_same_seat_with_another_decision_has_its_whole_time() -> None:
    watch = after(after(Watch(), {1: 3}, 100.0).ring(), {1: 4}, 150.0)

    assert watch == Watch({1: 4}, 150.0, rung=False)


def test_a_choice_stays_brief_until_it_is_made() -> None:
    watch = after(after(Watch(), {1: 3, 2: 3}, 100.0, brief=True), {2: 3}, 105.0, brief=True)

    assert watch == Watch({2: 3}, 100.0, brief=True)
    assert after(watch, {0: 4}, 110.0) == Watch({0: 4}, 110.0, brief=False)


def test_the_whole_time_anew_is_for_the_same_choice() -> None:
    watch = after(Watch(), {1: 3}, 100.0, brief=True).ring()

    assert watch.anew(115.0) == Watch({1: 3}, 115.0, rung=False, brief=True)
