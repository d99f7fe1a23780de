"""Garbage collection beside calls: it leaves out what was there before the first of them."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def only_new_garbage() -> Iterator[None]:
    """Look for garbage only among what comes from now on.

    To look through all that litellm loads takes half a second, in which no call is served.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
