"""`workbench judge`."""

import secrets
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from workbench.cli.batch import Meter, ended_json, print_estimates, spent_line
from workbench.cli.calibrating import dimension_option, json_option, judge_option
from workbench.cli.main import BROKEN, INCONCLUSIVE
from workbench.cli.probing import run_probe

if TYPE_CHECKING:
    from workbench.workflows.asking import Asking
    from workbench.workflows.convening import Convened
    from workbench.workflows.docket import Wanted
    from workbench.workflows.flooring import Answers
    from workbench.workflows.judging import Judging

SCHEMA = "workbench.judge/1"
_NAMED = 5
"""How many cases that are left out are named."""


@click.command("judge", epilog="Example: workbench judge --judge strict --max-cost 5")
@judge_option
@dimension_option
@click.option(
    "--split",
    type=click.Choice(["all", "development", "test"]),
    default="all",
    show_default=True,
    help="All transcripts, or the labelled ones of one side.",
)
@click.option(
    "--suite",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask the yes/no criteria of this suite's cases, and nothing else.",
)
@click.option("--repeat", type=click.IntRange(1), default=1, help="Ask each question N times.")
@click.option("--again", is_flag=True, help="Ask once more where a reply was no verdict.")
@click.option(
    "--max-cost", type=click.FloatRange(0), metavar="USD", help="Stop before crossing it."
)
@click.option("--dry-run", is_flag=True, help="Print calls, tokens and cost; send nothing.")
@click.option("--show", metavar="TRANSCRIPT", help="Print the exact prompt; send nothing.")
@click.option(
    "--probe", is_flag=True, help="Report what moves the levels besides what is asked about."
)
@json_option
@click.pass_context
def judge_command(ctx: click.Context, /, **options: Any) -> None:
    """Ask judges about every transcript they have not rated yet.

    Models are asked through litellm, floors are fitted on people's development labels, panels
    are made of their members' verdicts. The same question is never paid for twice. Exit code 3
    where not all could be asked; running it again goes on from there.
    """
    from workbench.workflows.bench import Asked
    from workbench.workflows.docket import Wanted

    if options["probe"]:
        _refuse_beside_probe(ctx)
    wanted = Wanted(
        asked=Asked(judges=options["judges"], dimensions=options["dimensions"]),
        split=options["split"],
        repeats=options["repeat"],
        again=options["again"],
        most_usd=options["max_cost"],
    )
    if options["suite"] is not None:
        wanted = _of_suite(ctx, wanted, options["suite"])
    if options["probe"]:
        run_probe(ctx, wanted, dry_run=options["dry_run"], as_json=options["as_json"])
    elif options["show"] is not None:
        _show(ctx.obj, wanted, options["show"])
    elif options["dry_run"]:
        _dry_run(ctx.obj, wanted, as_json=options["as_json"])
    else:
        _judge(ctx, wanted, as_json=options["as_json"])


def _refuse_beside_probe(ctx: click.Context) -> None:
    """Refuse options that a probe would not heed."""
    for name in ("split", "suite", "repeat", "show"):
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            why = ""
            if name == "suite":
                from workbench.workflows.probing import NO_CRITERIA

                why = f": {NO_CRITERIA}"
            raise click.UsageError(f"--probe takes no --{name}{why}", ctx)


def _of_suite(ctx: click.Context, wanted: "Wanted", suite: Path) -> "Wanted":
    """Return the same, asked about the criteria of a suite; say which cases are left out."""
    from dataclasses import replace

    from workbench.cli.running import suite_path
    from workbench.domain.unit import CRITERIA
    from workbench.workflows.itemising import itemised

    if set(wanted.asked.dimensions) - {CRITERIA}:
        raise click.UsageError(f"--suite asks the dimension {CRITERIA} and no other", ctx)
    found = itemised(ctx.obj, suite_path(ctx.obj, suite))
    if found.left_out:
        more = ", ..." if len(found.left_out) > _NAMED else ""
        click.echo(
            f"left out, no transcript in transcripts/: {len(found.left_out):,} cases with criteria "
            f"({', '.join(found.left_out[:_NAMED])}{more})",
            err=True,
        )
    asked = replace(wanted.asked, dimensions=(CRITERIA,))
    return replace(wanted, asked=asked, only=found.units)


def _show(directory: Path, wanted: "Wanted", transcript: str) -> None:
    """Print a prompt as it would be sent."""
    from workbench.workflows.bench import Bench
    from workbench.workflows.estimating import shown

    job, prompt = shown(Bench(directory), wanted, transcript)
    click.echo(f"{prompt.system}\n\n{prompt.user}")
    others = len(wanted.criteria().get(job.transcript, ())) - 1
    if others > 0:
        click.echo(f"asked of this transcript too: {others:,} other criteria", err=True)
    if prompt.replaced:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(prompt.replaced.items()))
        click.echo(f"replaced before sending: {counts}", err=True)
    if prompt.cut:
        click.echo(f"shortened to fit: turns {', '.join(map(str, prompt.cut))}", err=True)


def _dry_run(directory: Path, wanted: "Wanted", *, as_json: bool) -> None:
    from workbench.workflows.bench import Bench
    from workbench.workflows.estimating import estimate

    print_estimates(estimate(Bench(directory), wanted), as_json=as_json)


def _fields(record: Any) -> dict[str, Any]:
    """Return a frozen record as a JSON object."""
    from dataclasses import asdict

    return asdict(record)


def _judge(ctx: click.Context, wanted: "Wanted", *, as_json: bool) -> None:
    import numpy as np

    from workbench.cli.render import to_json
    from workbench.workflows.judging import judge

    progress = Meter()
    found = judge(
        ctx.obj,
        wanted,
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(secrets.randbits(64)),
        progress=progress,
    )
    progress.clear()
    told = [one.stepped_over for one in (found.floors, found.models) if one is not None]
    for finding in dict.fromkeys(chain.from_iterable(told)):
        click.echo(f"stepped over: {finding}", err=True)
    click.echo(to_json(_document(found)) if as_json else "\n".join(_lines(found)))
    _leave(ctx, found)


def _leave(ctx: click.Context, found: "Judging") -> None:
    """Say what is left and leave with the exit code for it."""
    answers = found.floors.answers if found.floors else ()
    if found.models is not None and _unfinished(found.models):
        click.echo(_unfinished(found.models), err=True)
        ctx.exit(BROKEN if found.models.ended.reason == "stopped" else INCONCLUSIVE)
    if found.models is None and answers and all(one.refused is not None for one in answers):
        ctx.exit(INCONCLUSIVE)


def _unfinished(found: "Asking") -> str:
    """Say why questions are left and how to go on; empty where none is."""
    left = found.ended.left + found.unanswered
    if found.ended.reason == "complete" and not left:
        return ""
    why = found.ended.message or found.failure
    return f"not finished: {why} ({left:,} questions are left; run the same command to go on)"


def _lines(found: "Judging") -> list[str]:
    lines = [_floor_line(one) for one in (found.floors.answers if found.floors else ())]
    if found.models is not None:
        lines += _model_lines(found.models)
    lines += [_panel_line(one) for one in found.panels]
    return lines or ["No dimension has a label yet."]


def _floor_line(one: "Answers") -> str:
    name = f"{one.dimension}, {one.judge}: "
    if one.refused is not None:
        return f"{name}not asked, {one.refused}"
    told = f"{one.new} new verdicts, {one.already} were there already"
    return f"{name}{told}{f', {one.unread} conversations are not here' if one.unread else ''}"


def _model_lines(found: "Asking") -> list[str]:
    lines = [
        f"{name}: {found.new.get(name, 0):,} new verdicts, {already:,} were there already"
        for name, already in sorted(found.already.items())
    ]
    if found.errors:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in found.errors.items())
        lines.append(f"in error, of no level: {kinds}")
    lines.append(spent_line(found.ended.spent))
    lines += [
        f"warning: {name}: on {count:,} questions judge and agent are of one model or family"
        for name, count in sorted(found.related.items())
    ]
    lines += [
        f"warning: {name}: the provider answered with more than one model: {', '.join(models)}"
        for name, models in sorted(found.models.items())
        if len(models) > 1
    ]
    return lines


def _panel_line(one: "Convened") -> str:
    line = f"{one.panel}: {one.new:,} new verdicts, {one.already:,} stand"
    line += f"; {one.disagreements:,} with a disagreement, {one.no_majority:,} without a majority"
    return line + (f"; {one.waiting:,} wait for members" if one.waiting else "")


def _document(found: "Judging") -> dict[str, Any]:
    models = found.models
    return {
        "schema": SCHEMA,
        "answers": [_fields(one) for one in (found.floors.answers if found.floors else ())],
        "models": models
        and {
            "new": dict(models.new),
            "already": dict(models.already),
            "errors": dict(models.errors),
            "related": dict(models.related),
            "models_returned": {name: list(names) for name, names in models.models.items()},
            "unanswered": models.unanswered,
            "failure": models.failure,
            **ended_json(models.ended),
        },
        "panels": [_fields(one) for one in found.panels],
    }
