"""Answers: what a judge need not be asked again, while other runs write to the same ledger."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.store.build import NOON, RUBRIC, verdict
from workbench.domain.rating import Verdict
from workbench.store import ledger
from workbench.store.answers import Answers, Under

UNDER = {"tone": Under(rubric_digest=RUBRIC.digest, judge_digest="a" * 64)}
KEY = ("t1", "tone", None, 0)
DIGEST = verdict().transcript_digest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "strict.jsonl"


def answers(path: Path, *settled: str) -> Answers:
    return Answers(path, UNDER, settled)


def failed(kind: str, **fields: Any) -> Verdict:
    error = {"kind": kind, "message": "it is"}
    return verdict(level=None, status="error", error=error, **fields)


def append(path: Path, *verdicts: Verdict) -> None:
    ledger.append(path, [one.line() for one in verdicts])


def test_without_a_ledger_nothing_has_an_answer(path: Path) -> None:
    assert not answers(path).has(KEY, DIGEST)
    assert answers(path).models() == ()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"level": None, "status": "not_applicable"},
        {"level": None, "status": "no_majority"},
    ],
)
def test_what_was_said_is_an_answer(path: Path, fields: dict[str, Any]) -> None:
    append(path, verdict(**fields))

    assert answers(path).has(KEY, DIGEST)


@pytest.mark.parametrize(
    "fields",
    [
        {"judge_digest": "b" * 64},
        {"rubric_digest": "b" * 64},
        {"transcript_digest": "b" * 64},
        {"transcript": "t2"},
        {"dimension": "scope"},
        {"criterion": "says hello"},
        {"repeat": 1},
        {"level": None, "status": "withdrawn"},
    ],
)
def test_an_answer_to_another_question_is_none(path: Path, fields: dict[str, Any]) -> None:
    append(path, verdict(**fields))

    assert not answers(path).has(KEY, DIGEST)


def test_each_criterion_has_an_answer_of_its_own(path: Path) -> None:
    append(path, verdict(criterion="says hello"))

    assert answers(path).has(("t1", "tone", "says hello", 0), DIGEST)
    assert not answers(path).has(("t1", "tone", "says goodbye", 0), DIGEST)


def test_only_errors_that_stand_are_answers(path: Path) -> None:
    append(path, failed("truncated"))

    assert answers(path, "truncated").has(KEY, DIGEST)
    assert not answers(path, "refusal").has(KEY, DIGEST)


def test_what_another_run_appends_is_seen_at_the_next_look(path: Path) -> None:
    found = answers(path)
    assert not found.has(KEY, DIGEST)

    append(path, verdict(), verdict(transcript="t2"))

    assert found.has(KEY, DIGEST)
    assert found.has(("t2", "tone", None, 0), DIGEST)


def test_the_newest_counts_wherever_a_merge_put_it(path: Path) -> None:
    later = NOON + timedelta(minutes=1)

    append(path, verdict(at=later), failed("timeout"))
    assert answers(path).has(KEY, DIGEST)

    append(path, verdict(status="withdrawn", level=None, at=later + timedelta(minutes=1)))
    assert not answers(path).has(KEY, DIGEST)


def test_a_torn_line_is_no_answer_until_it_is_whole(path: Path) -> None:
    line = verdict().line().encode()
    append(path, verdict(transcript="t2"))
    found = answers(path)

    with path.open("ab") as file:
        file.write(line[:40])
    assert not found.has(KEY, DIGEST)
    assert found.has(("t2", "tone", None, 0), DIGEST)

    append(path, verdict())
    assert found.has(KEY, DIGEST)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b'{"dimension": "tone"}',
        verdict().line().replace('"level":3', '"level":null').encode(),
        verdict().line().replace('"t1"', "[]").encode(),
        b'{"error": "late"}',
        b"\xff",
    ],
)
def test_a_line_that_is_no_verdict_answers_nothing_and_breaks_nothing(
    path: Path, line: bytes
) -> None:
    path.write_bytes(line + b"\n")
    append(path, verdict(transcript="t2"))

    found = answers(path)

    assert not found.has(KEY, DIGEST)
    assert found.has(("t2", "tone", None, 0), DIGEST)


def test_it_knows_the_models_that_answered_for_the_judge_as_it_is(path: Path) -> None:
    append(
        path,
        verdict(model_returned="stub-2"),
        verdict(model_returned="stub-1", rubric_digest="b" * 64),
        verdict(model_returned="stub-0", judge_digest="b" * 64),
    )

    assert answers(path).models() == ("stub-1", "stub-2")
