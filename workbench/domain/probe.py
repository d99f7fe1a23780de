"""Planted faults: twins of transcripts, edited in one dimension; probes/*.jsonl."""

import json
from typing import Annotated, Any

from pydantic import Field

from workbench.domain.record import Name, Record
from workbench.domain.transcript import JsonObject, Retrieval, Transcript, Turn


class Edited(Record):
    """What a twin has in place of its original's: all that a rater can read of a transcript."""

    turns: Annotated[tuple[Turn, ...], Field(min_length=1)]
    outcome: Any = None
    final_state: Any = None
    retrieval: Retrieval | None = None


class Planted(Record):
    """One planted fault."""

    id: Name
    of: Name
    """Id of the transcript that was edited."""
    dimension: Name
    """The only dimension in which the edit is a fault."""
    fault: str | None = None
    """What was planted, in a sentence."""
    transcript: Edited

    def twin(self, original: Transcript) -> Transcript:
        """Return the edited transcript; raises pydantic's ValidationError where it is none."""
        kept: JsonObject = original.to_json()
        for field in Edited.model_fields:
            kept.pop(field, None)
        whole = kept | self.transcript.to_json() | {"id": self.id}
        return Transcript.from_line(json.dumps(whole))
