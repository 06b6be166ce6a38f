"""Mail server for tests: real sockets, real SMTP, and any reply the test chooses."""

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

OK = {"EHLO": "250 post", "HELO": "250 post", "MAIL": "250 ok", "RCPT": "250 ok", "RSET": "250 ok", "QUIT": "221 bye"}
HANG_UP = "hang up"


class MailServer:
    """Mail server with chosen replies.

    ``answers`` maps a command (CONNECT, MAIL, RCPT, DATA, or BODY for the email itself) to a reply or to ``HANG_UP``.

    ``connections`` counts connections. ``mails`` keeps the accepted emails as raw bytes, ``times`` their times in seconds since
    1970.
    """

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.connections = 0
        self.mails: list[bytes] = []
        self.times: list[float] = []
        self._server: socketserver.ThreadingTCPServer | None = None
        self.port = 0

    def start(self) -> None:
        """Start listening. A restart uses the same port."""
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", self.port), _handler(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Close the server, so that connections are refused."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def mailers(self) -> dict[str, dict[str, object]]:
        """Return a MAILERS setting that sends to this server."""
        options = {"host": "127.0.0.1", "port": self.port, "timeout": 5}
        return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}


@contextmanager
def running() -> Iterator[MailServer]:
    """Start a mail server that accepts everything until a test sets other ``answers``. Yield it, then stop it."""
    server = MailServer()
    server.start()
    yield server
    server.stop()


def _handler(server: MailServer) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            server.connections += 1
            if not self.say("CONNECT", "220 post"):
                return
            while line := self.rfile.readline():
                command = line[:4].decode().upper()
                go_on = self.take() if command == "DATA" else self.say(command, OK.get(command, "500 what?"))
                if not go_on or command == "QUIT":
                    return

        def take(self) -> bool:
            if "DATA" in server.answers:
                return self.say("DATA", "")
            self.wfile.write(b"354 go on\r\n")
            lines = iter(self.rfile.readline, b".\r\n")
            body = b"".join(line[1:] if line.startswith(b"..") else line for line in lines)
            if "BODY" not in server.answers:
                server.times.append(time.time())
                server.mails.append(body)
            return self.say("BODY", "250 taken")

        def say(self, command: str, usual: str) -> bool:
            answer = server.answers.get(command, usual)
            if answer == HANG_UP:
                return False
            self.wfile.write(f"{answer}\r\n".encode())
            return not answer.startswith("421")

    return Handler
