# SPDX-License-Identifier: MIT
"""The threads that answer requests: a pool that grows as phones connect.

Every phone at a table holds one long answer open (Server-Sent Events), and an open answer holds a
thread. A pool of fixed size therefore starves: with 64 threads and 70 open streams neither cheroot
nor gunicorn answers a single page any more. cheroot's own pool has `grow` and `shrink`, but nothing
calls them, they sleep in the thread that accepts connections, and stopping waits for the last
stream without limit. So this pool is our own, on the interface that cheroot documents for one.
"""

import logging
import queue
import socket
import threading
import time
from contextlib import suppress
from typing import Final

from cheroot.server import HTTPConnection, HTTPServer

LINGER: Final = 0.5  # seconds to wait for what a refused client is still sending

BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\nConnection: close\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 37\r\n\r\nToo many phones at once. Try again.\r\n"
)

log = logging.getLogger(__name__)


class GrowingPool:
    """Threads for requests: one for each that is open, and up to `rest` free ones besides.

    A request that finds no free thread gets a new one; a thread that finishes while `rest` others
    are free ends. At `most` threads, or when the system gives no more, requests are answered with
    503, and pages then poll instead of opening a stream. cheroot has a 503 of its own, but keeps
    the connection open, as if it would answer on it again.
    """

    def __init__(self, server: HTTPServer, rest: int, most: int) -> None:
        self.min = rest
        self.max = max(rest, most)
        self._server = server
        self._queue: queue.SimpleQueue[HTTPConnection | None] = queue.SimpleQueue()
        self._refused: queue.SimpleQueue[HTTPConnection | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._talks: dict[threading.Thread, HTTPConnection | None] = {}
        self._free = 0  # waiting threads less queued connections

    def start(self) -> None:
        """Start the threads that are there at rest."""
        threading.Thread(target=self._refuse, name="companion-refusal", daemon=True).start()
        with self._lock:
            while self._free < self.min and self._add_thread():
                pass

    def put(self, conn: HTTPConnection) -> None:
        """Have the request on this connection answered; never waits."""
        with self._lock:
            accepted = self._free > 0 or self._add_thread()
            self._free -= accepted
        (self._queue if accepted else self._refused).put(conn)

    def stop(self, timeout: float = 1) -> None:
        """Let requests in progress finish for `timeout` seconds, then cut their connections."""
        with self._lock:
            threads = list(self._talks)
        self._refused.put(None)
        for _ in threads:
            self._queue.put(None)
        deadline = time.monotonic() + timeout
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        with self._lock:
            open_talks = [conn for conn in self._talks.values() if conn is not None]
        for conn in open_talks:
            with suppress(OSError):
                conn.socket.shutdown(socket.SHUT_RDWR)

    def _add_thread(self) -> bool:
        if len(self._talks) >= self.max:
            return False
        # A daemon, so that a stream which nobody ends cannot keep the process alive.
        thread = threading.Thread(target=self._work, name="companion-request", daemon=True)
        self._talks[thread] = None
        try:
            thread.start()
        except RuntimeError:  # the system's limit
            del self._talks[thread]
            return False
        self._free += 1
        return True

    def _work(self) -> None:
        me = threading.current_thread()
        while (conn := self._queue.get()) is not None:
            self._talks[me] = conn
            self._talk(conn)
            with self._lock:
                self._talks[me] = None
                if self._free >= self.min:
                    break
                self._free += 1
        with self._lock:
            del self._talks[me]

    def _talk(self, conn: HTTPConnection) -> None:
        try:
            if conn.communicate():  # type: ignore[no-untyped-call]  # cheroot's stub is silent
                self._server.put_conn(conn)
                return
        except OSError as error:
            log.debug("a client left in the middle: %s", error)
        except (Exception, SystemExit):
            log.exception("a request failed")
        self._hang_up(conn)

    def _hang_up(self, conn: HTTPConnection) -> None:
        if self._server.ready:
            _hear_out(conn)
        with suppress(OSError):
            conn.close()

    def _refuse(self) -> None:
        while (conn := self._refused.get()) is not None:
            with suppress(OSError):
                conn.socket.sendall(BUSY)
            self._hang_up(conn)


def _hear_out(conn: HTTPConnection) -> None:
    """Read away what the client still sends, so that it can read our answer.

    Closing on unread bytes resets the connection, and a browser that was sending too much would
    show an error of its own instead of ours. At most 16 MB are read.
    """
    with suppress(OSError):
        conn.socket.shutdown(socket.SHUT_WR)
        conn.socket.settimeout(LINGER)
        for _ in range(256):
            if not conn.socket.recv(65_536):
                break
