"""The conversation as a person reads it: one page of turns, numbered, long things folded.

The turns and nothing else, as judges are sent them: what became of the case would lead the reader.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.reading_style import reading_style
from workbench.domain.transcript import ToolCall, Transcript, Turn
from workbench.workflows.reading import (
    arguments_of,
    folded,
    is_empty,
    laid_out,
    page_around,
    result_of,
    stand_in,
)

ROLES = {
    "system": (":material/settings:", "System"),
    "user": (":material/person:", "User"),
    "assistant": (":material/smart_toy:", "Agent"),
    "tool": (":material/build:", "Tool"),
}
"""Icon and word of every role: colour tells nobody anything alone."""
BOX = state.widget("conversation")
_HEIGHT = 560
_SHORT_RESULT = 300
_ONE_LINE = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Where somebody is in a conversation, and what follows when they go elsewhere."""

    turn: int = 0
    """The turn under the cursor."""
    cited: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The turns that are cited, each with what it is cited for where that is said here."""
    go: Callable[[int], None]
    """A callback: puts the cursor on a turn."""


def conversation(transcript: Transcript, reader: Reader) -> None:
    """Draw the page of turns around the cursor in a box that scrolls on its own."""
    page = page_around(reader.turn, len(transcript.turns))
    reading_style()
    with st.container(height=_HEIGHT, key=BOX, autoscroll=False):
        if page.start > 0:
            _leaf(f"Turns before {page.start}", page.start - 1, reader)
        for index in page:
            _turn(transcript, transcript.turns[index], reader)
        if page.stop < len(transcript.turns):
            _leaf(f"Turns from {page.stop} on", page.stop, reader)


def turn_key(transcript: Transcript, turn: int) -> str:
    """Return the key of what a turn is drawn in."""
    return state.widget("turn", transcript.digest[:12], turn)


def unfold(transcript: Transcript, turn: int) -> None:
    """Open all that is folded in a turn, or close it where it stands open."""
    keys = [_fold_key(transcript, turn, part) for part in _folds(transcript.turns[turn])]
    state.toggle(keys)


def unfold_to(transcript: Transcript, turn: int, words: str) -> None:
    """Open what is folded in a turn where some words stand only in that."""
    one = transcript.turns[turn]
    text = one.content or ""
    seen = "" if one.role == "tool" else text[: folded(text)]
    hidden: dict[object, str] = dict(enumerate(map(arguments_of, one.tool_calls)))
    if "text" in _folds(one) and not stand_in(seen, words):
        hidden["text"] = text
    parts = [part for part, told in hidden.items() if stand_in(told, words)]
    state.unfold(_fold_key(transcript, turn, part) for part in parts)


def _folds(turn: Turn) -> list[object]:
    """Return the names of what is folded in a turn."""
    parts: list[object] = list(range(len(turn.tool_calls)))
    text = turn.content or ""
    is_folded = _is_long_result(text) if turn.role == "tool" else folded(text) < len(text)
    return [*parts, "text"] if is_folded else parts


def _fold_key(transcript: Transcript, turn: int, part: object) -> str:
    return state.widget("fold", transcript.digest[:12], turn, part)


def _leaf(label: str, turn: int, reader: Reader) -> None:
    st.button(
        label,
        key=state.widget("leaf", turn),
        icon=":material/unfold_more:",
        on_click=reader.go,
        args=(turn,),
        width="stretch",
    )


def _turn(transcript: Transcript, turn: Turn, reader: Reader) -> None:
    here = turn.index == reader.turn
    with st.container(border=here, key=turn_key(transcript, turn.index), gap="xsmall"):
        _heading(transcript, turn, reader)
        if is_empty(turn):
            st.caption("Empty turn: nothing was said.")
        elif turn.role == "tool":
            _result(transcript, turn)
        elif turn.content:
            _message(transcript, turn)
        for number, call in enumerate(turn.tool_calls):
            _call(transcript, turn, call, number)


def _heading(transcript: Transcript, turn: Turn, reader: Reader) -> None:
    """Draw number and role as a button that puts the cursor there."""
    icon, role = ROLES[turn.role]
    words = [f"{turn.index} · {role}"]
    if turn.name:
        words.append(safe.escaped(turn.name))
    if turn.is_error:
        words.append(":material/error: error")
    if turn.index in transcript.orphan_results:
        words.append("answers no call")
    if turn.index in reader.cited:
        purposes = safe.escaped(", ".join(reader.cited[turn.index]))
        words.append(":material/format_quote: cited" + (f" for {purposes}" if purposes else ""))
    if turn.index == reader.turn:
        words.append(":material/my_location: you are here")
    st.button(
        " · ".join(words),
        key=state.widget("head", transcript.digest[:12], turn.index),
        icon=icon,
        type="tertiary",
        on_click=reader.go,
        args=(turn.index,),
    )


def _message(transcript: Transcript, turn: Turn) -> None:
    text = turn.content or ""
    end = folded(text)
    safe.text(text[:end])
    if end < len(text):
        label = f"The remaining {len(text) - end:,} characters"
        fold = st.expander(
            label,
            key=_fold_key(transcript, turn.index, "text"),
            type="compact",
            on_change="rerun",
        )
        if fold.open:
            with fold:
                safe.text(text[end:])


def _result(transcript: Transcript, turn: Turn) -> None:
    text = turn.content or ""
    if not _is_long_result(text):
        safe.block(text)
        return
    label = f"{len(text):,} characters: {_one_line(text)}"
    fold = st.expander(
        label, key=_fold_key(transcript, turn.index, "text"), type="compact", on_change="rerun"
    )
    if fold.open:
        with fold:
            safe.block(laid_out(text))


def _call(transcript: Transcript, turn: Turn, call: ToolCall, number: int) -> None:
    """Draw a call as one line that opens into its arguments and its result."""
    arguments = arguments_of(call)
    summary = f"{_one_line(call.name)}  {_one_line(arguments)}"
    fold = st.expander(
        summary,
        key=_fold_key(transcript, turn.index, number),
        icon=":material/build:",
        type="compact",
        on_change="rerun",
    )
    if not fold.open:
        return
    with fold:
        st.caption("Arguments are no JSON:" if call.arguments_invalid else "Arguments:")
        safe.block(arguments or "(none)")
        answer = result_of(transcript, turn, call)
        if answer is None:
            st.caption("No result came.")
            return
        st.caption(f"Result, turn {answer.index}{', an error' if answer.is_error else ''}:")
        safe.block(laid_out(answer.content or "") or "(empty)")


def _is_long_result(text: str) -> bool:
    return folded(text, characters=_SHORT_RESULT, lines=6) < len(text)


def _one_line(text: str) -> str:
    """Return the beginning of a text as a label."""
    line = " ".join(text[: 4 * _ONE_LINE].split())
    return safe.escaped(line if len(line) <= _ONE_LINE else line[:_ONE_LINE] + "…")
