"""Flags: transcripts that people should look at, and why; record/queue.jsonl."""

from typing import Literal

from pydantic import AwareDatetime

from workbench.domain.record import Name, Record


class Flag(Record):
    """One reason to look at one transcript."""

    id: Name
    transcript: Name
    dimension: Name | None = None
    """Absent where it is about the transcript as a whole."""
    criterion: str | None = None
    """The yes/no criterion that it is about, where it is about one."""
    judge: Name | None = None
    """The panel or judge whose verdict raised it, else absent."""
    verdict: Name | None = None
    """The id of that verdict."""
    labeller: Name | None = None
    """The person who raised it, else absent."""
    reason: Literal["no_majority", "disagreement", "flagged", "contradiction"]
    """`flagged`: a person asks for a look; `contradiction`: checks and verdict part."""
    note: str
    """What was said."""
    at: AwareDatetime
