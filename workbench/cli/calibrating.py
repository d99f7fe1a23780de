"""`workbench calibrate` and `workbench certify`."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from workbench.cli.main import INCONCLUSIVE
from workbench.cli.progress import Progress

if TYPE_CHECKING:
    from workbench.workflows.calibrating import Calibration

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
judge_option = click.option(
    "--judge", "judges", multiple=True, metavar="J", help="Only this judge; repeatable."
)
dimension_option = click.option(
    "--dimension", "dimensions", multiple=True, metavar="D", help="Only this dimension; repeatable."
)


@click.command("calibrate", epilog="Example: workbench calibrate --judge strict --explain")
@judge_option
@dimension_option
@click.option(
    "--split",
    type=click.Choice(["development", "all"]),
    default="development",
    show_default=True,
    help="`all` includes the test side: that look is recorded and counts in k.",
)
@click.option("--by", metavar="FIELD", help="Slice by a field of the transcripts' metadata.")
@click.option("--explain", is_flag=True, help="Show the largest disagreement of every row.")
@click.option(
    "--verify", is_flag=True, help="Check all figures with scikit-learn and krippendorff."
)
@json_option
@click.pass_obj
def calibrate_command(
    directory: Path,
    judges: tuple[str, ...],
    dimensions: tuple[str, ...],
    split: Literal["development", "all"],
    by: str | None,
    explain: bool,
    verify: bool,
    as_json: bool,
) -> None:
    """Measure each judge against people, per dimension."""
    from workbench.workflows.bench import Asked
    from workbench.workflows.calibrating import Wanted, calibrate

    wanted = Wanted(
        asked=Asked(judges=judges, dimensions=dimensions),
        split=split,
        by=by,
        explain=explain,
        verify=verify,
    )
    progress = Progress()
    found = calibrate(directory, wanted, now=datetime.now(UTC), progress=progress)
    progress.clear()
    _report(found, as_json=as_json)


@click.command("certify", epilog="Example: workbench certify --require groundedness")
@judge_option
@dimension_option
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="D",
    help="Exit 3 unless a judge is trusted on this dimension; repeatable.",
)
@click.option("--brief", is_flag=True, help="Print the table and who is trusted, no reasons.")
@json_option
@click.pass_context
def certify_command(
    ctx: click.Context,
    judges: tuple[str, ...],
    dimensions: tuple[str, ...],
    required: tuple[str, ...],
    brief: bool,
    as_json: bool,
) -> None:
    """Open the test side, on the record, and grant trust where it is proven."""
    from workbench.workflows.bench import Asked
    from workbench.workflows.certifying import certify

    directory: Path = ctx.obj
    asked = Asked(judges=judges, dimensions=dimensions, required=required)
    progress = Progress()
    found = certify(directory, asked, now=datetime.now(UTC), progress=progress)
    progress.clear()
    _report(found, as_json=as_json, brief=brief)
    decided = [one for one in found.measured if one.decision is not None]
    granted = sum(one.status == "trusted" for one in decided)
    click.echo(f"wrote trusted.json: {granted} of {len(decided)} are trusted", err=True)
    trusted = {one.agreement.rubric.dimension for one in found.measured if one.status == "trusted"}
    missing = [name for name in required if name not in trusted]
    if missing:
        click.echo(f"not trusted, and required: {', '.join(missing)}", err=True)
        ctx.exit(INCONCLUSIVE)


def _report(found: "Calibration", *, as_json: bool, brief: bool = False) -> None:
    """Print a calibration for machines or for people, and what was stepped over to stderr."""
    from workbench.cli.render import calibration_json, print_brief, print_calibration, to_json
    from workbench.workflows.looking import noted

    for finding in found.stepped_over:
        click.echo(f"stepped over: {finding}", err=True)
    for remark in found.remarks:
        click.echo(f"refused: {remark}", err=True)
    if as_json:
        click.echo(to_json(calibration_json(found)))
    else:
        (print_brief if brief else print_calibration)(found, sys.stdout)
    if found.looks_recorded:
        click.echo(noted(found.looks_recorded), err=True)
