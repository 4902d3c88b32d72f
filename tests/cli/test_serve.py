# SPDX-License-Identifier: MIT
"""`companion serve` as a program: it says where, answers, stops on Ctrl-C, and refuses plainly.

A limit in seconds here only tells a hang from an answer; nothing is measured.
"""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.request import urlopen

import pytest

from tests.cli._run import PROGRAM, environment, inside, program, refused
from tests.cli._store import NEWEST, OLDEST, Place

HANG = 60  # seconds; for a machine that is busy with other tests


@dataclass
class Served:
    """A server that runs: what it printed so far, and its end."""

    running: subprocess.Popen[bytes]
    said: list[str] = field(default_factory=list)
    errors: str = ""

    @property
    def address(self) -> str:
        """Where it answers on this machine."""
        found = re.search(r"On this machine: +(http://\S+)", self.said[-1])
        assert found, self.said
        return found[1]

    def page(self) -> tuple[int, str]:
        """Ask for the first page."""
        with urlopen(self.address, timeout=HANG) as answer:  # noqa: S310 - the server just started
            return answer.status, answer.read().decode()

    def stop(self, number: int) -> int:
        """Stop it by a signal and return its exit status."""
        self.running.send_signal(number)
        out, err = self.running.communicate(timeout=HANG)
        self.said += out.decode().splitlines()
        self.errors = err.decode()
        return self.running.returncode


@contextmanager
def serving(place: Place, *words: str) -> Iterator[Served]:
    """Serve on any free port, until the address is printed; kill it if the test fails."""
    with subprocess.Popen(
        [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # `communicate` would not see what a buffer here has read ahead
        env=environment(place.settings),
    ) as running:
        served = Served(running)
        assert running.stdout is not None
        for line in running.stdout:
            served.said.append(line.decode().rstrip())
            if "On this machine" in served.said[-1]:
                break
        try:
            yield served
        finally:
            running.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_answers_and_stops_when_asked(place: Place, number: int) -> None:
    with serving(place) as served:
        status, page = served.page()
        assert (status, "<html" in page) == (200, True)
        assert served.stop(number) == 0

    assert served.errors == ""
    assert served.said[:3] == [
        f"Made a new database ({NEWEST}).",
        "Companion is running. Ctrl-C stops it.",
        "",
    ]
    assert re.fullmatch(r"On this machine:  http://127\.0\.0\.1:\d+", served.said[3])


def test_an_old_database_is_copied_and_upgraded_before_it_serves(place: Place) -> None:
    place.make(OLDEST)

    with serving(place) as served:
        assert served.page()[0] == 200
        assert served.stop(signal.SIGINT) == 0

    assert place.revision == NEWEST
    [copy] = place.copies
    assert served.said[0].endswith(f"the old file is kept as {copy}.")


def test_a_database_that_is_up_to_date_is_not_mentioned(place: Place) -> None:
    place.make()

    with serving(place) as served:
        assert served.stop(signal.SIGINT) == 0

    assert served.said[0] == "Companion is running. Ctrl-C stops it."
    assert place.copies == []


def test_the_address_behind_a_proxy_is_shown_with_its_code(place: Place) -> None:
    with serving(place, "--public-url", "https://games.example.org/") as served:
        assert served.stop(signal.SIGINT) == 0

    assert "On phones:        https://games.example.org" in served.said
    assert any("█" in line for line in served.said)


def test_without_an_address_for_phones_it_says_so_and_draws_no_code(place: Place) -> None:
    with serving(place) as served:
        assert served.stop(signal.SIGINT) == 0

    assert any(line.startswith("Phones cannot reach it") for line in served.said)
    assert not any("█" in line for line in served.said)


def test_a_port_that_is_taken_is_said_in_one_line(place: Place) -> None:
    place.make()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = program("serve", "--host", "127.0.0.1", "--port", str(port), settings=place.settings)

    assert f"Port {port} is already in use" in refused(done, status=1)


def test_an_address_that_this_machine_lacks_is_said_in_one_line(place: Place) -> None:
    place.make()

    done = program("serve", "--host", "192.0.2.77", "--port", "0", settings=place.settings)

    assert "192.0.2.77" in refused(done, status=1)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--port", "65536"], "'--port'"),
        (["--port", "-1"], "'--port'"),
        (["--port", "http"], "'--port'"),
        (["--public-url", "games.example.org"], "begins with http:// or https://"),
        (["--public-url", "javascript:alert(1)"], "begins with http:// or https://"),
        (["--public-url", "http://"], "begins with http:// or https://"),
        (["--public-url", "http://a\nb"], "begins with http:// or https://"),
        (["--public-url", ""], "begins with http:// or https://"),
        (["now"], "unexpected extra argument"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(words: list[str], said: str) -> None:
    assert said in refused(inside("serve", *words))


def test_a_server_without_a_terminal_speaks_to_a_file_of_any_encoding(place: Place) -> None:
    settings = place.settings | {"PYTHONIOENCODING": "cp1252"}
    place.settings = settings

    with serving(place, "--public-url", "https://games.example.org") as served:
        assert served.page()[0] == 200
        assert served.stop(signal.SIGINT) == 0
