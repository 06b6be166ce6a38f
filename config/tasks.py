"""Housekeeping that belongs to no app."""

from celery import shared_task
from django.core.management import call_command

from accounts.security import sessions


@shared_task
def clear_sessions() -> None:
    """Remove sessions that have run out, and what is known of them."""
    call_command("clearsessions")
    sessions.forget_ended()
