"""Gold: the level that adjudication settled where labellers differed; record/gold.jsonl."""

from typing import Literal

from pydantic import AwareDatetime, model_validator

from workbench.domain.lean import FieldError
from workbench.domain.level import Level
from workbench.domain.record import Digest, Name, Record
from workbench.domain.rubric import Version

GoldStatus = Literal["rated", "not_applicable", "unclear", "withdrawn"]
GoldKey = tuple[str, str, str | None]
"""Transcript, dimension and criterion: the newest decision on a key counts."""


class Gold(Record):
    """One decision on one unit; a newer line replaces it, the history stays.

    `rated` and `not_applicable` settle the unit, `unclear` says that the anchors do not decide
    it and sends it to whoever edits the rubric, `withdrawn` takes the decision back.
    """

    id: Name
    transcript: Name
    transcript_digest: Digest | None = None
    dimension: Name
    criterion: str | None = None
    rubric_version: Version
    rubric_digest: Digest
    adjudicator: Name
    status: GoldStatus
    level: Level | None = None
    reason: str
    at: AwareDatetime

    @model_validator(mode="after")
    def _level_goes_with_status(self) -> "Gold":
        if (self.status == "rated") != (self.level is not None):
            raise FieldError("level", "`level` goes with status 'rated' and with no other")
        return self

    @property
    def key(self) -> GoldKey:
        """The unit that was decided on."""
        return (self.transcript, self.dimension, self.criterion)
