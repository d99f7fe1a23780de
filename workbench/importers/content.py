"""Message content and tool arguments as other tools write them: shown as text, kept whole."""

import json
from typing import Any

from workbench.importers.source import embedded_json

_TEXT_KEYS = ("text", "input_text", "output_text")
_MARKERS = {
    "image": "[image]",
    "image_url": "[image]",
    "input_image": "[image]",
    "audio": "[audio]",
    "input_audio": "[audio]",
    "video": "[video]",
    "file": "[file]",
    "input_file": "[file]",
    "document": "[file]",
}


def flatten(content: Any) -> tuple[str | None, Any]:
    """Return content as the text that raters read, and its parts where the text is not all.

    Args:
        content: A text, null, a list of parts, or any other JSON value.

    Returns:
        The text, with a marker such as ``[image]`` in place of each part that is none; and the
        content itself where the text alone would lose something, else None.
    """
    if content is None or isinstance(content, str):
        return content, None
    if not isinstance(content, list):
        return json.dumps(content, ensure_ascii=False), None
    if not content:
        return None, None
    texts = [_part_text(part) for part in content]
    whole = all(isinstance(part, str) for part in content) and len(content) == 1
    return "\n".join(texts), None if whole else content


def _part_text(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return json.dumps(part, ensure_ascii=False)
    kind = part.get("type")
    if kind in (None, *_TEXT_KEYS) and isinstance(part.get("text"), str):
        return str(part["text"])
    return _MARKERS.get(str(kind), f"[{kind or 'part'}]")


def arguments(raw: Any) -> tuple[Any, str | None]:
    """Return tool arguments parsed, and as the text that they came in.

    Arguments that are not JSON stay as text only; those that came as an object have no text.
    """
    if not isinstance(raw, str):
        return raw, None
    try:
        return embedded_json(raw), raw
    except ValueError:
        return None, raw
