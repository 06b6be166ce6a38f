"""Celery app of the site with a fast beat: events that take a minute elsewhere happen within seconds."""

from config.celery import app

SWEEP_EVERY = 5.0

app.conf.beat_schedule["sweep"]["schedule"] = SWEEP_EVERY
