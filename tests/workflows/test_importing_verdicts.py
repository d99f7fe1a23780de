"""What a judge said arrives whole: a level, or an error that names its value."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.imported import NOW, SCALE, Source, said, verdict_row, verdicts, written
from workbench.errors import DataError
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportRequest
from workbench.workflows.importing_ratings import import_verdicts


@pytest.mark.parametrize(
    ("score", "kind", "shown"),
    [
        (3.651269040091852, "fractional", "3.651269040091852"),
        (5, "off_scale", "5"),
        ("0", "off_scale", "0"),
        ("good", "not_a_number", "good"),
        (True, "not_a_number", "true"),
    ],
)
def test_a_value_of_a_judge_that_is_no_level_lands_in_error(
    workspace: Workspace, source: Source, score: Any, kind: str, shown: str
) -> None:
    report = import_verdicts(workspace, [source(verdict_row(score))], SCALE)

    (verdict,) = verdicts(workspace)
    assert (report.refused, report.errors) == (False, {kind: 1})
    assert (verdict.status, verdict.level, verdict.reply) == ("error", None, shown)
    assert verdict.error is not None
    assert verdict.error.kind == kind
    assert verdict.error.message == f"{shown} is not a level of 1-4"


def test_a_missing_value_of_a_judge_keeps_what_was_answered(
    workspace: Workspace, source: Source
) -> None:
    import_verdicts(workspace, [source(verdict_row(None, raw="garbage"))], SCALE)

    (verdict,) = verdicts(workspace)
    assert verdict.error is not None
    assert verdict.error.kind == "missing"
    assert "'garbage'" in verdict.error.message
    assert verdict.reply == "garbage"


def test_a_score_of_nan_is_an_error_with_a_note_and_the_others_arrive(
    workspace: Workspace, source: Source
) -> None:
    broken = json.dumps(verdict_row(1)).replace('"score": 1', '"score": NaN')
    path = source(verdict_row(2), broken, verdict_row(4, transcript_id="t3"))

    report = import_verdicts(workspace, [path], SCALE)

    assert (report.imported, report.errors) == (3, {"not_a_number": 1})
    assert "found.jsonl:2: NaN" in said(report)
    assert [each.level for each in verdicts(workspace)] == [2, None, 4]


def test_a_nominal_value_that_is_no_level_lands_in_error(
    workspace: Workspace, source: Source
) -> None:
    request = ImportRequest(scale="nominal:a,b", without_transcripts=True)

    assert import_verdicts(workspace, [source(verdict_row("c"))], request).errors == {
        "not_a_level": 1
    }


def test_what_else_a_judge_said_is_in_the_reply(workspace: Workspace, source: Source) -> None:
    import_verdicts(workspace, [source(verdict_row(4, probs=[0.2, 0.8], note="clear"))], SCALE)

    (verdict,) = verdicts(workspace)
    assert verdict.reply is not None
    assert json.loads(verdict.reply) == {"value": 4, "probs": [0.2, 0.8]}
    assert verdict.justification == "clear"


def test_a_judge_that_could_not_tell_is_in_error(workspace: Workspace, source: Source) -> None:
    path = source(verdict_row(None, status="cannot_tell"))

    assert import_verdicts(workspace, [path], SCALE).errors == {"cannot_tell": 1}


def test_the_judges_of_a_file_are_added_to_judges_yaml(
    workspace: Workspace, source: Source
) -> None:
    (workspace.root / "judges.yaml").write_text("# ours\njudges: {}\n", encoding="utf-8")
    path = source(verdict_row(3, judge="vendor/one"), verdict_row(3, judge="vendor two"))

    first = import_verdicts(workspace, [path], SCALE)
    second = import_verdicts(workspace, [path], SCALE)

    assert (first.judges, second.judges) == (("vendor/one", "vendor two"), ())
    assert all(judge.recorded for judge in workspace.judges.judges.values())
    assert (workspace.root / "judges.yaml").read_text(encoding="utf-8").startswith("# ours\n")
    (verdict,) = verdicts(workspace, "vendor/one")
    judge = workspace.judges.judges["vendor/one"]
    assert verdict.judge_digest == judge.fingerprint("vendor/one")


def test_verdicts_of_a_judge_that_we_ask_are_refused(workspace: Workspace, source: Source) -> None:
    (workspace.root / "judges.yaml").write_text(
        "judges:\n  j: {model: acme/large}\n", encoding="utf-8"
    )

    with pytest.raises(DataError, match="judge 'j': is one that we ask"):
        import_verdicts(workspace, [source(verdict_row(3))], SCALE)


def test_verdicts_twice_add_nothing(workspace: Workspace, source: Source) -> None:
    path = source(verdict_row(3), verdict_row(3.5), verdict_row(None))
    import_verdicts(workspace, [path], SCALE, now=NOW)
    before = written(workspace)

    assert import_verdicts(workspace, [path], SCALE).already_here == 3
    assert written(workspace) == before


def test_a_verdict_record_of_ours_becomes_one_of_the_recorded_judge(
    workspace: Workspace, source: Source, tmp_path: Path
) -> None:
    import_verdicts(workspace, [source(verdict_row(3, note="clear"))], SCALE, now=NOW)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/workbench.yaml").touch()
    other = Workspace(tmp_path / "other")

    report = import_verdicts(other, [workspace.verdicts("j")], SCALE)

    assert verdicts(other) == verdicts(workspace)
    assert report.judges == ("j",)
    assert "fingerprint of a recorded judge" in said(report)
