"""What webhooks of tables and of clubs are told: its state, whenever it is another one than was told last.

Nothing is written down at a move. The sweep finds hooks whose table has moved on, some seconds ago, so that several moves are
one message; a worker claims a hook with a lease, reads what is true then, posts it, and notes which move it was about. One that
died in between posts again, and may have said it before.
"""

import logging
import secrets
from datetime import datetime, timedelta

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tables.channels import bulletin, club_bulletin, outbound, posts
from tables.channels.bulletin import Bulletin
from tables.channels.unsent import Reason, Unsent
from tables.models import Table, Webhook
from tables.selectors.play import state
from tables.services import quarantine, queue
from tables.services.channels import health
from tables.services.mail.families import HOOKS

logger = logging.getLogger(__name__)

# A chain of automatic moves is over by then.
SETTLE = timedelta(seconds=20)
LEASE = timedelta(minutes=5)


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Publish that these hooks have something to tell. Returns how many; those that still have are published again."""
    due = list(due_hooks(now).order_by("pk").values_list("pk", flat=True)[:limit])
    due += due_club_hooks(now).order_by("club_id").values_list("pk", flat=True)[:limit]
    for hook_id in due:
        queue.later("post", hook_id)
    return len(due)


def due_hooks(now: datetime) -> QuerySet[Webhook]:
    """Hooks of tables that have something to tell, and nobody is at it."""
    at_work = _at_work(now).filter(table__isnull=False)
    has_moved = Q(told_seq=None) | Q(table__seq__gt=F("told_seq"))
    running = Q(table__status=Table.Status.RUNNING, table__quarantined_at=None, table__moved_at__lte=now - SETTLE) & has_moved
    return at_work.filter(running | Q(table__status=Table.Status.ENDED))


def due_club_hooks(now: datetime) -> QuerySet[Webhook]:
    """Hooks of clubs at whose tables anything has happened since they told, and nobody is at it."""
    of_club = Table.objects.filter(club=OuterRef("club")).order_by().values("club")
    happened = Coalesce(Subquery(of_club.annotate(happened=Sum("changes") + Count("pk")).values("happened")), 0)
    at_work = _at_work(now).filter(club__isnull=False, club__closed_at=None).annotate(happened=happened)
    return at_work.filter(Q(told_seq=None) | ~Q(told_seq=F("happened")))


def _at_work(now: datetime) -> QuerySet[Webhook]:
    may_try = Q(next_at=None) | Q(next_at__lte=now)
    is_free = Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
    return Webhook.objects.filter(may_try, is_free, off_at__isnull=True, rests_at__isnull=True)


def post(*, hook_id: int, now: datetime) -> bool:
    """Tell by one hook how its table or its club stands. True if something was taken there. Nothing is raised for what goes
    wrong."""
    hook = due_hooks(now).filter(pk=hook_id).select_related("table", "made_by").first()
    hook = hook or due_club_hooks(now).filter(pk=hook_id).select_related("club", "made_by").first()
    if hook is None:
        return False
    claim = secrets.token_hex(8)
    as_seen = Webhook.objects.filter(pk=hook_id, claim=hook.claim, claimed_at=hook.claimed_at, told_seq=hook.told_seq)
    if not as_seen.update(claim=claim, claimed_at=now):
        return False
    mine = Webhook.objects.filter(pk=hook_id, claim=claim)
    try:
        told = _read(hook, now)
        if not told.is_last and not _is_news(hook, told):
            mine.update(told_seq=told.seq, claim="", claimed_at=None)
            return False
        message = _hand_over(hook, told)
    except Unsent as error:
        logger.warning("%s was not told: %s", hook, error)
        health.failed(HOOKS, hook, error, now)
        mine.update(claim="", claimed_at=None)
        return False
    except state.Unreadable:
        mine.update(claim="", claimed_at=None, next_at=now + health.LONGEST_REST)
        return False
    # Whatever goes wrong with one must not take the worker along, which would come back to it for ever.
    except Exception as error:  # noqa: BLE001
        logger.error("%s was not told: %s", hook, quarantine.place(error))  # a traceback might quote the address
        mine.update(claim="", claimed_at=None, next_at=now + health.LONGEST_REST)
        return False
    health.took(HOOKS, hook, now)
    rests_at = now if told.is_last else None
    asked = "\n".join(sorted(told.asked))
    mine.update(told_seq=told.seq, told_for=asked, message=message, claim="", claimed_at=None, rests_at=rests_at)
    return True


def _read(hook: Webhook, now: datetime) -> Bulletin:
    if hook.table is not None:
        return bulletin.read_bulletin(hook, hook.table, now=now)
    assert hook.club is not None  # as the constraint of the row says
    happened: int = hook.happened  # type: ignore[attr-defined]  # annotated by due_club_hooks
    return club_bulletin.read_bulletin(hook, hook.club, happened=happened, now=now)


def _is_news(hook: Webhook, told: Bulletin) -> bool:
    """Whether somebody is asked something that was not told; a message that is kept up to date shows every move."""
    if hook.club_id is not None:
        return told.asked != set(hook.told_for.splitlines())
    is_kept = hook.style == Webhook.Style.ONE and hook.kind in posts.EDITABLE and hook.told_seq is not None
    return is_kept or bool(told.asked - set(hook.told_for.splitlines()))


def _hand_over(hook: Webhook, told: Bulletin) -> str:
    """Post it or edit what is there. Returns what the message is called, where it can be edited."""
    if hook.style == Webhook.Style.ONE and hook.message and hook.kind in posts.EDITABLE:
        try:
            outbound.send(posts.edited(hook, told.notice))
        except Unsent as error:
            # Somebody deleted it there: then there is another.
            if error.reason is not Reason.GONE:
                raise
        else:
            return hook.message
    answer = outbound.send(posts.request(hook, told.notice))
    return posts.message_id(hook, answer.body)
