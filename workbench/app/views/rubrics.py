"""Rubrics: read where raters part, rewrite an anchor, try it on judges, save it as a version."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.anchor_confusions import confusions, unclear
from workbench.app.components.case_reading import case
from workbench.app.components.cover import ask_who_reads
from workbench.app.components.identity import labeller
from workbench.app.components.redraft import again, under_way
from workbench.app.components.rubric_saving import saved, saving
from workbench.app.components.rubric_texts import edit_of, texts
from workbench.errors import DataError
from workbench.workflows.depicting import worded
from workbench.workflows.redrafting import askable
from workbench.workflows.revising import Edit, Preview, Sheet, preview, sheets, wording_of
from workbench.workflows.surveying import stamp
from workbench.workflows.undecided import unclear_cases


def render() -> None:
    """Draw one rubric: its texts beside its cases, then saving and trying."""
    st.title("Rubrics")
    st.text(
        "Mend the wording that people or judges read differently: read where they disagree, edit "
        "an anchor, judge the development side again with the draft, and save what helped as a "
        "minor or a major version. Nothing is saved before you say so."
    )
    known = sheets(state.root())
    if not known:
        st.info(
            "There is no rubric yet. Write rubrics/NAME.yaml with a dimension, a version, a "
            "question and anchors; `workbench init DIR` makes a workspace with five to start from."
        )
        return
    sheet = known[_dimension(tuple(known))]
    saved()
    notice = st.container()
    safe.text(_facts(sheet))
    if sheet.rubric.draft:
        st.info(
            f"A draft made by an import: it has levels and no anchors yet. Write `anchors` in "
            f"{safe.escaped(sheet.file)} in an editor; then it can be revised here."
        )
        return
    edit = _rubric(sheet)
    if edit.wording != wording_of(sheet.rubric):
        notice.info(
            "This rubric has a change that is not saved. Save it, or give it up, at the end of "
            "this page.",
            icon=":material/edit:",
        )


def _dimension(names: tuple[str, ...]) -> str:
    chosen = st.selectbox(
        "Dimension",
        names,
        format_func=lambda name: safe.shown(worded(name)),
        key=state.widget("rubric_dimension"),
    )
    return chosen if chosen in names else names[0]


def _facts(sheet: Sheet) -> str:
    rubric = sheet.rubric
    passing = [str(level) for level in rubric.scale_levels if level in rubric.passing]
    return (
        f"{sheet.file}, version {rubric.version}, scale {rubric.describe_scale()} "
        f"({rubric.scale}). A pass: {', '.join(passing) or 'no level'}."
    )


def _rubric(sheet: Sheet) -> Edit:
    """Draw the rubric, and return the change under way."""
    dimension = sheet.rubric.dimension
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader("Text", anchor=False)
        edit = texts(edit_of(sheet))
    with right:
        st.subheader("Where the anchors are confused", anchor=False)
        if labeller() is None:
            ask_who_reads()
        unclear(dimension, unclear_cases(state.root()).get(dimension, ()))
        confusions(dimension)
    reading = st.container()
    _change(sheet, edit)
    with reading:
        case(dimension)
    return edit


def _change(sheet: Sheet, edit: Edit) -> None:
    """Draw what becomes of the change; a text that makes no rubric is refused in words."""
    st.subheader("Try the draft on the development side", anchor=False)
    trying = st.container()
    st.subheader("Save", anchor=False)
    try:
        found = _preview(edit)
    except DataError as error:
        safe.failure(error)
        return
    with trying:
        under_way(sheet.rubric.dimension, found.draft)
        _try(found)
    saving(sheet, edit, found)


def _preview(edit: Edit) -> Preview:
    """Return what saving comes to, found again only where text or files have changed since."""
    root, kept = state.root(), state.PREVIEWED.get()
    as_it_is = stamp(root)
    if kept is not None and kept[:2] == (as_it_is, edit):
        return kept[2]
    found = preview(root, edit.sheet, edit.wording)
    state.PREVIEWED.set((as_it_is, edit, found))
    return found


def _try(found: Preview) -> None:
    if found.draft is None:
        st.caption(
            "Judges would be asked the same as before. Change the question, an anchor or the "
            "not-applicable rule, and ask a judge with the draft before it is saved: its verdicts "
            "are kept, and count once exactly that text is saved. The test side stays closed."
        )
        if not askable(state.root()).names:
            st.caption(
                "Here no judge can be asked with another text: all are known by recorded verdicts "
                "alone. One with a `model` in judges.yaml can."
            )
        return
    again(found.draft)


if __name__ == "__main__":
    render()
