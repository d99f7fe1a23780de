"""One cell of the trust table in depth: one judge on one dimension."""

from dataclasses import replace
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import figures, safe
from workbench.app.components.anchors import named
from workbench.app.components.arrival import arrival, arrive
from workbench.app.components.behind import choose, transcripts_behind
from workbench.app.components.confusion import confusion_matrix
from workbench.app.components.safe import sentence
from workbench.app.components.statuses import badge
from workbench.app.components.trust_table import BACK, NO_FLOOR, opener
from workbench.app.components.way_on import way_on
from workbench.app.components.working import working
from workbench.calibration.phrases import panel_line
from workbench.workflows.advising import lacking, next_step, recorded_only, seen_labels
from workbench.workflows.calibrating import Measured
from workbench.workflows.depicting import (
    beside_line,
    claim_line,
    figures_line,
    is_certified,
    marks,
    marks_line,
)
from workbench.workflows.detailing import (
    WITHOUT,
    Key,
    behind,
    figure_rows,
    labeller_rows,
    look_rows,
    pair_rows,
    past_rows,
    retest_rows,
    settled_words,
    severe_words,
    slice_rows,
)
from workbench.workflows.inspecting import Cell, Depth, inspect
from workbench.workflows.looking import noted
from workbench.workflows.surveying import Survey

_BY = state.widget("by")
_MARKS = frozenset({"value", "low", "high"})
"""What a chart draws and the table beside it has in words."""
_SHARES = {name: st.column_config.NumberColumn(format="percent") for name in ("exact", "by chance")}
_TABS = ("Where they part", "Figures", "People", "Slices", "History")


def cell_page(found: Survey, one: Measured, cell: Cell) -> None:
    """Draw everything there is on one judge and one dimension."""
    st.button(
        "Back to the trust table",
        key=BACK,
        icon=":material/arrow_back:",
        on_click=_back,
        args=(cell,),
    )
    arrival(BACK)
    _standing(found, one)
    depth = _depth(found, cell)
    if depth.looks_recorded:
        st.info(noted(depth.looks_recorded), icon=":material/visibility:")
    parted, numbers, people, sliced, history = st.tabs(_TABS, key=state.widget("tabs"))
    with parted:
        _where_they_part(found, one, depth)
        transcripts_behind(one.agreement, depth, cell)
    with numbers:
        _figures(found, one)
    with people:
        _people(found, one, depth)
    with sliced:
        _slices(depth, cell)
    with history:
        _history(depth)


def _back(cell: Cell) -> None:
    state.CELL.clear()
    arrive(opener(cell.dimension, cell.judge))


def _depth(found: Survey, cell: Cell) -> Depth:
    """Return what is behind the cell, measured once for each trust table."""
    kept = state.DEPTH.get()
    if kept is not None and kept[0] is found and kept[1] == cell:
        return kept[2]
    with working("Reading which transcripts are behind the figures"):
        depth = inspect(state.root(), cell, now=datetime.now(UTC))
    state.DEPTH.set((found, cell, depth))
    return depth


def _standing(found: Survey, one: Measured) -> None:
    """Say what is decided, why, and what would change it."""
    measured, decision = one.agreement, one.decision
    name = f"{named(measured.rubric.dimension)}: {safe.escaped(measured.judge)}"
    st.title(name, anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        badge(one.status)
        st.markdown(f"version {measured.rubric.version}", width="content")
    both = measured.rubric.dimension in found.both
    sentence(claim_line(one, both=both))
    st.caption(
        safe.escaped(f"{beside_line(one, found.split, both=both)}: {figures_line(measured)}")
        + (". So is everything below." if is_certified(one) else "")
    )
    if decision is not None:
        for reason in decision.reasons:
            if reason.text != decision.claim:
                sentence(f"Also: {reason.text}")
        recorded = measured.judge in recorded_only(state.root())
        sentence(f"Next: {next_step(decision.next, recorded=recorded)}")
        way_on(decision.next, recorded=recorded)
    elif one.floor_step is not None:
        sentence(f"Next: {one.floor_step.next}")
    for line in _outlook(found, one):
        sentence(line)
    if one.panel is not None:
        safe.text(panel_line(one.panel))
    if one.gold is not None:
        safe.text(settled_words(one.gold))


def _outlook(found: Survey, one: Measured) -> list[str]:
    """Return what the plan says of this judge; a trusted one has nothing left to change."""
    measured = one.agreement
    for dimension in found.plan.dimensions if found.plan else ():
        if dimension.dimension != measured.rubric.dimension:
            continue
        said = [
            f"What would change it: {lacking(found.policy, dimension, judge)}"
            for judge in dimension.judges
            if judge.judge == measured.judge and one.status != "trusted"
        ]
        return [*said, f"Also: {seen_labels(found.policy)}"] if dimension.labels_seen else said
    return []


def _where_they_part(found: Survey, one: Measured, depth: Depth) -> None:
    measured = one.agreement
    confusion_matrix(measured, depth)
    limit = found.policy.trust.severe_limit(measured.rubric.risk)
    severe = severe_words(measured, limit)
    safe.text(f"Severe misses: {severe}")
    with st.container(horizontal=True):
        if measured.severe_transcripts:
            severe_behind = behind(measured, depth, ("severe",))
            _list(f"{severe_behind.title}: {severe_behind.counted}", ("severe",))
        for kind, count in measured.errors.kinds.items():
            _list(f"Errors: {kind} ({count})", ("error", kind))
        for status, names in depth.places.without_level.items():
            if status != "error":
                _list(f"{WITHOUT[status]} ({len(names)})", ("without", status))
    errors = measured.errors
    st.caption(f"{errors.count} of {errors.of} verdicts on these labels are errors.")


def _list(label: str, key: Key) -> None:
    st.button(
        safe.escaped(label),
        key=state.widget("list", *key),
        on_click=choose,
        args=(key,),
    )


def _figures(found: Survey, one: Measured) -> None:
    measured = one.agreement
    st.dataframe(
        figure_rows(one), hide_index=True, height="content", key=state.widget("figure_rows")
    )
    floors = [
        other
        for other in (found.calibration.measured if found.calibration else ())
        if other.decision is None and other.agreement.rubric is measured.rubric
    ]
    st.subheader("Beside the floors", anchor=False)
    if not floors:
        sentence(NO_FLOOR)
        return
    beside = [one, *(floor for floor in floors if floor is not one and floor.floor_step is None)]
    words = marks_line(beside)
    figures.kappas(marks(beside), found.policy.trust, words, state.widget("floors"))
    st.caption(safe.escaped(words))
    old = sum(floor.floor_step is not None for floor in floors if floor is not one)
    if old:
        st.caption(
            f"Left out: {old} of {len(floors)} floors, measured against labels or a rubric text "
            "that changed since. `workbench judge` asks floors again."
        )
    figures.legend(found.policy.trust, state.widget("reading_floors"))


def _people(found: Survey, one: Measured, depth: Depth) -> None:
    measured = one.agreement
    st.subheader("Each labeller beside the judge", anchor=False)
    st.dataframe(labeller_rows(measured), hide_index=True, key=state.widget("labeller_rows"))
    st.subheader("Labeller against labeller", anchor=False)
    among = [
        row
        for people in (found.calibration.people if found.calibration else ())
        if people.rubric is measured.rubric
        for row in pair_rows(people)
    ]
    if among:
        st.dataframe(among, hide_index=True, key=state.widget("pair_rows"))
    else:
        st.text("No two people labelled the same transcript: there is no telling how far they go.")
    st.subheader("Test-retest: the same labeller again", anchor=False)
    if depth.retests:
        st.dataframe(
            retest_rows(depth),
            hide_index=True,
            placeholder="not defined",
            column_config=_SHARES,
            key=state.widget("retest_rows"),
        )
    else:
        sentence(
            "No transcript came back to a labeller yet: `labelling.repeats` in workbench.yaml sets "
            "how many do."
        )
    st.caption(
        f"Beside the levels people said not applicable {measured.not_applicable} times and cannot "
        f"tell {measured.cannot_tell} times; {measured.not_random} labels were not sampled at "
        "random and do not count."
    )


def _slices(depth: Depth, cell: Cell) -> None:
    if not depth.fields:
        st.text("No field of the transcripts' metadata or agent parts them into groups.")
        return
    st.selectbox(
        "Slice by",
        depth.fields,
        index=depth.fields.index(cell.by) if cell.by in depth.fields else None,
        placeholder="Choose a field of the transcripts",
        format_func=safe.shown,
        key=_BY,
        on_change=_slice,
        args=(cell,),
    )
    if not depth.slices:
        return
    st.dataframe(
        slice_rows(depth),
        hide_index=True,
        placeholder="not defined",
        column_config={"against the rest": st.column_config.NumberColumn(format="%+.2f")},
        key=state.widget("slice_rows"),
    )
    st.caption(
        "To look at, never to decide by. A slice stands out where its difference from the rest is "
        "more than noise over all slices (Holm, 5 %)."
    )


def _slice(cell: Cell) -> None:
    state.CELL.set(replace(cell, by=state.typed(_BY) or None))


def _history(depth: Depth) -> None:
    st.subheader("Under earlier rubric texts and fingerprints", anchor=False)
    if not depth.history:
        st.text("A floor is fitted on the labels, and is another one with every new label.")
    else:
        rows = past_rows(depth.history)
        words = "; ".join(f"{row['variant']}: {row['kappa']} (n={row['n']})" for row in rows)
        figures.intervals(rows, "variant", "kappa", words, state.widget("history"))
        st.dataframe(
            rows,
            hide_index=True,
            column_order=[name for name in rows[0] if name not in _MARKS],
            key=state.widget("past_rows"),
        )
    st.subheader("The record of looks at this dimension", anchor=False)
    if depth.looks:
        st.dataframe(look_rows(depth.looks), hide_index=True, key=state.widget("look_rows"))
    else:
        st.text("Nobody has looked at the labels that certify reads of this dimension yet.")
