"""TCP proxy that can fall silent: it still accepts connections and data, as the host of a hanging server does."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Proxy:
    """Proxy for one address. While ``silent`` is set, it drops all data that it receives."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.silent = threading.Event()
        self.ended = threading.Event()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        self.peers: dict[socket.socket, socket.socket] = {}
        self.watch = selectors.DefaultSelector()
        self.watch.register(self.door, selectors.EVENT_READ)

    def run(self) -> None:
        """Pass data in both directions until the proxy is stopped."""
        while not self.ended.is_set():
            for key, _events in self.watch.select(0.05):
                if key.fileobj is self.door:
                    self._welcome()
                elif isinstance(key.fileobj, socket.socket):
                    self._carry(key.fileobj)
        for each in (self.door, *self.peers):
            each.close()

    def _welcome(self) -> None:
        caller, _address = self.door.accept()
        behind = socket.create_connection(self.target)
        for one, other in ((caller, behind), (behind, caller)):
            self.peers[one] = other
            self.watch.register(one, selectors.EVENT_READ)

    def _carry(self, one: socket.socket) -> None:
        if one not in self.peers:
            return
        try:
            words = one.recv(65536)
        except OSError:
            words = b""
        if not words:
            for each in (one, self.peers[one]):
                self.watch.unregister(each)
                self.peers.pop(each).close()
                each.close()
        elif not self.silent.is_set():
            self.peers[one].sendall(words)


@contextmanager
def proxy(host: str, port: int) -> Iterator[Proxy]:
    """Run a proxy during the block."""
    made = Proxy(host, port)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.ended.set()
        thread.join(5)
