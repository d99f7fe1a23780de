"""Rubrics: how one dimension is rated, by people and judges alike."""

import re
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from workbench.domain.digest import digest
from workbench.domain.lean import FieldError
from workbench.domain.level import Level
from workbench.domain.record import Name, Record

Version = Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]+$")]
Text = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]

DRAFT_VERSION = "0.1"
_INTEGER = re.compile(r"([+-]?[0-9]{1,9})(?:\.0*)?")


class Rubric(Record):
    """The question of one dimension and the text that anchors each of its levels."""

    dimension: Name
    version: Version
    question: str = ""
    scale: Literal["ordinal", "nominal"] = "ordinal"
    anchors: dict[Level, Text] | None = None
    """Ordinal: consecutive integers. Nominal: any names, kept as text."""
    levels: Annotated[tuple[Level, ...], Field(strict=False)] | None = None
    """A draft's levels, in place of anchors."""
    pass_at: int | None = None
    """Ordinal: levels from here up pass; where absent, the first level above the middle."""
    pass_levels: Annotated[tuple[Level, ...], Field(strict=False)] | None = None
    """Nominal: the levels that pass."""
    not_applicable: Text | None = None
    risk: Literal["normal", "high"] = "normal"
    guidance: str | None = None
    draft: bool = False

    @model_validator(mode="before")
    @classmethod
    def _nominal_levels_are_text(cls, data: Any) -> Any:
        """Make the level names of a nominal scale text, so that 1 and "1" are the same."""
        if not isinstance(data, dict) or data.get("scale") != "nominal":
            return data
        data = dict(data)
        if isinstance(data.get("anchors"), dict):
            names = [_level_text(level) for level in data["anchors"]]
            if len(set(names)) < len(names):
                raise ValueError(f"anchors: level names must differ, got {names}")
            data["anchors"] = dict(zip(names, data["anchors"].values(), strict=True))
        for field in ("levels", "pass_levels"):
            if isinstance(data.get(field), list | tuple):
                data[field] = [_level_text(level) for level in data[field]]
        return data

    @model_validator(mode="after")
    def _hangs_together(self) -> "Rubric":
        self._require_scale()
        if self.scale == "ordinal":
            self._require_ordinal()
        else:
            self._require_nominal()
        return self

    def _require_scale(self) -> None:
        written = "anchors" if self.levels is None else "levels"
        if self.draft:
            if self.anchors is not None or self.levels is None:
                raise FieldError("draft", "a draft has `levels` and no `anchors` yet")
        elif self.levels is not None:
            raise FieldError("levels", "`levels` is for drafts (`draft: true`): write `anchors`")
        elif self.anchors is None:
            raise FieldError("anchors", "`anchors` is missing: write the text of every level")
        elif not self.question.strip():
            raise FieldError(
                "question", "`question` is missing: say what is asked about the transcript"
            )
        levels = self.scale_levels
        if len(levels) < 2:
            raise FieldError(written, f"a scale has at least two levels, got {list(levels)}")
        if len(set(levels)) < len(levels):
            raise FieldError(written, f"levels must differ, got {list(levels)}")

    def _require_ordinal(self) -> None:
        written = "anchors" if self.levels is None else "levels"
        levels = [level for level in self.scale_levels if isinstance(level, int)]
        if len(levels) < len(self.scale_levels):
            raise FieldError(
                written,
                "the levels of an ordinal scale are integers without quotes, "
                f"got {list(self.scale_levels)}",
            )
        for level, following in pairwise(levels):
            if following != level + 1:
                gap = f"level {level + 1} is missing: levels must be consecutive, got {levels}"
                raise FieldError(written, gap)
        if self.pass_levels is not None:
            raise FieldError("pass_levels", "`pass_levels` is for nominal scales: use `pass_at`")
        if self.pass_at is not None and self.pass_at not in levels[1:]:
            raise FieldError(
                "pass_at",
                f"`pass_at` must be one of {levels[1:]} (at the lowest level all would pass), "
                f"got {self.pass_at}",
            )

    def _require_nominal(self) -> None:
        if self.pass_at is not None:
            raise FieldError("pass_at", "`pass_at` is for ordinal scales: use `pass_levels`")
        unknown = [level for level in self.pass_levels or () if level not in self.scale_levels]
        if unknown:
            raise FieldError(
                "pass_levels", f"`pass_levels` names levels that are not on the scale: {unknown}"
            )

    @cached_property
    def scale_levels(self) -> tuple[Level, ...]:
        """Every level of the scale: ascending where it is ordinal, as written where nominal."""
        written = tuple(self.levels or ()) if self.anchors is None else tuple(self.anchors)
        if self.scale == "ordinal" and all(isinstance(level, int) for level in written):
            return tuple(sorted(written))
        return written

    @cached_property
    def passing(self) -> frozenset[Level]:
        """The levels that count as a pass; empty where a nominal scale names none."""
        if self.scale == "nominal":
            return frozenset(self.pass_levels or ())
        levels = self.scale_levels
        start = self.pass_at if self.pass_at is not None else levels[(len(levels) + 1) // 2]
        return frozenset(levels[levels.index(start) :])

    @cached_property
    def digest(self) -> str:
        """What a rating depends on: guidance and risk are not part of it."""
        content: dict[str, object] = {
            "question": self.question,
            "scale": self.scale,
            "anchors": {str(level): text for level, text in (self.anchors or {}).items()},
            "pass_at": self.pass_at,
            "not_applicable": self.not_applicable,
        }
        if self.levels is not None:
            content["levels"] = list(self.levels)
        if self.pass_levels is not None:
            content["pass_levels"] = list(self.pass_levels)
        return digest(content)

    @property
    def major(self) -> str:
        """The part of the version that says what a level means."""
        return self.version.partition(".")[0]

    @property
    def allows_not_applicable(self) -> bool:
        """Whether "not applicable" is an answer: by rule, or because nothing is decided yet."""
        return self.draft or self.not_applicable is not None

    def counts(self, rubric_version: str) -> bool:
        """Tell whether a label made under another version still means the same."""
        return rubric_version.partition(".")[0] == self.major

    def level_of(self, raw: object) -> Level | None:
        """Return the level that a raw value names, or None where it names none.

        Integral floats and digits in text are the integer they spell; booleans, fractions and
        values off the scale are no level.
        """
        if isinstance(raw, bool) or raw is None:
            return None
        if self.scale == "nominal":
            text = _level_text(raw)
            return text if text in self.scale_levels else None
        level = _integer(raw)
        return level if level is not None and level in self.scale_levels else None

    def describe_scale(self) -> str:
        """Return the scale as people say it: ``1-4`` or ``0, 1, 2``."""
        levels = self.scale_levels
        if self.scale == "ordinal":
            return f"{levels[0]}-{levels[-1]}"
        return ", ".join(str(level) for level in levels)

    def warnings(self) -> tuple[str, ...]:
        """Return what is allowed and still worth a second look."""
        if self.scale == "ordinal" and len(self.scale_levels) % 2:
            middle = self.scale_levels[len(self.scale_levels) // 2]
            return (
                f"an odd scale ({self.describe_scale()}) has a neutral middle ({middle}) to hide "
                "in: an even number of levels makes raters decide",
            )
        return ()


def _level_text(raw: object) -> str:
    if isinstance(raw, float) and raw.is_integer():
        return str(int(raw))
    return str(raw)


def _integer(raw: object) -> int | None:
    """Return the integer that a number or a text spells exactly, else None."""
    if isinstance(raw, int):
        return raw
    if isinstance(raw, str):
        spelled = _INTEGER.fullmatch(raw.strip())
        return int(spelled[1]) if spelled else None
    if isinstance(raw, float) and raw.is_integer():
        return int(raw)
    return None
