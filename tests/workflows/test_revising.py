"""Revising a rubric: what is refused, what saving does, and what each bump would do."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.building import Desk, close, desk, filled, tone
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.revising import (
    Sheet,
    Wording,
    preview,
    save,
    sheets,
    wording_of,
)
from workbench.workflows.trusting import standings

HEADED = "# agreed on in March\n" + tone() + "not_applicable: nobody speaks  # rare\n"


def opened(made: Desk) -> tuple[Sheet, Wording]:
    sheet = sheets(made.root)["tone"]
    return sheet, wording_of(sheet.rubric)


def with_anchor(wording: Wording, level: int, text: str) -> Wording:
    return replace(wording, anchors={**wording.anchors, level: text})


def test_a_minor_revision_keeps_comments_and_bumps_the_minor_part(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=HEADED)
    sheet, wording = opened(made)

    saved = save(tmp_path, sheet, with_anchor(wording, 2, "short, not unkind"), "minor")

    text = (tmp_path / "rubrics" / "tone.yaml").read_text(encoding="utf-8")
    assert text == HEADED.replace('"1.0"', '"1.1"').replace("2: curt", "2: short, not unkind")
    assert (saved.version, (saved.anchors or {})[2]) == ("1.1", "short, not unkind")


def test_a_major_revision_bumps_the_major_part_and_labels_stop_counting(tmp_path: Path) -> None:
    made = filled(tmp_path, 20)
    sheet, wording = opened(made)

    save(tmp_path, sheet, replace(wording, question="Is it kind?"), "major")

    assert made.rubric.version == "2.0"
    assert Bench(tmp_path).evidence([made.rubric], ())["tone"].n_units == 0


def test_guidance_and_risk_need_no_bump(tmp_path: Path) -> None:
    made = desk(tmp_path)
    sheet, wording = opened(made)

    saved = save(tmp_path, sheet, replace(wording, guidance="Read it all.", risk="high"), None)

    assert (saved.version, saved.guidance, saved.risk) == ("1.0", "Read it all.", "high")
    assert saved.digest == sheet.rubric.digest


def test_a_text_that_is_emptied_leaves_the_file(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=HEADED)
    sheet, wording = opened(made)

    saved = save(tmp_path, sheet, replace(wording, not_applicable=" "), "minor")

    assert saved.not_applicable is None
    assert "not_applicable" not in (tmp_path / "rubrics" / "tone.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "bump", "message"),
    [
        ({}, "minor", "nothing was changed"),
        ({"question": "Kind?"}, None, "meaning changed .major. or the wording .minor."),
        ({"question": "  "}, "minor", "`question` is missing"),
        ({"anchors": {1: "a", 2: "b", 3: "\n", 4: "d"}}, "minor", "anchor 3 is empty"),
        ({"anchors": {1: "a", 2: "b", 4: "d"}}, "minor", "anchor 3 is empty"),
    ],
)
def test_what_makes_no_revision_is_refused_and_the_file_stays(
    tmp_path: Path, change: dict[str, Any], bump: Any, message: str
) -> None:
    made = desk(tmp_path, rubric=HEADED)
    sheet, wording = opened(made)

    with pytest.raises(DataError, match=rf"rubrics/tone\.yaml: .*{message}"):
        save(tmp_path, sheet, replace(wording, **change), bump)

    assert (tmp_path / "rubrics" / "tone.yaml").read_text(encoding="utf-8") == HEADED


def test_a_revision_of_a_file_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    made = desk(tmp_path)
    sheet, wording = opened(made)
    save(tmp_path, sheet, with_anchor(wording, 1, "cursing"), "minor")

    with pytest.raises(DataError, match="was changed by somebody else"):
        save(tmp_path, sheet, with_anchor(wording, 1, "shouting"), "minor")

    assert (made.rubric.anchors or {})[1] == "cursing"


def test_a_draft_of_levels_is_left_to_an_editor(tmp_path: Path) -> None:
    draft = 'dimension: tone\nversion: "0.1"\ndraft: true\nlevels: [1, 2, 3, 4]\n'
    made = desk(tmp_path, rubric=draft)
    sheet, wording = opened(made)

    with pytest.raises(DataError, match="write `anchors` in their place"):
        save(tmp_path, sheet, replace(wording, question="Kind?"), "minor")


def test_the_preview_counts_labels_verdicts_and_certificates(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.label(["not_applicable"], first=100)
    made.certify()
    sheet, wording = opened(made)

    found = preview(tmp_path, sheet, with_anchor(wording, 2, "short"))

    assert found.changed == ("anchor 2",)
    minor, major = found.effects["minor"], found.effects["major"]
    assert (minor.version, minor.kept, minor.dropped, minor.refused) == ("1.1", 101, 0, 1)
    assert (major.version, major.kept, major.dropped, major.refused) == ("2.0", 0, 101, 0)
    assert (found.outdated, found.ready) == ({"strict": 100}, {})
    assert found.stale == (("strict", "trusted"),)


def test_what_the_preview_says_of_certificates_comes_true(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.certify()
    sheet, wording = opened(made)

    save(tmp_path, sheet, with_anchor(wording, 2, "short"), "minor")

    (one,) = standings(Bench(tmp_path))
    assert one.certificate.status == "stale"


def test_guidance_alone_makes_nothing_stale(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.certify()
    sheet, wording = opened(made)

    found = preview(tmp_path, sheet, replace(wording, guidance="Read it all."))

    assert found.changed == ("guidance",)
    assert (found.effects, found.stale) == ({}, ())


def test_a_version_under_which_another_draft_was_judged_is_not_given_again(tmp_path: Path) -> None:
    made = filled(tmp_path, 20)
    sheet, wording = opened(made)
    first = with_anchor(wording, 2, "short")
    draft = preview(tmp_path, sheet, first).draft
    assert draft is not None
    made.judge([1, 2], rubric_version=draft.version, rubric_digest=draft.digest)

    other = preview(tmp_path, sheet, with_anchor(wording, 2, "brisk"))
    same = preview(tmp_path, sheet, first)

    assert draft.version == "1.1"
    assert other.effects["minor"].version == "1.2"
    assert same.effects["minor"].version == "1.1"
    assert same.ready == {"strict": 2}


def test_a_major_version_that_labels_name_already_is_not_given_again(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=tone("2.0"))
    made.label([1, 2, 3, 4])
    made.write("rubrics/tone.yaml", tone("1.0", anchor="cursing"))
    sheet, wording = opened(made)

    save(tmp_path, sheet, with_anchor(wording, 1, "shouting"), "major")

    assert made.rubric.version == "3.0"


def test_a_change_that_a_judge_would_not_see_makes_no_draft_to_ask_with(tmp_path: Path) -> None:
    made = desk(tmp_path)
    sheet, wording = opened(made)

    assert preview(tmp_path, sheet, replace(wording, guidance="Read it all.")).draft is None


def test_saving_writes_the_rubric_and_leaves_the_ledgers_alone(tmp_path: Path) -> None:
    made = filled(tmp_path, 20)
    sheet, wording = opened(made)
    before = list(ledger.read(Workspace(tmp_path).labels("ann")))

    save(tmp_path, sheet, replace(wording, question="Kind?"), "major")

    assert list(ledger.read(Workspace(tmp_path).labels("ann"))) == before


def test_labels_of_an_older_meaning_are_not_counted_as_kept(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4])
    made.write("rubrics/tone.yaml", tone("2.0", anchor="cursing"))
    made.label(close([1, 2, 3, 4]), labeller="bob")
    sheet, wording = opened(made)

    effect = preview(tmp_path, sheet, with_anchor(wording, 1, "shouting")).effects["minor"]

    assert effect.kept == 4
