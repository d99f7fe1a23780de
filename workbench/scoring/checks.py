"""Checks: compiled expectations, and how what one finds becomes its result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from workbench.domain.expectation import Expectation
from workbench.domain.outcome import USUAL_WEIGHT, CheckKind, Stage
from workbench.domain.run import CheckResult
from workbench.scoring.reading import Reading


@dataclass(slots=True, eq=False)
class Miss:
    """That an expectation does not hold, and what is there in its place."""

    expected: str
    got: str
    where: str | None = None
    turns: tuple[int, ...] = ()
    stage: Stage | None = None
    """Where to look first; absent: what is usual for the kind of check."""
    vacuous: bool = False
    """There was nothing to look at, so that the opposite does not hold either."""


class UncheckableError(Exception):
    """A check cannot tell: what it needs was not recorded or took too long."""


class NotApplicableError(Exception):
    """A check has nothing to say of this case; the message says why."""


Look = Callable[[Reading], Miss | None]
"""Returns what is amiss, or None where the expectation holds."""


Check = tuple[CheckResult, Look]
"""One expectation, ready to be looked at: the result that it gives where it passes, one object
for all, and the look."""


@lru_cache(maxsize=8192)
def plain_result(group: str, key: str | int, kind: CheckKind, hard: bool) -> CheckResult:
    """Return the result of a passing check that says nothing of itself.

    Results are frozen, so equal ones are shared.
    """
    return CheckResult(name=_path(group, key), kind=kind, status="pass", hard=hard)


def passed_result(
    group: str, key: str | int, kind: CheckKind, hard: bool, expectation: Expectation
) -> CheckResult:
    """Return the result of a check that passes, under its own title or its path in the suite."""
    if not expectation.negated and expectation.title is None and expectation.weight == USUAL_WEIGHT:
        return plain_result(group, key, kind, hard)
    return CheckResult(
        name=expectation.title or _path(group, key),
        kind=kind,
        status="pass",
        hard=hard,
        negated=expectation.negated,
        weight=expectation.weight,
    )


def _path(group: str, key: str | int) -> str:
    return f"{group}.{key}" if key != "" else group


ALWAYS_HARD: Final = frozenset({"tool_forbidden", "invariant"})


def run_all(checks: Sequence[Check], reading: Reading) -> tuple[tuple[CheckResult, ...], bool]:
    """Run every check; return the results, and whether all passed."""
    results = []
    clean = True
    for passed, look in checks:
        try:
            miss = look(reading)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - foreign code may raise anything
            result = _raised(passed, error)
        else:
            if miss is None and not passed.negated:
                results.append(passed)
                continue
            result = _found(passed, miss)
        clean = clean and result is passed
        results.append(result)
    return tuple(results), clean


def _raised(passed: CheckResult, error: BaseException) -> CheckResult:
    """Return that a check cannot tell, which is an error of that check alone."""
    if isinstance(error, NotApplicableError):
        return _changed(passed, status="not_applicable", message=str(error))
    told = str(error)
    if not isinstance(error, UncheckableError):
        told = f"the check raised {type(error).__name__}: {error}"
    return _changed(passed, status="error", message=told, stage="harness")


def _found(passed: CheckResult, miss: Miss | None) -> CheckResult:
    """Return the result of a check that missed, or that is negated."""
    if miss is None:
        message = "expected that it does not hold, and it does"
        return _changed(passed, status="fail", message=message)
    return passed if passed.negated and not miss.vacuous else _failed(passed, miss)


def _failed(passed: CheckResult, miss: Miss) -> CheckResult:
    where = f" at {miss.where}" if miss.where else ""
    denied = "not " if passed.negated else ""
    return _changed(
        passed,
        status="fail",
        expected=f"{denied}{miss.expected}",
        got=miss.got,
        where=miss.where,
        message=f"expected {denied}{miss.expected}, got {miss.got}{where}",
        turns=miss.turns,
        stage=miss.stage,
    )


def _changed(passed: CheckResult, **found: object) -> CheckResult:
    message = found["message"]
    if isinstance(message, str) and not message.isascii():
        found = {key: _writable(value) for key, value in found.items()}
    return passed.changed(**found)


def _writable(value: object) -> object:
    """Return a text with halves of characters, as JSON escapes cut short leave, made visible.

    No file can hold them as they are.
    """
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")
