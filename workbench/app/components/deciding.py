"""The form of a decision: nothing is chosen beforehand, and a reason is asked for."""

from typing import Final, NamedTuple

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.domain.gold import GoldStatus
from workbench.domain.rubric import Level
from workbench.workflows.adjudicating import Decision, Dossier

UNCLEAR: Final = "The anchors do not decide it"
TAKE_BACK: Final = "Take the decision back"


class Choice(NamedTuple):
    """One answer that the form offers."""

    status: GoldStatus
    level: Level | None
    label: str
    caption: str


def deciding(dossier: Dossier, adjudicator: str) -> Decision | None:
    """Draw the form; return the decision once it is sent off and something was chosen."""
    choices = _choices(dossier)
    standing = dossier.gold.id if dossier.gold else None
    key = state.widget("decide", *dossier.unit, standing)
    with st.form(key, border=True):
        chosen = st.radio(
            "The level that stands",
            range(len(choices)),
            index=None,
            format_func=lambda place: choices[place].label,
            captions=[choice.caption for choice in choices],
            key=f"{key}_choice",
        )
        reason = st.text_area(
            "Reason (required)",
            placeholder="What in the conversation decides it, by which words of the anchor?",
            key=f"{key}_reason",
        )
        refusal = st.empty()  # beside the button, where whoever pressed it looks
        sent = st.form_submit_button("Record", key=f"{key}_record", type="primary")
    if not sent:
        return None
    if chosen is None:
        refusal.error("Choose a level, or say that the anchors do not decide it.")
        return None
    return Decision(
        unit=dossier.unit,
        adjudicator=adjudicator,
        status=choices[chosen].status,
        level=choices[chosen].level,
        reason=reason,
        replaces=standing,
    )


def _choices(dossier: Dossier) -> list[Choice]:
    """Return the levels with their anchors in full, and what may be said in place of one."""
    rubric, texts = dossier.rubric, dossier.rubric.anchors or {}
    choices = [
        Choice("rated", level, safe.escaped(level), safe.escaped(texts.get(level, "")))
        for level in rubric.scale_levels
    ]
    if rubric.allows_not_applicable:
        when = safe.escaped(rubric.not_applicable or "")
        choices.append(Choice("not_applicable", None, "Not applicable", when))
    choices.append(Choice("unclear", None, UNCLEAR, "Goes to the Rubrics page, with your reason."))
    if dossier.gold is not None:
        choices.append(Choice("withdrawn", None, TAKE_BACK, "Puts it in the list again."))
    return choices
