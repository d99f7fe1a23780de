"""Runs: what suites came to, two of them side by side, and the conversations that failed."""

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.arrival import arrival, arrive
from workbench.app.components.conversation import Reader, conversation, turn_key
from workbench.app.components.run_comparison import run_comparison
from workbench.app.components.run_report import run_report
from workbench.app.components.running import runner
from workbench.app.components.safe import sentence
from workbench.workflows.browsing import (
    Row,
    Trouble,
    not_passed,
    report_page,
    report_text,
    run_rows,
    transcript_of,
)
from workbench.workflows.telling_comparison import tell_comparison
from workbench.workflows.telling_runs import tell_run

# The key of what chooses the run that is open. Streamlit draws a string that stands alone here.
_RUN = state.widget("run")
_CASE = state.widget("run_case")


def render() -> None:
    """Draw the page."""
    st.title("Runs")
    st.text(
        "A suite is a list of conversations with what is expected of each. A run tells which of "
        "them pass; here is what every run came to, the newest first, and one beside another."
    )
    runner(state.root(), chooser=_RUN)
    rows = run_rows(state.root())
    if not rows:
        st.info("No suite has been run yet.", icon=":material/info:")
        return
    st.dataframe([_cells(row) for row in rows], hide_index=True, key=state.widget("runs"))
    st.caption(
        "The verdict is that of the suite's own release bar, so a run can pass although single "
        "cases failed. Undecided are cases of which it could not be told whether they pass."
    )
    _opened(state.root(), rows)
    st.divider()
    _compared(state.root(), rows)


def _cells(row: Row) -> dict[str, str | int]:
    return {
        "Made at (UTC)": _made(row),
        "Suite": row.suite,
        "Version": row.version,
        "Verdict": row.verdict,
        "Passed": row.passed,
        "Failed": row.failed,
        "Undecided": row.errors,
        "Run": row.id,
    }


def _made(row: Row) -> str:
    return f"{row.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _choose(label: str, rows: Sequence[Row], key: str, index: int | None) -> str | None:
    by_id = {row.id: row for row in rows}
    return st.selectbox(
        label,
        list(by_id),
        index=index,
        format_func=lambda run: _told(by_id[run]),
        key=key,
        placeholder="A run",
    )


def _told(row: Row) -> str:
    """Return a run as one chooses it: when it was made, of what, and what it came to."""
    return safe.shown(f"{_made(row)} UTC, {row.suite} {row.version}, {row.verdict}")


@st.fragment
@safe.guarded
def _opened(root: Path, rows: Sequence[Row]) -> None:
    """Show one run as the command line reports it, and what did not pass."""
    chosen = _choose("Open a run", rows, _RUN, 0)
    if chosen is None:
        return
    found = [one for one in not_passed(root, chosen) if one.transcript is not None]

    places = {one.case: place for place, one in reversed(list(enumerate(found)))}
    run_report(
        tell_run(root, chosen),
        report_text(root, chosen),
        chosen,
        readable=places,
        read=lambda case: _read(chosen, places[case]),
    )
    st.download_button(
        "Download the report as HTML",
        lambda: report_page(root, chosen),
        file_name=f"{chosen}.html",
        mime="text/html",
        on_click="ignore",
        icon=":material/download:",
        key=state.widget("report", chosen),
    )
    with st.container(key=_CASE):
        _troubles(root, chosen, found)


def _read(run: str, place: int) -> None:
    """Open a case from elsewhere on the page, from a callback."""
    state.choose(state.widget("trouble", run), place)
    _seen()


def _seen() -> None:
    """Have the case that was opened seen, at the turn that decided it."""
    state.RUN_READ.clear()
    arrive(_CASE)


def _troubles(root: Path, run: str, found: Sequence[Trouble]) -> None:
    """Open the conversation of a case that did not pass, at the first turn that decided it."""
    if not found:
        return
    place = st.selectbox(
        "Read a case that did not pass",
        range(len(found)),
        index=None,
        format_func=lambda at: safe.shown(f"{found[at].verdict} {found[at].title}"),
        placeholder="A case",
        key=state.widget("trouble", run),
        on_change=_seen,
    )
    if place is None or found[place].transcript is None:
        return
    trouble = found[place]
    for why in trouble.why:
        sentence(why)
    transcript = transcript_of(root, str(trouble.transcript))
    turns = [turn for turn in trouble.turns if turn < len(transcript.turns)]
    name = f"{run} {place}"
    at, turn = state.RUN_READ.get()
    here = turn if at == name else next(iter(turns), 0)
    arrival(_CASE, turn_key(transcript, here))
    conversation(
        transcript,
        Reader(
            turn=here,
            cited=dict.fromkeys(turns, ("this result",)),
            go=lambda index: state.RUN_READ.set((name, index)),
        ),
    )


@st.fragment
@safe.guarded
def _compared(root: Path, rows: Sequence[Row]) -> None:
    """Put two runs side by side."""
    st.subheader("Compare two runs", anchor=False)
    if len(rows) < 2:
        st.caption(
            "A second run of the suite can be compared with this one: run it again, above, after "
            "something changed."
        )
        return
    first = _choose("First run: the version in use", rows, state.widget("first_run"), 1)
    second = _choose(
        "Second run: the version that may replace it", rows, state.widget("second_run"), 0
    )
    if first is None or second is None or first == second:
        st.caption("Choose two different runs.")
        return
    run_comparison(tell_comparison(root, first, second))


if __name__ == "__main__":
    render()
