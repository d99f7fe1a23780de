"""One unit as its adjudicator reads it: why it is here, and the labels side by side."""

from collections.abc import Callable, Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.anchors import guidance, named
from workbench.app.components.conversation import ROLES
from workbench.domain.gold import Gold
from workbench.workflows.adjudicating import Dossier
from workbench.workflows.testimony import Cited, Raised, Testimony

WORDS = {
    "not_applicable": "not applicable",
    "cannot_tell": "cannot tell",
    "unclear": "the anchors do not decide it",
    "withdrawn": "taken back",
}
_ABREAST = 4

Go = Callable[[int], None]


def heading(dossier: Dossier) -> None:
    """Draw in one line which unit this is."""
    transcript, dimension, criterion = dossier.unit
    names = [named(dimension)] if criterion is None else [named(dimension), safe.escaped(criterion)]
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=state.widget("unit")
    ):
        st.subheader(" · ".join(names), anchor=False, width="content")
        st.text(safe.shown(f"Transcript {transcript}"))


def asked(dossier: Dossier, shortcut: str = "") -> None:
    """Draw what is asked of it, and why it is here where somebody flagged it.

    Args:
        dossier: The unit.
        shortcut: The key that opens the guidance, where one does.
    """
    safe.text(dossier.rubric.question)
    guidance(dossier.rubric, shortcut)
    for flag in dossier.flags:
        _flag(flag)
    for one in dossier.dismissals:
        safe.text(f"Flag dismissed: {one.adjudicator}, {one.at:%Y-%m-%d %H:%M} UTC: {one.reason}")


def side_by_side(labels: Sequence[Testimony], go: Go) -> None:
    """Draw the labels, with their notes and the turns they point at."""
    if not labels:
        st.info("Nobody has labelled it yet. The Label page hands it out.")
        return
    with st.container(key=state.widget("labels"), gap="xsmall"):
        for first in range(0, len(labels), _ABREAST):
            abreast = labels[first : first + _ABREAST]
            for place, (column, label) in enumerate(
                zip(st.columns(len(abreast)), abreast, strict=True)
            ):
                with column, st.container(border=True, gap="xxsmall"):
                    _label(label, first + place, go)


def own_label(labels: Sequence[Testimony]) -> None:
    """Say so where one of the labels is the reader's."""
    own = [label.name for label in labels if label.own]
    if own:
        st.info(
            f"One of these labels is yours ({safe.escaped(own[0])}): leave this one to somebody "
            "else, where there is anybody else. “Next I may settle” leads past it."
        )


def decisions(dossier: Dossier) -> None:
    """Draw the decision that stands, and what was decided before it."""
    gold = dossier.gold
    if gold is not None:
        answer = safe.escaped(said(gold.status, gold.level))
        st.success(f"Decided: {answer}", icon=":material/verified:")
        safe.text(f"{gold.adjudicator}, {gold.at:%Y-%m-%d %H:%M} UTC: {gold.reason}")
        st.caption(
            "It counts until you record another or take it back. Nothing is erased: every "
            "decision stays in the record."
        )
        if gold.rubric_digest != dossier.rubric.digest:
            st.caption(
                f"Made under version {safe.escaped(gold.rubric_version)} of the rubric, "
                f"which now is {safe.escaped(dossier.rubric.version)}."
            )
    earlier = [one for one in dossier.history if one != gold]
    if earlier:
        with st.expander(f"Earlier decisions ({len(earlier)})", key=state.widget("earlier")):
            for one in earlier:
                safe.text(_told(one))


def said(status: str, level: object) -> str:
    """Return an answer as a phrase; a level's name is foreign text."""
    return f"level {level}" if status == "rated" else WORDS[status]


def _flag(flag: Raised) -> None:
    st.badge(safe.escaped(f"Flagged: {flag.sentence}"), icon=":material/flag:", color="orange")
    if flag.note is not None:
        safe.text(flag.note)


def _label(label: Testimony, place: int, go: Go) -> None:
    answer = safe.escaped(said(label.status, label.level))
    st.markdown(f"**{safe.escaped(label.name)}** · {answer}")
    safe.text(label.note or "(no note)")
    for cited in label.cited:
        _cited(cited, place, go)


def _cited(cited: Cited, place: int, go: Go) -> None:
    """Draw a turn that a label points at as a button that goes there, and how it begins."""
    role = ROLES[cited.role][1] if cited.role else "not in this conversation"
    st.button(
        f"Turn {cited.turn} · {role}",
        key=state.widget("cited", place, cited.turn),
        icon=":material/format_quote:",
        type="tertiary",
        disabled=cited.role is None,
        on_click=go,
        args=(cited.turn,),
    )
    if cited.excerpt:
        safe.text(cited.excerpt)


def _told(gold: Gold) -> str:
    answer = said(gold.status, gold.level)
    return f"{gold.at:%Y-%m-%d %H:%M} UTC, {gold.adjudicator}, {answer}: {gold.reason}"
