"""The browser that tests drive: Chromium as the system has it, told to call nobody itself."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class NoChromiumError(Exception):
    """There is no browser to drive."""


def found() -> str:
    """Return the browser's path; WORKBENCH_CHROMIUM names one other than the usual.

    Raises:
        NoChromiumError: None is installed.
        ValueError: The one that is named is not there.
    """
    named = os.environ.get("WORKBENCH_CHROMIUM")
    path = next(filter(None, map(shutil.which, [named] if named else NAMES)), None)
    if path is not None:
        return path
    if named:
        raise ValueError(f"WORKBENCH_CHROMIUM must name a browser, got {named!r}")
    raise NoChromiumError("needs Chromium: apt-get install chromium")


@contextmanager
def started(path: str) -> Iterator[Browser]:
    """Start the browser; whoever leaves ends it, and the event loop that drives it."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        try:
            yield browser
        finally:
            browser.close()
