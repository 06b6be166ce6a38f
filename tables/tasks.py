"""Tasks of workers. They call the services with IDs and, if needed, the current time. config.celery sets their queues."""

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from tables.services import once, personal, sweeping
from tables.services.archive import analysing, archiving, rating
from tables.services.channels import deliveries as channel_deliveries
from tables.services.channels import posting
from tables.services.events import running
from tables.services.lobby import practice
from tables.services.mail import deliveries
from tables.services.play import advance, bots
from tables.services.replies import inbox, replying
from tables.services.staff import reporting

logger = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """Handle deadlines, reminders and unpublished tasks, every minute."""
    sweeping.sweep(now=timezone.now())


@shared_task
def think_bot(table_id: int, seat_id: int, key: str) -> None:
    """Let a bot or the steward make a decision."""
    bots.think(table_id=table_id, seat_id=seat_id, key=key, now=timezone.now())


@shared_task
def advance_table(table_id: int) -> None:
    """Play the prepared answers that did not fit into one transaction."""
    advance.advance_table(table_id=table_id, now=timezone.now())


@shared_task
def archive_game(table_id: int) -> None:
    """Write the archive row of a finished game, and request the analysis of an event's game."""
    archiving.archive_game(table_id=table_id)
    analysing.ask_for_event(table_id=table_id, now=timezone.now())


@shared_task
def analyse_game(table_id: int) -> None:
    """Make the computer analysis of a finished game."""
    analysing.analyse(table_id=table_id, now=timezone.now())


@shared_task
def tend_analyses() -> None:
    """Begin lost analyses again, every minute."""
    analysing.tend(now=timezone.now())


@shared_task
def rate_games(game: str) -> None:
    """Rate the finished games of one title that are not rated yet."""
    rating.rate_finished(game=game)


@shared_task
def advance_event(event_id: int) -> None:
    """Do everything in an event that is due: draws, tables, results, and the end of a round."""
    running.advance(event_id=event_id, now=timezone.now())


@shared_task
def deliver(delivery_id: int) -> None:
    """Send one email."""
    deliveries.deliver(delivery_id=delivery_id, now=timezone.now())


@shared_task
def tell(delivery_id: int) -> None:
    """Send one notification by a channel other than email."""
    channel_deliveries.tell(delivery_id=delivery_id, now=timezone.now())


@shared_task
def read_inbox() -> None:
    """Read the replies in the mailbox and play their moves, every minute, if a mailbox is configured."""
    if settings.INBOUND and settings.INBOUND.host:
        try:
            inbox.fetch(inbound=settings.INBOUND, now=timezone.now())
        except inbox.Unanswered as error:
            logger.warning("the mailbox for answers was not read: %s", error)


@shared_task
def post(hook_id: int) -> None:
    """Post the state of a table or club by a webhook."""
    posting.post(hook_id=hook_id, now=timezone.now())


@shared_task
def export_data(export_id: int) -> None:
    """Create the file with a user's personal data."""
    personal.make(export_id=export_id, now=timezone.now())


@shared_task
def tend_exports() -> None:
    """Delete expired files of personal data and create those with an unpublished task, every five minutes."""
    personal.sweep(now=timezone.now())


@shared_task
def report_quarantined() -> None:
    """Report tables put on hold to the admins."""
    reporting.report_quarantined()


@shared_task
def forget_practice() -> None:
    """Delete unused practice tables, every hour."""
    practice.forget_unused(now=timezone.now())


@shared_task
def forget_sent() -> None:
    """Delete old form tokens and old replies to emails, every day."""
    once.forget_sent(now=timezone.now())
    replying.forget(now=timezone.now())
