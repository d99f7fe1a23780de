"""Row 4: memory and time of `workbench calibrate` as the ledgers grow."""

from dataclasses import dataclass
from itertools import pairwise, starmap
from pathlib import Path

from benchmarks.effort import Effort
from benchmarks.figures import Row, times
from benchmarks.ledgers import write_ledgers
from benchmarks.runs import Processes, Taken

GIB = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """Two runs over one number of records."""

    records: int
    first: Taken
    """Builds the index and draws the sides."""
    second: Taken

    @property
    def peak_bytes(self) -> int:
        """The larger of the two peaks."""
        return max(self.first.peak_bytes, self.second.peak_bytes)


def growth(effort: Effort, processes: Processes, scratch: Path) -> Row:
    """Calibrate ledgers of every size, once with the index to build and once with it warm."""
    _grown(effort.records[0], processes, scratch / "warm-up")
    found = [_grown(records, processes, scratch) for records in effort.records]
    least, most = found[0], found[-1]
    more = most.records / least.records
    first = most.first.seconds / least.first.seconds
    second = most.second.seconds / least.second.seconds
    return Row(
        what=f"{most.records:,} labels and verdicts: `workbench calibrate`",
        goal="under 1 GiB; time grows linearly "
        f"(at most {times(more)} from {least.records:,} records)",
        measured=f"{most.peak_bytes / GIB:.2f} GiB at its peak; {times(first)} the time of "
        f"{least.records:,} records, {times(second)} with the index warm",
        met=most.peak_bytes < GIB and max(first, second) <= more,
        facts=(*map(_line, found), *starmap(_further, pairwise(found))),
    )


def _grown(records: int, processes: Processes, scratch: Path) -> Grown:
    root = scratch / f"ledgers-{records}"
    processes.workbench("init", "--bare", root)
    written = write_ledgers(root, records)
    first = processes.workbench("-C", root, "calibrate")
    second = processes.workbench("-C", root, "calibrate")
    return Grown(records=written, first=first, second=second)


def _line(one: Grown) -> str:
    first, second = one.first.seconds, one.second.seconds
    return (
        f"{one.records:>9,} records: {first:6.2f} s and with the index warm {second:5.2f} s "
        f"({1e6 * first / one.records:,.0f} and {1e6 * second / one.records:,.0f} microseconds "
        f"each), {one.peak_bytes / GIB:.2f} GiB"
    )


def _further(less: Grown, more: Grown) -> str:
    """Say what each further record takes, between one size and the next."""
    further = more.records - less.records
    first = 1e6 * (more.first.seconds - less.first.seconds) / further
    second = 1e6 * (more.second.seconds - less.second.seconds) / further
    return (
        f"from {less.records:,} to {more.records:,} records: {first:.0f} microseconds each "
        f"further one, {second:.0f} with the index warm"
    )
