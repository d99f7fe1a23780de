"""The Calibrate page: the trust table, one cell in depth, and what looking costs."""

import json
from pathlib import Path

from pandas import DataFrame
from streamlit.testing.v1 import AppTest

from tests.app.opening import entries, opened, shown
from tests.workflows.building import STRICT, Desk, close, desk, filled, only
from tests.workflows.questioning import conversations
from workbench.app.components.charts import interval_chart, kappa_chart
from workbench.app.components.statuses import MARKS, STATUSES
from workbench.calibration.phrases import panel_line
from workbench.domain.policy import Policy
from workbench.workflows.bench import Asked
from workbench.workflows.covering import reveal
from workbench.workflows.depicting import SHARES
from workbench.workflows.flooring import ask_floors

LEVELS = [1, 2, 3, 4]
PANEL = (
    "judges:\n  strict: {model: some/model}\n  mild: {model: some/other}\n"
    "panels:\n  both: {members: [strict, mild]}\n"
)


def page(root: Path, labeller: str | None = None) -> AppTest:
    """Open the page, and refuse one that broke."""
    app = opened(root, "calibrate", labeller)
    assert not app.exception
    return app


def pressed(app: AppTest, key: str) -> AppTest:
    """Press one button and return the page that follows."""
    app.button(key=key).click().run()
    assert not app.exception
    return app


def cell(root: Path, judge: str = "strict", labeller: str | None = None) -> AppTest:
    """Open the cell of one judge."""
    return pressed(page(root, labeller), f"w_open_tone_{judge}")


def plain(app: AppTest) -> str:
    """Return every text on the page as it is read, without what keeps it from being Markdown."""
    return shown(app).replace("\\", "")


def table(app: AppTest, *columns: str) -> DataFrame:
    """Return the one table with these columns; a table that nobody selects in has no key here."""
    (found,) = [one.value for one in app.dataframe if {*columns} <= {*one.value.columns}]
    return found


def test_every_judge_stands_with_status_claim_figures_and_n(tmp_path: Path) -> None:
    made = filled(tmp_path)

    app = page(tmp_path)

    measured = only(made.calibrate())
    kappa = measured.agreement.kappa_primary.value
    said = plain(app)
    assert "insufficient" in said
    assert "clears the bar on these labels, and only certify grants trust" in said
    assert f"kappa {kappa:.2f} [" in said
    assert "n=50" in said
    assert len(app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")) == 1
    rows = table(app, "status", "claim")[["status", "judge", "n"]]
    assert rows.to_numpy().tolist() == [["insufficient", "strict", 50]]


def test_the_development_side_is_drawn_and_no_look_is_taken(tmp_path: Path) -> None:
    filled(tmp_path)

    page(tmp_path)

    assert (tmp_path / "record" / "splits.jsonl").exists()
    assert not (tmp_path / "record" / "looks.jsonl").exists()


def test_nothing_is_measured_again_until_a_file_changes(tmp_path: Path) -> None:
    made = filled(tmp_path)
    app = page(tmp_path)
    first = app.session_state["d_survey"]

    assert app.run().session_state["d_survey"] is first

    made.label([3], first=200)
    assert app.run().session_state["d_survey"] is not first
    assert not app.exception


def test_it_is_measured_again_where_somebody_asks(tmp_path: Path) -> None:
    filled(tmp_path)
    app = page(tmp_path)
    first = app.session_state["d_survey"]

    assert pressed(app, "w_measure").session_state["d_survey"] is not first


def test_both_sides_are_shown_only_after_a_warning(tmp_path: Path) -> None:
    filled(tmp_path)
    app = page(tmp_path)

    app.radio(key="w_side").set_value("all").run()
    assert "every variant that is shown counts in k" in app.warning[0].value
    assert not (tmp_path / "record" / "looks.jsonl").exists()
    pressed(app, "w_both")

    assert len(entries(tmp_path, "looks")) == 1
    assert "1 look(s) at labels that certify reads were put on the record" in app.info[0].value
    assert "n=100" in shown(app)


def test_from_both_sides_one_goes_back_at_once(tmp_path: Path) -> None:
    filled(tmp_path)
    app = page(tmp_path)
    app.radio(key="w_side").set_value("all").run()
    pressed(app, "w_both")

    app.radio(key="w_side").set_value("development").run()

    assert not app.exception
    assert "n=50" in shown(app)
    assert len(entries(tmp_path, "looks")) == 1


def test_few_labels_wait_for_somebody_to_ask_for_the_first_look(tmp_path: Path) -> None:
    filled(tmp_path, 36)

    app = page(tmp_path)
    assert "36 transcripts are labelled" in shown(app)
    assert "with 4 more (40 in all) a test side is kept apart" in shown(app)
    assert not (tmp_path / "record").exists()

    pressed(app, "w_first_tone")
    assert len(entries(tmp_path, "looks")) == 1
    assert "1 look(s) at labels that certify reads" in app.info[0].value
    assert "every variant that is shown counts in k" in shown(app)


def test_an_empty_workspace_says_what_to_do(tmp_path: Path) -> None:
    desk(tmp_path)

    app = page(tmp_path)

    assert "Nobody has labelled anything yet" in app.info[0].value
    assert "workbench import labels" in app.info[0].value
    assert not (tmp_path / "record").exists()


def test_labels_without_verdicts_show_people_and_what_asks_judges(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 12)
    made.label(close(LEVELS * 12), labeller="ben")

    app = page(tmp_path)

    assert "`workbench judge` asks judges" in app.info[0].value
    people = table(app, "labellers")
    assert people["labellers"].tolist() == [2]


def test_a_broken_judges_file_is_refused_by_name(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.write("judges.yaml", "judges:\n  strict: {modle: some/model}\n")

    app = opened(tmp_path, "calibrate", None)

    assert not app.exception
    assert "judges" in app.error[0].value
    assert "modle" in app.error[0].value
    assert not (tmp_path / "record").exists()


def test_a_certificate_that_was_edited_is_refused_in_words(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()
    trusted = json.loads((tmp_path / "trusted.json").read_text(encoding="utf-8"))
    trusted["certificates"][0]["claim"] = "better than everything"
    made.write("trusted.json", json.dumps(trusted))

    app = page(tmp_path)

    assert "refused: trusted.json: tone, judge 'strict': claim says" in plain(app)
    assert "better than everything" not in [text.value for text in app.text]


def test_a_line_that_is_no_record_is_named(tmp_path: Path) -> None:
    filled(tmp_path)
    with (tmp_path / "labels" / "ann.jsonl").open("a", encoding="utf-8") as ledger:
        ledger.write('{"id":"torn","tran')

    app = page(tmp_path)

    assert any("labels/ann.jsonl:101" in text.value for text in app.text)


def test_a_kappa_that_is_0_by_construction_is_not_shown_as_0(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([3] * 100)

    app = page(tmp_path)

    assert "not defined: the judge gave 3 to all 50" in plain(app)
    (row,) = table(app, "status", "claim").to_dict("records")
    assert row["kappa"] != row["kappa"] or row["kappa"] is None
    assert row["kappa in words"].startswith("not defined: ")


def test_a_claim_of_the_test_side_is_told_apart_from_figures_of_the_other(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()

    said = plain(page(tmp_path))

    claim = made.certificate().claim
    assert "All figures are of the **development side**; a claim that begins with" in said
    assert "the claim of a judge that is trusted or stale is what certify showed on other" in said
    assert f"Certified on the test side: {claim}" in said
    assert "Development side, which certify does not go by: kappa" in said
    (row,) = table(page(tmp_path), "status", "claim").to_dict("records")
    assert row["claim"] == f"Certified on the test side: {claim}"


def test_on_labels_of_side_both_no_test_side_is_spoken_of(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.certify()

    said = plain(page(tmp_path))

    assert f"Certified: {made.certificate().claim}" in said
    assert "Side both: kappa" in said


def test_the_next_step_names_the_page_on_which_it_is_done(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 10)
    made.judge(close(LEVELS * 10))

    app = page(tmp_path)

    assert "too few to decide by; certify reads 24 others" in plain(app)
    step = "Next: certify on the Certify page (or run `workbench certify`) when rubric and judge"
    assert step in plain(app)
    assert step in plain(cell(tmp_path))


def test_words_and_statuses_are_explained_where_they_stand(tmp_path: Path) -> None:
    filled(tmp_path)

    said = plain(page(tmp_path))

    for word in ("**Development side**", "**k**", "**Lower bound at 0.05/k**", "**Variant**"):
        assert word in said
    for status, meaning in STATUSES.items():
        assert f"-badge[{MARKS[status].sign} {status}]" in said
        assert meaning in said


def test_a_command_is_never_drawn_with_its_backticks(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()

    drawn = [one.value for app in (page(tmp_path), cell(tmp_path)) for one in app.text]

    assert drawn
    assert not [one for one in drawn if "`" in one]


def test_a_square_of_the_matrix_opens_its_transcripts(tmp_path: Path) -> None:
    made = filled(tmp_path)
    conversations(made, 100)
    made.label([3] * 100, labeller="ben", note="Civil.", evidence=(0,))
    made.judge([2] * 100, justification="Curt.", evidence=({"turn": 0, "quote": "Hello"},))

    app = pressed(pressed(cell(tmp_path), "w_square_2_1"), "w_bystander")

    said = [text.value for text in app.text]
    assert "People gave 3, the judge 2" in shown(app)
    assert "ben: level 3" in said
    assert "Civil." in said
    assert "strict: level 2" in said
    assert "Curt." in said
    assert "Hello" in [code.value for code in app.code]
    assert app.button(key="w_square_0_0").disabled


def test_a_square_and_the_list_behind_it_count_a_shared_transcript_alike(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.label([2, 2, 3, 4] * 25, labeller="ben")  # half of every transcript in the first row
    made.judge(LEVELS * 25)

    app = cell(tmp_path, labeller="ben")

    square = app.button(key="w_square_0_0")
    count = int(square.help.split("; ")[1].split()[0])
    assert float(square.label) == count / 2
    told = f"{count} transcripts that count together {square.label}"
    assert square.help == f"people and judge agree; {told}"
    pressed(app, "w_square_0_0")
    assert f"People gave 1, the judge 1: {told}" in plain(app)
    assert "Fewer than their number: people gave some of them other levels too." in plain(app)
    assert SHARES not in shown(app)


def test_severe_misses_are_counted_alike_in_words_and_on_their_button(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.label([2, 2, 3, 4] * 25, labeller="ben")
    made.judge([4, 2, 3, 4] * 25)

    app = cell(tmp_path)

    (said,) = [one.value for one in app.text if one.value.startswith("Severe misses: ")]
    share = said.split("passes ")[1].split()[0]
    assert app.button(key="w_list_severe").label.replace("\\", "").endswith(f"together {share}")


def test_another_transcript_of_the_square_can_be_read(tmp_path: Path) -> None:
    made = filled(tmp_path)
    conversations(made, 100)
    app = pressed(pressed(cell(tmp_path), "w_square_0_0"), "w_bystander")
    choice = app.selectbox(key="w_behind_cell_0_0")

    choice.set_value(choice.options[1]).run()

    assert not app.exception
    assert any(f"<{choice.options[1]}>" in text.value for text in app.text)


def test_errors_are_listed_by_kind_and_told_apart_from_levels(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([*close(LEVELS * 15), *["error"] * 40])

    app = cell(tmp_path, labeller="ann")
    label = app.button(key="w_list_error_fractional").label.replace("\\", "")
    assert label == "Errors: fractional (18)"
    pressed(app, "w_list_error_fractional")

    assert any("Error, fractional: 2.5 is not a level" in text.value for text in app.text)


def test_the_cell_says_what_would_change_its_status(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([1, 2, 4, 3, 2, 1, 3, 4, 1, 3] * 10)

    said = [text.value for text in cell(tmp_path).text]

    assert any(text.startswith("Next: ") for text in said)
    assert any(text.startswith("What would change it: ") and "k=1" in text for text in said)


def test_a_trusted_cell_is_not_told_how_to_become_trusted(tmp_path: Path) -> None:
    filled(tmp_path / "before")
    made = filled(tmp_path / "after")
    made.certify()

    before, after = (plain(cell(tmp_path / name)) for name in ("before", "after"))

    assert "What would change it: " in before
    assert made.certificate().status == "trusted"
    assert "Next: use it" in after
    assert "What would change it" not in after


def test_a_stale_judge_says_what_has_changed(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()
    assert "Stale: " not in plain(page(tmp_path))

    made.write("judges.yaml", STRICT.replace("some/model", "some/newer"))

    assert "Stale: the judge is another since, or is gone" in plain(page(tmp_path))


def test_a_chart_draws_its_lines_in_the_order_of_the_rows() -> None:
    interval: dict[str, object] = {"low": -0.5, "high": 0.5}
    none: dict[str, object] = {"low": None, "high": None}
    rows: list[dict[str, object]] = [
        {"level": "10", "value": 0.0, "n": 1, **none},
        {"level": "9", "value": None, "n": 0, **none},
        {"level": "2", "value": 0.0, "n": 8, **interval},
        {"level": "3", "value": 0.0, "n": 1, **none},
    ]

    spec = interval_chart(rows, "level", "levels above people").to_dict()

    assert spec["layer"][1]["encoding"]["y"]["axis"]["labelFlush"] is False
    sorts = [one["encoding"]["y"]["sort"] for one in spec["layer"] if "y" in one["encoding"]]
    assert sorts == [["10", "2", "3"]] * 2


def test_charts_of_one_page_share_a_scale() -> None:
    figure = {"judge": "a", "status": "trusted", "kappa": 0.5, "low": 0.4, "high": 0.6}
    poor = {**figure, "judge": "b", "kappa": -0.5, "low": -0.7}

    def begins(*shared: dict[str, object]) -> float:
        rows = [{"bound": None, "people": None, "floor": None} | one for one in (figure, *shared)]
        layers = kappa_chart(rows[:1], Policy().trust, rows).to_dict()["layer"]
        (begin,) = {
            layer["encoding"]["x"]["scale"]["domain"][0]
            for layer in layers
            if "scale" in layer["encoding"].get("x", {})
        }
        return float(begin)

    assert begins() == -0.2
    assert begins(poor) == -0.7


def test_the_bias_stands_in_the_order_of_the_scale(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([1, 2, 4, 3, 2, 1, 3, 4, 1, 3] * 10)

    app = cell(tmp_path)

    drawn = [
        json.loads(one.proto.spec)["layer"][-1]["encoding"]["y"]
        for one in app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")
    ]
    (bias,) = [y["sort"] for y in drawn if y["field"] == "people"]
    assert bias == ["people 1", "people 2", "people 3", "people 4"]


def test_the_cell_shows_history_looks_and_test_retest(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.certify()
    made.label([1, 2, 4, 4], repeat=1)

    app = cell(tmp_path)

    assert table(app, "variant")["n"].tolist() == [50]
    assert table(app, "command")["command"].tolist() == ["certify"]
    assert table(app, "labeller", "exact")["n"].tolist() == [4]


def test_labellers_are_set_against_each_other_and_the_judge(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.label(close(LEVELS * 25), labeller="ben")

    app = cell(tmp_path)

    assert table(app, "and")["n"].tolist() == [50]
    each = [one.value for one in app.dataframe if [*one.value] == ["labeller", "n", "kappa"]]
    assert each[0]["labeller"].tolist() == ["ann", "ben"]


def test_the_cell_is_sliced_by_a_field(tmp_path: Path) -> None:
    made = filled(tmp_path)
    rows = [
        {"id": f"t{n:03}", "turns": [{"index": 0, "role": "user", "content": "Hi."}]}
        | {"metadata": {"channel": "chat" if n % 2 else "mail"}}
        for n in range(100)
    ]
    made.write("transcripts/all.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    app = cell(tmp_path)

    app.selectbox(key="w_by").set_value("channel").run()

    assert not app.exception
    assert set(table(app, "stands out")["value"]) == {"chat", "mail"}


def test_a_panel_is_worded_as_on_the_command_line(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=PANEL)
    made.label(LEVELS * 25)
    for judge in ("strict", "mild", "both"):
        made.judge(close(LEVELS * 25), judge=judge)

    said = [text.value for text in cell(tmp_path, "both").text]

    gain = only(made.calibrate(), "both").panel
    assert gain is not None
    assert panel_line(gain) in said


def test_one_goes_back_to_the_table(tmp_path: Path) -> None:
    filled(tmp_path)

    app = pressed(cell(tmp_path), "w_back")

    assert app.title[0].value == "Calibrate"


def test_a_list_that_tells_levels_names_nothing_that_its_reader_may_still_label(
    tmp_path: Path,
) -> None:
    made = filled(tmp_path)
    conversations(made, 100)
    app = pressed(pressed(cell(tmp_path), "w_square_0_0"), "w_bystander")
    listed = app.selectbox(key="w_behind_cell_0_0").options
    seen, *others = listed
    reveal(tmp_path, seen, "ben", now=made.now())

    app = pressed(cell(tmp_path, labeller="ben"), "w_square_0_0")

    assert f"Left out of this list: {len(others)} of {len(listed)} " in app.warning[0].value
    assert app.selectbox(key="w_behind_cell_0_0").options == [seen]
    assert not [name for name in others if name in shown(app)]

    pressed(app, "w_uncover_list_behind")

    assert app.selectbox(key="w_behind_cell_0_0").options == listed
    events = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert [(one["transcript"], one["labeller"]) for one in events] == [
        (name, "ben") for name in listed
    ]


def test_what_its_reader_has_labelled_is_told_on_the_record_as_well(tmp_path: Path) -> None:
    made = filled(tmp_path)
    conversations(made, 100)

    app = pressed(cell(tmp_path, labeller="ann"), "w_square_0_0")

    assert "that you give or change is kept apart" in app.warning[0].value
    assert "w_behind_cell_0_0" not in [box.key for box in app.selectbox]
    assert "strict: level" not in shown(app)

    pressed(app, "w_uncover_list_behind")

    listed = app.selectbox(key="w_behind_cell_0_0").options
    assert "strict: level" in shown(app)
    events = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert [(one["transcript"], one["labeller"]) for one in events] == [
        (name, "ann") for name in listed
    ]
    assert not app.warning


def test_severe_misses_are_covered_as_squares_are(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([4, 2, 3, 4] * 25)

    app = pressed(cell(tmp_path, labeller="ben"), "w_list_severe")

    assert "Left out of this list: 12 of 12 " in app.warning[0].value
    assert "w_behind_severe" not in [box.key for box in app.selectbox]


def test_errors_are_named_and_what_others_say_of_them_is_covered(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 100)
    made.label(LEVELS * 25)
    made.judge([*close(LEVELS * 15), *["error"] * 40])
    app = pressed(cell(tmp_path, labeller="ben"), "w_list_error_fractional")
    transcript = app.selectbox(key="w_behind_error_fractional").value
    assert "You have not seen yet what others say" in app.warning[0].value
    assert "ann: level" not in shown(app)

    pressed(app, f"w_uncover_{transcript}")

    events = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert [(one["transcript"], one["labeller"]) for one in events] == [(transcript, "ben")]
    assert "ann: level" in shown(app)


def test_somebody_without_a_name_is_asked_before_a_list_is_shown(tmp_path: Path) -> None:
    filled(tmp_path)
    app = pressed(cell(tmp_path), "w_square_0_0")
    assert "Choose who you are, on the left" in app.warning[0].value
    assert "w_behind_cell_0_0" not in [box.key for box in app.selectbox]

    pressed(app, "w_bystander")

    assert app.selectbox(key="w_behind_cell_0_0").options
    assert not (tmp_path / "record" / "assignments.jsonl").exists()


def test_no_two_statuses_share_a_sign_or_a_point() -> None:
    drawn = [MARKS[status] for status in STATUSES]

    assert len({mark.sign for mark in MARKS.values()}) == len(MARKS)
    assert len({mark.shape for mark in drawn}) == len({mark.paint for mark in drawn}) == 5


def test_the_best_floor_is_drawn_beside_every_judge_and_said_with_its_n(tmp_path: Path) -> None:
    made = filled(tmp_path, judges=f"{STRICT}  low: {{baseline: length}}\n")
    turns = [{"index": 0, "role": "user", "content": "word " * level} for level in LEVELS * 25]
    rows = [{"id": f"t{number:03}", "turns": [turn]} for number, turn in enumerate(turns)]
    made.write("transcripts/all.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    ask_floors(tmp_path, Asked(judges=("low",)), now=made.now())

    app = page(tmp_path)

    (drawn,) = app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")
    assert "best floor: low, kappa " in drawn.proto.alt
    assert "low, floor: kappa " in drawn.proto.alt
    assert drawn.proto.alt.count("n=50") >= 3
    assert json.loads(drawn.proto.spec)["layer"][3]["encoding"]["x"]["field"] == "floor"
    assert "No floor was asked" not in shown(app)


def test_floors_that_are_out_of_date_take_one_line_with_their_count(tmp_path: Path) -> None:
    floors = "  low: {baseline: length}\n  most: {baseline: majority}\n"
    made = filled(tmp_path, judges=f"{STRICT}{floors}")
    turns = [{"index": 0, "role": "user", "content": "word " * level} for level in LEVELS * 25]
    rows = [{"id": f"t{number:03}", "turns": [turn]} for number, turn in enumerate(turns)]
    made.write("transcripts/all.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    ask_floors(tmp_path, Asked(judges=("low", "most")), now=made.now())
    folds = [one.label for one in page(tmp_path).expander]
    assert not any("out of date" in one for one in folds)

    made.label([2, 1, 3, 3] * 25, labeller="ben")
    app = page(tmp_path)

    (fold,) = [one for one in app.expander if "out of date" in one.label]
    assert fold.label == "2 floors out of date: labels or rubric changed since"
    assert [one.key for one in fold.button] == ["w_open_tone_low", "w_open_tone_most"]
    app = pressed(app, "w_open_tone_strict")
    assert "Left out: 2 of 2 floors" in shown(app)


def test_that_no_floor_was_asked_is_said_with_what_asks_one(tmp_path: Path) -> None:
    filled(tmp_path)

    said = plain(page(tmp_path))
    assert "No floor was asked: add one to judges" in said
    assert said.index("Kappa, one line for each judge") < said.index("No floor was asked")


def test_a_fraction_of_a_transcript_is_explained_where_one_is_counted(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label(LEVELS * 25)
    made.judge([4] * 50 + LEVELS * 12)
    assert SHARES not in shown(page(tmp_path))

    made.label([2, 1, 3, 3] * 25, labeller="ben")

    assert SHARES in shown(page(tmp_path))
    assert "each label is a fraction of it, one of two labels half of it" in shown(cell(tmp_path))


def test_what_is_opened_is_asked_to_be_seen_and_so_is_the_row_on_the_way_back(
    tmp_path: Path,
) -> None:
    filled(tmp_path)
    app = cell(tmp_path, labeller="ann")
    assert app.session_state["d_arrival"][0] == "w_back"

    pressed(app, "w_square_0_0")
    assert app.session_state["d_arrival"][0] == "w_behind_list"

    pressed(app, "w_back")
    assert app.session_state["d_arrival"][0] == "w_open_tone_strict"


def test_foreign_text_is_drawn_as_it_is(tmp_path: Path) -> None:
    beacon = "![x](https://example.org/beacon)"
    made = filled(tmp_path, judges=STRICT)
    conversations(made, 100)
    made.label([3] * 100, labeller="ben", note=beacon)
    made.judge([2] * 100, justification=beacon)

    app = pressed(cell(tmp_path, labeller="ben"), "w_square_2_1")
    pressed(app, "w_uncover_list_behind")

    assert [text.value for text in app.text].count(beacon) == 2
    assert not any(beacon in element.value for element in [*app.markdown, *app.caption])


def test_a_change_of_the_files_closes_a_cell_that_is_gone(tmp_path: Path) -> None:
    made: Desk = filled(tmp_path)
    app = cell(tmp_path)

    made.write("judges.yaml", "judges: {}\n")
    app.run()

    assert not app.exception
    assert app.title[0].value == "Calibrate"
