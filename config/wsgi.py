"""WSGI application that granian serves."""

import gc
import logging
import os
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import charset, database, metrics
from config.logs import request_ids

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

logger = logging.getLogger(__name__)
site = get_wsgi_application()
database.wait_at_most(settings.DATABASE_PAGE_SECONDS)
# Loaded objects stay for ever, and a page leaves few reference cycles. With Python's default thresholds, garbage collection
# took up to a tenth of all time, and a single run up to a tenth of a second.
gc.freeze()
gc.set_threshold(20_000, 20, 20)


def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a request.

    If even the error page fails, the site logs it: granian's log does not hide secret URLs.
    """
    try:
        return site(charset.readable(environ), start_response)
    except Exception:
        logger.exception("the page about an error failed as well")
        start_response("500 Internal Server Error", [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
        return [b"Something went wrong, and nothing was changed. Try again in a moment.\n"]


application = request_ids.numbered(metrics.timed(answer), behind_front=settings.HTTPS)
