"""What workers do: tasks take ids, read the time, and leave the rest to the services. config.celery says on which queue."""

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from tables.services import once, personal, sweeping
from tables.services.archive import archiving, rating
from tables.services.channels import deliveries as ways
from tables.services.channels import posting
from tables.services.lobby import practice
from tables.services.mail import deliveries
from tables.services.play import advance, bots
from tables.services.replies import inbox, replying
from tables.services.staff import reporting

logger = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """Every minute: deadlines, reminders, and whatever was not published."""
    sweeping.sweep(now=timezone.now())


@shared_task
def think_bot(table_id: int, seat_id: int, key: str) -> None:
    """Let a bot or the steward answer a decision."""
    bots.think(table_id=table_id, seat_id=seat_id, key=key, now=timezone.now())


@shared_task
def advance_table(table_id: int) -> None:
    """Play on with prepared answers that did not fit into one transaction."""
    advance.advance_table(table_id=table_id, now=timezone.now())


@shared_task
def archive_game(table_id: int) -> None:
    """Write down what a finished game is found by."""
    archiving.archive_game(table_id=table_id)


@shared_task
def rate_games(game: str) -> None:
    """Count the finished games of one kind that are not counted yet."""
    rating.rate_finished(game=game)


@shared_task
def deliver(delivery_id: int) -> None:
    """Send one mail."""
    deliveries.deliver(delivery_id=delivery_id, now=timezone.now())


@shared_task
def tell(delivery_id: int) -> None:
    """Tell one thing by another way than mail."""
    ways.tell(delivery_id=delivery_id, now=timezone.now())


@shared_task
def read_inbox() -> None:
    """Every minute, where answers to letters arrive in a mailbox: play what they say."""
    if settings.INBOUND and settings.INBOUND.host:
        try:
            inbox.fetch(inbound=settings.INBOUND, now=timezone.now())
        except inbox.Unanswered as error:
            logger.warning("the mailbox for answers was not read: %s", error)


@shared_task
def post(hook_id: int) -> None:
    """Tell by a table's webhook how it stands."""
    posting.post(hook_id=hook_id, now=timezone.now())


@shared_task
def export_data(export_id: int) -> None:
    """Write down for somebody all that the site knows of them."""
    personal.make(export_id=export_id, now=timezone.now())


@shared_task
def tend_exports() -> None:
    """Every five minutes: archives of that kind whose time is over, or whose task was not published."""
    personal.sweep(now=timezone.now())


@shared_task
def report_quarantined() -> None:
    """Tell the operators which tables were set aside."""
    reporting.report_quarantined()


@shared_task
def forget_practice() -> None:
    """Once an hour: practice tables that nobody came back to."""
    practice.forget_unused(now=timezone.now())


@shared_task
def forget_sent() -> None:
    """Once a day: the tokens of forms that were sent long ago, and answers to old letters."""
    once.forget_sent(now=timezone.now())
    replying.forget(now=timezone.now())
