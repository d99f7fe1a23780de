from collections.abc import Iterator

import pytest

from tests.exporters.building import reply
from tests.judges.loopback import Loopback, says


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A provider that gives level 4, level 1 to "Never!" and no level to "Maybe."."""
    with Loopback() as server:
        server.otherwise = says(reply(4))
        server.plan("Never!", says(reply(1, quote="Never!")))
        server.plan("Maybe.", says(reply(2.5, quote="Maybe.")))
        yield server
