"""Arrival: what a button opened is brought into view, wherever on the page the button stands.

The script and the style are constants; no text of anybody goes into them.
"""

import re
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state

_STYLE = """
.st-key-w_arrival { display: none; }
"""
_SCRIPT = """
const page = (window.workbenchArrival ??= { at: null });
const SETTLING = 1500;
const PATIENCE = 30000;
const MARGIN = 72;

function isRunning() {
  const app = document.querySelector('[data-testid="stApp"]');
  return app?.dataset.testScriptState === "running";
}

function boxOf(element) {
  let box = element.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  return box;
}

function bring(name) {
  const element = document.querySelector(`.${name}`);
  const box = element && boxOf(element);
  if (!box) return;
  const above = element.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
  if (Math.abs(above) > 1) box.scrollTop += above;
}

export default function ({ data }) {
  if (page.at === data.at) return;
  page.at = data.at;
  const begun = performance.now();
  let drawn = begun;
  const acts = ["wheel", "touchstart", "pointerdown", "keydown"];
  const stop = () => { page.at === data.at && (page.left = data.at); };
  for (const act of acts) window.addEventListener(act, stop, { once: true, passive: true });
  const step = () => {
    const now = performance.now();
    if (isRunning()) drawn = now;
    if (page.at !== data.at || page.left === data.at) return;
    if (now - drawn > SETTLING || now - begun > PATIENCE) return;
    data.show.forEach(bring);
    requestAnimationFrame(step);
  };
  step();
}
"""
"""Stays with the place until the page is drawn, since what is drawn or taken away above it moves
it, and lets go at once where the reader scrolls, taps or types."""

_bring = st.components.v2.component(
    "workbench_arrival", css=_STYLE, js=_SCRIPT, isolate_styles=False
)


def arrive(key: str) -> None:
    """Ask, from a callback, that the widget with this key be seen once it is drawn."""
    state.ARRIVAL.set((key, datetime.now(UTC).isoformat()))


def arrival(key: str, *inner: str) -> None:
    """Bring the widget with this key into view, once, where that was asked for.

    Args:
        key: Of the widget.
        inner: Keys of widgets in boxes of their own within it, which scroll to them.
    """
    asked = state.ARRIVAL.get()
    if asked is not None and asked[0] == key:
        data = {"show": [_class(one) for one in (key, *inner)], "at": asked[1]}
        _bring(key=state.widget("arrival"), data=data)


def _class(key: str) -> str:
    return f"st-key-{re.sub(r'[^A-Za-z0-9_-]', '-', key)}"
