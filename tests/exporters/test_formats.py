"""Text that people chose is written so that the format it goes to cannot run it."""

import ast
from pathlib import Path

from ruamel.yaml import YAML

from tests.exporters.building import certified, entry, exported
from tests.workflows.building import close, desk
from workbench.exporters.formats import FORMATS
from workbench.exporters.markdown import code_block, plain

EVIL = "\"\"\"\\n'''{{ env.HOME }} ```\n```\n${HOME} <img src=x> `rm` $pair"
NAME = "{{7*7}} '; import os #"
URL = "http://127.0.0.1:9/v1"


def test_hostile_names_and_texts_stay_text(tmp_path: Path) -> None:
    rubric = {
        "dimension": "tone", "version": "1.0", "question": EVIL,
        "anchors": {1: EVIL, 2: "curt", 3: "polite", 4: "warm"}, "pass_at": 3,
    }  # fmt: skip
    made = desk(tmp_path / "workspace", rubric="", judges="")
    with (made.root / "rubrics" / "tone.yaml").open("w", encoding="utf-8") as file:
        YAML().dump(rubric, file)
    with (made.root / "judges.yaml").open("w", encoding="utf-8") as file:
        YAML().dump({"judges": {NAME: YAML(typ="safe").load(entry(URL))}}, file)
    made.label([1, 2, 3, 4] * 25)
    made.judge(close([1, 2, 3, 4] * 25), judge=NAME)
    made.certify()

    for to in FORMATS:
        folder = exported(made, to).directory
        for path in folder.glob("judge_*.py"):
            (held,) = [
                ast.literal_eval(node.value)
                for node in ast.parse(path.read_text(encoding="utf-8")).body
                if isinstance(node, ast.AnnAssign) and node.value is not None
            ]
            assert held["rubric"]["question"] == EVIL
            assert list(held["judges"]) == [NAME]
        for path in [*folder.glob("*.yaml"), *folder.iterdir()]:
            assert "{{7" not in path.name
        if (folder / "promptfooconfig.yaml").exists():
            assert "7*7" not in (folder / "promptfooconfig.yaml").read_text(encoding="utf-8")
        cover = (folder / "README.md").read_text(encoding="utf-8")
        assert "judged by {{7\\*7}} '; import os \\#" in cover


def test_pairs_whose_names_differ_in_marks_alone_get_files_of_their_own(tmp_path: Path) -> None:
    names = ("a b", "a-b", "ä")
    judges = "judges:\n" + "".join(
        f"  {name}: {entry(URL, f'openai/{name[0]}1')}\n" for name in names
    )
    made = desk(tmp_path / "workspace", judges=judges)
    made.label([1, 2, 3, 4] * 25)
    for name in names:
        made.judge(close([1, 2, 3, 4] * 25), judge=name)
    made.certify()

    written = sorted(path.name for path in exported(made, "prompt").directory.iterdir())

    assert written == ["README.md", "judge_tone.md", "judge_tone_a_b.md", "judge_tone_a_b__2.md"]


def test_promptfoo_is_told_the_assertions_and_a_judge_of_recorded_conversations(
    tmp_path: Path,
) -> None:
    folder = exported(certified(tmp_path / "workspace"), "promptfoo").directory

    config = YAML(typ="safe").load((folder / "promptfooconfig.yaml").read_text(encoding="utf-8"))

    asserted = [{"type": "python", "value": "file://judge_tone_strict.py"}]
    assert config == {
        "prompts": ["{{transcript}}"],
        "providers": ["echo"],
        "defaultTest": {"assert": asserted},
    }


def test_the_prompt_marks_the_transcripts_place(tmp_path: Path) -> None:
    folder = exported(certified(tmp_path / "workspace"), "prompt").directory

    text = (folder / "judge_tone_strict.md").read_text(encoding="utf-8")

    assert "\nBEGIN TRANSCRIPT {{mark}}\n{{turns}}\nEND TRANSCRIPT {{mark}}\n" in text
    assert "- 1: rude\n- 2: curt\n- 3: polite\n- 4: warm\n" in text


def test_a_block_of_code_cannot_be_closed_by_its_text() -> None:
    assert code_block("a\n````\nb") == "`````text\na\n````\nb\n`````"


def test_plain_text_marks_nothing() -> None:
    assert plain("a\n# *b* [c](d) <e> `f`") == r"a \# \*b\* \[c\](d) \<e\> \`f\`"
