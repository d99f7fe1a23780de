"""Cases in JSON Lines: read in blocks of whole lines, so that memory does not grow with them."""

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.domain.golden import GoldenCase, case_from_golden, is_golden
from workbench.domain.substitution import UnknownVariableError, put_in_whole
from workbench.domain.suite import Case
from workbench.errors import DataError
from workbench.store import malformed
from workbench.store.steps import invalid

_BLOCK = 256 * 1024
"""Bytes of a block: some hundred cases."""
_FEW = 50_000
"""Hashes up to here are counted sooner than the means to sort more of them are loaded."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file of cases."""

    first: int
    """The number of the first line, counted from 1."""
    data: bytes

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines that hold something, with their numbers."""
        for number, line in enumerate(self.data.split(b"\n"), self.first):
            if line.strip():
                yield number, line


def blocks(path: Path, size: int = _BLOCK) -> Iterator[Block]:
    """Read a file block by block, each of some `size` bytes.

    Raises:
        DataError: The file cannot be read.
    """
    number = 1
    try:
        with path.open("rb") as file:
            while data := file.read(size):
                data += file.readline()
                yield Block(number, data)
                number += data.count(b"\n")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error


def read_case(data: bytes, where: str) -> Case:
    """Read one line: a case, or a golden one.

    Raises:
        DataError: It is neither; the message begins with `where`.
    """
    try:
        return Case.from_line(data)
    except invalid() as error:
        golden = _golden(data, where)
        if golden is not None:
            return golden
        told = malformed.describe(data, error, Case)[1]
        if b"${" not in data:
            raise DataError(f"{where}: {told}") from error
        return _with_variables(data, where, told)


def written_in(data: bytes, case: Case) -> Mapping[str, Any]:
    """Return what stands in a line that a case was read from; of a golden one, what it came to."""
    value = json.loads(data)
    return case.to_json() if is_golden(value) else value


def hash_of(name: str) -> int:
    """Return 63 bits that stand for an id."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big") >> 1


def require_distinct(hashes: "array[int]", path: Path) -> None:
    """Refuse a second case of one id; looks for it only where two hashes are the same.

    Args:
        hashes: Of the ids of all cases, in any order; left in another.
        path: The file that they stand in.

    Raises:
        DataError: Two cases have one id; it names both lines.
    """
    twice = _twice(hashes)
    if not twice:
        return
    first: dict[str, int] = {}
    for number, data in _lines(blocks(path)):
        name = read_case(data, f"{path.name}:{number}").id
        if hash_of(name) not in twice:
            continue
        if name in first:
            raise DataError(
                f"{path.name}:{number}: a second case has the id {name!r}, the first stands in "
                f"line {first[name]}; ids must differ"
            )
        first[name] = number


def _golden(data: bytes, where: str) -> Case | None:
    """Read a golden case; None where the line is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    try:
        return case_from_golden(value) if is_golden(value) else None
    except invalid() as error:
        raise DataError(f"{where}: {malformed.describe(data, error, GoldenCase)[1]}") from error


def _with_variables(data: bytes, where: str, told: str) -> Case:
    """Read a case in which a variable may stand where a number must; `told` is what is wrong else.

    Raises:
        DataError: It is no case with its variables put in either.
    """
    try:
        return Case.from_line(json.dumps(put_in_whole(json.loads(data))))
    except UnknownVariableError as error:
        raise DataError(f"{where}: {error}") from error
    except invalid() as error:
        found = malformed.describe(b"", error, Case)[1]
        if found != told:
            told = f"after its variables were put in, {found}"
        raise DataError(f"{where}: {told}") from error
    except (ValueError, RecursionError):
        raise DataError(f"{where}: {told}") from None


def _lines(read: Iterable[Block]) -> Iterator[tuple[int, bytes]]:
    for block in read:
        yield from block.lines()


def _twice(hashes: "array[int]") -> set[int]:
    if len(hashes) <= _FEW:
        return {one for one, count in Counter(hashes).items() if count > 1}
    # Sorts a million where they are; loading it for a small suite takes longer than scoring that.
    import numpy as np

    ordered = np.frombuffer(hashes, dtype=np.int64)
    ordered.sort()
    return set(ordered[1:][ordered[1:] == ordered[:-1]].tolist())
