"""The project: settings, addresses, processes and the tools around them. Celery's app is made when Django starts."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
