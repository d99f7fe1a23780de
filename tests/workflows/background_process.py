"""A program that ends while it asks: `python -m tests.workflows.background_process ROOT`."""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from workbench.judges.tally import Snapshot
from workbench.workflows.background import Background
from workbench.workflows.bench import Bench
from workbench.workflows.docket import Job, Wanted
from workbench.workflows.judging import Judging, judge


def _judged(root: Path) -> Background[Snapshot[Job], Judging]:
    return Background(
        lambda told: judge(
            root,
            Wanted(),
            clock=lambda: datetime.now(UTC),
            rng=np.random.default_rng(1),
            progress=told,
        )
    )


if __name__ == "__main__":
    _root = Path(sys.argv[1])
    _work = _judged(_root)
    while not Bench(_root).workspace.verdicts("strict").exists():
        time.sleep(0.05)
    sys.exit(0)
