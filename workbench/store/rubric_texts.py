"""Rubric texts in the ledgers: under which version and digest a dimension was ever rated."""

from collections import defaultdict

from workbench.store import rating_sql as sql
from workbench.store.ratings import Ratings
from workbench.store.workspace import Workspace


def texts_rated(workspace: Workspace, ratings: Ratings, dimension: str) -> dict[str, set[str]]:
    """Return the digests of the texts that ratings of a dimension name, by version."""
    query = sql.TEXTS.format(**ratings.tables)
    found: dict[str, set[str]] = defaultdict(set)
    for version, digest in workspace.engine.rows(query, {"dimension": dimension}):
        found[version].add(digest)
    return dict(found)
