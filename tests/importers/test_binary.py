"""A file that holds no text is refused in one sentence that names it and what was expected."""

import gzip
import io
import sqlite3
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from workbench.errors import DataError
from workbench.importers.binary import kind_of
from workbench.importers.formats import rating_importer, transcript_importer


def excel() -> bytes:
    target = io.BytesIO()
    Workbook().save(target)
    return target.getvalue()


def database(path: Path) -> bytes:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE labels (level INTEGER)")
    connection.close()
    return path.read_bytes()


def archive() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as zipped:
        zipped.writestr("labels.csv", "item_id,level\n")
    return target.getvalue()


def test_every_kind_is_called_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "found"
    for data, kind in {
        excel(): "an Excel or other office file",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old Excel or Word file",
        archive(): "a zip archive",
        gzip.compress(b"item_id,level\n"): "a gzip archive",
        b"%PDF-1.7\n": "a PDF",
        b"PAR1\x15\x04": "a Parquet file",
        database(tmp_path / "labels.db"): "an SQLite database",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "a binary file",
        b"\x7fELF\x02\x01\x01\x00": "a binary file",
    }.items():
        path.write_bytes(data)
        assert kind_of(path) == kind


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"item_id,level\n",
        "\ufeffitem_id,level\nZoë,3\n".encode(),
        "é".encode() * 8191,
        b"x" + "é".encode() * 8191,
        b"item_id,level\n\xe9,3\n",
        "item_id,level\n".encode("utf-16"),
        b"item_id,level,note\n" + b"t1,3,a null \x00 in a note\n" * 30,
    ],
)
def test_text_is_text_whatever_is_wrong_with_it(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "found"
    path.write_bytes(data)

    assert kind_of(path) is None


@pytest.mark.parametrize("named", [None, "csv"])
def test_an_excel_file_is_no_table_of_labels_and_it_says_what_to_do(
    tmp_path: Path, named: str | None
) -> None:
    path = tmp_path / "people.xlsx"
    path.write_bytes(excel())

    with pytest.raises(DataError) as refused:
        rating_importer("labels", path, named)

    assert str(refused.value) == (
        f"{path}: is an Excel or other office file, labels are read from text: "
        "jsonl (our own JSON Lines), label-studio (Label Studio JSON), "
        "promptfoo (promptfoo human ratings), csv (CSV, long or one column a dimension); "
        "save the sheet as CSV (UTF-8)"
    )


def test_an_excel_file_is_no_log_either(tmp_path: Path) -> None:
    path = tmp_path / "chats.xlsx"
    path.write_bytes(excel())

    with pytest.raises(DataError, match="is an Excel or other office file, transcripts are read"):
        transcript_importer(path, None)


def test_a_picture_is_named_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "chat.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")

    with pytest.raises(DataError, match=r"chat\.png: is a binary file, transcripts are read from"):
        transcript_importer(path, None)
