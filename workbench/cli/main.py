"""The `workbench` command: its options, its commands by name, and its exit codes."""

import gc
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from workbench import __version__
from workbench.errors import GateError, WorkbenchError

FAILED, BROKEN, INCONCLUSIVE = 1, 2, 3
"""Exit codes beside 0: something failed, input or configuration is broken, no conclusion."""

COMMANDS = {
    "init": ("setup", "Make a workspace."),
    "check": ("setup", "Validate the whole workspace."),
    "import": ("importing", "Read transcripts, labels, verdicts or rubrics from other tools."),
    "app": ("serving", "Open the app in a browser: label, compare, rewrite, certify."),
    "judge": ("judging", "Ask judges about what they have not been asked yet."),
    "calibrate": ("calibrating", "Measure each judge against people, per dimension."),
    "certify": ("calibrating", "Open the test side and grant trust where it is proven."),
    "plan": ("planning", "How many more labels each dimension needs, and which."),
    "run": ("running", "Score a suite: checks, trusted judges, one exit code."),
    "compare": ("running", "Tell whether a second run is better than a first."),
    "report": ("running", "Render a recorded run."),
    "export": ("exporting", "Write trusted judges as files that other tools run."),
}
"""Command to the module that holds it and its line of help: a module loads with its command."""


class _Commands(click.Group):
    """Loads a command's module when the command is named."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"workbench.cli.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Name the nearest command where one is misspelt."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from workbench.domain.nearest import did_you_mean

            raise click.UsageError(
                f"{error.message}{did_you_mean(args[0], COMMANDS)}", ctx
            ) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="workbench")
@click.option(
    "-C",
    "directory",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Work in this workspace instead of the current folder.",
)
@click.pass_context
def cli(ctx: click.Context, directory: Path) -> None:
    """Find out which of your LLM judge's scores you may believe."""
    ctx.obj = directory


_NEW_OBJECTS = 50_000
"""How many there may be before Python looks for cycles among them. With its own 700 that takes an
eighth of the time in which a command starts, and finds nothing: modules hold what they made."""


def main() -> None:
    """Run the command; a fault of the user's input becomes one sentence, never a traceback."""
    gc.set_threshold(_NEW_OBJECTS)
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.Abort:
        click.echo("stopped", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(BROKEN)
    except GateError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(INCONCLUSIVE)
    except WorkbenchError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(BROKEN)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:  # an interruption may come as any kind of error; others go on
        if not interrupted(error):
            raise
        click.echo("stopped", err=True)
        sys.exit(130)


def interrupted(error: Exception) -> bool:
    """Whether an error is an interruption: what writes JSON makes one of its own of it."""
    return str(error).rstrip().endswith("KeyboardInterrupt:")
