"""What all records share: strict, frozen, one line of JSON each."""

import json
from contextlib import suppress
from json import JSONDecodeError
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

Name = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^\S(.*\S)?$")]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Share = Annotated[float, Field(ge=0, le=1)]
Whole = Annotated[int, Field(ge=0, lt=2**31)]
"""A count or an index; the bound is that of the engine's integer columns."""
TurnIndex = Whole


class Record(BaseModel):
    """A validated value that can only have the fields it names."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    def line(self) -> str:
        """Return the record as one line of JSON, fields at their default left out."""
        return self.model_dump_json(exclude_defaults=True)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object, fields at their default left out."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @classmethod
    def from_line(cls, line: bytes | str) -> Self:
        """Read one line; raises pydantic's ValidationError with every fault of it."""
        data = line.encode() if isinstance(line, str) else line
        if b"NaN" in data or b"Infinity" in data:
            _refuse_not_finite(data, cls.__name__)
        return cls.model_validate_json(data)


def _refuse_not_finite(data: bytes, title: str) -> None:
    """Refuse NaN and infinities, which are no JSON and would silently become null."""

    def refuse(constant: str) -> None:
        problem = PydanticCustomError("not_finite", f"{constant} is no JSON number: write null")
        raise ValidationError.from_exception_data(title, [{"type": problem, "input": constant}])

    with suppress(JSONDecodeError, UnicodeDecodeError):
        json.loads(data, parse_constant=refuse)
