"""promptfoo's assertions as checks of a case that pass and fail on the same answers.

Each reads the agent's last reply, which is the output that promptfoo tests. What has no exact
counterpart is refused with the reason; what differs at an edge is a caveat.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.importers.ajv_schema import DRAFT, demands_container, equivalent
from workbench.importers.javascript_regex import SPACE, case_blind, escaped, translated
from workbench.importers.javascript_text import listed, text_of, trimmed
from workbench.importers.loss import LossError
from workbench.importers.marked_yaml import parse_marked, plain
from workbench.importers.promptfoo_kinds import reason_against
from workbench.scoring.patterns import compiled_pattern, searched

EMPTY = "an empty answer passes this in promptfoo and fails here, where there is nothing to look at"
FOLDED = (
    "upper and lower case are alike here by Unicode's full folding (ß is found as ss, accents as "
    "one letter or two), in promptfoo by single letters"
)
SCALAR = "JSON that is a bare number, text, true, false or null is JSON to promptfoo and none here"
NAN = "NaN and Infinity in JSON are read here, and make it no JSON to promptfoo"
JUDGED = (
    "llm-rubric became a yes/no criterion: a judge that is trusted on `criteria` answers it, no "
    "grader gives it a score"
)
_CONTAINER = {"type": ["object", "array"]}
_CONTAINER = {"type": ["object", "array"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """One assertion, variables put in."""

    kind: str
    """Its type, without `not-`."""
    negated: bool
    value: Any = None
    threshold: Any = None
    single: bool = False
    """Whether it has to become one check, since the test's threshold counts it as one."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What an assertion became."""

    rules: tuple[tuple[str, dict[str, Any]], ...]
    """Keys of `expect`, each with one rule."""
    caveats: tuple[str, ...] = ()


def require_counterpart(kind: str) -> None:
    """Refuse a type of assertion, without `not-`, that no check means the same as.

    Raises:
        LossError: It is one; the message says why.
    """
    if kind not in _CONVERTERS:
        raise LossError(reason_against(kind))


def checks_of(assertion: Assertion) -> Checks:
    """Return the checks that an assertion is.

    Raises:
        LossError: There are none that mean the same.
    """
    require_counterpart(assertion.kind)
    return _CONVERTERS[assertion.kind](assertion)


def _pattern(
    pattern: str, negated: bool, *, full: bool = False, caveats: tuple[str, ...] = ()
) -> Checks:
    """Return the check for one pattern in the answer."""
    rule: dict[str, Any] = {"pattern": pattern, "on": "answer"}
    if full:
        rule["mode"] = "fullmatch"
    if negated:
        rule["not"] = True
    if searched(compiled_pattern(pattern), "", whole=full) is not negated:
        caveats = (*caveats, EMPTY)
    return Checks((("patterns", rule),), caveats)


def _contains(text: str) -> Checks:
    if not text.strip() or "${" in text:
        return _pattern(escaped(text), negated=False)
    return Checks((("must_contain", {"text": text, "case_sensitive": True, "on": "answer"}),))


def _lacks(text: str, blind: bool) -> Checks:
    if not text.strip() or "${" in text:
        return _pattern(case_blind(text) if blind else escaped(text), negated=True)
    rule: dict[str, Any] = {"text": text, "on": "answer"}
    if not blind or text.lower() == text.upper():
        return Checks((("must_not_contain", rule | {"case_sensitive": True}),))
    return Checks((("must_not_contain", rule),), (FOLDED,))


def _joined(found: list[Checks]) -> Checks:
    caveats = dict.fromkeys(caveat for one in found for caveat in one.caveats)
    return Checks(tuple(rule for one in found for rule in one.rules), tuple(caveats))


def _texts(assertion: Assertion) -> list[str]:
    """Return what a check for texts looks for."""
    value = assertion.value
    if not assertion.kind.endswith(("-any", "-all")):
        if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
            raise LossError(f"promptfoo itself refuses its value {value!r}")
        return [text_of(value)]
    parts = listed(value) if isinstance(value, str) else value
    if not isinstance(parts, list) or not parts or "" in parts:
        raise LossError(f"its value {value!r} is no list of texts")
    return [text_of(part) for part in parts]


def _containing(assertion: Assertion) -> Checks:
    texts, negated = _texts(assertion), assertion.negated
    blind = assertion.kind.startswith("icontains") and any(
        text.lower() != text.upper() for text in texts
    )
    every = assertion.kind.endswith("-all")
    if (len(texts) == 1 or not assertion.single) and negated and not (every and len(texts) > 1):
        return _joined([_lacks(text, blind) for text in texts])
    if (len(texts) == 1 or (every and not assertion.single)) and not negated:
        wanted = [_pattern(case_blind(one), negated=False) if blind else None for one in texts]
        return _joined([one or _contains(text) for one, text in zip(wanted, texts, strict=True)])
    parts = [case_blind(one).removeprefix("(?ia)") if blind else escaped(one) for one in texts]
    flags = "(?ia)" if blind else ""
    if every:
        ahead = "".join(f"(?=(?s:.)*?{part})" for part in parts)
        return _pattern(f"{flags}^{ahead}", negated)
    return _pattern(f"{flags}{'|'.join(parts)}", negated)


def _equals(assertion: Assertion) -> Checks:
    value, negated = assertion.value, assertion.negated
    if isinstance(value, dict | list):
        return _outcome({"$schema": DRAFT, "const": value}, negated)
    text = text_of(value)
    if not text:
        raise LossError("an empty answer is nothing that a check can look at")
    return _pattern(escaped(text), negated, full=True)


def _starts_with(assertion: Assertion) -> Checks:
    if not isinstance(assertion.value, str) or not assertion.value:
        raise LossError(f"promptfoo itself refuses its value {assertion.value!r}")
    return _pattern(f"^{escaped(assertion.value)}", assertion.negated)


def _regex(assertion: Assertion) -> Checks:
    if not isinstance(assertion.value, str) or not assertion.value:
        raise LossError(f"promptfoo itself refuses its value {assertion.value!r}")
    found = translated(assertion.value)
    return _pattern(found.pattern, assertion.negated, caveats=found.caveats)


def _words(assertion: Assertion) -> Checks:
    value = assertion.value
    if isinstance(value, Mapping):
        low, high = value.get("min"), value.get("max")
        if not value.keys() <= {"min", "max"} or (low is None and high is None):
            raise LossError(f"promptfoo itself refuses its value {value!r}")
    else:
        low = high = _whole(value)
    low, high = (None if one is None else _whole(one) for one in (low, high))
    if low is not None and high is not None and low > high:
        raise LossError(f"promptfoo itself refuses its value {value!r}")
    times = f"{{{low or 0},{'' if high is None else high}}}"
    return _pattern(
        f"(?a)[{SPACE}]*+(?:[^{SPACE}]++[{SPACE}]*+){times}", assertion.negated, full=True
    )


def _whole(value: Any) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**5:
        raise LossError(f"its number of words {value!r} is no whole number that is checked here")
    return value


def _json(assertion: Assertion) -> Checks:
    value = assertion.value
    if value in (None, ""):
        return _outcome({"$schema": DRAFT, **_CONTAINER}, assertion.negated, SCALAR)
    if isinstance(value, bool):
        raise LossError(f"promptfoo itself refuses its value {value!r}")
    schema = equivalent(plain(parse_marked(value)) if isinstance(value, str) else value)
    if demands_container(schema):
        return _outcome(schema, assertion.negated)
    if isinstance(schema, dict) and "$ref" in repr(schema):
        raise LossError("its schema allows what is no object or list, and refers to its own parts")
    return _outcome(combined(_CONTAINER, schema), assertion.negated, SCALAR)


def combined(*schemas: Any) -> dict[str, Any]:
    """Return the schema of what satisfies all schemas, none of which refers to its own parts."""
    parts = [
        {key: one for key, one in schema.items() if key != "$schema"}
        if isinstance(schema, dict)
        else schema
        for schema in schemas
    ]
    return {"$schema": DRAFT, "allOf": parts}


def _outcome(schema: Any, negated: bool, *caveats: str) -> Checks:
    rule: dict[str, Any] = {"schema": schema, "fenced": False}
    if negated:
        rule["not"] = True
    return Checks((("json_schema", rule),), (*caveats, NAN))


def _limit(key: str) -> Callable[[Assertion], Checks]:
    def convert(assertion: Assertion) -> Checks:
        most = assertion.threshold
        if isinstance(most, bool) or not isinstance(most, int | float) or most < 0:
            raise LossError(f"its threshold {most!r} is no figure of at least 0")
        rule: dict[str, Any] = {"at_most": most}
        if assertion.negated:
            rule["not"] = True
        return Checks(((key, rule),))

    return convert


def _rubric(assertion: Assertion) -> Checks:
    text = assertion.value
    if assertion.single:
        raise LossError("the test's threshold counts its score, which no judge here gives")
    if not isinstance(text, str) or not trimmed(text):
        raise LossError("its value is no text that a judge can be asked")
    rule: dict[str, Any] = {"criterion": trimmed(text)}
    if assertion.negated:
        rule["not"] = True
    return Checks((("rubric", rule),), (JUDGED,))


_CONVERTERS: dict[str, Callable[[Assertion], Checks]] = {
    "equals": _equals,
    "starts-with": _starts_with,
    "regex": _regex,
    "word-count": _words,
    "is-json": _json,
    "cost": _limit("max_cost_usd"),
    "latency": _limit("max_latency_ms"),
    "llm-rubric": _rubric,
    "contains": _containing,
    "contains-any": _containing,
    "contains-all": _containing,
    "icontains": _containing,
    "icontains-any": _containing,
    "icontains-all": _containing,
}
