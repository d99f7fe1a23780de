"""Scoring in parts: however a suite is cut up, and by however many, the results are the same."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import DataError
from workbench.store.case_lines import Block, blocks
from workbench.store.suites import read_suite
from workbench.workflows.code_half import CodeHalf, Part, Passed, Scope
from workbench.workflows.crew import way_to_start
from workbench.workflows.scoring import Scored, Wanted, run_suite

LONG = "word " * 2_000
"""So that a hundred cases are several blocks."""
_moments = (datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=n) for n in count())


def transcript(name: str, reply: str) -> dict[str, Any]:
    turns = [
        {"index": 0, "role": "user", "content": "It broke."},
        {"index": 1, "role": "assistant", "content": reply},
    ]
    agent = {"name": "desk", "model": f"model-{len(name) % 2}"}
    return {"id": name, "turns": turns, "agent": agent, "outcome": {"category": "damage"}}


def case(number: int, **more: Any) -> dict[str, Any]:
    """Return a case that passes, fails, cannot be decided or asks judges, by its number."""
    name = f"case-{number}"
    expect: dict[str, Any] = {"must_contain": ["sorry"], "fields": {"category": "damage"}}
    made: dict[str, Any] = {"id": name, "expect": expect, "vars": {"word": "sorry"}}
    if number % 3 == 1:
        expect["max_cost_usd"] = 1
    if number % 5 == 2:
        made |= {"dimensions": ["tone"], "severity": "high"}
    if number % 7 == 3:
        expect["must_contain"] = ["${word}"]
    reply = "Sorry." if number % 4 else "No."
    return made | {"transcript": transcript(name, reply)} | more


def suite(folder: Path, cases: Sequence[dict[str, Any]], head: str = "") -> Path:
    (folder / "suites").mkdir(exist_ok=True)
    (folder / "workbench.yaml").touch()
    lines = "\n\n".join(json.dumps(one) for one in cases)
    (folder / "suites" / "cases.jsonl").write_text(f"{lines}\n", encoding="utf-8")
    path = folder / "suites" / "s.yaml"
    path.write_text(f"suite: s\nversion: 1\n{head}cases: cases.jsonl\n", encoding="utf-8")
    return path


def run(root: Path, path: Path, workers: int, **wanted: Any) -> Scored:
    return run_suite(root, Wanted(suite=path, workers=workers, **wanted), now=next(_moments))


def what(scored: Scored) -> tuple[bytes, Any]:
    """Return all that a run says of its cases."""
    manifest = scored.run.manifest
    written = (scored.run.folder / "results.jsonl").read_bytes()
    return written, (manifest.summary, manifest.gate, manifest.stamp)


def test_any_number_of_workers_gives_the_same_run_and_so_does_running_it_again(
    tmp_path: Path,
) -> None:
    rule = {"expect": {"invariants": ["manners:polite"]}}
    elsewhere = {"transcript": "shared"}
    cases = [case(n, input=LONG) for n in range(90)]
    cases += [case(n, **(rule if n % 2 else elsewhere)) for n in range(90, 130)]
    path = suite(tmp_path, cases)
    (path.parent / "manners.py").write_text(
        "def polite(transcript):\n    return 'Sorry' in transcript.turns[1].content\n",
        encoding="utf-8",
    )
    transcripts = tmp_path / "shared.jsonl"
    transcripts.write_text(json.dumps(transcript("shared", "Sorry.")) + "\n", encoding="utf-8")
    assert len(list(blocks(path.parent / "cases.jsonl"))) > 3

    alone, again, three = (
        what(run(tmp_path, path, workers, transcripts=transcripts)) for workers in (1, 1, 3)
    )

    counts = alone[1][0].counts
    assert counts.results == 130
    assert min(counts.passed, counts.failed, counts.errors) > 0
    assert alone == again == three


ONE_THREAD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from workbench.workflows.crew import way_to_start
from workbench.workflows.scoring import Wanted, run_suite
print(way_to_start())
path = Path(sys.argv[1])
wanted = Wanted(suite=path, workers=2)
run = run_suite(path.parents[1], wanted, now=datetime(2026, 2, 1, tzinfo=UTC))
print((run.run.folder / "results.jsonl").read_text(), end="")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how many threads there are")
def test_processes_are_copies_where_that_is_safe_and_new_ones_where_there_are_threads(
    tmp_path: Path,
) -> None:
    path = suite(tmp_path, [case(n, input=LONG) for n in range(90)])
    command = [sys.executable, "-c", ONE_THREAD, str(path)]
    copied = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        way, (anew, _) = way_to_start(), what(run(tmp_path, path, 2))
    finally:
        over.set()
        thread.join()

    assert way == "spawn"
    assert copied == "fork\n" + anew.decode()


def test_a_fault_is_named_with_its_line_whoever_meets_it(tmp_path: Path) -> None:
    cases = [case(n, input=LONG) for n in range(80)]
    cases[60]["expekt"] = cases[70]["expekt"] = {}
    path = suite(tmp_path, cases)

    told = []
    for workers in (1, 2):
        with pytest.raises(DataError) as caught:
            run(tmp_path, path, workers)
        told.append(str(caught.value))

    # Every second line is blank.
    assert told[0].startswith("cases.jsonl:121: ")
    assert told[0] == told[1]
    assert not list((tmp_path / "runs").iterdir())


def test_an_id_that_stands_in_two_blocks_is_refused_with_both_lines(tmp_path: Path) -> None:
    cases = [case(n, input=LONG) for n in range(80)]
    cases[75]["id"] = "case-2"

    with pytest.raises(DataError, match=r"cases\.jsonl:151: a second case .* in line 5;"):
        run(tmp_path, suite(tmp_path, cases), 2)


def test_a_process_that_is_ended_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    path = suite(tmp_path, [case(1, expect={"invariants": ["fatal:leave"]})])
    (path.parent / "fatal.py").write_text(
        "import os\n\ndef leave(transcript):\n    os.kill(os.getpid(), 9)\n", encoding="utf-8"
    )

    with pytest.raises(DataError, match="was ended from outside"):
        run(tmp_path, path, 2)

    assert not list((tmp_path / "runs").iterdir())


LINES = [json.dumps(case(n)).encode() + b"\n" for n in range(24)]


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> CodeHalf:
    root = tmp_path_factory.mktemp("parts")
    path = suite(root, [case(0)], "defaults: {tags: [smoke]}\n")
    file = read_suite(path, "s.yaml")
    return CodeHalf(Scope(file=file, path=path, root=root, in_workspace=True), None)


def put_together(parts: Iterator[Part | None]) -> tuple[bytes, list[int], Passed]:
    written, passed = b"", Passed()
    ids: list[int] = []
    for part in parts:
        assert part is not None
        written += part.written
        ids += part.ids
        passed.append(part.passed)
    return written, ids, passed


def left(passed: Passed) -> tuple[Any, ...]:
    return (passed.tally.summary({}), passed.open, passed.units, passed.dimensions, passed.agents)


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(1, len(LINES) - 1)))
def test_wherever_a_file_is_cut_the_parts_make_the_whole(half: CodeHalf, cuts: set[int]) -> None:
    borders = [0, *sorted(cuts), len(LINES)]
    cut = (Block(low + 1, b"".join(LINES[low:high])) for low, high in pairwise(borders))

    in_parts = put_together(map(half.block, cut))
    whole = put_together(map(half.block, [Block(1, b"".join(LINES))]))

    assert in_parts[:2] == whole[:2]
    assert left(in_parts[2]) == left(whole[2])


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(len(LINES))))
def test_shuffled_cases_give_each_the_same_result_and_the_same_figures(
    half: CodeHalf, order: list[int]
) -> None:
    shuffled = put_together(map(half.block, (Block(n + 1, LINES[n]) for n in order)))
    whole = put_together(map(half.block, [Block(1, b"".join(LINES))]))

    assert sorted(shuffled[0].splitlines()) == sorted(whole[0].splitlines())
    assert shuffled[2].tally.summary({}) == whole[2].tally.summary({})
    assert shuffled[2].units == whole[2].units


@given(st.binary().map(lambda data: data.replace(b"\r", b"")), st.integers(1, 9))
def test_blocks_are_whole_lines_with_their_numbers(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, size: int
) -> None:
    path = tmp_path_factory.mktemp("blocks") / "cases.jsonl"
    path.write_bytes(data)

    found = list(blocks(path, size))

    assert b"".join(block.data for block in found) == data
    assert all(block.data.endswith(b"\n") for block in found[:-1])
    lines = [line for block in found for line in block.lines()]
    assert lines == [(n, line) for n, line in enumerate(data.split(b"\n"), 1) if line.strip()]
