# SPDX-License-Identifier: MIT
"""A served Companion, and guests whose phones note everything that a page must not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser._screens import Played, lay_out
from tests.browser._server import CompanionServer
from tests.browser._watch import Watch
from tests.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Guest = Callable[..., "Page"]


@pytest.fixture(scope="module")
def companion_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CompanionServer]:
    """One server per file of tests; every phone is a group of its own on it."""
    server = CompanionServer(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def played(browser: Browser, companion_server: CompanionServer) -> Iterator[Played]:
    """Play a little of everything; other phones come into the same group with the cookies."""
    wishes: dict[str, Any] = {**PHONE, "base_url": companion_server.url, "locale": "en-GB"}
    # Without scripts it is quicker, and the tables are the same.
    context = browser.new_context(**wishes, java_script_enabled=False)
    found = lay_out(context.new_page())
    yield Played(context.storage_state(), found)
    context.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Note what pages ask from elsewhere and what the browser complains of; none may."""
    noted = Watch()
    yield noted
    assert not noted.complaints, "\n".join(noted.complaints)


@pytest.fixture
def guest(phone: Guest, companion_server: CompanionServer, watch: Watch) -> Guest:
    """Make phones of people at the table, each a new group unless `storage_state` is given."""

    def arrive(**wishes: Any) -> Page:
        usual = {"base_url": companion_server.url, "locale": "en-GB", "device_scale_factor": 1}
        page = phone(**{**usual, **wishes})
        page.set_default_timeout(10_000)
        watch.over(page, companion_server.url)
        return page

    return arrive
