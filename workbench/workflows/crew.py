"""A crew: processes that score blocks of a large suite side by side; their parts keep its order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Literal

from workbench.errors import DataError
from workbench.store.case_lines import Block
from workbench.workflows.code_half import CodeHalf, Part, Scope

_AHEAD = 4
"""Blocks that are under way for every process; memory holds no more of a suite than these."""


def parts_of(scope: Scope, blocks: Iterable[Block], workers: int, own: CodeHalf) -> Iterator[Part]:
    """Score blocks in processes and yield their parts in order.

    Args:
        scope: What is scored.
        blocks: Of its cases.
        workers: How many processes score; the first fault in the order of the blocks counts.
        own: Scores here what holds a case whose transcript is elsewhere.

    Raises:
        DataError: A block cannot be scored, or a process was ended.
    """
    pool = ProcessPoolExecutor(workers, get_context(way_to_start()), _start, (scope,))
    under_way: deque[tuple[Block, Future[Part | None]]] = deque()
    try:
        for block in blocks:
            under_way.append((block, pool.submit(_score, block)))
            if len(under_way) >= _AHEAD * workers:
                yield _taken(*under_way.popleft(), own)
        while under_way:
            yield _taken(*under_way.popleft(), own)
    except BrokenProcessPool as error:
        raise DataError(
            "a process that scored cases was ended from outside, perhaps for want of memory; "
            "`--workers 1` scores without others"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def way_to_start() -> Literal["fork", "spawn"]:
    """Return how processes start here: a copy of this one is ready at once, a new one loads anew.

    A process that has threads, as an app or the engine, cannot be copied safely; where nothing
    tells whether there are any, they are taken for granted.
    """
    try:
        threads = sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return "spawn"
    return "fork" if threads == 1 else "spawn"


def _taken(block: Block, scored: "Future[Part | None]", own: CodeHalf) -> Part:
    part = scored.result() or own.block(block)
    if part is None:
        raise AssertionError("a process that has recordings scores every block")
    return part


class _Own:
    """What a process of the crew scores with."""

    half: CodeHalf


def _start(scope: Scope) -> None:
    """Make a process ready to score."""
    # The one that started it is told of an interruption, and ends the crew.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _Own.half = CodeHalf(scope, None)


def _end_with_parent() -> None:
    """Leave when the process that started this one is gone, however it ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _score(block: Block) -> Part | None:
    return _Own.half.block(block)
