"""Short storms over the real bot process. `python -m tests.chaos` raises longer ones."""

import pytest

from tests.chaos.checks import acknowledged_moves, check, summary
from tests.chaos.run import Plan, Run


@pytest.mark.timeout(240)
@pytest.mark.parametrize("seed", [1, 2])
async def test_no_storm_costs_a_move_or_shows_a_card(seed, tmp_path):
    plan = Plan(seed=seed, seconds=12, kills_a_minute=24, people=6, channels=3, most_tables=5)
    evidence = await Run(plan, tmp_path).play()
    assert check(evidence) == []
    figures = summary(evidence)
    assert evidence.kills >= 4, figures
    assert len(acknowledged_moves(evidence)) >= 20, figures
    assert any(table.status == "finished" for table in evidence.tables), figures
