"""The way on: a next step names something to do, and a link leads to the page where it is done."""

import streamlit as st


def way_on(step: str, *, here: str = "", recorded: bool = False) -> None:
    """Draw the link to the page where a next step is done, if one is.

    Args:
        step: The step in words, as a decision or a certificate has it.
        here: The page on which this stands: no link leads to it.
        recorded: Whether the judge is known by recorded verdicts alone: no tool can ask it, so
            that it is used in runs and not exported.
    """
    if "`workbench certify`" in step:
        page, title, icon = "certify", "Certify", ":material/verified:"
    elif "anchor" in step:
        page, title, icon = "rubrics", "Rubrics", ":material/rule:"
    elif step.startswith("label "):
        page, title, icon = "label", "Label", ":material/edit:"
    elif step.startswith("use it") and recorded:
        page, title, icon = "runs", "Runs", ":material/play_arrow:"
    elif step.startswith("use it"):
        page, title, icon = "export", "Export", ":material/download:"
    else:
        return
    if page != here:
        st.page_link(f"views/{page}.py", label=f"Go to {title}", icon=icon)
