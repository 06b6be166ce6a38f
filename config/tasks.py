"""Housekeeping that belongs to no app."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_sessions() -> None:
    """Remove sessions that have run out."""
    call_command("clearsessions")
