"""Events that a person may see: one by its code, and lists by stage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Prefetch, Q, QuerySet

from accounts import names
from accounts.models import User
from tables.models import Club, Entry, Event, EventRound, EventTable, Table
from tables.selectors.clubs import clubs

type Person = User | AnonymousUser | None

PAGE_SIZE = 20
# Most events of a stage on the page of all events.
MOST_CURRENT = 100
Stage = Event.Stage


class NotVisible(Exception):
    """Error: this person can see no such event."""


@dataclass(frozen=True)
class Wanted:
    """Filters of the list of past events; empty values filter nothing.

    ``words`` is a part of the event's name, ``club`` of the club's, and ``player`` of a display name.
    """

    game: str = ""
    format: str = ""
    words: str = ""
    club: str = ""
    player: str = ""


@dataclass(frozen=True)
class Page:
    """Page of past events, and whether there are more."""

    events: Sequence[Event]
    has_more: bool


def visible_event(user: Person, code: str) -> Event:
    """Return an event with club and host; events of a hidden club only for its members and for admins. Raises NotVisible."""
    event = _readable().select_related("host").filter(_visible_to(user), code=code).first()
    if event is None:
        raise NotVisible(code)
    return event


def is_public(event: Event) -> bool:
    """Return whether everybody may see an event."""
    return event.club is None or event.club.is_public


def event_of(table: Table) -> Event | None:
    """Return the event of a table, or None."""
    return Event.objects.readable().filter(pk=table.event_id).first() if table.event_id is not None else None


def seasons_around(event: Event) -> tuple[Event | None, Event | None]:
    """Return the season before an event and the season after it, None where there is none."""
    around = Event.objects.readable().filter(Q(pk=event.follows_id) | Q(follows=event))
    by_id = {each.pk: each for each in around} if event.format == Event.Format.SEASON else {}
    before = by_id.pop(event.follows_id or 0, None)
    return before, next(iter(by_id.values()), None)


def current(user: Person, stage: Event.Stage, *, club: Club | None = None) -> Sequence[Event]:
    """Return the visible events of a stage with their number of players (``people``), the newest first."""
    events = _listed(user).filter(stage=stage)
    if club is not None:
        events = events.filter(club=club)
    return list(events.order_by("-created_at", "-pk")[:MOST_CURRENT])


def past(user: Person, wanted: Wanted, page: int) -> Page:
    """Return a page of visible events that are over or cancelled, the latest end first. ``page`` is counted from 1."""
    events = _listed(user).filter(stage__in=(Stage.OVER, Stage.CANCELLED))
    filters = {
        "game": wanted.game,
        "format": wanted.format,
        "name__icontains": wanted.words,
        "club__name__icontains": wanted.club,
    }
    events = events.filter(**{field: value for field, value in filters.items() if value})
    if wanted.player:
        named = User.objects.filter(name_key__contains=names.searched(wanted.player), hides_name=False)
        events = events.filter(pk__in=Entry.objects.filter(user__in=named).values("event"))
    first = (page - 1) * PAGE_SIZE
    found = list(events.order_by("-ended_at", "-pk")[first : first + PAGE_SIZE + 1])
    return Page(found[:PAGE_SIZE], len(found) > PAGE_SIZE)


def champions(events: Sequence[Event]) -> Mapping[int, Sequence[Entry]]:
    """Return the winners of these events by the number of the event; a season has one for each division."""
    by_id = {event.pk: event for event in events}
    winners: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(event__in=by_id, rank=1).select_related("user").order_by("division", "pk"):
        entry.event = by_id[entry.event_id]
        winners.setdefault(entry.event_id, []).append(entry)
    return winners


def won_by(user: User, reader: Person) -> Sequence[Event]:
    """Return the events that a person has won and the reader may see, the latest first. In a season, the first division."""
    entries = Entry.objects.filter(Q(division=0) | Q(division=None), user=user, rank=1).values("event")
    return list(_listed(reader).filter(stage=Stage.OVER, pk__in=entries).order_by("-ended_at", "-pk")[:MOST_CURRENT])


def entered_by(user: User, *, since: datetime) -> Sequence[tuple[Event, Entry]]:
    """Return the events of a person with their entries: those that are not over, then those that ended after ``since``.

    The rounds that are played are loaded as ``event.rounds``. Events that a person has left are missing.
    """
    unfinished, ended = Q(event__stage__in=(Stage.OPEN, Stage.RUNNING), left_at=None), Q(event__ended_at__gte=since)
    entries = Entry.objects.filter(unfinished | ended, user=user).select_related("event").defer("event__secret")
    played = Prefetch("event__rounds", EventRound.objects.filter(ended_at=None).defer("costs", "deals"))
    found = list(entries.prefetch_related(played).order_by("event__closes_at", "event_id")[:MOST_CURRENT])
    in_order = sorted(found, key=lambda entry: entry.event.ended_at is not None)
    return [(entry.event, entry) for entry in in_order]


def rounds_played_by(user: User) -> Sequence[EventRound]:
    """Return the rounds of running events in which a person has a table or a bye, with their events, the earliest end first."""
    mine = Entry.objects.filter(user=user, left_at=None, number__isnull=False, event__stage=Stage.RUNNING)
    numbers = {(event, division or 0): number for event, division, number in mine.values_list("event", "division", "number")}
    played = EventRound.objects.filter(ended_at=None, event__in={event for event, _division in numbers})
    seated = Prefetch("tables", EventTable.objects.only("round", "players"))
    rounds = played.defer("costs", "deals", "event__secret").select_related("event").prefetch_related(seated)
    return [
        drawn
        for drawn in rounds.order_by("ends_at", "pk")
        if (number := numbers.get((drawn.event_id, drawn.division))) is not None
        and (number in drawn.byes or any(number in row.players for row in drawn.tables.all()))
    ]


def _listed(user: Person) -> QuerySet[Event]:
    return _readable().filter(_visible_to(user)).annotate(people=Count("entries"))


def _readable() -> QuerySet[Event]:
    return Event.objects.readable().select_related("club")


def _visible_to(user: Person) -> Q:
    everybody = Q(club=None) | Q(club__outsiders=Club.Outsiders.PAGE)
    if user is None or not user.pk:
        return everybody
    if user.is_staff:
        return Q()
    return everybody | Q(club__in=clubs.ids_of(user.pk))
