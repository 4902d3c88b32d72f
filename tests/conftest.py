# SPDX-License-Identifier: MIT
"""What every test may ask for: databases, a browser, phones; and what is left out when.

`database_url` runs a test on SQLite and on PostgreSQL. `phone` opens pages on phones of their own.
Tests that need PostgreSQL or Chromium get their marker by asking for them; when the programs are
missing such a test fails and says how to get them. `python3 dev.py test --without browser` leaves
them out, and says so at the top of the run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

import dev

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests._postgres import Server

TESTS = Path(__file__).parent
APART = ("faults", "load", "bench")  # run when named, never by the way
NEEDS = {
    "browser": {"browser", "phone", "chromium"},
    "postgres": {"postgres_server", "postgres_url"},
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
)

settings.register_profile("default", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=200,
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def left_out() -> set[str]:
    """Return the needs that the person who started the run chose to do without."""
    return set(filter(None, os.environ.get("COMPANION_WITHOUT", "").split(",")))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Keep long tests out of the quick run, unless they are named on the command line."""
    if collection_path.parent != TESTS or collection_path.name not in APART:
        return None
    named = [(config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args]
    return None if any(path.is_relative_to(collection_path) for path in named) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they ask for, and leave out what the run does without."""
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        for need, fixtures in NEEDS.items():
            if asked & fixtures:
                item.add_marker(need)
        if TESTS / "faults" in item.path.parents:
            item.add_marker("faults")
    missing = left_out()
    dropped = [item for item in items if any(item.get_closest_marker(need) for need in missing)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]


def pytest_report_header() -> list[str]:
    """Say at the top what is left out."""
    missing = sorted(left_out())
    return [f"LEFT OUT: every test that needs {' or '.join(missing)}"] if missing else []


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """One PostgreSQL server for the session, started when the first test asks for it."""
    programs = dev.installed_postgres()
    if programs is None:
        pytest.fail(
            "PostgreSQL's programs (initdb, postgres) were not found: set COMPANION_PG_BIN, run"
            " `python3 dev.py test`, which looks for them, or add `--without postgres`.",
            pytrace=False,
        )
    from tests import _postgres  # psycopg need not be there in a run without PostgreSQL

    server = _postgres.start(programs)
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """Address of an empty PostgreSQL database of this test's own."""
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database of this test's own, once on SQLite, once on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'companion.sqlite'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the Chromium that the browser tests run."""
    path = dev.installed_chromium()
    if path is None:
        pytest.fail(
            "Chromium was not found: set COMPANION_CHROMIUM, run `python3 dev.py test`, which"
            " looks for it, or add `--without browser`.",
            pytrace=False,
        )
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless Chromium for the session; it asks nobody outside for anything."""
    from playwright.sync_api import sync_playwright  # need not be there without a browser

    with sync_playwright() as driver:
        running = driver.chromium.launch(
            executable_path=chromium, chromium_sandbox=False, args=list(QUIET)
        )
        yield running
        running.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Make phones, each with storage of its own, as in `phone(base_url=url, locale="fy-NL")`.

    Takes what Playwright's `new_context` takes. A script error that nothing catches fails the test.
    """
    contexts = []
    errors: list[str] = []

    def open_phone(**wishes: Any) -> Page:
        context = browser.new_context(**{**PHONE, **wishes})
        contexts.append(context)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()
    assert not errors, "the page's own scripts failed: " + "; ".join(errors)
