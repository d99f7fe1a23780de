"""What to do next is said with the page on which it is done."""

from pathlib import Path

import pytest

from tests.workflows.building import desk
from workbench.workflows.advising import next_step, recorded_only


def test_only_a_judge_that_can_be_asked_is_said_to_be_exported() -> None:
    step = "use it: `trusted.json` carries the proof"

    assert "the Export page hands it to other tools" in next_step(step)
    assert next_step(step, recorded=True) == (
        "use it: it counts in `workbench run` on recorded verdicts; `trusted.json` carries the "
        "proof"
    )


def test_judges_and_panels_with_recorded_verdicts_are_named(tmp_path: Path) -> None:
    judges = (
        "judges:\n  asked: {model: some/model}\n  kept: {recorded: true}\n"
        "panels:\n  mixed: {members: [asked, kept]}\n"
    )
    desk(tmp_path, judges=judges)

    assert recorded_only(tmp_path) == {"kept", "mixed"}


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            "run `workbench certify` when rubric and judge are settled",
            "certify on the Certify page (or run `workbench certify`) when rubric and judge are "
            "settled",
        ),
        (
            "label 14 more (`workbench plan` lists them)",
            "label 14 more on the Label page (`workbench plan` lists which)",
        ),
        (
            "rewrite anchor 1 or 2, or change the judge",
            "on the Rubrics page, rewrite anchor 1 or 2, or change the judge",
        ),
        (
            "mend the anchors first: people read them differently",
            "on the Rubrics page, mend the anchors first: people read them differently",
        ),
        (
            "kappa 0.43 is below 0.60; next: rewrite anchor 2 or 4",
            "kappa 0.43 is below 0.60; next: on the Rubrics page, rewrite anchor 2 or 4",
        ),
        (
            "read what it missed (`calibrate --explain`), then sharpen what sets 1 apart",
            "read what it missed (open the judge on the Calibrate page), then sharpen what sets 1 "
            "apart",
        ),
        ("mend the judge's answers", "mend the judge's answers"),
    ],
)
def test_a_step_is_said_with_its_page(step: str, said: str) -> None:
    assert next_step(step) == said
