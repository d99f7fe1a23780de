"""Sign-in by OIDC: who labels is whom the provider names, and nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import kept, workspaces
from tests.browser.form import DIMENSIONS, Form
from tests.browser.identity_provider import IdentityProvider
from tests.browser.serving import Served
from tests.browser.tab import Tab, new_tab

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

EXPERT = "expert@example.org"
STEM = "expert%40example.org"
"""How the expert's files are called."""
LEVELS = dict(zip(DIMENSIONS, (4, 3, 2, 1, 4), strict=True))
SETTINGS = """[auth]
redirect_uri = "{app}/oauth2callback"
cookie_secret = "signs the cookies of this test alone"
client_id = "workbench"
client_secret = "nobody checks it"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@pytest.fixture
def tab(browser: Browser, project_root: Path, tmp_path: Path) -> Iterator[Tab]:
    """A tab on an app with sign-in; it may call the app and the provider, and nobody else."""
    conversations = project_root / "transcripts" / "support.jsonl"
    app = Served(workspaces.fresh(tmp_path / "workspace", conversations))
    settings = app.root / ".streamlit" / "secrets.toml"
    settings.parent.mkdir()
    with (
        IdentityProvider(EXPERT) as provider,
        browser.new_context(viewport={"width": 1280, "height": 800}) as profile,
    ):
        settings.write_text(SETTINGS.format(app=app.url, provider=provider.url), encoding="utf-8")
        with app:
            tab = new_tab(profile, app)
            tab.open()
            yield tab
    assert tab.watch.foreign(app.port, provider.server_port) == []
    assert tab.watch.broken == []


def sign_in(tab: Tab) -> None:
    tab.widget("sign_in").get_by_role("button", name="Sign in").click()
    tab.sees(f"Signed in as {EXPERT}")


def asks_to_sign_in(tab: Tab) -> None:
    """Assert that the page asks for that and shows nobody anything to label."""
    tab.sees("Sign in, on the left")
    tab.settled()
    expect(tab.widget("sign_in")).to_be_visible()
    expect(tab.page.get_by_text("Signed in as")).to_have_count(0)
    expect(tab.widget("form")).to_have_count(0)


def test_labels_are_recorded_under_the_identity_that_the_provider_gave(tab: Tab) -> None:
    asks_to_sign_in(tab)
    expect(tab.widget("labeller")).to_have_count(0)
    sign_in(tab)
    form = Form(tab, EXPERT)
    form.is_on(DIMENSIONS[0])
    expect(tab.widget("labeller")).to_have_count(0)
    transcript = form.transcript

    Form(tab, STEM).rate("43214")
    form.save()

    said = kept.labels(tab.served.root, STEM)
    assert {(line["labeller"], line["transcript"]) for line in said} == {(EXPERT, transcript)}
    assert {line["dimension"]: line["level"] for line in said} == LEVELS
    assert [path.stem for path in (tab.served.root / "labels").glob("*.jsonl")] == [STEM]


def test_an_identity_survives_a_reload_and_ends_with_signing_out(tab: Tab) -> None:
    sign_in(tab)

    tab.page.reload()
    tab.sees(f"Signed in as {EXPERT}")
    Form(tab, EXPERT).is_on(DIMENSIONS[0])
    tab.widget("sign_out").get_by_role("button", name="Sign out").click()

    asks_to_sign_in(tab)
    tab.page.reload()
    asks_to_sign_in(tab)
