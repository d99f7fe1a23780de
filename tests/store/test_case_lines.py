"""Ids of streamed cases: a second one is found among few and among many."""

from array import array
from pathlib import Path

import pytest

from workbench.errors import DataError
from workbench.store.case_lines import hash_of, read_case, require_distinct


@pytest.mark.parametrize("others", [3, 60_000])
def test_a_second_case_is_found_among_however_many(tmp_path: Path, others: int) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a"}\n\n{"id": "b"}\n{"id": "a"}\n', encoding="utf-8")
    hashes = array("q", (hash_of(f"other-{n}") for n in range(others)))

    require_distinct(hashes + array("q", map(hash_of, "ab")), path)

    with pytest.raises(DataError) as caught:
        require_distinct(hashes + array("q", map(hash_of, "aba")), path)
    assert str(caught.value).startswith(
        "cases.jsonl:4: a second case has the id 'a', the first stands in line 1"
    )


def test_a_misspelt_key_of_a_golden_case_is_told_with_the_nearest_one() -> None:
    line = b'{"id": "g", "ground_truth": {"expected_facts": {"a": {"value": 5, "tollerance": 1}}}}'

    with pytest.raises(DataError, match=r"\.tollerance': did you mean 'tolerance'\?"):
        read_case(line, "cases.jsonl:1")


@pytest.mark.parametrize(
    ("transcript", "told"),
    [
        (b'{"id": "t", "turns": []}', "`transcript.turns`: "),
        (b'{"id": "t", "turns": [{"index": 0, "role": "bot"}]}', "`transcript.turns.0.role`: "),
        (
            b'{"id": "t", "turns": [{"index": 1, "role": "user"}]}',
            "turn indexes must count 0, 1, 2, ..., got [1]",
        ),
        (b"7", "`transcript`: input should be a valid string"),
    ],
)
def test_a_fault_of_a_transcript_that_stands_in_its_case_is_told(
    transcript: bytes, told: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_case(b'{"id": "c", "transcript": ' + transcript + b"}", "cases.jsonl:1")

    assert str(caught.value).startswith(f"cases.jsonl:1: {told}")
