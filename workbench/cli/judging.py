"""`workbench judge`."""

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.calibrating import dimension_option, json_option, judge_option
from workbench.cli.main import BROKEN, INCONCLUSIVE
from workbench.cli.progress import Progress

if TYPE_CHECKING:
    from workbench.judges.tally import Snapshot
    from workbench.workflows.asking import Asking
    from workbench.workflows.convening import Convened
    from workbench.workflows.docket import Wanted
    from workbench.workflows.estimating import Estimate
    from workbench.workflows.flooring import Answers
    from workbench.workflows.judging import Judging

SCHEMA = "workbench.judge/1"


@click.command("judge")
@judge_option
@dimension_option
@click.option(
    "--split",
    type=click.Choice(["all", "development", "test"]),
    default="all",
    show_default=True,
    help="All transcripts, or the labelled ones of one side.",
)
@click.option("--repeat", type=click.IntRange(1), default=1, help="Ask each question N times.")
@click.option("--again", is_flag=True, help="Ask once more where a reply was no verdict.")
@click.option(
    "--max-cost", type=click.FloatRange(0), metavar="USD", help="Stop before crossing it."
)
@click.option("--dry-run", is_flag=True, help="Print calls, tokens and cost; send nothing.")
@click.option("--show", metavar="TRANSCRIPT", help="Print the exact prompt; send nothing.")
@json_option
@click.pass_context
def judge_command(ctx: click.Context, /, **options: Any) -> None:
    r"""Ask judges about every transcript they have not rated yet.

    Models are asked through litellm, floors are fitted on people's development labels, panels
    are made of their members' verdicts. The same question is never paid for twice. Exit code 3
    where not all could be asked; running it again goes on from there.

    \b
    Example: workbench judge --judge strict --max-cost 5
    """
    from workbench.workflows.bench import Asked
    from workbench.workflows.docket import Wanted

    wanted = Wanted(
        asked=Asked(judges=options["judges"], dimensions=options["dimensions"]),
        split=options["split"],
        repeats=options["repeat"],
        again=options["again"],
        most_usd=options["max_cost"],
    )
    if options["show"] is not None:
        _show(ctx.obj, wanted, options["show"])
    elif options["dry_run"]:
        _dry_run(ctx.obj, wanted, as_json=options["as_json"])
    else:
        _judge(ctx, wanted, as_json=options["as_json"])


def _show(directory: Path, wanted: "Wanted", transcript: str) -> None:
    """Print a prompt as it would be sent."""
    from workbench.workflows.bench import Bench
    from workbench.workflows.estimating import shown

    _, prompt = shown(Bench(directory), wanted, transcript)
    click.echo(f"{prompt.system}\n\n{prompt.user}")
    if prompt.replaced:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(prompt.replaced.items()))
        click.echo(f"replaced before sending: {counts}", err=True)
    if prompt.cut:
        click.echo(f"shortened to fit: turns {', '.join(map(str, prompt.cut))}", err=True)


def _dry_run(directory: Path, wanted: "Wanted", *, as_json: bool) -> None:
    from workbench.cli.render import to_json
    from workbench.workflows.bench import Bench
    from workbench.workflows.estimating import estimate

    found = estimate(Bench(directory), wanted)
    if as_json:
        click.echo(
            to_json({"schema": "workbench.estimate/1", "judges": [_fields(e) for e in found]})
        )
        return
    for one in found:
        click.echo(_estimate_line(one))
    if not found:
        click.echo("Nobody with a model is asked.")


def _fields(record: Any) -> dict[str, Any]:
    """Return a frozen record as a JSON object."""
    from dataclasses import asdict

    return asdict(record)


def _estimate_line(one: "Estimate") -> str:
    cost = (
        "cost unknown, no price is listed"
        if one.cost_usd is None
        else (f"at most {one.cost_usd:.4f} USD")
    )
    line = (
        f"{one.judge}: {one.calls:,} calls ({one.already:,} answered already), about "
        f"{one.input_tokens:,} tokens in, {cost}"
    )
    if one.replaced:
        counts = ", ".join(f"{count:,} {kind}" for kind, count in one.replaced.items())
        line += f"; replaced in {one.looked_at:,} prompts looked at: {counts}"
    if one.cut or one.too_long:
        line += f"; shortened to fit {one.cut}, too long at any rate {one.too_long}"
    return line


def _judge(ctx: click.Context, wanted: "Wanted", *, as_json: bool) -> None:
    import numpy as np

    from workbench.cli.render import to_json
    from workbench.workflows.judging import judge

    progress = _Meter()
    found = judge(
        ctx.obj,
        wanted,
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(secrets.randbits(64)),
        progress=progress,
    )
    progress.clear()
    click.echo(to_json(_document(found)) if as_json else "\n".join(_lines(found)))
    _leave(ctx, found)


class _Meter:
    """Draws a batch: how far, how fast, what it cost so far and how long it will take."""

    def __init__(self) -> None:
        self._line = Progress()
        self.clear = self._line.clear

    def __call__(self, snapshot: "Snapshot[Any]") -> None:
        done = snapshot.done + snapshot.failed
        rate = f", {snapshot.a_second:.1f}/s" if snapshot.a_second else ""
        left = f", {snapshot.seconds_left:.0f} s left" if snapshot.seconds_left else ""
        cost = f", {snapshot.spent.known_usd:.4f} USD" if snapshot.spent.known_usd else ""
        self._line(f"asking{rate}{cost}{left}:", done, snapshot.total)


def _leave(ctx: click.Context, found: "Judging") -> None:
    """Say what is left and leave with the exit code for it."""
    answers = found.floors.answers if found.floors else ()
    if found.models is not None and found.models.ended.reason != "complete":
        ended = found.models.ended
        click.echo(
            f"not finished: {ended.message} ({ended.left:,} questions are left; run the same "
            "command to go on)",
            err=True,
        )
        ctx.exit(BROKEN if ended.reason == "stopped" else INCONCLUSIVE)
    if found.models is None and answers and all(one.refused is not None for one in answers):
        ctx.exit(INCONCLUSIVE)


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
    lines.append(_spent_line(found))
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


def _spent_line(found: "Asking") -> str:
    spent = found.ended.spent
    cost = f"{spent.known_usd:.4f} USD"
    if spent.unpriced:
        cost = f"cost unknown for {spent.unpriced:,} of {spent.calls:,} calls, else {cost}"
    return (
        f"{spent.calls:,} calls, {spent.input_tokens:,} tokens in and {spent.output_tokens:,} "
        f"out, {cost}"
    )


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
            "ended": models.ended.reason,
            "message": models.ended.message,
            "left": models.ended.left,
            "calls": models.ended.spent.calls,
            "unpriced_calls": models.ended.spent.unpriced,
            "input_tokens": models.ended.spent.input_tokens,
            "output_tokens": models.ended.spent.output_tokens,
            "cost_usd": models.ended.spent.cost_usd,
        },
        "panels": [_fields(one) for one in found.panels],
    }
