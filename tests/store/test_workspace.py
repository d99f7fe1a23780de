"""A workspace is its files, and two programs at work on it are in nobody's way."""

from pathlib import Path

import pytest

from tests.store.build import JUDGES, TONE, label, put, transcript, verdict, workspace, write
from tests.store.processes import python
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.catalogue import Catalogue
from workbench.store.ratings import Ratings
from workbench.store.workspace import Workspace
from workbench.workflows.checking import check

HOLD = """
import sys
from pathlib import Path
from workbench.store.catalogue import Catalogue
from workbench.store.workspace import Workspace
catalogue = Catalogue(Workspace(Path(sys.argv[1])))
print(len(catalogue.digests()), flush=True)
sys.stdin.read()
print(catalogue.get("t1").id)
"""
VERDICTS = "SELECT count(*) FROM {verdicts}"


def test_the_command_line_works_while_another_process_holds_the_workspace_open(
    tmp_path: Path,
) -> None:
    """Field case 249."""
    place = workspace(tmp_path)
    put(place, "transcripts/c.jsonl", [transcript("t1")])
    with python(HOLD, tmp_path) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "1\n"

        put(place, "labels/ann.jsonl", [label(transcript("t1"))])
        put(place, "transcripts/c.jsonl", [transcript("t2")])
        found = check(Workspace(tmp_path))

        assert holder.communicate("") == ("t1\n", "")
    assert found == ()


def test_an_append_that_fails_half_way_and_is_tried_again_doubles_nothing(tmp_path: Path) -> None:
    """Field case 253."""
    place = workspace(tmp_path)
    verdicts = [verdict(transcript(f"t{n}")).line() for n in range(5)]

    def failing() -> list[str]:
        raise OSError("the third write fails")

    with pytest.raises(DataError, match="0 of the new lines were written"):
        ledger.append(
            place.verdicts("strict"), (verdicts[n] if n < 2 else failing()[0] for n in range(5))
        )
    ledger.append(place.verdicts("strict"), verdicts)

    tables = Ratings(place, Catalogue(place)).tables
    assert place.engine.rows(VERDICTS.format(**tables)) == [(5,)]


def test_a_folder_without_a_policy_is_no_workspace(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no workspace, it holds no workbench"):
        Workspace(tmp_path)


def test_ledgers_are_named_after_their_rater(tmp_path: Path) -> None:
    place = workspace(tmp_path)

    assert place.labels("Zoë").name == "Zoë.jsonl"
    assert place.verdicts("gpt/argmax").relative_to(tmp_path).as_posix() == (
        "verdicts/gpt%2Fargmax.jsonl"
    )


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "prompts/../../x", "link/x"])
def test_a_path_that_a_file_names_cannot_leave_the_workspace(tmp_path: Path, path: str) -> None:
    place = workspace(tmp_path / "w")
    (place.root / "link").symlink_to(tmp_path)

    with pytest.raises(DataError, match="must stay inside the workspace"):
        place.inside(path)


def test_a_fault_of_an_edited_file_stops_whoever_needs_it(tmp_path: Path) -> None:
    place = workspace(tmp_path, {"rubrics/tone.yaml": TONE + "anchrs: x\n"})

    with pytest.raises(DataError, match=r"rubrics/tone\.yaml:9: unknown key 'anchrs'"):
        _ = place.rubrics


def test_a_warning_stops_nobody(tmp_path: Path) -> None:
    place = workspace(tmp_path, {"rubrics/tone.yaml": TONE + "  5: perfect\n"})

    assert set(place.rubrics) == {"tone"}


def test_edited_files_are_read_anew_when_told(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    assert set(place.judges.judges) == {"strict"}

    write(tmp_path / "judges.yaml", JUDGES + "  other: {recorded: true}\n")

    assert set(place.judges.judges) == {"strict"}
    place.forget()
    assert set(place.judges.judges) == {"strict", "other"}


@pytest.mark.parametrize("name", ["a b", "o'clock", "[1]", "Zoë", "100%"])
def test_a_workspace_may_stand_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    place = workspace(tmp_path / name)
    put(place, "transcripts/c.jsonl", [transcript("t1")])
    put(place, "labels/ann.jsonl", [label(transcript("t1"))])

    assert check(place) == ()


def test_a_workspace_may_be_reached_by_a_link(tmp_path: Path) -> None:
    put(workspace(tmp_path / "w"), "transcripts/c.jsonl", [transcript("t1")])
    (tmp_path / "link").symlink_to(tmp_path / "w")

    assert list(Catalogue(Workspace(tmp_path / "link")).digests()) == ["t1"]


def test_a_file_whose_name_is_not_utf8_is_still_read_and_shown(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    (tmp_path / "labels").mkdir()
    path = place.root / "labels" / b"\xff.jsonl".decode("utf-8", "surrogateescape")
    path.write_text(label(transcript("t1"), transcript_digest=None).line() + "\n", "utf-8")

    findings = check(place)

    about = {finding.file for finding in findings if finding.code != "without_transcripts"}
    assert about == {"labels/\\udcff.jsonl"}
    assert {finding.code for finding in findings} == {"without_transcripts", "file_name"}
