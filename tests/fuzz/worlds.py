"""A site with content for every kind of user, and the same site some moves later."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.models import User
from engines import registry
from tables.mail import tokens
from tables.models import Club, Decision, Event, Feed, Relation, Seat, Table
from tables.selectors.mail import links
from tables.selectors.mail.cadence import Cadence, Kind
from tables.selectors.play import state
from tables.services.clubs import founding, members
from tables.services.events import entering, opening, organising, running
from tables.services.events.opening import NewEvent
from tables.services.lobby import inviting, practice
from tables.services.mail import feeds
from tables.services.people import onlookers, relations, reports
from tables.services.play import bots, chat, ending
from tables.services.time import calendars
from tests.site import factories

SEATS = {"specimen": 2, "pebbles": 2}
MOST_MOVES = 60


class World(NamedTuple):
    """Users of a world: people, an admin, and a guest with a practice game. The last of the people has no seat."""

    people: Sequence[User]
    operator: User
    guest: User


def build() -> World:
    """Create users, a running table of every game, events, and tables that wait for players, have ended or are for practice."""
    now = timezone.now()
    people = [factories.person(name) for name in ("Anna", "Bruno", "Chiara", "Dario")]
    anna, bruno, chiara, dario = people
    operator = User.objects.create_superuser("operator@example.org", display_name="Operator")
    for engine in registry.engines(specimens=True):
        seated = [anna, bruno, chiara][: SEATS.get(engine.slug, engine.seat_range[-1])]
        table = factories.running_table(*seated, game=engine.slug, now=now, name=f"A table of {engine.slug}")
        chat.say(table_id=table.pk, user=anna, text="Good luck to all", now=now)
    waiting = factories.open_table(anna, seats=3, now=now, name="Come in")
    factories.open_table(bruno, seats=3, visibility=Table.Visibility.PRIVATE, now=now, name="By invitation")
    factories.play_to_end(factories.running_table(anna, bruno, now=now, name="It is over"))
    ending.resign(table_id=Table.objects.get(game="zena1814").pk, user=chiara, now=now)
    inviting.invite_person(table_id=waiting.pk, host=anna, name=dario.display_name, now=now)
    relations.add_relation(owner=anna, number=bruno.pk, kind=Relation.Kind.FAVOURITE, now=now)
    relations.add_relation(owner=anna, number=dario.pk, kind=Relation.Kind.MUTED, now=now)
    onlookers.say(table_id=Table.objects.get(game="gonzaga").pk, user=dario, text="Well played", now=now)
    reports.report_person(reporter=anna, number=bruno.pk, reason="He shouts", now=now)
    away = now + timedelta(days=2)
    calendars.announce_absence(user=anna, starts_at=away, ends_at=away + timedelta(days=3), now=now)
    for person in people:
        feeds.make_feed(user_id=person.pk, now=now)
    _open_events(operator, people[:-1])
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=now)
    for user in (guest, anna):
        _practise(user)
    return World(people, operator, guest)


def _open_events(operator: User, players: Sequence[User]) -> None:
    """Create a finished event, a running one with the same deal, and two for signing up, of which one belongs to a club."""
    now, before = timezone.now(), timezone.now() - timedelta(days=8)
    club = founding.found_club(user=players[0], name="The couriers", joining=Club.Joining.OPEN, now=before)
    members.join_club(club_id=club.pk, user=players[1], now=before)
    over = _event(operator, players[:2], "An event that is over", before, round_count=1)
    _event(operator, players, "A running event", before, same_deal=True)
    _event(operator, players[1:], "An event to come", now)
    _event(players[0], players[:1], "An event of the club", now, club=club)
    for event in Event.objects.filter(closes_at__lte=now):
        running.advance(event_id=event.pk, now=now)
    for table in Table.objects.filter(event=over):
        ending.concede(table_id=table.pk, user=players[0], now=now)
    running.advance(event_id=over.pk, now=now)
    note = "The tables stand still"
    organising.prolong(event_id=Event.objects.get(same_deal=True).pk, by=operator, reason=note, now=now)


def _event(host: User, players: Sequence[User], name: str, now: datetime, **more: Any) -> Event:
    """Open an event of pairs, and sign up these players."""
    fields = {"game": "specimen", "format": "match", "seats": 2, "round_count": 2, "options": {}, "pace": factories.PLAIN}
    new = NewEvent(name=name, text="Come and play.", round_days=10, sign_up_days=7, least=2, **fields | more)
    event = opening.open_event(new, host=host, now=now)
    for user in players:
        entering.enter(event_id=event.pk, user=user, now=now)
    return event


def _practise(user: User) -> None:
    """Create a practice table with a move that can be taken back."""
    now = timezone.now()
    table = practice.open_practice(user=user, game="specimen", seats=2, options={}, now=now)
    seat = factories.seat_of(table, user)
    factories.send(seat, factories.legal(seat, factories.waiting(table, seat)[0])[0], token=f"practice-{user.pk}", now=now)


def go_on(dice: Random) -> None:
    """Play fewer than ``MOST_MOVES`` moves at every running table."""
    for table in Table.objects.filter(status=Table.Status.RUNNING):
        for _ in range(dice.randrange(MOST_MOVES)):
            asked = factories.waiting(table)
            if not asked:
                break
            seat = Seat.objects.select_related("table").get(table=table, index=asked[0].seat)
            if seat.steward_since or seat.bot:
                bots.think(table_id=table.pk, seat_id=seat.pk, key=asked[0].key, now=timezone.now())
                continue
            answer: Any = registry.engine(table.game).bot(state.seen(table, seat), asked[0])
            factories.send(seat, answer, key=asked[0].key, now=timezone.now())


def secret_addresses(person: User | None) -> Iterator[str]:
    """Yield addresses that browsing hardly finds.

    These are invalid ones, withheld tables, the invitations and some pulses of tables, and the links in this person's emails.
    """
    yield from ("/d/cut-off/", "/i/nobody-was-invited-here/", "/my/feed/nobody-was-given-this/", "/p/nobody-was-given-this/0/")
    yield from (f"/i/{invite}/" for invite in Table.objects.values_list("invite", flat=True))
    yield from (f"/t/{code}/" for code in Table.objects.filter(is_withheld=True).values_list("code", flat=True))
    yield from (f"/p/{pulse}/0/" for pulse in Table.objects.values_list("pulse", flat=True)[:2])
    if person is None:
        return
    for decision in Decision.objects.filter(seat__user=person, closed_at=None).select_related("seat"):
        token = links.make(decision, person.pk, timezone.now())
        yield f"/d/{token}/"
        yield f"/d/{token}/board.png"
        yield f"/d/{token}/board.png?choice=no-such-answer"
    yield from (f"/my/feed/{token}/" for token in Feed.objects.filter(user=person).values_list("token", flat=True))
    yield f"/mail/unsubscribe/{tokens.make(person.pk, {Kind.TURN: Cadence.AT_ONCE})}/"
