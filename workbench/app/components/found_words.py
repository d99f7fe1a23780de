"""Mark the words that were found where they stand in the conversation.

The browser paints over the text that is there: nothing is rendered anew, and no text of anybody
becomes an element. A browser that cannot do this marks nothing; the turns are named in any case.
"""

import streamlit as st

from workbench.app import state

_STYLE = """
.st-key-w_found_words { display: none; }
::highlight(workbench-found) { background-color: #ffd54a; color: #1a1a1a; }
"""
_SCRIPT = """
const NAME = "workbench-found";
const TEXTS = '[data-testid="stText"], code, summary p, button p';
const page = (window.workbenchFound ??= { watch: null, due: 0, match: 0 });

function sought(words) {
  const parts = words.trim().split(/\\s+/).filter(Boolean);
  const plain = parts.map((one) => one.replace(/[.*+?^${}()|[\\]\\\\/]/g, "\\\\$&"));
  return plain.length ? new RegExp(plain.join("\\\\s+"), "giu") : null;
}

function placesIn(element, pattern) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  let text = "";
  while (walker.nextNode()) {
    nodes.push([walker.currentNode, text.length]);
    text += walker.currentNode.data;
  }
  const put = (at, set) => {
    const [node, start] = nodes.findLast(([, first]) => first <= at);
    set(node, at - start);
  };
  return [...text.matchAll(pattern)].map((match) => {
    const range = new Range();
    put(match.index, (node, at) => range.setStart(node, at));
    put(match.index + match[0].length - 1, (node, at) => range.setEnd(node, at + 1));
    return range;
  });
}

function bringIntoView(place) {
  const box = place.startContainer.parentElement.closest(".st-key-w_conversation");
  const [word, frame] = [place.getBoundingClientRect(), box.getBoundingClientRect()];
  const end = frame.bottom - frame.height / 3;  // what opens below the word is to be seen too
  const isSeen = word.top >= frame.top && word.bottom <= end;
  if (!isSeen) box.scrollTop += word.top - frame.top - frame.height / 3;
}

function mark({ turn, match }, pattern) {
  const texts = document.querySelectorAll(`.st-key-w_conversation :is(${TEXTS})`);
  const places = [...texts].flatMap((element) => placesIn(element, pattern));
  CSS.highlights.set(NAME, new Highlight(...places));
  if (page.match === match) return;
  const inTurn = (one) => one.startContainer.parentElement.closest(`.st-key-${turn}`);
  const first = places.find((one) => inTurn(one) && one.getClientRects().length);
  if (!first) return;
  page.match = match;
  requestAnimationFrame(() => bringIntoView(first));
}

function stop() {
  page.watch?.disconnect();
  cancelAnimationFrame(page.due);
  CSS.highlights.delete(NAME);
}

export default function ({ data, parentElement }) {
  if (!CSS.highlights) return;
  stop();
  const pattern = sought(data.words);
  if (pattern) {
    const soon = () => {
      cancelAnimationFrame(page.due);
      page.due = requestAnimationFrame(() => mark(data, pattern));
    };
    page.watch = new MutationObserver(soon);
    const drawn = { childList: true, subtree: true, characterData: true };
    page.watch.observe(document.querySelector('[data-testid="stMain"]') ?? document.body, drawn);
    soon();
  }
  return () => setTimeout(() => parentElement.isConnected || stop());
}
"""
"""A constant: the words come as data, and are compared with the text of the page, no more."""

_marks = st.components.v2.component(
    "workbench_found_words", css=_STYLE, js=_SCRIPT, isolate_styles=False
)


def found_words(turn: str) -> None:
    """Mark what is searched for, and bring the first of a turn gone to into view.

    Args:
        turn: The key of what the turn under the cursor is drawn in.
    """
    data = {"words": state.WORDS.get(), "turn": turn, "match": state.MATCH.get()}
    _marks(key=state.widget("found_words"), data=data)
