"""Fields: what stands at a dotted path, and whether it is what was expected.

Missing, null and empty are three things. Text is compared in upper or lower case alike; types
are not: "12" is not 12, true is not 1. 50 and 50.0 are one number.
"""

from collections.abc import Callable, Sequence
from typing import Any

from workbench.domain.expectation import FieldExpectation, LengthBounds
from workbench.scoring.checks import Look, Miss
from workbench.scoring.patterns import compiled_pattern, searched
from workbench.scoring.places import MISSING, at, steps, way_out
from workbench.scoring.reading import Reading, folded
from workbench.scoring.values import apart, close, is_number, kind_of, same, shown

Source = Callable[[Reading], Any]
"""Takes what the paths lead into from a reading."""
Test = Callable[[Any], Miss | None]
"""Returns what is amiss with a value, or None."""


def of_outcome(reading: Reading) -> Any:
    """Return what the paths under `fields` lead into."""
    return reading.outcome


def field_look(
    path: str, expectation: FieldExpectation, source: Source, *, free_text: bool = False
) -> Look:
    """Return the look at one path.

    Args:
        path: Where the value stands in what `source` returns.
        expectation: What must hold of it.
        source: Takes what the path leads into from a reading.
        free_text: Whether a bare text is a part of what must stand there.

    Raises:
        DataError: A pattern is no regular expression.
    """
    where = steps(path)
    if expectation.is_plain:
        expected = expectation.equals
        if free_text and isinstance(expected, str):
            return _plain_contains(path, where, expected, source)
        return _plain_equals(path, where, expected, source)
    tests = [_operator(operator, expectation) for operator in expectation.said]

    def look(reading: Reading) -> Miss | None:
        whole = source(reading)
        got = at(whole, where)
        for test in tests:
            miss = test(got)
            if miss is not None:
                miss.where = path
                if got is MISSING:
                    miss.got += way_out(whole, where)
                return miss
        return None

    return look


def _plain_equals(path: str, where: Sequence[str], expected: Any, source: Source) -> Look:
    def look(reading: Reading) -> Miss | None:
        whole = source(reading)
        got = at(whole, where)
        if got is MISSING:
            wanted, told = apart(expected, got)
            return Miss(wanted, f"{told}{way_out(whole, where)}", where=path, vacuous=True)
        return None if same(expected, got) else Miss(*apart(expected, got), where=path)

    return look


def _plain_contains(path: str, where: Sequence[str], part: str, source: Source) -> Look:
    sought = folded(part)

    def look(reading: Reading) -> Miss | None:
        whole = source(reading)
        got = at(whole, where)
        if isinstance(got, str) and sought in folded(got):
            return None
        miss = _no_part(part, got, path)
        if got is MISSING:
            miss.got += way_out(whole, where)
        return miss

    return look


def _no_part(part: str, got: Any, path: str | None) -> Miss:
    vacuous = not isinstance(got, str)
    kind = "" if got is MISSING or not vacuous or got is None else f"{kind_of(got)} "
    expected = f"a text that contains {shown(part)}"
    return Miss(expected, f"{kind}{shown(got)}", where=path, vacuous=vacuous)


def _operator(operator: str, expectation: FieldExpectation) -> Test:
    """Return the test of one operator: a value in, what is amiss or None out."""
    makers: dict[str, Callable[[FieldExpectation], Test]] = {
        "equals": _equals,
        "contains": _contains,
        "one_of": _one_of,
        "matches": _matches,
        "number": _number,
        "at_least": _at_least,
        "at_most": _at_most,
        "absent": _absent,
        "length": _length,
    }
    return makers[operator](expectation)


def _equals(expectation: FieldExpectation) -> Test:
    expected, fold = expectation.equals, not expectation.case_sensitive

    def test(got: Any) -> Miss | None:
        if got is not MISSING and same(expected, got, fold=fold):
            return None
        return Miss(*apart(expected, got), vacuous=got is MISSING)

    return test


def _contains(expectation: FieldExpectation) -> Test:
    part, fold = expectation.contains, not expectation.case_sensitive

    def test(got: Any) -> Miss | None:
        if isinstance(got, list | tuple):
            if any(same(part, item, fold=fold) for item in got):
                return None
            return Miss(f"a list that contains {shown(part)}", shown(got))
        if not isinstance(part, str) or not isinstance(got, str):
            return _no_part(str(part), got, None)
        there = folded(part) in folded(got) if fold else part in got
        return None if there else _no_part(part, got, None)

    return test


def _one_of(expectation: FieldExpectation) -> Test:
    allowed, fold = expectation.one_of or (), not expectation.case_sensitive

    def test(got: Any) -> Miss | None:
        if got is not MISSING and any(same(value, got, fold=fold) for value in allowed):
            return None
        return Miss(f"one of {shown(list(allowed))}", shown(got), vacuous=got is MISSING)

    return test


def _matches(expectation: FieldExpectation) -> Test:
    pattern = compiled_pattern(expectation.matches or "")

    def test(got: Any) -> Miss | None:
        if isinstance(got, str) and searched(pattern, got):
            return None
        expected = f"a text that matches {shown(pattern.pattern)} (search)"
        return Miss(expected, shown(got), vacuous=not isinstance(got, str))

    return test


def _number(expectation: FieldExpectation) -> Test:
    expected, tolerance = expectation.number or 0.0, expectation.tolerance

    def test(got: Any) -> Miss | None:
        if is_number(got) and close(expected, got, tolerance):
            return None
        within = f" ± {tolerance:g}" if tolerance else ""
        return Miss(f"number {expected:.12g}{within}", _with_kind(got), vacuous=not is_number(got))

    return test


def _at_least(expectation: FieldExpectation) -> Test:
    bound = expectation.at_least or 0.0
    return _bounded(f"a number of at least {bound:.12g}", lambda got: got >= bound)


def _at_most(expectation: FieldExpectation) -> Test:
    bound = expectation.at_most or 0.0
    return _bounded(f"a number of at most {bound:.12g}", lambda got: got <= bound)


def _bounded(expected: str, holds: Callable[[float], bool]) -> Test:
    def test(got: Any) -> Miss | None:
        if is_number(got) and holds(got):
            return None
        return Miss(expected, _with_kind(got), vacuous=not is_number(got))

    return test


def _with_kind(got: Any) -> str:
    if got is MISSING or got is None or is_number(got):
        return shown(got)
    return f"{kind_of(got)} {shown(got)}"


def _absent(expectation: FieldExpectation) -> Test:
    absent = expectation.absent

    def test(got: Any) -> Miss | None:
        if (got is MISSING) == absent:
            return None
        return Miss("nothing" if absent else "a value, be it null", shown(got))

    return test


def _length(expectation: FieldExpectation) -> Test:
    wanted = expectation.length
    if isinstance(wanted, LengthBounds):
        low, high = wanted.at_least or 0, wanted.at_most
    else:
        low = high = wanted or 0
    said = f"{low}" if low == high else f"{low} to {'any' if high is None else high}"

    def test(got: Any) -> Miss | None:
        sized = isinstance(got, str | list | tuple | dict)
        length = len(got) if sized else -1
        if sized and length >= low and (high is None or length <= high):
            return None
        return Miss(f"a length of {said}", f"{length}" if sized else shown(got), vacuous=not sized)

    return test
