"""Write recorded verdicts of three simulated judges for the sample workspace.

This is a simulation. No person was asked and no model was called: every verdict is made from the
labels in the workspace's own ledgers plus random noise, so that the sample has judges to calibrate
without a key, a network or a bill. What comes out says how the workbench behaves on a good, a
lenient and a bad judge. It says nothing about any real one.

The reference of a unit (transcript x dimension) is the mean of the levels that the reference
labellers gave it, "labeller A" and "labeller B" unless told otherwise. The judges:

- simulated-close: reference + Normal(0, 0.45).
- simulated-lenient: reference + 0.9 + Normal(0, 0.5).
- simulated-noisy: with probability 0.7 any level, all equally likely; otherwise
  reference + Normal(0, 0.5). With probability 0.015 the answer is unusable (score null).

Results are rounded and cut to the levels 1 to 4. Because the first judge is built from the very
labels it will be compared with, its agreement is flattering by construction.

The seed and the noise were fixed before any agreement was computed and have not been changed to
improve a result. Each unit and judge draws from a generator of its own, seeded with the seed and
their names, and units are sorted first: the order of files or lines makes no difference, and a new
label changes only its own unit.

Example:
    python scripts/simulate_judges.py verdicts-source.jsonl --workspace .
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEED = 2026
LOWEST, HIGHEST = 1, 4
REFERENCE_LABELLERS = ("labeller A", "labeller B")

Unit = tuple[str, str]


class LedgerError(Exception):
    """A ledger cannot be read, or holds nothing to work from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """How one simulated judge departs from the reference."""

    name: str
    shift: float = 0.0
    spread: float
    guesses: float = 0.0
    """Share of answers that are any level at all."""
    unusable: float = 0.0
    """Share of answers that hold no level."""

    def score(self, reference: float, rng: random.Random) -> int | None:
        """Draw one answer; None where it is unusable."""
        if rng.random() < self.unusable:
            return None
        if rng.random() < self.guesses:
            return rng.randint(LOWEST, HIGHEST)
        drawn = round(reference + self.shift + rng.gauss(0.0, self.spread))
        return min(max(drawn, LOWEST), HIGHEST)


JUDGES = (
    Simulated(name="simulated-close", spread=0.45),
    Simulated(name="simulated-lenient", shift=0.9, spread=0.5),
    Simulated(name="simulated-noisy", spread=0.5, guesses=0.7, unusable=0.015),
)


def read_labels(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield every label of every ledger in the folder."""
    for path in sorted(folder.glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                label = json.loads(line)
            except json.JSONDecodeError as error:
                raise LedgerError(f"{path}:{number}: not JSON: {error.msg}") from error
            if not isinstance(label, dict):
                raise LedgerError(f"{path}:{number}: a label must be an object")
            yield label


def newest(labels: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the label that counts per labeller and unit: the last by time, then by id.

    Hidden repeats and labels of yes/no criteria are left out.
    """
    latest: dict[tuple[str, str, str], dict[str, Any]] = {}
    for label in labels:
        if label.get("repeat") or label.get("criterion"):
            continue
        key = (label["labeller"], label["transcript"], label["dimension"])
        held = latest.get(key)
        if held is None or _moment(label) > _moment(held):
            latest[key] = label
    return [latest[key] for key in sorted(latest)]


def _moment(label: dict[str, Any]) -> tuple[str, str]:
    """When a label was given, in a form that sorts."""
    return (label.get("at") or "", label.get("id") or "")


def references(labels: Iterable[dict[str, Any]], labellers: Iterable[str]) -> dict[Unit, float]:
    """Average the levels of the reference labellers; a unit none of them rated has no mean."""
    wanted = set(labellers)
    levels: dict[Unit, list[int]] = {}
    for label in newest(labels):
        if label["labeller"] in wanted and label.get("status", "rated") == "rated":
            unit = (label["transcript"], label["dimension"])
            levels.setdefault(unit, []).append(int(label["level"]))
    return {unit: sum(given) / len(given) for unit, given in levels.items()}


def simulate(means: dict[Unit, float], *, seed: int) -> Iterator[dict[str, Any]]:
    """Yield one verdict row per judge and unit, in sorted order."""
    for judge in JUDGES:
        for transcript, dimension in sorted(means):
            rng = random.Random(f"{seed}|{judge.name}|{transcript}|{dimension}")
            score = judge.score(means[transcript, dimension], rng)
            yield {
                "transcript_id": transcript,
                "dimension": dimension,
                "judge": judge.name,
                "score": score,
                "justification": "Simulated unusable answer."
                if score is None
                else "Simulated verdict: labels plus noise, no model was asked.",
            }


def write_rows(rows: list[dict[str, Any]], path: Path) -> None:
    """Write the rows as JSON Lines, whole or not at all."""
    part = path.with_name(path.name + ".part")
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def main(argv: list[str] | None = None) -> int:
    """Read the ledgers, simulate, write; return the exit code."""
    parser = argparse.ArgumentParser(
        description="Write verdicts of three simulated judges. No person or model is asked.",
        epilog="Example: python scripts/simulate_judges.py verdicts-source.jsonl --workspace .",
    )
    parser.add_argument("output", type=Path, help="the JSON Lines file to write")
    parser.add_argument(
        "--workspace", type=Path, default=Path(), help="holds labels/ (default: this folder)"
    )
    parser.add_argument(
        "--labeller",
        action="append",
        metavar="NAME",
        help="a reference labeller, repeatable (default: labeller A and labeller B)",
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, help=f"default {SEED}, which the sample uses"
    )
    arguments = parser.parse_args(argv)
    labellers = arguments.labeller or REFERENCE_LABELLERS
    folder = arguments.workspace / "labels"
    try:
        means = references(read_labels(folder), labellers)
        if not means:
            raise LedgerError(f"{folder}: no rated label by {', '.join(labellers)}")
        rows = list(simulate(means, seed=arguments.seed))
        write_rows(rows, arguments.output)
    except (LedgerError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyError as error:
        print(f"{folder}: a label lacks the field {error}", file=sys.stderr)
        return 2
    print(f"{len(rows)} simulated verdicts written to {arguments.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
