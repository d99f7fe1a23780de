"""A real browser on the real app; every tab is watched for requests that leave the app."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium, workspaces
from tests.browser.serving import Served
from tests.browser.tab import FIRST, Tab, new_tab

Serve = Callable[[Path], Served]
OpenTab = Callable[..., Tab]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser; without one these tests are skipped."""
    try:
        return chromium.found()
    except chromium.NoChromiumError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One browser a module: other tests need the thread without its event loop."""
    with chromium.started(chromium_path) as started:
        yield started


@pytest.fixture(scope="session")
def filled_sample(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace, filled once; nobody writes into it."""
    return workspaces.sample(project_root, tmp_path_factory.mktemp("sample") / "workspace")


@pytest.fixture
def sample(filled_sample: Path, tmp_path: Path) -> Path:
    """A copy of the filled sample to work in."""
    return Path(shutil.copytree(filled_sample, tmp_path / "workspace"))


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve a workspace until the test ends."""
    with ExitStack() as servers:
        yield lambda root: servers.enter_context(Served(root))


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots are kept: WORKBENCH_PICTURES names a folder."""
    named = os.environ.get("WORKBENCH_PICTURES")
    folder = Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[OpenTab]:
    """Open a tab in a profile of its own; at the end none may have called another host."""
    with ExitStack() as profiles:
        opened: list[Tab] = []

        def one_more(served: Served, page: str = FIRST, labeller: str | None = None) -> Tab:
            profile = browser.new_context(viewport={"width": 1280, "height": 800})
            profiles.callback(profile.close)
            tab = new_tab(profile, served)
            opened.append(tab)
            tab.open(page)
            if labeller:
                tab.become(labeller)
            return tab

        yield one_more
    for tab in opened:
        assert tab.watch.foreign(tab.served.port) == []
        assert tab.watch.broken == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")
