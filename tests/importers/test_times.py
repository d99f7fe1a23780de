"""Times that foreign files write in three ways become instants."""

from datetime import UTC, datetime
from typing import Any

import pytest

from workbench.importers.times import Moment, read_moment


def instant(hour: int, minute: int, second: int, *, zoneless: bool) -> Moment:
    return Moment(datetime(2026, 2, 21, hour, minute, second, tzinfo=UTC), zoneless=zoneless)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-02-21 07:05:56", instant(7, 5, 56, zoneless=True)),
        ("2026-02-21T07:06:37Z", instant(7, 6, 37, zoneless=False)),
        ("Sat, 21 Feb 2026 08:06:00 +0100", instant(7, 6, 0, zoneless=False)),
        ("21 Feb 2026 07:06 GMT", instant(7, 6, 0, zoneless=False)),
        # Mail writes -0000 where the zone is unknown.
        ("Sat, 21 Feb 2026 07:06:00 -0000", instant(7, 6, 0, zoneless=True)),
        (1771657556, instant(7, 5, 56, zoneless=False)),
        (1771657556000, instant(7, 5, 56, zoneless=False)),
    ],
)
def test_a_time_is_an_instant_however_it_is_written(written: Any, expected: Moment) -> None:
    assert read_moment(written) == expected


@pytest.mark.parametrize(
    "written", ["yesterday", "31 Feb 2026 07:06", "07:05", True, None, [1], 1e300]
)
def test_what_is_no_time_is_none(written: Any) -> None:
    assert read_moment(written) is None
