"""Detail: what pages draw of one cell of the trust table, as plain rows, each with its n."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.calibration.gold import GoldAgreement
from workbench.calibration.grounds import weight
from workbench.calibration.phrases import explained, number
from workbench.calibration.rates import Rate
from workbench.calibration.statistic import Statistic
from workbench.calibration.summary import Agreement, People
from workbench.domain.digest import shown
from workbench.domain.look import Look
from workbench.workflows.calibrating import Measured
from workbench.workflows.depicting import Row, facts, point
from workbench.workflows.inspecting import Depth
from workbench.workflows.retracing import Past

Key = (
    tuple[Literal["cell"], int, int]
    | tuple[Literal["error"], str]
    | tuple[Literal["without"], str]
    | tuple[Literal["severe"]]
)
"""Names transcripts: of a cell of the matrix by its codes, of an error by its kind, ..."""

WITHOUT = {
    "error": "the verdict is an error",
    "no_majority": "the panel found no majority",
    "not_applicable": "the judge said not applicable",
    "no_verdict": "the judge was not asked, or its verdict is out of date",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """One cell of the confusion matrix.

    Attributes:
        key: What names its transcripts.
        weight: Their label weight, in words: 1 for each transcript whose labels are all this.
        transcripts: How many there are.
        kind: Whether people and judge agree, or the judge passes what people put at the bottom.
    """

    key: Key
    weight: str
    transcripts: int
    kind: Literal["agree", "severe", "apart"]

    @property
    def counted(self) -> str:
        """How many there are, and what they count where that is another number."""
        return _counted(self.transcripts, self.weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """Transcripts behind a figure."""

    title: str
    transcripts: tuple[str, ...]
    weight: str | None = None
    """Of a square: what they count there together, in words."""

    @property
    def counted(self) -> str:
        """How many there are, and what they count where that is another number."""
        return _counted(len(self.transcripts), self.weight)

    @property
    def counted_in_shares(self) -> bool:
        """Whether some of them count in part: people gave them other levels too."""
        return self.weight is not None and self.weight != str(len(self.transcripts))


def _counted(count: int, weight: str | None) -> str:
    """Say how many transcripts there are, and their label weight where it is another number."""
    told = f"{count} transcript{'' if count == 1 else 's'}"
    if weight is None or weight == str(count):
        return told
    return f"{told} that {'counts' if count == 1 else 'count together'} {weight}"


def matrix(one: Agreement, depth: Depth) -> tuple[tuple[Square, ...], ...]:
    """Return the confusion matrix, rows people, columns the judge."""
    size = range(len(depth.rubric.scale_levels))
    return tuple(tuple(_square(one, depth, row, column) for column in size) for row in size)


def _square(one: Agreement, depth: Depth, row: int, column: int) -> Square:
    rubric, levels = depth.rubric, depth.rubric.scale_levels
    bottom = row == 0 if rubric.scale == "ordinal" else levels[row] not in rubric.passing
    missed = bool(rubric.passing) and bottom and levels[column] in rubric.passing
    return Square(
        key=("cell", row, column),
        weight=weight(float(one.confusion[row, column])),
        transcripts=len(depth.places.cells.get((row, column), ())),
        kind="agree" if row == column else "severe" if missed else "apart",
    )


def behind(one: Agreement, depth: Depth, key: Key) -> Behind:
    """Return the transcripts that a key names, and what they have in common."""
    places, levels = depth.places, depth.rubric.scale_levels
    if key[0] == "cell":
        people, judge = key[1], key[2]
        title = f"People gave {levels[people]}, the judge {levels[judge]}"
        found = places.cells.get((people, judge), ())
        share = weight(float(one.confusion[people, judge]))
        return Behind(title=title, transcripts=found, weight=share)
    if key[0] == "error":
        return Behind(title=f"Errors: {key[1]}", transcripts=places.errors.get(key[1], ()))
    if key[0] == "without":
        title = WITHOUT.get(key[1], key[1])
        found = places.without_level.get(key[1], ())
        return Behind(title=f"{title[0].upper()}{title[1:]}", transcripts=found)
    severe = None if one.severe is None else weight(one.severe.count)
    return Behind(title="Severe misses", transcripts=one.severe_transcripts, weight=severe)


def tells_levels(key: Key) -> bool:
    """Whether to stand in the list that a key names says what a transcript was given."""
    return key[0] in {"cell", "severe"} or key == ("without", "not_applicable")


def severe_words(one: Agreement, limit: float) -> str:
    """Say how many severe misses there are, out of what, and where the limit is."""
    severe = one.severe
    if severe is None:
        return "not defined: the scale names no level as a pass"
    if severe.rate is None or severe.upper is None:
        return "not defined: people gave the lowest level to no transcript here"
    return (
        f"the judge passes {weight(severe.count)} of the {weight(severe.of)} transcripts that "
        f"people put at the bottom ({severe.rate:.0%}, at most {severe.upper:.0%}); the limit is "
        f"{limit:.0%}"
    )


def settled_words(gold: GoldAgreement) -> str:
    """Say how a judge agrees with the levels that adjudication settled."""
    words = explained(gold.kappa, gold.units)
    return f"Beside the levels settled on the Adjudicate page: kappa {words} (n={gold.units})"


def figure_rows(one: Measured) -> list[Row]:
    """Return every figure of one cell in words, with what it is out of."""
    measured = one.agreement
    known = facts(measured)

    def words(statistic: Statistic, n: int, form: str = ".2f") -> str:
        return explained(statistic, n, form, known)

    n = measured.units
    found = [
        ("kappa, quadratic", words(measured.kappa_quadratic, n), n),
        ("kappa, linear", words(measured.kappa_linear, n), n),
        ("kappa, unweighted", words(measured.kappa, n), n),
        ("alpha, the judge one of the raters", words(measured.alpha, n), n),
        ("people among themselves", words(measured.ceiling.kappa, measured.ceiling.units), None),
        ("judge less people", words(measured.ceiling.delta, measured.ceiling.units, "+.2f"), None),
        *_shares(measured),
        ("bias, levels above people", words(measured.bias, n, "+.2f"), n),
        ("passes what people pass (TPR)", *_rate(measured.tpr)),
        ("fails what people fail (TNR)", *_rate(measured.tnr)),
        ("AC2, beside a rare class", number(measured.ac2), n),
    ]
    ceiling = measured.ceiling.units
    return [
        {"figure": name, "value": value, "n": ceiling if of is None else of}
        for name, value, of in found
    ]


def _shares(one: Agreement) -> list[tuple[str, str, int | float | None]]:
    shares = one.shares
    if shares is None:
        return [("exact agreement", "not defined: no transcript was rated by both sides", 0)]
    found: list[tuple[str, str, int | float | None]] = [
        (
            "exact agreement",
            f"{shares.exact:.0%}, by chance {shares.exact_by_chance:.0%}",
            one.units,
        )
    ]
    if shares.adjacent is not None and shares.adjacent_by_chance is not None:
        words = f"{shares.adjacent:.0%}, by chance {shares.adjacent_by_chance:.0%}"
        found.append(("within one level", words, one.units))
    return found


def _rate(rate: Rate) -> tuple[str, float]:
    return explained(rate.statistic, round(rate.of)), round(rate.of, 1)


def pair_rows(people: People) -> list[Row]:
    """Return every two labellers who share a transcript."""
    nominal = people.rubric.scale == "nominal"
    return [
        {
            "labeller": people.names[pair.a],
            "and": people.names[pair.b],
            "n": pair.units,
            "kappa": explained(pair.kappa if nominal else pair.kappa_quadratic, pair.units),
        }
        for pair in people.pairs
    ]


def labeller_rows(one: Agreement) -> list[Row]:
    """Return every labeller beside the judge."""
    return [
        {"labeller": name, "n": own.units, "kappa": explained(own.kappa, own.units)}
        for name, own in one.per_labeller
    ]


def level_rows(depth: Depth) -> list[Row]:
    """Return the judge's bias at every level, as words and as marks."""
    return [
        {
            "level": str(depth.rubric.scale_levels[one.code]),
            "n": one.units,
            "bias": explained(one.bias, one.units, "+.2f"),
            "value": one.bias.value,
            "low": one.bias.low,
            "high": one.bias.high,
        }
        for one in depth.levels
    ]


def slice_rows(depth: Depth) -> list[Row]:
    """Return the slices of a field; a small one shows its n only."""
    return [
        {
            "value": "(none)" if part.value is None else part.value,
            "n": part.units,
            "kappa": "too few to say" if part.kappa is None else explained(part.kappa, part.units),
            "against the rest": part.difference,
            "stands out": "yes" if part.stands_out else "no",
        }
        for part in depth.slices
    ]


def retest_rows(depth: Depth) -> list[Row]:
    """Return every labeller beside themselves."""
    return [
        {
            "labeller": one.labeller,
            "n": one.units,
            "kappa": explained(one.kappa, one.units),
            "exact": None if one.shares is None else one.shares.exact,
            "by chance": None if one.shares is None else one.shares.exact_by_chance,
        }
        for one in depth.retests
    ]


def past_rows(history: Sequence[Past]) -> list[Row]:
    """Return a judge's history, as words and as marks."""
    return [
        {
            "variant": f"{place}. version {one.rubric_version}",
            "rubric text": shown(one.rubric_digest),
            "judge": shown(one.fingerprint),
            "in force": "yes" if one.current else "no",
            "verdicts": one.verdicts,
            "from": one.first.date().isoformat(),
            "to": one.last.date().isoformat(),
            "n": one.units,
            "kappa": _past_words(one),
            "value": None if one.kappa is None else point(one.kappa),
            "low": None if one.kappa is None else one.kappa.low,
            "high": None if one.kappa is None else one.kappa.high,
        }
        for place, one in enumerate(history, 1)
    ]


def _past_words(one: Past) -> str:
    if one.kappa is None:
        return "not shown: nobody looked at it while it was in force, and looking now would count"
    return explained(one.kappa, one.units)


def look_rows(looks: Sequence[Look]) -> list[Row]:
    """Return the record of looks, the newest first."""
    return [
        {
            "at": look.at.isoformat(sep=" ", timespec="minutes"),
            "command": look.command,
            "judge": look.judge,
            "version": look.rubric_version,
            "rubric text": shown(look.rubric_digest),
            "fingerprint": shown(look.judge_digest),
            "n": look.units,
        }
        for look in sorted(looks, key=lambda look: look.at, reverse=True)
    ]
