"""Rules beside suites: each suite gets its own, however many have the same name."""

import sys
from pathlib import Path

import pytest

from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.workflows.suite_functions import SuiteFunctions

SAID = Transcript.from_line('{"id": "t", "turns": [{"index": 0, "role": "user", "content": "Hi"}]}')


@pytest.fixture(params=["rules.py", "rules/__init__.py", "rules/tone.py"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[SuiteFunctions, SuiteFunctions]:
    """Two suites with rules of the same name: a file, a package, a module of a folder."""
    return found(tmp_path / "one", request.param), found(tmp_path / "two", request.param)


def found(folder: Path, file: str, text: str = "") -> SuiteFunctions:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    text = text or f"def says(transcript):\n    return {folder.name!r}\n"
    path.write_text(text, encoding="utf-8")
    return SuiteFunctions([folder, folder.parent])


def test_two_suites_have_rules_of_one_name_and_each_its_own(
    two: tuple[SuiteFunctions, SuiteFunctions], request: pytest.FixtureRequest
) -> None:
    module = "rules.tone" if "tone" in request.node.name else "rules"

    said = [suite.find(f"{module}:says")(SAID) for suite in (*two, two[0])]

    assert said == ["one", "two", "one"]
    assert "rules" not in sys.modules


@pytest.mark.parametrize("inside", [False, True])
def test_what_rules_import_from_beside_them_is_their_own_too(tmp_path: Path, inside: bool) -> None:
    text = (
        "def says(transcript):\n    import words\n    return words.SAID\n"
        if inside
        else "import words\ndef says(transcript):\n    return words.SAID\n"
    )
    suites = [found(tmp_path / name, "rules.py", text) for name in ("one", "two")]
    for name in ("one", "two"):
        (tmp_path / name / "words.py").write_text(f"SAID = {name!r}\n", encoding="utf-8")

    rules = [suite.find("rules:says") for suite in suites]

    assert [rule(SAID) for rule in (*rules, *rules)] == ["one", "two"] * 2
    assert "words" not in sys.modules
    assert not {str(tmp_path), str(tmp_path / "one"), str(tmp_path / "two")} & set(sys.path)


def test_two_functions_of_one_file_share_what_it_holds(tmp_path: Path) -> None:
    text = "seen = []\ndef adds(t):\n    seen.append(t.id)\ndef says(t):\n    return str(seen)\n"
    suite = found(tmp_path / "one", "rules.py", text)

    suite.find("rules:adds")(SAID)

    assert suite.find("rules:says")(SAID) == "['t']"


def test_rules_may_import_each_other_inside_their_package(tmp_path: Path) -> None:
    found(tmp_path / "one", "rules/words.py", "SAID = 'relative'\n")
    text = "from .words import SAID\ndef says(t):\n    return SAID\n"

    suite = found(tmp_path / "one", "rules/__init__.py", text)

    assert suite.find("rules:says")(SAID) == "relative"


def test_a_rule_may_be_installed_or_stand_in_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("def says(t):\n    return 'house'\n", encoding="utf-8")
    suite = found(tmp_path / "one", "rules.py")

    assert suite.find("house:says")(SAID) == "house"
    assert callable(suite.find("json:dumps"))
    assert callable(suite.find("workbench.scoring.reading:read"))


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("def (\n", "rules:says", "cannot be imported (SyntaxError: "),
        ("1 / 0\n", "rules:says", "cannot be imported (ZeroDivisionError: "),
        ("import nothing_there\n", "rules:says", "No module named 'nothing_there'"),
        ("SAID = 1\n", "rules:SAID", "must be a function of one transcript"),
        ("SAID = 1\n", "rules:says", "'rules' has no 'says'"),
    ],
)
def test_a_rule_that_cannot_be_had_is_named(
    tmp_path: Path, text: str, name: str, told: str
) -> None:
    with pytest.raises(DataError) as caught:
        found(tmp_path / "one", "rules.py", text).find(name)

    assert told in str(caught.value)
    assert str(caught.value).startswith(f"invariant {name!r}: ")


def test_what_a_rule_prints_is_kept_out_of_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "print('loaded')\ndef says(transcript):\n    print('called')\n    return True\n"

    found(tmp_path / "one", "rules.py", text).find("rules:says")(SAID)

    assert capsys.readouterr() == ("", "loaded\ncalled\n")


@pytest.mark.parametrize("text", ["    os._exit(0)\n", "    os._exit(7)\n"])
def test_a_rule_that_would_end_the_process_at_once_raises(tmp_path: Path, text: str) -> None:
    file = f"import os\ndef leaves(transcript):\n{text}"

    with pytest.raises(SystemExit):
        found(tmp_path / "one", "rules.py", file).find("rules:leaves")(SAID)


def test_a_process_that_a_rule_starts_ends_as_it_likes(tmp_path: Path) -> None:
    file = (
        "import os\n"
        "def starts(transcript):\n"
        "    child = os.fork()\n"
        "    if not child:\n"
        "        os._exit(7)\n"
        "    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
    )

    assert found(tmp_path / "one", "rules.py", file).find("rules:starts")(SAID) is True


def test_a_file_that_ends_the_process_when_imported_is_one_that_cannot_be_imported(
    tmp_path: Path,
) -> None:
    suite = found(tmp_path / "one", "rules.py", "raise SystemExit(0)\n")

    with pytest.raises(DataError, match=r"cannot be imported \(SystemExit: 0\)"):
        suite.find("rules:says")


@pytest.mark.parametrize(
    "written", ["{outside}:says", "../outside:says", ":says", "rules:", "a-b:c"]
)
def test_a_rule_is_named_as_an_import_names_it_and_leaves_no_folder(
    tmp_path: Path, written: str
) -> None:
    (tmp_path / "outside.py").write_text("def says(t):\n    return True\n", encoding="utf-8")
    suite = found(tmp_path / "workspace" / "suites", "rules.py")

    with pytest.raises(DataError, match="must be `module:function`"):
        suite.find(written.format(outside=tmp_path / "outside"))
