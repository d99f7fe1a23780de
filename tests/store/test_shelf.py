"""The shelf: transcripts by id, as the collections stand now."""

import json
import os
import time
from pathlib import Path

import pytest

from tests.store.build import put, transcript, workspace, write
from workbench.errors import DataError
from workbench.store.shelf import Shelf

ALL = "transcripts/all.jsonl"


def test_a_transcript_is_read_by_its_id(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1"), transcript("t2"), transcript("t3")])
    shelf = Shelf(made)

    assert shelf.refresh()

    assert list(shelf.ids) == ["t1", "t2", "t3"]
    assert shelf.read("t2") == transcript("t2")


def test_an_unchanged_collection_is_not_looked_through_again(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1")])
    shelf = Shelf(made)
    shelf.refresh()

    assert not shelf.refresh()


def test_a_transcript_that_was_imported_meanwhile_is_found(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1")])
    shelf = Shelf(made)
    shelf.refresh()

    put(made, "transcripts/more.jsonl", [transcript("t2")])

    assert shelf.refresh()
    assert shelf.read("t2") == transcript("t2")
    assert shelf.read("t1") == transcript("t1")


def test_of_two_transcripts_with_one_id_the_first_is_on_the_shelf(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, "transcripts/b.jsonl", [transcript("t1", turns=6)])
    put(made, "transcripts/a.jsonl", [transcript("t1", turns=2)])
    shelf = Shelf(made)
    shelf.refresh()

    assert shelf.read("t1") == transcript("t1", turns=2)


def test_what_is_no_transcript_is_stepped_over(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    write(made.root / ALL, f"{{torn\n{transcript('t1').line()}\n")
    shelf = Shelf(made)
    shelf.refresh()

    assert list(shelf.ids) == ["t1"]


def test_an_unknown_transcript_is_named(tmp_path: Path) -> None:
    shelf = Shelf(workspace(tmp_path))
    shelf.refresh()

    with pytest.raises(DataError, match="transcript 'nope': is not in this workspace"):
        shelf.read("nope")


def test_a_collection_that_was_edited_since_is_said_to_be(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1"), transcript("t2")])
    shelf = Shelf(made)
    shelf.refresh()

    lines = (tmp_path / ALL).read_text(encoding="utf-8").splitlines()
    write(tmp_path / ALL, "".join(f"{line}\n" for line in reversed(lines)))

    with pytest.raises(DataError, match=r"transcripts/all\.jsonl:1: was edited"):
        shelf.read("t1")
    later = time.time_ns() + 10**9
    os.utime(tmp_path / ALL, ns=(later, later))
    assert shelf.refresh()
    assert shelf.read("t1") == transcript("t1")


def test_a_collection_that_was_deleted_since_is_said_to_be(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1")])
    shelf = Shelf(made)
    shelf.refresh()

    (tmp_path / ALL).unlink()

    with pytest.raises(DataError, match=r"transcripts/all\.jsonl: cannot be read"):
        shelf.read("t1")


def test_a_line_that_is_no_transcript_any_more_is_named(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    put(made, ALL, [transcript("t1")])
    shelf = Shelf(made)
    shelf.refresh()

    write(tmp_path / ALL, json.dumps({"id": "t1"}) + "\n")

    with pytest.raises(DataError, match=r"transcripts/all\.jsonl:1: is no transcript any more"):
        shelf.read("t1")
