"""The command line: `python -m tests.chaos --minutes 8 --seed 1`; exit code 1 if all isn't well."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.checks import check, summary
from tests.chaos.run import Plan, Run


def main() -> int:
    """Run it, print the figures, then whatever is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="how long the storm rages")
    parser.add_argument("--seed", type=int, default=1, help="of the people and of the storm")
    parser.add_argument("--kills", type=float, default=8, help="kills a minute, about")
    parser.add_argument("--fewest", type=int, default=0, help="kills at least")
    parser.add_argument("--keep", type=Path, help="a folder for the database and the logs")
    given = parser.parse_args()
    plan = Plan(
        seed=given.seed,
        seconds=given.minutes * 60,
        kills_a_minute=given.kills,
        fewest_kills=given.fewest,
    )
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        evidence = asyncio.run(Run(plan, folder).play())
    print(f"seed {plan.seed}, {time.monotonic() - started:.0f} s")
    print(summary(evidence))
    wrong = check(evidence)
    print(f"wrong: {len(wrong)}", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
