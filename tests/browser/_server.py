# SPDX-License-Identifier: MIT
"""The real server as a program of its own, to be stopped, killed and started again in a test."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
HANG = 30  # seconds; only tells a hang from a slow machine


class CompanionServer:
    """`companion serve` with a data folder of its own, on a port that stays the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers; fail with what it printed if it does not."""
        environ = {
            **{name: value for name, value in os.environ.items() if "COMPANION_" not in name},
            "COMPANION_DATABASE_URL": f"sqlite:///{self.folder / 'companion.sqlite3'}",
            # Here lies the key that signs cookies: a restart must find it again.
            "XDG_DATA_HOME": str(self.folder),
            "HOME": str(self.folder),
        }
        serve = (sys.executable, "-m", "companion", "serve")
        with self._printed.open("ab") as out:
            self._process = subprocess.Popen(
                [*serve, "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=ROOT,
                env=environ,
                stdout=out,
                stderr=out,
            )
        until = time.monotonic() + HANG
        while not self._answers():
            if self._process.poll() is not None:
                self._fail(f"the server ended with status {self._process.returncode}")
            if time.monotonic() > until:
                self.kill()
                self._fail(f"the server did not answer within {HANG} seconds")
            time.sleep(0.05)

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C or an init system does, and wait until it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it like a power cut: at once, without a last word."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop it and start it again at the same address, with the same data."""
        self.stop()
        self.start()

    @property
    def _printed(self) -> Path:
        return self.folder / "printed.txt"

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(HANG)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self._fail(f"the server was still there {HANG} seconds after {how.name}")

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/look", timeout=HANG) as answer:  # noqa: S310 - our own http address
                return bool(answer.status == 200)
        except (URLError, ConnectionError):
            return False

    def _fail(self, why: str) -> None:
        printed = self._printed.read_text(errors="replace")
        pytest.fail(f"{why}. It printed:\n{printed}", pytrace=False)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
