"""Walking through a list of buttons: the arrow keys move the focus, Enter presses what has it.

The script and the style are constants; no text of anybody goes into them.
"""

import streamlit as st

from workbench.app import state

_STYLE = """
.st-key-w_walking { display: none; }
.st-key-w_walked button, .st-key-w_walked button * {
  justify-content: flex-start; text-align: start;
}
.st-key-w_walked button { padding: 0.25rem 0.6rem; }
.st-key-w_walked button p, .st-key-w_walked [data-testid="stText"] { font-size: 0.875rem; }
"""
_SCRIPT = """
const page = (window.workbenchWalking ??= { listens: false });
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

function onKey(event) {
  const step = STEPS[event.key];
  const list = document.querySelector(".st-key-w_walked");
  if (!step || !list || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const buttons = [...list.querySelectorAll("button:enabled")];
  if (!buttons.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const at = buttons.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : buttons.length - 1) : at + step;
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)].focus();
}

export default function () {
  if (page.listens) return;
  page.listens = true;
  window.addEventListener("keydown", onKey, true);
}
"""
WALKED = state.widget("walked")
"""The key of the container whose buttons are walked through."""

_walk = st.components.v2.component(
    "workbench_walking", css=_STYLE, js=_SCRIPT, isolate_styles=False
)


def walking() -> None:
    """Let the arrow keys walk through the buttons of the container with the key `WALKED`."""
    _walk(key=state.widget("walking"))
