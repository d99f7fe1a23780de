"""Where the eyes and the focus are: the one piece of the labelling page that runs in the browser.

The script and the style are constants; no text of anybody goes into them.
"""

import streamlit as st

from workbench.app import state
from workbench.app.components.keyboard import CHOICES, FIELDS
from workbench.app.components.labelling_style import STYLE

SCRIPT = """
const page = (window.workbenchKeyboard ??= {
  fields: {}, shown: {}, draws: {}, waiting: [], opened: null, changed: false,
  sent: 0, drawn: 0, asked: 0, entered: 0, isFieldSent: false,
});
const PATIENCE = 5000;
const SIGNS = { ArrowLeft: "←", ArrowRight: "→" };

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

function takeSeat({ seat, choices }) {
  const isChoice = (name) => document.activeElement?.closest(`.st-key-${name}`);
  const field = choices.some(isChoice);
  const isNew = page.seat !== seat;
  page.seat = seat;
  if (!seat || !isNew || !field) return;
  document.activeElement.blur();
  if (isRunning()) page.sent = performance.now();
}

function isHere() {
  return document.querySelector(".st-key-w_sides") !== null;
}

function ask(isFieldSent = false) {
  page.sent = page.asked = performance.now();
  page.isFieldSent = isFieldSent;
}

function isRunning() {
  const app = document.querySelector('[data-testid="stApp"]');
  return app?.dataset.testScriptState === "running";
}

function isAnswered(key) {
  const sign = (SIGNS[key] ?? key).toUpperCase();
  const signs = [...document.querySelectorAll("button:enabled kbd")];
  return signs.some((one) => one.textContent.trim().toUpperCase() === sign);
}

function isAtWork() {
  const isWhole = !(page.draws.seat > page.draws.end);
  const isDrawn = page.drawn > page.sent && isWhole && !isRunning();
  if (isDrawn || performance.now() - page.sent > PATIENCE) page.sent = 0;
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
  if (field.tagName === "INPUT") field.select();
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
  if (page.leaving) return goSoon();
  const active = document.activeElement;
  const isTyping = isEditable(active);
  if (document.querySelector('[role="dialog"]') || (isTyping && active !== page.opened))
    page.waiting.length = 0;
  if (!page.waiting.length) return;
  if (isTyping && page.waiting[0].key.length === 1) {
    if (active === page.refused && !page.changed) active.select();
    while (page.waiting[0]?.key.length === 1)
      document.execCommand("insertText", false, page.waiting.shift().key);
  } else if (isTyping || !isAtWork()) give(page.waiting.shift());
  goSoon();
}

function goSoon() {
  setTimeout(() => requestAnimationFrame(go), 20);
}

function leave(field, isSent) {
  page.leaving = true;
  setTimeout(() => {
    page.leaving = false;
    field.blur();
  });
  if (page.changed && isSent) ask(true);
}

function onTyping(event) {
  const isText = event.key.length === 1 || /^(Enter|Escape|Backspace)$/.test(event.key);
  if ((page.waiting.length || page.leaving) && isText && !event.wasKept) return keep(event);
  if (event.key === "Enter") page.asked = performance.now();
  const leaves = event.key === "Enter" && (event.ctrlKey || event.target.tagName === "INPUT");
  const staysInForm = !leaves && event.target.closest('.st-key-w_sides [data-testid="stForm"]');
  if (event.key === "Escape" || (leaves && isField(event.target)))
    leave(event.target, !staysInForm);
}

function onKey(event) {
  if (!isHere() && !isAtWork()) return;
  if (isEditable(event.target)) return onTyping(event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const mayComeBack = page.isFieldSent && isAtWork();
  const opensField = mayComeBack || page.waiting.some((kept) => fieldOf(kept.key));
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
  } else if (isAnswered(event.key)) ask();
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
  const field = element?.closest('[role="dialog"]') && element.querySelector("input, button");
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

function note({ box, draw }) {
  if (page.draws[box] !== draw) page.drawn = performance.now();
  page.draws[box] = draw;
}

function takeBack([name, refusal]) {
  if (page.refusal === refusal) return;
  page.refusal = refusal;
  const field = document.querySelector(`[class*="st-key-${name}"] :is(input, textarea)`);
  if (!field) return;
  page.refused = field;
  open(field);
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
  note(data);
  if (data.choices) takeSeat(data);
  if (data.refused) takeBack(data.refused);
  if (data.show && !seen(data)) {
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
"""What the server cannot do in time: put the focus into a field before the next key is typed, with
the old text of a one-line field selected so that typing replaces it, take it out where a new turn
or transcript shows or a tap goes elsewhere, let a held key count once, keep keys that come faster
than the page is redrawn and give them in their order, text for a field among them, give the focus
back to a field whose text was refused, and scroll to a turn. A key that a button answers holds up
those that follow until what it changes is drawn. What is typed before it is known whether the text
of a field was refused waits in full: it may be the correction. A field entered since the last
request keeps the focus when its answer comes late. While a dialog is open no key answers what is
behind it. Once somebody has said who they are or what they label, the focus leaves that field and
keys wait for the form. Esc sends nothing of a field
that is sent with its whole form, so that no key waits for an answer."""

_SEAT, _END = "seat", "end"
FIELDS_BY_KEY = {key.lower(): name for key, name in FIELDS.items()}
"""What the script knows the fields by into which a key puts the focus."""
_attend = st.components.v2.component(
    "workbench_attention", css=STYLE, js=SCRIPT, isolate_styles=False
)


def seat(labeller: str | None, mode: str | None) -> None:
    """Let the keys belong to whoever sits here; as soon as that is said, they answer.

    Args:
        labeller: Who has the seat; None until they have said so.
        mode: What they label.
    """
    taken = str([labeller, mode]) if labeller else None
    _draw(_SEAT, {"seat": taken, "choices": CHOICES})


def attend(box: str, show: str, at: str, refused: tuple[str, int] | None = None) -> None:
    """Let keys put the focus into fields, and bring what was moved to into view.

    Args:
        box: Which of the boxes that scroll is meant; each has its own.
        show: The key of what is to be seen; in a dialog, of the field that takes the focus.
        at: Where the labeller is; a redraw while it stays the same scrolls nothing.
        refused: Which field takes the focus back because its text was refused, and for which
            refusal: it does so once.
    """
    _draw(box, {"show": show, "at": at, "refused": refused})


def all_drawn() -> None:
    """Say at the end of the page that it is all there; what `seat` began ends here."""
    _draw(_END, {})


def _draw(box: str, data: dict[str, object]) -> None:
    """Draw the component anew: by the count of draws the browser knows that an answer is here."""
    state.DRAWS.set(state.DRAWS.get() + 1)
    stamped = {"fields": FIELDS_BY_KEY, "box": box, "draw": state.DRAWS.get()}
    _attend(key=state.widget("attention", box), data={**stamped, **data})
