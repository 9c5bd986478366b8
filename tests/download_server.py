"""A server on this computer that behaves as it is told: whole files, half ones, silence, refusals, redirects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Reply:
    """What one path answers; `announced` is the length that it claims, `silence` waits until the test is over."""

    content: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    announced: int | None = None
    silence: bool = False


class DownloadServer(ThreadingHTTPServer):
    """`replies` by path; `over` ends all silence."""

    daemon_threads = False

    def __init__(self) -> None:
        self.replies: dict[str, Reply | Callable[[], Reply]] = {}
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: DownloadServer

    def do_GET(self) -> None:
        reply = self.server.replies.get(self.path, Reply(status=404))
        reply = reply() if callable(reply) else reply
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        announced = len(reply.content) if reply.announced is None else reply.announced
        if announced >= 0:
            self.send_header("Content-Length", str(announced))
        self.end_headers()
        self.wfile.write(reply.content)
        self.wfile.flush()
        if reply.silence:
            self.server.over.wait(20)

    def log_message(self, format: str, *args: object) -> None:
        """A test's output is its own."""


@contextmanager
def download_server() -> Iterator[DownloadServer]:
    """Runs in a thread until the test is over."""
    server = DownloadServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()
