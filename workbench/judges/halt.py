"""Halting: why a batch sends nothing more, and waits that a halt cuts short."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

Reason = Literal["interrupted", "stopped", "provider_down", "budget"]
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class HaltedError(Exception):
    """Nothing more is sent; the job has no outcome and can be asked again."""


@dataclass(frozen=True, slots=True)
class Halted:
    """Why nothing more is sent."""

    reason: Reason
    message: str


class Halt:
    """Set once, by whoever has a reason first."""

    def __init__(self) -> None:
        self.why: Halted | None = None
        self._event = asyncio.Event()

    def because(self, reason: Reason, message: str) -> None:
        """Send nothing more; what is in flight is finished."""
        if self.why is None:
            self.why = Halted(reason, message)
            self._event.set()

    async def sleep(self, seconds: float) -> None:
        """Sleep; raises HaltedError as soon as nothing more is sent."""
        if self.why is not None:
            raise HaltedError
        if seconds <= 0:
            return
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return
        raise HaltedError


class _Interrupts:
    """Those of one event loop who are told of a Ctrl-C, and what would be told without them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.acts: list[Callable[[], None]] = []
        self._before = {number: signal.getsignal(number) for number in _SIGNALS}
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._tell)

    def _tell(self) -> None:
        for act in tuple(self.acts):
            act()

    def end(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let signals do what they did before."""
        for number, handler in self._before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)


_interrupts: WeakKeyDictionary[asyncio.AbstractEventLoop, _Interrupts] = WeakKeyDictionary()


@contextlib.contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Act on Ctrl-C and on a request to terminate, instead of dying of them.

    All who wait for it at once are told, whoever of them ends first. Off the main thread, where
    Python delivers no signals, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    if loop not in _interrupts:
        _interrupts[loop] = _Interrupts(loop)
    told = _interrupts[loop]
    told.acts.append(act)
    try:
        yield
    finally:
        told.acts.remove(act)
        if not told.acts:
            _interrupts.pop(loop).end(loop)
