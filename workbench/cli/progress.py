"""Progress on standard error: one line once a person has waited, taken away when it is done."""

import sys
import time

import click

_QUIET_SECONDS = 1.0
_WIDTH = 78


class Progress:
    """Draws what is being done; on anything that is no terminal it draws nothing."""

    def __init__(self) -> None:
        """Start the clock."""
        self._start = time.monotonic()
        self._drawn = False

    def __call__(self, doing: str, done: int = 0, of: int = 0) -> None:
        """Say what is being done, how much of it is done and, where that is known, of how much."""
        if not sys.stderr.isatty() or time.monotonic() - self._start <= _QUIET_SECONDS:
            return
        count = f" {done:,} of {of:,}" if of else f" {done:,}" if done else ""
        click.echo(f"\r{f'{doing}{count}':<{_WIDTH}.{_WIDTH}}", err=True, nl=False)
        self._drawn = True

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            click.echo("\r" + " " * _WIDTH + "\r", err=True, nl=False)
            self._drawn = False
