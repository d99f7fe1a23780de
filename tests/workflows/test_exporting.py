"""What is exported, and what is refused by name."""

import json
from pathlib import Path

import pytest

from tests.exporters.building import certified, entry, exported, panelled
from tests.workflows.building import Desk, close, desk, filled, tone
from workbench.domain.digest import digest
from workbench.errors import DataError, GateError
from workbench.exporters.formats import FORMATS
from workbench.workflows.bench import Asked
from workbench.workflows.exporting import Wanted, export

URL = "http://127.0.0.1:9/v1"
LEVELS = [1, 2, 3, 4] * 25


@pytest.fixture
def two(tmp_path: Path) -> Desk:
    """A workspace in which `strict` is trusted and `lax` is not."""
    judges = f"judges:\n  strict: {entry(URL)}\n  lax: {entry(URL, 'openai/other')}\n"
    made = filled(tmp_path / "workspace", judges=judges)
    made.judge([4, 4, 3, 1] * 25, judge="lax")
    made.certify()
    return made


def test_only_trusted_pairs_are_exported_and_the_others_are_named(two: Desk) -> None:
    found = exported(two, "python")

    assert [(one.dimension, one.judge) for one in found.certificates] == [("tone", "strict")]
    (left_out,) = found.left_out
    assert (left_out.dimension, left_out.judge, left_out.status) == ("tone", "lax", "untrusted")
    assert "is below 0.60" in left_out.reason
    cover = (found.directory / "README.md").read_text(encoding="utf-8")
    assert "- tone, lax: untrusted, kappa -0.82 is below 0.60" in cover


@pytest.mark.parametrize("asked", [{"judges": ("lax",)}, {"judges": ("strict", "lax")}])
def test_an_untrusted_judge_that_is_named_is_refused_and_nothing_is_written(
    two: Desk, asked: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(GateError, match=r"^judge 'lax' not exported:\n  tone, lax: untrusted, "):
        exported(two, "python", **asked)

    assert [path.name for path in two.root.parent.iterdir()] == ["workspace"]


def test_every_file_carries_the_claim_the_digests_and_what_makes_it_stale(two: Desk) -> None:
    certificate = two.certificate()
    trusted = digest(json.loads((two.root / "trusted.json").read_bytes()))

    for to in FORMATS:
        folder = exported(two, to).directory
        (written,) = folder.glob("judge_tone_strict.*")
        text = written.read_text(encoding="utf-8")

        for told in (certificate.rubric_digest, certificate.judge_digest, trusted):
            assert told in text
        assert "better than 0.40 with 95 % confidence" in text
        assert all(reason.split()[-1] in text for reason in certificate.stale_when)


def test_a_stale_pair_is_left_out(two: Desk) -> None:
    two.write("rubrics/tone.yaml", tone("1.1", anchor="very rude"))

    with pytest.raises(GateError, match="tone, strict: stale, the rubric's text has changed since"):
        exported(two, "python")


def test_an_edited_certificate_is_refused(two: Desk) -> None:
    path = two.root / "trusted.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"variants_tried": 2', '"variants_tried": 1'),
        encoding="utf-8",
    )

    with pytest.raises(GateError, match=r"tone, strict: refused, .*variants_tried says 1"):
        exported(two, "python")


def test_recorded_judges_cannot_be_asked_elsewhere(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace", judges="judges:\n  strict: {recorded: true}\n")

    for to in FORMATS:
        with pytest.raises(GateError, match="strict: trusted, but it has recorded verdicts and no"):
            exported(made, to)


def test_a_panel_with_a_recorded_member_cannot_be_asked_elsewhere(tmp_path: Path) -> None:
    made = desk(
        tmp_path / "workspace",
        judges=f"judges:\n  a: {entry(URL)}\n  b: {{recorded: true}}\n"
        "panels:\n  board: {members: [a, b]}\n",
    )
    made.label(LEVELS)
    made.judge(close(LEVELS), judge="board")
    made.certify()

    with pytest.raises(GateError, match="board: trusted, but b has recorded verdicts"):
        exported(made, "python")


@pytest.mark.parametrize(
    ("model", "refusing"),
    [
        ("anthropic/model-1", {"promptfoo", "deepeval", "python"}),
        ("bedrock/model-1", {"promptfoo", "deepeval", "python", "inspect"}),
        ("openai/model-1", set()),
        ("gemini/model-1", {"promptfoo", "deepeval", "python"}),
    ],
)
def test_a_format_refuses_a_model_that_its_tool_cannot_reach(
    tmp_path: Path, model: str, refusing: set[str]
) -> None:
    judges = f"judges:\n  strict: {{model: {model}}}\n"
    made = certified(tmp_path / "workspace", judges=judges)
    for to in FORMATS:
        if to in refusing:
            told = f"strict: trusted, but not for {to}: strict asks {model}"
            with pytest.raises(GateError, match=told):
                exported(made, to)
        else:
            assert len(exported(made, to).certificates) == 1


def test_what_wants_pass_or_fail_refuses_a_scale_without_a_level_that_passes(
    tmp_path: Path,
) -> None:
    route = (
        'dimension: tone\nversion: "1.0"\nquestion: Where to?\nscale: nominal\n'
        "anchors: {refund: money, other: else}\n"
    )
    made = desk(tmp_path / "workspace", rubric=route, judges=f"judges:\n  strict: {entry(URL)}\n")
    made.label(["refund", "other"] * 30)
    made.judge(["refund", "other"] * 30)
    made.certify()

    for to in ("promptfoo", "deepeval"):
        with pytest.raises(GateError, match="its rubric names no level that passes"):
            exported(made, to)
    assert len(exported(made, "python").certificates) == 1


def test_every_format_carries_a_panel(tmp_path: Path) -> None:
    made = panelled(tmp_path / "workspace", URL)

    for to in FORMATS:
        (certificate,) = exported(made, to).certificates
        assert certificate.judge == "board"


def test_a_panels_prompt_says_its_rule(tmp_path: Path) -> None:
    folder = exported(panelled(tmp_path / "workspace", URL), "prompt").directory

    text = (folder / "judge_tone_board.md").read_text(encoding="utf-8")

    assert "The answer that at least 2 of the 3 members give is the panel's" in text
    assert [name for name in ("first", "second", "third") if f"\n## {name}\n" in text] == [
        "first",
        "second",
        "third",
    ]


def test_a_folder_that_holds_something_is_left_alone(two: Desk) -> None:
    folder = two.root.parent / "taken"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(DataError, match="holds something already"):
        export(two.root, Wanted(format="python"), folder)

    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_names_that_nobody_has_are_an_error(two: Desk) -> None:
    folder = two.root.parent / "out"

    for asked in (Asked(judges=("nobody",)), Asked(dimensions=("nothing",))):
        with pytest.raises(DataError, match=r"'no(body|thing)'"):
            export(two.root, Wanted(format="python", asked=asked), folder)


def test_where_certify_never_ran_it_says_so(tmp_path: Path) -> None:
    made = filled(tmp_path / "workspace")

    with pytest.raises(GateError, match="run `workbench certify` first"):
        exported(made, "python")
