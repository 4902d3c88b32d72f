# SPDX-License-Identifier: MIT
"""Run the app on cheroot: start, limits, and a stop that does not wait for open streams.

cheroot is pure Python, so that it installs on a phone, too. Why its threads are our own: pool.py.
"""

import errno
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Final

from cheroot import wsgi

from companion.web.pool import GrowingPool

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

if sys.platform != "win32":
    import resource

MOST_THREADS: Final = 5_200  # 5,000 phones and some pages; about 40 kB each
KEPT_ALIVE: Final = 400  # idle connections; Windows can select among 512 sockets
OPEN_FILES: Final = 16_384  # asked of the system: a phone is one, a page may need two
BACKLOG: Final = 1_024  # phones that come back in the same moment after a restart
MAX_BODY: Final = 2 * 1024 * 1024  # bytes; a match file may have 1 MB
MAX_HEADERS: Final = 64 * 1024  # bytes
PATIENCE: Final = 10  # seconds without a byte before a client is given up
GRACE: Final = 1  # seconds for requests in progress when the server stops
UNHEARD: Final = 30_000  # milliseconds before a phone that left the Wi-Fi counts as gone

log = logging.getLogger(__name__)


class CannotServe(Exception):
    """The server could not start; the text is one sentence for the person who started it."""


@dataclass(frozen=True)
class Running:
    """A server that accepts connections: where, and how to stop it from another thread."""

    host: str
    port: int
    stop: Callable[[], None]


class Server(wsgi.Server):
    """cheroot with the growing pool, limits, and hooks that end the open streams at a stop."""

    def __init__(
        self,
        app: "WSGIApplication",
        host: str,
        port: int,
        threads: int,
        on_stop: Iterable[Callable[[], None]],
    ) -> None:
        super().__init__(
            (host, port),
            app,
            server_name="companion",
            request_queue_size=BACKLOG,
            timeout=PATIENCE,
            shutdown_timeout=GRACE,
        )
        self.requests = GrowingPool(self, threads, min(MOST_THREADS, _room_for_connections()))
        self.keep_alive_conn_limit = KEPT_ALIVE
        self.max_request_body_size = MAX_BODY
        self.max_request_header_size = MAX_HEADERS
        self.refused: OSError | None = None
        self._on_stop = on_stop

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:
        """Bind the socket; remember why not, since cheroot keeps no more than a text of it."""
        sock: socket.socket | None = None
        try:
            sock = self.prepare_socket(
                self.bind_addr, family, type, proto, self.nodelay, self.ssl_adapter
            )
            if sys.platform == "linux":  # accepted connections inherit it
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
            sock.bind(self.bind_addr)
        except OSError as error:
            if sock is not None:
                sock.close()
            self.refused = error
            raise
        self.socket = sock
        self.bind_addr = sock.getsockname()[:2]
        return sock

    def stop(self) -> None:
        """End the open streams by their hooks, free the port, let other requests finish."""
        if self.ready:
            for hook in self._on_stop:
                try:
                    hook()
                except Exception:
                    log.exception("a hook failed while the server stopped")
        super().stop()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Pass cheroot's messages to logging; it would write them all to standard error."""
        log.log(level, msg, exc_info=traceback)


def serve(
    app: "WSGIApplication",
    host: str,
    port: int,
    *,
    on_ready: Callable[[Running], None],
    on_stop: Iterable[Callable[[], None]] = (),
    threads: int = 10,
) -> None:
    """Serve the app until Ctrl-C, SIGTERM or `Running.stop()`; the port is free afterwards.

    In another thread than the main one signals are left alone, and only `Running.stop()` ends it.

    Args:
        app: the WSGI application.
        host: the address to listen on; "0.0.0.0" is every IPv4 address, "::" every address.
        port: 0 takes any free port; `on_ready` is told which.
        on_ready: called once connections are accepted.
        on_stop: called before the server stops; here the live hub ends its streams and refuses
            new ones. Read only then, so a list may grow while the server runs.
        threads: free threads at rest; more come with every open request.

    Raises:
        CannotServe: the port is taken or forbidden, or the host is not an address of this machine.
    """
    if not host or not 0 <= port <= 65_535:
        raise CannotServe(_refusal(host, port, None))
    server = Server(app, host, port, threads, on_stop)
    with _signals_end_it():
        try:
            server.prepare()
        except OSError as error:
            raise CannotServe(_refusal(host, port, server.refused or error)) from error
        try:
            bound_host, bound_port = server.bind_addr
            on_ready(Running(bound_host, bound_port, server.stop))
            server.serve()
        except KeyboardInterrupt:
            log.info("asked to stop")
        finally:
            server.stop()


@contextmanager
def _signals_end_it() -> Iterator[None]:
    """Turn the first Ctrl-C or SIGTERM into KeyboardInterrupt and ignore those that follow.

    Wrappers such as `uv run` pass a Ctrl-C on that the terminal has sent already; the second one
    must not tear the orderly stop apart.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = (signal.SIGINT, signal.SIGTERM)

    def first(number: int, frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {each: signal.signal(each, first) for each in signals}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _room_for_connections() -> int:
    """How many requests may be open at once, after asking the system for enough open files.

    The usual limit of 1,024 would end at about 1,000 phones, with an accept that fails forever.
    """
    if sys.platform == "win32":
        return MOST_THREADS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_THREADS
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(1, (soft - KEPT_ALIVE) // 2)


def _refusal(host: str, port: int, error: OSError | None) -> str:
    """One sentence for the person at the terminal: what is wrong and what to do."""
    if not 0 <= port <= 65_535:
        return f"There is no port {port}: choose one from 1 to 65535 with --port."
    code = error.errno if error else None
    if code == errno.EADDRINUSE:
        return f"Port {port} is already in use: stop that program or choose another with --port."
    if code in {errno.EACCES, errno.EPERM}:
        return f"Port {port} needs more rights: choose one above 1023 with --port."
    if error is None or code == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"This machine has no address “{host}”: leave --host out to listen on all it has."
    return f"Cannot listen on {host}, port {port}: {error.strerror or error}."
