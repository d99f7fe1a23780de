"""Rule time: a rule that does not return is an error of its check, in any thread."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.workflows.rule_time import TooLongError, within


def loops() -> None:
    while True:
        try:
            time.monotonic()
        except Exception:  # noqa: BLE001, S112 - what rules write
            continue


def swallows() -> int:
    """Catch whatever is raised in it, twice."""
    caught = 0
    while caught < 2:
        try:
            loops()
        except BaseException:  # noqa: BLE001 - what rules write
            caught += 1
    loops()
    return caught


def in_thread(work: Callable[[], object]) -> list[object]:
    found: list[object] = []

    def keep() -> None:
        try:
            found.append(work())
        except TooLongError as error:
            found.append(error)

    thread = threading.Thread(target=keep, daemon=True)
    thread.start()
    thread.join(30)
    return found


@pytest.mark.parametrize("call", [loops, swallows, lambda: time.sleep(30)])
def test_what_takes_too_long_is_interrupted(call: Callable[[], object]) -> None:
    began = time.monotonic()

    with pytest.raises(TooLongError):
        within(0.2, call)

    assert time.monotonic() - began < 10


@pytest.mark.parametrize("call", [loops, swallows])
def test_a_call_in_another_thread_is_interrupted_too(call: Callable[[], object]) -> None:
    (found,) = in_thread(lambda: within(0.2, call))

    assert isinstance(found, TooLongError)
    assert in_thread(lambda: within(5, lambda: "done")) == ["done"]


def test_what_returns_or_raises_does_so_as_if_nobody_watched() -> None:
    assert within(5, lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)


def test_the_timer_of_somebody_else_goes_on() -> None:
    heard = threading.Event()
    before = signal.signal(signal.SIGALRM, lambda *_: heard.set())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        until = time.monotonic() + 10
        while not heard.is_set() and time.monotonic() < until:
            within(5, lambda: time.sleep(0.01))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert heard.is_set()


def test_a_program_that_ends_right_after_a_call_ends_well(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import time\nfrom workbench.workflows.rule_time import within\n"
        "class Late:\n    def __del__(self, sleep=time.sleep): sleep(1)\n"
        "late = Late()\nwithin(5, int)\n",
        encoding="utf-8",
    )

    done = subprocess.run([sys.executable, str(program)], check=False, timeout=60)

    assert done.returncode == 0
