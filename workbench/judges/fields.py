"""What the keys of a judge's object say: the level or "not applicable", and the justification.

The keys are `level`, `not_applicable`, `justification` and `evidence`. ALIASES are read in place of
a key, and noted; beside it they must say the same. Further keys are ignored.

A level is what the rubric's scale names: an integer, an integral float, the plain digits of one in
text, or `n/m` in text where m is the highest level of an ordinal scale. Nothing else is: no
boolean, no fraction, no superscript or digit of another script, no number with words around it. On
a nominal scale it is the whole name of a level as the rubric spells it.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.judges.answer import Fault
from workbench.judges.objects import printable, shortened

ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "level": ("score", "label"),
    "evidence": ("evidence_turns",),
}
ANSWER_KEYS: Final = ("level", *ALIASES["level"], "not_applicable")
"""The keys that make an object an answer."""

_OUT_OF: Final = re.compile(r"([0-9]{1,9})\s*/\s*([0-9]{1,9})")
_INTEGER: Final = re.compile(r"[+-]?[0-9]+(\.0*)?")
_DECIMAL: Final = re.compile(r"[+-]?[0-9]*\.[0-9]+")


def value_at(value: Mapping[str, Any], key: str) -> Any:
    """Return what stands at a key or in place of it, None where nothing does."""
    names = (key, *ALIASES.get(key, ()))
    return next((value[name] for name in names if value.get(name) is not None), None)


def uses_alias(value: Mapping[str, Any]) -> bool:
    """Tell whether an alias stands in place of a key."""
    return any(value.get(key) is None and value_at(value, key) is not None for key in ALIASES)


def read_decision(value: Mapping[str, Any], rubric: Rubric) -> Level | Fault | None:
    """Return the level that an object gives; None where it answers "not applicable"."""
    raw, not_applicable = value_at(value, "level"), value.get("not_applicable")
    if fault := _contradiction(value):
        return fault
    if not_applicable is not None and not isinstance(not_applicable, bool):
        message = f"`not_applicable` must be true or false, got {shortened(not_applicable)}"
        return Fault(kind="not_applicable_refused", message=message)
    if not not_applicable:
        return _level(raw, rubric)
    if raw is not None:
        message = f"`level` is {shortened(raw)} and `not_applicable` is true: one of them"
        return Fault(kind="contradicting_keys", message=message)
    if not rubric.allows_not_applicable:
        message = f"{rubric.dimension!r} always applies: give a level of {rubric.describe_scale()}"
        return Fault(kind="not_applicable_refused", message=message)
    return None


def read_justification(value: Mapping[str, Any]) -> str | Fault:
    """Return the sentence that gives the reason; a list of sentences is joined."""
    raw = value.get("justification")
    sentences: list[object] = raw if isinstance(raw, list) else [raw]
    texts = [sentence for sentence in sentences if isinstance(sentence, str)]
    joined = printable(" ".join(texts)).strip()
    return joined if joined and len(texts) == len(sentences) else _missing("justification", raw)


def _contradiction(value: Mapping[str, Any]) -> Fault | None:
    """Return the fault of a key that stands beside an alias and says something else."""
    for key, aliases in ALIASES.items():
        given = {name: value[name] for name in (key, *aliases) if value.get(name) is not None}
        if len({shortened(one) for one in given.values()}) > 1:
            message = f"{' and '.join(f'`{name}`' for name in given)} must say the same"
            return Fault(kind="contradicting_keys", message=message)
    return None


def _level(raw: object, rubric: Rubric) -> Level | Fault:
    if raw is None:
        return _missing("level", raw)
    if isinstance(raw, bool):
        return _no_level("boolean", raw, rubric)
    if not isinstance(raw, int | float | str):
        return _no_level("not_a_level", raw, rubric)
    spelled = raw.strip() if isinstance(raw, str) else raw
    level = rubric.level_of(_numerator(spelled, rubric))
    return _no_level(_why_none(spelled, rubric), raw, rubric) if level is None else level


def _numerator(spelled: float | str, rubric: Rubric) -> float | str:
    """Return n of `n/m` where m is the highest level of an ordinal scale, else what came."""
    if not isinstance(spelled, str) or rubric.scale == "nominal":
        return spelled
    out_of = _OUT_OF.fullmatch(spelled)
    return out_of[1] if out_of and int(out_of[2]) == rubric.scale_levels[-1] else spelled


def _why_none(spelled: float | str, rubric: Rubric) -> str:
    """Return the kind of fault of a number or text that names no level."""
    if rubric.scale == "nominal":
        return "off_scale"
    if not isinstance(spelled, str):
        return "fractional" if math.isfinite(spelled) and spelled % 1 else "off_scale"
    if _INTEGER.fullmatch(spelled) or _OUT_OF.fullmatch(spelled):
        return "off_scale"
    return "fractional" if _DECIMAL.fullmatch(spelled) else "not_a_level"


def _no_level(kind: str, raw: object, rubric: Rubric) -> Fault:
    message = f"`level` must be one of {rubric.describe_scale()}, got {shortened(raw)}"
    return Fault(kind=kind, message=message)


def _missing(key: str, raw: object) -> Fault:
    got = f"must be text, got {shortened(raw)}" if raw else "is missing"
    return Fault(kind="missing_key", message=f"`{key}` {got}")
