"""Results as text that a tired person can read, and as JSON that a machine can."""

import json
from typing import IO, TYPE_CHECKING, Any
from unicodedata import category

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from workbench.calibration.figures import (
    SCHEMA,
    agreement_json,
    gold_json,
    panel_json,
    people_json,
    reasons_json,
)
from workbench.calibration.phrases import gold_line, number, panel_line, slice_line, with_interval
from workbench.workflows.depicting import ordered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from workbench.calibration.slices import Slice
    from workbench.calibration.summary import People
    from workbench.store.ratings import Example
    from workbench.workflows.calibrating import Calibration, Measured

STYLES = {
    "trusted": "bold green",
    "insufficient": "yellow",
    "untrusted": "red",
    "stale": "magenta",
    "floor": "dim",
}
WIDE = 200
"""Columns where the output is no terminal: nothing is cut off."""
_NOBODY = "No judge has a verdict on a labelled transcript yet."


def to_json(value: object) -> str:
    """Return indented JSON; NaN and infinities are refused."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def console(out: IO[str]) -> Console:
    """Return a console that never reads markup in the text it is given."""
    return Console(
        file=out,
        markup=False,
        highlight=False,
        soft_wrap=False,
        width=None if out.isatty() else WIDE,
    )


def visible(text: str, style: str = "") -> Text:
    """Return text of others as one line that cannot drive the terminal."""
    spaced = " ".join(text.splitlines())
    return Text("".join("\ufffd" if category(c) == "Cc" else c for c in spaced), style=style)


def calibration_json(found: "Calibration") -> dict[str, Any]:
    """Return the document that `calibrate --json` and `certify --json` print."""
    from workbench import __version__

    return {
        "schema": SCHEMA,
        "stamp": {
            "workbench": __version__,
            "at": found.at.isoformat(),
            "split": found.split,
            "verified": found.checked.to_json() if found.checked else None,
            "stepped_over": [finding.to_json() for finding in found.stepped_over],
            "remarks": list(found.remarks),
        },
        "people": [people_json(one) for one in found.people],
        "agreements": [_measured_json(one) for one in found.measured],
    }


def _measured_json(one: "Measured") -> dict[str, Any]:
    decision = one.decision
    figures = agreement_json(one.agreement)
    figures["status"] = one.status
    figures["reasons"] = reasons_json(decision.reasons) if decision else []
    figures["claim"] = decision.claim if decision else None
    figures["next"] = decision.next if decision else None
    if one.floor_step is not None:
        figures["reasons"] = reasons_json((one.floor_step.reason,))
        figures["next"] = one.floor_step.next
    figures["panel"] = panel_json(one.panel) if one.panel else None
    figures["gold"] = gold_json(one.agreement.rubric, one.gold) if one.gold else None
    if one.slices:
        figures["slices"] = [_slice_json(part) for part in one.slices]
    return figures


def _slice_json(part: "Slice") -> dict[str, Any]:
    return {
        "value": part.value,
        "units": part.units,
        "kappa": part.kappa.to_json() if part.kappa else None,
        "exact_agreement": part.exact,
        "bias": part.bias.to_json() if part.bias else None,
        "difference": part.difference,
        "stands_out": part.stands_out,
    }


def print_brief(found: "Calibration", out: IO[str]) -> None:
    """Print the trust table and the claim of everybody who is trusted."""
    to = console(out)
    if not found.measured:
        to.print(_NOBODY)
        return
    to.print(_trust_table(found))
    to.print()
    for one in ordered(found.measured):
        if one.status == "trusted" and one.decision is not None:
            _print_status(to, one, one.decision.claim)
    _print_floors(to, found)


def print_calibration(found: "Calibration", out: IO[str]) -> None:
    """Print the trust table, what each row means, and people's own agreement."""
    to = console(out)
    if found.measured:
        to.print(_trust_table(found))
        to.print()
        for one in ordered(found.measured):
            _print_row(to, one)
        _print_floors(to, found)
    else:
        to.print(_NOBODY)
    to.print()
    to.print(_people_table(found.people))
    if found.checked:
        to.print(
            f"scikit-learn {found.checked.scikit_learn} and krippendorff "
            f"{found.checked.krippendorff} compute the same figures "
            f"(largest difference {found.checked.largest_difference:.1e})."
        )


def _trust_table(found: "Calibration") -> Table:
    side = {"development": "development side", "test": "test side", "all": "both sides"}
    table = _table(f"Judges beside people, {side[found.split]}")
    for name in ("status", "dimension", "judge"):
        table.add_column(name, overflow="fold")
    for name in (
        "n",
        "kappa [95 % interval]",
        "bound (k)",
        "people",
        "exact (chance)",
        "bias",
        "severe misses",
        "errors",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    for one in ordered(found.measured):
        table.add_row(*_cells(one))
    return table


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, show_edge=False)


def _cells(one: "Measured") -> list[Text | str]:
    measured = one.agreement
    shares, severe = measured.shares, measured.severe
    return [
        Text(one.status, style=STYLES[one.status]),
        visible(measured.rubric.dimension),
        visible(measured.judge),
        str(measured.units),
        with_interval(measured.kappa_primary),
        f"{number(measured.bound)} ({measured.variants})",
        number(measured.ceiling.kappa.value),
        "-" if shares is None else f"{shares.exact:.0%} ({shares.exact_by_chance:.0%})",
        number(measured.bias.value, "+.2f"),
        "-"
        if severe is None or severe.rate is None
        else f"{severe.count:.3g}/{severe.of:.3g}, <={severe.upper:.0%}",
        f"{measured.errors.count}/{measured.errors.of}",
    ]


def _print_row(to: Console, one: "Measured") -> None:
    decision = one.decision
    if decision is not None:
        _print_status(to, one, decision.claim)
        for reason in decision.reasons:
            if reason.text != decision.claim:
                to.print(visible(f"      also: {reason.text}"), soft_wrap=True)
        if one.status != "trusted":
            to.print(visible(f"      next: {decision.next}"), soft_wrap=True)
    elif one.floor_step is not None:
        _print_status(to, one, one.floor_step.text)
        to.print(visible(f"      next: {one.floor_step.next}"), soft_wrap=True)
    if one.panel is not None:
        to.print(visible(f"      {panel_line(one.panel)}"), soft_wrap=True)
    if one.gold is not None:
        to.print(f"      {gold_line(one.gold)}", soft_wrap=True)
    if one.example is not None and decision is not None:
        _print_example(to, one.example)
    for part in one.slices:
        to.print(visible(f"      {slice_line(part)}"), soft_wrap=True)


def _print_status(to: Console, one: "Measured", says: str) -> None:
    line = visible(f"  {one.agreement.rubric.dimension}, {one.agreement.judge}: ")
    line.append(one.status, style=STYLES[one.status])
    line.append(visible(f", {says}"))
    to.print(line, soft_wrap=True)


def _print_floors(to: Console, found: "Calibration") -> None:
    if any(one.decision is None for one in found.measured):
        to.print("  A floor is no LLM: it is what any judge has to beat.")


def _print_example(to: Console, example: "Example") -> None:
    to.print(
        visible(f"      largest disagreement: transcript {example.transcript}"), soft_wrap=True
    )
    for labeller, level, note, turns in example.labels:
        cited = f" [turns {', '.join(map(str, turns))}]" if turns else ""
        to.print(
            visible(f"        {labeller} gave {level}{f': {note}' if note else ''}{cited}"),
            soft_wrap=True,
        )
    given, justification = example.verdict
    to.print(
        visible(f"        the judge gave {given}{f': {justification}' if justification else ''}"),
        soft_wrap=True,
    )


def _people_table(people: "Iterable[People]") -> Table:
    table = _table("People among themselves")
    table.add_column("dimension", overflow="fold")
    for name in ("n", "labellers", "alpha", "kappa [95 % interval]", "levels used"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("not applicable", justify="right")
    for one in people:
        table.add_row(
            visible(one.rubric.dimension),
            str(one.units),
            str(len(one.labellers)),
            "-" if one.alpha.value is None else f"{one.alpha.value:.2f}",
            with_interval(one.kappa),
            f"{one.levels_used} of {len(one.rubric.scale_levels)}",
            str(one.not_applicable),
        )
    return table
