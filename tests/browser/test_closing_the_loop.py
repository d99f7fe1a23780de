"""From disagreement to a better anchor: adjudicate, read the trust table, rewrite a rubric."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from tests.browser import kept
from tests.browser.conftest import OpenTab, Serve
from workbench.cli.main import cli

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

C = "labeller C"


def test_adjudication_records_gold_with_its_reason_and_goes_on(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), "adjudicate", labeller=C)
    tab.widget("queue_begin").get_by_role("button").click()
    form = tab.page.get_by_test_id("stForm")
    expect(form).to_be_visible()
    tab.settled()
    main = tab.page.get_by_test_id("stMain")
    assert "labeller A" not in main.inner_text(), "the policy hides names"

    form.get_by_test_id("stRadio").locator("label", has_text="2").first.click()
    form.get_by_role("textbox").fill("Turn 4 says what happens next, by the words of level 2.")
    form.get_by_role("button", name="Record").click()
    tab.sees("On the record")

    (gold,) = kept.journal(sample, "gold")
    assert (gold["adjudicator"], gold["status"], gold["level"]) == (C, "rated", 2)
    assert gold["reason"] == "Turn 4 says what happens next, by the words of level 2."
    assert tab.errors() == []


def test_adjudication_without_a_reason_is_refused(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), "adjudicate", labeller=C)
    tab.widget("queue_begin").get_by_role("button").click()
    form = tab.page.get_by_test_id("stForm")
    expect(form).to_be_visible()

    form.get_by_test_id("stRadio").locator("label", has_text="2").first.click()
    form.get_by_role("button", name="Record").click()

    tab.until(lambda: bool(tab.errors()), "the page says what is missing")
    assert kept.journal(sample, "gold") == []


def test_a_rewritten_anchor_keeps_comments_and_order_of_the_file(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    path = sample / "rubrics" / "communication_quality.yaml"
    before = f"# Agreed on by everybody.\n{path.read_text(encoding='utf-8')}# The end.\n"
    path.write_text(before.replace("anchors:", "anchors:  # from worst to best"), encoding="utf-8")
    tab = open_tab(serve(sample), "rubrics")

    anchor = tab.page.get_by_label("Anchor 2")
    anchor.fill("The outcome is told in part, or only after the customer has asked twice.")
    anchor.press("Control+Enter")
    tab.sees("Changed: ")
    tab.widget("save_rubric").get_by_role("button").click()
    tab.until(lambda: bool(tab.errors()), "saving without a choice is refused")
    assert "1.1" not in path.read_text(encoding="utf-8")
    tab.page.get_by_text("Minor, version 1.1").click()
    tab.settled()
    tab.widget("save_rubric").get_by_role("button").click()
    tab.sees("Saved rubrics/communication_quality.yaml, version 1.1")

    after = path.read_text(encoding="utf-8")
    for comment in ("# Agreed on by everybody.", "# from worst to best", "# The end."):
        assert comment in after
    assert "only after the customer has asked twice" in " ".join(after.split())
    assert keys(after) == keys(before)


def keys(text: str) -> list[str]:
    """Return the keys of the first level, in order."""
    return [line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()]


def test_the_trust_table_says_what_the_command_line_says(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    printed = CliRunner().invoke(cli, ["-C", str(sample), "calibrate", "--json"])
    agreements = json.loads(printed.stdout)["agreements"]
    tab = open_tab(serve(sample), "calibrate")
    opening = tab.widget("open", agreements[0]["dimension"], agreements[0]["judge"])
    expect(opening).to_be_visible()
    tab.settled()

    for one in agreements:
        row = tab.widget("open", one["dimension"], one["judge"]).locator("xpath=..")
        expect(row).to_contain_text(one.get("status") or "floor")
    assert {one.get("status") for one in agreements} >= {"trusted", "insufficient"}

    opening.get_by_role("button").click()
    tab.sees("People down, the judge across")
    assert tab.errors() == []
