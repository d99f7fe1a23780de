"""Other processes at work on the same files, as tests start them."""

import ctypes
import subprocess
import sys
from pathlib import Path

APPEND = """
import sys
from pathlib import Path
from workbench.store import ledger
path, who, count, size = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for number in range(count):
    ledger.append(path, ['{"id":"%s-%d","text":"%s"}' % (who, number, "x" * size)])
    print(number, flush=True)
"""

_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2


def python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Start Python on some code."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def workbench_command(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with the rights of an ordinary user, also where the tests run as root."""
    return subprocess.run(
        [sys.executable, "-m", "workbench", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        preexec_fn=_obey_file_modes,
    )


def _obey_file_modes() -> None:
    """Give up root's right to write where a mode says read-only; without effect for others."""
    libc = ctypes.CDLL(None)
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
