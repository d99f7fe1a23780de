"""The tail of a ledger: what is new since the last look, and when it has to be read anew."""

from pathlib import Path

import pytest

from workbench.store import ledger
from workbench.store.tail import RewrittenError, Tail


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.jsonl"


def _new(tail: Tail) -> list[tuple[int, bytes]]:
    return [(line.number, line.data) for line in tail.new()]


def test_a_ledger_that_is_not_there_yet_has_nothing_new(path: Path) -> None:
    tail = Tail(path)

    assert _new(tail) == []

    ledger.append(path, ["a"])
    assert _new(tail) == [(1, b"a")]


def test_only_what_was_appended_since_the_last_look_is_new(path: Path) -> None:
    tail = Tail(path)
    ledger.append(path, ["a", "b"])

    assert _new(tail) == [(1, b"a"), (2, b"b")]
    assert _new(tail) == []

    ledger.append(path, ["c"])
    assert _new(tail) == [(3, b"c")]


def test_a_line_without_its_end_comes_again_once_it_has_one(path: Path) -> None:
    tail = Tail(path)
    path.write_bytes(b"a\nb")

    assert _new(tail) == [(1, b"a"), (2, b"b")]

    ledger.append(path, ["c"])
    assert _new(tail) == [(2, b"b"), (3, b"c")]


@pytest.mark.parametrize("text", ["a\n", "a\nX\n", "a\nX\nb\nc\n"])
def test_a_ledger_in_which_the_last_line_stands_elsewhere_was_rewritten(
    path: Path, text: str
) -> None:
    tail = Tail(path)
    ledger.append(path, ["a", "b"])
    _new(tail)

    path.write_text(text, encoding="utf-8")
    if len(text) == len("a\nb\n"):
        ledger.append(path, ["c"])

    with pytest.raises(RewrittenError):
        _new(tail)


def test_a_ledger_that_another_file_took_the_place_of_was_rewritten(path: Path) -> None:
    tail = Tail(path)
    ledger.append(path, ["a"])
    _new(tail)

    other = path.with_name("other")
    other.write_text("a\nb\n", encoding="utf-8")
    other.replace(path)

    with pytest.raises(RewrittenError):
        _new(tail)


def test_a_ledger_that_was_deleted_was_rewritten(path: Path) -> None:
    tail = Tail(path)
    ledger.append(path, ["a"])
    _new(tail)

    path.unlink()

    with pytest.raises(RewrittenError):
        _new(tail)
