"""`workbench app`."""

import os
import socket
import sys
from pathlib import Path

import click

import workbench
from workbench.errors import DataError

_HOST = "127.0.0.1"
_NAMES = ("localhost", _HOST)
_ENTRY = Path(workbench.__file__).parent / "app" / "main.py"
_FLAGS = {
    "server.address": _HOST,
    "server.enableCORS": "true",
    "server.enableXsrfProtection": "true",
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": "false",
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
}
"""Only this machine is served; nothing is told to anyone. What is set here, no file overrules."""
_SECRETS = ".streamlit/secrets.toml"
_THEME = {
    "theme.light.primaryColor": "#0b61a4",
    "theme.light.codeTextColor": "#2f2d2b",
    "theme.dark.primaryColor": "#2a78ba",
    "theme.dark.codeTextColor": "#edebe8",
}
"""The field in use and the main buttons are blue: red would look like an error. White text on
either blue, and either blue on its page, can be told apart with any colour vision. Code is as dark
as other text; beside a primary colour of one's own it would be green.
"""


@click.command("app", epilog="Example: workbench -C triage-bot app")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--open/--no-open", "opens", default=True, help="Open a browser, where there is one.")
@click.pass_obj
def app_command(base: Path, port: int, opens: bool) -> None:
    """Open the app: label, adjudicate, calibrate, rewrite rubrics, certify, export.

    It is served on this machine alone. Ctrl-C ends it; nothing that was saved is lost.

    People sign in where the workspace has a .streamlit/secrets.toml whose section [auth] names an
    OIDC provider, as Streamlit describes it; then nobody can type a name.
    """
    from workbench.workflows.opening import opened

    root = opened(base).root  # a folder that is no workspace is refused before a server starts
    _require_free(port)
    click.echo(f"Open http://localhost:{port} (workspace {root})", err=True)
    options = [f"--{name}={value}" for name, value in _options(root, port, opens)]
    command = [sys.executable, "-m", "streamlit", "run", str(_ENTRY), *options, "--", str(root)]
    os.execv(sys.executable, command)  # noqa: S606 - this very interpreter, no shell


def _options(root: Path, port: int, opens: bool) -> list[tuple[str, str]]:
    """Return the server's options; one that takes several values is given for each of them."""
    shows = opens and (os.environ.get("DISPLAY") or sys.platform in {"darwin", "win32"})
    return [
        *_FLAGS.items(),
        *_THEME.items(),
        *(("server.allowedHosts", name) for name in _NAMES),
        *(("server.corsAllowedOrigins", f"http://{name}:{port}") for name in _NAMES),
        # Streamlit's own places are the home folder, and whichever one the command is given in.
        *(("secrets.files", str(place / _SECRETS)) for place in (Path.home(), root.resolve())),
        ("server.port", str(port)),
        ("server.headless", "false" if shows else "true"),
    ]


def _require_free(port: int) -> None:
    """Refuse a port that cannot be had; the server would end without a word on what to do."""
    with socket.socket() as probe:
        if os.name == "posix":
            # A port whose last connections are still closing down is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError as error:
            raise DataError(
                f"port {port}: cannot be served on ({error.strerror}); the app may be open already "
                f"at http://localhost:{port}, `--port {_another(port)}` takes another port"
            ) from error


def _another(port: int) -> int:
    return port + 1 if 1024 < port < 65535 else 8501
