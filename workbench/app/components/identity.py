"""Who is here: signed in where sign-in is configured, else picked or entered and kept."""

from pathlib import Path

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.staying import stay
from workbench.errors import DataError
from workbench.workflows.opening import Opened

_NAME = state.widget("labeller")


def sidebar(workspace: Opened) -> None:
    """Draw which workspace is open and who labels, and remember the latter."""
    with st.sidebar:
        if _sign_in_is_configured():
            _signed_in()
        else:
            _entered(workspace.root, workspace.policy.labellers)
        st.divider()
        st.text("Workspace")
        safe.block(workspace.root)


def labeller() -> str | None:
    """Return who sits at this tab; None until they have said so."""
    return state.LABELLER.get()


def invitation() -> str:
    """Return what whoever has no name yet is asked to do, as a sentence begins."""
    return "Sign in, on the left" if _sign_in_is_configured() else "Choose who you are, on the left"


def _sign_in_is_configured() -> bool:
    try:
        return "auth" in st.secrets
    except FileNotFoundError:
        return False


def _signed_in() -> None:
    """Take the identity from the provider; it cannot be typed."""
    if not st.user.is_logged_in:
        state.LABELLER.clear()
        st.button("Sign in", on_click=st.login, key=state.widget("sign_in"))
        return
    name = st.user.get("email") or st.user.get("name") or st.user.get("sub")
    if not name:
        raise DataError("sign-in: the provider gave neither an e-mail address, a name nor an id")
    state.LABELLER.set(str(name))
    safe.text(f"Signed in as {name}")
    st.button("Sign out", on_click=st.logout, key=state.widget("sign_out"))


def _entered(root: Path, roster: tuple[str, ...]) -> None:
    before = state.LABELLER.get()
    chosen = st.selectbox(
        "Who are you?",
        roster,
        index=roster.index(before) if before in roster else None,
        accept_new_options=not roster,
        placeholder="Your name",
        format_func=safe.shown,
        key=_NAME,
    )
    if roster and not chosen:
        st.caption("Not in the list? Ask whoever keeps this workspace to add your name.")
    if chosen and chosen.strip() != before:
        state.LABELLER.set(chosen.strip())

    def take_up(kept: str) -> None:
        if not roster or kept in roster:
            state.LABELLER.set(kept)
            state.choose(_NAME, kept)

    stay(str(root), state.LABELLER.get(), take_up)
