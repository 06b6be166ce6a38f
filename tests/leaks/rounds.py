"""Prepared site with events, and what their viewers may not know.

A round with the same deal has three pairs of players. The viewers are the first pair. The worlds differ in which of the other
two pairs did what. All totals of the site are therefore the same in them, and each difference concerns a table or a person.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import batched

from accounts.models import User
from tables.models import Decision, Entry, Event, EventTable, Relation, Seat, Table
from tables.services.clubs import members
from tables.services.events import entering, opening, organising, running
from tables.services.people import relations
from tables.services.play import chat, ending, moves
from tests.leaks.answers import same_chance
from tests.leaks.parts import Part
from tests.leaks.worlds import MINUTE, World, person, prepared, signed_in
from tests.site import absence, archiving, factories

OTHERS = ("Gina", "Ivo", "Luca", "Mara")
SEATS = 2
NOTICE = timedelta(hours=12)
WEEK = timedelta(days=7)


def prepared_event(move_clock: Callable[[datetime], None]) -> World:
    """Create the site with three events of a club: one with the same deal that has begun, one drawn, and one for signing up.

    The table of the returned world is the one at which its players sit in the first event. The first of them is its organiser.
    """
    world = prepared("specimen", SEATS, move_clock)
    with same_chance("events"):
        others = [person(number, name) for number, name in enumerate(OTHERS, len(world.people))]
        for user in (*others, world.spectator):
            members.join_club(club_id=world.club.pk, user=user, now=world.now)
        _meet(world, others)
        everybody = [*world.players, *others]
        cup = _event(world, everybody, name="Cup of the couriers", same_deal=True)
        drawn = _event(world, everybody, name="Cup of the carts")
        world.now += WEEK
        _event(world, everybody, name="Cup to come")
        for event in (cup, drawn):
            running.advance(event_id=event.pk, now=world.now)
        _seat_in_this_order(cup, everybody)
        world.now += NOTICE
        running.advance(event_id=cup.pk, now=world.now)
    move_clock(world.now)
    table = Table.objects.filter(event=cup, seats__user=world.players[0]).earliest("pk")
    return replace(world, number=table.pk, cookies={**world.cookies, **{user.pk: signed_in(user) for user in others}})


@dataclass(frozen=True)
class Round:
    """Round of a world: its event, and for two pairs of players without a viewer their two games each.

    In a world, one of the pairs does what ``there`` can see, and the other what it cannot.
    """

    event: Event
    there: Sequence[Table]
    elsewhere: Sequence[Table]


def secrets(world: World) -> Iterator[Part]:
    """Yield what happens at withheld tables, and a block between players of an event."""
    for name, deed in DEEDS.items():
        worlds = {f"of pair {number}": partial(_do, world, deed, number) for number in (2, 3)}
        without = [world.players[0]] if deed is _decided else []
        yield Part(name, worlds, world.viewers(*without))
    relation = Relation.objects.filter(kind=Relation.Kind.MUTED)
    blocked = partial(relation.update, kind=Relation.Kind.BLOCKED)
    yield Part("a block", {"muted": lambda: None, "blocked": blocked, "neither": relation.delete}, world.viewers())


def _do(world: World, deed: "Callable[[World, Round], None]", pair: int) -> None:
    event = world.table.event
    assert event is not None
    rows = EventTable.objects.filter(round__event=event).order_by("position").select_related("table")
    _own, *pairs = batched([row.table for row in rows if row.table], SEATS, strict=True)
    there, elsewhere = pairs if pair == 2 else reversed(pairs)
    world.move_clock(world.now + 4 * absence.DAY)
    deed(world, Round(event, there, elsewhere))
    running.advance(event_id=event.pk, now=world.now + 4 * absence.DAY)


def _played(world: World, drawn: Round) -> None:
    """Play and talk at one table, and see to it that players of the other pair have looked away."""
    chat.say(table_id=drawn.there[0].pk, user=_players(drawn.there[0])[0], text="What a deal.", now=world.now)
    _play(drawn.there[0], world.now, most=5)
    _play(drawn.elsewhere[1], world.now, most=1)


def _missed(_world: World, drawn: Round) -> None:
    """Let the players of one table miss deadlines, until the steward takes a seat."""
    for _time in range(6):
        due = Decision.objects.filter(table=drawn.there[0], closed_at=None, due_at__isnull=False).earliest("due_at")
        assert due.due_at is not None
        moves.time_out(decision_id=due.pk, now=due.due_at)


def _ended(world: World, drawn: Round) -> None:
    """Play all games of both pairs to their ends, with other moves at those of one pair."""
    for table in (*drawn.there, *drawn.elsewhere):
        _play(table, world.now, last=table in drawn.there)


def _broken_off(world: World, drawn: Round) -> None:
    """End one game of each pair: one by conceding, the other by playing on."""
    ending.concede(table_id=drawn.there[0].pk, user=_players(drawn.there[0])[0], now=world.now)
    _play(drawn.elsewhere[0], world.now)


def _decided(world: World, drawn: Round) -> None:
    """Let the organiser decide one game of each pair, with the places exchanged."""
    for table, places in ((drawn.there[0], (1, 2)), (drawn.elsewhere[0], (2, 1))):
        row = EventTable.objects.get(table=table)
        organising.adjudicate(
            event_id=drawn.event.pk, by=world.players[0], table=row.pk, places=places, reason="A long fall.", now=world.now
        )


DEEDS: Mapping[str, "Callable[[World, Round], None]"] = {
    "moves and talk at a withheld table": _played,
    "a missed deadline at a withheld table": _missed,
    "results of withheld tables": _ended,
    "broken off games at withheld tables": _broken_off,
    "decided results of withheld tables": _decided,
}
"""Possible acts at the tables of one pair, by their names in findings."""


def _players(table: Table) -> Sequence[User]:
    return [seat.user for seat in table.seats.order_by("index").select_related("user") if seat.user]


def _play(table: Table, now: datetime, *, most: int = 100, last: bool = False) -> None:
    """Play moves at a table, one each minute: always the first legal action, or always the last."""
    for number in range(most):
        asked = factories.waiting(table)
        if not asked:
            return
        seat = Seat.objects.select_related("table").get(table=table, index=asked[0].seat)
        action = factories.legal(seat, asked[0])[-last]
        if seat.steward_since:
            continue
        factories.send(seat, action, key=asked[0].key, now=now + number * MINUTE)


def _meet(world: World, others: Sequence[User]) -> None:
    """Let the viewers know the other players: from earlier games, as favourites, and from the lobby."""
    for pair in batched(others, SEATS, strict=True):
        for _game in range(3):
            archiving.finished(*pair)
        relations.add_relation(owner=world.players[0], number=pair[0].pk, kind=Relation.Kind.FAVOURITE, now=world.now)
        relations.add_relation(owner=world.spectator, number=pair[1].pk, kind=Relation.Kind.FAVOURITE, now=world.now)
        factories.open_table(pair[0], seats=SEATS, now=world.now, name=f"A table of {pair[0]}")
    relations.add_relation(owner=others[-1], number=world.players[0].pk, kind=Relation.Kind.MUTED, now=world.now)


def _event(world: World, people: Sequence[User], **more: object) -> Event:
    fields = {"game": "specimen", "format": "match", "seats": SEATS, "round_count": 2, "options": {}, "pace": factories.BANKED}
    limits = {"round_days": 10, "sign_up_days": 7, "notice_hours": 12, "least": 6, "club": world.club}
    new = opening.NewEvent(**fields | limits | more)
    event = opening.open_event(new, host=world.players[0], now=world.now)
    for user in people:
        entering.enter(event_id=event.pk, user=user, now=world.now)
    return event


def _seat_in_this_order(event: Event, people: Sequence[User]) -> None:
    """Seat people at the tables of the drawn round in this order, since the draw seats them in another one."""
    numbers = dict(Entry.objects.filter(event=event).values_list("user", "number"))
    rows = EventTable.objects.filter(round__event=event).order_by("position")
    for pair, games in zip(batched(people, SEATS, strict=True), batched(rows, SEATS, strict=True), strict=True):
        for row, seated in zip(games, (pair, pair[::-1]), strict=True):
            EventTable.objects.filter(pk=row.pk).update(players=[numbers[user.pk] for user in seated])
