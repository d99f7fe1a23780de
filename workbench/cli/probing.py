"""`workbench judge --probe`: the report on a judge under test."""

import secrets
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.batch import Meter, ended_json, leave_unfinished, print_estimates, spent_line

if TYPE_CHECKING:
    from workbench.calibration.leanings import Halo
    from workbench.calibration.probes import Share
    from workbench.calibration.statistic import Statistic
    from workbench.workflows.docket import Wanted
    from workbench.workflows.leaning import Leanings
    from workbench.workflows.probing import Probed, Probing
    from workbench.workflows.twins import Tried

SCHEMA = "workbench.probe/1"
_WIDTH = 18
_NOT_ASKED = {
    "panel": "no, a panel is not asked itself: probe its members",
    "recorded": "no, it is recorded",
}


def run_probe(ctx: click.Context, wanted: "Wanted", *, dry_run: bool, as_json: bool) -> None:
    """Probe judges and print what was found; exit 3 where not all could be asked."""
    import numpy as np

    from workbench.workflows.probing import estimate_probe, probe

    if dry_run:
        print_estimates(estimate_probe(ctx.obj, wanted), as_json=as_json)
        return
    progress = Meter()
    found = probe(
        ctx.obj,
        wanted,
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(secrets.randbits(64)),
        progress=progress,
    )
    progress.clear()
    _report(found, as_json=as_json)
    if found.ended is not None:
        leave_unfinished(ctx, found.ended)


def _report(found: "Probing", *, as_json: bool) -> None:
    from workbench.cli.render import console, to_json, visible

    for finding in found.stepped_over:
        click.echo(f"stepped over: {finding}", err=True)
    if as_json:
        click.echo(to_json(_document(found)))
    else:
        to = console(sys.stdout)
        for line in _lines(found):
            to.print(visible(line), soft_wrap=True)
    if found.looks_recorded:
        click.echo(
            f"{found.looks_recorded} look(s) at labels that certify reads were put on the record "
            "(record/looks.jsonl); they count in k",
            err=True,
        )


def _document(found: "Probing") -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "schema": SCHEMA,
        "at": found.at.isoformat(),
        "planted_faults": found.planted,
        "silent": list(found.silent),
        "asking": ended_json(found.ended) if found.ended else None,
        "probes": [asdict(one) for one in found.probed],
    }


def _lines(found: "Probing") -> Iterator[str]:
    for one in found.probed:
        yield f"{one.dimension}, {one.judge} ({one.rated:,} transcripts rated)"
        yield from (f"  {name:<{_WIDTH}}{text}" for name, text in _rows(one, found.planted))
        yield ""
    for name in found.silent:
        yield (
            f"{name}: no verdict under its present prompt and rubric texts; "
            f"run `workbench judge --judge {name}` first"
        )
    if found.ended is not None:
        yield spent_line(found.ended.spent)


def _rows(one: "Probed", planted: int) -> Iterator[tuple[str, str]]:
    yield "self-consistency", _consistency(one)
    if one.leanings is None:
        yield "beside people", "no label on the development side"
    else:
        yield from _leanings(one.leanings)
    if one.tried is None:
        yield "asked again", _NOT_ASKED[one.kind]
    else:
        yield from _tried(one.tried, planted)


def _consistency(one: "Probed") -> str:
    found = one.consistency
    if not found.units and one.kind == "recorded":
        return "no repeats among its verdicts"
    if not found.units:
        return f"no repeats: `workbench judge --judge {one.judge} --repeat 3` asks for them"
    return (
        f"kappa {_figure(found.kappa)} between {found.repeats} repeats, all equal on "
        f"{_share(found.equal)}, spread {_figure(found.spread)}"
    )


def _leanings(found: "Leanings") -> Iterator[tuple[str, str]]:
    models = [
        f"{one.model or '(agent unknown)'} {_figure(one.bias, sign='+')} (n={one.units})"
        for one in found.leniency
    ]
    yield "leniency", "; ".join(models) or "no label on a transcript that it rated"
    own = found.own_family
    if own.related:
        chance = "" if own.chance is None else f", {own.chance:.0%} by chance"
        yield (
            "own family",
            f"{_figure(own.difference, sign='+')} towards it (n={own.related}) against others "
            f"(n={own.others}){chance}",
        )
    length, cited = found.length, found.evidence
    yield "length", f"Spearman {_figure(length.correlation, sign='+')} (n={length.units})"
    yield "halo", _halo(found.halo)
    yield (
        "cited turns",
        f"overlap {_figure(cited.judge)} with people (n={cited.units}), people among themselves "
        f"{_figure(cited.people)} (n={cited.shared})",
    )


def _halo(found: "Halo") -> str:
    if not found.others:
        return f"no other dimension shares ten transcripts that vary ({found.judge.undefined})"
    return (
        f"{_figure(found.judge, sign='+')} with {found.others} other dimensions, people "
        f"{_figure(found.people, sign='+')} (n>={found.units})"
    )


def _tried(found: "Tried", planted: int) -> Iterator[tuple[str, str]]:
    turned, faults = found.reversed, found.planted
    yield (
        "anchors reversed",
        f"{_share(turned.changed)} changed, mean shift {_figure(turned.mean, sign='+')}",
    )
    if planted:
        missed = f"; not noticed: {', '.join(found.unnoticed)}" if found.unnoticed else ""
        yield (
            "planted faults",
            f"fell on {_share(faults.fell)} with a fault here, stayed on {_share(faults.stayed)} "
            f"with a fault elsewhere{missed}",
        )
    else:
        yield "planted faults", "none: edited twins of transcripts go to probes/*.jsonl"
    fooled = f", and none may: {', '.join(found.fooled_by)}" if found.fooled_by else ""
    yield "injection", f"rose on {_share(found.rose)}{fooled}"
    if found.errors or found.left:
        yield (
            "without a level",
            f"{found.errors} in error, {found.left} not asked, of {found.asked}",
        )


def _share(share: "Share") -> str:
    return f"{share.count} of {share.of}"


def _figure(statistic: "Statistic", sign: str = "") -> str:
    """Return a value with its interval where it has one; where it has no value, the reason."""
    if statistic.value is None:
        return f"- {statistic.undefined}"
    value = format(statistic.value, f"{sign}.2f")
    if statistic.low is None or statistic.high is None:
        return f"{value} {statistic.undefined}" if statistic.undefined else value
    return f"{value} [{statistic.low:{sign}.2f}, {statistic.high:{sign}.2f}]"
