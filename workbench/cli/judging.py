"""`workbench judge`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.calibrating import dimension_option, json_option, judge_option
from workbench.cli.main import INCONCLUSIVE

if TYPE_CHECKING:
    from workbench.workflows.judging import Answers, Judging

SCHEMA = "workbench.judge/1"


@click.command("judge")
@judge_option
@dimension_option
@json_option
@click.pass_context
def judge_command(
    ctx: click.Context, judges: tuple[str, ...], dimensions: tuple[str, ...], as_json: bool
) -> None:
    r"""Ask floors about every transcript they have not rated yet.

    A floor is no LLM: it is what any real judge has to beat. It learns from people's labels of
    the development side. Exit code 3 where no floor could be asked about anything.

    \b
    Example: workbench judge --judge floor-text
    """
    from workbench.cli.render import to_json
    from workbench.workflows.bench import Asked
    from workbench.workflows.judging import judge

    directory: Path = ctx.obj
    asked = Asked(judges=judges, dimensions=dimensions)
    found = judge(directory, asked, now=datetime.now(UTC))
    for finding in found.stepped_over:
        click.echo(f"stepped over: {finding}", err=True)
    if found.not_askable:
        named = ", ".join(found.not_askable)
        click.echo(f"not asked, this version asks floors only: {named}", err=True)
    if as_json:
        click.echo(to_json(_document(found)))
    else:
        click.echo("\n".join(map(_line, found.answers)) or "No dimension has a label yet.")
    if found.answers and all(one.refused is not None for one in found.answers):
        ctx.exit(INCONCLUSIVE)


def _line(one: "Answers") -> str:
    name = f"{one.dimension}, {one.judge}: "
    if one.refused is not None:
        return f"{name}not asked, {one.refused}"
    told = f"{one.new} new verdicts, {one.already} were there already"
    return f"{name}{told}{f', {one.unread} conversations are not here' if one.unread else ''}"


def _document(found: "Judging") -> dict[str, Any]:
    from workbench import __version__

    return {
        "schema": SCHEMA,
        "stamp": {
            "workbench": __version__,
            "at": found.at.isoformat(),
            "stepped_over": [finding.to_json() for finding in found.stepped_over],
        },
        "answers": [
            {
                "dimension": one.dimension,
                "judge": one.judge,
                "new": one.new,
                "already": one.already,
                "unread": one.unread,
                "refused": one.refused,
            }
            for one in found.answers
        ],
        "not_askable": list(found.not_askable),
    }
