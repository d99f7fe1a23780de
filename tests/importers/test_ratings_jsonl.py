"""Ratings in JSON Lines: under any of their names, and as records of ours."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.importers.found import Options
from workbench.importers.ratings_jsonl import read_ratings, recognises

Read = Callable[..., Any]
ROW = {"transcript_id": "t1", "dimension": "tone", "labeller": "a", "score": 3}
JUDGES = Options(raters="judge")


@pytest.mark.parametrize("transcript", ["transcript", "transcript_id", "item_id", "case_id", "id"])
@pytest.mark.parametrize("rater", ["labeller", "annotator", "rater"])
@pytest.mark.parametrize("level", ["score", "level", "label"])
def test_our_fields_are_found_under_the_names_of_other_tools(
    read: Read, transcript: str, rater: str, level: str
) -> None:
    row = {transcript: "t1", "dimension": "tone", rater: "a", level: 3, "note": "kind"}

    (found,) = read(read_ratings, row).rows

    assert (found.transcript, found.dimension, found.rater) == ("t1", "tone", "a")
    assert (found.raw, found.note, found.extra) == (3, "kind", {})
    assert recognises(row)


def test_a_row_without_a_score_is_read_from_its_raw_value(read: Read) -> None:
    row = {"transcript_id": "t1", "dimension": "tone", "labeller": "a", "raw": "0"}

    (found,) = read(read_ratings, row).rows

    assert (found.raw, found.answer) == ("0", None)


def test_a_score_of_null_is_no_level_whatever_the_raw_answer_looks_like(read: Read) -> None:
    row = {"transcript_id": "t1", "dimension": "tone", "judge": "j", "score": None, "raw": "2"}

    (found,) = read(read_ratings, row, options=JUDGES).rows

    assert (found.raw, found.answer) == (None, "2")


def test_a_label_of_one_turn_is_refused_by_name(read: Read) -> None:
    with pytest.raises(DataError, match=r"found\.json:1: `turn_index`: a label is of a whole"):
        read(read_ratings, {**ROW, "turn_index": 0})


def test_keys_without_a_field_are_handed_on(read: Read) -> None:
    row = {**ROW, "probs": [0.1, 0.9], "empty": None}

    assert read(read_ratings, row).rows[0].extra == {"probs": [0.1, 0.9]}


def test_columns_say_where_our_fields_stand(read: Read) -> None:
    row = {"conversation": "t1", "quality": "tone", "who": "a", "points": 3}
    columns = {"transcript": "conversation", "dimension": "quality", "labeller": "who"}

    (found,) = read(read_ratings, row, options=Options(columns={**columns, "level": "points"})).rows

    assert (found.transcript, found.dimension, found.rater, found.raw) == ("t1", "tone", "a", 3)


def test_the_other_fields_of_a_rating_are_read(read: Read) -> None:
    more = {"repeat": 1, "evidence": [0, 2], "seconds": 4.5, "criterion": "greets"}

    (found,) = read(read_ratings, {**ROW, **more, "at": "2026-05-01T10:00:00+02:00"}).rows

    assert (found.repeat, found.evidence, found.seconds) == (1, (0, 2), 4.5)
    assert (found.criterion, found.at) == ("greets", datetime(2026, 5, 1, 8, tzinfo=UTC))


@pytest.mark.parametrize(
    ("at", "moment"),
    [
        ("2026-05-01 10:00:00", datetime(2026, 5, 1, 10, tzinfo=UTC)),
        (1_777_629_600, datetime(2026, 5, 1, 10, tzinfo=UTC)),
        (1_777_629_600_000, datetime(2026, 5, 1, 10, tzinfo=UTC)),
    ],
)
def test_a_time_without_a_zone_is_universal_time(read: Read, at: Any, moment: datetime) -> None:
    assert read(read_ratings, {**ROW, "at": at}).rows[0].at == moment


def test_what_is_no_time_is_handed_on(read: Read) -> None:
    (found,) = read(read_ratings, {**ROW, "at": "yesterday"}).rows

    assert (found.at, found.extra) == (None, {"at": "yesterday"})


@pytest.mark.parametrize("status", ["not_applicable", "cannot_tell"])
def test_a_status_needs_no_level(read: Read, status: str) -> None:
    row = {"transcript_id": "t1", "dimension": "tone", "labeller": "a", "status": status}

    (found,) = read(read_ratings, row).rows

    assert getattr(found, status)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"transcript_id": None}, "names no transcript"),
        ({"dimension": " "}, "names no dimension"),
        ({"transcript_id": ["t1"]}, "`transcript`: must be text"),
        ({"labeller": True}, "`labeller`: must be text"),
        ({"repeat": -1}, "`repeat`"),
        ({"evidence": "turn two"}, "`evidence`"),
        ({"seconds": "long"}, "`seconds`"),
        ({"status": "perhaps"}, "`status`"),
    ],
)
def test_a_row_that_is_no_rating_is_skipped_with_its_reason(
    read: Read, change: dict[str, Any], reason: str
) -> None:
    found = read(read_ratings, {**ROW, **change}, ROW)

    assert len(found.rows) == 1
    (said,) = found.said("skipped")
    assert reason in said


def test_a_row_without_a_level_is_skipped(read: Read) -> None:
    row = {"transcript_id": "t1", "dimension": "tone", "labeller": "a"}

    assert "has no level" in read(read_ratings, row).said("skipped")[0]


def test_the_rows_of_a_judge_are_no_labels(read: Read) -> None:
    row = {"transcript_id": "t1", "dimension": "tone", "judge": "j", "score": 3}

    (said,) = read(read_ratings, row).said("skipped")

    assert "`import verdicts`" in said
    assert read(read_ratings, row, options=Options(columns={"labeller": "judge"})).rows


def test_the_rows_of_a_person_are_no_verdicts(read: Read) -> None:
    assert "`import labels`" in read(read_ratings, ROW, options=JUDGES).said("skipped")[0]


def test_a_record_of_ours_stays_as_it_was_made(read: Read) -> None:
    label = Label(
        id="l1",
        transcript="t1",
        dimension="tone",
        rubric_version="1.0",
        rubric_digest="0" * 64,
        labeller="a",
        status="rated",
        level=3,
        sampled="flagged",
        at=datetime(2026, 5, 1, tzinfo=UTC),
    )

    (found,) = read(read_ratings, json.loads(label.line())).rows

    assert found.record == label


def test_a_broken_record_of_ours_is_skipped_with_its_fault(read: Read) -> None:
    record = {"id": "l1", "status": "rated", "at": "x", "rubric_version": "1", "rubric_digest": "0"}

    assert len(read(read_ratings, record).said("skipped")) == 1


@pytest.mark.parametrize(
    "head", [None, [], {}, {"turns": []}, {"id": "t1", "score": 3}, {"id": 1, "dimension": "x"}]
)
def test_what_is_no_rating_is_not_recognised(head: object) -> None:
    assert not recognises(head)


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "raters", "count"),
    [
        ("llm_rubric_real/human_labels.jsonl", "labeller", 1701),
        ("llm_rubric_real/human_not_applicable.jsonl", "labeller", 306),
        ("llm_rubric_real/judge_scores.jsonl", "judge", 6021),
        ("pandalm/judge_scores.jsonl", "judge", 1998),
        ("judge_bench/newsroom/human_labels.jsonl", "labeller", 5040),
        ("sgd_uss/human_labels_overall.jsonl", "labeller", 1073),
    ],
)
def test_real_rows_all_arrive(
    real_data: Path, read_file: Callable[..., Any], name: str, raters: Any, count: int
) -> None:
    found = read_file(lambda path, _: read_ratings(path, Options(raters=raters)), real_data / name)

    assert (len(found.rows), found.remarks) == (count, [])


@pytest.mark.realdata
def test_real_labels_of_turns_are_refused(real_data: Path) -> None:
    with pytest.raises(DataError, match="turn_index"):
        list(read_ratings(real_data / "sgd_uss/human_labels_turn.jsonl", Options()))
