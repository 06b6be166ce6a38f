"""Hook that makes a process report the tasks it knows. Python runs it at the start of every process with this folder on
PYTHONPATH.

Once all apps are loaded, a thread writes a file into the folder that TASKS_KNOWN names. The file name is the program and its
process id.
"""

import os
import sys
import threading
import time
from pathlib import Path

FOLDER = Path(os.environ.get("TASKS_KNOWN", ""))


def _is_ready() -> bool:
    """Return whether Django has loaded all apps; a process that does not load them queues nothing."""
    registry = sys.modules.get("django.apps.registry")
    return registry is not None and registry.apps.ready


def _write() -> None:
    while not _is_ready():
        time.sleep(0.1)
    from config.celery import app
    from config.logs import program

    part = FOLDER / f"{os.getpid()}.part"
    part.write_text("\n".join(sorted(app.tasks)))
    part.rename(FOLDER / f"{program()}.{os.getpid()}")


def _wait() -> None:
    threading.Thread(target=_write, daemon=True, name="tasks known").start()


if os.environ.get("TASKS_KNOWN"):
    _wait()
    # A forked child has none of its parent's threads.
    os.register_at_fork(after_in_child=_wait)
