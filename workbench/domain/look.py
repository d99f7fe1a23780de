"""What was decided and seen: draws of sides, and looks at labels; record/*.jsonl."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from workbench.domain.record import Digest, Name, Record
from workbench.domain.rubric import Version

Side = Literal["development", "test", "both"]
Split = Literal["development", "test", "all"]
Round = Annotated[int, Field(ge=1)]


class Draw(Record):
    """Sides given to cases of one dimension; a case keeps the side of its earliest draw."""

    id: Name
    dimension: Name
    round: Round
    """Cases of one round were all unseen when they were drawn."""
    development: tuple[Name, ...] = ()
    test: tuple[Name, ...] = ()
    both: tuple[Name, ...] = ()
    at: AwareDatetime


class Look(Record):
    """One variant's agreement shown on labels that certify reads."""

    id: Name
    dimension: Name
    judge: Name
    judge_digest: Digest
    rubric_version: Version
    rubric_digest: Digest
    command: Literal["calibrate", "certify", "judge", "plan"]
    split: Split
    first_round: Round
    last_round: Round
    units: Annotated[int, Field(ge=0)]
    at: AwareDatetime

    @property
    def variant(self) -> tuple[str, str]:
        """What k counts."""
        return (self.rubric_digest, self.judge_digest)

    def reads(self, first: int, last: int) -> bool:
        """Whether the look was at labels of these rounds."""
        return self.first_round <= last and first <= self.last_round
