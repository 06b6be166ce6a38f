"""Celery tasks for accounts. They take ids and read the time; config.celery assigns the queues."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from accounts import guests
from accounts.mail import queue
from accounts.security import sessions


@shared_task
def send_mail(mail_id: int) -> None:
    """Send one email about an account."""
    queue.send(mail_id=mail_id, now=timezone.now())


@shared_task
def forget_guests() -> None:
    """Forget guests who have not come back for a week. Runs once an hour."""
    guests.sweep(now=timezone.now())


@shared_task
def send_due_mails() -> None:
    """Delete expired emails about accounts, and send due ones that are still queued. Runs every minute."""
    queue.send_due(now=timezone.now())


@shared_task
def clear_sessions() -> None:
    """Delete expired sessions and the rows of their browsers. Runs once a day."""
    call_command("clearsessions")
    sessions.forget_ended()
