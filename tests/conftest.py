"""What every test shares: no network, the same examples on every machine, real data on request."""

import ipaddress
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.judges.loopback import Loopback

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


class NetworkAttemptError(AssertionError):
    """A test tried to reach another machine."""


_attempts: list[str] = []


def _is_loopback(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    """Stop what would leave this machine, and remember it where the caller swallows the error."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if not isinstance(address, tuple):  # a Unix socket
            return
        host = address[0]
    else:
        return
    if not _is_loopback(host):
        _attempts.append(f"{event} {host!r}")
        raise NetworkAttemptError(f"tests reach no network, got {event} to {host!r}")


sys.addaudithook(_refuse_network)


@pytest.fixture
def network_attempts() -> list[str]:
    """What was refused so far in this test; a test that means to try clears it."""
    return _attempts


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    """Fail the test that tried, also where its code swallowed the refusal."""
    _attempts.clear()
    yield
    tried, _attempts[:] = list(_attempts), []
    if tried:
        pytest.fail(f"tests reach no network, got {', '.join(tried)}")


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A model provider on this machine that does as it is told."""
    with Loopback() as server:
        yield server


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data that WORKBENCH_REAL_DATA names, seen from the checkout."""
    named = os.environ.get("WORKBENCH_REAL_DATA")
    if not named:
        pytest.skip("needs real data: set WORKBENCH_REAL_DATA to its folder")
    folder = (ROOT / named).resolve()
    if not folder.is_dir():
        pytest.fail(f"WORKBENCH_REAL_DATA must name a folder, got {named!r}")
    return folder
