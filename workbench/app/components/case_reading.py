"""One case in full: the conversation, and what people and a judge said of it, without names."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.conversation import Reader, conversation
from workbench.app.components.cover import cover
from workbench.app.components.identity import labeller
from workbench.workflows.parting import Case, case_of


def offer(transcripts: Sequence[str], where: str, *, dimension: str, judge: str | None) -> None:
    """Let somebody choose a transcript to read; whichever was chosen last is the one that is read.

    Args:
        transcripts: Which there are.
        where: What they are listed for; part of the key.
        dimension: What they were rated on.
        judge: Whose verdict stands beside the labels; None: nobody's.
    """
    key = state.widget("case", where)

    def choose() -> None:
        chosen = state.typed(key)
        state.CASE.set((dimension, chosen, judge) if chosen else None)
        state.READ.clear()

    st.selectbox(
        "Open a transcript",
        transcripts,
        index=None,
        placeholder="Choose one to read it",
        format_func=safe.shown,
        key=key,
        on_change=choose,
    )


def case(dimension: str) -> None:
    """Draw the case that was chosen, where it is of this dimension."""
    chosen = state.CASE.get()
    if chosen is None or chosen[0] != dimension:
        return
    with st.container(border=True):
        st.button(
            "Close the case",
            key=state.widget("close_case"),
            icon=":material/close:",
            on_click=state.CASE.clear,
        )
        _read(*chosen)


@st.fragment
@safe.guarded
def _read(dimension: str, transcript: str, judge: str | None) -> None:
    asking = labeller()
    found = case_of(state.root(), dimension, transcript, judge, asking)
    if found.covered and asking is not None:
        cover(transcript, asking)
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if found.transcript is None:
            st.info("The conversation is not in this workspace; only its ratings were imported.")
        else:
            turn = min(state.READ.get(), len(found.transcript.turns) - 1)
            conversation(found.transcript, Reader(turn=turn, go=state.READ.set))
    with right:
        safe.text(f"Transcript {transcript}")
        _said(found, judge)


def _said(found: Case, judge: str | None) -> None:
    for _, level, note, turns in found.said.labels:
        st.markdown(f"**A labeller: {safe.escaped(level)}**")
        safe.text(_with_turns(note or "(no note)", turns))
    if judge is not None:
        given, justification = found.said.verdict
        st.markdown(f"**{safe.escaped(judge)}: {safe.escaped(given or 'no level')}**")
        safe.text(justification or "(no justification)")


def _with_turns(note: str, turns: tuple[int, ...]) -> str:
    return f"{note} (turns {', '.join(map(str, turns))})" if turns else note
