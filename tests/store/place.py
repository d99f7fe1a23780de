"""One ledger of labels and its index."""

import shutil
from pathlib import Path

from workbench.store.index import Index, Indexed
from workbench.store.query import Engine, table
from workbench.store.records import LABELS

NAME = "labels/ann.jsonl"
ROWS = "SELECT line, id, level, note, evidence, r.at FROM {table} r ORDER BY line"


class Place:
    """One ledger and its index, over one engine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ledger = root / NAME
        self.scratch = root / ".workbench"
        self.scratch.mkdir(exist_ok=True)
        self.engine = Engine(root, self.scratch)

    def indexed(self) -> Indexed:
        index = Index(self.scratch / "index", self.engine)
        return index.update(LABELS, {NAME: self.ledger})

    def rows(self) -> list[tuple[object, ...]]:
        segments = self.indexed().segments
        return self.engine.rows(ROWS.format(table=table(segments, LABELS.columns)))

    def faults(self) -> list[tuple[int, str]]:
        return [(finding.line, finding.code) for finding in self.indexed().findings]

    def rebuilt(self) -> tuple[list[tuple[object, ...]], list[tuple[int, str]]]:
        shutil.rmtree(self.scratch / "index", ignore_errors=True)
        return self.rows(), self.faults()

    def segment_files(self) -> set[str]:
        return {path.name for path in (self.scratch / "index/labels").glob("*.parquet")}
