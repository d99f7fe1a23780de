"""The trust table: dimension by judge, status and claim first, then the figures."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import figures, safe
from workbench.app.components.anchors import named
from workbench.app.components.arrival import arrival, arrive
from workbench.app.components.safe import prose, sentence
from workbench.app.components.statuses import badge
from workbench.calibration.summary import People
from workbench.workflows.advising import next_step
from workbench.workflows.calibrating import Measured
from workbench.workflows.depicting import (
    SHARES,
    beside_line,
    by_dimension,
    claim_line,
    in_shares,
    kappa_line,
    marks,
    marks_line,
    people_line,
)
from workbench.workflows.inspecting import Cell
from workbench.workflows.surveying import Survey

BACK = state.widget("back")
"""The key of what stands at the top of an opened cell."""
NO_FLOOR = (
    "No floor was asked: add one to judges.yaml, for example `floor-text: {baseline: text}`, then "
    "`workbench judge --judge floor-text`. A floor shows what any judge has to beat."
)


def trust_table(found: Survey) -> None:
    """Draw every dimension with its judges, and what opens each cell."""
    if found.calibration is None:
        return
    st.markdown(_of_which_labels(found))
    figures.legend(found.policy.trust, state.widget("reading"))
    for people, cells in by_dimension(found.calibration):
        with st.container(border=True):
            _dimension(people, cells, found)
    measured = found.calibration.measured
    if measured and all(one.decision is not None for one in measured):
        st.caption(prose(NO_FLOOR))


def _of_which_labels(found: Survey) -> str:
    """Say which labels figures and claims are of, once for all of the table."""
    shown = (
        "the **development side**" if found.split == "development" else "**both sides together**"
    )
    return f"All figures are of {shown}; a claim that begins with “Certified” has its own."


def _dimension(people: People, cells: Sequence[Measured], found: Survey) -> None:
    name = people.rubric.dimension
    st.subheader(named(name), anchor=False)
    if people.rubric.question:
        safe.text(people.rubric.question)
    st.caption(people_line(people))
    if name in found.both:
        st.caption(
            "Side both: calibrate and certify read the same labels here, and every variant that is "
            "shown counts in k."
        )
    if not cells:
        st.info(
            "No judge has a verdict on a labelled transcript here: `workbench judge` asks judges, "
            "`workbench import verdicts` reads recorded ones.",
            icon=":material/info:",
        )
        return
    words, chart = st.columns([11, 9], gap="medium")
    with words:
        judges = [one for one in cells if one.decision is not None]
        shared = [any(map(in_shares, _words(one, found))) for one in judges]
        for place, one in enumerate(judges):
            _cell(one, found)
            if shared[place] and not any(shared[:place]):
                st.caption(SHARES)
        _floors(cells[len(judges) :], found)
    with chart:
        _chart(name, cells, found)


def _words(one: Measured, found: Survey) -> tuple[str, str]:
    """Return the sentences that stand beside a judge: its claim, and what to do next."""
    both = one.agreement.rubric.dimension in found.both
    said = claim_line(one, both=both)
    if one.decision is None or one.status == "trusted":
        return said, ""
    return said, next_step(one.decision.next)


def _cell(one: Measured, found: Survey) -> None:
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            badge(one.status)
            _name(one, found)
        claim, step = _words(one, found)
        sentence(claim)
        if one.decision is not None and one.status == "stale":
            sentence(f"Stale: {one.decision.reasons[0].text}")
        both = one.agreement.rubric.dimension in found.both
        side = beside_line(one, found.split, both=both)
        st.caption(safe.escaped(f"{side}: {kappa_line(one.agreement)}"))
        if step:
            st.caption(f"Next: {prose(step)}")


def _floors(floors: Sequence[Measured], found: Survey) -> None:
    """Draw what any judge has to beat, in little room."""
    if not floors:
        return
    current = [one for one in floors if one.floor_step is None]
    with st.container(gap="xxsmall"):
        for one in current:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                badge(one.status)
                _name(one, found)
                st.caption(safe.escaped(kappa_line(one.agreement)), width="content")
    _old_floors([one for one in floors if one.floor_step is not None], found)


def _old_floors(floors: Sequence[Measured], found: Survey) -> None:
    """Fold the floors none of whose levels count any more: one line, however many there are."""
    if not floors:
        return
    dimension = floors[0].agreement.rubric.dimension
    count = "1 floor" if len(floors) == 1 else f"{len(floors)} floors"
    with st.expander(
        f"{count} out of date: labels or rubric changed since",
        key=state.widget("old_floors", dimension),
        type="compact",
    ):
        for one in floors:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                _name(one, found)
                if one.floor_step is not None:
                    st.caption(f"Next: {prose(one.floor_step.next)}", width="content")


def _name(one: Measured, found: Survey) -> None:
    """Draw a judge's name, which opens its cell."""
    measured = one.agreement
    key = opener(measured.rubric.dimension, measured.judge)
    arrival(key)
    st.button(
        f"**{safe.escaped(measured.judge)}**",
        key=key,
        icon=":material/zoom_in:",
        type="tertiary",
        on_click=_open,
        args=(_cell_of(one, found),),
    )


def opener(dimension: str, judge: str) -> str:
    """Return the key of the button that opens a cell."""
    return state.widget("open", dimension, judge)


def _cell_of(one: Measured, found: Survey) -> Cell:
    rubric = one.agreement.rubric
    return Cell(dimension=rubric.dimension, judge=one.agreement.judge, split=found.split)


def _open(cell: Cell) -> None:
    state.CELL.set(cell)
    state.BEHIND.clear()
    state.AT.clear()
    arrive(BACK)


def _chart(dimension: str, cells: Sequence[Measured], found: Survey) -> None:
    rows = marks(cells)
    if not rows:
        st.caption("There is no kappa to draw: none is defined here.")
        return
    st.caption("Kappa, one line for each judge; all charts of this page have the same scale.")
    drawn = marks(found.calibration.measured) if found.calibration else rows
    key = state.widget("kappas", dimension)
    figures.kappas(rows, found.policy.trust, marks_line(cells), key, scaled=drawn)
