"""Whole folders."""

from pathlib import Path

import pytest

from workbench.errors import DataError
from workbench.store.folder import write_folder


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_is_new_or_empty_is_written_whole(tmp_path: Path, exists: bool) -> None:
    folder = tmp_path / "deep" / "out"
    if exists:
        folder.mkdir(parents=True)

    write_folder(folder, {"a.txt": "a", "within/b.txt": "b"})

    assert (folder / "within" / "b.txt").read_text(encoding="utf-8") == "b"
    assert [path.name for path in folder.parent.iterdir()] == ["out"]


@pytest.mark.parametrize("name", ["../out.txt", "/etc/out.txt", "a/../../out.txt", ""])
def test_no_path_leaves_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="must be a path inside"):
        write_folder(tmp_path / "out", {"a.txt": "a", name: "b"})

    assert list(tmp_path.iterdir()) == []


def test_where_writing_fails_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written"):
        write_folder(tmp_path / "out", {"a": "a file", "a/b": "and a folder"})

    assert list(tmp_path.iterdir()) == []


def test_a_link_or_a_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")

    for name in ("file", "link"):
        with pytest.raises(DataError):
            write_folder(tmp_path / name, {"a": "a"})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]
