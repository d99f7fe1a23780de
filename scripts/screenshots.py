"""Take a picture of every page of the app on a copy of the sample workspace, light and dark.

The floors are asked, the judges certified and the suite run first, so that the pages have something
to show. The pictures are 1280 x 800 pixels; with --whole they are as high as the page. Needs
Chromium and the development environment.

Example:
    python -m scripts.screenshots pictures
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize

from tests.browser import chromium, workspaces
from tests.browser.serving import Served
from tests.browser.tab import PAGES, new_tab

ROOT = Path(__file__).resolve().parent.parent
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTH, HEIGHT = 1280, 800
LABELLER = "labeller C"
PICTURES: dict[str, tuple[str, tuple[str, ...]]] = {
    **{page: (page, ()) for page in PAGES},
    "adjudicate-unit": ("adjudicate", ("queue_begin",)),
    "calibrate-cell": ("calibrate", ("open", "communication_quality", "simulated-lenient")),
}
"""By name: a page, and the key of the button that is pressed on it."""
_HIDDEN_BELOW = """() => {
    const main = document.querySelector('[data-testid="stMain"]');
    return main.scrollHeight - main.clientHeight;
}"""


def main(arguments: list[str] | None = None) -> None:
    """Serve a filled copy of the sample and picture its pages."""
    parser = argparse.ArgumentParser(prog="python -m scripts.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the PNG files go")
    parser.add_argument("--only", action="append", choices=PICTURES, help="repeatable; else all")
    parser.add_argument("--whole", action="store_true", help="picture what scrolling would show")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="sample-") as scratch:
        root = workspaces.sample(ROOT, Path(scratch) / "support")
        shutil.copytree(ROOT / "suites", root / "suites")
        workspaces.workbench(root, "run", str(root / "suites" / "support.yaml"), "--offline")
        with Served(root) as served, chromium.started(chromium.found()) as browser:
            for theme in THEMES:
                _picture(browser, served, theme, asked)


def _picture(
    browser: Browser, served: Served, theme: Literal["light", "dark"], asked: argparse.Namespace
) -> None:
    for name in asked.only or PICTURES:
        page, button = PICTURES[name]
        profile = browser.new_context(viewport=_size(0), color_scheme=theme)
        tab = new_tab(profile, served)
        tab.open(page)
        tab.become(LABELLER)
        if button:
            tab.widget(*button).get_by_role("button").first.click()
            tab.page.wait_for_timeout(1000)
        tab.settled()
        if asked.whole:
            tab.page.set_viewport_size(_size(int(tab.page.evaluate(_HIDDEN_BELOW))))
        tab.page.evaluate("() => document.activeElement.blur()")
        tab.page.wait_for_timeout(1500)  # charts are drawn after the app has settled
        path = asked.folder / f"{name}-{theme}.png"
        tab.page.screenshot(path=path)
        print(path, file=sys.stderr)
        profile.close()


def _size(hidden: int) -> ViewportSize:
    return ViewportSize(width=WIDTH, height=HEIGHT + hidden)


if __name__ == "__main__":
    main()
