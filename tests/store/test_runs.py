"""Runs on disk: complete or absent, found by id, and read back as they were written."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from workbench.domain.run import CaseResult, Counts, GateResult, Manifest, Stamp, Summary
from workbench.errors import DataError
from workbench.store.runs import find_run, leftovers, remove_leftovers, runs, writing

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)


def manifest(name: str, hour: int = 9) -> Manifest:
    return Manifest.of(
        {
            "schema": "workbench.run/1",
            "id": name,
            "at": AT.replace(hour=hour),
            "stamp": Stamp(
                suite="triage", suite_version="1", suite_digest="a" * 64, workbench="0.1.0"
            ),
            "summary": Summary(counts=Counts(results=2, passed=2)),
            "gate": GateResult(verdict="PASS"),
        }
    )


def result(case: str) -> CaseResult:
    return CaseResult(case=case, verdict="PASS", score=1.0)


def record(root: Path, name: str, hour: int = 9) -> None:
    with writing(root / "runs" / name) as run:
        run.add(result("a"))
        run.add(result("b"))
        run.finish(manifest(name, hour))


def test_a_run_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    record(tmp_path, "first")

    found = find_run(tmp_path, "first")

    assert found.manifest == manifest("first")
    assert list(found.results()) == [result("a"), result("b")]


def test_a_run_that_recorded_no_limits_still_loads(tmp_path: Path) -> None:
    record(tmp_path, "first")
    path = tmp_path / "runs" / "first" / "run.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["gate"]["limits"]
    path.write_text(json.dumps(document), encoding="utf-8")

    assert find_run(tmp_path, "first").manifest.gate.limits == ()


def test_the_newest_run_comes_first_and_is_the_latest(tmp_path: Path) -> None:
    record(tmp_path, "late", hour=11)
    record(tmp_path, "early", hour=8)

    assert [run.manifest.id for run in runs(tmp_path)] == ["late", "early"]
    assert find_run(tmp_path, "latest").manifest.id == "late"
    assert find_run(tmp_path, str(tmp_path / "runs" / "early")).manifest.id == "early"


def test_results_can_be_revised_before_the_run_is_complete(tmp_path: Path) -> None:
    with writing(tmp_path / "runs" / "first") as run:
        run.add(result("a"))
        run.add(result("b"))
        run.revise(lambda place, one: one.changed(score=place / 2))
        run.finish(manifest("first"))

    scores = [(one.case, one.score) for one in find_run(tmp_path, "first").results()]
    assert scores == [("a", 0.0), ("b", 0.5)]
    assert sorted(path.name for path in (tmp_path / "runs" / "first").iterdir()) == [
        "results.jsonl",
        "run.json",
    ]


def test_a_run_that_broke_off_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        _broken_off(tmp_path)

    assert runs(tmp_path) == []
    assert list((tmp_path / "runs").iterdir()) == []


def _broken_off(root: Path) -> None:
    with writing(root / "runs" / "first") as run:
        run.add(result("a"))
        raise KeyboardInterrupt


def test_a_run_is_never_written_over(tmp_path: Path) -> None:
    record(tmp_path, "first")

    with pytest.raises(DataError, match="is a run already"):
        record(tmp_path, "first")


def test_an_unknown_run_is_told_of_the_newest_ones(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no run yet"):
        find_run(tmp_path, "latest")
    record(tmp_path, "first")

    with pytest.raises(DataError, match=r"run 'frist': is not there; newest: first"):
        find_run(tmp_path, "frist")


def test_a_damaged_run_is_named_with_its_line(tmp_path: Path) -> None:
    record(tmp_path, "first")
    results = tmp_path / "runs" / "first" / "results.jsonl"
    results.write_text(results.read_text(encoding="utf-8") + '{"case": 3}\n', encoding="utf-8")

    with pytest.raises(DataError, match=r"first/results\.jsonl:3: is no result"):
        list(find_run(tmp_path, "first").results())


@pytest.mark.parametrize("kept", [0, 1])
def test_a_run_that_lost_results_is_refused_and_not_read_as_a_smaller_one(
    tmp_path: Path, kept: int
) -> None:
    record(tmp_path, "first")
    path = tmp_path / "runs/first/results.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:kept]))

    with pytest.raises(DataError, match=rf"holds {kept} results and the run made 2"):
        list(find_run(tmp_path, "first").results())


def test_a_manifest_that_is_none_is_named(tmp_path: Path) -> None:
    record(tmp_path, "first")
    (tmp_path / "runs" / "first" / "run.json").write_text('{"id": 1}', encoding="utf-8")

    with pytest.raises(DataError, match=r"run\.json: is no record of a run"):
        find_run(tmp_path, "first")


def killed(root: Path) -> Path:
    """Leave what a run leaves that is killed between its record and its name."""
    part = root / "runs" / "dead.4711.part"
    part.mkdir(parents=True)
    (part / "results.jsonl").write_bytes(b"")
    (part / "run.json").write_text(manifest("dead").line())
    return part


def test_what_a_killed_run_left_is_removed_and_never_a_run(tmp_path: Path) -> None:
    part = killed(tmp_path)
    record(tmp_path, "first")

    assert [run.manifest.id for run in runs(tmp_path)] == ["first"]
    assert leftovers(tmp_path / "runs") == [part]
    assert remove_leftovers(tmp_path / "runs") == ("dead.4711.part",)
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["first"]


def test_a_run_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    with writing(tmp_path / "runs" / "first") as run:
        run.add(result("a"))
        assert leftovers(tmp_path / "runs") == []
        assert remove_leftovers(tmp_path / "runs") == ()
        run.add(result("b"))
        run.finish(manifest("first"))

    assert len(list(find_run(tmp_path, "first").results())) == 2


@pytest.mark.parametrize("name", ["notes.part", "my.12.part", "kept"])
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "runs" / name
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("mine")

    assert remove_leftovers(tmp_path / "runs") == ()
    assert (folder / "notes.txt").is_file()
