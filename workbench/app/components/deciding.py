"""The form of a decision: nothing is chosen beforehand, and a reason is asked for."""

from typing import Final, NamedTuple

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.anchors import anchors
from workbench.domain.draft import Answer
from workbench.domain.gold import GoldStatus
from workbench.domain.level import Level
from workbench.workflows.adjudicating import Decision, Dossier

UNCLEAR: Final = "The anchors do not decide it"
TAKE_BACK: Final = "Take the decision back"


class _Other(NamedTuple):
    """An answer that is no level, as the form offers it."""

    status: GoldStatus
    label: str
    meaning: str
    shortcut: str | None


def deciding(dossier: Dossier, adjudicator: str) -> Decision | None:
    """Draw the form; return the decision once it is sent off and something was chosen."""
    standing = dossier.gold.id if dossier.gold else None
    key = state.widget("decide", *dossier.unit, standing)
    held = state.CHOICE.get()
    status, level = held[1:] if held is not None and held[0] == key else (None, None)
    _levels(dossier, key, level)
    for other in _others(dossier):
        _other(other, key, chosen=status == other.status)
    with st.form(key, border=True), st.container(key=state.widget("note", "reason"), gap="xsmall"):
        reason = st.text_area(
            f"Reason (required; {keyboard.NOTE} goes here, Ctrl+Enter records)",
            placeholder="What in the conversation decides it, by which words of the anchor?",
            key=f"{key}_reason",
        )
        refusal = st.empty()  # beside the button, where whoever pressed it looks
        sent = st.form_submit_button(
            "Record", key=f"{key}_record", type="primary", shortcut=keyboard.SAVE
        )
    if not sent:
        return None
    if status is None:
        refusal.error("Choose a level, or say that the anchors do not decide it.")
        return None
    return Decision(
        unit=dossier.unit,
        adjudicator=adjudicator,
        status=status,
        level=level,
        reason=reason,
        replaces=standing,
    )


def _levels(dossier: Dossier, key: str, chosen: Level | None) -> None:
    """Draw the levels with their anchors in full, as the Label page does."""

    def choose(_: str, level: Level) -> None:
        state.CHOICE.set((key, "rated", level))

    answer = Answer() if chosen is None else Answer(status="rated", level=chosen)
    anchors(dossier.rubric, answer, choose, prefix=f"{key}_choice")


def _other(other: _Other, key: str, *, chosen: bool) -> None:
    button, meaning = st.columns(2, gap="xsmall", vertical_alignment="center")
    button.button(
        other.label,
        key=f"{key}_choice_{other.status}",
        icon=":material/check:" if chosen else None,
        type="primary" if chosen else "secondary",
        shortcut=other.shortcut,
        on_click=state.CHOICE.set,
        args=((key, other.status, None),),
        width="stretch",
    )
    with meaning:
        safe.text(other.meaning)


def _others(dossier: Dossier) -> list[_Other]:
    """Return what may be said in place of a level."""
    rubric = dossier.rubric
    others = []
    if rubric.allows_not_applicable:
        when = rubric.not_applicable or ""
        others.append(_Other("not_applicable", "Not applicable", when, keyboard.NOT_APPLICABLE))
    step = "Goes to the Rubrics page, with your reason."
    others.append(_Other("unclear", UNCLEAR, step, keyboard.UNCLEAR))
    if dossier.gold is not None:
        back = "Puts the case in the list again; what was decided stays in the record."
        others.append(_Other("withdrawn", TAKE_BACK, back, None))
    return others
