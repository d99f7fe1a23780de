"""Glossary: the few words that calibrating needs, in plain ones, behind one button."""

from typing import Final

import streamlit as st

from workbench.app import state
from workbench.app.components.statuses import meanings

_SIDES: Final = (
    "**Development side**: the labels that you may look at as often as you like, to mend anchors "
    "and choose a judge.",
    "**Test side**: the labels kept unseen until the Certify page opens them, to prove a judge.",
    "**Side both**: with too few labels to keep some apart, calibrate and certify read the same.",
    "**Look**: showing a judge beside people on labels that certify reads. It goes on the record.",
    "**Variant**: one text of the rubric with one judge. Change a word or a model, and it is "
    "another.",
    "**k**: how many variants were shown so far on the labels that certify reads. Among many, one "
    "looks good by luck, so that a higher k asks for more.",
)
_FIGURES: Final = (
    "**kappa**: agreement beyond chance. 1 is perfect, 0 is what guessing would give.",
    "**[low, high]**: the 95 % interval of kappa: where it may well lie, given so few transcripts.",
    "**Lower bound at 0.05/k**: what kappa is shown to be above. The chance of being wrong is 5 % "
    "for all k variants together, so that each has 5 % divided by k.",
    "**n**: how many transcripts a figure is of.",
    "**A fraction of a transcript**: each counts 1, shared among its labels. Where one of three "
    "people gave another level, a third of the transcript counts there.",
    "**Severe miss**: the judge passes a transcript that people put at the bottom.",
)
_RISK: Final = (
    "**Risk**: how bad a severe miss is, as the rubric says. On high, fewer are allowed; both "
    "limits stand in workbench.yaml."
)


def glossary() -> None:
    """Draw the button that says what the words and the statuses mean."""
    button = st.popover("What the words mean", icon=":material/help:", key=state.widget("glossary"))
    with button, st.container(gap="xsmall"):
        for words in (*_SIDES, *_FIGURES, _RISK):
            st.markdown(words)
        meanings()
