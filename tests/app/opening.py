"""The app in this process, on a workspace, with somebody at it."""

import json
import sys
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

import workbench

ENTRY = Path(workbench.__file__).parent / "app" / "main.py"


def opened(root: Path, page: str | None = None, labeller: str | None = "labeller A") -> AppTest:
    """Open the app.

    Args:
        root: The workspace.
        page: The stem of a page's file; None stays on the first page.
        labeller: Who sits there; None where nobody has said so.
    """
    sys.argv = [str(ENTRY), str(root)]
    app = AppTest.from_file(str(ENTRY), default_timeout=60)
    if labeller is not None:
        app.session_state["d_labeller"] = labeller
    app.run()
    return app if page is None else app.switch_page(f"views/{page}.py").run()


def shown(app: AppTest) -> str:
    """Return every text on the page."""
    kinds: list[Any] = [app.title, app.subheader, app.text, app.caption, app.markdown, app.code]
    kinds += [app.info, app.success, app.warning, app.error]
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def entries(root: Path, name: str) -> list[dict[str, Any]]:
    """Return the lines of one ledger of the record."""
    written = (root / "record" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in written.splitlines()]
