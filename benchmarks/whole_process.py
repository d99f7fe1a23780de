"""Row 3: the whole process on real data, against the script that people write themselves."""

import csv
import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.effort import Effort
from benchmarks.figures import Row, times, unmeasured
from benchmarks.runs import Processes, alternated, median_ratio

GOAL = 13
WHAT = "`workbench calibrate`, whole process with every interval, against the naive script"
GOALS = f"{GOAL}x faster than it with 2,000 resamples; no slower than it without intervals"
_ROOT = Path(__file__).resolve().parent.parent
_FIGURE = re.compile(r"^    kappa quadratic +(\S+)", re.M)
"""How the script prints one kappa."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Where the script and the data are."""

    script: Path
    data: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The same ratings for both."""

    workspace: Path
    table: Path
    judges: tuple[str, ...]


def rival(environment: Mapping[str, str] = os.environ) -> Rival | str:
    """Find the script and the data, beside the checkout unless told otherwise, or say what lacks.

    Args:
        environment: WORKBENCH_RIVALS and WORKBENCH_REAL_DATA name the folders.
    """
    rivals = _ROOT / environment.get("WORKBENCH_RIVALS", "../shared/bench")
    real = _ROOT / environment.get("WORKBENCH_REAL_DATA", "../shared/data")
    found = Rival(script=rivals / "naive.py", data=real / "llm_rubric_real")
    if not found.script.is_file():
        return f"{found.script} is not there; WORKBENCH_RIVALS names the folder of rival scripts"
    if not found.data.is_dir():
        return f"{found.data} is not there; WORKBENCH_REAL_DATA names the folder of real data"
    return found


def whole_process(effort: Effort, processes: Processes, scratch: Path) -> Row:
    """Compare our command line with the script, by turns."""
    against = rival()
    if isinstance(against, str):
        return unmeasured(WHAT, GOALS, against)
    inputs = _inputs(against.data, processes, scratch)

    def ours() -> float:
        return processes.workbench("-C", inputs.workspace, "calibrate", "--split", "all").seconds

    def theirs(replicates: int) -> float:
        return processes.python(against.script, inputs.table, str(replicates)).seconds

    plain = alternated(ours, lambda: theirs(0), effort.repeats)
    resampled = alternated(ours, lambda: theirs(effort.resamples), effort.slow_pairs, warm=True)
    slow, quick = median_ratio(resampled), median_ratio(plain)
    return Row(
        what=WHAT,
        goal=GOALS,
        measured=f"{times(slow)} faster with {effort.resamples:,} resamples, "
        f"{times(quick)} as fast without intervals",
        met=slow >= GOAL and quick >= 1,
        facts=(
            f"llm_rubric_real, the judges {' and '.join(inputs.judges)}: the others gave no whole "
            "levels, which the script cannot compare",
            f"our workspace was made by `init` and `import`; medians of {effort.slow_pairs} and "
            f"{effort.repeats} pairs by turns, after a warm-up, byte code cached for both",
            _agreeing(against, inputs, processes),
            *_digests(against.script.parent),
        ),
    )


def _inputs(data: Path, processes: Processes, scratch: Path) -> Inputs:
    """Make a workspace through our own command line, and a long table of the same ratings."""
    verdicts = _rows(data / "judge_scores.jsonl")
    broken = {row["judge"] for row in verdicts if not _is_whole(row["score"])}
    verdicts = [row for row in verdicts if row["judge"] not in broken]
    labels = data / "human_labels.jsonl"
    kept = scratch / "judge_scores.jsonl"
    kept.write_text("".join(json.dumps(row) + "\n" for row in verdicts), encoding="utf-8")
    root = scratch / "real"
    processes.workbench("init", root)
    processes.workbench("-C", root, "import", "transcripts", data / "transcripts.jsonl")
    processes.workbench("-C", root, "import", "labels", labels, "--scale", "1-4")
    processes.workbench("-C", root, "import", "verdicts", kept)
    table = scratch / "long.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["transcript_id", "dimension", "rater", "kind", "score"])
        writer.writerows(_long(row, "labeller", "human") for row in _rows(labels))
        writer.writerows(_long(row, "judge", "judge") for row in verdicts)
    judges = tuple(sorted({row["judge"] for row in verdicts}))
    return Inputs(workspace=root, table=table, judges=judges)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _is_whole(score: object) -> bool:
    return isinstance(score, int) and not isinstance(score, bool)


def _long(row: Mapping[str, Any], rater: str, kind: str) -> list[Any]:
    return [row["transcript_id"], row["dimension"], row[rater], kind, row["score"]]


def _agreeing(against: Rival, inputs: Inputs, processes: Processes) -> str:
    """Say on how many (dimension, judge) both give the same kappa."""
    theirs = _FIGURE.findall(processes.output(against.script, inputs.table, "0"))
    said = processes.output(
        "-m", "workbench", "-C", inputs.workspace, "calibrate", "--split", "all", "--json"
    )
    found = [one["kappa_quadratic"]["value"] for one in json.loads(said)["agreements"]]
    same = sum(_agree(a, b) for a, b in zip(found, theirs, strict=True))
    return f"the same quadratic kappa in {same} of {len(found)}, to the digits that it prints"


def _agree(ours: float | None, printed: str) -> bool:
    return printed == "nan" if ours is None else abs(ours - float(printed)) < 0.000501


def _digests(folder: Path) -> list[str]:
    return [
        f"sha-256 of {path.name}: {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(folder.glob("*.py"))
    ]
