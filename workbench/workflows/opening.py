"""Open a workspace for the app: what every page needs to know of it."""

from dataclasses import dataclass
from pathlib import Path

from workbench.domain.policy import Policy
from workbench.store.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A workspace as every page sees it."""

    root: Path
    """Absolute: people have to see which labels these are."""
    policy: Policy


def opened(root: Path) -> Opened:
    """Read the policy; raises DataError where the folder is no workspace or the file is broken."""
    return Opened(root=root.resolve(), policy=Workspace(root).policy)
