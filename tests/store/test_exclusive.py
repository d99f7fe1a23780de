"""One at a time: across threads and across processes."""

import threading
from pathlib import Path

import pytest

from tests.store.processes import python
from workbench.errors import DataError
from workbench.store.exclusive import exclusive

HOLD = """
import sys
from pathlib import Path
from workbench.store.exclusive import exclusive
with exclusive(Path(sys.argv[1])):
    print("has it", flush=True)
    sys.stdin.readline()
"""


def test_a_second_thread_waits_for_the_first(tmp_path: Path) -> None:
    order: list[str] = []
    began = threading.Event()

    def second() -> None:
        began.set()
        with exclusive(tmp_path / "lock"):
            order.append("second")

    with exclusive(tmp_path / "lock"):
        thread = threading.Thread(target=second)
        thread.start()
        assert began.wait(10)
        thread.join(0.2)
        order.append("first")
    thread.join(10)

    assert order == ["first", "second"]


def test_another_process_is_waited_for_and_its_end_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "scratch" / "lock"
    other = python(HOLD, path)
    assert other.stdout is not None
    other.stdout.readline()
    entered = threading.Event()

    def enter() -> None:
        with exclusive(path):
            entered.set()

    thread = threading.Thread(target=enter)
    thread.start()

    assert not entered.wait(0.2)
    other.kill()
    other.communicate()
    assert entered.wait(10)
    thread.join()


def test_a_lock_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        pytest.raises(DataError, match=r"file/lock: cannot be written"),
        exclusive(tmp_path / "file" / "lock"),
    ):
        pass
