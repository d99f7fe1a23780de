"""Criteria: the yes/no questions of a case's rubric, as judges are asked them."""

from dataclasses import dataclass
from typing import Literal

from workbench.domain.suite import Case

Answer = Literal["yes", "no"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One question, and the answer that passes."""

    text: str
    wanted: Answer
    title: str
    """Its own name, else its text."""


def questions(case: Case) -> tuple[Criterion, ...]:
    """Return the criteria of a case, each once."""
    found = {
        rule.criterion: Criterion(
            text=rule.criterion,
            wanted="no" if rule.negated else "yes",
            title=rule.title or rule.criterion,
        )
        for rule in case.expect.rubric
    }
    return tuple(found.values())
