"""The eight checks under pydantic-evals, in one evaluator: `-m ... CASES`."""

import sys
from importlib import import_module
from typing import Any

from benchmarks.eight_checks import CHECKS, read_cases


def main() -> int:
    """Evaluate the recorded cases; return 1 where one fails."""
    # Imported by name: it is measured where it is installed, and nothing needs it.
    dataset = import_module("pydantic_evals.dataset")
    evaluators = import_module("pydantic_evals.evaluators")

    class Eight(evaluators.Evaluator):  # type: ignore[misc,name-defined]
        def evaluate(self, ctx: Any) -> dict[str, bool]:
            return {name: check(ctx.output) for name, check in CHECKS.items()}

    cases = [dataset.Case(name=case["id"], inputs=case) for case in read_cases(sys.argv[1])]
    whole = dataset.Dataset(name="recorded", cases=cases, evaluators=[Eight()])
    report = whole.evaluate_sync(_recorded, progress=False)
    passed = all(result.value for case in report.cases for result in case.assertions.values())
    return int(not passed or len(report.cases) != len(cases))


async def _recorded(case: Any) -> Any:
    """Return what is on record in place of asking a system."""
    return case


if __name__ == "__main__":
    sys.exit(main())
