"""The project's own promises: what it locks, what it installs, what it says of itself."""

import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import workbench
from tests.workflows.building import desk

LOCKS = ["requirements.lock", "requirements-dev.lock"]
OURS = ["workbench", "tests", "scripts", "benchmarks", ".ci"]


@pytest.fixture(scope="module")
def pyproject(project_root: Path) -> dict[str, Any]:
    return tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))


def locked(path: Path) -> dict[str, list[Requirement]]:
    """Read a lock: package name to its pins, of which there may be one a Python version."""
    pins: dict[str, list[Requirement]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            pin = Requirement(line.removesuffix("\\").strip())
            pins.setdefault(canonicalize_name(pin.name), []).append(pin)
    return pins


def declared(pyproject: dict[str, Any], *extras: str) -> list[Requirement]:
    project = pyproject["project"]
    lines = [*pyproject["build-system"]["requires"], *project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host(project_root: Path, name: str) -> None:
    text = (project_root / name).read_text(encoding="utf-8")

    assert "://" not in text
    assert not re.findall(r"^\s*(?:-i|-f|--(?:extra-)?index-url|--find-links)\b", text, re.M)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_package_to_a_version_and_hashes(project_root: Path, name: str) -> None:
    text = (project_root / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())

    loose = [
        entry
        for entry in entries
        if not re.match(r"\S+==\S+ .*\\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n|$))+$", entry)
    ]

    assert entries
    assert loose == []


@pytest.mark.parametrize(
    ("name", "extras"), [("requirements.lock", ()), ("requirements-dev.lock", ("dev", "inspect"))]
)
def test_a_lock_satisfies_every_declared_dependency(
    project_root: Path, pyproject: dict[str, Any], name: str, extras: tuple[str, ...]
) -> None:
    pins = locked(project_root / name)

    for requirement in declared(pyproject, *extras):
        versions = [
            next(iter(pin.specifier)).version for pin in pins[canonicalize_name(requirement.name)]
        ]
        assert all(map(requirement.specifier.contains, versions)), f"{requirement}: {versions}"


def test_the_development_lock_holds_every_pin_of_the_run_time_lock(project_root: Path) -> None:
    run_time, development = (locked(project_root / name) for name in LOCKS)

    assert {name: development.get(name) for name in run_time} == run_time


def test_no_lock_holds_a_release_known_to_be_malicious(project_root: Path) -> None:
    pins = [pin for name in LOCKS for pin in locked(project_root / name).get("litellm", [])]

    assert not any(pin.specifier.contains(bad) for pin in pins for bad in ("1.82.7", "1.82.8"))


def test_every_dependency_has_its_reason(project_root: Path, pyproject: dict[str, Any]) -> None:
    reasons = (project_root / "DECISIONS.md").read_text(encoding="utf-8")

    names = {requirement.name for requirement in declared(pyproject, "dev", "inspect")}

    assert {name for name in names if f"`{name}`" not in reasons} == set()


def test_the_version_is_the_same_everywhere(pyproject: dict[str, Any]) -> None:
    assert pyproject["project"]["version"] == workbench.__version__


def test_the_environment_runs_no_unexpected_code_at_start(project_root: Path) -> None:
    checked = run([str(project_root / "scripts/check_pth.sh"), sys.prefix])

    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("litellm_init.pth", "import os\n"),
        ("_judge_calibration_workbench.pth", "/somewhere\nimport os\n"),
        ("_virtualenv.pth", "import _virtualenv; import os\n"),
    ],
)
def test_a_planted_pth_file_is_found(
    project_root: Path, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a folder" / name).write_text(text, encoding="utf-8")

    checked = run([str(project_root / "scripts/check_pth.sh"), str(tmp_path)])

    assert checked.returncode == 1
    assert name in checked.stderr


def test_nothing_unfinished_is_left_behind(project_root: Path) -> None:
    note = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")

    found = [
        str(path.relative_to(project_root))
        for path in own_files(project_root)
        if note.search(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def test_the_readme_is_read_in_one_sitting(project_root: Path) -> None:
    lines = (project_root / "README.md").read_text(encoding="utf-8").splitlines()

    assert 0 < len(lines) <= 150


def test_make_help_lists_every_target(project_root: Path) -> None:
    makefile = (project_root / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.M)
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)[0].split()

    listed = run(["make", "--no-print-directory", "-C", str(project_root), "help"]).stdout

    assert re.findall(r"^  make (\S+) +\S", listed, re.M) == targets
    assert sorted(phony) == sorted(targets)


def test_help_is_shown_without_loading_what_is_slow() -> None:
    shown = run([sys.executable, "-X", "importtime", "-m", "workbench", "--help"])

    assert shown.returncode == 0, shown.stderr
    loaded = {line.rpartition("|")[2].strip() for line in shown.stderr.splitlines()}
    assert "click" in loaded
    slow = {"duckdb", "litellm", "numpy", "pydantic", "rich", "scipy", "sklearn", "streamlit"}
    assert loaded & slow == set()


@pytest.mark.parametrize(
    "command",
    [
        ["import", "transcripts", "more.jsonl"],
        ["check"],
        ["calibrate"],
        ["certify"],
        ["plan"],
        ["judge", "--judge", "floor"],
        ["judge", "--help"],
    ],
    ids=" ".join,
)
def test_a_command_that_asks_no_model_loads_nothing_that_does(
    tmp_path: Path, command: list[str]
) -> None:
    made = desk(
        tmp_path, judges="judges:\n  strict: {model: some/model}\n  floor: {baseline: majority}\n"
    )
    made.label([1, 2, 3, 4] * 5)
    made.judge([1, 2, 3, 4] * 5)
    line = '{"id": "t900", "turns": [{"index": 0, "role": "user", "content": "Hello."}]}'
    made.write("more.jsonl", f"{line}\n")
    named = [str(tmp_path / word) if word == "more.jsonl" else word for word in command]

    ran = run([sys.executable, "-X", "importtime", "-m", "workbench", "-C", str(tmp_path), *named])

    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert ran.returncode == 0, ran.stderr[-500:]
    assert "click" in loaded
    assert loaded & {"aiohttp", "httpx", "litellm", "openai", "streamlit"} == set()


def test_a_test_that_reaches_for_the_network_is_refused(network_attempts: list[str]) -> None:
    with pytest.raises(AssertionError, match="tests reach no network"):
        socket.create_connection(("example.invalid", 80), timeout=1)
    with (
        socket.socket() as direct,
        pytest.raises(AssertionError, match=re.escape("'192.0.2.1'")),
    ):
        direct.connect(("192.0.2.1", 80))

    assert len(network_attempts) == 2
    network_attempts.clear()


def test_a_test_may_speak_to_its_own_machine() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), timeout=5) as client,
    ):
        assert client.getpeername() == server.getsockname()


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def own_files(root: Path) -> list[Path]:
    """Every text file that is written by hand, without what tests read as data."""
    files = [path for folder in OURS for path in (root / folder).rglob("*") if path.is_file()]
    files += [path for path in root.iterdir() if path.suffix in (".md", ".toml")]
    return [
        path
        for path in [*files, root / "Makefile"]
        if path.suffix in ("", ".md", ".py", ".sh", ".toml", ".yaml")
    ]
