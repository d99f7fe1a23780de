"""What no foreign file can do: stop the lines beside a bad one, or lose something unsaid."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import DataError
from workbench.importers.found import Remark
from workbench.importers.source import (
    Parsed,
    embedded_json,
    json_document,
    json_head,
    json_lines,
    read_text,
)


def file(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "found.jsonl"
    path.write_bytes(data)
    return path


def test_a_line_separator_inside_a_text_does_not_end_the_record(tmp_path: Path) -> None:
    text = "one\u2028two\u2029three\x85four"
    path = file(tmp_path, f'{{"content": "{text}"}}\n'.encode())

    (found,) = json_lines(path)

    assert found == Parsed(1, {"content": text})


def test_a_byte_that_is_not_utf_8_is_replaced_and_named_and_its_neighbours_are_whole(
    tmp_path: Path,
) -> None:
    path = file(tmp_path, b'{"n": 1}\n{"n": "caf\xe9"}\n{"n": 3}\n')

    found = list(json_lines(path))

    assert [each.value for each in found if isinstance(each, Parsed)] == [
        {"n": 1},
        {"n": "caf\ufffd"},
        {"n": 3},
    ]
    (note,) = [each for each in found if isinstance(each, Remark)]
    assert (note.line, note.kind) == (2, "note")
    assert "0xE9" in note.message


def test_a_lone_surrogate_becomes_a_replacement_character_with_a_note(tmp_path: Path) -> None:
    path = file(tmp_path, rb'{"content": "bad \udc00 char", "pair": "\ud83d\ude00"}')

    note, found = json_lines(path)

    assert isinstance(note, Remark)
    assert note.kind == "note"
    assert found == Parsed(1, {"content": "bad \ufffd char", "pair": "😀"})


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_has_no_word_for_is_kept_as_text(tmp_path: Path, literal: str) -> None:
    path = file(tmp_path, f'{{"score": {literal}}}'.encode())

    note, found = json_lines(path)

    assert isinstance(note, Remark)
    assert literal in note.message
    assert found == Parsed(1, {"score": literal})


def test_byte_order_mark_carriage_returns_and_blank_lines_are_no_content(tmp_path: Path) -> None:
    path = file(tmp_path, b'\xef\xbb\xbf{"n": 1}\r\n\r\n   \n{"n": 2}')

    assert list(json_lines(path)) == [Parsed(1, {"n": 1}), Parsed(4, {"n": 2})]


def test_a_key_that_stands_twice_is_dropped_content(tmp_path: Path) -> None:
    path = file(tmp_path, b'{"score": 1, "score": 4}')

    remark, found = json_lines(path)

    assert remark == Remark(
        line=1, kind="dropped", message="key 'score' stands more than once, the last counts"
    )
    assert found == Parsed(1, {"score": 4})


@pytest.mark.parametrize("line", [b'{"n": ', b"[" * 100_000, b"9" * 5_000, b"plain"])
def test_a_line_that_is_not_json_is_skipped_with_its_reason(tmp_path: Path, line: bytes) -> None:
    path = file(tmp_path, line + b'\n{"n": 2}\n')

    remark, found = json_lines(path)

    assert isinstance(remark, Remark)
    assert (remark.line, remark.kind) == (1, "skipped")
    assert found == Parsed(2, {"n": 2})


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error_that_says_so(tmp_path: Path, data: bytes) -> None:
    path = file(tmp_path, data)

    for read in (lambda: list(json_lines(path)), lambda: read_text(path), lambda: json_head(path)):
        with pytest.raises(DataError, match="is empty"):
            read()


def test_utf_16_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    path = file(tmp_path, '{"n": 1}'.encode("utf-16"))

    with pytest.raises(DataError, match="save it as UTF-8"):
        list(json_lines(path))


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.jsonl"):
        list(json_lines(tmp_path / "absent.jsonl"))


def test_the_head_is_the_first_line_that_is_json_or_the_whole_document(tmp_path: Path) -> None:
    assert json_head(file(tmp_path, b'{torn\n{"turns": []}\n')) == {"turns": []}
    assert json_head(file(tmp_path, b'{\n "results": {\n  "version": 3\n }\n}')) == {
        "results": {"version": 3}
    }
    assert json_head(file(tmp_path, b"id,label\n1,2\n")) is None


def test_a_document_that_is_not_json_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"found\.jsonl:2: not valid JSON"):
        json_document(file(tmp_path, b'{"a": 1,\n b}'))


def test_json_inside_a_text_is_read() -> None:
    assert embedded_json('{"id": 7}') == {"id": 7}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not json", "Expecting value"),
        ('{"a": NaN}', "NaN"),
        ('{"range": \\n[1, 20]}', "Expecting value"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_embedded_text_that_is_not_json_is_an_error(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        embedded_json(text)


def test_reading_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    path = file(tmp_path, '{"content": "é 漢字"}\n'.encode())
    script = (
        "import sys; from pathlib import Path; from workbench.importers.source import json_lines; "
        "print(ascii([each.value for each in json_lines(Path(sys.argv[1]))]))"
    )
    plain = {**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C", "LANG": "C"}

    printed = subprocess.run(
        [sys.executable, "-c", script, str(path)], env=plain, capture_output=True, check=True
    )

    assert printed.stdout.decode().strip() == ascii([{"content": "é 漢字"}])


@given(st.binary(max_size=200))
def test_of_any_bytes_every_line_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = file(tmp_path_factory.mktemp("any"), data)

    filled = {
        number
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
        if line.strip()
    }
    if not filled or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        with pytest.raises(DataError):
            list(json_lines(path))
    else:
        assert {each.line for each in json_lines(path)} == filled
