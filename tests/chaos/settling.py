"""End of a run after the last fault: the site does all postponed work, and each table gets one more move.

The clock is advanced so that postponed work becomes due.
"""

import time
from collections.abc import Callable, Iterator

from django.db.models import Q

from engines import registry
from engines.contract import When
from tables.models import Decision, Delivery, Event, EventRound, Heartbeat, Seat, Table, Webhook
from tables.selectors.play import state
from tests.chaos.players import Player
from tests.chaos.site import Site
from tests.chaos.world import World, patient

# Seconds of a clock jump, fewer than the gap after which a sweep assumes that the site was down.
STEP = 4 * 60.0
# Minimum number of jumps: leases last up to ten minutes, and failed deliveries are retried after a while.
STEPS_AT_LEAST = 4
# Minutes. No deadline is near, but replies are due so soon that no email is held back to be combined with others.
A_MONTH = {"decision_minutes": 43200, "reply_minutes": 200}
# Seconds until the next sweep should have ended, until the first one must have ended and waiting stops, and between two checks.
BEAT_COMES, BEAT_LATE, BEAT_LOOKS = 15.0, 60.0, 0.2
WEB_NOTES = 1.2
# Seconds to wait for further progress, longer than sending an email takes.
AT_WORK = 4.0
TRIES = 5
RUNNING = {"status": Table.Status.RUNNING}


def settle(world: World, site: Site, until: float) -> None:
    """Wait for the site to finish its work until ``until`` (monotonic seconds). Unfinished work counts as stuck."""
    site.calm()
    if not site.wait(BEAT_COMES):
        world.tally.add(world.weather, "stuck", "the site shows no pages after the last fault")
        return
    check_beat(world, _last_sweep)
    for _step in range(2):
        _wind_on(world, site)
    # No deadline passes from here on, so each decision waits for its player.
    patient(lambda: Table.objects.filter(**RUNNING).update(**A_MONTH))
    _all_come_back(world)
    steps = 0
    while steps < STEPS_AT_LEAST or (_left(world) and time.monotonic() < until):
        _wind_on(world, site)
        _try_mails_again(world)
        _work_off(world)
        steps += 1
    for code, what in unsettled(world):
        world.tally.add(world.ledger.last_kind(code), "stuck", f"table {code}: {what}")


def play_once_more(world: World) -> None:
    """Let one player make a decision at every running table."""
    world.asleep = frozenset()
    player = Player(world, [], number=-1)
    for table in patient(lambda: list(Table.objects.filter(**RUNNING))):
        player.supply.tables = {table.game: table.pk}
        if not any(_answers(player) for _try in range(TRIES)):
            world.tally.add(world.ledger.last_kind(table.code), "stuck", f"table {table.code}: nobody can play there")


def _answers(player: Player) -> bool:
    spots = [spot for spot in player.spots() if spot.asked.when is When.NOW]
    form = player.form(spots[0], "") if spots else None
    if form is not None and player.insist(form).is_yes:
        return True
    time.sleep(0.5)
    return not patient(lambda: Table.objects.filter(pk__in=player.supply.tables.values(), **RUNNING).exists())


def check_beat(world: World, last_sweep: Callable[[], object]) -> None:
    """Add a finding if the beat's sweeps stop or come late.

    The first sweep has more time, because the last faults may have killed processes, and they start slowly on a busy machine.
    A late sweep was scheduled, but ended too late. A missing sweep may never have been scheduled.
    """
    for limit in (BEAT_LATE, BEAT_COMES):
        before, began = last_sweep(), time.monotonic()
        while last_sweep() == before:
            if time.monotonic() > began + BEAT_LATE:
                _blame_latest(world, f"no sweep ended within {BEAT_LATE:.0f} seconds")
                return
            time.sleep(BEAT_LOOKS)
        if (took := time.monotonic() - began) > limit:
            _blame_latest(world, f"the next sweep ended only after {took:.0f} seconds")


def _blame_latest(world: World, what: str) -> None:
    """Add a finding that any of the latest faults may have caused."""
    world.tally.add(world.weather, "stuck", f"{what}; the last faults were {', '.join(world.latest)}")


def _last_sweep() -> object:
    return patient(lambda: Heartbeat.objects.filter(name="sweep").values_list("at", flat=True).first())


def _wind_on(world: World, site: Site) -> None:
    site.clock.jump(STEP)
    # No deadline takes effect until web has recorded its presence.
    time.sleep(WEB_NOTES)
    site.sweepers.sweep(1)


def _try_mails_again(world: World) -> None:
    """Make all postponed messages due now.

    These are messages that failed repeatedly and wait for hours, messages to webhooks that refused, and emails held back to be
    combined with others.
    """
    patient(lambda: Webhook.objects.exclude(next_at=None).update(next_at=None))
    put_off = Delivery.objects.filter(status=Delivery.Status.QUEUED, next_at__gt=world.clock.now())
    patient(lambda: put_off.update(next_at=world.clock.now()))


def _work_off(world: World) -> None:
    """Wait as long as the unfinished work keeps decreasing. The clock must not jump now, or workers' claims would expire."""
    least, until = _left(world), time.monotonic() + AT_WORK
    while least and time.monotonic() < until:
        time.sleep(0.3)
        if (left := _left(world)) < least:
            least, until = left, time.monotonic() + AT_WORK


def _left(world: World) -> int:
    return len(list(unsettled(world)))


def _all_come_back(world: World) -> None:
    away = Seat.objects.filter(table__status=Table.Status.RUNNING, steward_since__isnull=False, user__isnull=False)
    for seat in patient(lambda: list(away.select_related("table"))):
        world.browsers[seat.user_id].post(f"/t/{seat.table.code}/back/", {})


def unsettled(world: World) -> Iterator[tuple[str, str]]:
    """Yield unfinished work as pairs of a table's code and a description."""
    yield from patient(lambda: list(_still(world)))


def _still(world: World) -> Iterator[tuple[str, str]]:
    now = world.clock.now()
    for table in Table.objects.filter(**RUNNING):
        if table.quarantined_at:
            yield table.code, f"set aside: {table.quarantine_reason}"
            continue
        if table.advance_at:
            yield table.code, "prepared answers are left to be played"
        yield from ((table.code, what) for what in _waits_wrongly(table))
    claimed = Decision.objects.filter(closed_at=None).filter(Q(claimed_until__isnull=False) | Q(due_at__lte=now))
    for code, key in claimed.values_list("table__code", "key"):
        yield code, f"a claim or a deadline of {key} is left"
    waiting = Delivery.objects.filter(status__in=[Delivery.Status.QUEUED, Delivery.Status.SENDING])
    # A message held back by its recipient's frequency limit has not failed and is not late.
    by_wish = Q(status=Delivery.Status.QUEUED, error="", next_at__gt=now)
    for delivery in waiting.exclude(by_wish).select_related("notification__table"):
        told = delivery.notification
        yield (
            told.table.code if told.table else f"of event {told.event_id}",
            f"{delivery.channel} {told.pk} ({told.kind}) is {delivery.status}, {delivery.attempts} attempts, {delivery.error}",
        )
    for code in Table.objects.finished().filter(archived=None).values_list("code", flat=True):
        yield code, "a game that is over is not in the archive"
    for code in Event.objects.filter(due_at__lte=now).values_list("code", flat=True):
        yield code, "an event has not gone on"
    still = EventRound.objects.filter(ended_at=None).exclude(tables__table=None)
    for drawn in still.exclude(tables__table__status=Table.Status.RUNNING).select_related("event").distinct():
        yield drawn.event.code, f"all games of round {drawn.number} are over, and it goes on"


def _waits_wrongly(table: Table) -> Iterator[str]:
    """Yield faults of a table's open decisions.

    Each decision that the rules ask for needs a row. A current one needs a clock, unless it is answered or at a practice table,
    and no bot or steward may still have to make it.
    """
    asked = registry.engine(table.game).pending(state.seen(table, None).public)
    rows = {(row.seat.index, row.key): row for row in table.decisions.filter(closed_at=None).select_related("seat")}
    if {(each.seat, each.key) for each in asked} != rows.keys():
        yield "its rows are not what the rules ask"
    now = [each for each in asked if each.when is When.NOW]
    if not now:
        yield "nobody is asked anything"
    for each in now:
        row = rows.get((each.seat, each.key))
        if row is None:
            continue
        if row.seat.is_automatic:
            yield f"{row.seat.bot or 'the steward'} does not answer {each.key}"
        elif row.due_at is None and row.answered_at is None and not table.practice:
            yield f"no clock runs for {each.key}"
