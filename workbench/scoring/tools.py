"""Tools: which calls the agent made, had to make, must not make, in what order and how often."""

from collections.abc import Sequence
from typing import Any

from workbench.domain.expect import EVERY_TOOL
from workbench.domain.expectation import ToolExpectation
from workbench.scoring.checks import Look, Miss
from workbench.scoring.matching import matched
from workbench.scoring.places import MISSING
from workbench.scoring.reading import Call, Reading
from workbench.scoring.values import apart, same, shown


def fits(wanted: ToolExpectation, call: Call) -> bool:
    """Whether a call is one that is meant: its name, and its arguments where they are listed.

    Text in arguments counts letter by letter, numbers by their value.
    """
    if call.name != wanted.name:
        return False
    if wanted.arguments is None:
        return True
    given = call.arguments
    if not isinstance(given, dict):
        return not wanted.arguments and given in (None, "")
    if wanted.match == "exact" and given.keys() != wanted.arguments.keys():
        return False
    return all(
        key in given and same(value, given[key], fold=False)
        for key, value in wanted.arguments.items()
    )


def required_look(wanted: ToolExpectation, group: Sequence[ToolExpectation]) -> Look:
    """Return the look for one required call.

    Args:
        wanted: The call.
        group: All required calls of the same tool in order, this one among them: each needs a
            call of its own, and no call serves two.
    """
    if len(group) == 1:
        return _single(wanted)
    place = next(place for place, one in enumerate(group) if one is wanted)

    def look(reading: Reading) -> Miss | None:
        calls = [call for call in reading.calls if call.name == wanted.name]
        served = matched(len(group), calls, lambda row, call: fits(group[row], call))
        if place in served:
            return None
        return _not_called(wanted, calls, nth=f", {len(group)} such calls in all")

    return look


def _single(wanted: ToolExpectation) -> Look:
    name = wanted.name
    if wanted.arguments is None:

        def look(reading: Reading) -> Miss | None:
            for call in reading.calls:
                if call.name == name:
                    return None
            return _not_called(wanted, [])

        return look

    def look_closely(reading: Reading) -> Miss | None:
        calls = [call for call in reading.calls if call.name == name]
        for call in calls:
            if fits(wanted, call):
                return None
        return _not_called(wanted, calls)

    return look_closely


def _not_called(wanted: ToolExpectation, calls: Sequence[Call], *, nth: str = "") -> Miss:
    expected = f"a call of {described(wanted)}{nth}"
    if not calls:
        return Miss(expected, "no call of it", stage="tool_choice")
    closest = min(calls, key=lambda call: len(_differences(wanted, call)))
    differences = "; ".join(_differences(wanted, closest))
    got = f"{len(calls)} call{'s' if len(calls) > 1 else ''} of {wanted.name}"
    return Miss(
        expected,
        f"{got}, the closest with {differences}" if differences else got,
        where=f"turn {closest.turn}",
        turns=tuple(dict.fromkeys(call.turn for call in calls)),
        stage="tool_arguments" if differences else "tool_choice",
    )


def _differences(wanted: ToolExpectation, call: Call) -> list[str]:
    given = call.arguments
    if not isinstance(given, dict):
        return [f"arguments {shown(given)}, which are no JSON object"] if wanted.arguments else []
    listed = wanted.arguments or {}
    found = []
    for key, value in listed.items():
        got = given.get(key, MISSING)
        if got is MISSING or not same(value, got, fold=False):
            one, two = apart(value, got)
            found.append(f"{key}: {two} in place of {one}")
    if wanted.match == "exact" and wanted.arguments is not None:
        found += [
            f"{key}: {shown(given[key])} beside (exact)" for key in given if key not in listed
        ]
    return found


def described(wanted: ToolExpectation) -> str:
    """Return a call as messages say it: `refund(amount=50)`."""
    if wanted.arguments is None:
        return wanted.name
    listed = ", ".join(f"{key}={shown(value)}" for key, value in wanted.arguments.items())
    return f"{wanted.name}({listed}){' exactly' if wanted.match == 'exact' else ''}"


def forbidden_look(wanted: ToolExpectation) -> Look:
    """Return the look for a call that must not be made."""

    def look(reading: Reading) -> Miss | None:
        for call in reading.calls:
            if call.name == wanted.name:
                break
        else:
            return None
        made = [call for call in reading.calls if fits(wanted, call)]
        if not made:
            return None
        return Miss(
            f"no call of {described(wanted)}",
            _times(len(made)),
            where=f"turn {made[0].turn}",
            turns=tuple(dict.fromkeys(call.turn for call in made)),
            stage="tool_choice",
        )

    return look


def order_look(tools: Sequence[str]) -> Look:
    """Return the look for tools called in this order; others may come between."""

    def look(reading: Reading) -> Miss | None:
        names = (call.name for call in reading.calls)
        for place, tool in enumerate(tools):
            if tool not in names:
                return _out_of_order(tools, place, reading)
        return None

    return look


def _out_of_order(tools: Sequence[str], place: int, reading: Reading) -> Miss:
    called = [call.name for call in reading.calls]
    missing = tools[place]
    turns = tuple(dict.fromkeys(call.turn for call in reading.calls if call.name == missing))
    after = f" after {tools[place - 1]}" if place else ""
    return Miss(
        f"calls in the order {', '.join(tools)}",
        f"{', '.join(called) or 'no call'} ({missing} is not called{after})",
        turns=turns,
        stage="order_or_retry" if missing in called else "tool_choice",
    )


def count_look(tool: str, count: int, *, most: bool) -> Look:
    """Return the look for how often a tool (`*`: any) was called."""

    def look(reading: Reading) -> Miss | None:
        calls = reading.calls
        if tool == EVERY_TOOL:
            made = len(calls)
        else:
            made = 0
            for call in calls:
                if call.name == tool:
                    made += 1
        if (made <= count) if most else (made >= count):
            return None
        return _miscounted(tool, count, made, reading, most=most)

    return look


def _miscounted(tool: str, count: int, made: int, reading: Reading, *, most: bool) -> Miss:
    calls: list[Any] = [call for call in reading.calls if tool in (EVERY_TOOL, call.name)]
    of = "all tools together" if tool == EVERY_TOOL else tool
    return Miss(
        f"at {'most' if most else 'least'} {_times(count)} of {of}",
        _times(made),
        turns=tuple(dict.fromkeys(call.turn for call in calls)),
        stage="order_or_retry" if most and count else "tool_choice",
    )


def _times(count: int) -> str:
    return f"{count} call{'' if count == 1 else 's'}"
