"""Short storms over the real bot process. `python -m tests.chaos` raises longer ones."""

import pytest

from tests.chaos.checks import acknowledged_moves, check, summary
from tests.chaos.run import Plan, Run

KILLS = 25
"""Of each storm, half of them while the bot is only just starting: two make fifty."""


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2])
async def test_no_storm_costs_a_move_or_shows_a_card(seed, tmp_path):
    plan = Plan(
        seed=seed,
        seconds=12,
        kills_a_minute=30,
        fewest_kills=KILLS,
        people=6,
        most_tables=5,
        for_good=0,
        enough=15,
    )
    evidence = await Run(plan, tmp_path).play()
    assert check(evidence) == []
    figures = summary(evidence)
    assert evidence.kills >= KILLS, figures
    assert len(acknowledged_moves(evidence)) >= 20, figures
    assert any(table.status == "finished" for table in evidence.tables), figures
