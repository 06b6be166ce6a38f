"""Celery: four queues, short tempers, and the beat that finds whatever was not published.

Publishing is a hint. Whoever queues a task does so on commit and robustly; the socket times out quickly and the sweep finds
the rows that were left lying.
"""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app: Any = Celery("staffetta")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
