"""Proxy process between the site and its servers that refuses, hangs, slows or cuts connections.

Usage: ``python -m tests.chaos.proxy NAME=FRONT=BACK …``. An address is the path of a socket or a local port. Each input line is
``NAME MODE``. A line of output confirms it once the mode is set.
"""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from tests.chaos.undertaker import Undertaker

HOST = "127.0.0.1"
# Delay in seconds. A few milliseconds would have no effect, and a longer delay would make a page of thirty queries too slow.
DELAY = 0.02
MODES = ("pass", "refuse", "hang", "slow", "cut")


class Proxies:
    """Controller of the proxy process."""

    def __init__(self, lines: Mapping[str, tuple[str, str]], *, log: Path, undertaker: Undertaker) -> None:
        arguments = [f"{name}={front}={back}" for name, (front, back) in lines.items()]
        command = [sys.executable, "-m", "tests.chaos.proxy", *arguments]
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
            )
        undertaker.tell(f"pid {self.process.pid} 9")
        self.lock = threading.Lock()
        self._answer()

    def set(self, name: str, mode: str) -> None:
        """Set the mode of one line from now on. ``cut`` breaks open connections and accepts new ones."""
        assert self.process.stdin is not None
        with self.lock:
            self.process.stdin.write(f"{name} {mode}\n")
            self.process.stdin.flush()
            self._answer()

    def _answer(self) -> None:
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError("the proxies have ended; their log says why")


class Line:
    """Network line from one address to the server behind it."""

    def __init__(self, front: str, back: str) -> None:
        self.front, self.back, self.delay = front, back, 0.0
        self.flows = asyncio.Event()
        self.flows.set()
        self.server: asyncio.Server | None = None
        self.open: set[asyncio.StreamWriter] = set()

    async def set(self, mode: str) -> None:
        """Set the mode of the line (see ``MODES``)."""
        self.delay = DELAY if mode == "slow" else 0.0
        if mode == "hang":
            self.flows.clear()
        else:
            self.flows.set()
        if mode in ("refuse", "cut"):
            self._cut()
        if mode == "refuse":
            await self._close()
        elif self.server is None:
            await self._listen()

    async def _listen(self) -> None:
        if self.front.isdecimal():
            self.server = await asyncio.start_server(self._serve, HOST, int(self.front), reuse_address=True)
        else:
            self.server = await asyncio.start_unix_server(self._serve, self.front)
            Path(self.front).chmod(0o777)

    async def _close(self) -> None:
        if self.server is not None:
            self.server.close()
            self.server = None
            if not self.front.isdecimal():
                Path(self.front).unlink(missing_ok=True)

    def _cut(self) -> None:
        for writer in list(self.open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.back.isdecimal():
                there = await asyncio.open_connection(HOST, int(self.back))
            else:
                there = await asyncio.open_unix_connection(self.back)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, there[1]}
        self.open |= pair
        try:
            await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))
        finally:
            self.open -= pair
            for each in pair:
                each.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self.flows.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
            writer.close()
        except OSError:
            writer.transport.abort()


async def _main(arguments: list[str]) -> None:
    lines = {}
    for argument in arguments:
        name, front, back = argument.split("=")
        lines[name] = Line(front, back)
        await lines[name].set("pass")
    loop = asyncio.get_running_loop()
    sys.stdout.write("up\n")
    sys.stdout.flush()
    while command := await loop.run_in_executor(None, sys.stdin.readline):
        name, mode = command.split()
        await lines[name].set(mode)
        sys.stdout.write(f"{name} {mode}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:]))
