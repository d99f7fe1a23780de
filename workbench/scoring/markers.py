"""Markers: what must have happened by the end of a scenario, in which order, and what never."""

from collections.abc import Iterator

from workbench.domain.expectation import ToolExpectation
from workbench.domain.outcome import CheckKind
from workbench.domain.suite import Marker, Markers
from workbench.scoring.checks import Look, Miss
from workbench.scoring.reading import Reading, folded
from workbench.scoring.tools import described, fits

_Event = tuple[int, int, int]
"""When something happened: the turn, text before calls, and the place among those."""


def marker_looks(
    markers: Markers,
) -> Iterator[tuple[tuple[str, str | int], Marker, Look, CheckKind]]:
    """Return where each stands, the marker, the look and the kind of each check of a scenario.

    A tool that must never be called is a forbidden one.
    """
    for place, marker in enumerate(markers.happened):
        yield ("markers.happened", place), marker, _happened(marker), "marker"
    if markers.in_order:
        last = markers.in_order[-1]
        yield ("markers.in_order", ""), last, _in_order(markers.in_order), "marker"
    for place, marker in enumerate(markers.never):
        kind: CheckKind = "marker" if marker.tool is None else "tool_forbidden"
        yield ("markers.never", place), marker, _never(marker), kind


def _events(marker: Marker, reading: Reading) -> list[_Event]:
    """Return the events that a marker is about, in order."""
    if marker.tool is not None:
        wanted = _wanted(marker)
        calls = enumerate(reading.calls)
        return [(call.turn, 1, place) for place, call in calls if fits(wanted, call)]
    sought = folded(marker.text or "")
    return [
        (reply.turn or 0, 0, place)
        for reply, text in zip(reading.replies, reading.folded, strict=True)
        for place in _occurrences(sought, text)
    ]


def _occurrences(sought: str, text: str) -> Iterator[int]:
    place = text.find(sought)
    while place >= 0:
        yield place
        place = text.find(sought, place + len(sought))


def _wanted(marker: Marker) -> ToolExpectation:
    return ToolExpectation(name=marker.tool or "", arguments=marker.arguments)


def _said(marker: Marker) -> str:
    if marker.tool is not None:
        return f"a call of {described(_wanted(marker))}"
    return f"a reply that contains {marker.text!r}"


def _happened(marker: Marker) -> Look:
    def look(reading: Reading) -> Miss | None:
        return None if _events(marker, reading) else Miss(_said(marker), "none by the end")

    return look


def _never(marker: Marker) -> Look:
    def look(reading: Reading) -> Miss | None:
        turns = tuple(dict.fromkeys(turn for turn, _, _ in _events(marker, reading)))
        if not turns:
            return None
        return Miss(f"never {_said(marker)}", "one", where=f"turn {turns[0]}", turns=turns)

    return look


def _in_order(markers: tuple[Marker, ...]) -> Look:
    def look(reading: Reading) -> Miss | None:
        position: _Event = (-1, 0, 0)
        for place, marker in enumerate(markers):
            later = [event for event in _events(marker, reading) if event > position]
            if not later:
                after = f" after {_said(markers[place - 1])}" if place else ""
                expected = " then ".join(_said(one) for one in markers)
                return Miss(expected, f"no {_said(marker).removeprefix('a ')}{after}")
            position = later[0]
        return None

    return look
