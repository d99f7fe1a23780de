"""Print the figures that the project is held to: `python -m benchmarks [--tiny] [--row N]`.

Every figure is a ratio measured in this run on this machine, never an absolute time. The exit
code is 0 whatever comes out: speed is reported, not tested.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.alpha import alpha
from benchmarks.code_checks import check_memory, check_rate, whole_run
from benchmarks.effort import FULL, TINY, Effort
from benchmarks.figures import Row, shown
from benchmarks.growth import growth
from benchmarks.intervals import intervals
from benchmarks.judge_calls import judge_rate
from benchmarks.labelling import long_transcript, many_transcripts
from benchmarks.runner_cost import runner_cost
from benchmarks.runs import Processes
from benchmarks.whole_process import whole_process


def main(arguments: list[str] | None = None) -> None:
    """Measure and print row after row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="only see that everything runs")
    parser.add_argument("--row", type=int, action="append", choices=range(1, 12), help="repeatable")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="workbench-bench-") as folder:
        rows = _rows(TINY if asked.tiny else FULL, Path(folder))
        for number in asked.row or rows:
            print(shown(number, rows[number]()), flush=True)


def _rows(effort: Effort, scratch: Path) -> dict[int, Callable[[], Row]]:
    processes = Processes(scratch)
    return {
        1: lambda: intervals(effort),
        2: lambda: alpha(effort),
        3: lambda: whole_process(effort, processes, scratch),
        4: lambda: growth(effort, processes, scratch),
        5: lambda: judge_rate(effort),
        6: lambda: runner_cost(effort),
        7: lambda: many_transcripts(effort, scratch),
        8: lambda: long_transcript(effort, scratch),
        9: lambda: check_rate(effort, processes, scratch),
        10: lambda: whole_run(effort, processes, scratch),
        11: lambda: check_memory(effort, processes, scratch),
    }


if __name__ == "__main__":
    main()
