"""Depict: what pages draw of a calibration, as plain rows; a figure never stands without its n."""

import re
from collections.abc import Collection, Iterable, Sequence

from workbench.calibration.agreement import constant_sides
from workbench.calibration.grounds import out_of_date, weight
from workbench.calibration.phrases import explained
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.summary import Agreement, People
from workbench.domain.look import Split
from workbench.workflows.calibrating import NOT_GRANTED, Calibration, Measured

Row = dict[str, str | int | float | None]

SHARES = (
    "A fraction of a transcript: each transcript counts 1, shared among the labels that people "
    "gave it; where one of three gave another level, a third of it counts there."
)
"""Said beside figures that count transcripts in fractions."""
_SHARED = re.compile(r"\d\.\d+ of (the )?\d|\d of (the )?\d+\.\d")

ORDER = ("trusted", "stale", "insufficient", "untrusted", "floor")


def worded(dimension: str) -> str:
    """Return a dimension's name as people read it."""
    return dimension.replace("_", " ")


def ordered(measured: Iterable[Measured]) -> list[Measured]:
    """Return cells by dimension, the best standing first, floors last."""
    return sorted(
        measured,
        key=lambda one: (
            one.agreement.rubric.dimension,
            ORDER.index(one.status),
            one.agreement.judge,
        ),
    )


def by_dimension(found: Calibration) -> list[tuple[People, list[Measured]]]:
    """Return people's own agreement and the cells of every dimension."""
    cells = ordered(found.measured)
    return [
        (one, [cell for cell in cells if cell.agreement.rubric is one.rubric])
        for one in found.people
    ]


def claim(one: Measured) -> str:
    """Say what was shown, of a floor what it is for."""
    if one.decision is None:
        return "no judge: what any judge has to beat"
    return one.decision.claim


def is_certified(one: Measured) -> bool:
    """Whether what is claimed is what certify said: on other labels than the figures beside it."""
    return one.status in {"trusted", "stale"}


def claim_line(one: Measured, *, both: bool) -> str:
    """Say what was shown, and that it was on the test side where the figures beside it are not.

    Args:
        one: The cell.
        both: Whether calibrate and certify read the same labels of the dimension.
    """
    if not is_certified(one):
        return claim(one)
    return f"Certified{'' if both else ' on the test side'}: {claim(one)}"


def side_of(split: Split, *, both: bool) -> str:
    """Name the labels that figures are of.

    Args:
        split: Which are shown.
        both: Whether calibrate and certify read the same labels of the dimension.
    """
    if both:
        return "Side both"
    return "Development side" if split == "development" else "Both sides together"


def beside_line(one: Measured, split: Split, *, both: bool) -> str:
    """Name the labels that figures are of, and say where what certify said is not of them.

    Args:
        one: The cell.
        split: Which labels are shown.
        both: Whether calibrate and certify read the same labels of the dimension.
    """
    side = side_of(split, both=both)
    reasons = one.decision.reasons[:1] if one.decision else ()
    refused = any(reason.code == NOT_GRANTED for reason in reasons)
    if both or split != "development" or not (is_certified(one) or refused):
        return side
    return f"{side}, which certify does not go by"


def kappa_words(one: Agreement) -> str:
    """Return the kappa that trust is decided by with its interval, or why there is none."""
    old = out_of_date(one)
    if old is not None:
        return f"not defined: {old.text}"
    return explained(one.kappa_primary, one.units, facts=facts(one))


def kappa_line(one: Agreement) -> str:
    """Return kappa, interval and bound in one line."""
    bound = "" if one.bound is None else f", lower bound {one.bound:.2f} at k={one.variants}"
    return f"kappa {kappa_words(one)}{bound}, n={one.units}"


def figures_line(one: Agreement) -> str:
    """Return in words what a chart shows of one cell."""
    people = one.ceiling.kappa.value
    among = "" if people is None else f", people {people:.2f} (n={one.ceiling.units})"
    return f"{kappa_line(one)}{among}"


def in_shares(words: str) -> bool:
    """Whether a sentence counts transcripts in fractions: "1.7 of the 3.5 transcripts"."""
    return _SHARED.search(words) is not None


def facts(one: Agreement) -> dict[str, object]:
    """Return what sentences about a constant side name."""
    constant, levels = constant_sides(one.confusion), one.rubric.scale_levels
    if constant.judge is not None:
        return {"rater": "the judge", "level": levels[constant.judge]}
    if constant.people is not None:
        return {"rater": "people", "level": levels[constant.people]}
    return {}


def trust_rows(found: Calibration, *, both: Collection[str]) -> list[Row]:
    """Return the trust table, status and claim first.

    Args:
        found: The figures.
        both: Dimensions of which calibrate and certify read the same labels.
    """
    return [
        _trust_row(one, both=one.agreement.rubric.dimension in both)
        for one in ordered(found.measured)
    ]


def _trust_row(one: Measured, *, both: bool) -> Row:
    measured = one.agreement
    shares, severe = measured.shares, measured.severe
    return {
        "status": one.status,
        "dimension": worded(measured.rubric.dimension),
        "judge": measured.judge,
        "claim": claim_line(one, both=both),
        "n": measured.units,
        "kappa": point(measured.kappa_primary),
        "low": measured.kappa_primary.low,
        "high": measured.kappa_primary.high,
        "bound": measured.bound,
        "k": measured.variants,
        "people": point(measured.ceiling.kappa),
        "people n": measured.ceiling.units,
        "exact": None if shares is None else shares.exact,
        "by chance": None if shares is None else shares.exact_by_chance,
        "bias": measured.bias.value,
        "severe misses": None
        if severe is None or severe.rate is None
        else f"{weight(severe.count)} of {weight(severe.of)}",
        "errors": f"{measured.errors.count} of {measured.errors.of}",
        "kappa in words": kappa_words(measured),
    }


def point(statistic: Statistic) -> float | None:
    """Return the value; a kappa that is 0 by construction is none."""
    return None if statistic.undefined is Reason.RATER_CONSTANT else statistic.value


def best_floor(measured: Iterable[Measured]) -> Agreement | None:
    """Return the floor with the highest kappa; None where none has one."""
    floors = [
        (kappa, one.agreement)
        for one in measured
        if one.decision is None and (kappa := point(one.agreement.kappa_primary)) is not None
    ]
    return max(floors, key=lambda one: one[0])[1] if floors else None


def marks(measured: Sequence[Measured]) -> list[Row]:
    """Return dots and bars: one row a judge with a kappa to draw, the best floor beside it.

    Args:
        measured: Cells of one dimension.
    """
    floor = best_floor(measured)
    beside: Row = {
        "floor": point(floor.kappa_primary) if floor else None,
        "floor_name": floor.judge if floor else None,
        "floor_n": floor.units if floor else None,
    }
    return [
        {
            **(beside if one.decision is not None else dict.fromkeys(beside)),
            "judge": one.agreement.judge,
            "status": one.status,
            "kappa": point(one.agreement.kappa_primary),
            "low": one.agreement.kappa_primary.low,
            "high": one.agreement.kappa_primary.high,
            "bound": one.agreement.bound,
            "people": point(one.agreement.ceiling.kappa),
            "n": one.agreement.units,
        }
        for one in measured
        if point(one.agreement.kappa_primary) is not None
    ]


def marks_line(measured: Sequence[Measured]) -> str:
    """Say in words what a chart of these cells shows."""
    said = [
        f"{one.agreement.judge}, {one.status}: {figures_line(one.agreement)}" for one in measured
    ]
    floor = best_floor(measured)
    if floor is not None:
        said.append(f"best floor: {floor.judge}, kappa {kappa_words(floor)}, n={floor.units}")
    return "; ".join(said)


def people_line(one: People) -> str:
    """Say in one line what people reach among themselves."""
    labellers = "1 labeller" if len(one.labellers) == 1 else f"{len(one.labellers)} labellers"
    labelled = f"{one.units} transcripts labelled by {labellers}"
    if not one.pairs:
        return f"{labelled}, none by two of them: how far people agree is not known"
    return f"{labelled}; people among themselves: kappa {explained(one.kappa, one.units)}"


def people_rows(people: Iterable[People]) -> list[Row]:
    """Return people's own agreement on every dimension."""
    return [
        {
            "dimension": worded(one.rubric.dimension),
            "n": one.units,
            "labellers": len(one.labellers),
            "kappa": explained(one.kappa, one.units),
            "alpha": explained(one.alpha, one.units),
            "levels used": f"{one.levels_used} of {len(one.rubric.scale_levels)}",
            "not applicable": one.not_applicable,
            "cannot tell": one.cannot_tell,
        }
        for one in people
    ]
