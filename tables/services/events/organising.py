"""Actions of an event's organiser while it runs. Each has a reason and appears in the event's chronicle."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts import names
from accounts.models import User
from engines.events import fields
from tables.errors import Code, NotRunning, Refusal
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Seat, Table, Tenure
from tables.selectors.events import entering as entries
from tables.services import suspensions, texts
from tables.services.changes import record_change, wake_event
from tables.services.events import letters, seasons
from tables.services.events.entering import check_person
from tables.services.events.locking import lock
from tables.services.events.opening import LONGEST_REASON, may_organise
from tables.services.locking import guarded
from tables.services.locking import lock as lock_table
from tables.services.once import create_once
from tables.services.play import holding
from tables.services.play.advance import finish
from tables.services.play.ending import end
from tables.services.play.locked_table import open_game

Kind = EventNote.Kind
# Days by which an organiser may prolong an event in all.
MOST_PROLONGED = 7


def prolong(*, event_id: int, by: User, reason: str, token: str = "", now: datetime) -> EventNote:
    """Move the end of all running rounds by a day. ``token``: as in ``create_once``.

    Raises a Refusal: not_organiser, event_over, no_round, prolonged_enough, no_reason, too_long, bad_character.
    """
    make = partial(_prolong, event_id, by, texts.reason(reason, LONGEST_REASON), now)
    return create_once(EventNote, user_id=by.pk, token=token, content=("prolong", event_id, reason), now=now, make=make)


def replace(*, event_id: int, by: User, entry: int, name: str, reason: str, token: str = "", now: datetime) -> EventNote:
    """Give an entry to the person with this name, who takes over the player's running tables. Results so far stay.

    ``token``: as in ``create_once``. Raises a Refusal: not_organiser, event_over, not_entered, unknown_person,
    already_entered, results_stand, knows_hands, those of ``entering.check_person``, no_reason, too_long, bad_character.
    """
    make = partial(_replace, event_id, by, entry, name, texts.reason(reason, LONGEST_REASON), now)
    note = create_once(EventNote, user_id=by.pk, token=token, content=("replace", entry, name, reason), now=now, make=make)
    seat_new_players(event_id=event_id, now=now)
    return note


def exchange(
    *, event_id: int, by: User, one: tuple[int, int], other: tuple[int, int], reason: str, token: str = "", now: datetime
) -> EventNote:
    """Exchange two seats of a round before its tables open. A seat is (id of the EventTable, number of the player there).

    In pairs, both tables of the pairing change. ``token``: as in ``create_once``. Raises a Refusal: not_organiser, event_over,
    round_open, bad_exchange, exchange_apart, no_reason, too_long, bad_character.
    """
    make = partial(_exchange, event_id, by, one, other, texts.reason(reason, LONGEST_REASON), now)
    content = ("exchange", event_id, one, other, reason)
    return create_once(EventNote, user_id=by.pk, token=token, content=content, now=now, make=make)


def adjudicate(
    *, event_id: int, by: User, table: int, places: Sequence[int], reason: str, token: str = "", now: datetime
) -> EventNote:
    """End a running table with these places of its players, in their order. ``table`` is the id of its EventTable.

    ``token``: as in ``create_once``. Raises a Refusal: not_organiser, event_over, not_running, ended, plays_there, bad_places,
    no_reason, too_long, bad_character.
    """
    make = partial(_adjudicate, event_id, by, table, list(places), texts.reason(reason, LONGEST_REASON), now)
    content = ("adjudicate", table, list(places), reason)
    return create_once(EventNote, user_id=by.pk, token=token, content=content, now=now, make=make)


def _organised(event_id: int, by: User, now: datetime) -> Event:
    """Return the locked running event. Raises a Refusal: no_event, suspended, not_organiser, event_over."""
    suspensions.check(by, now)
    event = lock(event_id)
    if not may_organise(event, by):
        raise Refusal(Code.NOT_ORGANISER)
    if event.stage != Event.Stage.RUNNING:
        raise Refusal(Code.EVENT_OVER)
    return event


def _prolong(event_id: int, by: User, reason: str, now: datetime) -> EventNote:
    with transaction.atomic():
        event = _organised(event_id, by, now)
        rounds = event.rounds.filter(ended_at=None, ends_at__gt=now)
        if not rounds.exists():
            raise Refusal(Code.NO_ROUND)
        if event.prolonged_days >= MOST_PROLONGED:
            raise Refusal(Code.PROLONGED_ENOUGH, most=MOST_PROLONGED)
        event.prolonged_days += 1
        event.save(update_fields=["prolonged_days"])
        rounds.update(ends_at=F("ends_at") + timedelta(days=1))
        wake_event(event.pk, now)
        return EventNote.objects.create(event=event, kind=Kind.PROLONGED, by=by, reason=reason, at=now)


def _replace(event_id: int, by: User, entry_id: int, name: str, reason: str, now: datetime) -> EventNote:
    user = User.objects.filter(name_key=names.folded(name), is_active=True, guest_since=None).exclude(name_key="").first()
    if user is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    with transaction.atomic():
        event = _organised(event_id, by, now)
        entry = event.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Refusal(Code.NOT_ENTERED)
        if entries.entry_of(event, user) is not None:
            raise Refusal(Code.ALREADY_ENTERED)
        if _played_without(event, entry):
            raise Refusal(Code.RESULTS_STAND)
        if _has_seen_the_round(event, entry, user):
            raise Refusal(Code.KNOWS_HANDS)
        check_person(event, user, now)
        facts = {"number": entry.number, "last_number": seasons.last_number(event, entry)}
        gone, entry.user, entry.pseudonym, entry.left_at = entry.user, user, "", None
        entry.save(update_fields=["user", "pseudonym", "left_at"])
        letters.replaced(event=event, gone=gone, new=user, reason=reason, now=now)
        return EventNote.objects.create(event=event, kind=Kind.REPLACED, by=by, user=user, reason=reason, facts=facts, at=now)


def _played_without(event: Event, entry: Entry) -> bool:
    """Return whether a table ended without the withdrawn player, or a bot plays for them."""
    for row in EventTable.objects.filter(round__event=event).select_related("table").defer("table__state", "table__secret"):
        if entry.number in row.gone:
            return True
        if entry.left_at and row.table is not None and entry.number in row.players:
            seat = Seat.objects.get(table=row.table, index=row.players.index(entry.number))
            if seat.bot or (row.table.ended_at and row.table.ended_at >= entry.left_at):
                return True
    return False


def _has_seen_the_round(event: Event, entry: Entry, user: User) -> bool:
    """Return whether a person has held another player's seat in a running round, whose hand or deal they may know."""
    held = Tenure.objects.filter(user=user, seat__table__event_table__round__in=event.rounds.filter(ended_at=None))
    rows = held.values_list("seat__table__event_table__players", "seat__index")
    return any(index is None or index >= len(players) or players[index] != entry.number for players, index in rows)


def seat_new_players(*, event_id: int, now: datetime) -> bool:
    """Seat the people whose entries were given to them at the running tables, each in its own transaction.

    What was interrupted is repeated by ``running.advance``. Return whether anybody was seated.
    """
    entries_by_number = {
        entry.number: entry
        for entry in Entry.objects.filter(event=event_id, left_at=None, user__isnull=False, number__isnull=False)
    }
    running = EventTable.objects.filter(round__event=event_id, places=[], table__status=Table.Status.RUNNING)
    changed = False
    for row in running.filter(table__quarantined_at=None).prefetch_related("table__seats").order_by("pk"):
        assert row.table is not None, "the query asks for a table"
        for seat in row.table.seats.all():
            is_player = seat.index is not None and seat.index < len(row.players)
            entry = entries_by_number.get(row.players[seat.index or 0]) if is_player else None
            if entry is not None and entry.user_id != seat.user_id and not seat.bot:
                changed |= _take_seat(row.table.pk, seat.pk, entry, now)
    return changed


def _take_seat(table_id: int, seat_id: int, entry: Entry, now: datetime) -> bool:
    with guarded(table_id, now):
        table = lock_table(table_id)
        # The entry may have been given on since.
        user = User.objects.filter(entries=entry.pk, entries__left_at=None).first()
        seat = Seat.objects.get(pk=seat_id)
        if user is None or table.status != Table.Status.RUNNING or table.quarantined_at or seat.user_id == user.pk:
            return False
        locked = open_game(table, now)
        finish(locked, holding.replace_player(locked, locked.seat(seat_id), user))
        record_change(locked.table)
    return True


def _exchange(event_id: int, by: User, one: tuple[int, int], other: tuple[int, int], reason: str, now: datetime) -> EventNote:
    with transaction.atomic():
        event = _organised(event_id, by, now)
        chosen = EventTable.objects.filter(round__event=event, pk__in=(one[0], other[0])).select_related("round")
        found = {row.pk: row for row in chosen}
        if {one[0], other[0]} != set(found) or len({row.round_id for row in found.values()}) != 1:
            raise Refusal(Code.BAD_EXCHANGE)
        drawn = found[one[0]].round
        rows = {row.position: row for row in drawn.tables.all()}
        if drawn.begins_at <= now or any(row.table_id for row in rows.values()):
            raise Refusal(Code.ROUND_OPEN)
        seats = [(found[table].position, player) for table, player in (one, other)]
        exchange_seats(event, rows, *seats)
        if _are_apart(event, drawn, seats):
            raise Refusal(Code.EXCHANGE_APART)
        EventTable.objects.bulk_update(rows.values(), ["players"])
        facts = {"division": drawn.division, "round": drawn.number, "seats": seats}
        return EventNote.objects.create(event=event, kind=Kind.FIXED, by=by, reason=reason, facts=facts, at=now)


def _are_apart(event: Event, drawn: EventRound, seats: Sequence[tuple[int, int]]) -> bool:
    """Return whether two players belong to different pairings of a knock-out or to different groups."""
    (one, first), (other, second) = seats
    if event.format == Event.Format.KNOCKOUT:
        return one // 2 != other // 2
    if event.format != Event.Format.GROUPS or drawn.number > 0:
        return False
    groups = fields.groups(range(event.entries.filter(number__isnull=False).count()), event.group_count)
    return not any(first in group and second in group for group in groups)


def exchange_seats(event: Event, rows: Mapping[int, EventTable], one: tuple[int, int], other: tuple[int, int]) -> None:
    """Exchange two players, each with the position of their table. The two tables of a pairing keep their exchanged seats."""
    if one[1] not in rows[one[0]].players or other[1] not in rows[other[0]].players or one[1] == other[1]:
        raise Refusal(Code.BAD_EXCHANGE)
    legs = 2 if event.seats == 2 else 1
    first, second = one[0] // legs, other[0] // legs
    for position, row in rows.items():
        place = position // legs
        swapped = ({one[1]: other[1]} if place == first else {}) | ({other[1]: one[1]} if place == second else {})
        row.players = [swapped.get(number, number) for number in row.players]
        if len(set(row.players)) < len(row.players):
            raise Refusal(Code.BAD_EXCHANGE)


def _adjudicate(event_id: int, by: User, row_id: int, places: Sequence[int], reason: str, now: datetime) -> EventNote:
    row = EventTable.objects.select_related("round").filter(pk=row_id, round__event=event_id).first()
    if row is None or row.table_id is None:
        raise NotRunning(Code.NOT_RUNNING)
    with transaction.atomic():
        table = lock_table(row.table_id)
        event = _organised(event_id, by, now)
        if table.status != Table.Status.RUNNING:
            raise NotRunning(Code.ENDED)
        seats = list(table.seats.order_by("index"))
        if Tenure.objects.filter(seat__in=seats, user=by).exists():
            raise Refusal(Code.PLAYS_THERE)
        if len(places) != len(row.players) or not _are_places(places):
            raise Refusal(Code.BAD_PLACES)
        table.quarantined_at, table.quarantine_reason = None, ""
        table.save(update_fields=["quarantined_at", "quarantine_reason"])
        last = len(seats)
        by_seat = {index: places[index] if index < len(places) else last for index in range(last)}
        row.adjudicated = True
        row.save(update_fields=["adjudicated"])
        end(table, seats, ended_by=Table.EndedBy.AGREED, places=by_seat, now=now)
        facts = {"division": row.round.division, "round": row.round.number, "table": row.position, "places": list(places)}
        return EventNote.objects.create(event=event, kind=Kind.ADJUDICATED, by=by, reason=reason, facts=facts, at=now)


def _are_places(places: Sequence[int]) -> bool:
    """Return whether these are finishing places: after two first places comes the third."""
    return all(place == 1 + sum(other < place for other in places) for place in places)
