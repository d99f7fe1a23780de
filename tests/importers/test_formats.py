"""Formats are recognised by content; what is not recognised is told what there is."""

from pathlib import Path
from typing import Any, cast

import pytest

from workbench.errors import DataError
from workbench.importers.formats import (
    FORMATS,
    rating_importer,
    rubric_importer,
    transcript_importer,
)
from workbench.importers.found import What


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "found"


def test_every_format_of_the_registry_can_be_loaded() -> None:
    for formats in FORMATS.values():
        for each in formats:
            assert callable(each.load())


@pytest.mark.parametrize(
    ("what", "text", "name"),
    [
        ("transcripts", '{"id": "a", "turns": []}', "jsonl"),
        ("transcripts", '{"messages": [{"role": "user", "content": "Hi"}]}', "openai"),
        ("transcripts", '{"messages_display": "user: Hi"}', "plaintext"),
        ("labels", '{"item_id": "a", "dimension": "d", "score": 1}', "jsonl"),
        ("labels", "item_id,dimension,labeller,score\na,d,x,1", "csv"),
        ("verdicts", "item_id;dimension;judge;score\na;d;x;1", "csv"),
        ("rubrics", '{"id": "a", "criteria": "?", "anchors": {"1": "x"}}', "jsonl"),
        ("rubrics", "dimension: tone\nversion: '1.0'", "yaml"),
    ],
)
def test_a_file_shows_its_format(path: Path, what: What, text: str, name: str) -> None:
    path.write_text(text, encoding="utf-8")

    found: tuple[str, Any]
    if what == "transcripts":
        found = transcript_importer(path, None)
    elif what == "rubrics":
        found = rubric_importer(path, None)
    else:
        found = rating_importer(what, path, None)

    assert found[0] == name


@pytest.mark.parametrize("data", [b'{"what": "is this"}', b"[1, 2]", b"{torn", b"plain words"])
def test_a_file_that_shows_none_is_an_error_that_lists_them(path: Path, data: bytes) -> None:
    path.write_bytes(data)

    with pytest.raises(DataError, match=r"name one with --format: jsonl .*, inspect .*openai"):
        transcript_importer(path, None)


def test_a_zip_is_an_inspect_log_among_transcripts_and_nothing_elsewhere(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04rest")

    assert transcript_importer(path, None)[0] == "inspect"
    with pytest.raises(DataError, match="is a zip archive, labels are read from text: jsonl"):
        rating_importer("labels", path, None)


def test_a_named_format_is_taken_at_its_word(path: Path) -> None:
    path.write_text('{"odd": 1}', encoding="utf-8")

    assert rating_importer("labels", path, "jsonl")[0] == "jsonl"


def test_a_format_that_there_is_not_is_an_error_that_lists_those_there_are(path: Path) -> None:
    with pytest.raises(DataError, match=r"--format xlsx: labels are read from jsonl .*csv"):
        rating_importer("labels", path, "xlsx")


def test_a_folder_and_a_missing_file_are_errors_that_name_them(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder, name its files"):
        transcript_importer(tmp_path, None)
    with pytest.raises(DataError, match="absent: not found"):
        transcript_importer(tmp_path / "absent", None)


@pytest.mark.realdata
@pytest.mark.parametrize("what", ["labels", "verdicts"])
def test_real_ratings_are_recognised(real_data: Path, what: str) -> None:
    pattern = "**/human_*.jsonl" if what == "labels" else "**/judge_scores.jsonl"
    paths = sorted(real_data.glob(pattern))

    assert paths
    for path in paths:
        assert rating_importer(cast("What", what), path, None)[0] == "jsonl"
