"""Run one command and write what it took: `measured.py REPORT COMMAND...`.

A process of its own, because Linux counts the memory of whoever starts a command towards the
command's peak: started from here, from next to nothing, the peak is the command's own.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path


def main() -> int:
    """Run the command with its output as it is; return its exit code."""
    report, *command = sys.argv[1:]
    started = time.perf_counter()
    code = subprocess.run(command, check=False).returncode
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    bytes_each = 1 if sys.platform == "darwin" else 1024
    taken = {"seconds": seconds, "peak_bytes": peak * bytes_each}
    Path(report).write_text(json.dumps(taken), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
