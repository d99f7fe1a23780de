"""The command line as the installed command runs it, in this process."""

import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from workbench.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did."""

    code: object
    out: str
    err: str


def ran(root: Path, *arguments: str) -> Ran:
    """Run a command in a workspace."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["workbench", "-C", str(root), *arguments]
    code: object = None
    with (
        mock.patch.object(sys, "argv", argv),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code
    return Ran(code or 0, out.getvalue(), err.getvalue())
