"""What to do next is said with the page on which it is done."""

import pytest

from workbench.workflows.advising import next_step


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
