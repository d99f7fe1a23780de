"""What transcripts contribute to a table: functions of their label counts and the judge's level.

A statistic is a function of a sum of contributions, so leaving out a case is one subtraction.
"""

import numpy as np

from workbench.calibration.tables import Counts, Floats, Levels


def people_by_judge(counts: Counts, judge: Levels) -> Floats:
    """Return each transcript's table of people (rows) by judge (columns), weight 1.

    Args:
        counts: Labels at each level, shape (n, K), at least one a transcript.
        judge: The judge's level code, shape (n,), none missing.

    Returns:
        Tables, shape (n, K, K).
    """
    n, n_levels = counts.shape
    tables = np.zeros((n, n_levels, n_levels))
    tables[np.arange(n), :, judge] = counts / counts.sum(axis=1, keepdims=True)
    return tables


def people_by_people(counts: Counts, judge: Levels) -> Floats:
    """Return each transcript's table of ordered pairs of its labels, weight 1.

    Args:
        counts: Labels at each level, shape (n, K), at least two a transcript.
        judge: The judge's level code, shape (n,); not used.

    Returns:
        Symmetric tables, shape (n, K, K).
    """
    del judge
    labels = counts.sum(axis=1)
    tables: Floats = _ordered_pairs(counts) / (labels * (labels - 1.0))[:, None, None]
    return tables


def people_coincidences(counts: Counts, judge: Levels) -> Floats:
    """Return each transcript's coincidences among its labels, weight m for m labels.

    Args:
        counts: Labels at each level, shape (n, K), at least two a transcript.
        judge: The judge's level code, shape (n,); not used.

    Returns:
        Symmetric tables, shape (n, K, K).

    Source: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability".
    """
    del judge
    tables: Floats = _ordered_pairs(counts) / (counts.sum(axis=1) - 1.0)[:, None, None]
    return tables


def all_coincidences(counts: Counts, judge: Levels) -> Floats:
    """Return each transcript's coincidences among its labels and the judge's level.

    Args:
        counts: Labels at each level, shape (n, K).
        judge: The judge's level code, shape (n,), -1 where it gave none; with it at least two
            ratings a transcript.

    Returns:
        Symmetric tables, shape (n, K, K).
    """
    judged = np.arange(counts.shape[1]) == judge[:, None]
    return people_coincidences(counts + judged, judge)


def _ordered_pairs(counts: Counts) -> Floats:
    """Return the number of ordered pairs of ratings at each two levels, shape (n, K, K)."""
    ratings = counts.astype(np.float64)
    pairs = ratings[:, :, None] * ratings[:, None, :]
    diagonal = np.arange(counts.shape[1])
    pairs[:, diagonal, diagonal] -= ratings
    return pairs
