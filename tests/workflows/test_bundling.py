"""Trusted judges go out in every format at once, and the others are named."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.exporters.building import certified, entry, exported
from tests.workflows.building import filled
from workbench.errors import DataError
from workbench.exporters.formats import FORMATS
from workbench.workflows.bundling import JudgeBundle, bundle

URL = "http://127.0.0.1:9/v1"


def files(found: JudgeBundle) -> dict[str, str]:
    assert found.archive is not None
    with zipfile.ZipFile(io.BytesIO(found.archive)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_it_holds_what_export_writes_in_every_format(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace")

    found = files(bundle(made.root))

    for to in FORMATS:
        folder = exported(made, to).directory
        written = {
            f"{to}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8")
            for path in folder.rglob("*")
            if path.is_file()
        }
        assert {name: text for name, text in found.items() if name.startswith(f"{to}/")} == written


def test_an_untrusted_judge_is_left_out_by_name_once(tmp_path: Path) -> None:
    judges = f"judges:\n  strict: {entry(URL)}\n  lax: {entry(URL, 'openai/other')}\n"
    made = filled(tmp_path / "workspace", judges=judges)
    made.judge([4, 4, 3, 1] * 25, judge="lax")
    made.certify()

    found = bundle(made.root)

    (strict,) = found.bundled
    assert (strict.certificate.judge, strict.formats) == ("strict", tuple(FORMATS))
    (lax,) = found.left_out
    assert (lax.judge, lax.status) == ("lax", "untrusted")
    assert not any("lax" in name for name in files(found))


def test_a_format_that_cannot_reach_the_judge_is_no_folder_and_says_why(tmp_path: Path) -> None:
    made = certified(tmp_path / "w", judges="judges:\n  strict: {model: anthropic/model-1}\n")

    found = bundle(made.root)

    assert found.bundled[0].formats == ("prompt", "inspect")
    assert {name.partition("/")[0] for name in files(found)} == {"prompt", "inspect"}
    assert [one.reason.partition(":")[0] for one in found.left_out] == [
        "but not for promptfoo",
        "but not for deepeval",
        "but not for python",
    ]


def test_where_nothing_can_be_exported_there_is_no_archive_and_every_reason(
    tmp_path: Path,
) -> None:
    made = certified(tmp_path / "w", judges="judges:\n  strict: {recorded: true}\n")

    found = bundle(made.root)

    assert (found.archive, found.bundled) == (None, ())
    assert ["there is nobody to ask" in one.reason for one in found.left_out] == [True]


def test_where_certify_never_ran_there_is_nothing_to_say(tmp_path: Path) -> None:
    found = bundle(filled(tmp_path).root)

    assert (found.archive, found.bundled, found.left_out) == (None, (), ())


def test_the_same_judges_make_the_same_archive(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace")

    assert bundle(made.root).archive == bundle(made.root).archive


def test_a_damaged_certificate_file_is_an_error(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace")
    made.write("trusted.json", "{}")

    with pytest.raises(DataError, match=r"trusted\.json"):
        bundle(made.root)
