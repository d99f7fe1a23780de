"""Scoring: code decides first, judges that are not trusted say nothing, errors stay errors."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.build import put
from tests.workflows.building import Desk, close, filled
from workbench.domain.flag import Flag
from workbench.domain.run import CaseResult, DimensionResult, Summary
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.scoring import Scored, Wanted, run_suite

LEVELS = [1, 2, 3, 4] * 25
REFUND = {"id": "c1", "name": "refund", "arguments": {"amount": 5}}


def conversation(name: str, *, refund: bool = False, **more: Any) -> Transcript:
    reply: dict[str, Any] = {"index": 1, "role": "assistant", "content": "Sorry about that."}
    if refund:
        reply["tool_calls"] = [REFUND]
    turns = [{"index": 0, "role": "user", "content": "It broke."}, reply]
    fields = {"id": name, "turns": turns, "outcome": {"category": "damage"}, **more}
    return Transcript.from_line(json.dumps(fields))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A workspace in which `strict` is certified on tone, with a transcript for every label."""
    made = filled(tmp_path)
    lines = [conversation(f"t{n:03}", refund=n == 3) for n in range(100)]
    put(Workspace(tmp_path), "transcripts/web.jsonl", lines)
    made.certify()
    return made


def case(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, **more}


def scored(desk: Desk, cases: Sequence[dict[str, Any]], head: str = "", **wanted: Any) -> Scored:
    lines = "".join(json.dumps(one) + "\n" for one in cases)
    desk.write("suites/cases.jsonl", lines)
    desk.write("suites/s.yaml", f"suite: s\nversion: 1\n{head}cases: cases.jsonl\n")
    return run_suite(
        desk.root, Wanted(suite=desk.root / "suites" / "s.yaml", **wanted), now=desk.now()
    )


def results(run: Scored) -> dict[str, CaseResult]:
    return {result.case: result for result in run.run.results()}


def tone(run: Scored, name: str) -> DimensionResult:
    (one,) = results(run)[name].dimensions
    return one


def test_checks_decide_and_the_trusted_judge_speaks_beside_them(desk: Desk) -> None:
    run = scored(
        desk,
        [
            case("t002", dimensions=["tone"], expect={"must_contain": ["sorry"]}),
            case("t004", dimensions={"tone": 3}),
        ],
    )

    found = results(run)
    assert (found["t002"].verdict, tone(run, "t002").level) == ("PASS", 3)
    # The judge gave t004 level 1, and the case asks for 3.
    assert (found["t004"].verdict, tone(run, "t004").passed) == ("FAIL", False)


def test_a_failed_hard_check_leaves_the_judge_unasked(desk: Desk) -> None:
    run = scored(
        desk, [case("t003", dimensions=["tone"], expect={"tools": {"forbidden": ["refund"]}})]
    )

    one = tone(run, "t003")
    assert results(run)["t003"].verdict == "FAIL"
    assert (one.status, one.level) == ("not_scored", None)
    assert "no judge was asked" in str(one.reason)


def test_a_contradiction_goes_to_people_once_however_often_the_suite_runs(desk: Desk) -> None:
    # The judge gave t003 the top level (4); a forbidden tool ran in it.
    cases = [case("t003", dimensions=["tone"], expect={"tools": {"forbidden": ["refund"]}})]

    queued = [scored(desk, cases).queued for _ in range(2)]

    (flag,) = read_journal(desk.root / "record" / "queue.jsonl", Flag).entries
    assert queued == [1, 0]
    assert (flag.transcript, flag.dimension, flag.reason) == ("t003", "tone", "contradiction")
    assert flag.note == "the judge gave the top level 4, and tools.forbidden.refund failed"


def test_the_lowest_level_contradicts_a_case_whose_outcome_is_right(desk: Desk) -> None:
    run = scored(
        desk, [case("t004", dimensions=["tone"], expect={"fields": {"category": "damage"}})]
    )

    assert run.queued == 1
    assert "the lowest level 1, and every check passed" in tone(run, "t004").flagged[0]


def test_an_untrusted_dimension_is_not_scored_and_a_bar_on_it_concludes_nothing(desk: Desk) -> None:
    desk.write("rubrics/scope.yaml", _other_rubric())

    run = scored(
        desk,
        [case("t002", dimensions=["scope"])],
        "release: {dimensions: {scope: 3}}\n",
    )

    gate = run.run.manifest.gate
    assert tone(run, "t002").status == "not_scored"
    assert gate.verdict == "INCONCLUSIVE"
    assert gate.exit_code == 3
    assert "no judge is certified on it" in gate.reasons[0].text


def test_a_stale_certificate_is_refused_by_name(desk: Desk) -> None:
    desk.write("judges.yaml", "judges:\n  strict: {model: some/other}\n")

    run = scored(desk, [case("t002", dimensions=["tone"])])

    assert "judge 'strict': its certificate is stale" in str(tone(run, "t002").reason)


def test_a_judge_that_takes_the_place_of_a_refused_one_is_named(tmp_path: Path) -> None:
    two = "judges:\n  strict: {model: some/model}\n  mild: {model: some/other}\n"
    made = filled(tmp_path, judges=two)
    made.judge(close(LEVELS, every=5), judge="mild")
    put(Workspace(tmp_path), "transcripts/web.jsonl", [conversation(f"t{n:03}") for n in range(9)])
    made.certify()
    assert scored(made, [case("t002", dimensions=["tone"])]).remarks == ()
    made.write("judges.yaml", two.replace("some/model", "some/newer"))

    run = scored(made, [case("t002", dimensions=["tone"])])

    assert tone(run, "t002").judge == "mild"
    (remark,) = run.remarks
    assert remark.startswith("tone: judge 'strict': its certificate is stale")
    assert remark.endswith("; judge 'mild' scores in its place")


def test_a_case_that_asks_for_a_level_is_undecided_without_one(desk: Desk) -> None:
    put(Workspace(desk.root), "transcripts/new.jsonl", [conversation("new")])

    asked = results(scored(desk, [case("new", dimensions={"tone": 3})]))["new"]
    shown = results(scored(desk, [case("new", dimensions=["tone"])]))["new"]

    assert (asked.verdict, shown.verdict) == ("ERROR", "PASS")


def test_a_missing_verdict_is_an_error_and_never_a_level(desk: Desk) -> None:
    put(Workspace(desk.root), "transcripts/new.jsonl", [conversation("new")])

    run = scored(desk, [case("new", dimensions=["tone"]), case("t002", dimensions=["tone"])])

    (summary,) = run.run.manifest.summary.dimensions
    assert (tone(run, "new").status, tone(run, "new").level) == ("error", None)
    assert (summary.n, summary.errors, summary.mean) == (1, 1, 3.0)


def test_a_case_without_a_transcript_is_an_error_of_the_harness(desk: Desk) -> None:
    run = scored(desk, [case(name, dimensions=["tone"]) for name in ("gone", "t002")])

    assert results(run)["gone"].verdict == "ERROR"
    assert "has the case 'gone'" in str(results(run)["gone"].error)
    assert run.run.manifest.gate.exit_code == 3


def test_trials_of_a_case_are_scored_each(desk: Desk) -> None:
    trials = [conversation(f"a{n}", case="a", trial=n, refund=n == 1) for n in (1, 0, 2)]
    put(Workspace(desk.root), "transcripts/a.jsonl", trials)

    run = scored(desk, [case("a", expect={"tools": {"max_calls": {"refund": 0}}})])

    found = [(one.trial, one.verdict) for one in run.run.results()]
    (trial,) = run.run.manifest.summary.trials
    assert found == [(0, "PASS"), (1, "FAIL"), (2, "PASS")]
    assert (trial.passes, trial.fails, trial.flaky) == (2, 1, True)


def test_transcripts_of_a_file_are_scored_and_not_judged(desk: Desk) -> None:
    desk.write("elsewhere.jsonl", conversation("x").line() + "\n")

    run = scored(
        desk,
        [case("x", dimensions=["tone"], expect={"must_contain": ["sorry"]})],
        transcripts=desk.root / "elsewhere.jsonl",
    )

    assert results(run)["x"].verdict == "PASS"
    assert "import these" in str(tone(run, "x").reason)


def test_the_mean_is_corrected_to_what_people_would_have_said(desk: Desk) -> None:
    put(Workspace(desk.root), "transcripts/more.jsonl", [conversation("t100")])
    desk.judge([4], first=100)

    run = scored(desk, [case(f"t{n:03}", dimensions=["tone"]) for n in range(101)])

    (one,) = run.run.manifest.summary.dimensions
    assert one.corrected is not None
    assert (one.corrected["labelled"], one.corrected["unlabelled"]) == (100, 1)
    # People gave 25 of each level, 2.5 on the mean; the one more the judge gave 4 adds a hundredth.
    assert one.corrected["value"] == pytest.approx(2.5, abs=0.05)
    assert one.corrected["low"] < 2.5 < one.corrected["high"]


def test_invariants_are_functions_of_the_workspace(desk: Desk) -> None:
    desk.write(
        "suites/house_rules.py",
        "def no_refund(transcript):\n"
        "    calls = [c.name for turn in transcript.turns for c in turn.tool_calls]\n"
        "    return 'refund was called' if 'refund' in calls else None\n",
    )
    rule = {"expect": {"invariants": ["house_rules:no_refund"]}}

    run = scored(desk, [case("t002", **rule), case("t003", **rule)])

    found = results(run)
    assert (found["t002"].verdict, found["t003"].verdict) == ("PASS", "FAIL")
    assert "refund was called" in str(found["t003"].checks[0].message)


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ({"invariants": ["gone:rule"]}, "module 'gone' cannot be imported"),
        ({"json_schema": "gone.json"}, "cannot be read"),
        ({"patterns": ["[unclosed"]}, "[unclosed"),
    ],
)
def test_what_a_suite_names_and_is_not_there_records_nothing(
    desk: Desk, expect: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError) as caught:
        scored(desk, [case("t002", expect=expect)])

    assert message in str(caught.value)
    assert "case 't002'" in str(caught.value)
    assert not list((desk.root / "runs").iterdir())


def test_a_rule_that_never_returns_is_an_error_of_its_own_check(desk: Desk) -> None:
    desk.write("suites/endless.py", "def rule(transcript):\n    while True:\n        pass\n")
    expect = {"must_contain": ["sorry"], "invariants": ["endless:rule", "no_empty_answer"]}

    run = scored(desk, [case("t002", expect=expect)], "rule_seconds: 0.2\n")

    found = results(run)["t002"]
    assert [one.status for one in found.checks] == ["pass", "error", "pass"]
    message = str(found.checks[1].message)
    assert "the rule endless:rule took longer than 0.2 s on transcript 't002'" in message
    assert "`rule_seconds`" in message


def test_a_suite_outside_the_workspace_has_its_files_beside_it(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("outside") / "suites"
    (folder / "shapes").mkdir(parents=True)
    (folder / "shapes" / "out.json").write_text('{"required": ["category"]}', encoding="utf-8")
    (folder.parent / "secret.json").write_text("{}", encoding="utf-8")

    def run(schema: str) -> Scored:
        path = folder / "s.yaml"
        one = case("t002", expect={"json_schema": schema})
        path.write_text(f"suite: s\nversion: 1\ncases: [{json.dumps(one)}]\n", encoding="utf-8")
        return run_suite(desk.root, Wanted(suite=path), now=desk.now())

    assert results(run("shapes/out.json"))["t002"].verdict == "PASS"
    with pytest.raises(DataError, match="must be a file beside the suite or below it"):
        run("../secret.json")


def test_a_run_removes_what_a_killed_one_left_and_says_so(desk: Desk) -> None:
    desk.write("runs/20261130T090000Z-s.4711.part/results.jsonl", "")

    run = scored(desk, [case("t002", dimensions=["tone"])])

    assert [path.name for path in (desk.root / "runs").iterdir()] == [run.run.manifest.id]
    assert "runs/20261130T090000Z-s.4711.part" in run.remarks[0]


def test_a_suite_without_cases_is_refused(desk: Desk) -> None:
    with pytest.raises(DataError, match="has no cases"):
        scored(desk, [])


def test_a_run_is_stamped_with_what_it_was_made_under(desk: Desk) -> None:
    run = scored(desk, [case("t002", dimensions=["tone"])], "clock: 2026-03-02T09:00:00Z\n")

    stamp = run.run.manifest.stamp
    certificate = desk.certificate()
    assert (stamp.suite, stamp.suite_version) == ("s", "1")
    assert stamp.rubrics == {"tone": certificate.rubric_digest}
    assert stamp.judges == {"strict on tone": certificate.judge_digest}
    assert stamp.trusted is not None
    assert stamp.transcripts is not None


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    made = filled(tmp_path_factory.mktemp("shared"))
    lines = [conversation(f"t{n:03}", refund=n % 3 == 0) for n in range(100)]
    put(Workspace(made.root), "transcripts/web.jsonl", lines)
    made.certify()
    return made


@settings(max_examples=8, deadline=None)
@given(st.permutations([2, 3, 4, 6, 7, 98, 99]))
def test_the_order_of_cases_changes_no_figure(shared: Desk, order: list[int]) -> None:
    expect = {"tools": {"max_calls": {"refund": 0}}}

    def summary(numbers: Sequence[int]) -> Summary:
        cases = [case(f"t{n:03}", dimensions=["tone"], expect=expect) for n in numbers]
        return scored(shared, cases).run.manifest.summary

    assert summary(order) == summary(sorted(order))


def _other_rubric() -> str:
    return (
        'dimension: scope\nversion: "1.0"\nquestion: Did it stay in scope?\n'
        "anchors:\n  1: a\n  2: b\n  3: c\n  4: d\n"
    )
