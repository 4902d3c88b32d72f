# SPDX-License-Identifier: MIT
"""`companion db upgrade`, and how every command that needs the database refuses a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli._run import inside, program, refused
from tests.cli._store import NEWEST, OLDEST, Place

# An address that no machine has, so that no test serves by mistake.
UPGRADING = [["db", "upgrade"], ["demo"], ["serve", "--host", "no address"]]
FOLDERS = ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA")  # where systems look for the data folder
NEEDING = [*UPGRADING, ["verify"]]


def said(*words: str, settings: dict[str, str]) -> str:
    done = program(*words, settings=settings)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_a_new_database_is_made(place: Place) -> None:
    assert said("db", "upgrade", settings=place.settings) == f"Made a new database ({NEWEST}).\n"
    assert (place.revision, place.copies) == (NEWEST, [])


def test_a_second_time_nothing_is_to_do(place: Place) -> None:
    place.make()

    assert (
        said("db", "upgrade", settings=place.settings)
        == f"The database is up to date ({NEWEST}).\n"
    )
    assert place.copies == []


def test_an_old_database_is_copied_first(place: Place) -> None:
    place.make(OLDEST)

    text = said("db", "upgrade", settings=place.settings)

    assert place.revision == NEWEST
    [copy] = place.copies
    assert text == (
        f"Upgraded the database from {OLDEST} to {NEWEST}; the old file is kept as {copy}.\n"
    )


def test_without_an_address_it_lies_in_the_data_folder(tmp_path: Path) -> None:
    settings = dict.fromkeys(FOLDERS, str(tmp_path)) | {"COMPANION_DATABASE_URL": "  "}

    assert "Made a new database" in said("db", "upgrade", settings=settings)
    assert [file.parent.name for file in tmp_path.rglob("companion.sqlite3")] == ["companion"]


@pytest.mark.parametrize("words", UPGRADING, ids=" ".join)
def test_a_database_of_a_newer_version_is_left_alone(words: list[str], place: Place) -> None:
    place.make_newer()
    before = place.file.read_bytes()

    assert "newer Companion" in refused(inside(*words, settings=place.settings), status=1)
    assert (place.file.read_bytes(), place.copies) == (before, [])


UNUSABLE = {
    "nonsense": "The database address is not understood.",
    "mysql://ada@localhost/games": "in SQLite or PostgreSQL, not in mysql",
    "sqlite:////nowhere/at/all/games.sqlite3": "unable to open database file",
    "sqlite:///{folder}": "unable to open database file",
    "sqlite:///{folder}/letter.txt": "file is not a database",
    "postgresql://ada@127.0.0.1:1/games": "onnection",
}


@pytest.fixture(params=UNUSABLE)
def unusable(request: pytest.FixtureRequest, place: Place) -> tuple[dict[str, str], str]:
    """Settings with an address that cannot be used, and what is said about it."""
    folder = place.file.parent
    (folder / "letter.txt").write_text("Dear Ada, this is no database. " * 100)
    address = request.param.format(folder=folder)
    return place.settings | {"COMPANION_DATABASE_URL": address}, UNUSABLE[request.param]


@pytest.mark.parametrize("words", NEEDING, ids=" ".join)
def test_an_unusable_database_is_said_in_one_line(
    words: list[str], unusable: tuple[dict[str, str], str]
) -> None:
    settings, text = unusable

    assert text in refused(inside(*words, settings=settings), status=1)


def test_the_program_says_so_as_well(unusable: tuple[dict[str, str], str]) -> None:
    settings, text = unusable

    assert text in refused(program("db", "upgrade", settings=settings), status=1)


def test_a_password_in_the_address_is_not_shown(place: Place) -> None:
    address = "postgresql://ada:rosebud@127.0.0.1:1/games"

    done = program("db", "upgrade", settings=place.settings | {"COMPANION_DATABASE_URL": address})

    assert "rosebud" not in refused(done, status=1)


def test_a_data_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    taken = str(tmp_path / "file")

    done = program("db", "upgrade", settings=dict.fromkeys(FOLDERS, taken))

    assert taken in refused(done, status=1)


def test_db_alone_shows_its_help_as_a_wrong_call() -> None:
    done = inside("db")

    assert (done.exit_code, done.stdout) == (64, "")
    assert "companion db upgrade" in done.stderr


def test_a_wrong_call_is_refused_in_one_line() -> None:
    assert "No such command 'downgrade'" in refused(inside("db", "downgrade"))
    assert "unexpected extra argument" in refused(inside("db", "upgrade", "now"))
