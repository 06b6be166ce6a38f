"""The site's Celery with a beat that is in a hurry: what takes a minute elsewhere is seen within seconds here."""

from config.celery import app

SWEEP_EVERY = 5.0

app.conf.beat_schedule["sweep"]["schedule"] = SWEEP_EVERY
