"""The project: settings, URLs, processes and their tools. Celery's app is created when Django starts."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
