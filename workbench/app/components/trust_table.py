"""The trust table: dimension by judge, status and claim first, then the figures."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import figures, safe
from workbench.app.components.anchors import named
from workbench.app.components.safe import prose, sentence
from workbench.app.components.statuses import badge
from workbench.calibration.summary import People
from workbench.domain.policy import Trust
from workbench.workflows.advising import next_step
from workbench.workflows.calibrating import Measured
from workbench.workflows.depicting import (
    by_dimension,
    claim_line,
    figures_line,
    kappa_line,
    marks,
    people_line,
    side_of,
)
from workbench.workflows.inspecting import Cell
from workbench.workflows.surveying import Survey


def trust_table(found: Survey) -> None:
    """Draw every dimension with its judges, and what opens each cell."""
    if found.calibration is None:
        return
    st.markdown(_of_which_labels(found))
    figures.legend(found.policy.trust)
    for people, cells in by_dimension(found.calibration):
        with st.container(border=True):
            _dimension(people, cells, found)


def _of_which_labels(found: Survey) -> str:
    """Say which labels figures and claims are of, once for all of the table."""
    if found.split == "development":
        shown = "All figures and charts here are of the **development side**"
    else:
        shown = "All figures and charts here are of **both sides together**"
    return (
        f"{shown}. The claim of a judge that is trusted or stale is what certify showed on the "
        "**test side**, other labels: its numbers are not those beside it."
    )


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
        for one in judges:
            _cell(one, found)
        _floors(cells[len(judges) :], found)
    with chart:
        _chart(name, cells, found.policy.trust)


def _cell(one: Measured, found: Survey) -> None:
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            badge(one.status)
            _name(one, found)
        both = one.agreement.rubric.dimension in found.both
        sentence(claim_line(one, both=both))
        side = side_of(found.split, both=both)
        st.caption(safe.escaped(f"{side}: {kappa_line(one.agreement)}"))
        if one.decision is not None and one.status != "trusted":
            st.caption(f"Next: {prose(next_step(one.decision.next))}")


def _floors(floors: Sequence[Measured], found: Survey) -> None:
    """Draw what any judge has to beat, in little room."""
    if not floors:
        return
    with st.container(gap="xxsmall"):
        for one in floors:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                badge(one.status)
                _name(one, found)
                st.caption(safe.escaped(kappa_line(one.agreement)), width="content")
            if one.floor_step is not None:
                st.caption(f"Next: {prose(one.floor_step.next)}")


def _name(one: Measured, found: Survey) -> None:
    """Draw a judge's name, which opens its cell."""
    measured = one.agreement
    st.button(
        f"**{safe.escaped(measured.judge)}**",
        key=state.widget("open", measured.rubric.dimension, measured.judge),
        icon=":material/zoom_in:",
        type="tertiary",
        on_click=_open,
        args=(_cell_of(one, found),),
    )


def _cell_of(one: Measured, found: Survey) -> Cell:
    rubric = one.agreement.rubric
    return Cell(dimension=rubric.dimension, judge=one.agreement.judge, split=found.split)


def _open(cell: Cell) -> None:
    state.CELL.set(cell)
    state.BEHIND.clear()
    state.AT.clear()


def _chart(dimension: str, cells: Sequence[Measured], bars: Trust) -> None:
    rows = marks(cells)
    if not rows:
        st.caption("There is no kappa to draw: none is defined here.")
        return
    words = "; ".join(f"{one.agreement.judge}: {figures_line(one.agreement)}" for one in cells)
    figures.kappas(rows, bars, words, state.widget("kappas", dimension))
