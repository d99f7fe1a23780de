"""The real app in a process of its own, which can be killed without warning and started again."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 60.0
"""Seconds until a server that has not answered counts as broken."""


class Served:
    """One workspace, served on one port of this machine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = _free_port()
        self._log = root.parent / f"{root.name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where the app answers."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start the app as its users do, and wait until it answers."""
        options = ["--port", str(self.port), "--no-open"]
        command = [sys.executable, "-m", "workbench", "-C", str(self.root), "app", *options]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise AssertionError(f"the app did not start:\n{self.said()}")
            time.sleep(0.1)

    def kill(self) -> None:
        """End the process as a power cut would: it can tidy nothing up."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def said(self) -> str:
        """Return what the process has printed so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/_stcore/health")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
