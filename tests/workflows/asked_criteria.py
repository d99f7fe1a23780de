"""Workspaces with a suite whose cases have criteria, and judges that can be asked about them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.judges.loopback import Loopback
from tests.workflows.building import Desk
from tests.workflows.questioning import asking, levelled, lines, office
from workbench.domain.rating import Verdict
from workbench.domain.unit import CRITERIA
from workbench.workflows.askable import STARTER
from workbench.workflows.docket import Wanted
from workbench.workflows.itemising import itemised
from workbench.workflows.judging import Judging

AMOUNT, SENT = "The agent names an amount.", "The agent says that it was sent."
CASES = [
    {"id": "t000", "expect": {"rubric": [AMOUNT, SENT]}},
    {"id": "t001", "expect": {"rubric": [{"criterion": SENT, "not": True}]}},
    {"id": "t002", "expect": {"must_contain": ["way"]}},
]


def counter(
    root: Path, server: Loopback, cases: Sequence[dict[str, Any]] = CASES, **fields: Any
) -> Desk:
    """Make a workspace with four conversations, a judge, a rubric of criteria and a suite."""
    made = office(root, server, **fields)
    server.otherwise = levelled("yes")
    made.write("rubrics/criteria.yaml", STARTER)
    suite(made, cases)
    return made


def suite(made: Desk, cases: Sequence[dict[str, Any]], head: str = "") -> Path:
    """Write the suite; JSON is a part of YAML."""
    made.write("suites/s.yaml", f"suite: s\nversion: 1\n{head}cases: {json.dumps(list(cases))}\n")
    return made.root / "suites/s.yaml"


def of_suite(made: Desk) -> dict[str, Any]:
    """Return how judge is asked about the criteria of the suite."""
    units = itemised(made.root, made.root / "suites/s.yaml").units
    return {"dimensions": (CRITERIA,), "only": units}


def asking_criteria(made: Desk, *judges: str, **wanted: Any) -> Judging:
    """Ask about the criteria of the suite, in this process."""
    return asking(made, *judges, **of_suite(made), **wanted)


def wanted_criteria(made: Desk) -> Wanted:
    """Return the same as `judge --suite` wants it."""
    from workbench.workflows.bench import Asked

    found = of_suite(made)
    return Wanted(asked=Asked(dimensions=found["dimensions"]), only=found["only"])


def criteria(made: Desk, name: str = "strict") -> dict[tuple[str, str | None], Verdict]:
    """Return the newest verdict on each criterion."""
    return {
        (one.transcript, one.criterion): one
        for one in lines(made, name)
        if one.dimension == CRITERIA
    }
