"""The scale that imported ratings are on: the rubric's where there is one, else a new draft's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from workbench.domain.level import Level
from workbench.domain.nearest import did_you_mean, same_but_for_writing
from workbench.domain.rubric import DRAFT_VERSION, Rubric
from workbench.errors import DataError
from workbench.store.workspace import RubricFile

_RANGE = re.compile(r"(-?[0-9]{1,4})-(-?[0-9]{1,4})")
_LISTED = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """The levels that an import was told."""

    kind: Literal["ordinal", "nominal"]
    levels: tuple[Level, ...]
    text: str
    """As it was written."""

    def agrees(self, rubric: Rubric) -> bool:
        """Tell whether a rubric has these levels and no others."""
        return self.kind == rubric.scale and set(self.levels) == set(rubric.scale_levels)


def scale_of(text: str) -> Scale:
    """Read ``--scale``.

    Raises:
        DataError: The text names no scale.
    """
    if text.startswith("nominal:"):
        names = tuple(name.strip() for name in text.removeprefix("nominal:").split(","))
        if len(names) >= 2 and all(names) and len(set(names)) == len(names):
            return Scale("nominal", names, text)
    spelled = _RANGE.fullmatch(text.strip())
    if spelled and int(spelled[1]) < int(spelled[2]):
        return Scale("ordinal", tuple(range(int(spelled[1]), int(spelled[2]) + 1)), text)
    raise DataError(f"--scale {text}: must be like 1-4, 1-5 or nominal:yes,no")


def rubrics_for(
    dimensions: Iterable[str], here: Mapping[str, RubricFile], scale: Scale | None
) -> tuple[dict[str, Rubric], list[Rubric]]:
    """Find the rubric of each dimension, as a new draft where there is none.

    Returns:
        The rubric by dimension, and those of them that are new.

    Raises:
        DataError: A dimension has no rubric and no scale was given, or the scale that was given
            is not the one that its rubric has.
    """
    found: dict[str, Rubric] = {}
    drafts: list[Rubric] = []
    missing: list[str] = []
    for dimension in dimensions:
        if dimension in here:
            found[dimension] = _agreeing(here[dimension], scale)
        elif scale is None:
            missing.append(dimension)
        else:
            found[dimension] = _draft(dimension, scale)
            drafts.append(found[dimension])
    if missing:
        raise DataError(
            f"{_listed(missing)}: no rubric here; --scale 1-4 (or what the levels are: 1-5, "
            "nominal:yes,no) makes a draft that can be calibrated, or write one in rubrics/."
            f"{did_you_mean(missing[0], here)}"
        )
    return found, drafts


def beside_another(drafts: Iterable[Rubric], here: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each new draft whose dimension seems to be there already."""
    known = list(here)
    for draft in drafts:
        other = same_but_for_writing(draft.dimension, known)
        known.append(draft.dimension)
        if other is not None:
            yield (
                f"dimension {draft.dimension!r} gets a draft of its own beside {other!r}; where "
                f"they are one, call it {other!r} in the file and import that"
            )


def _agreeing(here: RubricFile, scale: Scale | None) -> Rubric:
    rubric = here.rubric
    if scale is not None and not scale.agrees(rubric):
        raise DataError(
            f"--scale {scale.text}: {here.file} has the {rubric.scale} scale "
            f"{rubric.describe_scale()} for {rubric.dimension!r}"
        )
    return rubric


def _draft(dimension: str, scale: Scale) -> Rubric:
    try:
        return Rubric(
            dimension=dimension,
            version=DRAFT_VERSION,
            scale=scale.kind,
            levels=scale.levels,
            draft=True,
        )
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]["msg"]
        raise DataError(f"dimension {dimension!r}: {fault}") from error


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:_LISTED])
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"dimension{'s' if len(names) > 1 else ''} {shown}{more}"
