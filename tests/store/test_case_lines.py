"""Ids of streamed cases: a second one is found among few and among many."""

from array import array
from pathlib import Path

import pytest

from workbench.errors import DataError
from workbench.store.case_lines import hash_of, require_distinct


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
