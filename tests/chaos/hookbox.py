"""Receiver of webhooks: accepts a message, answers "not now", or accepts it and closes the connection without an answer."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST = "127.0.0.1"


@dataclass
class Hookbox:
    """Receiver of webhooks. ``mood`` is ``well``, ``busy`` or ``mute``; ``taken`` has path and id of each message."""

    mood: str = "well"
    taken: list[tuple[str, str]] = field(default_factory=list)
    url: str = ""

    def open(self) -> None:
        """Serve from now on at ``url``."""
        box = self

        class Talk(BaseHTTPRequestHandler):
            timeout = 30

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if box.mood != "busy":
                    box.taken.append((self.path, json.loads(body)["id"]))
                if box.mood != "mute":
                    self.send_response(503 if box.mood == "busy" else 204)
                    self.end_headers()

            def log_message(self, *_said: object) -> None:
                """Drop the log line."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """Ignore the error: broken connections are intended here."""

        server = Server((HOST, 0), Talk)
        self.url = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True, name="hookbox").start()
