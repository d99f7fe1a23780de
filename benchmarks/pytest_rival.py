"""The eight checks under pytest, one test a case: `-m ... CASES`.

Without plugins, the cache or a configuration: as fast as it goes.
"""

import os
import sys

import pytest

from benchmarks.eight_checks import CHECKS, Case, read_cases

_CASES = read_cases(os.environ["CASES"]) if "CASES" in os.environ else []


@pytest.mark.parametrize("case", _CASES, ids=[case["id"] for case in _CASES])
def test_case(case: Case) -> None:
    """Hold a case to its eight checks."""
    for name, check in CHECKS.items():
        assert check(case), name  # noqa: S101 - as tests are written


def main() -> int:
    """Run the tests; return pytest's exit code."""
    os.environ |= {"CASES": sys.argv[1], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return pytest.main(["-q", "-c", os.devnull, "-p", "no:cacheprovider", __file__])


if __name__ == "__main__":
    sys.exit(main())
