"""Application that granian serves: the site, and a thread that records every ten seconds that it is running.

Deadlines pass only while pages are served (``tables.services.time.outages``). Code that calls the site without serving people,
such as tests and benchmarks, uses ``config.wsgi``.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from typing import NoReturn

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from config.supervision.supervisor import die_with_parent
from config.wsgi import application  # loads the site, so it comes before imports of models
from tables.services.staff import sealing
from tables.services.time import outages

__all__ = ["application"]
logger = logging.getLogger(__name__)


# Seconds between two checks of the machine's clock for changes.
LOOKS_UP = 1.0


def note_for_ever() -> NoReturn:
    """Record that pages are served, as long as the server runs. If the database is away, the next round tries again."""
    last_noted, server = None, multiprocessing.parent_process()
    while True:
        # A worker gets no signal if its server was killed while the worker was starting.
        if server is not None and os.getppid() != server.pid:
            os._exit(1)
        now = timezone.now()
        if last_noted is None or abs(now - last_noted) >= outages.WEB_EVERY:
            close_old_connections()
            last_noted = now
            try:
                outages.note_web(now=now)
            except DatabaseError as error:
                logger.warning("Nobody can note that pages are served: %s", error)
        time.sleep(LOOKS_UP)


# Without this, a worker that has lost its server would go on sharing the port with the next one. A server that stops normally
# has stopped its workers first, so a remaining worker has no requests to finish.
die_with_parent(signal.SIGKILL)
sealing.refuse_without_keys()
threading.Thread(target=note_for_ever, name="heartbeat", daemon=True).start()
