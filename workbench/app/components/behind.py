"""The transcripts behind a figure: the conversation beside what people and the judge said."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.arrival import arrival, arrive
from workbench.app.components.conversation import Reader, conversation
from workbench.app.components.cover import ask_who_reads, cover, covered_of
from workbench.app.components.identity import labeller
from workbench.calibration.summary import Agreement
from workbench.domain.rating import Label, Verdict
from workbench.workflows.detailing import Behind, Key, behind, tells_levels
from workbench.workflows.inspecting import Cell, Depth, Rated, rated

_LIST = state.widget("behind_list")


def choose(key: Key) -> None:
    """List the transcripts that a key names, from a callback, and have them seen."""
    state.BEHIND.set(key)
    arrive(_LIST)


def transcripts_behind(one: Agreement, depth: Depth, cell: Cell) -> None:
    """List the transcripts that were asked for, and draw the one that is chosen."""
    key = state.BEHIND.get()
    if key is None:
        st.text("Choose a square, or one of the lists, to read its transcripts.")
        return
    found = behind(one, depth, key)
    with st.container(key=_LIST):
        st.subheader(f"{safe.escaped(found.title)}: {safe.escaped(found.counted)}", anchor=False)
        if found.counted_in_shares:
            st.caption("Fewer than their number: people gave some of them other levels too.")
    arrival(_LIST)
    if not found.transcripts:
        st.text("There is no such transcript here.")
        return
    names = _uncovered(found, cell, key)
    if not names:
        return
    chosen = st.selectbox(
        "Transcript",
        names,
        format_func=safe.shown,
        key=state.widget("behind", *key),
    )
    _rated(one, cell, chosen)


def _uncovered(found: Behind, cell: Cell, key: Key) -> tuple[str, ...]:
    """Return what may be listed to whoever reads, and draw a cover over the rest."""
    asking = labeller()
    if asking is None:
        return found.transcripts if ask_who_reads() else ()
    if not tells_levels(key):
        return found.transcripts
    hidden = covered_of(cell.dimension, found.transcripts, asking, "behind")
    return tuple(name for name in found.transcripts if name not in hidden)


def _rated(one: Agreement, cell: Cell, transcript: str) -> None:
    asking = labeller()
    found = rated(state.root(), cell, one.fingerprint, transcript, asking)
    if found.covered and asking is not None:
        cover(transcript, asking)
        return
    read, said = st.columns([3, 2], gap="large")
    with read:
        _conversation(found, transcript)
    with said:
        _said(found, transcript)


def _conversation(found: Rated, transcript: str) -> None:
    if found.transcript is None:
        st.text("The conversation itself is not in this workspace.")
        return
    cited = {turn for label in found.labels for turn in label.evidence}
    cited |= {citation.turn for verdict in found.verdicts for citation in verdict.evidence}
    before, turn = state.AT.get()
    here = turn if before == transcript and turn < len(found.transcript.turns) else 0

    def go(turn: int) -> None:
        state.AT.set((transcript, turn))

    conversation(found.transcript, Reader(turn=here, cited=dict.fromkeys(cited, ()), go=go))


def _said(found: Rated, transcript: str) -> None:
    st.subheader("The judge", anchor=False)
    if not found.verdicts:
        st.text("No verdict stands under this rubric text and fingerprint.")
    for verdict in found.verdicts:
        _verdict(verdict, transcript)
    st.subheader("People", anchor=False)
    if not found.labels:
        st.text("No label stands.")
    for label in found.labels:
        _label(label, transcript)


def _verdict(verdict: Verdict, transcript: str) -> None:
    with st.container(border=True, gap="xsmall"):
        _head(verdict.judge, verdict.criterion, verdict.status, verdict.level)
        if verdict.error is not None:
            safe.text(f"Error, {verdict.error.kind}: {verdict.error.message}")
        if verdict.justification:
            safe.text(verdict.justification)
        for place, citation in enumerate(verdict.evidence):
            _turn(transcript, citation.turn, f"{verdict.id}_{place}")
            if citation.quote:
                safe.block(citation.quote)
            if citation.found is not None:
                st.caption("found in the turn" if citation.found else "not found in the turn")
        if verdict.reply:
            with st.expander("The reply as it came", key=state.widget("reply", verdict.id)):
                safe.block(verdict.reply)


def _label(label: Label, transcript: str) -> None:
    with st.container(border=True, gap="xsmall"):
        _head(label.labeller, label.criterion, label.status, label.level)
        if label.note:
            safe.text(label.note)
        if label.sampled != "random":
            st.caption(f"{label.sampled}: does not count for trust")
        with st.container(horizontal=True):
            for place, turn in enumerate(label.evidence):
                _turn(transcript, turn, f"{label.id}_{place}")


def _head(name: str, criterion: str | None, status: str, level: int | str | None) -> None:
    said = status.replace("_", " ") if level is None else f"level {level}"
    of = f", {criterion}" if criterion else ""
    safe.text(f"{name}{of}: {said}")


def _turn(transcript: str, turn: int, key: str) -> None:
    st.button(
        f"turn {turn}",
        key=state.widget("cited", key),
        icon=":material/format_quote:",
        type="tertiary",
        on_click=state.AT.set,
        args=((transcript, turn),),
    )
