"""The catalogue finds one conversation among many without reading the others."""

import json
from pathlib import Path

import pytest

from tests.store.build import put, transcript, workspace, write
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.catalogue import Catalogue
from workbench.store.workspace import Workspace

MANY = 10_000
SLICES = "SELECT typeof(metadata), metadata FROM {table} ORDER BY id"
TYPES = {
    "id": "VARCHAR",
    "turns": 'STRUCT("index" INTEGER, role VARCHAR, content VARCHAR, tool_call_id VARCHAR)[]',
    "outcome": "VARCHAR",
    "metadata": "VARCHAR",
}


def parquet(place: Workspace, name: str, rows: list[dict[str, object]]) -> Path:
    """Write a Parquet collection as another tool would."""
    lines = place.scratch / "rows.jsonl"
    lines.parent.mkdir(exist_ok=True)
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    path = place.root / "transcripts" / name
    path.parent.mkdir(exist_ok=True)
    place.engine.to_parquet(lines, path, types=TYPES, select="*", longest=10_000)
    return path


def row(name: str, **fields: object) -> dict[str, object]:
    return {"id": name, "turns": [{"index": 0, "role": "user", "content": "hello"}]} | fields


def test_one_of_ten_thousand_is_found_and_no_other_line_is_read(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    path = put(place, "transcripts/c.jsonl", (transcript(f"t{n}") for n in range(MANY)))
    catalogue = Catalogue(place)
    assert len(catalogue.digests()) == MANY

    lines = path.read_bytes().splitlines(keepends=True)
    wanted = f'"id":"t{MANY // 2}"'.encode()
    path.write_bytes(
        b"".join(line if wanted in line else b"#" * (len(line) - 1) + b"\n" for line in lines)
    )

    assert catalogue.get(f"t{MANY // 2}") == transcript(f"t{MANY // 2}")
    with pytest.raises(DataError, match=r"transcripts/c\.jsonl:2: is no transcript any more"):
        catalogue.get("t1")


def test_a_second_start_parses_nothing_again(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    path = put(place, "transcripts/c.jsonl", [transcript("t1"), transcript("t2")])
    first = Catalogue(place).indexed.segments

    put(place, "transcripts/c.jsonl", [transcript("t3")])
    second = Catalogue(Workspace(tmp_path)).indexed.segments

    assert path.exists()
    assert second[:1] == first
    assert len(second) == 2


def test_an_unknown_transcript_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="transcript 'gone': is not in this workspace"):
        Catalogue(workspace(tmp_path)).get("gone")


def test_a_transcript_whose_place_another_took_is_not_mistaken_for_it(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    path = put(place, "transcripts/c.jsonl", [transcript("t1"), transcript("t2")])
    catalogue = Catalogue(place)
    assert catalogue.get("t1").id == "t1"

    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(second + first)

    with pytest.raises(DataError, match="was edited while it was read"):
        catalogue.get("t1")


def test_all_steps_over_lines_that_are_no_transcript(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    put(place, "transcripts/c.jsonl", [transcript("t1")])
    with (tmp_path / "transcripts/c.jsonl").open("ab") as file:
        file.write(b"{\n\n")
    put(place, "transcripts/c.jsonl", [transcript("t2")])

    assert [one.id for one in Catalogue(place).all()] == ["t1", "t2"]


def test_places_name_file_and_line(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    put(place, "transcripts/a.jsonl", [transcript("t1"), transcript("t2")])
    put(place, "transcripts/b.jsonl", [transcript("t3")])

    assert Catalogue(place).places() == {
        "t1": "transcripts/a.jsonl:1",
        "t2": "transcripts/a.jsonl:2",
        "t3": "transcripts/b.jsonl:1",
    }


@pytest.mark.parametrize("filled", ["first", "all but the first"])
def test_metadata_has_one_type_however_many_transcripts_have_none(
    tmp_path: Path, filled: str
) -> None:
    """Field case 250."""
    place = workspace(tmp_path)
    metadata = [{"a": 1} if (n == 0) == (filled == "first") else {} for n in range(11)]
    put(
        place,
        "transcripts/c.jsonl",
        [transcript(f"t{n:02}", metadata=found) for n, found in enumerate(metadata)],
    )

    rows = place.engine.rows(SLICES.format(table=Catalogue(place).table))

    assert {kind for kind, _ in rows} == {"VARCHAR"}
    assert [json.loads(text) for _, text in rows] == metadata


def test_a_parquet_collection_is_read_like_a_ledger(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    parquet(
        place,
        "p.parquet",
        [
            row("p1", outcome="resolved", metadata='{"channel": "chat"}'),
            row("p2", outcome='{"refund": 3}'),
        ],
    )
    catalogue = Catalogue(place)

    first, second = catalogue.get("p1"), catalogue.get("p2")

    assert (first.outcome, first.metadata) == ("resolved", {"channel": "chat"})
    assert (second.outcome, second.metadata) == ({"refund": 3}, {})
    assert first.turns[0].tool_call_id is None
    assert first.digest == Transcript.from_line(json.dumps(row("p1", outcome="resolved"))).digest


def test_a_row_of_a_parquet_collection_that_is_no_transcript_is_named(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    parquet(place, "p.parquet", [row("p1"), row("p2", metadata="loud"), row("p3")])
    catalogue = Catalogue(place)

    (finding,) = catalogue.findings

    assert (finding.file, finding.line) == ("transcripts/p.parquet", 2)
    assert "metadata" in finding.message
    assert [one.id for one in catalogue.all()] == ["p1", "p3"]


def test_a_parquet_collection_written_anew_is_read_anew(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    parquet(place, "p.parquet", [row("p1")])
    assert list(Catalogue(place).digests()) == ["p1"]

    parquet(place, "p.parquet", [row("p2"), row("p3")])

    assert list(Catalogue(Workspace(tmp_path)).digests()) == ["p2", "p3"]


def test_other_files_beside_the_collections_are_not_read(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    write(tmp_path / "transcripts/README.md", "# What these are")
    put(place, "transcripts/c.jsonl.part", [transcript("t1")])

    assert Catalogue(place).digests() == {}
