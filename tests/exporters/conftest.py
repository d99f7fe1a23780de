from collections.abc import Iterator

import pytest

from tests.exporters.building import reply
from tests.judges.loopback import Loopback, says


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with Loopback() as server:
        server.otherwise = says(reply())
        yield server
