import pytest

from tests.scoring.scored import Json, check, result, transcript

FOUND = {"candidates": ["a", "a", {"id": "b"}, "c"], "context": ["c"]}


def test_duplicates_count_once_and_ranks_are_those_of_different_items() -> None:
    recorded = transcript("x", retrieval=FOUND)

    found = result({"retrieval": {"expected": ["b", "d"], "at": 2}}, recorded).retrieval

    assert found is not None
    assert (found.recall, found.precision, found.hit_rate, found.reciprocal_rank) == (
        0.5,
        0.5,
        1.0,
        0.5,
    )


def test_required_and_nothing_retrieved_is_nought() -> None:
    recorded = transcript("x", retrieval={"candidates": []})

    found = result({"retrieval": ["a"]}, recorded)

    assert found.verdict == "FAIL"
    assert found.retrieval is not None
    assert (found.retrieval.recall, found.retrieval.precision) == (0.0, 0.0)


def test_retrieval_that_is_not_required_is_not_applicable() -> None:
    found = result({"retrieval": []}, transcript("x"))

    assert (found.checks[0].status, found.verdict, found.retrieval) == (
        "not_applicable",
        "PASS",
        None,
    )


def test_retrieval_that_was_not_recorded_is_an_error() -> None:
    assert check({"retrieval": ["a"]}, transcript("x")).status == "error"


@pytest.mark.parametrize(
    ("expected", "stage"),
    [(["a"], "evidence_not_passed_on"), (["z"], "evidence_not_retrieved")],
)
def test_what_was_found_and_not_passed_on_is_told_from_what_was_not_found(
    expected: list[str], stage: str
) -> None:
    rule = {"expected": expected, "on": "context"}

    found = result({"retrieval": rule, "must_contain": ["42"]}, transcript("x", retrieval=FOUND))

    assert {one.stage for one in found.checks} == {stage}


def test_a_minimum_stands_in_place_of_all_of_it() -> None:
    recorded = transcript("x", retrieval=FOUND)

    assert check({"retrieval": {"expected": ["b", "z"], "min_recall": 0.5}}, recorded).status == (
        "pass"
    )
    assert check({"retrieval": ["b", "z"]}, recorded).status == "fail"
    low = check({"retrieval": {"expected": ["c"], "min_reciprocal_rank": 0.5}}, recorded)
    assert low.message == (
        "expected reciprocal_rank of at least 0.5, got reciprocal_rank 0.333 at candidates"
    )


@pytest.mark.parametrize(
    "rule",
    [
        {"expected": ["a", "b", "c"], "at": 2},
        {"expected": ["c"], "at": 1, "min_hit_rate": 1},
        {"expected": ["a"], "min_precision": 0.9},
        {"expected": ["c"], "min_reciprocal_rank": 1},
        {"expected": ["a", "z"], "min_recall": 0.5, "min_precision": 0.9},
        {"expected": ["c", "a"], "on": "context", "min_precision": 1, "min_recall": 0},
    ],
)
def test_evidence_that_is_there_and_not_first_is_no_evidence_that_lacks(rule: Json) -> None:
    recorded = transcript("x", retrieval={**FOUND, "context": ["c", "d"]})

    found = result({"retrieval": rule, "must_contain": ["42"]}, recorded)

    stages = {one.kind: one.stage for one in found.checks}
    assert stages == {"retrieval": "evidence_ranked_low", "must_contain": "wording"}


def test_low_precision_for_want_of_all_evidence_is_evidence_that_lacks() -> None:
    rule = {"expected": ["z"], "min_precision": 0.5}

    found = check({"retrieval": rule}, transcript("x", retrieval=FOUND))

    assert found.stage == "evidence_not_retrieved"
