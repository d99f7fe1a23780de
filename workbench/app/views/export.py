"""Export: labels and disagreements as files, and trusted judges for other tools."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.identity import invitation, labeller
from workbench.app.components.safe import sentence
from workbench.domain.finding import Finding
from workbench.workflows.advising import next_step
from workbench.workflows.bundling import JudgeBundle, bundle
from workbench.workflows.depicting import worded
from workbench.workflows.exporting import LeftOut
from workbench.workflows.handing_over import handed_over, unseen
from workbench.workflows.redrafting import askable
from workbench.workflows.tabulating import LabelFiles

_ARCHIVE = "trusted-judges.zip"
_HIDDEN = ":material/visibility_off:"


def render() -> None:
    """Draw the page."""
    st.title("Export")
    _labels(state.root())
    st.divider()
    _judges(state.root())


@st.fragment
@safe.guarded
def _labels(root: Path) -> None:
    """Offer labels and disagreements once they were asked for."""
    st.subheader("Labels and disagreements", anchor=False)
    st.caption(
        "One row for each label that counts, and one for each transcript and dimension on which "
        "people differ. What others said of a transcript that you still have to label is left out."
    )
    who = labeller()
    if who is None:
        st.info(f"{invitation()}: what you have to label blind depends on it.")
        return
    history = st.checkbox(
        "Add the history: corrected, withdrawn and repeated labels",
        on_change=state.LABEL_FILES.clear,
        key=state.widget("with_history"),
    )
    if st.button("Prepare the files", key=state.widget("prepare_labels")):
        _asked_for(root, who, history=history)
    _agreed(root, who, history=history)
    prepared = state.LABEL_FILES.get()
    if prepared is not None and prepared[0].reader == who:
        _left_closed(root, prepared[0], who, history=history)
        _label_files(*prepared)


def _asked_for(root: Path, who: str, *, history: bool) -> None:
    """Prepare the files, where their reader has seen before what they tell of others."""
    with st.spinner("Reading every label …"):
        state.LEFT_CLOSED.clear()
        found = unseen(root, who, now=datetime.now(UTC))
        if found.told:
            state.LABEL_FILES.clear()
            state.TO_BE_SEEN.set((who, found))
        else:
            _prepare(root, who, history=history, everything=False)


def _agreed(root: Path, who: str, *, history: bool) -> None:
    """Say what reading the files costs whoever asked for them, and have them choose, once."""
    asked = state.TO_BE_SEEN.get()
    if asked is None or asked[0] != who:
        return
    told, closed = asked[1].told, asked[1].closed
    st.warning(
        f"The files tell what others said of {told:,} transcripts that you have labelled. Once "
        "you have seen it, a label of yours on them that you change is kept apart and does not "
        "count for trust. Correct what you want to correct first, on the Label page.",
        icon=_HIDDEN,
    )
    if closed:
        st.warning(_left_out_of_files(closed), icon=_HIDDEN)
    with st.container(horizontal=True):
        st.button(
            "Prepare them all the same, on the record",
            key=state.widget("prepare_agreed"),
            on_click=lambda: _answer(root, who, history=history, everything=False),
        )
        if closed:
            st.button(
                f"Prepare them with those {closed:,} too, on the record",
                key=state.widget("prepare_both"),
                on_click=lambda: _answer(root, who, history=history, everything=True),
            )


def _left_out_of_files(closed: int) -> str:
    """Return what is not in the files, and what it costs to have it there."""
    return (
        f"Left out: what others said of {closed:,} transcripts that you have still to "
        "label. With it in the files, what you label of these transcripts is kept apart and does "
        "not count for trust. The Label page may count more as left: also those that nobody else "
        "has labelled yet, or of which you have seen the ratings before."
    )


def _prepare(root: Path, who: str, *, history: bool, everything: bool) -> None:
    now = datetime.now(UTC)
    found = handed_over(root, who, now=now, history=history, everything=everything)
    state.TO_BE_SEEN.clear()
    state.LABEL_FILES.set((found, now))


def _left_closed(root: Path, found: LabelFiles, who: str, *, history: bool) -> None:
    """Say what is not in the files because its reader has still to label it, and offer it.

    Whoever has just said to leave it out is not asked again.
    """
    if not found.left_out:
        return
    if state.LEFT_CLOSED.get():
        st.text(
            f"Left out, as you chose: what others said of {found.left_out:,} transcripts that you "
            "have still to label."
        )
        return
    st.warning(_left_out_of_files(found.left_out), icon=_HIDDEN)
    st.button(
        "Put it in all the same, on the record",
        key=state.widget("prepare_all"),
        on_click=lambda: _answer(root, who, history=history, everything=True),
    )


@safe.guarded
def _answer(root: Path, who: str, *, history: bool, everything: bool) -> None:
    """Prepare the files as their reader said, who is not asked again of these."""
    _prepare(root, who, history=history, everything=everything)
    state.LEFT_CLOSED.set(not everything)


def _label_files(found: LabelFiles, at: datetime) -> None:
    _stepped_over(found.stepped_over)
    if not found.files:
        if not found.left_out:
            st.info(
                "No label counts yet. Label transcripts on the Label page, or bring labels in with "
                "`workbench import labels FILE`."
            )
        return
    st.text(
        f"Labels: {found.labels:,} · people: {found.labellers:,} · transcripts: "
        f"{found.transcripts:,} · transcript and dimension with different levels: "
        f"{found.disagreements:,} · prepared at {_clock(at)}"
    )
    with st.container(horizontal=True):
        for file in found.files:
            st.download_button(
                f"Download {file.name}",
                file.data,
                file_name=file.name,
                mime=file.media_type,
                on_click="ignore",
                icon=":material/download:",
                key=state.widget("download", file.name),
            )
    st.caption(
        "To read them take the Excel file: text stays text there, and its last sheet says what "
        "each column means. The CSV files are for other programs; text that a spreadsheet would "
        "run as a formula has an apostrophe before it, which `workbench import labels` takes off."
    )


@st.fragment
@safe.guarded
def _judges(root: Path) -> None:
    """Offer trusted judges once they were asked for, and name those that are not."""
    st.subheader("Trusted judges", anchor=False)
    st.caption(
        "Every judge that certify granted trust to, in each format that other tools run, with its "
        "claim and what makes it stale. Certificates are recomputed from the ledgers first."
    )
    who = askable(root)
    if not who.names:
        _nobody_to_ask(who.recorded)
        return
    if st.button("Prepare the archive", key=state.widget("prepare_judges")):
        with st.spinner("Recomputing every certificate …"):
            found = bundle(root)
        state.JUDGE_BUNDLE.set((found, datetime.now(UTC)))
    prepared = state.JUDGE_BUNDLE.get()
    if prepared is not None:
        _bundle(*prepared)


def _nobody_to_ask(recorded: Sequence[str]) -> None:
    """Say why no judge of this workspace can be handed over, and what has to be done for one."""
    why = (
        f"of {safe.escaped(', '.join(recorded))} there are recorded verdicts only. They count when "
        "a suite is run, on the Runs page."
        if recorded
        else "and there is none in judges.yaml yet."
    )
    st.info(
        "Nothing can be exported from this workspace as it is, whoever is trusted. An archive "
        f"holds judges that another tool can ask, which takes a `model`: {why}",
        icon=":material/block:",
    )
    st.markdown(
        "To export a judge, whoever keeps the workspace\n"
        "1. gives it a `model` in judges.yaml,\n"
        "2. has it asked: `workbench judge --judge NAME`, in a terminal, which may cost money,\n"
        "3. certifies it on the Certify page. Where it is trusted, its archive is made here."
    )
    _to_certify()


def _bundle(found: JudgeBundle, at: datetime) -> None:
    if not found.bundled and not found.left_out:
        st.info(
            "No judge has been certified yet. Certify first, on the Certify page or with "
            "`workbench certify`: it opens the test side and decides who is trusted."
        )
        _to_certify()
        return
    if found.archive is None and any(one.status == "trusted" for one in found.left_out):
        st.warning(
            "No judge can be exported: those that are trusted cannot be asked by another tool, for "
            "the reasons below. They count in `workbench run`. To export a judge give it a `model` "
            "in judges.yaml, ask it (`workbench judge`) and certify it.",
            icon=":material/block:",
        )
    elif found.archive is None:
        st.warning(
            "No judge can be exported; the reasons are below. A judge can be once it has a `model` "
            "in judges.yaml, has been asked (`workbench judge`) and is trusted: certify it on the "
            "Certify page or with `workbench certify`.",
            icon=":material/block:",
        )
        _to_certify()
    else:
        st.text(f"Judges in the archive: {len(found.bundled):,} · prepared at {_clock(at)}")
        st.dataframe(
            [
                {
                    "dimension": worded(one.certificate.dimension),
                    "judge": one.certificate.judge,
                    "claim": one.certificate.claim,
                    "formats": ", ".join(one.formats),
                }
                for one in found.bundled
            ],
            hide_index=True,
            key=state.widget("bundled"),
        )
        st.download_button(
            f"Download {_ARCHIVE}",
            found.archive,
            file_name=_ARCHIVE,
            mime="application/zip",
            on_click="ignore",
            icon=":material/download:",
            key=state.widget("download", _ARCHIVE),
        )
    _left_out(found.left_out)


def _to_certify() -> None:
    st.page_link("views/certify.py", label="Go to Certify", icon=":material/verified:")


def _left_out(refused: Sequence[LeftOut]) -> None:
    if not refused:
        return
    st.markdown("**Left out**")
    for one in refused:
        sentence(f"{worded(one.dimension)}, {one.judge}: {one.status}, {next_step(one.reason)}")


def _stepped_over(findings: Sequence[Finding]) -> None:
    """Say what is not in the files because it is no label."""
    if findings:
        st.warning(f"Lines that are no label, and not in the files: {len(findings):,}")
        sentence(f"The first: {findings[0]}")
        st.caption("`workbench check` lists all of them.")


def _clock(at: datetime) -> str:
    return f"{at:%H:%M} UTC"


if __name__ == "__main__":
    render()
