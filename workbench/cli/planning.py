"""`workbench plan`."""

from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.calibrating import dimension_option, json_option, judge_option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.calibration.sampling import Candidate
    from workbench.workflows.planning import DimensionPlan, Plan

SCHEMA = "workbench.plan/1"
_SHOWN = 40
"""How many transcripts of a dimension are named for people; JSON names all."""


@click.command("plan", epilog="Example: workbench plan --dimension groundedness --count 10")
@judge_option
@dimension_option
@click.option(
    "--count",
    type=click.IntRange(min=0),
    metavar="N",
    help="Name N transcripts for each dimension instead of as many as it lacks.",
)
@json_option
@click.pass_obj
def plan_command(
    directory: Path,
    judges: tuple[str, ...],
    dimensions: tuple[str, ...],
    count: int | None,
    as_json: bool,
) -> None:
    """Tell how many more labels each dimension needs, and which transcripts to label next.

    The test side stays closed. The transcripts are drawn at random: labels count for trust only
    where they are given whatever the transcripts look like.
    """
    from workbench.cli.render import to_json
    from workbench.workflows.bench import Asked
    from workbench.workflows.planning import plan

    asked = Asked(judges=judges, dimensions=dimensions)
    found = plan(directory, asked, now=datetime.now(UTC), count=count)
    for finding in found.stepped_over:
        click.echo(f"stepped over: {finding}", err=True)
    click.echo(to_json(_document(found)) if as_json else "\n".join(_lines(found)))
    if found.looks_recorded:
        click.echo(
            f"{found.looks_recorded} look(s) at labels that certify reads were put on the record "
            "(record/looks.jsonl): a count of labels tells of agreement; they count in k",
            err=True,
        )


def _lines(found: "Plan") -> "Iterator[str]":
    from workbench.workflows.advising import first_look, lacking, seen_labels

    if not found.dimensions:
        yield "There is no rubric yet: `workbench init` or an import of labels makes one."
    for number, one in enumerate(found.dimensions):
        if number:
            yield ""
        yield f"{one.dimension}: {one.labelled} labelled, {one.unlabelled} not yet"
        if one.first_look:
            yield f"  {first_look(found.policy, one.labelled)}"
        for judge in one.judges:
            yield f"  {judge.judge}: {lacking(found.policy, one, judge)}"
        if one.labels_seen:
            yield f"  {seen_labels(found.policy)}"
        yield from _next(one)


def _next(one: "DimensionPlan") -> "Iterator[str]":
    if not one.next:
        if one.more:
            yield "  no transcript is left to label: import more conversations"
        return
    yield (
        f"  label these {len(one.next)} next, drawn at random; label all of them, whatever they "
        "look like:"
    )
    for collection, names in _by_collection(one.next[:_SHOWN]).items():
        yield f"    {collection}: {', '.join(names)}"
    if len(one.next) > _SHOWN:
        yield f"    and {len(one.next) - _SHOWN} more (--json names all)"
    fresh = sum(not candidate.answers for candidate in one.next)
    if fresh < one.more and len(one.next) < one.more:
        yield f"  only {one.unlabelled} unlabelled transcripts are left: import more conversations"


def _by_collection(candidates: "Sequence[Candidate]") -> dict[str, list[str]]:
    named: dict[str, list[str]] = defaultdict(list)
    for one in candidates:
        again = f" (has {one.answers})" if one.answers else ""
        named[one.stratum].append(f"{one.transcript}{again}")
    return named


def _document(found: "Plan") -> dict[str, Any]:
    from workbench import __version__
    from workbench.workflows.outlook import ASSURANCE

    trust = found.policy.trust
    return {
        "schema": SCHEMA,
        "stamp": {
            "workbench": __version__,
            "at": found.at.isoformat(),
            "chance": ASSURANCE,
            "minimum_kappa": trust.minimum_kappa,
            "minimum_lower_bound": trust.minimum_lower_bound,
            "minimum_transcripts": trust.minimum_transcripts,
            "looks_recorded": found.looks_recorded,
            "stepped_over": [finding.to_json() for finding in found.stepped_over],
        },
        "dimensions": [_dimension(one) for one in found.dimensions],
    }


def _dimension(one: "DimensionPlan") -> dict[str, Any]:
    return {
        "dimension": one.dimension,
        "labelled": one.labelled,
        "unlabelled": one.unlabelled,
        "first_look": one.first_look,
        "labels_seen": one.labels_seen,
        "more": one.more,
        "judges": [
            {
                "judge": judge.judge,
                "outcome": judge.outcome,
                "side": judge.side,
                "rated": judge.rated,
                "more": judge.more,
                "fewest": judge.fewest,
                "most": judge.most,
                "variants_tried": judge.variants,
            }
            for judge in one.judges
        ],
        "next": [
            {
                "transcript": candidate.transcript,
                "collection": candidate.stratum,
                "labellers": candidate.answers,
            }
            for candidate in one.next
        ],
    }
