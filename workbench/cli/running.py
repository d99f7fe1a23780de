"""`workbench run`, `workbench compare` and `workbench report`."""

import json
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.batch import Meter
from workbench.cli.calibrating import json_option
from workbench.cli.progress import Progress

if TYPE_CHECKING:
    from workbench.workflows.appraising import Means
    from workbench.workflows.scoring import Scored

FORMATS = ("text", "html", "junit", "markdown", "json")


@click.command("run", epilog="Example: workbench run suites/support.yaml --report report.html")
@click.argument("suite", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--transcripts",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Score the transcripts of a JSON Lines file in place of the workspace's.",
)
@click.option("--offline", is_flag=True, help="Ask no judge; take the verdicts on record.")
@click.option(
    "--max-cost", type=click.FloatRange(0), metavar="USD", help="Stop asking before crossing it."
)
@click.option(
    "--report",
    "reports",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Also write .html, .xml (JUnit), .md or .json; repeatable.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="Score a JSON Lines suite in N processes; without it in as many as pay.",
)
@json_option
@click.pass_context
def run_command(ctx: click.Context, /, **options: Any) -> None:
    """Score recorded transcripts against SUITE: checks first, then the judges that are trusted.

    Exit code 0 where all passed and the release bar is met, 1 where something failed, 2 where
    suite or workspace is broken, 3 where nothing could be concluded.
    """
    from workbench.workflows.reporting import require_writable, save

    suite = suite_path(ctx.obj, options["suite"])
    for path in options["reports"]:
        require_writable(path)
    scored = _scored(ctx.obj, suite, options)
    for remark in scored.remarks:
        click.echo(remark, err=True)
    if scored.queued:
        click.echo(
            f"{scored.queued} contradictions queued for people (record/queue.jsonl)", err=True
        )
    for path in options["reports"]:
        save(ctx.obj, scored.run, path, options["transcripts"])
        click.echo(f"wrote {path}", err=True)
    _print(ctx.obj, scored, as_json=options["as_json"])
    ctx.exit(scored.run.manifest.gate.exit_code)


@click.command("report", epilog="Example: workbench report latest --to html > report.html")
@click.argument("run")
@click.option("--to", type=click.Choice(FORMATS), default="text", show_default=True)
@click.pass_obj
def report_command(directory: Path, run: str, to: Any) -> None:
    """Render a recorded RUN: its id, its folder, or `latest`."""
    from workbench.workflows.reporting import report

    report(directory, run, to, sys.stdout)


@click.command("compare", epilog="Example: workbench compare RUN latest")
@click.argument("first")
@click.argument("second")
@click.option("--anyway", is_flag=True, help="Compare though suite, rubric, judge or clock differ.")
@json_option
@click.pass_context
def compare_command(
    ctx: click.Context, first: str, second: str, anyway: bool, as_json: bool
) -> None:
    """Tell whether run SECOND is better than run FIRST, at what, and beyond noise or not.

    Exit code 1 where a critical case came out worse, whatever the total; 2 where the two cannot
    be compared.
    """
    from workbench.cli.render import to_json
    from workbench.reports.versus import versus_json, write_versus
    from workbench.workflows.comparing import compare_runs

    found = compare_runs(ctx.obj, first, second, anyway=anyway)
    names = (found.first.id, found.second.id)
    for warning in found.warnings:
        click.echo(f"not alike: {warning}", err=True)
    if as_json:
        click.echo(to_json(versus_json(found.comparison, names)))
    else:
        write_versus(found.comparison, names, sys.stdout, noise=found.noise)
    ctx.exit(found.comparison.exit_code)


def suite_path(directory: Path, suite: Path) -> Path:
    """Return the suite's file: inside the workspace, else as it is named from here."""
    inside = directory / suite
    return inside if inside.exists() else suite


def _scored(directory: Path, suite: Path, options: dict[str, Any]) -> "Scored":
    from workbench.workflows.scoring import Wanted, run_suite

    meter, line = Meter(), Progress()
    try:
        return run_suite(
            directory,
            Wanted(suite=suite, transcripts=options["transcripts"], workers=options["workers"]),
            now=datetime.now(UTC),
            asking=None if options["offline"] else lambda: _means(meter, options["max_cost"]),
            progress=line,
        )
    finally:
        meter.clear()
        line.clear()


def _means(meter: Meter, most_usd: float | None) -> "Means":
    import numpy as np

    from workbench.workflows.appraising import Means

    return Means(
        clock=lambda: datetime.now(UTC),
        rng=np.random.default_rng(secrets.randbits(64)),
        progress=meter,
        most_usd=most_usd,
    )


def _print(directory: Path, scored: "Scored", *, as_json: bool) -> None:
    from workbench.workflows.reporting import render

    if as_json:
        click.echo(json.dumps(scored.run.manifest.to_whole_json(), indent=2, ensure_ascii=False))
        return
    render(directory, scored.run, "text", sys.stdout)
    click.echo(f"Run {scored.run.manifest.id}", err=True)
