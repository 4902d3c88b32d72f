# SPDX-License-Identifier: MIT
"""The server answers pages whatever the streams do, and stops when it is told to.

A limit in seconds here only tells a hang from an answer; nothing is measured.
"""

import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.web import server
from companion.web.server import CannotServe, Running, serve
from tests.web._tiny_server import TinyApp

ROOT = Path(__file__).parents[2]
HANG = 5  # seconds


@contextmanager
def running(
    app: TinyApp, port: int = 0, threads: int = 2, hooks: list[Callable[[], None]] | None = None
) -> Iterator[Running]:
    """Serve in a thread, stop at the end."""
    ready: queue.Queue[Running] = queue.Queue()
    thread = threading.Thread(
        target=serve,
        args=(app, "127.0.0.1", port),
        kwargs={
            "on_ready": ready.put,
            "on_stop": [app.ended.set] if hooks is None else hooks,
            "threads": threads,
        },
    )
    thread.start()
    handle = ready.get(timeout=HANG)
    try:
        yield handle
    finally:
        handle.stop()
        thread.join(HANG)
    assert not thread.is_alive()


def client(port: int) -> "closing[HTTPConnection]":
    return closing(HTTPConnection("127.0.0.1", port, timeout=HANG))


def page(port: int) -> bytes:
    with client(port) as browser:
        browser.request("GET", "/")
        return browser.getresponse().read()


@contextmanager
def streams(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Open streams and wait until each has sent its first line."""
    with ExitStack() as stack:
        opened = []
        for _ in range(count):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", port), HANG))
            phone.sendall(b"GET /events HTTP/1.1\r\nHost: table\r\n\r\n")
            opened.append(phone)
        for phone in opened:
            got = b""
            while b": open" not in got:
                got += phone.recv(4096)
        yield opened


def request_threads() -> int:
    return sum(thread.name == "companion-request" for thread in threading.enumerate())


def threads_at_rest(expected: int) -> int:
    """Count the threads once they are as many as expected, or after the time of a hang."""
    deadline = time.monotonic() + HANG
    while request_threads() != expected and time.monotonic() < deadline:
        time.sleep(0.02)
    return request_threads()


def test_pages_are_answered_while_many_more_streams_are_open_than_there_were_threads() -> None:
    with running(TinyApp(), threads=2) as at, streams(at.port, 30):
        assert [page(at.port) for _ in range(5)] == [b"page "] * 5
        assert request_threads() > 30


def test_threads_go_when_the_streams_have_gone() -> None:
    app = TinyApp()
    with running(app, threads=2) as at:
        with streams(at.port, 30):
            app.ended.set()
        assert threads_at_rest(2) == 2
        assert page(at.port) == b"page "


def test_at_the_last_thread_a_request_is_refused_with_503_instead_of_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MOST_THREADS", 3)
    with running(TinyApp(), threads=2) as at, streams(at.port, 3), client(at.port) as browser:
        for _ in range(2):
            browser.request("GET", "/")
            answer = browser.getresponse()
            assert (answer.status, answer.will_close) == (503, True)
            assert answer.read().startswith(b"Too many phones")


def test_half_a_request_holds_nobody_up() -> None:
    with running(TinyApp(), threads=2) as at, ExitStack() as stack:
        for _ in range(12):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", at.port), HANG))
            slow.sendall(b"GET / HTTP/1.1\r\nHos")
        assert page(at.port) == b"page "


def test_thirty_idle_browsers_keep_their_connections() -> None:
    with running(TinyApp(), threads=2) as at, ExitStack() as stack:
        browsers = [stack.enter_context(client(at.port)) for _ in range(30)]
        for _ in range(2):
            for browser in browsers:
                browser.request("GET", "/")
                answer = browser.getresponse()
                assert (answer.read(), answer.will_close) == (b"page ", False)


def test_a_view_that_exits_takes_no_thread_with_it() -> None:
    with running(TinyApp(), threads=1) as at:
        for _ in range(3):
            with client(at.port) as browser:
                browser.request("GET", "/exit")
                with pytest.raises(ConnectionError):
                    browser.getresponse()
        assert page(at.port) == b"page "
        assert threads_at_rest(1) == 1


def test_a_body_of_a_megabyte_passes_and_one_over_the_limit_gets_413() -> None:
    with running(TinyApp()) as at:
        with client(at.port) as browser:
            browser.request("POST", "/", body=b"x" * 1_000_000)
            assert len(browser.getresponse().read()) == 1_000_005
        for size in (server.MAX_BODY + 1, 5 * server.MAX_BODY):
            with client(at.port) as browser:
                browser.request("POST", "/", body=b"x" * size)
                assert browser.getresponse().status == 413


def test_headers_over_the_limit_are_refused() -> None:
    with running(TinyApp()) as at:
        for length, status in ((server.MAX_HEADERS // 2, 200), (server.MAX_HEADERS, 413)):
            with client(at.port) as browser:
                browser.request("GET", "/", headers={"X-Long": "x" * length})
                assert browser.getresponse().status == status


def test_the_server_header_names_no_version() -> None:
    with running(TinyApp()) as at, client(at.port) as browser:
        browser.request("GET", "/")
        assert browser.getresponse().getheader("Server") == "companion"


def test_a_stop_calls_every_hook_once_even_after_one_that_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = TinyApp()
    called = []

    def broken() -> None:
        called.append("broken")
        raise RuntimeError("hub gone")

    def late() -> None:
        called.append("late")

    hooks: list[Callable[[], None]] = [broken, app.ended.set]
    with running(app, hooks=hooks) as at, streams(at.port, 3) as phones:
        hooks.append(late)
        at.stop()
        for phone in phones:
            while phone.recv(4096):
                pass
    assert called == ["broken", "late"]
    assert "hub gone" in caplog.text


def test_a_request_in_progress_is_finished_before_the_stop() -> None:
    entered, leave = threading.Event(), threading.Event()

    class SlowApp(TinyApp):
        def _stream(self) -> Iterator[bytes]:
            entered.set()
            leave.wait(HANG)
            yield b"saved"

    app = SlowApp()
    with running(app, hooks=[leave.set]) as at, client(at.port) as browser:
        browser.request("GET", "/events")
        assert entered.wait(HANG)
        at.stop()
        assert browser.getresponse().read() == b"saved"


def test_the_port_is_free_at_once_after_a_stop() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    with running(TinyApp(), port) as first, streams(port, 3):
        assert page(port) == b"page "
        first.stop()
        with running(TinyApp(), port):
            assert page(port) == b"page "


def refused(host: str, port: int) -> str:
    def never(_: Running) -> None:
        raise AssertionError("it must not start")

    with pytest.raises(CannotServe) as failure:
        serve(TinyApp(), host, port, on_ready=never)
    return str(failure.value)


def test_a_taken_port_is_one_clear_sentence() -> None:
    with running(TinyApp()) as at:
        assert refused("127.0.0.1", at.port) == (
            f"Port {at.port} is already in use: stop that program or choose another with --port."
        )


@pytest.mark.parametrize(
    "host, port, words",
    [
        ("203.0.113.9", 0, "no address “203.0.113.9”"),
        ("no such host", 0, "no address “no such host”"),
        ("", 0, "no address “”"),
        ("127.0.0.1", 70_000, "no port 70000"),
        ("127.0.0.1", -1, "no port -1"),
    ],
)
def test_a_host_or_port_that_cannot_be_is_one_clear_sentence(
    host: str, port: int, words: str
) -> None:
    sentence = refused(host, port)
    assert words in sentence
    assert "\n" not in sentence


def test_a_port_below_1024_without_the_right_says_so() -> None:
    assert "above 1023" in server._refusal("127.0.0.1", 80, PermissionError(13, "denied"))


def wait_until_closed(port: int) -> None:
    with suppress(ConnectionError):
        while True:
            socket.create_connection(("127.0.0.1", port), HANG).close()
            time.sleep(0.02)


@pytest.mark.parametrize("streams_end_by", ["hook", "nobody"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_while_streams_are_open(
    number: signal.Signals, streams_end_by: str
) -> None:
    command = [sys.executable, str(ROOT / "tests/web/_tiny_server.py"), streams_end_by]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT)},
    ) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with streams(port, 30):
                process.send_signal(number)
                if streams_end_by == "nobody":
                    wait_until_closed(port)
                    process.send_signal(number)  # impatience must change nothing
                out, err = process.communicate(timeout=HANG)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (0, "ended\n", "")
