"""Files that hold no text, named for what they are before they are read as text."""

from pathlib import Path

from workbench.errors import DataError

ZIP = "a zip archive"
_ZIP_SIGNATURE = b"PK\x03\x04"
_OFFICE = (
    b"[Content_Types].xml",
    b"_rels/",
    b"docProps/",
    b"word/",
    b"xl/",
    b"mimetypeapplication/vnd.oasis",
)
"""What the first file in the archive of an office document is called."""
_SIGNATURES = {
    b"\x1f\x8b": "a gzip archive",
    b"%PDF-": "a PDF",
    b"PAR1": "a Parquet file",
    b"SQLite format 3\x00": "an SQLite database",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    _ZIP_SIGNATURE: ZIP,
}
_INSTEAD = {
    "a gzip archive": "unpack it first",
    ZIP: "unpack it first",
    "an Excel or other office file": "save the sheet as CSV (UTF-8)",
    "an old Excel or Word file": "save the sheet as CSV (UTF-8)",
    "a Parquet file": "export it as JSON Lines or CSV",
}
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_START = 8192
_MOST_NULLS = 0.1
"""Share of null bytes up to which text that is UTF-8 is still taken for text."""


def kind_of(path: Path) -> str | None:
    """Return what kind of binary file it is; None for text.

    Raises:
        DataError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(_START)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
    if start.startswith(_ZIP_SIGNATURE) and start[30:].startswith(_OFFICE):
        return "an Excel or other office file"
    for signature, kind in _SIGNATURES.items():
        if start.startswith(signature):
            return kind
    return "a binary file" if _is_binary(start) else None


def instead(kind: str) -> str:
    """Return what to do with a file of a kind, led by a semicolon; nothing where nothing helps."""
    return f"; {_INSTEAD[kind]}" if kind in _INSTEAD else ""


def _is_binary(start: bytes) -> bool:
    nulls = start.count(0)
    if not nulls or start.startswith(_UTF_16):
        return False
    if nulls > _MOST_NULLS * len(start):
        return True
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start < len(start) - 4  # a last character may be cut off
    return False
