"""A mailbox of a test's own: real sockets and as much of IMAP (RFC 9051) as somebody needs who reads and marks mails."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_STORE = re.compile(r"STORE (\d+) ([+-])FLAGS \((.+)\)")


@dataclass
class Kept:
    """A mail in the folder."""

    raw: bytes
    flags: set[str] = field(default_factory=set)


class Mailbox:
    """``mails`` by their UID. ``fetched``: of which all was asked for. ``refuses``: beginnings of commands that are refused,
    ``hangs_up``: of those at which it breaks off."""

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
        """A mail that has come in."""
        kept = self.mails[len(self.mails) + 1] = Kept(raw)
        return kept

    def start(self) -> None:
        """Listen."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """From now on connections are refused."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def running() -> Iterator[Mailbox]:
    """An empty folder; user and password are "reply" and "pa ss"."""
    mailbox = Mailbox()
    mailbox.start()
    yield mailbox
    mailbox.stop()


def _handler(mailbox: Mailbox) -> type[socketserver.StreamRequestHandler]:
    class Bound(Handler):
        def setup(self) -> None:
            super().setup()
            self.mailbox = mailbox

    return Bound


class Handler(socketserver.StreamRequestHandler):
    """One connection."""

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
        """What a command comes to."""
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
        """What is asked of mails by their UID."""
        if command.startswith("SEARCH"):
            self.search(is_flagged="UNFLAGGED" not in command)
        elif found := _STORE.match(command):
            flags = self.mailbox.mails[int(found[1])].flags
            (flags.update if found[2] == "+" else flags.difference_update)(found[3].split())
        elif command.startswith("FETCH"):
            self.fetch(*command.split(" ")[1:])

    def search(self, *, is_flagged: bool) -> None:
        """What nobody has seen."""
        mails = self.mailbox.mails.items()
        unseen = [uid for uid, kept in mails if "\\Seen" not in kept.flags and ("\\Flagged" in kept.flags) is is_flagged]
        self.say(" ".join(["* SEARCH", *map(str, unseen)]))

    def fetch(self, uid: str, what: str) -> None:
        """The size, the head or all of a mail."""
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
        """One line."""
        self.wfile.write(f"{line}\r\n".encode())
