# SPDX-License-Identifier: MIT
"""Upgrading at the start: a copy first, a sentence after, once for however many workers."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from companion.persistence import upgrade as upgrading
from companion.persistence.engine import make_engine
from companion.persistence.log_store import read
from companion.persistence.models import Group, Match
from companion.persistence.unit import writing
from companion.persistence.upgrade import (
    KEEP,
    NewerDatabase,
    backups,
    current_revision,
    migrations_dir,
    upgrade,
)
from companion.web.database import db
from tests.persistence._log import points, write
from tests.persistence._writers import ROOT

NOW = str(ScriptDirectory(str(migrations_dir())).get_current_head())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is going to be."""
    return tmp_path / "data" / "companion.sqlite3"


@pytest.fixture
def played(file: Path) -> Iterator[str]:
    """The address of an upgraded database in which a match stands, still open elsewhere."""
    file.parent.mkdir()
    url = f"sqlite:///{file}"
    upgrade(url)
    engine = make_engine(url)
    with Session(engine) as session:
        with writing(session):
            match = Match(group=Group(), game="any_game")
            session.add(match)
        write(session, match.id, points(1, s0=5))
        yield url
    engine.dispose()


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Companion that has one migration more."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations_dir(), folder)
    (folder / "versions" / "9001_more.py").write_text(
        f"from alembic import op\nrevision = '9001'\ndown_revision = '{NOW}'\n\n"
        "def upgrade():\n    op.execute('CREATE TABLE more (x INTEGER)')\n\n"
        "def downgrade():\n    op.drop_table('more')\n"
    )
    monkeypatch.setattr(upgrading, "migrations_dir", lambda: folder)


def test_a_new_database_is_made_without_a_copy(file: Path) -> None:
    file.parent.mkdir()
    done = upgrade(f"sqlite:///{file}")
    assert (done.before, done.after, done.backup) == (None, NOW, None)
    assert done.text == f"Made a new database ({NOW})."
    assert backups(file) == []


def test_an_up_to_date_database_is_left_alone(played: str, file: Path) -> None:
    done = upgrade(played)
    assert (done.before, done.after, done.backup) == (NOW, NOW, None)
    assert done.text == f"The database is up to date ({NOW})."
    assert backups(file) == []


def test_before_an_upgrade_the_file_is_copied_and_the_copy_opens(
    played: str, file: Path, newer: None
) -> None:
    done = upgrade(played)
    assert (done.before, done.after) == (NOW, "9001")
    assert done.backup is not None
    assert backups(file) == [done.backup]
    assert str(done.backup) in done.text
    engine = make_engine(f"sqlite:///{done.backup}")
    assert current_revision(engine) == NOW
    with Session(engine) as session:
        assert [event.body for event in read(session, 1)] == [points(1, s0=5)]
    engine.dispose()


def test_a_copy_is_one_file_and_as_private_as_the_database(
    played: str, file: Path, newer: None
) -> None:
    file.chmod(0o600)
    copy = upgrade(played).backup
    assert copy is not None
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT count(*) FROM events").fetchone() == (1,)
    left = {path.name for path in file.parent.iterdir() if "backup" in path.name}
    assert left == {copy.name}


def test_only_the_newest_copies_stay(played: str, file: Path, newer: None) -> None:
    old = [file.with_name(f"{file.name}.2020010{n}T000000.000000Z.backup") for n in range(1, 8)]
    for path in old:
        path.write_bytes(b"")
    mine = file.with_name("holiday.backup")
    mine.write_bytes(b"")
    done = upgrade(played)
    assert backups(file) == [*old[-(KEEP - 1) :], done.backup]
    assert mine.exists()


def test_when_the_copy_fails_nothing_is_migrated(
    played: str, file: Path, newer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_source: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copymode", full)
    with pytest.raises(OSError, match="No space"):
        upgrade(played)
    engine = make_engine(played)
    assert current_revision(engine) == NOW
    engine.dispose()
    assert [path.name for path in file.parent.iterdir() if "backup" in path.name] == []


def test_a_database_of_a_newer_companion_is_refused_with_a_sentence(
    played: str, file: Path
) -> None:
    engine = make_engine(played)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    engine.dispose()
    with pytest.raises(NewerDatabase, match=r"newer Companion \(its tables are at 0099\)"):
        upgrade(played)
    assert backups(file) == []


def test_an_application_is_upgraded_by_its_own_engine(file: Path) -> None:
    file.parent.mkdir()
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    db.init_app(app)
    assert upgrade(app).after == NOW
    assert upgrade(app).before == NOW
    with app.app_context():
        db.engine.dispose()


def test_a_folder_with_a_percent_sign_is_found(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "100% fun"
    shutil.copytree(migrations_dir(), folder)
    monkeypatch.setattr(upgrading, "migrations_dir", lambda: folder)
    file.parent.mkdir()
    assert upgrade(f"sqlite:///{file}").after == NOW


def test_workers_that_start_together_upgrade_once(database_url: str) -> None:
    program = "import sys; from companion.persistence.upgrade import upgrade; upgrade(sys.argv[1])"
    command = [sys.executable, "-c", program, database_url]
    workers = [Popen(command, cwd=ROOT, stderr=PIPE, text=True) for _ in range(3)]
    said = [worker.communicate()[1] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0], said
    assert upgrade(database_url).before == NOW


def test_threads_that_start_together_upgrade_once(database_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(upgrade, [database_url] * 4))
    assert {one.after for one in done} == {NOW}


def test_postgresql_is_upgraded_without_a_copy_and_says_so(
    postgres_url: str, newer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(upgrading, "migrations_dir", migrations_dir)
        assert upgrade(postgres_url).text == f"Made a new database ({NOW})."
    done = upgrade(postgres_url)
    assert (done.before, done.after, done.backup) == (NOW, "9001", None)
    assert "pg_dump" in done.text


def test_the_migrations_lie_in_an_installed_package_or_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "companion"
    package.mkdir()
    monkeypatch.setattr(upgrading, "_PACKAGE", package)
    assert migrations_dir() == tmp_path / "migrations"
    (package / "migrations").mkdir()
    (package / "migrations" / "env.py").touch()
    assert migrations_dir() == package / "migrations"
