"""What granian serves: the site, and a thread that notes every ten seconds that this process is there.

Deadlines strike only while there are pages (``tables.services.time.outages``). Code that calls the site without serving
people, as tests and figures do, takes ``config.wsgi``.
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
from config.wsgi import application  # loads the site, so it stands before whatever has models
from tables.services.staff import sealing
from tables.services.time import outages

__all__ = ["application"]
logger = logging.getLogger(__name__)


# A clock that was set is noticed by then.
LOOKS_UP = 1.0


def note_for_ever() -> NoReturn:
    """Note that pages are served, as long as the server is there; a database that is away is asked again next time."""
    noted, server = None, multiprocessing.parent_process()
    while True:
        # Whose server was killed while it started did not hear of it.
        if server is not None and os.getppid() != server.pid:
            os._exit(1)
        now = timezone.now()
        if noted is None or abs(now - noted) >= outages.WEB_EVERY:
            close_old_connections()
            noted = now
            try:
                outages.note_web(now=now)
            except DatabaseError as error:
                logger.warning("Nobody can note that pages are served: %s", error)
        time.sleep(LOOKS_UP)


# A worker whose server is gone would go on sharing the port with the next one. A server that stops in good order has stopped
# its workers before, so whoever is left has nobody to answer for.
die_with_parent(signal.SIGKILL)
sealing.refuse_without_keys()
threading.Thread(target=note_for_ever, name="heartbeat", daemon=True).start()
