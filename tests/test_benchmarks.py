"""The benchmark's own arithmetic, and that it runs: speed itself is never a test."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from benchmarks import whole_process as process
from benchmarks.__main__ import main
from benchmarks.effort import TINY
from benchmarks.eight_checks import CHECKS, read_cases
from benchmarks.figures import Row, shown, times, unmeasured
from benchmarks.intervals import _tables
from benchmarks.ledgers import PER_TRANSCRIPT, write_ledgers
from benchmarks.recorded_cases import write_cases
from benchmarks.runs import Processes, Taken, alternated, median_ratio
from workbench.domain.rating import Label, Verdict
from workbench.workflows.bench import Bench
from workbench.workflows.scoring import Wanted, run_suite


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    for folder in ("rubrics", "labels", "verdicts"):
        (tmp_path / folder).mkdir()
    (tmp_path / "workbench.yaml").write_text("", encoding="utf-8")
    return tmp_path


def test_a_row_shows_its_figure_its_goal_and_a_plain_word() -> None:
    row = Row(what="alpha", goal="2x", measured="3x", met=True, facts=("5 pairs",))

    assert shown(2, row).splitlines() == [
        "2. alpha",
        "   measured  3x",
        "   goal      2x",
        "   met",
        "   . 5 pairs",
    ]


def test_what_was_not_measured_is_neither_met_nor_not_met() -> None:
    text = shown(3, unmeasured("calibrate", "13x", "no data"))

    assert "not measured: no data" in text
    assert text.splitlines()[-1] == "   -"


@pytest.mark.parametrize(
    ("ratio", "text"), [(0.5193, "0.519x"), (13.04, "13x"), (99.96, "100x"), (84_312.7, "84,313x")]
)
def test_a_ratio_reads_well_at_every_size(ratio: float, text: str) -> None:
    assert times(ratio) == text


def test_runs_alternate_after_a_warm_up_that_counts_for_nothing() -> None:
    order: list[str] = []
    taken = {"ours": iter([9.0, 1.0, 2.0]), "theirs": iter([9.0, 10.0, 40.0])}

    def run(name: str) -> float:
        order.append(name)
        return next(taken[name])

    pairs = alternated(lambda: run("ours"), lambda: run("theirs"), 2)

    assert order == ["ours", "theirs"] * 3
    assert pairs == [(1.0, 10.0), (2.0, 40.0)]


def test_the_ratio_is_the_median_of_the_pairs_own_ratios() -> None:
    # Ratios 10, 2 and 4; the ratio of the medians would be 20 / 2 = 10.
    assert median_ratio([(2.0, 20.0), (1.0, 2.0), (10.0, 40.0)]) == pytest.approx(4.0)


def test_cells_are_counted_people_by_judge() -> None:
    people, judge = (
        np.array([[0, 0, 3], [1, 1, 1]], np.int8),
        np.array([[0, 1, 3], [2, 2, 0]], np.int8),
    )

    tables = _tables(people, judge)

    assert tables.sum(axis=(1, 2)).tolist() == [3, 3]
    assert tables[0, 0, 1] == tables[0, 3, 3] == 1
    assert tables[1, 1].tolist() == [1, 0, 2, 0]


def test_generated_ledgers_hold_records_that_our_own_parser_accepts(empty: Path) -> None:
    written = write_ledgers(empty, 2 * PER_TRANSCRIPT + 7)

    lines = [path.read_bytes().splitlines() for path in sorted(empty.glob("labels/*.jsonl"))]
    labels = [Label.from_line(line) for ledger in lines for line in ledger]
    lines = [path.read_bytes().splitlines() for path in sorted(empty.glob("verdicts/*.jsonl"))]
    verdicts = [Verdict.from_line(line) for ledger in lines for line in ledger]
    assert written == len(labels) + len(verdicts) == 2 * PER_TRANSCRIPT
    assert len({one.id for one in labels} | {one.id for one in verdicts}) == written


def test_generated_ledgers_are_the_same_every_time(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        (tmp_path / name / "rubrics").mkdir(parents=True)
        (tmp_path / name / "workbench.yaml").write_text("", encoding="utf-8")
        write_ledgers(tmp_path / name, 3 * PER_TRANSCRIPT)
        texts.append({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.*")})

    assert texts[0] == texts[1]


def test_every_generated_record_counts(empty: Path) -> None:
    write_ledgers(empty, 3 * PER_TRANSCRIPT)
    bench = Bench(empty)

    evidence = bench.evidence(bench.rubrics(), bench.judge_names())

    assert bench.stepped_over == ()
    for found in evidence.values():
        assert found.n_units == 3
        assert len(found.level) == 6
        assert all(column.usable and not column.outdated for column in found.judges.values())
    assert len(evidence) == 5


def test_a_process_is_measured_by_itself(tmp_path: Path) -> None:
    taken = Processes(tmp_path).python("-c", "held = bytearray(64 << 20)")

    assert taken.seconds > 0
    assert 64 << 20 < taken.peak_bytes < 192 << 20


def test_the_rival_is_looked_for_where_the_environment_says(tmp_path: Path) -> None:
    asked = {"WORKBENCH_RIVALS": str(tmp_path), "WORKBENCH_REAL_DATA": str(tmp_path)}

    lacking = process.rival(asked)

    assert isinstance(lacking, str)
    assert "naive.py is not there" in lacking

    (tmp_path / "naive.py").touch()
    (tmp_path / "llm_rubric_real").mkdir()
    found = process.rival(asked)

    assert isinstance(found, process.Rival)
    assert found.script == tmp_path / "naive.py"


class Noted(Processes):
    """Notes what our command line is asked, and starts nothing."""

    def __init__(self, scratch: Path) -> None:
        super().__init__(scratch)
        self.asked: list[tuple[str | Path, ...]] = []

    def workbench(self, *arguments: str | Path) -> Taken:
        self.asked.append(arguments)
        return Taken(seconds=1.0, peak_bytes=1)


def test_only_judges_that_give_whole_levels_are_compared(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    unit = {"transcript_id": "t1", "dimension": "Q0"}
    verdicts = [unit | {"judge": "sure", "score": 3}, unit | {"judge": "mean", "score": 2.5}]
    (data / "judge_scores.jsonl").write_text("".join(json.dumps(v) + "\n" for v in verdicts))
    (data / "human_labels.jsonl").write_text(json.dumps(unit | {"labeller": "H1", "score": 4}))
    processes = Noted(tmp_path)

    inputs = process._inputs(data, processes, tmp_path)

    assert inputs.judges == ("sure",)
    assert inputs.table.read_text(encoding="utf-8").split() == [
        "transcript_id,dimension,rater,kind,score",
        "t1,Q0,H1,human,4",
        "t1,Q0,sure,judge,3",
    ]
    assert [words[2:4] for words in processes.asked[1:]] == [
        ("import", "transcripts"),
        ("import", "labels"),
        ("import", "verdicts"),
    ]


def test_a_tiny_run_prints_every_row_that_was_asked_for(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("WORKBENCH_RIVALS", str(tmp_path))

    main(["--tiny", "--row", "1", "--row", "2", "--row", "3"])

    printed = capsys.readouterr().out
    assert [line[:2] for line in printed.splitlines() if not line.startswith(" ")] == [
        "1.",
        "2.",
        "3.",
    ]
    assert f"interval for {TINY.cells} cells" in printed
    assert "not measured: " in printed


@pytest.mark.slow
def test_a_tiny_run_calibrates_ledgers_of_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--tiny", "--row", "4"])

    printed = capsys.readouterr().out
    assert "GiB at its peak" in printed
    assert f"from {TINY.records[0]} to {TINY.records[1]} records" in printed


@pytest.mark.slow
def test_a_tiny_run_scores_recorded_cases_beside_every_rival(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--tiny", "--row", "9", "--row", "10", "--row", "11"])

    printed = capsys.readouterr().out
    for name in ("pytest", "a plain loop", "`workbench run` in one process"):
        assert f". {name}: " in printed
    assert f"`workbench run` over {TINY.whole_cases} cases" in printed
    assert f"{TINY.streamed_cases[1]} cases with a JUnit report" in printed


def test_every_recorded_case_holds_by_hand_and_by_our_own_checks(tmp_path: Path) -> None:
    suite = write_cases(tmp_path / "suites", 12)
    (tmp_path / "workbench.yaml").touch()

    scored = run_suite(tmp_path, Wanted(suite=suite), now=datetime(2026, 3, 2, tzinfo=UTC))

    counts = scored.run.manifest.summary.counts
    assert (counts.passed, counts.checks_passed) == (12, 12 * len(CHECKS)) == (12, 96)
    for case in read_cases(suite.with_name("cases.jsonl")):
        assert all(check(case) for check in CHECKS.values())
        case["transcript"]["turns"][-1]["content"] = "Nothing."
        case["transcript"]["turns"][1]["tool_calls"] = [{"name": "issue_refund"}] * 5
        case["transcript"]["outcome"] = {"category": "", "entities": {"customer_id": ""}}
        assert not any(check(case) for check in CHECKS.values())


@pytest.mark.slow
def test_a_tiny_run_labels_on_pages_of_every_size(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", list(sys.argv))

    main(["--tiny", "--row", "7", "--row", "8"])

    printed = capsys.readouterr().out
    few, many = TINY.page_transcripts
    assert f"one interaction at {many} transcripts against {few}" in printed
    assert f"one interaction on {TINY.page_turns[1]} turns against {TINY.page_turns[0]}" in printed
    assert printed.count("save and next: ") == printed.count("a level: ") == 2
