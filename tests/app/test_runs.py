"""The page of runs: what the reports say, and the conversations behind failures."""

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.opening import opened, shown
from tests.store.build import put, transcript
from tests.workflows.building import Desk, desk
from workbench.app.components.running import NAME, Work, jobs
from workbench.store.runs import runs
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

BREAKS = """
suite: s
version: 1
cases:
  - id: t1
    expect: {must_not_contain: ["t2 3"]}
  - id: t2
    expect: {must_not_contain: ["t2 3"]}
"""
"""Broken by the last turn of t2."""

WAITS = """
import pathlib, time

def wait(transcript):
    while not (pathlib.Path(__file__).parents[1] / "go").exists():
        time.sleep(0.01)
    return True
"""
"""A rule that is at work until there is a file `go` in the workspace."""


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


def suite(made: Desk, name: str = "s", extra: str = "") -> str:
    text = SUITE.format(version=1, severity="low", wanted="no such words") + extra
    made.write(f"suites/{name}.yaml", text)
    return f"suites/{name}.yaml"


def table(app: AppTest, head: str) -> list[dict[str, Any]]:
    """Return the rows of the table with a column; none where there is none."""
    found = [frame.value for frame in app.dataframe if head in frame.value.columns]
    return [row for frame in found for row in frame.to_dict("records")]


def begun(app: AppTest, root: Path) -> Work:
    """Press the button and return what that began."""
    app.button("w_run_suite").click().run()
    assert not app.exception
    found = jobs(str(root)).get(NAME)
    assert found is not None
    return found[1]


def test_without_a_suite_the_page_says_how_to_get_one(made: Desk) -> None:
    app = opened(made.root, "runs")

    assert not app.exception
    assert "Write one as suites/NAME.yaml" in shown(app)
    assert "w_run_suite" not in [button.key for button in app.button]


def test_a_suite_is_run_from_the_page_and_opened_there(made: Desk) -> None:
    earlier = run(made, "t2 1")
    suite(made)
    app = opened(made.root, "runs")
    assert app.selectbox("w_run").value == earlier

    assert begun(app, made.root).wait(60)
    app.run()

    assert not app.exception
    assert "Ran s 1: FAIL. 1 passed, 1 failed, 0 could not be decided." in shown(app)
    newest = runs(made.root)[0].manifest.id
    assert app.selectbox("w_run").value == newest != earlier
    app.selectbox("w_run").set_value(earlier).run()
    assert app.selectbox("w_run").value == earlier


def test_a_run_that_is_stopped_leaves_nothing(made: Desk) -> None:
    suite(made, extra="defaults: {invariants: [{use: rules:wait}]}\n")
    made.write("suites/rules.py", WAITS)
    app = opened(made.root, "runs")
    work = begun(app, made.root)

    app.button("w_stop_run").click().run()
    made.write("go", "")

    assert work.wait(60)
    app.run()
    assert not app.exception
    assert "The run of suites/s.yaml was stopped; nothing of it is kept." in shown(app)
    assert list((made.root / "runs").iterdir()) == []


def test_a_suite_that_is_broken_is_named_and_can_be_run_again(made: Desk) -> None:
    made.write("suites/s.yaml", "suite: s\n")
    app = opened(made.root, "runs")

    assert begun(app, made.root).wait(60)
    app.run()

    assert not app.exception
    assert "suites/s.yaml" in app.error[0].value.replace("\\", "")
    suite(made)
    assert begun(app, made.root).wait(60)
    app.run()
    assert not app.error
    assert "Ran s 1: FAIL" in shown(app)


def test_where_nobody_certified_it_says_that_judges_are_not_scored(made: Desk) -> None:
    suite(made)

    app = opened(made.root, "runs")

    assert "what a suite leaves to judges is not scored" in app.warning[0].value


def test_the_command_that_stands_there_runs_the_suite_from_any_folder(
    made: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name = suite(made, "my own")
    app = opened(made.root, "runs")
    (line,) = [code.value for code in app.code if " run " in code.value]

    done = subprocess.run(
        shlex.split(line),
        cwd=tmp_path_factory.mktemp("elsewhere"),
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert name == "suites/my own.yaml"
    assert (done.returncode, len(runs(made.root))) == (1, 1), done.stderr


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
    assert "The verdict comes from the suite's release bar:" in shown(app)
    assert "• 1 of 2 results passed (0 errors), a share of at least 1 must" in shown(app)


def test_a_group_of_failures_opens_its_first_case_at_the_turn_that_decided_it(made: Desk) -> None:
    made.write("suites/s.yaml", BREAKS)
    path = made.root / "suites" / "s.yaml"
    found = run_suite(made.root, Wanted(suite=path), now=made.now()).run
    (result,) = [one for one in found.results() if one.verdict == "FAIL"]
    (turn, *_) = result.checks[0].turns
    app = opened(made.root, "runs")

    assert "wording: text that must not be said (1) failed in 1 result" in shown(app)
    assert "t2: expected no text that contains" in shown(app).replace("\\", "")
    app.button(key=f"w_group_{found.manifest.id}_0").click().run()

    assert not app.exception
    assert app.session_state["d_arrival"][0] == "w_run_case"
    heads = [one.label for one in app.button if "you are here" in one.label]
    assert turn > 0
    assert [head.split(" ")[0] for head in heads] == [str(turn)]
    assert "cited for this result" in heads[0]


def test_a_bar_that_is_met_although_a_case_failed_is_said_in_words(made: Desk) -> None:
    made.write(
        "suites/s.yaml",
        SUITE.format(wanted="no such words", version=1, severity="low")
        + "release: {min_pass_rate: 0.5, max_hard_fails: 1}\n",
    )
    run_suite(made.root, Wanted(suite=made.root / "suites" / "s.yaml"), now=made.now())

    app = opened(made.root, "runs")

    assert "s 1: PASS. 1 of 2 passed, 1 failed" in shown(app)
    said = "not from single cases: every limit that it sets is met."
    assert said in "\n".join(text.value for text in app.text)
    assert said in "\n".join(code.value for code in app.code)


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
    assert "A critical case came out worse: t2" in app.error[0].value
    assert "Not alike: suite_version: 1 in the first, 2 in the second" in shown(app)
    assert "0 better, 1 worse, 0 undecided of 2 common cases" in shown(app)
    (changed,) = table(app, "Now failing")
    assert (changed["Case"], changed["Change"]) == ("t2", "worse")
    assert changed["Now failing"] == "text that must be said (1)"
    rate, *_ = table(app, "More than chance")
    assert rate["More than chance"] == "could be chance (p = 1.000)"
    assert "Holm" not in "\n".join(code.value for code in app.code)


def test_every_limit_of_the_release_bar_is_a_row(made: Desk) -> None:
    run(made, "no such words")

    rows = {row["Limit"]: row for row in table(opened(made.root, "runs"), "Limit")}

    passed = rows["results that passed"]
    assert (passed["Asked"], passed["Got"], passed["Met"]) == ("at least 2 (100 %)", "1 of 2", "no")
    assert rows["results that could not be decided"]["Met"] == "yes"


def test_a_run_that_recorded_no_limits_has_no_table_of_them(made: Desk) -> None:
    name = run(made, "no such words")
    path = made.root / "runs" / name / "run.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["gate"]["limits"]
    path.write_text(json.dumps(document), encoding="utf-8")

    app = opened(made.root, "runs")

    assert not app.exception
    assert "The verdict comes from the suite's release bar:" in shown(app)
    assert table(app, "Limit") == []


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
