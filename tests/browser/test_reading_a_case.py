"""A case that did not pass: opened from far above, it is seen, at the turn that decided it."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import workspaces
from tests.browser.conftest import OpenTab, Serve

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def scored(sample: Path, project_root: Path) -> Path:
    """The sample workspace with a run of its suite."""
    shutil.copytree(project_root / "suites", sample / "suites")
    workspaces.workbench(sample, "run", str(sample / "suites" / "support.yaml"), "--offline")
    return sample


def test_a_case_that_a_button_opens_is_brought_into_view_at_its_turn(
    scored: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(scored), "runs")
    words = "tool arguments: required call of create_ticket failed in 1 result"
    line = tab.page.get_by_text(words).first
    line.scroll_into_view_if_needed()
    tab.settled()

    line.locator("xpath=ancestor::*[.//button][1]").get_by_role("button").click()

    # The sample's second agent files a ticket for an order that the customer has corrected.
    turn = tab.page.get_by_role("button", name="you are here")
    expect(turn).to_be_in_viewport()
    tab.settled()
    expect(turn).to_be_in_viewport()
    expect(turn).to_contain_text("cited for this result")
    assert tab.errors() == []
