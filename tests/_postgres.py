# SPDX-License-Identifier: MIT
"""A PostgreSQL server of the tests' own: made, started and thrown away by them.

Only initdb and postgres are needed. PostgreSQL refuses to run as root, so a root's tests start it
as `nobody`, who exists everywhere; no user is made and no system service is touched. It listens on
a socket in a folder of its own (on Windows on a free local port) and may lose everything when the
power goes, which makes it fast.
"""

from __future__ import annotations

import itertools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

SUPERUSER = "companion"
START_SECONDS = 30
FORGETFUL = ("fsync", "full_page_writes", "synchronous_commit")


@dataclass(frozen=True)
class Server:
    """A running server; `url` and `create` give addresses in SQLAlchemy's form."""

    process: subprocess.Popen[bytes]
    folder: Path
    host: str
    port: int
    log: Path
    _numbers: itertools.count[int] = field(default_factory=itertools.count, repr=False)

    def url(self, database: str) -> str:
        """Return SQLAlchemy's address of a database."""
        return (
            f"postgresql+psycopg://{SUPERUSER}@/{database}?host={self.host}&port={self.port}"
            if self.host.startswith("/")
            else f"postgresql+psycopg://{SUPERUSER}@{self.host}:{self.port}/{database}"
        )

    def create(self, template: str = "template1") -> str:
        """Make a database as a copy of `template` and return its name."""
        name = f"test_{next(self._numbers)}"
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name

    def drop(self, database: str) -> None:
        """Throw a database away, also while somebody is still connected."""
        self.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def execute(self, statement: str) -> None:
        """Run one statement in the maintenance database, outside a transaction."""
        with self._connect() as connection:
            connection.execute(statement.encode())

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            host=self.host, port=self.port, user=SUPERUSER, dbname="postgres", autocommit=True
        )

    def stop(self) -> None:
        """Stop the server at once, tell its clients, and remove its folder."""
        if self.process.poll() is None:
            self.process.terminate() if os.name == "nt" else self.process.send_signal(2)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def start(programs: Path) -> Server:
    """Make a cluster with the programs in that folder, and start it.

    Raises:
        RuntimeError: initdb failed or the server did not come up; holds what they said.
    """
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-", dir=_short_folder()))
    try:
        programs = within_reach(programs, folder, _is_root())
        other = _as_unprivileged(folder)
        _initdb(programs, folder, other)
        return _serve(programs, folder, other)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _short_folder() -> str | None:
    # A socket's path may have about 100 characters, and TMPDIR may be closed to others.
    return "/tmp" if os.path.isdir("/tmp") else None


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _as_unprivileged(folder: Path) -> dict[str, Any]:
    """Return subprocess's arguments for another user than root, to whom the folder then belongs."""
    if not _is_root():
        return {}
    import pwd  # not on Windows

    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def within_reach(programs: Path, folder: Path, as_root: bool) -> Path:
    """Copy the programs of a wheel when they lie where `nobody` may not look, as in /root."""
    if not as_root or all(parent.stat().st_mode & 0o001 for parent in programs.parents):
        return programs
    package = programs.parent.parent
    copy = folder / "programs"
    shutil.copytree(package, copy / package.name)
    libraries = package.with_name(package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, copy / libraries.name)
    return copy / package.name / programs.parent.name / programs.name


def _initdb(programs: Path, folder: Path, other: dict[str, Any]) -> None:
    made = subprocess.run(
        [
            programs / "initdb",
            *("--pgdata", folder / "data"),
            *("--username", SUPERUSER, "--auth", "trust"),
            *("--encoding", "UTF8", "--no-locale", "--no-sync"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        **other,
    )
    if made.returncode:
        raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")


def _serve(programs: Path, folder: Path, other: dict[str, Any]) -> Server:
    settings = {"max_connections": "60", "shared_buffers": "32MB", "listen_addresses": ""}
    settings |= dict.fromkeys(FORGETFUL, "off")
    host, port = str(folder), 5432
    if os.name == "nt":
        host, port = "127.0.0.1", _free_port()
        settings["listen_addresses"] = host
    else:
        settings["unix_socket_directories"] = host
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                programs / "postgres",
                *("-D", folder / "data", "-p", str(port)),
                *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
            ],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            **other,
        )
    server = Server(process, folder, host, port, log)
    _wait(server)
    return server


def _wait(server: Server) -> None:
    last = time.monotonic() + START_SECONDS
    while True:
        try:
            server.execute("SELECT 1")
        except psycopg.OperationalError as error:
            if server.process.poll() is not None or time.monotonic() > last:
                said = server.log.read_text(errors="replace")
                server.stop()
                raise RuntimeError(f"PostgreSQL did not start: {error}\n{said}") from error
            time.sleep(0.02)
        else:
            return


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
