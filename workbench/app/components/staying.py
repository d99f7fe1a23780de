"""Staying: a tab that is loaded anew, or whose server was, knows who sat there.

The name is kept in the browser, in the store of the tab itself: no other tab reads it, no address
or link has it, and it is gone once the tab is closed. The script is a constant.
"""

from collections.abc import Callable

import streamlit as st

from workbench.app import state

_SCRIPT = """
export default function ({ data, setTriggerValue }) {
  const key = `workbench labeller ${data.place}`;
  if (data.labeller) sessionStorage.setItem(key, data.labeller);
  else {
    const kept = sessionStorage.getItem(key);
    if (kept) setTriggerValue("kept", kept);
  }
}
"""
_STYLE = """
.st-key-w_staying { display: none; }
"""
_KEY = state.widget("staying")
_stay = st.components.v2.component(
    "workbench_staying", css=_STYLE, js=_SCRIPT, isolate_styles=False
)


def stay(place: str, labeller: str | None, take: Callable[[str], None]) -> None:
    """Keep who sits at this tab; of a tab that has just been loaded, take who sat there.

    Args:
        place: What tells one workspace from another, since all are served at one address.
        labeller: Who sits here; None asks the tab.
        take: Told, before the page is drawn again, what name the tab has kept. It comes from the
            browser and may be anything.
    """

    def told() -> None:
        kept = st.session_state[_KEY].kept
        if isinstance(kept, str) and kept.strip():
            take(kept.strip())

    data = {"place": place, "labeller": labeller}
    _stay(key=_KEY, data=data, on_kept_change=told)
