# SPDX-License-Identifier: MIT
"""Databases for the commands that need one: empty, old, of a newer version, no database at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.script import ScriptDirectory

from companion.persistence.engine import make_engine
from companion.persistence.upgrade import current_revision, migrations_dir, run

SCRIPTS = ScriptDirectory(str(migrations_dir()))
OLDEST, NEWEST = str(SCRIPTS.get_base()), str(SCRIPTS.get_current_head())


class Place:
    """Where a test keeps its data; nobody else's is touched."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.sqlite3"
        self.url = f"sqlite:///{self.file}"
        self.settings = {"COMPANION_DATABASE_URL": self.url, "XDG_DATA_HOME": str(folder)}

    @property
    def revision(self) -> str | None:
        """The migration that the database stands at."""
        engine = make_engine(self.url)
        try:
            return current_revision(engine)
        finally:
            engine.dispose()

    @property
    def copies(self) -> list[Path]:
        """What upgrades left beside the database."""
        return sorted(self.file.parent.glob("games.sqlite3.*.backup"))

    def make(self, revision: str = NEWEST) -> None:
        """Make the database as it was at a revision."""
        engine = make_engine(self.url)
        run(engine, "upgrade", revision)
        engine.dispose()

    def change(self, *statements: str) -> None:
        """Change the database behind Companion's back."""
        with closing(sqlite3.connect(self.file)) as store, store:
            for statement in statements:
                store.execute(statement)

    def make_newer(self) -> None:
        """Make a database that only a later Companion knows."""
        self.make()
        self.change("UPDATE alembic_version SET version_num = '9999'")
