"""Background: work that goes on while pages come and go, can be watched, and can be stopped."""

import atexit
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from typing import Any, Generic, TypeVar

from workbench.judges.halt import HaltedError

Step = TypeVar("Step")
Result = TypeVar("Result")
Told = Callable[[Step], None]

_PATIENCE = 10.0
"""Seconds that answers under way are waited for when the program ends."""


class Background(Generic[Step, Result]):
    """One piece of work in a thread of its own.

    It ends where it is stopped, and with the program: what is under way is waited for, a little.
    """

    def __init__(self, work: Callable[[Told[Step]], Result]) -> None:
        """Begin.

        Args:
            work: Reports to what it is given, and does nothing more once that raises HaltedError.
        """
        self.progress: Step | None = None
        self._work = work
        self._stopping = threading.Event()
        self._future: Future[Result] = Future()
        atexit.register(self._wind_up)
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether there is no result yet."""
        return not self._future.done()

    @property
    def stopping(self) -> bool:
        """Whether somebody asked it to stop."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Have it do nothing more, from its next report on; what was answered stays."""
        self._stopping.set()

    def wait(self, seconds: float) -> bool:
        """Wait that long at most, and tell whether it has ended."""
        wait_for([self._future], seconds)
        return not self.running

    def result(self) -> Result:
        """Return what came of it, or raise what it failed with; waits where it runs."""
        return self._future.result()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work(self._told))
        except BaseException as error:  # noqa: BLE001 - raised where somebody asks for the result
            self._future.set_exception(error)
        atexit.unregister(self._wind_up)

    def _told(self, step: Step) -> None:
        self.progress = step
        if self._stopping.is_set():
            raise HaltedError

    def _wind_up(self) -> None:
        self.stop()
        with suppress(TimeoutError):
            self.wait(_PATIENCE)


class Jobs(Generic[Step, Result]):
    """Work by name, one of a name at a time; shared by all who look at it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Any, Background[Step, Result]]] = {}

    def start(self, name: str, about: Any, work: Callable[[Told[Step]], Result]) -> bool:
        """Begin work of a name, and tell whether it was begun: not where some is under way.

        Args:
            name: What it is known by.
            about: What it was begun with.
            work: As Background takes it.
        """
        with self._lock:
            if name in self._known and self._known[name][1].running:
                return False
            self._known[name] = (about, Background(work))
            return True

    def get(self, name: str) -> tuple[Any, Background[Step, Result]] | None:
        """Return the newest work of a name and what it was begun with."""
        return self._known.get(name)
