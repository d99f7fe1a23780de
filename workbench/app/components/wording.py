"""Wording: sentences that name commands in backticks, drawn with the commands set as code."""

import streamlit as st

from workbench.app.components import safe


def prose(text: object) -> str:
    """Return a sentence as Markdown that renders as that text, and what backticks hold as code.

    Nothing but a plain code span comes of what stands between backticks: no Markdown is read in
    one. Where they do not pair up, all of it is plain text.
    """
    parts = safe.shown(text).split("`")
    named = [" ".join(part.split()) for part in parts[1::2]]
    if len(parts) % 2 == 0 or not all(named):
        return safe.escaped(text)
    plain = [_escaped(part) for part in parts[0::2]]
    return plain[0] + "".join(
        f"`{name}`{after}" for name, after in zip(named, plain[1:], strict=True)
    )


def sentence(text: object) -> None:
    """Draw a sentence; one that names no command is drawn as text."""
    if "`" in str(text):
        st.markdown(prose(text))
    else:
        safe.text(text)


def _escaped(part: str) -> str:
    """Escape what stands beside a code span, and keep the space between them."""
    inner = safe.escaped(part)
    before = " " if part[:1].isspace() else ""
    after = " " if part[-1:].isspace() and inner else ""
    return f"{before}{inner}{after}"
