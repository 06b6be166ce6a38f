"""Whoever webhooks are posted to: takes what comes, says "not now", or takes it and breaks the line before it says so."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST = "127.0.0.1"


@dataclass
class Hookbox:
    """``mood`` is ``well``, ``busy`` or ``mute``; ``taken`` are the addresses and names of what arrived."""

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
                """Nobody reads it."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """A line that broke is what this is for."""

        server = Server((HOST, 0), Talk)
        self.url = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True, name="hookbox").start()
