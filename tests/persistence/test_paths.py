# SPDX-License-Identifier: MIT
"""Where the database is, and what is said about an address that cannot be used."""

from __future__ import annotations

import importlib.util
import stat
from pathlib import Path

import pytest

from companion.persistence import paths
from companion.persistence.paths import BadDatabaseUrl, database_url, default_database_url


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's data folder of the test's own, and no address in the environment."""
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    monkeypatch.setattr(
        paths, "user_data_dir", lambda *_a, **_k: str(tmp_path / "share" / "companion")
    )
    return tmp_path / "share" / "companion"


def test_the_default_is_a_file_in_the_users_private_data_folder(home: Path) -> None:
    assert default_database_url() == f"sqlite:///{home}/companion.sqlite3"
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_the_environment_names_another_database(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", " sqlite:////srv/scores.sqlite3 ")
    assert default_database_url() == "sqlite:////srv/scores.sqlite3"
    monkeypatch.setenv("COMPANION_DATABASE_URL", "")
    assert default_database_url() == f"sqlite:///{home}/companion.sqlite3"


def test_a_relative_file_is_one_in_the_folder_of_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert database_url("sqlite:///scores.sqlite3") == f"sqlite:///{tmp_path}/scores.sqlite3"
    assert database_url("sqlite://") == "sqlite://"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_gets_the_driver_and_keeps_the_password(scheme: str) -> None:
    given = f"{scheme}://ada:p%40ss@db.example:5433/companion?sslmode=require"
    wanted = "postgresql+psycopg://ada:p%40ss@db.example:5433/companion?sslmode=require"
    assert database_url(given) == wanted


def test_a_missing_driver_is_named_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(BadDatabaseUrl, match=r"pip install 'companion\[postgres\]'"):
        database_url("postgres://localhost/companion")


@pytest.mark.parametrize("given", ["scores.sqlite3", "", "://"])
def test_what_is_no_address_gets_examples(given: str) -> None:
    with pytest.raises(BadDatabaseUrl, match="not understood"):
        database_url(given)


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(BadDatabaseUrl, match="not in mysql"):
        database_url("mysql://localhost/companion")
