"""Appends are whole, durable and found again, whoever else writes and whatever is cut short."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.processes import APPEND, python, workbench_command
from workbench.errors import DataError
from workbench.store import ledger

LIMITED = """
import resource, sys
from pathlib import Path
from workbench.errors import WorkbenchError
from workbench.store import ledger
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    ledger.append(Path(sys.argv[1]), ["x" * 99 for _ in range(int(sys.argv[3]))])
except WorkbenchError as error:
    print(error)
"""


def texts(path: Path) -> list[bytes]:
    return [line.data for line in ledger.read(path)]


@pytest.mark.parametrize(("size", "count"), [(200, 200), (5_000, 60), (300_000, 8)])
def test_eight_processes_append_and_one_reads_and_no_line_is_lost_or_broken(
    tmp_path: Path, size: int, count: int
) -> None:
    path = tmp_path / "a.jsonl"
    writers = [python(APPEND, path, who, count, size) for who in "abcdefgh"]

    seen = 0
    while any(writer.poll() is None for writer in writers):
        ids = [json.loads(line)["id"] for line in texts(path)]
        assert len(set(ids)) == len(ids) >= seen
        seen = len(ids)

    for writer in writers:
        _, errors = writer.communicate()
        assert errors == ""
    ids = [json.loads(line)["id"] for line in texts(path)]
    assert sorted(ids) == sorted(f"{who}-{n}" for who in "abcdefgh" for n in range(count))


def test_six_processes_append_five_large_records_each_and_30_lines_are_valid(
    tmp_path: Path,
) -> None:
    """Field case 251."""
    path = tmp_path / "a.jsonl"

    for writer in [python(APPEND, path, who, 5, 300_000) for who in "abcdef"]:
        writer.communicate()

    assert len([json.loads(line) for line in texts(path)]) == 30


@pytest.mark.parametrize("after", [1, 7, 23])
def test_a_process_killed_while_it_appends_loses_at_most_the_line_it_was_writing(
    tmp_path: Path, after: int
) -> None:
    path = tmp_path / "a.jsonl"
    with python(APPEND, path, "a", 1_000_000, 300_000) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(after)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout.read().split()]

    whole = [line for line in ledger.read(path) if line.ended]
    assert [json.loads(line.data)["id"] for line in whole[: len(acknowledged)]] == [
        f"a-{number}" for number in acknowledged
    ]
    assert len(list(ledger.read(path))) <= len(acknowledged) + 1


@pytest.mark.parametrize("cut", [1, 40, 98])
def test_a_torn_last_line_is_seen_and_the_next_append_starts_a_new_line(
    tmp_path: Path, cut: int
) -> None:
    path = tmp_path / "a.jsonl"
    ledger.append(path, ["first", "x" * 99])
    os.truncate(path, path.stat().st_size - cut - 1)

    *_, torn = ledger.read(path)
    assert not torn.ended
    ledger.append(path, ["third"])

    assert texts(path) == [b"first", b"x" * (99 - cut), b"third"]


def test_a_last_line_cut_right_before_its_end_is_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    ledger.append(path, ["first", "second"])
    os.truncate(path, path.stat().st_size - 1)

    ledger.append(path, ["third"])

    assert texts(path) == [b"first", b"second", b"third"]


@pytest.mark.parametrize("lines", [1, 3])
def test_a_short_write_is_an_error_and_leaves_whole_lines_only(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "a.jsonl"
    ledger.append(path, ["first"])
    limited = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), "150", str(lines + 1)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )

    assert "cannot be appended to" in limited.stdout
    assert "0 of the new lines were written" in limited.stdout
    assert path.read_bytes() == b"first\n"


def test_a_short_write_after_a_torn_line_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"first\nsec")
    subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), "60", "1"],
        check=True,
        capture_output=True,
        cwd=Path(__file__).parents[2],
    )

    assert path.read_bytes() == b"first\nsec"


@pytest.mark.parametrize("place", ["folder", "file"])
def test_a_ledger_that_cannot_be_written_is_an_error_that_names_it(
    tmp_path: Path, place: str
) -> None:
    path = tmp_path / "taken" / "a.jsonl"
    if place == "folder":
        (tmp_path / "taken").write_bytes(b"a file where the folder should be")
    else:
        path.mkdir(parents=True)

    with pytest.raises(DataError, match=r"a\.jsonl: cannot be appended to") as refused:
        ledger.append(path, ["x"])

    assert "0 of the new lines were written" in str(refused.value)


@pytest.mark.parametrize(
    ("place", "mode"), [(".", 0o500), ("labels", 0o000), ("labels/ann.jsonl", 0o000)]
)
def test_a_workspace_that_cannot_be_read_or_written_exits_2_with_one_sentence(
    tmp_path: Path, place: str, mode: int
) -> None:
    root = tmp_path / "w"
    assert workbench_command("init", root, "--bare").returncode == 0
    ledger.append(root / "labels/ann.jsonl", ["{}"])
    (root / place).chmod(mode)

    try:
        refused = workbench_command("-C", root, "check")
    finally:
        (root / place).chmod(0o700)

    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith("error: ")


def test_a_line_end_inside_a_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must not hold a line end"):
        ledger.append(tmp_path / "a.jsonl", ["a\nb"])


def test_many_lines_at_once_are_all_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"

    assert ledger.append(path, ("y" * 1000 for _ in range(10_000))) == 10_000
    assert sum(1 for _ in ledger.read(path)) == 10_000


def test_a_missing_ledger_has_no_lines(tmp_path: Path) -> None:
    assert list(ledger.read(tmp_path / "none.jsonl")) == []


def test_lines_know_their_number_and_place(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"ab\r\n\ncd")

    assert [(line.number, line.offset, line.end, line.data) for line in ledger.read(path)] == [
        (1, 0, 4, b"ab"),
        (2, 4, 5, b""),
        (3, 5, 7, b"cd"),
    ]


def test_a_read_sees_what_stood_there_when_it_began(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    ledger.append(path, ["1", "2"])
    reading = ledger.read(path)
    next(reading)

    ledger.append(path, ["3"])

    assert [line.data for line in reading] == [b"2"]


def test_labels_are_not_reported_as_saved_where_their_folder_became_read_only(
    tmp_path: Path,
) -> None:
    """Field case 252."""
    root = tmp_path / "w"
    source = tmp_path / "labels.jsonl"
    source.write_text('{"transcript": "t", "dimension": "d", "labeller": "ann", "level": 1}\n')
    assert workbench_command("init", root, "--bare").returncode == 0
    (root / "labels").chmod(0o500)

    refused = workbench_command(
        "-C", root, "import", "labels", source, "--scale", "1-4", "--without-transcripts"
    )

    assert refused.returncode == 2
    assert "cannot be appended to" in refused.stderr
    assert "imported" not in refused.stdout
    assert list((root / "labels").iterdir()) == []
