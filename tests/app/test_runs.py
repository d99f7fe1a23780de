"""The page of runs: the command line's own words, and the conversations behind failures."""

from pathlib import Path

import pytest

from tests.app.opening import opened, shown
from tests.store.build import put, transcript
from tests.workflows.building import Desk, desk
from workbench.store.workspace import Workspace
from workbench.workflows.scoring import Wanted, run_suite

SUITE = """
suite: s
version: {version}
cases:
  - id: t1
    expect: {{must_contain: ["t1 1"]}}
  - id: t2
    severity: {severity}
    expect: {{must_contain: ["{wanted}"]}}
"""


def run(made: Desk, wanted: str, version: int = 1, severity: str = "medium") -> str:
    text = SUITE.format(wanted=wanted, version=version, severity=severity)
    made.write("suites/s.yaml", text)
    path = made.root / "suites" / "s.yaml"
    return run_suite(made.root, Wanted(suite=path), now=made.now()).run.manifest.id


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    workspace = desk(tmp_path)
    put(Workspace(tmp_path), "transcripts/web.jsonl", [transcript("t1"), transcript("t2")])
    return workspace


def test_without_a_run_the_page_says_how_to_make_one(made: Desk) -> None:
    app = opened(made.root, "runs")

    assert not app.exception
    assert "workbench run suites/NAME.yaml" in shown(app)


def test_before_the_first_run_the_command_of_every_suite_stands_there(made: Desk) -> None:
    made.write("suites/s.yaml", SUITE.format(version=1, severity="low", wanted="x"))
    made.write("suites/my own.yaml", SUITE.format(version=1, severity="low", wanted="x"))

    app = opened(made.root, "runs")

    commands = [code.value for code in app.code]
    assert "workbench run suites/s.yaml" in commands
    assert "workbench run 'suites/my own.yaml'" in commands
    assert "`make suite`" in app.info[0].value
    assert "a run tells which of them pass" in app.info[0].value


def test_a_run_reads_as_on_the_command_line_and_a_failure_opens_its_conversation(
    made: Desk,
) -> None:
    name = run(made, "no such words")
    app = opened(made.root, "runs")

    app.selectbox(key=f"w_trouble_{name}").select_index(0).run()

    assert not app.exception
    assert "s 1: FAIL. 1 of 2 passed, 1 failed, 0 could not be decided." in shown(app)
    assert "expected a text that contains 'no such words'" in shown(app)
    assert "t2 1" in shown(app)


def test_a_run_is_chosen_by_when_it_was_made_and_what_it_came_to(made: Desk) -> None:
    name = run(made, "no such words")

    app = opened(made.root, "runs")

    (row,) = app.dataframe[0].value.to_dict("records")
    assert (row["Suite"], row["Verdict"], row["Passed"], row["Failed"]) == ("s", "FAIL", 1, 1)
    assert row["Run"] == name
    assert app.selectbox("w_run").options == [f"{row['Made at (UTC)']} UTC, s 1, FAIL"]
    assert "a run can pass although single cases failed" in shown(app)


def test_two_runs_stand_side_by_side(made: Desk) -> None:
    run(made, "t2 1", severity="critical")
    run(made, "no such words", version=2, severity="critical")

    app = opened(made.root, "runs")

    assert not app.exception
    assert "REGRESSION of a critical case: t2" in shown(app)
    assert "Not alike: suite_version: 1 in the first, 2 in the second" in shown(app)


def test_runs_that_measure_different_things_are_refused_in_words(made: Desk) -> None:
    run(made, "t2 1")
    made.write("suites/s.yaml", SUITE.format(wanted="t2", version=1, severity="low"))
    other = (
        (made.root / "suites" / "s.yaml")
        .read_text(encoding="utf-8")
        .replace("suite: s", "suite: o")
    )
    made.write("suites/o.yaml", other)
    run_suite(made.root, Wanted(suite=made.root / "suites" / "o.yaml"), now=made.now())

    app = opened(made.root, "runs")

    assert not app.exception
    assert "cannot be compared" in shown(app)
