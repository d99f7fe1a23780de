"""`workbench import`: foreign files in, with a report of what was left out."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.main import BROKEN
from workbench.cli.progress import Progress
from workbench.errors import DataError

if TYPE_CHECKING:
    from workbench.workflows.import_report import ImportReport, Place

_LISTED = 10
"""How many skipped rows, dropped contents and notes people are shown; --json lists all."""
_GOES_WITH = {
    "collection": ("transcripts",),
    "suite": ("suites",),
    "judge": ("verdicts",),
    "labeller": ("labels",),
    "columns": ("labels", "verdicts"),
    "scale": ("labels", "verdicts"),
    "sampled": ("labels",),
    "not_applicable": ("labels", "verdicts"),
    "without_transcripts": ("labels", "verdicts"),
}


class _Kind(click.Choice[str]):
    """A choice that names the nearest one where it is misspelt."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            from workbench.domain.nearest import did_you_mean

            nearest = did_you_mean(str(value), self.choices)
            raise click.BadParameter(f"{error.message}{nearest}", ctx, param) from error


@click.command(
    "import",
    epilog="Example: workbench import labels people.csv --columns labeller=annotator --scale 1-4",
)
@click.argument("what", type=_Kind(["transcripts", "labels", "verdicts", "rubrics", "suites"]))
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--format", "format_name", metavar="F", help="The files' format; else recognised.")
@click.option("--collection", metavar="C", help="Of transcripts; else the file's name.")
@click.option("--suite", metavar="S", help="Of a suite; else the file's name.")
@click.option("--judge", metavar="J", help="Whose verdicts they are, where rows name no judge.")
@click.option("--labeller", metavar="L", help="Whose labels they are, where rows name nobody.")
@click.option(
    "--columns",
    metavar="FIELD=COLUMN,...",
    multiple=True,
    help="Where transcript, dimension, labeller, judge, level or note stand; any other field is "
    "a dimension with a column of its own.",
)
@click.option(
    "--scale", metavar="S", help="Levels of dimensions without a rubric: 1-4, 1-5, nominal:a,b."
)
@click.option(
    "--sampled",
    type=click.Choice(["random", "flagged", "chosen"]),
    help="How the labelled transcripts were chosen; untold, random is assumed and said.",
)
@click.option(
    "--not-applicable",
    metavar="V",
    multiple=True,
    help="A raw value that means 'not applicable'; may be given more than once.",
)
@click.option("--without-transcripts", is_flag=True, help="Accept ratings of absent transcripts.")
@click.option("--allow-loss", is_flag=True, help="Import the rest where something is left out.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def import_command(
    ctx: click.Context,
    /,
    what: str,
    paths: tuple[Path, ...],
    format_name: str | None,
    columns: tuple[str, ...],
    not_applicable: tuple[str, ...],
    allow_loss: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Import transcripts, labels, verdicts, rubrics or suites from other tools.

    Nothing is written where a row would be skipped or content dropped, unless --allow-loss.
    """
    from workbench.store.workspace import Workspace
    from workbench.workflows.import_report import ImportRequest

    given = {**asked, "columns": columns, "not_applicable": not_applicable}
    _require_fitting(what, given)
    request = ImportRequest(
        format=format_name,
        collection=asked["collection"],
        suite=asked["suite"],
        rater=asked["judge"] or asked["labeller"],
        columns=_columns(columns),
        scale=asked["scale"],
        sampled=asked["sampled"],
        not_applicable=frozenset(not_applicable),
        without_transcripts=asked["without_transcripts"],
        allow_loss=allow_loss,
    )
    progress = Progress()
    report = _workflow(what)(Workspace(ctx.obj), paths, request, progress=progress)
    progress.clear()
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
    else:
        click.echo(_text(report))
    if report.refused:
        click.echo(_refusal(report), err=True)
        ctx.exit(BROKEN)


def _refusal(report: "ImportReport") -> str:
    lost = {"skipped": len(report.skipped), "dropped contents": len(report.dropped)}
    counts = " and ".join(f"{count:,} {name}" for name, count in lost.items() if count)
    return f"refused, nothing was written: {counts} (--allow-loss imports the rest)"


def _workflow(what: str) -> Any:
    from workbench.workflows import importing, importing_ratings, importing_suites

    return {
        "transcripts": importing.import_transcripts,
        "rubrics": importing.import_rubrics,
        "labels": importing_ratings.import_labels,
        "verdicts": importing_ratings.import_verdicts,
        "suites": importing_suites.import_suites,
    }[what]


def _require_fitting(what: str, given: dict[str, Any]) -> None:
    for option, fitting in _GOES_WITH.items():
        if given.get(option) and what not in fitting:
            name = option.replace("_", "-")
            raise click.UsageError(f"--{name} goes with {' and '.join(fitting)}, not with {what}")


def _columns(given: Sequence[str]) -> dict[str, str]:
    """Read FIELD=COLUMN pairs; a column with a comma in its name is put in double quotes."""
    found: dict[str, str] = {}
    for pair in (pair for row in csv.reader(given, skipinitialspace=True) for pair in row):
        field, equals, column = pair.partition("=")
        if not (field and equals and column):
            raise DataError(f"--columns {pair}: must be like transcript=item_id,level=score")
        found[field.strip()] = column.strip()
    return found


def _text(report: "ImportReport") -> str:
    lines = [f"{report.what}: {', '.join(_counts(report))}"]
    if report.errors:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in report.errors.items())
        lines.append(f"  in error, of no level and in no mean: {kinds}")
    if report.rubrics and report.what == "rubrics":
        lines.append(f"  new: {_some(report.rubrics)}")
    elif report.rubrics:
        lines.append(f"  draft rubrics, anchors to be written: {_some(report.rubrics)}")
    if report.suites:
        lines.append(f"  new: {_some(report.suites)}")
    if report.judges:
        lines.append(f"  new recorded judges in judges.yaml: {_some(report.judges)}")
    lines += _places("skipped", report.skipped)
    lines += _places("dropped", report.dropped)
    lines += _places("note", report.notes)
    return "\n".join(lines)


def _counts(report: "ImportReport") -> list[str]:
    counts = [f"{report.read:,} read", f"{report.imported:,} imported"]
    more = {
        "already here": report.already_here,
        "duplicate": report.duplicates,
        "not applicable": report.not_applicable,
        "skipped": len(report.skipped),
        "dropped contents": len(report.dropped),
    }
    return counts + [f"{count:,} {name}" for name, count in more.items() if count]


def _places(kind: str, places: Sequence["Place"]) -> list[str]:
    lines = [f"  {kind} {place}" for place in places[:_LISTED]]
    if len(places) > _LISTED:
        lines.append(f"  {kind} … and {len(places) - _LISTED:,} more (--json lists all)")
    return lines


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
