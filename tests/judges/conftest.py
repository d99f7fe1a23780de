from collections.abc import Iterator

import pytest

from tests.judges.loopback import Loopback


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with Loopback() as server:
        yield server
