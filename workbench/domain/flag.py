"""Flags: transcripts that people should look at, and why; record/queue.jsonl."""

from typing import Literal

from pydantic import AwareDatetime

from workbench.domain.record import Name, Record


class Flag(Record):
    """One reason to look at one transcript on one dimension."""

    id: Name
    transcript: Name
    dimension: Name
    judge: Name
    """The panel or judge whose verdict raised it."""
    verdict: Name
    """The id of that verdict."""
    reason: Literal["no_majority", "disagreement"]
    note: str
    """What every member said."""
    at: AwareDatetime
