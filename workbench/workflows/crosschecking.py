"""Check our kernels against scikit-learn and krippendorff on the very data that is shown."""

from collections.abc import Iterable
from importlib.metadata import version

from workbench.calibration.crosscheck import AGREED, largest_difference
from workbench.calibration.evidence import Evidence
from workbench.domain.certificate import Checked
from workbench.errors import GateError


def crosschecked(shown: Iterable[Evidence]) -> Checked:
    """Compare every kappa and alpha with the libraries' and return the largest difference.

    Raises:
        GateError: Two implementations differ: no figure may be believed until it is known why.
    """
    largest = 0.0
    for evidence in shown:
        for judge in sorted(evidence.judges):
            if evidence.judges[judge].floor:
                continue
            difference = largest_difference(evidence.ratings(judge))
            if not difference <= AGREED:
                raise GateError(
                    f"{evidence.rubric.dimension}, judge {judge!r}: our figures and those of "
                    f"scikit-learn and krippendorff differ by {difference:.3g}: no trust is granted"
                )
            largest = max(largest, difference)
    return Checked(
        largest_difference=largest,
        scikit_learn=version("scikit-learn"),
        krippendorff=version("krippendorff"),
    )
