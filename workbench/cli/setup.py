"""The commands that make and validate a workspace."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.main import BROKEN

if TYPE_CHECKING:
    from workbench.domain.finding import Finding


@click.command("init", epilog="Example: workbench init triage-bot")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option("--bare", is_flag=True, help="Leave the starter rubrics out.")
@click.pass_obj
def init_command(base: Path, directory: Path, bare: bool) -> None:
    """Make DIRECTORY a workspace, with five starter rubrics unless bare.

    What is in the folder already stays as it is.
    """
    from workbench.workflows.setting_up import init

    made = init(base / directory, bare=bare)
    for name in made.written:
        click.echo(f"wrote {made.root / name}")
    for name in made.kept:
        click.echo(f"kept {made.root / name} as it was", err=True)
    click.echo(f"Next: workbench -C {made.root} import transcripts FILE", err=True)


@click.command("check", epilog="Example: workbench -C triage-bot check")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check_command(ctx: click.Context, as_json: bool) -> None:
    """Validate the whole workspace; name file and line of everything that is wrong.

    Exit code 2 where any finding is an error, 0 where there are only warnings.
    """
    from workbench.store.workspace import Workspace
    from workbench.workflows.checking import check

    findings = check(Workspace(ctx.obj))
    counts = Counter[str](finding.severity for finding in findings)
    click.echo(_as_json(findings, counts) if as_json else _as_text(findings, counts))
    if counts["error"]:
        ctx.exit(BROKEN)


def _as_json(findings: Sequence["Finding"], counts: Counter[str]) -> str:
    report = {
        "schema": "workbench.check/1",
        "errors": counts["error"],
        "warnings": counts["warning"],
        "findings": [finding.to_json() for finding in findings],
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


def _as_text(findings: Sequence["Finding"], counts: Counter[str]) -> str:
    """Return one line a finding, warnings marked, and the count."""
    lines = [_line(finding) for finding in findings]
    return "\n".join([*lines, _summary(counts)])


def _line(finding: "Finding") -> str:
    where = f"{finding.file}:{finding.line}" if finding.line else finding.file
    return f"{where}: {finding.severity}: {finding.message}"


def _summary(counts: Counter[str]) -> str:
    if not counts:
        return "Nothing is wrong."
    told = [
        f"{counts[severity]} {severity}{'' if counts[severity] == 1 else 's'}"
        for severity in ("error", "warning")
        if counts[severity]
    ]
    return ", ".join(told)
