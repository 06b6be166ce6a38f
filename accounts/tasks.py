"""What workers do for people: tasks take ids and read the time. config.celery says on which queue."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from accounts import guests
from accounts.mail import queue
from accounts.security import sessions


@shared_task
def send_mail(mail_id: int) -> None:
    """Send one mail about an account."""
    queue.send(mail_id=mail_id, now=timezone.now())


@shared_task
def forget_guests() -> None:
    """Once an hour: guests who have not come back for a week."""
    guests.sweep(now=timezone.now())


@shared_task
def send_due_mails() -> None:
    """Every minute: mails whose task was not published or failed."""
    queue.send_due(now=timezone.now())


@shared_task
def clear_sessions() -> None:
    """Once a day: sessions that have run out, and the browsers that had them."""
    call_command("clearsessions")
    sessions.forget_ended()
