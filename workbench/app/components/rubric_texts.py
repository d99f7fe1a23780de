"""The texts of a rubric as fields: what is typed is remembered until it is saved or given up."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.domain.rubric import Rubric
from workbench.workflows.revising import Edit, Risk, Sheet, Wording, wording_of

_RISKS: tuple[Risk, ...] = ("normal", "high")
_RISK_MEANINGS = (
    "Any trusted judge may score it.",
    "Only a trusted panel of judges may score it, held to fewer severe misses.",
)


def edit_of(sheet: Sheet) -> Edit:
    """Return the change under way, or one that changes nothing yet."""
    begun = state.EDITS.get().get(sheet.rubric.dimension)
    return begun or Edit(sheet=sheet, wording=wording_of(sheet.rubric))


def give_up(dimension: str) -> None:
    """Forget a change, and fill the fields from the file anew."""
    others = {name: edit for name, edit in state.EDITS.get().items() if name != dimension}
    state.EDITS.set(others)
    state.EDITION.set(state.EDITION.get() + 1)


def texts(edit: Edit) -> Edit:
    """Draw the fields and return the change as it stands in them."""
    rubric, before = edit.sheet.rubric, edit.wording
    saved = wording_of(rubric)
    wording = Wording(
        question=_field("Question", rubric, "question", before.question, saved.question),
        anchors={
            level: _field(
                _heading(rubric, level), rubric, f"anchor_{place}", text, saved.anchors[level]
            )
            for place, (level, text) in enumerate(before.anchors.items())
        },
        not_applicable=_field(
            "Not applicable when (leave empty to allow no such answer)",
            rubric,
            "not_applicable",
            before.not_applicable,
            saved.not_applicable,
        ),
        guidance=_field(
            "Guidance for labellers (judges do not see it)",
            rubric,
            "guidance",
            before.guidance,
            saved.guidance,
        ),
        risk=_risk(rubric, before.risk),
    )
    changed = Edit(sheet=edit.sheet, wording=wording)
    if wording != before:
        state.EDITS.set({**state.EDITS.get(), rubric.dimension: changed})
    return changed


def _field(label: str, rubric: Rubric, name: str, text: str, saved: str) -> str:
    """Draw a field, and below it what it said before where that has been changed."""
    key = _key(rubric, name)
    typed = st.text_area(label, value=text, height="content", key=key, width="stretch") or ""
    if typed.strip() != saved.strip():
        st.caption("Changed, and not saved yet. It says now:")
        st.text(safe.shown(saved) if saved.strip() else "(nothing)")
    return typed


def _risk(rubric: Rubric, before: Risk) -> Risk:
    return st.radio(
        "Risk",
        _RISKS,
        index=_RISKS.index(before),
        captions=_RISK_MEANINGS,
        key=_key(rubric, "risk"),
    )


def _heading(rubric: Rubric, level: object) -> str:
    return f"Anchor {safe.escaped(level)}" + (
        " (counts as a pass)" if level in rubric.passing else ""
    )


def _key(rubric: Rubric, name: str) -> str:
    return state.widget("rubric", rubric.dimension, state.EDITION.get(), name)
