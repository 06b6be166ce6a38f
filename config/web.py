"""What granian serves: the site, and a thread that notes every half a minute that this process is there.

Deadlines strike only while there are pages (tables/services/outages.py). Whoever calls the site without serving it to people,
as tests and figures do, takes ``config.wsgi``.
"""

import logging
import threading
from typing import NoReturn

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from config.wsgi import application  # loads the site, so it stands before whatever has models
from tables.services import outages

__all__ = ["application"]
logger = logging.getLogger(__name__)


def note_for_ever() -> NoReturn:
    """Note that pages are served; a database that is away is asked again next time."""
    pause = threading.Event()
    while True:
        close_old_connections()
        try:
            outages.note_web(now=timezone.now())
        except DatabaseError as error:
            logger.warning("Nobody can note that pages are served: %s", error)
        pause.wait(outages.WEB_SECONDS)


threading.Thread(target=note_for_ever, name="heartbeat", daemon=True).start()
