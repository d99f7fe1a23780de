"""Findings: what validation has to say about one place in the workspace."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """One sentence about one place; errors make `check` fail, warnings do not."""

    file: str
    line: int
    """Counted from 1; 0 where the whole file is meant."""
    code: str
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}"

    def to_json(self) -> dict[str, object]:
        """Return the finding as the object that `check --json` prints."""
        return {
            "file": self.file,
            "line": self.line or None,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
        }
