"""Save a rubric: what changed, what either bump does, and the refusal where it must not be."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.rubric_texts import give_up
from workbench.app.components.safe import sentence
from workbench.workflows.advising import after_saving, recorded_only
from workbench.workflows.revising import Bump, Edit, Preview, Sheet, save
from workbench.workflows.setting_out import effect_line, either_way

_MEANINGS: dict[Bump, str] = {
    "minor": "The wording changed, and every level means what it meant.",
    "major": "The meaning changed.",
}


def saved() -> None:
    """Say once what the last save did, and lead to the pages on which one goes on from it."""
    told = state.SAVED.get()
    if told is None:
        return
    state.SAVED.clear()
    st.success(safe.escaped(told[0]), icon=":material/check:")
    if not told[1]:
        return
    sentence(told[1])
    with st.container(horizontal=True):
        st.page_link("views/calibrate.py", label="Go to Calibrate", icon=":material/straighten:")
        st.page_link("views/certify.py", label="Go to Certify", icon=":material/verified:")


def saving(sheet: Sheet, edit: Edit, found: Preview) -> None:
    """Draw what saving would do, and save when told to.

    Args:
        sheet: The rubric as its file says now.
        edit: The change, of the file as it was when it was begun.
        found: What saving it comes to.
    """
    dimension = sheet.rubric.dimension
    if sheet.digest != edit.sheet.digest:
        st.warning(
            "The file was changed by somebody else since you began. Copy what you want to keep, "
            "then read the file again.",
            icon=":material/sync_problem:",
        )
    if not found.changed:
        st.caption("Nothing is changed yet. Edit a text above; it is kept in this tab until saved.")
        return
    safe.text(f"Changed: {', '.join(found.changed)}.")
    bump = _bump(dimension, found) if found.effects else None
    for line in either_way(found):
        safe.text(line)
    if not found.effects:
        st.caption(
            "Guidance and risk are no part of what a rating is made under: the version stays, and "
            "all labels and verdicts go on counting."
        )
    with st.container(horizontal=True):
        pressed = st.button(
            f"Save to {safe.escaped(sheet.file)}",
            key=state.widget("save_rubric"),
            type="primary",
            icon=":material/save:",
        )
        st.button(
            "Give up the change and read the file again",
            key=state.widget("give_up"),
            on_click=give_up,
            args=(dimension,),
        )
    if pressed:
        _save(edit, bump, found)


def _bump(dimension: str, found: Preview) -> Bump | None:
    effects = found.effects
    return st.radio(
        "What does the change do to the meaning of a level?",
        tuple(effects),
        index=None,
        format_func=lambda bump: f"{bump.capitalize()}, version {effects[bump].version}",
        captions=[effect_line(effects[bump], meaning=_MEANINGS[bump]) for bump in effects],
        key=state.widget("bump", dimension, state.EDITION.get()),
    )


def _save(edit: Edit, bump: Bump | None, found: Preview) -> None:
    rubric = save(state.root(), edit.sheet, edit.wording, bump)
    changed = ", ".join(found.changed)
    effect = effect_line(found.effects[bump], meaning="") if bump is not None else ""
    said = f"Saved {edit.sheet.file}, version {rubric.version}: {changed}. {effect}"
    state.SAVED.set((said, after_saving(found, recorded_only(state.root()))))
    give_up(rubric.dimension)
    st.rerun()
