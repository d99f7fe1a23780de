"""Labelling as people do it: by keyboard alone, two at once, and through a crash."""

import re
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import kept, workspaces
from tests.browser.conftest import OpenTab, Serve
from tests.browser.form import DIMENSIONS, Form
from tests.browser.tab import Tab, new_tab

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

A, B, C = "labeller A", "labeller B", "labeller C"
COMMUNICATION, ELICITATION, COMPLETION, GROUNDEDNESS, SAFETY = DIMENSIONS
SLOW_LINE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 1000); };
"""


@pytest.fixture
def airline(tmp_path: Path, real_data: Path) -> Path:
    """Real conversations of an airline agent, and nothing labelled yet."""
    return workspaces.fresh(
        tmp_path / "workspace", real_data / "tau_airline" / "transcripts_trial0.jsonl"
    )


def come_in_by_keyboard(tab: Tab, labeller: str) -> None:
    """Reach the field for the name without a mouse, and enter it."""
    for _ in range(30):
        if tab.widget("labeller").locator(":focus").count():
            break
        tab.press("Tab")
    tab.enter_name(labeller)


def on_a_slow_line(tab: Tab) -> Form:
    """Begin as labeller C; from here on every key reaches the server a second late."""
    tab.page.add_init_script(SLOW_LINE)
    tab.open()
    tab.become(C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)
    return form


def take_up(tab: Tab, mode: str) -> None:
    """Choose by keyboard what is labelled together."""
    tab.widget("mode").locator("input").focus()
    tab.type(mode)
    tab.press("Enter")
    tab.page.wait_for_timeout(300)  # the app is settled until the choice has reached it
    tab.settled()


def levels(root: Path, labeller: str) -> dict[tuple[str, str], Any]:
    """Return what counts of a labeller's ledger: transcript and dimension to level or status."""
    said: dict[tuple[str, str], Any] = {}
    for line in kept.labels(root, labeller):
        unit = (line["transcript"], line["dimension"])
        if line["status"] == "withdrawn":
            said.pop(unit, None)
        else:
            said[unit] = line.get("level", line["status"])
    return said


@pytest.mark.realdata
def test_a_real_conversation_is_labelled_by_keyboard_alone(
    airline: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(airline))
    come_in_by_keyboard(tab, A)
    form = Form(tab, A)
    form.is_on(COMMUNICATION)
    first = form.transcript

    tab.press("j")
    tab.sees("1 · User")
    tab.settled()
    tab.press("e")
    form.kept(COMMUNICATION, evidence=[1])
    tab.settled()
    tab.press("3")
    form.is_on(ELICITATION)
    tab.press("a")
    form.is_on(COMPLETION)
    tab.press("b")
    tab.type("2, 4")
    tab.press("Enter")
    form.kept(COMPLETION, evidence=[2, 4])
    tab.press("Escape", "n")
    tab.type("Asked 3 times, for 2 flights.")
    tab.press("Escape")
    form.kept(COMPLETION, note="Asked 3 times, for 2 flights.")
    assert form.answer(COMPLETION).get("level") is None
    tab.settled()
    tab.press("2")
    form.is_on(GROUNDEDNESS)
    tab.press("t")
    form.is_on(SAFETY)
    tab.press("ArrowLeft")
    form.is_on(GROUNDEDNESS)
    tab.press("4")
    form.is_on(SAFETY)
    tab.press("1")
    form.kept(SAFETY, level=1)
    tab.settled()
    form.save()

    wanted = {
        (first, COMMUNICATION): 3,
        (first, ELICITATION): "not_applicable",
        (first, COMPLETION): 2,
        (first, GROUNDEDNESS): 4,
        (first, SAFETY): 1,
    }
    by_dimension = {line["dimension"]: line for line in kept.labels(airline, A)}
    assert levels(airline, A) == wanted
    assert by_dimension[COMMUNICATION]["evidence"] == [1]
    assert by_dimension[COMPLETION]["evidence"] == [2, 4]
    assert by_dimension[COMPLETION]["note"] == "Asked 3 times, for 2 flights."
    assert form.transcript not in {"", first}
    assert kept.answer(airline, A, COMMUNICATION).get("level") is None


def test_a_save_is_undone_by_one_key_and_its_form_comes_back(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    before, first = levels(sample, C), form.transcript
    form.rate("43214")
    form.save()
    saved = levels(sample, C)

    tab.press("u")
    tab.sees(f"Taken back: {first}. All your answers are in the form again.")
    tab.settled()

    assert levels(sample, C) == before
    assert [line["status"] for line in kept.labels(sample, C)[-5:]] == ["withdrawn"] * 5
    form.kept(COMPLETION, level=2)
    form.save()
    assert levels(sample, C) == saved


@pytest.mark.realdata
def test_the_time_that_a_label_takes_is_measured(
    airline: Path, serve: Serve, open_tab: OpenTab, record_property: Callable[[str, object], None]
) -> None:
    form = Form(open_tab(serve(airline), labeller=A), A)
    took: list[float] = []

    for _ in range(10):
        form.is_on(COMMUNICATION)
        keys = form.rate("32413")
        keys[-1] += form.save()
        took += keys

    record_property("seconds from a key to its label kept and drawn, median", f"{median(took):.2f}")
    assert len(levels(airline, A)) == len(took) == 50


def test_keys_answer_as_soon_as_a_name_is_in(sample: Path, serve: Serve, open_tab: OpenTab) -> None:
    """With no wait after the name: what is typed while the page is drawn waits for the form."""
    tab = open_tab(serve(sample))
    tab.widget("labeller").locator("input").focus()
    tab.type(C)

    tab.press("Enter")
    tab.page.locator(".st-key-w_head").wait_for()
    tab.press("3", "2")

    form = Form(tab, C)
    form.kept(ELICITATION, level=2)
    assert form.answer(COMMUNICATION).get("level") == 3
    assert tab.widget("labeller").locator("input").input_value() == C
    assert tab.widget("labeller").locator(":focus").count() == 0


def test_a_name_that_is_chosen_by_mouse_leaves_the_keys_to_the_form(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample))
    tab.widget("labeller").locator("button").click()

    tab.page.get_by_role("option", name=C).click()

    form = Form(tab, C)
    form.is_on(COMMUNICATION)
    tab.press("4")
    form.kept(COMMUNICATION, level=4)


def test_one_dimension_is_labelled_through_the_queue_by_keyboard(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)
    before = len(kept.labels(sample, C))

    take_up(tab, "only groundedness")
    read = []
    for level in "24":
        form.is_on(GROUNDEDNESS)
        read.append(form.transcript)
        tab.press("j", level)
        form.kept(GROUNDEDNESS, level=int(level))
        tab.settled()
        form.save(labels=1)

    new = kept.labels(sample, C)[before:]
    told = [(one["transcript"], one["dimension"], one["level"]) for one in new]
    assert told == [(read[0], GROUNDEDNESS, 2), (read[1], GROUNDEDNESS, 4)]
    assert len({*read, form.transcript}) == 3


def test_question_anchors_answers_and_note_are_seen_at_once_in_a_small_window(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    note_is_seen_on_every_dimension(form)
    form.rate("11111")
    tab.press("ArrowRight")

    note_is_seen_on_every_dimension(form)


def note_is_seen_on_every_dimension(form: Form) -> None:
    """Look at every dimension in turn: all stands in the box, and the box in the window."""
    page = form.tab.page
    for dimension in DIMENSIONS:
        form.is_on(dimension)
        box = page.locator(".st-key-w_form").bounding_box()
        note = page.locator(".st-key-w_form textarea").bounding_box()

        assert box is not None
        assert note is not None
        assert note["y"] + note["height"] <= box["y"] + box["height"] <= 800
        assert page.locator(".st-key-w_form").evaluate("box => box.scrollTop") == 0
        form.tab.press("ArrowRight")


def test_the_ways_through_the_conversation_stand_in_one_line(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    Form(tab, C).is_on(COMMUNICATION)

    tops = tab.page.locator(".st-key-w_reading").evaluate(
        "bar => [...bar.children].map((one) => Math.round(one.getBoundingClientRect().top))"
    )

    assert len(tops) == 6
    assert len(set(tops)) == 1


def test_words_that_were_found_are_named_by_turn_and_marked_where_they_stand(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    """The text that is drawn is the same as before: marking adds no element to it."""
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)
    talk = kept.transcripts(sample)[form.transcript]
    word = next(word for word in talk["turns"][1]["content"].split() if word.isalpha())
    said = tab.page.locator('.st-key-w_conversation [data-testid="stText"]').nth(1)
    before = said.inner_html()

    tab.press("w")
    tab.type(word.upper())
    tab.press("Enter")

    tab.page.get_by_text(re.compile(r"Found in turns? (0, )?1[,. ]")).wait_for()
    tab.until(lambda: bool(marked(tab)), "words are marked")
    assert {one.lower() for one in marked(tab)} == {word.lower()}
    assert said.inner_html() == before
    tab.settled()
    tab.press("w")
    tab.press("Control+a", "Backspace", "Enter")
    tab.until(lambda: not marked(tab), "no word is marked")


@pytest.mark.parametrize("leaving", ["Enter", "Escape"])
def test_what_was_sought_is_replaced_by_typing_and_forgotten_once_the_field_is_empty(
    sample: Path, serve: Serve, open_tab: OpenTab, leaving: str
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    Form(tab, C).is_on(COMMUNICATION)
    found = tab.widget("matches")
    tab.press("w")
    tab.type("qqqq")
    tab.press("Enter")
    tab.sees("Found in no turn.")
    tab.settled()

    tab.press("w")
    tab.type("xxxx")
    expect(tab.page.locator('[class*="st-key-w_find_"] input')).to_have_value("xxxx")
    tab.press("Enter")
    tab.page.wait_for_timeout(300)  # the app is settled until the words have reached it
    tab.settled()
    tab.press("w", "Backspace")
    found.wait_for(state="hidden")
    tab.press(leaving)

    found.wait_for(state="detached")


def marked(tab: Tab) -> list[str]:
    """Return the texts that the browser paints over."""
    found: list[str] = tab.page.evaluate(
        "() => [...(CSS.highlights.get('workbench-found') ?? [])].map(String)"
    )
    return found


def test_one_goes_back_to_a_saved_transcript_and_returns_by_keyboard(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.rate("43214")
    first = form.transcript
    form.save()
    form.is_on(COMMUNICATION)
    tab.press("2")
    form.is_on(ELICITATION)
    second = form.transcript

    tab.press("l")
    tab.page.get_by_role("dialog").locator(f".st-key-w_history_{first}").wait_for()
    tab.until(
        lambda: bool(tab.page.locator('[class*="st-key-w_history_"] button:focus').count()),
        "the newest has the focus",
    )
    tab.press("Enter")
    tab.sees(f"{first}: you labelled this on")
    note_is_seen_on_every_dimension(form)
    tab.press("q")

    form.is_on(ELICITATION)
    assert form.transcript == second
    assert tab.page.get_by_text("you labelled this on").count() == 0
    tab.sees("communication quality: 2")


def test_on_a_tablet_both_sides_are_seen_and_a_level_is_tapped(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample))
    tab.page.set_viewport_size({"width": 820, "height": 1180})
    tab.become(C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)
    sides = [tab.page.locator(f".st-key-w_{name}") for name in ("conversation", "form")]
    upper, lower = (side.bounding_box() for side in sides)

    tab.page.locator('[class*="st-key-w_level_"]').get_by_role("button", name="3").click()

    form.kept(COMMUNICATION, level=3)
    assert upper is not None
    assert lower is not None
    assert upper["y"] + upper["height"] <= lower["y"]
    assert lower["y"] + lower["height"] <= 1180
    assert min(upper["height"], lower["height"]) > 300


def test_a_digit_in_a_note_is_text_and_gives_no_level(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)

    tab.press("n")
    tab.type("1234 s u x")
    tab.press("Escape")

    form.kept(COMMUNICATION, note="1234 s u x")
    assert form.answer(COMMUNICATION).get("level") is None
    form.is_on(COMMUNICATION)


def test_two_people_at_once_never_mix_their_labels(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    """Each place is given once: what is open to one more person is taken by one of the two."""
    workspaces.set_policy(sample, "labeller C]", "labeller C, labeller D]")
    served = serve(sample)
    before = {who: len(kept.labels(sample, who)) for who in (C, "labeller D")}
    people = {C: Form(open_tab(served, labeller=C), C)}
    people["labeller D"] = Form(open_tab(served, labeller="labeller D"), "labeller D")
    given = {C: "4321", "labeller D": "1234"}
    taken: dict[str, set[str]] = {who: set() for who in people}

    for round_ in range(3):
        for number, dimension in enumerate(DIMENSIONS):
            for who, form in people.items():
                form.is_on(dimension)
                taken[who].add(form.transcript)
                form.tab.press(given[who][(round_ + number) % 4])
        for who, form in people.items():
            form.kept(SAFETY, level=int(given[who][(round_ + 4) % 4]))
            form.tab.settled()
            form.save()

    for who in people:
        lines = kept.labels(sample, who)[before[who] :]
        assert {line["labeller"] for line in lines} == {who}
        assert {line["transcript"] for line in lines} == taken[who]
        assert len(lines) == 3 * len(DIMENSIONS)
        for place, line in enumerate(lines):
            round_, number = divmod(place, len(DIMENSIONS))
            assert line["level"] == int(given[who][(round_ + number) % 4])
    assert taken[C] & taken["labeller D"] == set()


def test_a_killed_server_loses_nothing(sample: Path, serve: Serve, open_tab: OpenTab) -> None:
    served = serve(sample)
    before = len(kept.labels(sample, C))
    tab = open_tab(served, labeller=C)
    form = Form(tab, C)
    form.rate("43214")
    form.save()
    second = form.transcript
    form.is_on(COMMUNICATION)
    tab.press("j", "j")
    tab.settled()
    tab.press("2")
    form.is_on(ELICITATION)
    tab.press("n")
    tab.type("Half a thought")
    tab.press("Escape")
    form.kept(ELICITATION, note="Half a thought")
    turn = kept.draft(sample, C)["turn"]

    served.kill()
    served.start()
    again = Form(open_tab(served, labeller=C), C)

    assert len(kept.labels(sample, C)) == before + 5
    again.is_on(ELICITATION)
    assert again.transcript == second
    assert again.tab.page.locator(".st-key-w_form textarea").input_value() == "Half a thought"
    assert kept.draft(sample, C)["turn"] == turn
    again.tab.sees("you are here")
    again.tab.press("ArrowLeft")
    again.is_on(COMMUNICATION)
    again.kept(COMMUNICATION, level=2)


def took(form: Form, root: Path, key: str, *, evidence: list[int]) -> None:
    """Check that a correction went into the field of its key, and no digit of it was a level."""
    if key == "b":
        form.kept(COMMUNICATION, evidence=evidence)
    else:
        form.tab.until(lambda: kept.draft(root, C).get("turn") == 1, "the cursor is on turn 1")
    assert [form.answer(dimension).get("level") for dimension in DIMENSIONS] == [None] * 5


@pytest.mark.parametrize(("key", "refused"), [("b", "2, 99"), ("g", "99")])
def test_a_field_whose_text_was_refused_takes_the_correction(
    sample: Path, serve: Serve, open_tab: OpenTab, key: str, refused: str
) -> None:
    """The digits of a correction are no levels."""
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)

    tab.press(key)
    tab.type(refused)
    tab.press("Enter")
    tab.sees("turn numbers: must be from 0 to" if key == "b" else "turn 99: this conversation has")
    tab.settled()
    tab.type("1")
    tab.press("Enter")

    took(form, sample, key, evidence=[1])
    tab.settled()
    tab.press("4")
    form.is_on(ELICITATION)
    form.kept(COMMUNICATION, level=4)


@pytest.mark.parametrize(("key", "typed"), [("b", ("2, 99", "3, 1")), ("g", ("99", "1"))])
def test_a_correction_that_is_typed_before_the_refusal_is_shown_is_taken_in_full(
    sample: Path, serve: Serve, open_tab: OpenTab, key: str, typed: tuple[str, str]
) -> None:
    """The Enter at its end, commas and spaces included, while the refusal is still on its way."""
    form = on_a_slow_line(open_tab(serve(sample)))
    tab = form.tab

    refused, corrected = typed
    tab.press(key)
    tab.type(refused)
    tab.press("Enter")
    tab.page.wait_for_timeout(200)
    assert tab.errors() == []
    tab.type(corrected)
    tab.press("Enter")

    took(form, sample, key, evidence=[1, 3])


def test_text_typed_faster_than_the_page_is_redrawn_reaches_its_field(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    """A level, a note, a citation by number and a level again, with no wait between any of them."""
    tab = open_tab(serve(sample), labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)

    tab.press("3", "n")
    tab.type("Asked 2 times.")
    tab.press("Escape", "b")
    tab.type("1, 2")
    tab.press("Enter", "4", "2")

    form.kept(ELICITATION, note="Asked 2 times.", evidence=[1, 2], level=4)
    form.kept(COMPLETION, level=2)
    assert form.answer(COMMUNICATION).get("level") == 3


def test_digits_typed_faster_than_the_page_is_redrawn_answer_in_their_order(
    tmp_path: Path, project_root: Path, serve: Serve, open_tab: OpenTab
) -> None:
    conversations = project_root / "transcripts" / "support.jsonl"
    root = workspaces.fresh(tmp_path / "workspace", conversations)
    tab = open_tab(serve(root))
    come_in_by_keyboard(tab, A)
    form = Form(tab, A)
    form.is_on(COMMUNICATION)

    tab.press(*"32432")

    form.kept(SAFETY, level=2)
    assert [form.answer(dimension).get("level") for dimension in DIMENSIONS] == [3, 2, 4, 3, 2]


def test_digits_keep_their_order_on_a_slow_line(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    """Every key reaches the server a second late; one that nothing answers holds up no other."""
    form = on_a_slow_line(open_tab(serve(sample)))

    form.tab.press(*"39z24")

    form.kept(COMPLETION, level=4)
    assert [form.answer(name).get("level") for name in DIMENSIONS] == [3, 2, 4, None, None]


def test_a_reload_keeps_who_sits_at_the_tab_and_no_other_tab_knows(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    served = serve(sample)
    tab = open_tab(served, labeller=C)
    form = Form(tab, C)
    form.is_on(COMMUNICATION)

    tab.page.reload()

    form.is_on(COMMUNICATION)
    assert tab.widget("labeller").locator("input").input_value() == C
    assert tab.page.url.rstrip("/") == served.url
    other = new_tab(tab.page.context, served)
    other.open()
    other.sees("Choose who you are")


def test_the_arrow_keys_walk_through_ones_own_labels(
    sample: Path, serve: Serve, open_tab: OpenTab
) -> None:
    tab = open_tab(serve(sample), labeller=C)
    Form(tab, C).is_on(COMMUNICATION)
    tab.press("l")
    rows = tab.page.locator('[class*="st-key-w_history_"] button')
    expect(rows.nth(0)).to_be_focused()

    tab.press("ArrowDown", "ArrowDown", "ArrowUp")

    expect(rows.nth(1)).to_be_focused()
    tab.press("Enter")
    tab.sees("you labelled this on")
