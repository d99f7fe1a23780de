"""From published labels to a decision, through the command line only: the figures that others give.

Sources and licences of the sets: data/README.md of the shared folder.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from workbench.cli.main import cli

pytestmark = pytest.mark.realdata

Json = dict[str, Any]
ARGMAX, EXPECTED = "gpt-3.5-turbo-16k/argmax", "gpt-3.5-turbo-16k/expected"


class Workspace:
    """One workspace, driven by commands."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root = root
        self.run("init", str(root), *options, inside=False)

    def run(self, *arguments: str, inside: bool = True) -> str:
        """Run a command that must succeed, and return what it prints."""
        where = ["-C", str(self.root)] if inside else []
        done = CliRunner().invoke(cli, [*where, *arguments], catch_exceptions=False)
        assert done.exit_code == 0, done.stderr
        return done.stdout

    def json(self, *arguments: str) -> Json:
        """Run a command for its JSON."""
        found: Json = json.loads(self.run(*arguments, "--json"))
        return found


def by_judge(found: Json, dimension: str | None = None) -> dict[str, Json]:
    return {
        one["judge"]: one
        for one in found["agreements"]
        if dimension is None or one["dimension"] == dimension
    }


def codes(one: Json) -> list[str]:
    return [reason["code"] for reason in one["reasons"]]


@pytest.fixture(scope="module")
def chats(tmp_path_factory: pytest.TempPathFactory, real_data: Path) -> Workspace:
    """The real chats of LLM-Rubric, with their labels and the recorded judge."""
    made, data = Workspace(tmp_path_factory.mktemp("chats") / "W"), real_data / "llm_rubric_real"
    made.run("import", "transcripts", str(data / "transcripts.jsonl"))
    made.run("import", "labels", str(data / "human_labels.jsonl"), "--scale", "1-4")
    made.run(
        "import",
        "labels",
        str(data / "human_not_applicable.jsonl"),
        *("--scale", "1-4", "--not-applicable", "0"),
    )
    made.run("import", "verdicts", str(data / "judge_scores.jsonl"))
    return made


@pytest.fixture(scope="module")
def of_all_chats(chats: Workspace) -> Json:
    return chats.json("calibrate", "--split", "all")


@pytest.fixture(scope="module")
def certified_chats(chats: Workspace, of_all_chats: Json) -> Json:
    assert of_all_chats["stamp"]["split"] == "all"
    return chats.json("certify")


def test_all_chats_and_dimensions_are_there(chats: Workspace, of_all_chats: Json) -> None:
    lines = (chats.root / "transcripts" / "transcripts.jsonl").read_text(encoding="utf-8")

    assert lines.count("\n") == 223
    assert [one["dimension"] for one in of_all_chats["people"]] == [f"Q{i}" for i in range(9)]


def test_answers_that_a_question_does_not_apply_are_kept_as_such(of_all_chats: Json) -> None:
    assert sum(one["not_applicable"] for one in of_all_chats["people"]) == 306


@pytest.mark.parametrize(
    ("dimension", "kappa"),
    [
        ("Q0", 0.079788),
        ("Q1", -0.072237),
        ("Q2", -0.015678),
        ("Q3", 0.027683),
        ("Q6", 0.009399),
        ("Q7", -0.004832),
        ("Q8", 0.084527),
    ],
)
def test_the_recorded_judge_of_chats_agrees_by_chance_only(
    of_all_chats: Json, dimension: str, kappa: float
) -> None:
    found = by_judge(of_all_chats, dimension)[ARGMAX]

    assert found["kappa_quadratic"]["value"] == pytest.approx(kappa, abs=5e-7)


def test_the_interval_and_the_bound_of_the_overall_question(of_all_chats: Json) -> None:
    kappa = by_judge(of_all_chats, "Q0")[ARGMAX]["kappa_quadratic"]

    assert [kappa["low"], kappa["high"]] == pytest.approx([-0.020789, 0.178766], abs=5e-7)
    assert kappa["lower_bound"] == pytest.approx(-0.004486, abs=5e-7)


@pytest.mark.parametrize("dimension", ["Q4", "Q5"])
def test_a_constant_judge_is_called_one(of_all_chats: Json, dimension: str) -> None:
    found = by_judge(of_all_chats, dimension)[ARGMAX]

    assert found["kappa_quadratic"]["undefined"] == "rater_constant"
    assert codes(found)[0] == "rater_constant"


def test_real_valued_scores_are_errors_and_the_first_one_is_named(
    of_all_chats: Json, real_data: Path
) -> None:
    scores = lines(real_data / "llm_rubric_real" / "judge_scores.jsonl")

    for dimension in (f"Q{i}" for i in range(9)):
        found = by_judge(of_all_chats, dimension)[EXPECTED]
        first = next(
            one["score"]
            for one in scores
            if (one["dimension"], one["judge"]) == (dimension, EXPECTED)
            and one["transcript_id"] in labelled(real_data, dimension)
        )
        assert found["errors"]["count"] == found["errors"]["of"] > 100
        assert found["kappa_quadratic"]["value"] is None
        assert codes(found)[0] == "errors"
        assert f"the first: {first} is not a level of 1-4" in found["reasons"][0]["text"]


def test_severe_misses_are_told_with_the_chats(of_all_chats: Json, real_data: Path) -> None:
    found = by_judge(of_all_chats, "Q2")[ARGMAX]["severe_misses"]
    lowest = {name for name, level in labelled(real_data, "Q2").items() if level == 1}

    assert (found["count"], found["of"]) == (20, 20)
    assert set(found["transcripts"]) == lowest


def test_no_judge_of_chats_is_trusted(certified_chats: Json) -> None:
    assert {one["status"] for one in certified_chats["agreements"]} == {"untrusted"}
    assert len(certified_chats["agreements"]) == 27


def test_certifying_chats_twice_changes_no_status(chats: Workspace, certified_chats: Json) -> None:
    again = chats.json("certify")

    def told(found: Json) -> list[tuple[str, str, str, str]]:
        return [
            (one["dimension"], one["judge"], one["status"], one["claim"])
            for one in found["agreements"]
        ]

    assert told(again) == told(certified_chats)


@pytest.mark.parametrize(
    ("judge", "published"),
    [
        (ARGMAX, [1.201643, 0.140091, 0.086990, 0.081134]),
        (EXPECTED, [0.918676, 0.177301, 0.086675, 0.065928]),
    ],
)
def test_the_baselines_of_the_publication(
    chats: Workspace, real_data: Path, judge: str, published: list[float]
) -> None:
    people = labelled(real_data, "Q0")
    given = verdicts(chats, judge, "Q0")
    first = np.array([people[name] for name in sorted(people)], dtype=float)
    second = np.array([given[name] for name in sorted(people)], dtype=float)

    found = [
        float(np.sqrt(np.mean((first - second) ** 2))),
        float(stats.pearsonr(first, second)[0]),
        float(stats.spearmanr(first, second)[0]),
        float(stats.kendalltau(first, second)[0]),
    ]

    assert len(first) == 223
    assert found == pytest.approx(published, abs=5e-7)


def lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def labelled(real_data: Path, dimension: str) -> dict[str, int]:
    """Return the one label of each chat, as published."""
    found = lines(real_data / "llm_rubric_real" / "human_labels.jsonl")
    return {one["transcript_id"]: one["score"] for one in found if one["dimension"] == dimension}


def verdicts(made: Workspace, judge: str, dimension: str) -> dict[str, float]:
    """Return what a judge gave each transcript, as the workspace keeps it."""
    found = (
        one
        for path in (made.root / "verdicts").glob("*.jsonl")
        for one in lines(path)
        if (one["judge"], one["dimension"]) == (judge, dimension)
    )
    # A value that is no level stands in the reply, as the judge gave it.
    return {one["transcript"]: float(one["level"] if "level" in one else raw(one)) for one in found}


def raw(verdict: Json) -> str:
    reply = str(verdict["reply"])
    return str(json.loads(reply)["value"]) if reply.startswith("{") else reply


def alttest(tmp: Path, real_data: Path, name: str, scale: str) -> Workspace:
    """Return one set of the alternative annotator test: numbers without their texts."""
    made, data = Workspace(tmp / name, "--bare"), real_data / "alttest" / name
    alone = "--without-transcripts"
    made.run("import", "labels", str(data / "human_labels.jsonl"), "--scale", scale, alone)
    made.run("import", "verdicts", str(data / "judge_scores.jsonl"), alone)
    return made


@pytest.fixture(scope="module")
def stars(tmp_path_factory: pytest.TempPathFactory, real_data: Path) -> Workspace:
    return alttest(tmp_path_factory.mktemp("alttest"), real_data, "cebab_stars", "1-5")


def test_judges_of_restaurant_stars_beat_people_among_themselves(stars: Workspace) -> None:
    found = by_judge(stars.json("calibrate", "--split", "all"))

    assert [found[judge]["kappa_quadratic"]["value"] for judge in sorted(found)] == pytest.approx(
        [0.717704, 0.773729, 0.796929, 0.792766, 0.777521, 0.743201], abs=5e-7
    )
    for one in found.values():
        assert one["ceiling"]["kappa_quadratic"]["value"] == pytest.approx(0.678242, abs=5e-7)
        assert one["ceiling"]["delta"]["value"] > 0


def test_all_judges_of_restaurant_stars_are_trusted(stars: Workspace) -> None:
    found = stars.json("certify")

    assert [one["status"] for one in found["agreements"]] == ["trusted"] * 6
    for one in found["agreements"]:
        assert one["claim"].startswith("better than 0.40 with 95 % confidence (0.")
        assert (
            "6 variants tried, draft rubric without anchors, assumed a random sample"
            in one["claim"]
        )
    assert [one["status"] for one in stars.json("certify")["agreements"]] == ["trusted"] * 6
    assert "cebab_stars" in stars.run("certify", "--require", "cebab_stars")
    trusted = json.loads((stars.root / "trusted.json").read_text(encoding="utf-8"))
    assert [one["status"] for one in trusted["certificates"]] == ["trusted"] * 6


def test_people_differ_on_restaurant_stars_as_published(real_data: Path) -> None:
    pairs = by_pair(real_data / "alttest" / "cebab_stars" / "human_labels.jsonl")

    apart = [np.mean([abs(a - b) for a, b in shared]) for shared in pairs]
    together = [stats.pearsonr(*zip(*shared, strict=True))[0] for shared in pairs]

    assert np.mean(apart) == pytest.approx(0.67, abs=0.005)
    assert np.mean(together) == pytest.approx(0.67, abs=0.005)


def by_pair(path: Path) -> list[list[tuple[Any, Any]]]:
    """Return the labels that two annotators gave the same items, for every two who share one."""
    items: dict[str, dict[str, Any]] = {}
    for one in lines(path):
        items.setdefault(one["transcript_id"], {})[one["labeller"]] = one["score"]
    pairs: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    for given in items.values():
        for a, b in combinations(sorted(given), 2):
            pairs.setdefault((a, b), []).append((given[a], given[b]))
    return list(pairs.values())


def test_where_people_disagree_no_judge_is_trusted(tmp_path: Path, real_data: Path) -> None:
    made = alttest(tmp_path, real_data, "10k_prompts", "1-5")

    shown = by_judge(made.json("calibrate", "--split", "all"))
    certified = by_judge(made.json("certify"))

    assert len(certified) == 6
    for judge, one in certified.items():
        ceiling = shown[judge]["ceiling"]["kappa_quadratic"]["value"]
        assert ceiling == pytest.approx(0.247137, abs=5e-7)
        assert one["status"] != "trusted"
        own = one["ceiling"]["kappa_quadratic"]["value"]
        (told,) = [each for each in one["reasons"] if each["code"] == "people_disagree"]
        assert f"only to {own:.2f} (n={one['ceiling']['units']}," in told["text"]
        assert one["next"].startswith("mend the anchors first")


def test_a_weighted_kappa_of_names_is_refused(tmp_path: Path, real_data: Path) -> None:
    made = alttest(tmp_path, real_data, "mtbench", "nominal:model_a,model_b,tie")

    found = made.json("calibrate", "--split", "all")

    assert len(found["agreements"]) == 6
    for one in found["agreements"]:
        assert one["kappa_quadratic"] == {
            "value": None,
            "low": None,
            "high": None,
            "lower_bound": None,
            "undefined": "weighted_on_nominal",
        }
        assert one["kappa_linear"]["undefined"] == "weighted_on_nominal"
        assert one["kappa"]["value"] is not None


def test_experts_who_compare_agree_as_published(real_data: Path) -> None:
    shared = by_pair(real_data / "alttest" / "mtbench" / "human_labels.jsonl")
    both = [pair for pairs in shared for pair in pairs]

    observed = np.mean([a == b for a, b in both])
    used = Counter(level for pair in both for level in pair)
    chance = sum((count / (2 * len(both))) ** 2 for count in used.values())

    assert observed == pytest.approx(0.66, abs=0.005)
    assert (observed - chance) / (1 - chance) == pytest.approx(0.49, abs=0.005)


@pytest.fixture(scope="module")
def preferences(tmp_path_factory: pytest.TempPathFactory, real_data: Path) -> Workspace:
    made, data = (
        Workspace(tmp_path_factory.mktemp("pandalm") / "N", "--bare"),
        real_data / "pandalm",
    )
    made.run("import", "transcripts", str(data / "transcripts.jsonl"))
    made.run("import", "labels", str(data / "human_labels.jsonl"), "--scale", "nominal:0,1,2")
    made.run("import", "verdicts", str(data / "judge_scores.jsonl"))
    return made


def test_annotators_of_preferences_agree_as_published(preferences: Workspace) -> None:
    (people,) = preferences.json("calibrate", "--split", "all")["people"]

    pairs = {(one["a"], one["b"]): one["kappa"]["value"] for one in people["pairs"]}
    assert pairs == {
        ("annotator1", "annotator2"): pytest.approx(0.85, abs=0.005),
        ("annotator1", "annotator3"): pytest.approx(0.88, abs=0.005),
        ("annotator2", "annotator3"): pytest.approx(0.86, abs=0.005),
    }
    assert people["units"] == 999


def test_unusable_answers_are_errors_and_in_no_mean(preferences: Workspace) -> None:
    found = preferences.json("calibrate", "--split", "all")["agreements"]

    assert sum(one["errors"]["count"] for one in found) == 25
    for one in found:
        assert one["errors"]["of"] == 999
        assert one["units"] + one["errors"]["count"] == 999
        assert sum(map(sum, one["confusion"])) == pytest.approx(one["units"])


def test_the_majority_of_preferences_is_as_published(real_data: Path) -> None:
    votes: dict[str, Counter[int]] = {}
    for one in lines(real_data / "pandalm" / "human_labels.jsonl"):
        votes.setdefault(one["transcript_id"], Counter())[one["score"]] += 1
    majority = Counter(given.most_common(1)[0][0] for given in votes.values())

    assert [majority[level] for level in (0, 1, 2)] == [105, 422, 472]


@pytest.mark.parametrize(
    ("name", "scale", "published"),
    [
        (
            "newsroom",
            "1-5",
            {
                "Informativeness": 0.2848732349364207,
                "Relevance": 0.11512128779864284,
                "Fluency": -0.015808123685552733,
                "Coherence": 0.06497202567878013,
            },
        ),
        (
            "recipes",
            "1-6",
            {
                "grammar": 0.41512699786609375,
                "fluency": 0.43239839448968664,
                "verbosity": 0.3991422935197101,
                "structure": 0.3985577014111057,
                "success": 0.3627155704454662,
                "overall": 0.4351007794425691,
            },
        ),
    ],
)
def test_raters_without_any_judge_agree_as_published(
    tmp_path: Path, real_data: Path, name: str, scale: str, published: dict[str, float]
) -> None:
    made, data = Workspace(tmp_path / name, "--bare"), real_data / "judge_bench" / name
    labels = str(data / "human_labels.jsonl")
    made.run("import", "labels", labels, "--scale", scale, "--without-transcripts")

    found = made.json("calibrate", "--split", "all")

    alphas = {one["dimension"]: one["alpha"]["value"] for one in found["people"]}
    assert alphas == pytest.approx(published, abs=1e-12)
    assert found["agreements"] == []
