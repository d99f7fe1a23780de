"""Certificates: what certify granted or refused, with its proof; trusted.json."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from workbench.domain.record import Digest, Name, Record
from workbench.domain.rubric import Version

Status = Literal["trusted", "insufficient", "untrusted", "stale"]


class Reason(Record):
    """One reason for a status: a code for machines, a sentence for people."""

    code: Name
    text: str


class LabelSet(Record):
    """The labels a certificate rests on."""

    digest: Digest
    """Over the sorted ids of the labels."""
    count: Annotated[int, Field(ge=0)]
    first_round: Annotated[int, Field(ge=1)]
    last_round: Annotated[int, Field(ge=1)]
    cases_digest: Digest
    """Over the sorted cases of those rounds."""


class Checked(Record):
    """That other implementations gave the same point values."""

    largest_difference: Annotated[float, Field(ge=0)]
    scikit_learn: str
    krippendorff: str


class Certificate(Record):
    """What was decided of one judge on one dimension."""

    dimension: Name
    judge: Name
    status: Status
    claim: str
    reasons: tuple[Reason, ...] = ()
    next: str
    risk: Literal["normal", "high"]
    rubric_version: Version
    rubric_digest: Digest
    judge_digest: Digest
    labels: LabelSet
    variants_tried: Annotated[int, Field(ge=1)]
    models: tuple[str, ...] = ()
    """The models that the provider said answered."""
    figures: dict[str, Any]
    """The agreement as `calibrate --json` prints it."""
    policy: dict[str, Any]
    """Every bar as it was."""
    checked: Checked
    stale_when: tuple[str, ...] = ()
    at: AwareDatetime


class Trusted(Record):
    """The file trusted.json."""

    schema_: Literal["workbench.trusted/1"] = Field(alias="schema")
    workbench: str
    at: AwareDatetime
    certificates: tuple[Certificate, ...]

    def document(self) -> str:
        """Return the file's text: indented JSON, so that a change can be read in a diff."""
        return self.model_dump_json(by_alias=True, indent=2) + "\n"
