"""Conditions for entering an event, and the probation of players who were replaced by the steward."""

from collections.abc import Sequence

from django.db.models import Count, Q

from accounts.models import User
from tables.models import Entry, Event, Relation, SiteEvent

# Number of seats taken over by the steward in one event that leads to probation.
TAKEOVERS = 2

UNFINISHED = (Event.Stage.OPEN, Event.Stage.RUNNING)


def entry_of(event: Event, user: User | None) -> Entry | None:
    """Return a person's entry, or None."""
    return event.entries.filter(user=user).first() if user is not None and user.pk else None


def is_on_probation(user: User) -> bool:
    """Return whether the steward took over two seats of this player in the last event that counts.

    An event counts if it is running with at least two takeovers, or over and not left. Probation therefore ends with the next
    event that the player finishes. Takeovers at withheld tables count only after their round.
    """
    at_tables = "event__event_tables"
    by_steward = {f"{at_tables}__site_events__kind": SiteEvent.Kind.STEWARD, f"{at_tables}__site_events__user": user}
    taken = Count(f"{at_tables}__site_events", filter=Q(**by_steward, **{f"{at_tables}__is_withheld": False}), distinct=True)
    mine = Entry.objects.filter(user=user, number__isnull=False).annotate(taken=taken)
    counted = mine.filter(Q(event__stage=Event.Stage.OVER, left_at=None) | Q(taken__gte=TAKEOVERS))
    last = counted.order_by("-event__started_at", "-event_id").first()
    return last is not None and last.taken >= TAKEOVERS


def has_unfinished(user: User, *, besides: Event) -> bool:
    """Return whether a person plays, or has signed up for, another event that is not over."""
    mine = Entry.objects.filter(user=user, left_at=None, event__stage__in=UNFINISHED)
    return mine.exclude(event=besides).exists()


def blocked_pairs(entries: Sequence[Entry]) -> Sequence[tuple[int, int, int]]:
    """Return the pairs of players of whom one has blocked the other, as (lower number, higher number, cost)."""
    number_of = {entry.user_id: entry.number for entry in entries if entry.user_id is not None and entry.number is not None}
    blocks = Relation.objects.filter(kind=Relation.Kind.BLOCKED, owner__in=number_of, other__in=number_of)
    pairs = {
        (min(one, other), max(one, other))
        for owner, target in blocks.values_list("owner_id", "other_id")
        if (one := number_of[owner]) != (other := number_of[target])
    }
    return [(one, other, 1) for one, other in sorted(pairs)]
