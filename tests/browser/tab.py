"""One tab of a browser on the app, and what a person does in it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

import workbench
from tests.browser.serving import Served
from tests.browser.watching import Watch

_VIEWS = Path(workbench.__file__).parent / "app" / "views"
PAGES = sorted(path.stem for path in _VIEWS.glob("[!_]*.py"))
FIRST = "label"
"""The page that stands at the root address."""
PATIENCE_MS = 60_000
"""How long a page may take on a loaded machine before it counts as broken."""
_SETTLED = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app !== null
        && app.dataset.testScriptState === 'notRunning'
        && app.dataset.testConnectionState === 'CONNECTED'
        && document.querySelector('[data-testid="stSkeleton"]') === null;
}"""
_ERRORS = '[data-testid="stException"], [data-testid="stAlertContentError"]'


@dataclass(frozen=True)
class Tab:
    """A tab on one served workspace."""

    page: Page
    served: Served
    watch: Watch

    def open(self, page: str = FIRST) -> None:
        """Open a page by the name of its file and wait until it is drawn."""
        self.page.goto(f"{self.served.url}/{'' if page == FIRST else page}")
        self.settled()

    def settled(self) -> None:
        """Wait until the app runs nothing and is connected."""
        self.page.wait_for_function(_SETTLED)

    def widget(self, name: str, *parts: object) -> Locator:
        """Find a widget by the name and parts of its key."""
        key = re.sub(r"[^A-Za-z0-9_-]", "-", "_".join(("w", name, *map(str, parts))))
        return self.page.locator(f".st-key-{key}")

    def uncover(self) -> None:
        """Read what others say of a transcript that one could still label."""
        self.page.get_by_role("button", name="Show it all the same").click()

    def sees(self, text: str) -> None:
        """Wait until a text can be read on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds outside of the page, as in a file."""
        for _ in range(PATIENCE_MS // 20):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{what}: not within {PATIENCE_MS / 1000:.0f} s")

    def errors(self) -> list[str]:
        """Return what stands in error boxes."""
        return self.page.locator(_ERRORS).all_inner_texts()

    def text(self) -> str:
        """Return all that can be read on the page."""
        return self.page.locator("body").inner_text()

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        self.page.keyboard.type(text)

    def become(self, labeller: str) -> None:
        """Say who sits here, as the sidebar asks."""
        self.widget("labeller").locator("input").focus()
        self.enter_name(labeller)

    def enter_name(self, labeller: str) -> None:
        """Type a name into the field that has the focus."""
        self.type(labeller)
        self.press("Enter")
        self.page.wait_for_timeout(300)  # the app is settled until the choice has reached it
        self.settled()


def new_tab(profile: BrowserContext, served: Served) -> Tab:
    """Return a tab that shows nothing yet, already watched."""
    profile.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page = profile.new_page()
    return Tab(page=page, served=served, watch=Watch.over(page))
