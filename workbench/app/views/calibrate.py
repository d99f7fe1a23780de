"""Calibrate: which judge may be believed on what, and what is behind each figure."""

from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components.anchors import named
from workbench.app.components.cell import cell_page
from workbench.app.components.glossary import glossary
from workbench.app.components.safe import prose, sentence
from workbench.app.components.trust_table import trust_table
from workbench.app.components.working import working
from workbench.domain.look import Split
from workbench.workflows.advising import first_look
from workbench.workflows.depicting import SHARES, in_shares, people_rows, side_of, trust_rows
from workbench.workflows.looking import noted
from workbench.workflows.surveying import Early, Survey, stamp, survey

SIDES: dict[Split, str] = {"development": "Development side", "all": "Both sides"}
_SIDE = state.widget("side")


def render() -> None:
    """Draw the trust table, or the cell of it that is open."""
    cell = state.CELL.get()
    if cell is None:
        st.title("Calibrate", anchor=False)
    found = _surveyed()
    one = found.measured(cell.dimension, cell.judge) if cell else None
    if cell is not None and one is not None:
        cell_page(found, one, cell)
        return
    if cell is not None:
        st.title("Calibrate", anchor=False)
    _controls(found)
    _notices(found)
    if not found.labelled:
        _nothing_labelled()
        return
    for early in found.early:
        _early(found, early)
    trust_table(found)
    _tables(found)


def _surveyed() -> Survey:
    """Return the trust table, measured again only where a file has changed since."""
    root, split = state.root(), state.SPLIT.get()
    kept = state.SURVEY.get()
    if kept is not None and kept.split == split and kept.stamp == stamp(root):
        return kept
    with working("Judges beside people") as told:
        now, first = datetime.now(UTC), state.FIRST.get()
        found = survey(root, split, now=now, first=first, progress=told)
    state.SURVEY.set(found)
    return found


def _controls(found: Survey) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.radio(
            "Labels shown",
            list(SIDES),
            index=list(SIDES).index(found.split),
            format_func=SIDES.__getitem__,
            horizontal=True,
            key=_SIDE,
            on_change=_narrowed,
        )
        st.button(
            "Measure again",
            key=state.widget("measure"),
            icon=":material/refresh:",
            on_click=state.SURVEY.clear,
        )
        glossary()
    if chosen == "all" and found.split != "all":
        st.warning(
            "Both sides include the labels that certify reads. The look is put on the record "
            "(record/looks.jsonl), and every variant that is shown counts in k from then on: the "
            "bar gets higher for all of them.",
            icon=":material/visibility:",
        )
        st.button(
            "Show both sides, and record the look",
            key=state.widget("both"),
            on_click=state.SPLIT.set,
            args=("all",),
        )


def _narrowed() -> None:
    """Go back to the development side at once: that takes no confirmation."""
    if state.typed(_SIDE) == "development":
        state.SPLIT.set("development")


def _notices(found: Survey) -> None:
    if found.looks_recorded:
        st.info(noted(found.looks_recorded), icon=":material/visibility:")
    if found.calibration is None:
        return
    for remark in found.calibration.remarks:
        st.error(prose(f"refused: {remark}"), icon=":material/gpp_bad:")
    if found.calibration.stepped_over:
        st.warning("These lines are no record and were stepped over:", icon=":material/warning:")
        for finding in found.calibration.stepped_over:
            sentence(finding)


def _nothing_labelled() -> None:
    st.info(
        "Nobody has labelled anything yet, so there is nothing to measure judges by. Label some "
        "transcripts, or run `workbench import labels FILE`.",
        icon=":material/info:",
    )
    st.page_link("views/label.py", label="Go to Label", icon=":material/edit:")


def _early(found: Survey, early: Early) -> None:
    """Offer the first look at a dimension whose labels are too few to keep some apart."""
    with st.container(border=True):
        st.subheader(named(early.dimension), anchor=False)
        st.text(f"Not measured yet: {early.labelled} transcripts are labelled.")
        st.text(f"{first_look(found.policy, early.labelled).capitalize()}.")
        st.text(
            "A look now gives all of them the side both, for good: calibrate and certify read the "
            "same labels, every variant that is shown counts in k, and labels that come later go "
            "to the test side."
        )
        st.button(
            "Take the first look now",
            key=state.widget("first", early.dimension),
            on_click=_take,
            args=(early.dimension,),
        )


def _take(dimension: str) -> None:
    state.FIRST.set((*state.FIRST.get(), dimension))
    state.SURVEY.clear()


def _tables(found: Survey) -> None:
    if found.calibration is None:
        return
    if found.calibration.measured:
        rows = trust_rows(found.calibration, both=found.both)
        st.subheader("All figures, to copy or download", anchor=False)
        st.caption(
            "A claim that begins with “Certified” is of the test side; every other column is of "
            f"the {side_of(found.split, both=False).lower()}."
        )
        if any(in_shares(str(row["severe misses"])) for row in rows):
            st.caption(SHARES)
        st.dataframe(
            rows,
            hide_index=True,
            placeholder="not defined",
            column_config={
                name: st.column_config.NumberColumn(format="%.2f")
                for name in ("kappa", "low", "high", "bound", "people", "bias")
            }
            | {
                name: st.column_config.NumberColumn(format="percent")
                for name in ("exact", "by chance")
            },
            key=state.widget("trust_rows"),
        )
    st.subheader("People among themselves", anchor=False)
    st.dataframe(
        people_rows(found.calibration.people), hide_index=True, key=state.widget("people_rows")
    )


if __name__ == "__main__":
    render()
