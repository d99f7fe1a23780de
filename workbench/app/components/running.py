"""Run a suite from the page: begun, watched, stopped, and told how it ended."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.safe import sentence
from workbench.workflows.background import Background, Jobs, Told
from workbench.workflows.running import has_certificates, on_record, run_command, run_line, suites
from workbench.workflows.scoring import Scored

NAME = "run"
"""What the one run of a workspace that may be under way is known by."""
Work = Background[int, Scored | None]


@st.cache_resource
def jobs(root: str) -> Jobs[int, Scored | None]:
    """Return what is under way in a workspace: shared by all tabs, whatever they do."""
    del root
    return Jobs()


def runner(root: Path, *, chooser: str) -> None:
    """Draw what runs a suite and how the newest run from here ended; while one goes on, how far.

    Args:
        root: The workspace.
        chooser: The key of the selectbox, drawn after this, in which one opens a run by its id.
    """
    found = jobs(str(root)).get(NAME)
    if found is not None and found[1].running:
        _watched(*found)
        return
    suite = _offered(root, suites(root))
    if found is not None:
        _ended(*found, chooser=chooser)
    if suite is not None:
        _from_a_terminal(root, suite)


def _no_suite() -> None:
    st.info(
        "This workspace has no suite. Write one as suites/NAME.yaml, or have whoever keeps the "
        "workspace import one of promptfoo's: `workbench import suites FILE`. Then it can be run "
        "here.",
        icon=":material/info:",
    )


def _offered(root: Path, known: Sequence[str]) -> str | None:
    """Let somebody choose a suite and run it; return which one is chosen, None where none is."""
    if not known:
        _no_suite()
        return None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        suite = st.selectbox(
            "Suite", known, format_func=safe.shown, key=state.widget("suite"), width=420
        )
        st.button(
            "Run the suite",
            key=state.widget("run_suite"),
            type="primary",
            icon=":material/play_arrow:",
            on_click=_begin,
            args=(root, suite),
        )
    st.caption(
        "Judges that are trusted count with the verdicts that are on record; nobody is asked, "
        "nothing is sent and nothing is paid."
    )
    if not has_certificates(root):
        st.warning(
            "No judge has been certified here yet, so that what a suite leaves to judges is not "
            "scored. Certify first.",
            icon=":material/info:",
        )
        st.page_link("views/certify.py", label="Go to Certify", icon=":material/verified:")
    return suite


def _from_a_terminal(root: Path, suite: str) -> None:
    with st.expander("The same from a terminal"):
        st.markdown(
            "In any folder. Without `--offline` trusted judges that have a `model` are also asked "
            "for the verdicts that are missing, which may cost money."
        )
        safe.block(run_command(root, suite))


def _begin(root: Path, suite: str) -> None:
    def work(told: Told[int]) -> Scored | None:
        return on_record(root, suite, now=datetime.now(UTC), told=told)

    if jobs(str(root)).start(NAME, suite, work):
        state.RUN_AWAITED.set(True)


@st.fragment(run_every=1.0)
@safe.guarded
def _watched(suite: str, work: Work) -> None:
    """Draw how far it is, every second; the rest of the page stays as it is."""
    if not work.running:
        st.rerun()
    st.status(safe.escaped(f"Running {suite}: {work.progress or 0:,} results"), type="compact")
    st.button(
        "Stopping" if work.stopping else "Stop; nothing of this run is kept",
        key=state.widget("stop_run"),
        icon=":material/stop:",
        disabled=work.stopping,
        on_click=work.stop,
    )


@safe.guarded
def _ended(suite: str, work: Work, *, chooser: str) -> None:
    """Say how the newest run from here ended, and open it at the tab where it was begun."""
    awaited = state.RUN_AWAITED.get()
    state.RUN_AWAITED.clear()
    made = work.result()
    if made is None:
        safe.text(f"The run of {suite} was stopped; nothing of it is kept.")
        return
    if awaited:
        state.choose(chooser, made.run.manifest.id)
    sentence(run_line(made))
    for remark in made.remarks:
        sentence(remark)
