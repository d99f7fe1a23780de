"""Two runs in parts: tables whose cells are text, with the words of the reports."""

from pathlib import Path

import pytest

from tests.store.build import put, transcript
from tests.workflows.building import Desk, desk
from workbench.errors import DataError
from workbench.store.workspace import Workspace
from workbench.workflows.scoring import Wanted, run_suite
from workbench.workflows.telling_comparison import tell_comparison


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    workspace = desk(tmp_path)
    names = ("t1", "t2", "t3")
    put(Workspace(tmp_path), "transcripts/web.jsonl", [transcript(name) for name in names])
    return workspace


def run(made: Desk, cases: str, suite: str = "s") -> str:
    made.write("suites/s.yaml", f"suite: {suite}\nversion: 1\ncases:\n{cases}")
    path = made.root / "suites" / "s.yaml"
    return run_suite(made.root, Wanted(suite=path), now=made.now()).run.manifest.id


def case(name: str, says: str, severity: str = "medium") -> str:
    return f'  - {{id: {name}, severity: {severity}, expect: {{must_contain: ["{says}"]}}}}\n'


def test_changes_come_case_by_case_in_words(made: Desk) -> None:
    first = run(made, case("t1", "t1 1", "critical") + case("t2", "none"))
    second = run(made, case("t1", "none", "critical") + case("t2", "t2 1") + case("t3", "none"))

    told = tell_comparison(made.root, first, second)

    assert told.regressions == ("t1",)
    assert told.totals.startswith("1 better, 1 worse, 0 undecided of 2 common cases")
    assert told.changed == (
        {
            "Case": "t1",
            "Change": "worse",
            "First run": "PASS",
            "Second run": "FAIL",
            "Severity": "critical",
            "Now failing": "text that must be said (1)",
        },
        {
            "Case": "t2",
            "Change": "better",
            "First run": "FAIL",
            "Second run": "PASS",
            "Severity": "medium",
            "Now failing": "–",
        },
    )
    assert told.unpaired == ({"Case": "t3", "Only in the": "second", "Verdict": "FAIL"},)
    assert any(warning.startswith("suite_digest: ") for warning in told.warnings)


def test_every_difference_says_whether_it_could_be_chance(made: Desk) -> None:
    first = run(made, case("t1", "t1 1") + case("t2", "t2 1"))
    second = run(made, case("t1", "none") + case("t2", "t2 1"))

    told = tell_comparison(made.root, first, second)

    # One case of two got worse: exact McNemar with one change is 2 * 1/2 = 1.
    assert told.measured[0] == {
        "Second minus first": "pass rate",
        "Difference": "-0.5000",
        "Cases": 2,
        "More than chance": "could be chance (p = 1.000)",
    }
    assert told.noise.startswith("noise band of one version: not measurable")


def test_runs_that_measure_different_things_are_refused(made: Desk) -> None:
    first = run(made, case("t1", "t1 1"))
    second = run(made, case("t1", "t1 1"), suite="o")

    with pytest.raises(DataError, match="cannot be compared"):
        tell_comparison(made.root, first, second)
