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
        judges = [name for name, column in evidence.judges.items() if not column.floor]
        for judge in (None, *sorted(judges)):
            difference = largest_difference(evidence.ratings(judge))
            if not difference <= AGREED:
                whose = "people" if judge is None else f"judge {judge!r}"
                raise GateError(
                    f"{evidence.rubric.dimension}, {whose}: our figures and those of "
                    f"scikit-learn and krippendorff differ by {difference:.3g}: no trust is granted"
                )
            largest = max(largest, difference)
    return Checked(
        largest_difference=largest,
        scikit_learn=version("scikit-learn"),
        krippendorff=version("krippendorff"),
    )
