"""Blind: nothing that judges or other people say reaches the browser of who labels."""

import json
import shutil
from pathlib import Path

import pytest

from tests.browser import kept
from tests.browser.conftest import OpenTab, Serve
from tests.browser.form import Form

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

C = "labeller C"
VERDICT = "Verdict that no labeller may read"
NOTE = "Note that no other labeller may read"


@pytest.fixture
def told(sample: Path) -> Path:
    """The sample, in which every verdict and every note says what must not leak."""
    for folder, field, text in (("verdicts", "justification", VERDICT), ("labels", "note", NOTE)):
        for path in (sample / folder).glob("*.jsonl"):
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            whole = "".join(f"{json.dumps({**line, field: text})}\n" for line in lines)
            path.write_text(whole, encoding="utf-8")
    shutil.rmtree(sample / ".workbench", ignore_errors=True)
    return sample


def test_a_labeller_is_sent_nothing_that_others_say(
    told: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(told), labeller=C)
    form = Form(tab, C)

    for _ in range(2):
        seen = kept.transcripts(told)[form.transcript]["turns"][1]["content"][:40]
        form.rate("43214")
        form.save()
        assert tab.watch.was_sent(seen), "what is shown must be found in what was sent"

    others = {VERDICT, NOTE, "simulated-", "floor-", "kappa", "verdict"}
    assert {text for text in others if tab.watch.was_sent(text)} == set()
    assert {text for text in others if text.casefold() in tab.text().casefold()} == set()
    assert {text for text in others if any(text in address for address in tab.watch.asked)} == set()


def test_the_page_for_others_sees_what_the_labeller_was_not_sent(
    told: Path, serve: Serve, open_tab: OpenTab
) -> None:
    """The search for leaks finds these words where they may stand."""
    tab = open_tab(serve(told), "adjudicate", labeller=C)

    tab.widget("queue_begin").get_by_role("button").click()
    tab.sees("You have not seen yet what others say")
    assert not tab.watch.was_sent(NOTE)
    tab.uncover()

    tab.until(lambda: tab.watch.was_sent(NOTE), "notes are sent to adjudication")
