"""Posts of the current state to webhooks of tables, clubs and events, when there is something new.

Nothing is stored at a move. The sweep finds hooks of tables that moved some seconds ago, so that several moves become one
message. A worker claims a hook with a lease, posts the current state, and records the number of its move. If a worker crashes
in between, another worker posts again, which may repeat the message.
"""

import logging
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tables.channels import bulletin, club_bulletin, event_bulletin, outbound, posts
from tables.channels.bulletin import Bulletin
from tables.channels.unsent import Reason, Unsent
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Table, Webhook
from tables.selectors.events import listing
from tables.selectors.play import state
from tables.services import quarantine, queue
from tables.services.channels import health
from tables.services.mail.families import HOOKS

logger = logging.getLogger(__name__)

# Delay before a post, so that a chain of automatic moves can end.
SETTLE = timedelta(seconds=20)
LEASE = timedelta(minutes=5)


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Queue the hooks with something to post. Return their number. Unposted hooks are queued again."""
    due = list(due_hooks(now).order_by("pk").values_list("pk", flat=True)[:limit])
    due += due_club_hooks(now).order_by("club_id").values_list("pk", flat=True)[:limit]
    due += due_event_hooks(now).order_by("event_id").values_list("pk", flat=True)[:limit]
    for hook_id in due:
        queue.later("post", hook_id)
    return len(due)


def due_hooks(now: datetime) -> QuerySet[Webhook]:
    """Return the unclaimed hooks of tables with something to post."""
    active = _at_work(now).filter(table__isnull=False, table__is_withheld=False)
    has_moved = Q(told_seq=None) | Q(table__seq__gt=F("told_seq"))
    running = Q(table__status=Table.Status.RUNNING, table__quarantined_at=None, table__moved_at__lte=now - SETTLE) & has_moved
    return active.filter(running | Q(table__status=Table.Status.ENDED))


def due_club_hooks(now: datetime) -> QuerySet[Webhook]:
    """Return the unclaimed hooks of clubs with changes at their tables since the last post."""
    club_tables = Table.objects.filter(club=OuterRef("club")).order_by().values("club")
    change_count = Coalesce(Subquery(club_tables.annotate(happened=Sum("changes") + Count("pk")).values("happened")), 0)
    active = _at_work(now).filter(club__isnull=False, club__closed_at=None).annotate(happened=change_count)
    return active.filter(Q(told_seq=None) | ~Q(told_seq=F("happened")))


def due_event_hooks(now: datetime) -> QuerySet[Webhook]:
    """Return the unclaimed hooks of events with changes since the last post, and of those that are over.

    Withheld tables count only once they are open, because the number of a message contains the count.
    """
    tables = Table.objects.filter(event=OuterRef("event"), is_withheld=False)
    counts = [
        _of_event(tables, "event", Sum("changes") + Count("pk")),
        _of_event(EventRound.objects.filter(event=OuterRef("event")), "event", Count("pk") + Count("ended_at")),
        _of_event(EventTable.objects.filter(round__event=OuterRef("event")).exclude(places=[]), "round__event", Count("pk")),
        _of_event(Entry.objects.filter(event=OuterRef("event")), "event", Count("pk") + Count("left_at")),
        _of_event(EventNote.objects.filter(event=OuterRef("event")), "event", Count("pk")),
    ]
    active = _at_work(now).filter(event__isnull=False, event__club__closed_at=None).annotate(happened=sum(counts, Value(0)))
    is_over = Q(event__stage__in=(Event.Stage.OVER, Event.Stage.CANCELLED))
    return active.filter(Q(told_seq=None) | ~Q(told_seq=F("happened")) | is_over)


def _of_event(rows: QuerySet[Any], event: str, number: Combinable) -> Coalesce:
    """Return a number of the rows of an event, 0 without rows. ``event`` is the path from a row to it."""
    return Coalesce(Subquery(rows.order_by().values(event).annotate(happened=number).values("happened")), 0)


def _at_work(now: datetime) -> QuerySet[Webhook]:
    may_try = Q(next_at=None) | Q(next_at__lte=now)
    is_free = Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
    return Webhook.objects.filter(may_try, is_free, off_at__isnull=True, rests_at__isnull=True)


def post(*, hook_id: int, now: datetime) -> bool:
    """Claim one hook and post the state of what it belongs to. Return True if it was delivered; failures are never raised."""
    hook = due_hooks(now).filter(pk=hook_id).select_related("table", "made_by").first()
    hook = hook or due_club_hooks(now).filter(pk=hook_id).select_related("club", "made_by").first()
    hook = hook or due_event_hooks(now).filter(pk=hook_id).select_related("event", "made_by").defer("event__secret").first()
    if hook is None:
        return False
    claim = secrets.token_hex(8)
    unchanged = Webhook.objects.filter(pk=hook_id, claim=hook.claim, claimed_at=hook.claimed_at, told_seq=hook.told_seq)
    if not unchanged.update(claim=claim, claimed_at=now):
        return False
    claimed = Webhook.objects.filter(pk=hook_id, claim=claim)
    try:
        news = _read(hook, now)
        if not news.is_last and not _is_news(hook, news):
            claimed.update(told_seq=news.seq, claim="", claimed_at=None)
            return False
        message = _hand_over(hook, news)
    except Unsent as error:
        logger.warning("%s was not told: %s", hook, error)
        health.failed(HOOKS, hook, error, now)
        claimed.update(claim="", claimed_at=None)
        return False
    except (state.Unreadable, listing.NotVisible):
        claimed.update(claim="", claimed_at=None, next_at=now + health.LONGEST_REST)
        return False
    # An error must not stop the worker, which would retry the hook for ever.
    except Exception as error:  # noqa: BLE001
        logger.error("%s was not told: %s", hook, quarantine.describe_error(error))  # a traceback might quote the address
        claimed.update(claim="", claimed_at=None, next_at=now + health.LONGEST_REST)
        return False
    health.record_success(HOOKS, hook, now)
    rests_at = now if news.is_last else None
    decision_keys = "\n".join(sorted(news.decision_keys))
    claimed.update(told_seq=news.seq, told_for=decision_keys, message=message, claim="", claimed_at=None, rests_at=rests_at)
    return True


def _read(hook: Webhook, now: datetime) -> Bulletin:
    if hook.table is not None:
        return bulletin.read_bulletin(hook, hook.table, now=now)
    change_count: int = hook.happened  # type: ignore[attr-defined]  # annotated by due_club_hooks and due_event_hooks
    if hook.event is not None:
        event = listing.visible_event(hook.made_by, hook.event.code)
        return event_bulletin.read_bulletin(hook, event, seq=change_count, now=now)
    assert hook.club is not None  # as the row's database constraint ensures
    return club_bulletin.read_bulletin(hook, hook.club, seq=change_count, now=now)


def _is_news(hook: Webhook, news: Bulletin) -> bool:
    """Return whether there is something new to post: a new decision, or any move if the message is edited in place.

    For a club or an event, any change of the message is new.
    """
    if hook.table_id is None:
        return news.decision_keys != set(hook.told_for.splitlines())
    is_edited = (
        hook.style == Webhook.Style.ONE and hook.kind in posts.EDITABLE and bool(hook.message or hook.told_seq is not None)
    )
    return is_edited or bool(news.decision_keys - set(hook.told_for.splitlines()))


def _hand_over(hook: Webhook, news: Bulletin) -> str:
    """Post the message or edit the existing one. Return its ID if it can be edited."""
    if hook.style == Webhook.Style.ONE and hook.message and hook.kind in posts.EDITABLE:
        try:
            outbound.send(posts.edited(hook, news.notice))
        except Unsent as error:
            # The message was deleted at the service, so a new message is posted.
            if error.reason is not Reason.GONE:
                raise
        else:
            return hook.message
    answer = outbound.send(posts.request(hook, news.notice))
    return posts.message_id(hook, answer.body)
