"""The eight checks as people write them by hand, in a plain loop: `-m ... CASES REPORT`.

The floor of what code checks can take, and what harnesses are given to run. Needs nothing but
the standard library.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Case = dict[str, Any]


def read_cases(path: str | Path) -> list[Case]:
    """Read all cases."""
    with Path(path).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _names(case: Case) -> Iterator[str]:
    for turn in case["transcript"]["turns"]:
        for call in turn.get("tool_calls", ()):
            yield call["name"]


def _reply(case: Case) -> str:
    text: str = case["transcript"]["turns"][-1]["content"]
    return text


def _is_equal(case: Case, path: str) -> bool:
    value = case["transcript"]["outcome"]
    for step in path.split("."):
        value = value[step]
    return str(value).casefold() == str(case["expect"]["fields"][path]).casefold()


def _in_order(case: Case) -> bool:
    names = _names(case)
    return all(wanted in names for wanted in case["expect"]["tools"]["order"])


CHECKS: dict[str, Callable[[Case], bool]] = {
    "category": lambda case: _is_equal(case, "category"),
    "customer": lambda case: _is_equal(case, "entities.customer_id"),
    "contains": lambda case: (
        case["expect"]["must_contain"][0].casefold() in _reply(case).casefold()
    ),
    "pattern": lambda case: re.search(case["expect"]["patterns"][0], _reply(case)) is not None,
    "required": lambda case: set(case["expect"]["tools"]["required"]) <= set(_names(case)),
    "forbidden": lambda case: set(case["expect"]["tools"]["forbidden"]).isdisjoint(_names(case)),
    "order": _in_order,
    "max_calls": lambda case: sum(1 for _ in _names(case)) <= case["expect"]["tools"]["max_calls"],
}


def main() -> int:
    """Check every case and write a report; return 1 where one fails."""
    cases, report = sys.argv[1:]
    rows = [
        {"id": case["id"], "checks": {name: check(case) for name, check in CHECKS.items()}}
        for case in read_cases(cases)
    ]
    Path(report).write_text(json.dumps(rows), encoding="utf-8")
    return int(not all(all(row["checks"].values()) for row in rows))


if __name__ == "__main__":
    sys.exit(main())
