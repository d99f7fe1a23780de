"""Where the eyes and the focus are: the one piece of the labelling page that runs in the browser.

The script and the style are constants; no text of anybody goes into them.
"""

import streamlit as st

from workbench.app import state
from workbench.app.components.keyboard import FIELDS

_STYLE = """
[data-testid="stMainBlockContainer"] { padding: 1rem 1.25rem 0.5rem; }
[class*="st-key-w_attention"] { display: none; }
[data-testid="stLayoutWrapper"]:has(> :is(.st-key-w_conversation, .st-key-w_form)) {
  flex: none !important; height: max(100dvh - 11.25rem, 20rem);
}
[data-testid="stColumn"]:has(.st-key-w_trouble)
  [data-testid="stLayoutWrapper"]:has(> .st-key-w_form) {
  height: max(100dvh - 17rem, 20rem);
}
:is(.st-key-w_conversation, .st-key-w_form) { height: 100% !important; padding: 0.75rem; }
.st-key-w_form [data-testid="stText"] { font-size: 0.9rem; line-height: 1.4; }
.st-key-w_form h3 { font-size: 1.15rem; padding: 0 0 0.75rem; }
.st-key-w_said [data-testid="stText"] { font-size: 0.9rem; font-weight: 600; }
.st-key-w_finishing button { padding: 0 0.6rem; }
.st-key-w_reading button { padding: 0 0.5rem; }
.st-key-w_reading :is(button p, input) { font-size: 0.85rem; }
.st-key-w_dimensions button { min-height: 1.75rem; padding: 0 0.5rem; }
.st-key-w_dimensions button p { font-size: 0.85rem; }
.st-key-w_numbered kbd { display: none; }
@media (max-width: 1400px) {
  [data-testid="stSidebar"][data-collapsed="false"] { width: 13.5rem !important; }
}
@media (max-width: 1200px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-w_conversation) { height: calc(100dvh - 14.5rem); }
}
@media (max-width: 950px) {
  .st-key-w_sides [data-testid="stHorizontalBlock"]:has(.st-key-w_form) { flex-wrap: wrap; }
  .st-key-w_sides [data-testid="stColumn"]:has(:is(.st-key-w_conversation, .st-key-w_form)) {
    flex: 1 1 100%; min-width: 100%;
  }
  [data-testid="stLayoutWrapper"]:has(> .st-key-w_conversation) { height: 38dvh; }
  [data-testid="stLayoutWrapper"]:has(> .st-key-w_form) { height: 38dvh; }
}
"""
"""Two boxes as high as the window leaves, one above the other where it is narrow."""

_SCRIPT = """
const page = (window.workbenchKeyboard ??= {
  fields: {}, shown: {}, waiting: [], opened: null, changed: false, sent: 0, asked: 0, entered: 0,
});
const PATIENCE = 600;

function isEditable(element) {
  return element?.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? "");
}

function isField(element) {
  return Object.values(page.fields).some((name) => element.closest(`[class*="st-key-${name}"]`));
}

function fieldOf(key) {
  const name = page.fields[key.toLowerCase()];
  return name && document.querySelector(`[class*="st-key-${name}"] :is(input, textarea)`);
}

function isHere() {
  return document.querySelector(".st-key-w_sides") !== null;
}

function ask() {
  page.sent = page.asked = performance.now();
  page.ran = false;
}

function isAtWork() {
  if (!page.sent) return false;
  const state = document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState;
  if (state === "running") page.ran = true;
  else if (page.ran || performance.now() - page.sent > PATIENCE) page.sent = 0;
  return page.sent > 0;
}

function keep(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  page.waiting.push({ key: event.key, code: event.code, keyCode: event.keyCode });
  if (page.waiting.length === 1) go();
}

function press(kept) {
  const target = document.activeElement ?? document.body;
  for (const type of ["keydown", "keyup"]) {
    const event = new KeyboardEvent(type, { ...kept, bubbles: true, cancelable: true });
    for (const name of ["keyCode", "which"])
      Object.defineProperty(event, name, { get: () => kept.keyCode });
    event.wasKept = true;
    target.dispatchEvent(event);
  }
}

function open(field) {
  page.opened = field;
  field.focus();
}

function give(kept) {
  if (!isEditable(document.activeElement)) {
    const field = fieldOf(kept.key);
    if (field) open(field);
    else press(kept);
  } else if (kept.key === "Backspace") document.execCommand("delete");
  else press(kept);
}

function go() {
  const active = document.activeElement;
  const isTyping = isEditable(active);
  if (document.querySelector('[role="dialog"]') || (isTyping && active !== page.opened))
    page.waiting.length = 0;
  if (!page.waiting.length) return;
  if (isTyping && page.waiting[0].key.length === 1)
    while (page.waiting[0]?.key.length === 1)
      document.execCommand("insertText", false, page.waiting.shift().key);
  else if (isTyping || !isAtWork()) give(page.waiting.shift());
  setTimeout(() => requestAnimationFrame(go), 20);
}

function leave(field) {
  setTimeout(() => field.blur());
  if (page.changed) ask();
}

function onTyping(event) {
  const isText = event.key.length === 1 || /^(Enter|Escape|Backspace)$/.test(event.key);
  if (page.waiting.length && isText && !event.wasKept) return keep(event);
  if (event.key === "Enter") page.asked = performance.now();
  const leaves = event.key === "Enter" && (event.ctrlKey || event.target.tagName === "INPUT");
  if (event.key === "Escape" || (leaves && isField(event.target))) leave(event.target);
}

function onKey(event) {
  if (!isHere()) return;
  if (isEditable(event.target)) return onTyping(event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const opensField = page.waiting.some((kept) => fieldOf(kept.key));
  const isPlain = /^([a-z0-9]|arrowleft|arrowright)$/i.test(event.key);
  const isText = event.key.length === 1 || /^(Enter|Escape|Backspace)$/.test(event.key);
  if (!(isPlain || (opensField && isText))) return;
  const inDialog = document.querySelector('[role="dialog"]');
  const isHeld = event.repeat && !/^[jk]$/i.test(event.key) && !opensField;
  const mustWait = !event.wasKept && (page.waiting.length > 0 || isAtWork());
  if (inDialog || isHeld) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (mustWait) keep(event);
  else if (fieldOf(event.key)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    open(fieldOf(event.key));
  } else ask();
}

function onFocus() {
  page.entered = performance.now();
  page.changed = false;
}

function onPointer(event) {
  const active = document.activeElement;
  if (isHere() && isEditable(active) && isField(active) && active !== event.target) active.blur();
}

function bringIntoView(name) {
  const element = document.querySelector(`.st-key-${name}`);
  const field = element?.closest('[role="dialog"]') && element.querySelector("input");
  if (field) {
    field.focus();
    return true;
  }
  let box = element?.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (!box) return false;
  const place = element.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  const above = place.top - frame.top - 8;
  const below = place.bottom - frame.bottom + 8;
  if (above < 0 || place.height > frame.height) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
  return true;
}

function seen(data) {
  const before = page.shown[data.box];
  page.shown[data.box] = data.at;
  return before === data.at;
}

export default function ({ data, parentElement }) {
  if (!page.listens) {
    page.listens = true;
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onPointer, true);
    window.addEventListener("focusin", onFocus, true);
    window.addEventListener("input", () => (page.changed = true), true);
  }
  Object.assign(page.fields, data.fields);
  if (!seen(data)) {
    const active = document.activeElement;
    const isPast = isEditable(active) && page.entered < page.asked;
    if (isPast && !active.closest('[class*="st-key-w_note_"]')) active.blur();
    let tries = 40;
    const attempt = () => bringIntoView(data.show) || (tries-- && requestAnimationFrame(attempt));
    attempt();
  }
  return () => setTimeout(() => parentElement.isConnected || delete page.shown[data.box]);
}
"""
"""What the server cannot do in time: put the focus into a field before the next key is typed, take
it out where a new turn or transcript shows or a tap goes elsewhere, let a held key count once, keep
keys that come faster than the page is redrawn and give them in their order, text for a field among
them, and scroll to a turn. A field entered since the last request keeps the focus when the answer
to it comes late. While a dialog is open no key answers what is behind it."""

_attend = st.components.v2.component(
    "workbench_attention", css=_STYLE, js=_SCRIPT, isolate_styles=False
)


def attend(box: str, show: str, at: str) -> None:
    """Let keys put the focus into fields, and bring what was moved to into view.

    Args:
        box: Which of the boxes that scroll is meant; each has its own.
        show: The key of what is to be seen; in a dialog, of the field that takes the focus.
        at: Where the labeller is; a redraw while it stays the same scrolls nothing.
    """
    fields = {key.lower(): name for key, name in FIELDS.items()}
    _attend(
        key=state.widget("attention", box),
        data={"fields": fields, "box": box, "show": show, "at": at},
    )
