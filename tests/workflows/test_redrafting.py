"""Judging with a draft: asked once, on the development side alone, and set beside the old text."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.judges.loopback import Loopback
from tests.workflows.building import Desk
from tests.workflows.questioning import (
    PRICE,
    asking,
    entries,
    judges_text,
    levelled,
    lines,
    office,
    units,
)
from workbench.domain.rubric import Rubric
from workbench.errors import DataError, JudgeError
from workbench.judges.tally import Snapshot
from workbench.workflows.asking import Asking
from workbench.workflows.background import Background, Jobs
from workbench.workflows.bench import Bench
from workbench.workflows.docket import Job
from workbench.workflows.prospect import prospect
from workbench.workflows.redrafting import Trial, ask_with_draft, askable, compare, cost
from workbench.workflows.revising import preview, save, sheets, wording_of

NEW = "brief, and still friendly"
"""The new text of the second anchor; it stands in every prompt with the draft."""


def labelled(root: Path, server: Loopback, count: int = 80, **fields: Any) -> Desk:
    """Make an office in which every other level that the judge gives is one off."""
    made = office(root, server, transcripts=count, **fields)
    levels = [1, 2, 3, 4] * (count // 4)
    made.label(levels)
    for unit, level in enumerate(levels):
        server.plan(f"<t{unit:03}>", levelled(min(4, level + unit // 4 % 2)))
    return made


def draft(made: Desk) -> Rubric:
    sheet = sheets(made.root)["tone"]
    wording = wording_of(sheet.rubric)
    changed = replace(wording, anchors={**wording.anchors, 2: NEW})
    found = preview(made.root, sheet, changed).draft
    assert found is not None
    return found


def retaken(
    made: Desk, trial: Trial, progress: Callable[[Snapshot[Job]], None] | None = None
) -> Any:
    return ask_with_draft(
        made.root,
        trial,
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(1),
        progress=progress,
    )


def mended(server: Loopback, count: int = 80) -> None:
    """Have the judge give people's own level where the draft is asked with."""
    for unit in range(count):
        server.plan(f"<t{unit:03}>", levelled([1, 2, 3, 4][unit % 4]))


def test_only_the_development_side_is_asked_and_the_file_stays(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = labelled(tmp_path, loopback)
    made.calibrate()
    before = (tmp_path / "rubrics" / "tone.yaml").read_bytes()
    trial = Trial(draft=draft(made), judge="strict")

    (estimated,) = cost(tmp_path, trial)
    asked = retaken(made, trial)

    assert estimated.calls == asked.new["strict"] == len(loopback.asked) == 40
    assert all(NEW in one.prompt for one in loopback.asked)
    bench = Bench(tmp_path)
    evidence = bench.evidence([made.rubric], ())["tone"]
    side = bench.sides("tone").development(evidence)
    development = {evidence.transcripts[unit] for unit in side.nonzero()[0]}
    assert {one.transcript for one in lines(made)} == development
    assert {(one.rubric_digest, one.rubric_version) for one in lines(made)} == {
        (trial.draft.digest, "1.1")
    }
    assert (tmp_path / "rubrics" / "tone.yaml").read_bytes() == before


def test_nothing_is_paid_twice_neither_before_nor_after_saving(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = labelled(tmp_path, loopback, 20)
    made.calibrate()
    trial = Trial(draft=draft(made), judge="strict")
    retaken(made, trial)

    again = retaken(made, trial)
    sheet = sheets(tmp_path)["tone"]
    wording = wording_of(sheet.rubric)
    save(tmp_path, sheet, replace(wording, anchors={**wording.anchors, 2: NEW}), "major")
    asked = asking(made).models

    assert (again.new, again.already) == ({}, {"strict": 20})
    assert made.rubric.version == "2.0"
    assert asked is not None
    assert asked.new == {}
    assert len(loopback.asked) == len(units(made)) == 20


def test_old_and_new_are_compared_on_the_same_transcripts_with_the_test_side_closed(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = labelled(tmp_path, loopback)
    asking(made)
    made.calibrate()
    trial = Trial(draft=draft(made), judge="strict")
    mended(loopback)
    retaken(made, trial)

    found = compare(tmp_path, trial, now=made.now())

    figures = found.redraft
    assert figures.labelled == figures.units == 40
    assert figures.new.value == 1.0
    assert figures.old.value is not None
    assert figures.gain.value == pytest.approx(1 - figures.old.value)
    assert figures.outcome == "better"
    assert {(move.way, move.new) for move in figures.moved} <= {
        ("nearer", level) for level in (1, 2, 3)
    }
    assert (found.certified, found.looks, found.recorded) == (0, 0, 0)
    assert made.looks() == ()


def test_on_side_both_each_text_is_a_look_that_counts(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20)
    asking(made)
    made.calibrate()
    trial = Trial(draft=draft(made), judge="strict")
    retaken(made, trial)

    found = compare(tmp_path, trial, now=made.now())
    again = compare(tmp_path, trial, now=made.now())

    assert (found.certified, found.looks, found.recorded) == (20, 2, 1)
    assert (again.looks, again.recorded) == (2, 0)
    assert {look.rubric_digest for look in made.looks()} == {
        made.rubric.digest,
        trial.draft.digest,
    }


def test_asking_with_a_draft_leaves_certificates_as_they_are(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = labelled(tmp_path, loopback, 20)
    asking(made)
    made.certify()
    before = made.certificate()
    retaken(made, Trial(draft=draft(made), judge="strict"))

    (standing,) = prospect(tmp_path).certificates
    assert standing.certificate == before
    assert standing.refused is None


def test_before_anything_was_asked_there_is_no_figure(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20)
    made.calibrate()

    found = compare(tmp_path, Trial(draft=draft(made), judge="strict"), now=made.now())

    assert (found.redraft.units, found.redraft.gain.value) == (0, None)
    assert made.looks() == ()


def test_a_panel_is_asked_through_its_members(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20)
    judges = entries(loopback, "strict", "second", "third")
    panel = {"members": list(judges)}
    made.write("judges.yaml", judges_text(judges, careful=panel))
    made.calibrate()
    trial = Trial(draft=draft(made), judge="careful")

    retaken(made, trial)

    assert len(lines(made, "careful")) == 20
    assert {one.rubric_digest for one in lines(made, "careful")} == {trial.draft.digest}


def test_whoever_has_no_model_cannot_be_asked(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20)
    judges = entries(loopback) | {"old": {"recorded": True}, "floor": {"baseline": "text"}}
    made.write("judges.yaml", judges_text(judges, mixed={"members": ["strict", "old"]}))
    made.calibrate()

    assert askable(tmp_path).names == ("strict",)
    assert askable(tmp_path).recorded == ("mixed", "old")
    for name in ("old", "mixed", "floor"):
        with pytest.raises(DataError, match=f"judge '{name}': cannot be asked with another text"):
            cost(tmp_path, Trial(draft=draft(made), judge=name))


def test_without_sides_nothing_is_asked(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20)
    trial = Trial(draft=draft(made), judge="strict")

    with pytest.raises(DataError, match="no sides are drawn yet"):
        retaken(made, trial)
    with pytest.raises(DataError, match="no sides are drawn yet"):
        compare(tmp_path, trial, now=made.now())

    assert loopback.asked == []


def test_the_budget_is_kept(tmp_path: Path, loopback: Loopback) -> None:
    made = labelled(tmp_path, loopback, 20, price=PRICE)
    made.calibrate()

    asked = retaken(made, Trial(draft=draft(made), judge="strict", most_usd=1.0))

    assert asked.ended.reason == "budget"
    assert asked.ended.spent.known_usd <= 1.0
    assert len(lines(made)) < 20


def test_work_that_is_stopped_keeps_what_was_answered_and_goes_on_from_there(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = labelled(tmp_path, loopback, 40, limits={"in_flight": 1})
    made.calibrate()
    for unit in range(40):
        loopback.plan(f"<t{unit:03}>", levelled(2).after(0.2))
    trial = Trial(draft=draft(made), judge="strict")

    work: Background[Snapshot[Job], Asking] = Background(lambda told: retaken(made, trial, told))
    while work.progress is None:
        time.sleep(0.05)
    work.stop()

    ended = work.result().ended
    kept = len(lines(made))
    assert ended.reason == "interrupted"
    assert ended.done == kept > 0
    mended(loopback, 40)
    retaken(made, trial)
    assert max(units(made).values()) == 1
    assert len(units(made)) == kept + ended.left


def test_work_of_a_name_is_begun_once_and_raises_what_it_failed_with() -> None:
    jobs: Jobs[object, int] = Jobs()
    begun: list[str] = []

    def work(told: object) -> int:
        del told
        while len(begun) < 2:
            time.sleep(0.01)
        raise JudgeError("no key")

    assert jobs.start("tone", "first", work)
    assert not jobs.start("tone", "second", work)
    begun.extend(["first", "second"])

    found = jobs.get("tone")
    assert found is not None
    assert found[0] == "first"
    with pytest.raises(JudgeError, match="no key"):
        found[1].result()
    assert not found[1].running
    assert jobs.get("mood") is None


def test_a_program_that_ends_waits_for_the_answers_under_way(
    tmp_path: Path, loopback: Loopback, project_root: Path
) -> None:
    made = office(tmp_path, loopback, transcripts=60, limits={"in_flight": 2})
    loopback.otherwise = levelled().after(0.3)

    ended = subprocess.run(
        [sys.executable, "-m", "tests.workflows.background_process", str(tmp_path)],
        cwd=project_root,
        env={**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
        check=False,
        timeout=120,
    )

    assert ended.returncode == 0
    assert 0 < len(lines(made)) == len(loopback.asked) < 60
