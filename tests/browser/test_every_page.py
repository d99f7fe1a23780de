"""Every page opens, on a workspace with content and on one without."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import workspaces
from tests.browser.conftest import OpenTab
from tests.browser.serving import Served
from tests.browser.tab import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def served_sample(
    filled_sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    root = shutil.copytree(filled_sample, tmp_path_factory.mktemp("full") / "workspace")
    with Served(Path(root)) as served:
        yield served


@pytest.fixture(scope="module")
def served_empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(workspaces.fresh(tmp_path_factory.mktemp("empty") / "workspace")) as served:
        yield served


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_on_a_full_workspace(
    served_sample: Served, open_tab: OpenTab, page: str
) -> None:
    tab = open_tab(served_sample, page, labeller="labeller C")

    assert tab.errors() == []
    assert len(tab.page.get_by_test_id("stMain").inner_text().split()) > 5


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_on_an_empty_workspace(
    served_empty: Served, open_tab: OpenTab, page: str
) -> None:
    tab = open_tab(served_empty, page, labeller="labeller A")

    assert tab.errors() == []
    assert len(tab.page.get_by_test_id("stMain").inner_text().split()) > 5


def test_the_sidebar_is_as_wide_on_every_page_and_on_a_unit_in_hand(
    served_sample: Served, open_tab: OpenTab
) -> None:
    tab = open_tab(served_sample, labeller="labeller C")
    sidebar = tab.page.get_by_test_id("stSidebar")
    widths = set()

    for page in PAGES:
        tab.open(page)
        widths.add(sidebar.evaluate("(side) => side.getBoundingClientRect().width"))
    tab.open("adjudicate")
    tab.become("labeller C")
    tab.widget("queue_begin").get_by_role("button").click()
    tab.uncover()
    expect(tab.page.get_by_test_id("stForm")).to_be_visible()
    widths.add(sidebar.evaluate("(side) => side.getBoundingClientRect().width"))

    assert len(widths) == 1, widths
