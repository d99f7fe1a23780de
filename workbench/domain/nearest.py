"""The name that was probably meant where one is misspelt."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

_FILLING = re.compile(r"[\s_-]+")


def same_but_for_writing(name: str, known: Iterable[str]) -> str | None:
    """Return another known name that differs in case, spaces, dashes and underscores alone."""
    plain = _plain(name)
    return next((one for one in known if one != name and _plain(one) == plain), None)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the question after the nearest known name, led by a space; nothing where none is."""
    names = list(known)
    by_writing = {_plain(one): one for one in names}
    close = get_close_matches(_plain(name), by_writing, n=1)
    return f" Did you mean {by_writing[close[0]]!r}?" if close else ""


def _plain(name: str) -> str:
    return _FILLING.sub("", name.casefold())
