"""`workbench export`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.calibrating import dimension_option, json_option, judge_option

if TYPE_CHECKING:
    from workbench.workflows.exporting import Exported

SCHEMA = "workbench.export/1"


@click.command("export", epilog="Example: workbench export --to promptfoo judges-for-promptfoo")
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(["prompt", "promptfoo", "inspect", "deepeval", "python"]),
    help="What the files are for.",
)
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@judge_option
@dimension_option
@json_option
@click.pass_obj
def export_command(
    base: Path,
    target: str,
    directory: Path,
    judges: tuple[str, ...],
    dimensions: tuple[str, ...],
    as_json: bool,
) -> None:
    """Write trusted judges to DIRECTORY, as files that another tool runs.

    Only what certify granted is exported, with its claim, its digests and what makes it stale.
    Exit code 3 where a judge or dimension that was named is not trusted; nothing is written then.
    """
    from workbench.cli.render import to_json
    from workbench.workflows.bench import Asked
    from workbench.workflows.exporting import Wanted, export

    wanted = Wanted(format=target, asked=Asked(judges=judges, dimensions=dimensions))
    found = export(base, wanted, base / directory)
    click.echo(to_json(_document(found)) if as_json else "\n".join(_lines(found)))


def _lines(found: "Exported") -> list[str]:
    return [
        f"wrote {found.directory} for {found.format}, {len(found.files)} files",
        *(f"{one.dimension}, {one.judge}: {one.claim}" for one in found.certificates),
        *(f"left out: {one}" for one in found.left_out),
    ]


def _document(found: "Exported") -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "format": found.format,
        "directory": str(found.directory),
        "files": list(found.files),
        "exported": [
            {
                "dimension": one.dimension,
                "judge": one.judge,
                "claim": one.claim,
                "rubric_digest": one.rubric_digest,
                "judge_digest": one.judge_digest,
            }
            for one in found.certificates
        ],
        "left_out": [
            {
                "dimension": one.dimension,
                "judge": one.judge,
                "status": one.status,
                "reason": one.reason,
            }
            for one in found.left_out
        ],
    }
