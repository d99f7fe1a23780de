"""The cover over what others say of a transcript that somebody here may label or correct."""

from collections.abc import Collection
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.identity import invitation
from workbench.workflows.covering import covered, reveal, reveal_all

_ICON = ":material/visibility_off:"


def cover(transcript: str, asking: str) -> None:
    """Draw the cover, and a button that takes it away and puts that on the record."""
    st.warning(
        "You have not seen yet what others say of this transcript. Once you have, a label of "
        "yours on it that you give or change is kept apart and does not count for trust.",
        icon=_ICON,
    )
    st.button(
        "Show it all the same",
        key=state.widget("uncover", transcript),
        on_click=_uncover,
        args=(transcript, asking),
    )


def covered_of(
    dimension: str, transcripts: Collection[str], asking: str, where: str
) -> frozenset[str]:
    """Return what a list that tells levels must not name, and draw a cover over it, if any.

    Args:
        dimension: What they were rated on.
        transcripts: What would be listed.
        asking: Who would read it.
        where: What they are listed for; part of a key.
    """
    hidden = covered(state.root(), dimension, transcripts, asking)
    if hidden:
        st.warning(
            f"Left out of this list: {len(hidden):,} of {len(transcripts):,} transcripts. "
            "The list would tell what others gave, which you have not seen yet. Once you have, a "
            "label of yours on them that you give or change is kept apart and does not count for "
            "trust. Label or correct first what you want to, on the Label page.",
            icon=_ICON,
        )
        st.button(
            f"Show the {len(hidden):,} all the same, on the record",
            key=state.widget("uncover_list", where),
            on_click=_uncover_list,
            args=(tuple(sorted(hidden)), asking),
        )
    return hidden


def ask_who_reads() -> bool:
    """Have somebody without a name say that they label none of it; return whether they have."""
    if state.BYSTANDER.get():
        return True
    st.warning(
        f"{invitation()}: what others say of a transcript is kept from whoever may still label "
        "or correct it blind.",
        icon=_ICON,
    )
    st.button(
        "I label none of these transcripts: show them",
        key=state.widget("bystander"),
        on_click=state.BYSTANDER.set,
        args=(True,),
    )
    return False


@safe.guarded
def _uncover(transcript: str, asking: str) -> None:
    reveal(state.root(), transcript, asking, now=datetime.now(UTC))


@safe.guarded
def _uncover_list(transcripts: tuple[str, ...], asking: str) -> None:
    reveal_all(state.root(), transcripts, asking, now=datetime.now(UTC))
