"""Moves of a hand that are made of several of the engine's actions."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import bot.games
from bot.games.ninety_nine import NinetyNinePresenter
from bot.games.presenter import Scene
from tests.bot.menu_games import presented_by
from tests.support.member import Member
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World


class ManySteps(NinetyNinePresenter):
    """Ninety-Nine in which a card may come with something before or after it."""

    has_steps = True
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def steps(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        action: str,
    ) -> tuple[str, ...]:
        return (*self.before, action, *self.after)


@pytest.fixture(autouse=True)
def steps(monkeypatch: pytest.MonkeyPatch) -> ManySteps:
    words_of = ManySteps()
    monkeypatch.setattr(bot.games, "_by_game", presented_by(words_of))
    return words_of


async def begun(world: World) -> tuple[TableView, Member, Screen]:
    table = await world.game(people=2)
    member = table.to_act()[0]
    return table, member, await member.hand(table)


async def test_whatever_would_come_after_ones_turn_is_left_out(world, steps):
    steps.after = ("nonsense", "more of it")
    table, member, hand = await begun(world)
    reply = await member.act(hand.actions()[0], hand)
    assert table.table.plies == 1
    said = reply.text.splitlines()[0]
    assert said.startswith("You played ")
    assert "turn" not in said


async def test_nothing_is_done_after_a_step_that_is_refused(world, steps):
    table, member, hand = await begun(world)
    steps.before = ("nonsense",)
    reply = await member.act(hand.actions()[0], hand)
    assert reply.private
    assert table.table.plies == 0
    assert "**Your turn**" in reply.text
    assert not reply.text.startswith("**Your turn**")


async def test_nobody_makes_them_for_another(world, steps):
    steps.after = ("nonsense",)
    table, member, hand = await begun(world)
    other = next(each for each in world.people(2) if each is not member)
    move = next(button for button in hand.buttons if button.custom_id.startswith("m:"))
    reply = await other.press_unseen(await other.hand(table), move.custom_id)
    assert "These aren't your cards" in reply.text
    assert table.table.plies == 0
