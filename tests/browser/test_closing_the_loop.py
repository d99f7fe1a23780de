"""From disagreement to a better anchor: adjudicate, read the trust table, rewrite a rubric."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from tests.browser import kept, workspaces
from tests.browser.conftest import OpenTab, Serve
from workbench.cli.main import cli

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

C = "labeller C"


def test_adjudication_records_gold_with_its_reason_and_goes_on(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), "adjudicate", labeller=C)
    tab.widget("queue_begin").get_by_role("button").click()
    tab.uncover()
    form = tab.page.get_by_test_id("stForm")
    expect(form).to_be_visible()
    tab.settled()
    main = tab.page.get_by_test_id("stMain")
    assert "labeller A" not in main.inner_text(), "the policy hides names"

    tab.page.locator('[class*="_choice_2"] button').click()
    tab.settled()
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
    tab.uncover()
    form = tab.page.get_by_test_id("stForm")
    expect(form).to_be_visible()

    tab.page.locator('[class*="_choice_2"] button').click()
    tab.settled()
    form.get_by_role("button", name="Record").click()

    tab.until(lambda: bool(tab.errors()), "the page says what is missing")
    assert kept.journal(sample, "gold") == []


def test_keys_answer_as_soon_as_the_form_of_the_first_case_is_seen(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    workspaces.set_policy(sample, "labeller C]", "labeller C, labeller D]")
    tab = open_tab(serve(sample), "adjudicate", labeller="labeller D")  # has no blind label to lose
    tab.page.wait_for_function("() => window.workbenchKeyboard?.listens")
    tab.widget("queue_begin").get_by_role("button").click()
    reason = tab.page.get_by_test_id("stForm").get_by_role("textbox")
    reason.wait_for()

    tab.press("n")
    tab.type("level 2 by turn 4")

    expect(reason).to_have_value("level 2 by turn 4")
    assert kept.journal(sample, "gold") == []
    assert tab.errors() == []


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
    assert {one.get("status") for one in agreements} >= {"trusted", "untrusted"}

    opening.get_by_role("button").click()
    tab.sees("People down, the judge across")
    assert tab.errors() == []


def test_what_a_button_far_down_opens_is_brought_into_view(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), "calibrate", labeller=C)
    opening = tab.page.locator('[class*="st-key-w_open_"]').last
    expect(opening).to_be_visible()
    tab.settled()
    opening.scroll_into_view_if_needed()
    expect(tab.page.get_by_role("heading", name="Calibrate")).not_to_be_in_viewport()

    opening.get_by_role("button").click()
    expect(tab.widget("back")).to_be_in_viewport()
    tab.settled()
    expect(tab.page.get_by_role("heading", level=1)).to_be_in_viewport()

    tab.page.locator('[class*="st-key-w_square_"] button:enabled').first.click()
    listed = tab.widget("behind_list").get_by_role("heading")
    expect(listed).to_be_in_viewport()
    tab.settled()
    expect(listed).to_be_in_viewport()

    tab.widget("back").get_by_role("button").click()
    tab.settled()
    expect(opening).to_be_in_viewport()


_NOTING = """() => {
    window.noted = [];
    new MutationObserver(() => {
        for (const sign of document.querySelectorAll('[data-testid="stStatusWidget"], summary'))
            window.noted.push(sign.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("calibrate", "Judges beside people: reading labels"),
        ("certify", "Reading the record of looks, and recomputing the certificates"),
    ],
)
def test_what_is_being_worked_out_is_said_while_it_is(
    sample: Path, serve: Serve, open_tab: OpenTab, page: str, said: str
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    tab.page.evaluate(_NOTING)

    tab.page.get_by_test_id("stSidebarNav").get_by_role("link", name=page.title()).click()
    expect(tab.page.get_by_role("heading", name=page.title(), level=1)).to_be_visible()
    tab.until(lambda: any(said in one for one in tab.page.evaluate("window.noted")), said)
    tab.settled()

    expect(tab.page.get_by_text(said)).to_have_count(0)
