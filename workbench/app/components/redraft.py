"""Judge again with a draft: cost first, progress, stop; then old against new."""

import secrets
from datetime import UTC, datetime

import numpy as np
import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.case_reading import offer
from workbench.app.components.left_out import left_out
from workbench.app.components.safe import sentence
from workbench.domain.rubric import Rubric
from workbench.judges.tally import Snapshot
from workbench.workflows.asking import Asking
from workbench.workflows.background import Background, Jobs
from workbench.workflows.docket import Job
from workbench.workflows.redrafting import (
    Compared,
    Trial,
    ask_with_draft,
    askable,
    compare,
    cost,
)
from workbench.workflows.setting_out import (
    asked_line,
    cost_line,
    figure_rows,
    looks_line,
    moved_rows,
    outcome_line,
    progress,
)


@st.cache_resource
def jobs(root: str) -> Jobs[Snapshot[Job], Asking]:
    """Return what is under way in a workspace: shared by all tabs, whatever they do."""
    del root
    return Jobs()


def again(draft: Rubric) -> None:
    """Draw who is asked, what it takes, and what came of it."""
    trial = _trial(draft)
    if trial is not None:
        _ask(trial)
        _compare(trial)


@safe.guarded
def under_way(dimension: str, draft: Rubric | None) -> None:
    """Draw work on a dimension that goes on, or how the newest ended.

    Args:
        dimension: Which.
        draft: The text as it stands in the fields; None where it asks the same as the file.
    """
    found = jobs(str(state.root())).get(dimension)
    if found is None:
        return
    trial, work = found
    if work.running:
        _watched(trial, work)
        return
    is_this = draft is not None and draft.digest == trial.draft.digest
    which = "this draft" if is_this else "an earlier draft"
    sentence(f"Asked {trial.judge} with {which}: {asked_line(work.result())}")


@st.fragment(run_every=1.0)
@safe.guarded
def _watched(trial: Trial, work: Background[Snapshot[Job], Asking]) -> None:
    """Draw how far it is, every second; the rest of the page stays as it is."""
    if not work.running:
        st.rerun()
    told = work.progress
    share, words = progress(told) if told is not None else (0.0, "beginning")
    st.progress(share, text=safe.escaped(f"Asking {trial.judge} with the draft: {words}"))
    st.button(
        "Stopping: waiting for what is under way" if work.stopping else "Stop",
        key=state.widget("stop"),
        icon=":material/stop:",
        disabled=work.stopping,
        on_click=work.stop,
    )


def _trial(draft: Rubric) -> Trial | None:
    who = askable(state.root())
    if not who.names:
        st.info(
            "No judge here can be asked with another text"
            + (f" ({safe.escaped(', '.join(who.recorded))} are recorded)" if who.recorded else "")
            + ". Add one with a `model` to judges.yaml to try a draft before it is saved.",
            icon=":material/info:",
        )
        return None
    judge = st.selectbox(
        "Judge", who.names, index=None, format_func=safe.shown, key=state.widget("retry_judge")
    )
    most = st.number_input(
        "Stop before it costs more than (USD)",
        min_value=0.0,
        value=None,
        placeholder="no limit",
        key=state.widget("most_usd"),
    )
    if who.recorded:
        st.caption(f"Recorded, and so not to be asked: {safe.escaped(', '.join(who.recorded))}.")
    return None if judge is None else Trial(draft=draft, judge=judge, most_usd=most)


def _ask(trial: Trial) -> None:
    """Show what it takes, and begin when told to."""
    if st.button("What would it take?", key=state.widget("cost"), icon=":material/payments:"):
        state.COSTED.set((trial, tuple(cost(state.root(), trial))))
    costed = state.COSTED.get()
    if costed is None or costed[0] != trial:
        st.caption("The cost comes first; nothing is sent before you say so.")
        return
    for one in costed[1]:
        safe.text(cost_line(one))
    questions = sum(one.calls for one in costed[1])
    if not questions:
        st.caption("Everything is answered under this text: compare below.")
        return
    running = jobs(str(state.root())).get(trial.draft.dimension)
    if st.button(
        f"Ask {questions} questions",
        key=state.widget("ask"),
        type="primary",
        icon=":material/send:",
        disabled=running is not None and running[1].running,
    ):
        _begin(trial)
        st.rerun()


def _begin(trial: Trial) -> None:
    root = state.root()
    rng = np.random.default_rng(secrets.randbits(64))

    def clock() -> datetime:
        return datetime.now(UTC)

    state.COSTED.clear()
    state.COMPARED.clear()
    jobs(str(root)).start(
        trial.draft.dimension,
        trial,
        lambda told: ask_with_draft(root, trial, clock=clock, rng=rng, progress=told),
    )


def _compare(trial: Trial) -> None:
    """Set old against new when told to: on side both that is a look."""
    if st.button("Compare old and new", key=state.widget("compare"), icon=":material/compare:"):
        state.COMPARED.set((trial, compare(state.root(), trial, now=datetime.now(UTC))))
    found = state.COMPARED.get()
    if found is not None and (found[0].draft, found[0].judge) == (trial.draft, trial.judge):
        _result(trial, found[1])


def _result(trial: Trial, found: Compared) -> None:
    sentence(outcome_line(found))
    st.caption(looks_line(found.certified, found.looks))
    if not found.redraft.units:
        return
    st.dataframe(figure_rows(found), hide_index=True, key=state.widget("figures"))
    if not found.redraft.moved:
        st.caption("No transcript moved: the two texts gave the same levels.")
        return
    dimension = trial.draft.dimension
    st.caption("The transcripts to which the judge gives another level with the draft:")
    moved = [one.transcript for one in found.redraft.moved]
    hidden = left_out(dimension, moved, f"moved_{dimension}")
    rows = moved_rows(found, hidden)
    if not rows:
        return
    st.dataframe(rows, hide_index=True, key=state.widget("moved"))
    names = [name for name in moved if name not in hidden]
    offer(names, f"moved_{dimension}", dimension=dimension, judge=trial.judge)
