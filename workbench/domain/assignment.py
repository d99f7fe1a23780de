"""Assignments: who was given which transcript, and what became of it; record/assignments.jsonl."""

from typing import Literal

from pydantic import AwareDatetime

from workbench.domain.record import Name, Record, Whole


class Assignment(Record):
    """One event between a labeller and a transcript; the newest of `taken` and `skipped` counts.

    `taken` reserves one of the places that the policy's overlap leaves, `skipped` gives it back
    with a reason, `revealed` says that other ratings were shown: labels after it are kept apart.
    """

    id: Name
    transcript: Name
    labeller: Name
    action: Literal["taken", "skipped", "revealed"]
    repeat: Whole = 0
    """Above 0: a hidden repeat for test-retest."""
    reason: str | None = None
    at: AwareDatetime
