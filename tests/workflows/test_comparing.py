"""Comparing two runs: what measures different things is refused by name, noise is told apart."""

import io
import json
from pathlib import Path

import pytest

from tests.store.build import put, transcript
from tests.workflows.building import Desk, desk
from workbench.errors import DataError
from workbench.reports.versus import versus_json, write_versus
from workbench.store.workspace import Workspace
from workbench.workflows.comparing import Compared, compare_runs
from workbench.workflows.scoring import Wanted, run_suite


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    workspace = desk(tmp_path)
    names = ("t1", "t2", "t3")
    put(Workspace(tmp_path), "transcripts/web.jsonl", [transcript(name) for name in names])
    return workspace


def run(made: Desk, cases: str, *, suite: str = "s", **head: str) -> str:
    more = "".join(f"{key}: {value}\n" for key, value in head.items())
    made.write("suites/s.yaml", f"suite: {suite}\nversion: 1\n{more}cases:\n{cases}")
    path = made.root / "suites" / "s.yaml"
    return run_suite(made.root, Wanted(suite=path), now=made.now()).run.manifest.id


def case(name: str, says: str, severity: str = "medium") -> str:
    return f'  - {{id: {name}, severity: {severity}, expect: {{must_contain: ["{says}"]}}}}\n'


def told(found: Compared) -> str:
    out = io.StringIO()
    write_versus(found.comparison, (found.first.id, found.second.id), out, noise=found.noise)
    return out.getvalue()


def test_one_fixed_and_one_broken_case_are_no_draw(made: Desk) -> None:
    first = run(made, case("t1", "t1 1") + case("t2", "no such words"))
    second = run(made, case("t1", "no such words") + case("t2", "t2 1"))

    found = compare_runs(made.root, first, second)

    text = told(found)
    assert (found.comparison.wins, found.comparison.losses) == (1, 1)
    assert found.comparison.exit_code == 0
    assert "- t1: PASS -> FAIL, now failing: must_contain.0" in text
    assert "+ t2: FAIL -> PASS" in text


def test_a_critical_case_that_breaks_fails_even_where_the_total_improved(made: Desk) -> None:
    first = run(
        made,
        case("t1", "t1 1", "critical") + case("t2", "none") + case("t3", "none"),
    )
    second = run(
        made,
        case("t1", "none", "critical") + case("t2", "t2 1") + case("t3", "t3 1"),
    )

    found = compare_runs(made.root, first, second)

    assert (found.comparison.wins, found.comparison.losses) == (2, 1)
    assert found.comparison.exit_code == 1
    assert "REGRESSION of a critical case: t1" in told(found)


def test_cases_of_one_run_only_are_listed_apart(made: Desk) -> None:
    first = run(made, case("t1", "t1 1"))
    second = run(made, case("t1", "t1 1") + case("t3", "none"))

    text = told(compare_runs(made.root, first, second))

    assert "only in the second: t3 (FAIL)" in text
    assert "0 better, 0 worse, 0 undecided of 1 common cases" in text
    assert "(a case counts once, and passes where all its trials do)" in text


def test_another_clock_makes_runs_incomparable_and_is_named(made: Desk) -> None:
    first = run(made, case("t1", "t1 1"), clock="2026-03-02T09:00:00Z")
    second = run(made, case("t1", "t1 1"), clock="2026-04-02T09:00:00Z")

    with pytest.raises(DataError, match=r"cannot be compared.*clock: 2026-03-02"):
        compare_runs(made.root, first, second)

    assert compare_runs(made.root, first, second, anyway=True).comparison.pairs


def test_runs_without_a_common_case_are_refused_and_equal_content_is_pointed_out(
    made: Desk,
) -> None:
    first = run(made, "  - {id: a, transcript: t1, expect: {max_steps: 9}}\n")
    second = run(made, "  - {id: b, transcript: t1, expect: {max_steps: 9}}\n")

    with pytest.raises(DataError, match=r"no case in common; some ask the same.*'a' and 'b'"):
        compare_runs(made.root, first, second)


def test_noise_cannot_be_measured_on_the_same_recordings(made: Desk) -> None:
    first, second = (run(made, case("t1", "t1 1")) for _ in range(2))

    found = compare_runs(made.root, first, second)

    assert found.noise is not None
    assert found.noise.half_width is None
    assert "not measurable: both runs scored the same recordings" in told(found)


def test_noise_needs_to_know_that_both_runs_scored_one_version(made: Desk) -> None:
    def recorded(said: str, **agent: str) -> str:
        turn = {"index": 0, "role": "assistant", "content": said}
        line = {"id": said, "case": "t1", "turns": [turn], **({"agent": agent} if agent else {})}
        made.write("other.jsonl", json.dumps(line) + "\n")
        made.write("suites/s.yaml", f"suite: s\nversion: 1\ncases:\n{case('t1', 'yes')}")
        wanted = Wanted(suite=made.root / "suites/s.yaml", transcripts=made.root / "other.jsonl")
        return run_suite(made.root, wanted, now=made.now()).run.manifest.id

    unknown = compare_runs(made.root, recorded("yes"), recorded("no")).noise
    known = compare_runs(made.root, *(recorded(said, model="m-1") for said in ("yes", "no"))).noise

    assert unknown is not None
    assert unknown.half_width is None
    assert "no recording says which version" in str(unknown.reason)
    assert known is not None
    # one of one changed: 1.96 times the root of one, over one
    assert known.half_width == pytest.approx(1.96)


def test_the_json_holds_regressions_and_every_pair(made: Desk) -> None:
    first = run(made, case("t1", "t1 1", "critical"))
    second = run(made, case("t1", "none", "critical"))

    found = compare_runs(made.root, first, second)

    document = versus_json(found.comparison, (first, second))
    assert document["regressions"] == ["t1"]
    assert document["pairs"][0]["second"] == ("FAIL",)
