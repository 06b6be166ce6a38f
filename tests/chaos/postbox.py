"""Mail server that accepts an email, answers "not now", or accepts it and closes the connection without an answer."""

import socketserver
import threading
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Taken:
    """Email that arrived. ``is_told`` is True if the server confirmed it to the sender."""

    message_id: str
    to: str
    is_told: bool


@dataclass
class Postbox:
    """Mail server of the run. ``mood`` is ``well``, ``busy`` or ``mute``."""

    mood: str = "well"
    taken: list[Taken] = field(default_factory=list)
    server: socketserver.ThreadingTCPServer | None = None

    def open(self) -> int:
        """Serve from now on, and return the port."""
        box = self

        class Talk(_Talk):
            postbox = box

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = allow_reuse_address = True

            def handle_error(self, request: object, client_address: object) -> None:
                """Ignore the error: broken connections are intended here."""

        self.server = Server((HOST, 0), Talk)
        threading.Thread(target=self.server.serve_forever, daemon=True, name="postbox").start()
        return int(self.server.server_address[1])


class _Talk(socketserver.StreamRequestHandler):
    postbox: Postbox
    timeout = 30

    def handle(self) -> None:
        self._say("220 chaos")
        to = ""
        while line := self.rfile.readline(2000):
            word = line[:4].upper()
            if word in (b"EHLO", b"HELO", b"RSET", b"NOOP"):
                self._say("250 chaos")
            elif word == b"QUIT":
                self._say("221 bye")
                return
            elif self.postbox.mood == "busy":
                self._say("451 not now")
            elif word == b"MAIL":
                self._say("250 yes")
            elif word == b"RCPT":
                to = line.decode(errors="replace").partition("<")[2].partition(">")[0]
                self._say("250 yes")
            elif word == b"DATA":
                self._say("354 go on")
                if not self._take(to):
                    return
            else:
                self._say("502 what?")

    def _take(self, to: str) -> bool:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False
            lines.append(line[1:] if line.startswith(b"..") else line)
        found = message_from_bytes(b"".join(lines), policy=default)
        is_told = self.postbox.mood != "mute"
        self.postbox.taken.append(Taken(str(found["Message-ID"]), to, is_told))
        if is_told:
            self._say("250 taken")
        return is_told

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())
