"""Mailbox server for tests: real sockets, and enough of IMAP (RFC 9051) for reading and marking emails."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_STORE = re.compile(r"STORE (\d+) ([+-])FLAGS \((.+)\)")


@dataclass
class Kept:
    """Email in the folder."""

    raw: bytes
    flags: set[str] = field(default_factory=set)


class Mailbox:
    """Mailbox with ``mails`` by UID.

    ``fetched`` lists the emails read in full. Commands that begin with a text in ``refuses`` are refused. Commands that begin
    with a text in ``hangs_up`` end the connection.
    """

    def __init__(self) -> None:
        self.mails: dict[int, Kept] = {}
        self.fetched: list[int] = []
        self.folders: list[str] = []
        self.refuses: set[str] = set()
        self.hangs_up: set[str] = set()
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]

    def put(self, raw: bytes) -> Kept:
        """Add an email that has arrived, and return it."""
        kept = self.mails[len(self.mails) + 1] = Kept(raw)
        return kept

    def start(self) -> None:
        """Start to answer connections, in a thread."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Stop listening; connections are refused from now on."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def running() -> Iterator[Mailbox]:
    """Run an empty mailbox during the block; user and password are "reply" and "pa ss"."""
    mailbox = Mailbox()
    mailbox.start()
    try:
        yield mailbox
    finally:
        mailbox.stop()


def _handler(mailbox: Mailbox) -> type[socketserver.StreamRequestHandler]:
    class Bound(Handler):
        def setup(self) -> None:
            super().setup()
            self.mailbox = mailbox

    return Bound


class Handler(socketserver.StreamRequestHandler):
    """Connection to the mailbox."""

    mailbox: Mailbox

    def handle(self) -> None:
        self.say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, _space, command = line.partition(" ")
            if any(command.startswith(begins) for begins in self.mailbox.hangs_up):
                return
            refused = any(command.startswith(begins) for begins in self.mailbox.refuses)
            self.say(f"{tag} {'NO not now' if refused else self.answer(command)}")
            if command == "LOGOUT":
                return

    def answer(self, command: str) -> str:
        """Run a command, and return the text of its final response."""
        word, _space, rest = command.partition(" ")
        match word:
            case "CAPABILITY":
                self.say("* CAPABILITY IMAP4rev1")
            case "LOGIN":
                return "OK in" if rest.replace('"', "") == "reply pa ss" else "NO wrong password"
            case "SELECT":
                self.mailbox.folders.append(rest)
                self.say(f"* {len(self.mailbox.mails)} EXISTS")
            case "UID":
                self.by_uid(rest)
        return "OK done"

    def by_uid(self, command: str) -> None:
        """Run a command on emails by UID."""
        if command.startswith("SEARCH"):
            self.search(is_flagged="UNFLAGGED" not in command)
        elif found := _STORE.match(command):
            flags = self.mailbox.mails[int(found[1])].flags
            (flags.update if found[2] == "+" else flags.difference_update)(found[3].split())
        elif command.startswith("FETCH"):
            self.fetch(*command.split(" ")[1:])

    def search(self, *, is_flagged: bool) -> None:
        """Send the UIDs of the unseen emails that are flagged, or of those that are not."""
        mails = self.mailbox.mails.items()
        unseen = [uid for uid, kept in mails if "\\Seen" not in kept.flags and ("\\Flagged" in kept.flags) is is_flagged]
        self.say(" ".join(["* SEARCH", *map(str, unseen)]))

    def fetch(self, uid: str, what: str) -> None:
        """Send the size, the head or all of an email."""
        raw = self.mailbox.mails[int(uid)].raw
        if what == "(RFC822.SIZE)":
            self.say(f"* 1 FETCH (UID {uid} RFC822.SIZE {len(raw)})")
            return
        if what == "(BODY.PEEK[])":
            self.mailbox.fetched.append(int(uid))
        else:
            raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        name = what.strip("()").replace(".PEEK", "")
        self.wfile.write(f"* 1 FETCH (UID {uid} {name} {{{len(raw)}}}\r\n".encode() + raw + b")\r\n")

    def say(self, line: str) -> None:
        """Send one line."""
        self.wfile.write(f"{line}\r\n".encode())
