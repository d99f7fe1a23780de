"""Safe drawing: text that somebody else wrote is shown as it is, never as Markdown or HTML.

An image in Markdown would make the reader's browser call out. `text` and `block` render nothing;
what has to stand in a label, title, option or alert goes through `escaped`. Sentences of ours name
commands in backticks: `sentence` and `prose` set those as code and escape the rest.
"""

import functools
import re
from collections.abc import Callable
from typing import ParamSpec

import streamlit as st

from workbench.errors import WorkbenchError

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&@/])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_ADDRESS = re.compile(r"(?=\\:\\/)|(?<=[wW]{3})(?=\\\.)|(?=\\@)")
"""Where a joiner stands in escaped text keeps the browser from making a link of it."""
_JOINER = "\N{WORD JOINER}"
Parameters = ParamSpec("Parameters")


def text(value: object) -> None:
    """Draw one run of foreign text."""
    st.text(shown(value), width="stretch")


def block(value: object) -> None:
    """Draw foreign text that keeps its lines and may be copied."""
    st.code(shown(value), language=None, wrap_lines=True)


def escaped(value: object) -> str:
    """Return foreign text as Markdown that renders as exactly that text, on one line.

    Escaping does not stop addresses from becoming links, so that an invisible joiner breaks them.
    """
    markdown = _MARKUP.sub(r"\\\1", " ".join(shown(value).split()))
    return _ADDRESS.sub(_JOINER, markdown)


def shown(value: object) -> str:
    """Return foreign text without what would reorder or hide the text around it."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", str(value))


def prose(value: object) -> str:
    """Return a sentence as Markdown that renders as that text, and what backticks hold as code.

    Nothing but a plain code span comes of what stands between backticks: no Markdown is read in
    one. Where they do not pair up, all of it is plain text.
    """
    parts = shown(value).split("`")
    named = [" ".join(part.split()) for part in parts[1::2]]
    if len(parts) % 2 == 0 or not all(named):
        return escaped(value)
    plain = [_beside(part) for part in parts[0::2]]
    return plain[0] + "".join(
        f"`{name}`{after}" for name, after in zip(named, plain[1:], strict=True)
    )


def sentence(value: object) -> None:
    """Draw a sentence; one that names no command is drawn as text."""
    if "`" in str(value):
        st.markdown(prose(value))
    else:
        text(value)


def failure(error: WorkbenchError) -> None:
    """Draw an error as a sentence, whatever stands in it."""
    st.error(prose(error), icon=":material/error:")


def guarded(draw: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Draw what fails as its error; a fragment runs without the frame that does this for pages."""

    @functools.wraps(draw)
    def drawn(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            draw(*args, **kwargs)
        except WorkbenchError as error:
            failure(error)

    return drawn


def _beside(part: str) -> str:
    """Escape what stands beside a code span, and keep the space between them."""
    inner = escaped(part)
    before = " " if part[:1].isspace() else ""
    after = " " if part[-1:].isspace() and inner else ""
    return f"{before}{inner}{after}"
