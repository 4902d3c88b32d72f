# SPDX-License-Identifier: MIT
"""A tiny app with pages and endless streams, to try the server without Companion.

Run as a program it serves on a free port, prints that port and, when asked to stop, "ended".
Its argument says whether the streams are ended by a hook, as the live hub does, or by nobody.
"""

import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from companion.web.server import Running, serve

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class TinyApp:
    """`/events` is a stream that stays open, everything else a page that repeats the body."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        if environ["PATH_INFO"] == "/events":
            start("200 OK", [("Content-Type", "text/event-stream")])
            return self._stream()
        if environ["PATH_INFO"] == "/exit":
            raise SystemExit("a view must not do this")
        body = b"page " + environ["wsgi.input"].read()
        start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    def _stream(self) -> Iterator[bytes]:
        yield b": open\n\n"
        self.ended.wait(60)


def main() -> None:
    """Serve until a signal comes."""
    app = TinyApp()

    def ready(running: Running) -> None:
        print(running.port, flush=True)

    hooks = [app.ended.set] if sys.argv[1] == "hook" else []
    serve(app, "127.0.0.1", 0, on_ready=ready, on_stop=hooks)
    print("ended", flush=True)


if __name__ == "__main__":
    main()
