"""The command as a process of its own, with its exit code."""

import subprocess
import sys


def workbench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line and return what it did."""
    return subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
