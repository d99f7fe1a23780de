import sys

import pytest


@pytest.fixture(autouse=True)
def _arguments_are_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens the app names the workspace among the arguments of this process."""
    monkeypatch.setattr(sys, "argv", list(sys.argv))
