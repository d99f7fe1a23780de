"""The Certify page opens the test side only when told to knowingly, and shows what it gave."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.opening import opened, shown
from tests.workflows.building import desk, filled, tone
from workbench.app.components.statuses import STATUSES

HOSTILE = "![x](http://a.test/p.png) <b>"


def chosen(root: Path, *judges: str, dimensions: tuple[str, ...] = ("tone",)) -> AppTest:
    app = opened(root, "certify")
    app.multiselect("w_certify_dimensions").set_value(list(dimensions))
    app.multiselect("w_certify_judges").set_value(list(judges)).run()
    return app


def certified(root: Path, *judges: str) -> AppTest:
    app = chosen(root, *judges)
    app.checkbox("w_confirm_first").check().run()
    app.button("w_certify").click().run()
    assert not app.exception
    return app


def test_opening_grants_trust_on_the_record_and_shows_why(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)

    app = certified(tmp_path, "strict")

    assert made.certificate().status == "trusted"
    assert len(made.looks()) == 1
    text = shown(app)
    assert made.certificate().claim in text
    assert "1 look(s) at labels that certify reads were put on the record" in text.replace("\\", "")
    assert not [box for box in app.checkbox if box.value]


def test_opening_the_page_opens_nothing(tmp_path: Path) -> None:
    filled(tmp_path, 100)

    app = opened(tmp_path, "certify")

    assert not app.exception
    assert "opens the test side" in app.warning[0].value
    assert "Nothing was certified yet" in shown(app)
    assert not (tmp_path / "record").exists()
    assert not (tmp_path / "trusted.json").exists()


@pytest.mark.parametrize("judges", [(), ("strict",)])
def test_nothing_is_opened_without_a_choice_and_a_confirmation(
    tmp_path: Path, judges: tuple[str, ...]
) -> None:
    filled(tmp_path, 100)

    app = chosen(tmp_path, *judges)

    assert app.button("w_certify").disabled
    assert not (tmp_path / "trusted.json").exists()


def test_judges_that_were_not_chosen_are_not_shown_and_cost_no_look(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, judges="judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n")
    made.judge([1, 2, 3, 4] * 25, judge="mild")

    certified(tmp_path, "strict")

    assert {look.judge for look in made.looks()} == {"strict"}


def test_an_empty_workspace_says_what_to_do_first(tmp_path: Path) -> None:
    desk(tmp_path)

    app = opened(tmp_path, "certify")

    assert not app.exception
    assert "Label transcripts on the Label page" in app.info[0].value
    assert not list(app.button)


def test_a_refusal_is_a_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    app = chosen(tmp_path, "strict")
    app.checkbox("w_confirm_first").check().run()
    made.write("rubrics/tone.yaml", tone(anchor="cursing"))

    app.button("w_certify").click().run()

    assert not app.exception
    assert "bump the version before certifying" in app.error[0].value.replace("\\", "")
    assert not (tmp_path / "trusted.json").exists()


def test_stale_and_edited_certificates_are_shown_as_such(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, judges="judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n")
    made.judge([1, 2, 3, 4] * 25, judge="mild")
    made.certify()
    text = (tmp_path / "trusted.json").read_text(encoding="utf-8")
    edited = text.replace('"variants_tried": 2', '"variants_tried": 1', 1)
    (tmp_path / "trusted.json").write_text(edited, encoding="utf-8")
    made.write("judges.yaml", "judges:\n  strict: {model: a/other}\n  mild: {model: a/c}\n")

    app = opened(tmp_path, "certify")

    words = " ".join(str(mark.value) for mark in app.markdown)
    assert "refused" in words
    assert "stale" in words
    assert "the judge is another since, or is gone" in shown(app)
    assert "Not believed" in shown(app)
    assert "Next: certify again: choose it above" in shown(app).replace("\\", "")
    assert "on the Certify page" not in shown(app)
    assert "it was edited or damaged, and nothing relies on it" in shown(app)


def test_a_stale_certificate_chooses_itself_above(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, judges="judges:\n  strict: {model: a/b}\n")
    made.certify()
    made.write("workbench.yaml", "trust: {minimum_kappa: 0.5}\n")
    app = opened(tmp_path, "certify")
    assert app.multiselect("w_certify_dimensions").value == []

    app.button("w_certify_again_tone_strict").click().run()

    assert not app.exception
    assert app.multiselect("w_certify_dimensions").value == ["tone"]
    assert app.multiselect("w_certify_judges").value == ["strict"]
    assert app.button("w_certify").disabled  # choosing confirms nothing


def test_a_stale_certificate_whose_judge_is_gone_says_why_it_cannot_be_chosen(
    tmp_path: Path,
) -> None:
    made = filled(tmp_path, 100, judges="judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n")
    made.judge([1, 2, 3, 4] * 25, judge="mild")
    made.certify()
    made.write("judges.yaml", "judges:\n  mild: {model: a/c}\n")

    app = opened(tmp_path, "certify")

    assert "It cannot be chosen above" in shown(app)
    assert "w_certify_again_tone_strict" not in [one.key for one in app.button]


def test_what_was_refused_for_want_of_labels_leads_to_the_label_page(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4] * 2)
    made.judge([1, 2, 3, 4] * 2)
    made.certify()

    app = opened(tmp_path, "certify")

    assert "Go to Label" in [getattr(link, "label", "") for link in app.get("page_link")]


def test_what_was_never_trusted_is_outdated_and_not_stale(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4] * 25)
    made.judge([4, 3, 2, 1] * 25)
    made.certify()
    assert made.certificate().status == "untrusted"
    assert "outdated: " not in shown(opened(tmp_path, "certify"))

    made.write("judges.yaml", "judges:\n  strict: {model: a/other}\n")
    app = opened(tmp_path, "certify")

    badges = [str(mark.value) for mark in app.markdown if "-badge[" in str(mark.value)]
    *legend, last = badges
    assert len(legend) == len(STATUSES)
    assert "untrusted" in last
    outdated = "Trust was not granted, and this is outdated: the judge is another since, or is gone"
    assert outdated in shown(app)
    assert "Next: certify again: choose it above" in shown(app).replace("\\", "")


def test_labels_given_since_are_said_to_be_no_part_of_the_certificate(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()
    made.label([1, 2, 3, 4] * 5, first=100)

    said = shown(opened(tmp_path, "certify"))

    assert "50 labels, k=1" in said
    assert "Labels given since are not part of it; they count when it is certified again." in said


def test_the_record_of_looks_is_shown_with_k(tmp_path: Path) -> None:
    made = filled(tmp_path, 20)
    made.calibrate()

    app = opened(tmp_path, "certify")

    ahead, looks = (frame.value for frame in app.dataframe)
    assert list(ahead["variants shown so far (k)"]) == [1]
    assert list(ahead["side"]) == ["both"]
    assert list(looks["judge"]) == ["strict"]


def test_pairs_that_nobody_has_looked_at_are_said_to_be_unseen(tmp_path: Path) -> None:
    made = filled(tmp_path, 100, judges="judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n")
    made.judge([1, 2, 3, 4] * 25, judge="mild")

    before = chosen(tmp_path, "strict")
    certified(tmp_path, "strict")
    after = chosen(tmp_path, "mild", "strict")

    assert "Nobody has looked at the test side of any dimension yet." in shown(before)
    assert "Nobody has looked at the test side of this pair yet." in shown(before)
    assert "opened before" not in shown(before)
    assert "tone: 1 look (strict 1), the last on " in shown(after)
    assert "tone with strict: opened before, 1 look, the last on " in shown(after)
    assert "tone with mild: opened" not in shown(after)
    assert "Nobody has looked at the test side yet of: tone with mild." in shown(after)


def test_every_judge_is_said_to_have_a_verdict_on_how_many(tmp_path: Path) -> None:
    made = filled(tmp_path, 20, judges="judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n")
    made.judge([1, 2, 3], judge="mild")

    lines = [one.value for one in opened(tmp_path, "certify").text]

    assert "strict: a verdict on every transcript" in lines
    assert "mild: tone 3 of 20" in lines


def test_what_k_and_risk_are_is_said_on_the_page(tmp_path: Path) -> None:
    filled(tmp_path, 100)

    text = shown(opened(tmp_path, "certify"))

    assert "k: the variants shown so far on these labels" in text
    assert "**Risk**: how bad a severe miss is" in text


def test_foreign_names_reach_the_page_as_text(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=f"judges:\n  '{HOSTILE}': {{model: a/b}}\n")
    made.label([1, 2, 3, 4] * 10)
    made.judge([1, 2, 3, 4] * 10, judge=HOSTILE)

    app = certified(tmp_path, HOSTILE)

    drawn = [str(one.value) for kind in (app.markdown, app.caption) for one in kind]
    assert not [text for text in drawn if HOSTILE in text]
    assert made.certificate(judge=HOSTILE).status == "trusted"
