# SPDX-License-Identifier: MIT
"""A real `companion serve` in a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import dev

START_SECONDS = 60


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """One server on one port, whose process comes and goes.

    Attributes:
        url: address of its database.
        folder: where its key and its output lie.
        module: what is run; `tests.faults._dying` dies where it is told to.
        port: stays the same over all starts.
    """

    url: str
    folder: Path
    module: str = "companion"
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def at(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "output").open("ab") as out:
            self.process = subprocess.Popen(
                self._command("serve", "--host", "127.0.0.1", "--port", str(self.port)),
                cwd=dev.ROOT,
                env=self._environ(),
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + START_SECONDS
        while not self._accepts():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it without a warning, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def died(self) -> bool:
        """Wait for a server that kills itself, and tell whether it did."""
        assert self.process is not None
        return self.process.wait(START_SECONDS) != 0

    def command(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run `companion` with these arguments on the same database."""
        return subprocess.run(
            [sys.executable, "-m", "companion", *args],
            cwd=dev.ROOT,
            env=self._environ(),
            capture_output=True,
            text=True,
            check=False,
        )

    def said(self) -> str:
        """Return what it printed so far."""
        return (self.folder / "output").read_text(errors="replace")

    def arm(self, armed: bool = True) -> None:
        """Let the fault that `tests.faults._dying` was started with happen from now on, or not."""
        if armed:
            (self.folder / "armed").touch()
        else:
            (self.folder / "armed").unlink(missing_ok=True)

    def _command(self, *args: str) -> list[str]:
        return [sys.executable, "-m", self.module, *args]

    def _environ(self) -> dict[str, str]:
        # The folder is the user's data folder too: the key that signs cookies has to survive.
        own = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "COMPANION_FAULTS")}
        return {**os.environ, **own, "COMPANION_DATABASE_URL": self.url}

    def _accepts(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
