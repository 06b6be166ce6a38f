"""Check of an outage: no deadline takes effect while the site shows no pages, and clocks are extended by its length."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from tables.models import Decision, Move, Outage
from tests.chaos.site import Site
from tests.chaos.world import World, patient

KIND = "web away for long"
# Tolerance: web records its presence every second, and it was killed between two records.
ABOUT = timedelta(seconds=30)
SETTLED = 30.0


@dataclass(frozen=True)
class Away:
    """Start of an outage in site time, and the deadlines at that moment."""

    since: datetime
    due: dict[int, datetime]


def begin(world: World) -> Away:
    """Record the start of an outage. Call this just after web was killed."""
    since = world.clock.now()
    # If the clock was set back, the time of some decisions has not begun yet.
    running = Decision.objects.filter(closed_at=None, due_at__gt=since, counted_at__lte=since)
    return Away(since, patient(lambda: dict(running.values_list("pk", "due_at"))))


def end(world: World, site: Site, away: Away) -> None:
    """Add unfair results of an outage to the tally. Call this once the site shows pages again."""
    until = world.clock.now()
    if not _is_settled(site):
        world.tally.add(KIND, "stuck", f"clocks were not moved on within {SETTLED:.0f} seconds after it")
        return
    compare(world, away, until)


def compare(world: World, away: Away, until: datetime) -> None:
    """Compare each decision at the start of the outage with its later state. ``until`` is the end of the outage."""
    for row in patient(lambda: list(_known(away).exclude(pk__in=world.rushed))):
        before = away.due[row.pk] - away.since
        struck = row.seat.moves.filter(key=row.key, via=Move.Via.DEADLINE, user=None, at__lte=until)
        if before > ABOUT and patient(struck.exists):
            world.tally.add(KIND, "lost", f"{row.key} at table {row.table.code} was struck while there were no pages")
        passed = world.clock.now() - until
        if row.closed_at is None and row.due_at and row.due_at - until < before - ABOUT - passed:
            world.tally.add(
                KIND, "lost", f"{row.key} at table {row.table.code} had {before}, and {row.due_at - until} after it"
            )


def _known(away: Away) -> QuerySet[Decision]:
    return Decision.objects.filter(pk__in=away.due).select_related("table", "seat")


def _is_settled(site: Site) -> bool:
    end = time.monotonic() + SETTLED
    while time.monotonic() < end:
        time.sleep(1.2)
        site.sweepers.sweep(1)
        if patient(lambda: not Outage.objects.filter(settled_at=None).exists()):
            return True
    return False
