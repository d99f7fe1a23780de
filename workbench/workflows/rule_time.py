"""Rule time: how long code of a suite's authors may take, so that a loop in it never holds a run.

In the main thread, where runs, their worker processes and pytest score, a timer of the system ticks
while rules are called and interrupts one that is late, also one that waits; a call itself costs no
system call. In other threads, as in the app, a late call is interrupted at its next step in Python.
Nothing interrupts code written in C that keeps the interpreter to itself, nor a rule that catches
every exception for ever.
"""

import atexit
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

Result = TypeVar("Result")
_TICK: Final = 0.2
"""Seconds between two looks at whether a call is late."""
_SOON: Final = 0.001
_CAN: Final = hasattr(signal, "setitimer")


class TooLongError(Exception):
    """A call took longer than it may."""


class _Interruption(BaseException):
    """What is raised inside a late call: no `Exception`, which rules catch."""


class _Watch:
    """The timer of this process; it is there while rules are called, and stops by itself."""

    def __init__(self) -> None:
        self.until: float | None = None
        """When the call that is under way is late; None: none is."""
        self._called = False
        self._ticked = float("-inf")
        self._handler: Any = None
        self._other: tuple[float, float] | None = None
        """When somebody else's timer was due, as that of a test runner, and its interval."""

    def tick_on(self, now: float) -> None:
        """See to it that the timer ticks; somebody else may have taken it meanwhile."""
        self._called = True
        if now - self._ticked < 4 * _TICK:
            return
        # A tick that came after Python let go of its signals would end the process.
        atexit.unregister(self.stop)
        atexit.register(self.stop)
        handler = signal.signal(signal.SIGALRM, self._tick)
        left, interval = signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
        if handler != self._tick:
            self._handler = handler
            self._other = (now + left, interval) if left else None
        self._ticked = now

    def _tick(self, _signal: int, _frame: FrameType | None) -> None:
        self._ticked = now = time.monotonic()
        others_turn = self._other is not None and now >= self._other[0]
        if others_turn or (self.until is None and not self._called):
            self.stop()
        self._called = False
        if self.until is not None and now >= self.until:
            raise _Interruption

    def stop(self) -> None:
        """Give the signal back, and a timer that was there before, where this one ticks."""
        if self._ticked == float("-inf"):
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        self._ticked = float("-inf")
        if self._other is not None:
            due, interval = self._other
            signal.setitimer(signal.ITIMER_REAL, max(due - time.monotonic(), _SOON), interval)


_WATCH: Final = _Watch()


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return what a call returns.

    Raises:
        TooLongError: It took longer than `seconds`, and was interrupted.
    """
    if not _CAN or threading.get_ident() != threading.main_thread().ident:
        return _within_in_thread(seconds, call)
    now = time.monotonic()
    try:
        try:
            _WATCH.tick_on(now)
            _WATCH.until = now + seconds
            return call()
        finally:
            _WATCH.until = None
    except _Interruption:
        _WATCH.until = None
        raise TooLongError from None


def _within_in_thread(seconds: float, call: Callable[[], Result]) -> Result:
    """Return what a call returns, watched by a thread of its own."""
    # Only the app scores in a thread.
    import ctypes

    own, lock, ended = ctypes.c_ulong(threading.get_ident()), threading.Lock(), threading.Event()
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        patience = seconds
        while not ended.wait(patience):
            with lock:
                if not ended.is_set():
                    throw(own, ctypes.py_object(_Interruption))
            patience = _TICK

    def end() -> None:
        with lock:
            ended.set()
            throw(own, None)  # what was thrown and is yet to arrive

    threading.Thread(target=watch, daemon=True).start()
    try:
        try:
            return call()
        finally:
            end()
    except _Interruption:
        end()
        raise TooLongError from None
