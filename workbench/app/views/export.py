"""Export: labels and disagreements as files, and trusted judges for other tools."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.domain.finding import Finding
from workbench.workflows.bundling import JudgeBundle, bundle
from workbench.workflows.exporting import LeftOut
from workbench.workflows.tabulating import LabelFiles, label_files

_ARCHIVE = "trusted-judges.zip"


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
    st.subheader("Labels and disagreements")
    st.caption(
        "One row for each label that counts, and one for each unit on which people differ. "
        "Everybody’s labels are in these files: whoever still labels blind should not open them."
    )
    history = st.checkbox(
        "Add the history: corrected, withdrawn and repeated labels",
        on_change=state.LABEL_FILES.clear,
        key=state.widget("with_history"),
    )
    if st.button("Prepare the files", key=state.widget("prepare_labels")):
        with st.spinner("Reading every label …"):
            found = label_files(root, history=history)
        state.LABEL_FILES.set((found, datetime.now(UTC)))
    prepared = state.LABEL_FILES.get()
    if prepared is not None:
        _label_files(*prepared)


def _label_files(found: LabelFiles, at: datetime) -> None:
    _stepped_over(found.stepped_over)
    if not found.files:
        st.info(
            "No label counts yet. Label transcripts on the Label page, or bring labels in with "
            "`workbench import labels`."
        )
        return
    st.text(
        f"Labels: {found.labels:,} · people: {found.labellers:,} · transcripts: "
        f"{found.transcripts:,} · units on which people differ: {found.disagreements:,} · "
        f"prepared at {_clock(at)}"
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
    st.subheader("Trusted judges")
    st.caption(
        "Every judge that certify granted trust to, in each format that other tools run, with its "
        "claim and what makes it stale. Certificates are recomputed from the ledgers first."
    )
    if st.button("Prepare the archive", key=state.widget("prepare_judges")):
        with st.spinner("Recomputing every certificate …"):
            found = bundle(root)
        state.JUDGE_BUNDLE.set((found, datetime.now(UTC)))
    prepared = state.JUDGE_BUNDLE.get()
    if prepared is not None:
        _bundle(*prepared)


def _bundle(found: JudgeBundle, at: datetime) -> None:
    if not found.bundled and not found.left_out:
        st.info("No judge has been certified yet. The Certify page opens the test side.")
        return
    if found.archive is None:
        st.warning("No judge can be exported; the reasons are below.", icon=":material/block:")
    else:
        st.text(f"Judges in the archive: {len(found.bundled):,} · prepared at {_clock(at)}")
        st.dataframe(
            [
                {
                    "dimension": one.certificate.dimension,
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


def _left_out(refused: Sequence[LeftOut]) -> None:
    if not refused:
        return
    st.markdown("**Left out**")
    for one in refused:
        safe.text(one)


def _stepped_over(findings: Sequence[Finding]) -> None:
    """Say what is not in the files because it is no label."""
    if findings:
        st.warning(f"Lines that are no label, and not in the files: {len(findings):,}")
        safe.text(f"The first: {findings[0]} (`workbench check` lists all)")


def _clock(at: datetime) -> str:
    return f"{at:%H:%M} UTC"


if __name__ == "__main__":
    render()
