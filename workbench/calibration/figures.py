"""The published JSON form of an agreement and of people's own (schema workbench.calibration/1)."""

from typing import Any

from workbench.calibration.gold import GoldAgreement
from workbench.calibration.panels import PanelGain
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.summary import Agreement, People, rows
from workbench.domain import certificate
from workbench.domain.rubric import Rubric

SCHEMA = "workbench.calibration/1"

Json = dict[str, Any]


def agreement_json(agreement: Agreement) -> Json:
    """Return the figures of one (dimension, judge); no NaN and no infinity is among them."""
    shares, severe = agreement.shares, agreement.severe
    return {
        "dimension": agreement.rubric.dimension,
        "judge": agreement.judge,
        "split": agreement.split,
        "units": agreement.units,
        "pairs": agreement.pairs,
        "labellers": agreement.labellers,
        "levels": list(agreement.rubric.scale_levels),
        "kappa": agreement.kappa.to_json(),
        "kappa_linear": agreement.kappa_linear.to_json(),
        "kappa_quadratic": agreement.kappa_quadratic.to_json(),
        "alpha": agreement.alpha.to_json(),
        "exact_agreement": shares.exact if shares else None,
        "adjacent_agreement": shares.adjacent if shares else None,
        "exact_by_chance": shares.exact_by_chance if shares else None,
        "adjacent_by_chance": shares.adjacent_by_chance if shares else None,
        "adjacent_adjusted": shares.adjacent_adjusted if shares else None,
        "ac2": agreement.ac2,
        "bias": agreement.bias.to_json(),
        "tpr": agreement.tpr.to_json(),
        "tnr": agreement.tnr.to_json(),
        "severe_misses": severe
        and {
            "count": severe.count,
            "of": severe.of,
            "rate": severe.rate,
            "upper": severe.upper,
            "transcripts": list(agreement.severe_transcripts),
        },
        "confusion": rows(agreement.confusion),
        "ceiling": {
            "units": agreement.ceiling.units,
            **_primary(agreement.rubric, agreement.ceiling.kappa),
            "delta": agreement.ceiling.delta.to_json(),
        },
        "per_labeller": [
            {"labeller": name, "units": own.units, **_primary(agreement.rubric, own.kappa)}
            for name, own in agreement.per_labeller
        ],
        "errors": {
            "count": agreement.errors.count,
            "of": agreement.errors.of,
            "kinds": dict(agreement.errors.kinds),
        },
        "not_applicable": agreement.not_applicable,
        "not_applicable_verdicts": agreement.not_applicable_verdicts,
        "cannot_tell": agreement.cannot_tell,
        "not_random": agreement.not_random,
        "no_majority": agreement.no_majority,
        "outdated_verdicts": agreement.outdated,
        "variants_tried": agreement.variants,
        "bound_at_k": agreement.bound,
    }


def panel_json(gain: PanelGain) -> Json:
    """Return what a panel adds to its members, and how many independent judges it is worth."""
    members = zip(gain.members, gain.member_kappas, strict=True)
    return {
        "members": [{"judge": name, "kappa": kappa.to_json()} for name, kappa in members],
        "kappa": gain.kappa.to_json(),
        "gain": gain.gain.to_json(),
        "without_level": gain.without_level,
        "error_correlation": gain.error_correlation.to_json(),
        "effective_judges": gain.effective_judges.to_json(),
    }


def gold_json(rubric: Rubric, gold: GoldAgreement) -> Json:
    """Return a judge's agreement with gold; like a panel's gain it stands in no certificate."""
    return {"units": gold.units, **_primary(rubric, gold.kappa)}


def _primary(rubric: Rubric, kappa: Statistic) -> Json:
    """Name a kappa by its weighting: on a nominal scale it is unweighted, and quadratic none."""
    if rubric.scale == "ordinal":
        return {"kappa_quadratic": kappa.to_json()}
    refused = Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    return {"kappa": kappa.to_json(), "kappa_quadratic": refused.to_json()}


def reasons_json(reasons: tuple[certificate.Reason, ...]) -> list[Json]:
    """Return reasons as codes and sentences."""
    return [{"code": reason.code, "text": reason.text} for reason in reasons]


def people_json(people: People) -> Json:
    """Return people's own agreement on one dimension."""
    pooled = "kappa" if people.rubric.scale == "nominal" else "kappa_quadratic"
    return {
        "dimension": people.rubric.dimension,
        "units": people.units,
        "labellers": len(people.labellers),
        "alpha": people.alpha.to_json(),
        pooled: people.kappa.to_json(),
        "pairs": [
            {
                "a": people.names[pair.a],
                "b": people.names[pair.b],
                "units": pair.units,
                "kappa": pair.kappa.to_json(),
                "kappa_quadratic": pair.kappa_quadratic.to_json(),
            }
            for pair in people.pairs
        ],
        "levels_used": people.levels_used,
        "not_applicable": people.not_applicable,
        "cannot_tell": people.cannot_tell,
    }
