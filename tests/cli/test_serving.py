"""`workbench app`: served on this machine alone, under its own names, or refused in a sentence."""

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.browser.serving import Served
from tests.workflows.building import desk
from workbench.cli.main import cli
from workbench.cli.serving import app_command

_CONFIG = """\
[server]
address = "0.0.0.0"
allowedHosts = ["evil.test"]
corsAllowedOrigins = ["http://evil.test"]
enableCORS = false
enableXsrfProtection = false
fileWatcherType = "poll"
[browser]
gatherUsageStats = true
[client]
showErrorDetails = "full"
"""
"""What somebody may have in their home for other apps of theirs."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app on an empty workspace, started by somebody whose own settings are careless."""
    home = tmp_path_factory.mktemp("home")
    (home / ".streamlit").mkdir()
    (home / ".streamlit/config.toml").write_text(_CONFIG, encoding="utf-8")
    root = tmp_path_factory.mktemp("served") / "workspace"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(home))
        with Served(desk(root).root) as app:
            yield app


def upgraded(served: Served, host: str, origin: str | None) -> int:
    """Ask for the page's WebSocket and return the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.putrequest("GET", "/_stcore/stream", skip_host=True)
    for name, value in {
        "Host": host,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        **({} if origin is None else {"Origin": origin}),
    }.items():
        connection.putheader(name, value)
    connection.endheaders()
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_page_is_served(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.request("GET", "/")
    answer = connection.getresponse()

    assert (answer.status, b"<!DOCTYPE html>" in answer.read()[:2000]) == (200, True)
    connection.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_its_own_names_are_let_in(served: Served, host: str) -> None:
    own = f"{host}:{served.port}"

    assert upgraded(served, own, f"http://{own}") == http.HTTPStatus.SWITCHING_PROTOCOLS


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.test", "http://evil.test"),
        ("evil.test:{port}", "http://evil.test:{port}"),
        ("127.0.0.1:{port}", "http://evil.test"),
        ("localhost:{port}", "null"),
        ("localhost.evil.test", "http://localhost:{port}"),
    ],
)
def test_a_foreign_host_or_origin_is_refused(served: Served, host: str, origin: str) -> None:
    asked = (host.format(port=served.port), origin.format(port=served.port))

    assert upgraded(served, *asked) == http.HTTPStatus.FORBIDDEN


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_no_other_address_of_this_machine_answers(served: Served) -> None:
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", served.port)) != 0


def test_a_port_that_is_taken_is_one_sentence_and_exit_code_2(served: Served) -> None:
    command = [sys.executable, "-m", "workbench", "-C", str(served.root), "app"]

    ran = subprocess.run(
        [*command, "--no-open", "--port", str(served.port)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"error: port {served.port}: cannot be served on (Address already")
    assert f"--port {served.port + 1}" in line


def test_a_folder_that_is_no_workspace_is_refused_before_a_server_starts(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workbench", "-C", str(tmp_path), "app", "--no-open"]

    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert ran.returncode == 2
    assert "is no workspace" in ran.stderr
    assert "http://localhost" not in ran.stderr


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_what_is_no_port_is_refused(tmp_path: Path, port: str) -> None:
    ran = CliRunner().invoke(cli, ["-C", str(tmp_path), "app", "--port", port])

    assert ran.exit_code == 2


def test_help_has_an_example() -> None:
    assert "Example: workbench" in CliRunner().invoke(app_command, ["--help"], obj=Path()).stdout
