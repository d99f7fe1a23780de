"""Text that others wrote stays text: it fetches nothing, runs nothing and disturbs no page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import hostile
from tests.browser.conftest import OpenTab
from tests.browser.serving import Served
from tests.browser.sink import Sink
from tests.browser.tab import PAGES, Tab

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TITLE = "Judge calibration"


@pytest.fixture(scope="module")
def listening() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@pytest.fixture
def sink(listening: Sink) -> Sink:
    """A server that nobody should call, and that nobody has called yet."""
    listening.reached.clear()
    return listening


@pytest.fixture(scope="module")
def served(listening: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = hostile.workspace(tmp_path_factory.mktemp("hostile") / "workspace", listening.url)
    with Served(made.root) as server:
        yield server


def has_stayed_text(tab: Tab, sink: Sink) -> None:
    """Assert that nothing was fetched, run or rendered."""
    tab.page.wait_for_timeout(500)  # an image is fetched after it is drawn
    assert sink.reached == []
    assert TITLE in tab.page.title()
    assert tab.page.locator(f"img[src*='{sink.url}'], a[href*='{sink.url}']").count() == 0
    assert tab.page.locator("iframe, svg[onload]").count() == 0


def test_the_sink_hears_a_browser_that_renders_an_image(
    served: Served, open_tab: OpenTab, sink: Sink
) -> None:
    tab = open_tab(served)

    tab.page.evaluate("address => { new Image().src = address; }", f"{sink.url}/heard.png")
    tab.until(lambda: sink.reached == ["/heard.png"], "the sink hears")

    assert f"{sink.url}/heard.png" in tab.watch.foreign(tab.served.port)
    tab.watch.asked.clear()


@pytest.mark.parametrize("page", PAGES)
def test_hostile_text_stays_text_on_every_page(
    served: Served, open_tab: OpenTab, sink: Sink, page: str
) -> None:
    tab = open_tab(served, page, labeller="labeller C")

    assert tab.errors() == []
    has_stayed_text(tab, sink)


def test_a_hostile_conversation_is_read_from_its_first_turn_to_its_last(
    served: Served, open_tab: OpenTab, sink: Sink, pictures: Path
) -> None:
    tab = open_tab(served, labeller="labeller C")

    tab.sees(hostile.beacon(sink.url, "system"))
    tab.page.screenshot(path=pictures / "hostile-first.png")
    for text in (hostile.ARABIC, hostile.HEBREW, hostile.EMOJI):
        tab.sees(text)
    for turn in range(1, 10):
        tab.press("j")
        is_at(tab, turn)
        tab.press("o")
        tab.settled()
    tab.page.screenshot(path=pictures / "hostile-opened.png")
    tab.press("g")
    tab.type(str(hostile.TURNS - 1))
    tab.press("Enter")
    is_at(tab, hostile.TURNS - 1)
    tab.page.screenshot(path=pictures / "hostile-last.png")

    assert "\u202e" not in tab.text()
    has_stayed_text(tab, sink)


def test_a_line_runs_as_its_script_does(served: Served, open_tab: OpenTab) -> None:
    tab = open_tab(served, labeller="labeller D")
    arabic = tab.page.get_by_text(hostile.ARABIC, exact=True).first
    expect(arabic).to_be_visible()

    first, stop = arabic.evaluate(_ENDS)

    assert stop < first, "the full stop of an Arabic line stands at its left end"


_ENDS = """element => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const left = place => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left;
    };
    return [left(0), left(text.length - 1)];
}"""


def is_at(tab: Tab, turn: int) -> None:
    """Wait until a turn is under the cursor."""
    here = tab.page.get_by_role("button").filter(has_text="you are here")
    expect(here).to_contain_text(f"{turn} ·")
    tab.settled()


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("adjudicate", [("queue_begin",)]),
        ("calibrate", [("first", "tone"), ("open", "tone", "strict")]),
    ],
)
def test_hostile_text_stays_text_where_a_page_opens_further(
    served: Served, open_tab: OpenTab, sink: Sink, page: str, keys: list[tuple[str, ...]]
) -> None:
    tab = open_tab(served, page, labeller="labeller C")

    for key in keys:
        tab.widget(*key).get_by_role("button").first.click()
        tab.page.wait_for_timeout(500)
        tab.settled()

    assert tab.errors() == []
    has_stayed_text(tab, sink)
