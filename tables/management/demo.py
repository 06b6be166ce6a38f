"""Demo data: tables in every phase, played by the real services at made-up times."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.demo import PASSWORD, PEOPLE, PLAYERS, address, create_demo_players, create_demo_users
from accounts.models import User
from engines import registry
from engines.contract import Engine, Pending, When
from tables import clock
from tables.models import Club, Event, Move, Seat, Table
from tables.selectors.play import state
from tables.selectors.time import calendars
from tables.services.archive import archiving, rating
from tables.services.clubs import founding, members
from tables.services.events import entering, opening, running
from tables.services.lobby import tables
from tables.services.play import chat, ending, moves
from tables.services.time import clocks

VISITOR = "anna"
LEAD = timedelta(minutes=3)
type Stop = Callable[[Table, Sequence[tuple[Seat, Pending]]], bool]


@dataclass(frozen=True)
class Plan:
    """Table to set up. ``people`` take seats in this order, then ``bots`` bots. ``ago`` is its age.

    ``rated`` has the same meaning as in ``NewTable``. ``club`` is True for a table of the club.
    """

    name: str
    seats: int
    people: tuple[str, ...]
    ago: timedelta
    pace: clock.Pace | str = "three"
    visibility: Table.Visibility = Table.Visibility.PUBLIC
    bots: int = 0
    rated: bool | None = None
    club: bool = False
    game: str = "gonzaga"
    options: Mapping[str, Any] = field(default_factory=dict)


FINISHED = (
    Plan("Winter at Mantova", 4, ("anna", "bruno", "chiara", "dario"), timedelta(days=71)),
    Plan("Four at the fair", 4, ("dario", "chiara", "bruno", "anna"), timedelta(days=59)),
    Plan("The long road to Lisbon", 3, ("chiara", "anna", "dario"), timedelta(days=48)),
    Plan("Rings and harbours", 2, ("bruno", "anna"), timedelta(days=30), "day"),
    Plan("Couriers’ rest", 3, ("dario",), timedelta(days=19), "day", bots=2, rated=True),
    Plan("Bread and bombards", 2, ("chiara", "bruno"), timedelta(days=24), "day", game="principato"),
    Plan("The republic returns", 4, ("bruno", "anna", "dario"), timedelta(days=37), "day", bots=1, rated=True, game="zena1814"),
)
# The host concedes.
CONCEDED = (
    Plan("A short duel", 2, ("dario", "bruno"), timedelta(days=12), "day"),
    Plan("Salt and saffron", 2, ("chiara", "anna"), timedelta(days=16), "day"),
    Plan("Two for Ferrara", 2, ("bruno", "chiara"), timedelta(days=28), "day"),
)
YOUR_TURN = Plan("Letters to the Doge", 3, ("anna", "bruno"), timedelta(days=9), bots=1)
YOUR_REALM = Plan("Three good years", 3, ("anna", "chiara"), timedelta(days=7), bots=1, game="principato")
YOUR_FAMILY = Plan("Under the Lanterna", 5, ("anna", "chiara", "dario"), timedelta(days=15), bots=2, game="zena1814")
YOUR_FIRST = Plan(
    "First steps in Genoa", 3, ("anna", "bruno"), timedelta(days=5), bots=1, game="zena1814", options={"mode": "beginner"}
)
YOUR_PLAN = Plan("Evening post", 2, ("anna",), timedelta(days=4), bots=1)
LAST_MINUTES = Plan("Against the clock", 3, ("anna",), timedelta(days=6), clock.DEMO, bots=2)
OTHERS = Plan("Over the Alps", 2, ("bruno", "anna"), timedelta(days=8), "week")
OPEN = (
    Plan("Who joins Chiara?", 3, ("chiara",), timedelta(hours=7)),
    Plan("", 4, ("dario", "bruno"), timedelta(hours=30), "week"),
    Plan("Harvest moon", 4, ("bruno",), timedelta(hours=12), bots=1, game="principato"),
    Plan("Five families", 5, ("dario", "chiara"), timedelta(hours=9), bots=1, game="zena1814"),
)
PLANNED = frozenset(
    plan.game
    for plan in (*FINISHED, *CONCEDED, YOUR_TURN, YOUR_REALM, YOUR_FAMILY, YOUR_FIRST, YOUR_PLAN, LAST_MINUTES, OTHERS, *OPEN)
)
INVITED = Plan("Among friends", 4, ("bruno",), timedelta(hours=3), "week", Table.Visibility.PRIVATE, bots=1)


# Dario asks to join.
MEMBERS = ("bruno", "anna", "chiara")
CLUB_TEXT = "We met over a map of Genoa and play on Tuesdays, by letter the rest of the week.\n\nNewcomers are welcome."
OF_THE_CLUB = (
    Plan("Tuesday at Bruno’s", 3, ("bruno", "anna", "chiara"), timedelta(days=33), club=True),
    Plan("The first Tuesday", 2, ("anna", "chiara"), timedelta(days=40), "day", club=True),
)
CLUB_TURN = Plan("The long Tuesday", 3, ("chiara", "anna", "bruno"), timedelta(days=6), "week", club=True)
CLUB_OPEN = Plan("A seat on Tuesday", 3, ("anna",), timedelta(hours=4), club=True)


@dataclass(frozen=True)
class EventPlan:
    """Event over the map of Mantova. The first of ``people`` is the organiser. ``ago`` is the age of its first round."""

    name: str
    people: tuple[str, ...]
    ago: timedelta
    text: str = ""
    format: Event.Format = Event.Format.CUP


FINISHED_CUP = EventPlan(
    "Cup of the three couriers",
    ("bruno", "anna", "chiara"),
    timedelta(days=47),
    text="Two rounds over the map of Mantova.\n\nThe next cup follows in spring.",
)
CUP_ROUND = timedelta(days=12)
SEASON = EventPlan(
    "Season of the mountain post",
    (*PEOPLE, *PLAYERS),
    timedelta(days=14),
    text="Everybody is welcome, and so are questions about the rules.",
    format=Event.Format.SEASON,
)
# One of so many tables of the season is over.
OVER_EACH = 4
NEXT_CUP = EventPlan("Winter cup", ("chiara", "dario"), timedelta(days=-5))
CUPS = (FINISHED_CUP,)
SEASONS = (SEASON,)


def seed(now: datetime) -> list[str]:
    """Create people and tables, all or nothing. Return lines that say how to sign in."""
    with transaction.atomic():
        people = create_demo_users()
        _club(people, now)
        for plan in (*FINISHED, *OF_THE_CLUB):
            play_on(open_table(plan, people, now), now - plan.ago, now - plan.ago / 3, stop=never)
        for plan in CONCEDED:
            _concede(plan, people, now)
        _wait(YOUR_TURN, people, now, now - timedelta(hours=5), asks(people[VISITOR], "turn", 3))
        _wait(YOUR_REALM, people, now, now - timedelta(hours=2), asks(people[VISITOR], "turn", 2))
        _wait(YOUR_FAMILY, people, now, now - timedelta(hours=3), asks(people[VISITOR], "turn", 4))
        _wait(YOUR_FIRST, people, now, now - timedelta(hours=1), asks(people[VISITOR], "turn", 2))
        _wait(YOUR_PLAN, people, now, now - timedelta(minutes=40), asks(people[VISITOR], "plan", 2))
        due = now + LEAD - timedelta(minutes=clock.DEMO.decision)
        _wait(LAST_MINUTES, people, now, due, asks(people[VISITOR], "turn", 4))
        _wait(OTHERS, people, now, now - timedelta(hours=20), asks(people["bruno"], "turn", 2))
        _wait(CLUB_TURN, people, now, now - timedelta(hours=9), asks(people["bruno"], "turn", 2))
        for plan in (*OPEN, CLUB_OPEN, INVITED, *newcomers(registry.engines())):
            open_table(plan, people, now)
        for cup in CUPS:
            _play_cup(cup, people, now)
        for season in SEASONS:
            _play_season(season, people | create_demo_players(), now)
        _open_event(NEXT_CUP, people, now)
        _talk(people, now)
        for pk in Table.objects.filter(status=Table.Status.ENDED).values_list("pk", flat=True):
            archiving.archive_game(table_id=pk)
        for engine in registry.engines():
            rating.rate_finished(game=engine.slug)
    names = ", ".join(address(name) for name in people)
    return [f"Sign in as {names}", f"The password of all of them is {PASSWORD}"]


def newcomers(engines: Iterable[Engine]) -> list[Plan]:
    """Return two plans for every game without a plan above: a table against bots, and an open table."""
    new = [engine for engine in engines if engine.slug not in PLANNED]
    return [plan for engine in new for plan in _first_tables(engine)]


def _club(people: dict[str, User], now: datetime) -> None:
    """Create a club with three members and a membership request."""
    host, *others = [people[name] for name in MEMBERS]
    founded_at = now - timedelta(days=41)
    fields: dict[str, Any] = {"name": "The Tuesday couriers", "text": CLUB_TEXT, "outsiders": Club.Outsiders.PAGE}
    club = founding.found_club(user=host, joining=Club.Joining.OPEN, now=founded_at, **fields)
    for hours, person in enumerate(others, 1):
        members.join_club(club_id=club.pk, user=person, now=founded_at + timedelta(hours=hours))
    founding.change_club(club_id=club.pk, user=host, joining=Club.Joining.APPROVAL, **fields, now=founded_at)
    members.join_club(club_id=club.pk, user=people["dario"], wish="Chiara told me about you.", now=now - timedelta(days=1))


def _first_tables(engine: Engine) -> tuple[Plan, Plan]:
    least, most = engine.seat_range[0], engine.seat_range[-1]
    return (
        Plan(f"{engine.title}, a first game", least, (VISITOR,), timedelta(hours=2), bots=least - 1, game=engine.slug),
        Plan(f"Who plays {engine.title}?", most, ("dario",), timedelta(hours=5), game=engine.slug),
    )


def open_table(plan: Plan, people: dict[str, User], now: datetime) -> Table:
    """Open the table of a plan, let its people join, and return it."""
    host, *others = [people[name] for name in plan.people]
    opened_at = now - plan.ago
    new = tables.NewTable(
        game=plan.game,
        seats=plan.seats,
        options=dict(plan.options),
        pace=plan.pace,
        visibility=plan.visibility,
        club=Club.objects.get() if plan.club else None,
        name=plan.name,
        bots=plan.bots,
        rated=plan.rated,
    )
    table = tables.create_table(new, host=host, word=f"{host.display_name} was here", now=opened_at)
    for user in others:
        tables.join_table(table_id=table.pk, user=user, word=f"{user.display_name} too", invite=table.invite, now=opened_at)
    table.refresh_from_db()
    return table


def never(_table: Table, _open_decisions: Sequence[tuple[Seat, Pending]]) -> bool:
    """Return False, so that the game is played to the end."""
    return False


def asks(user: User, kind: str, least_round: int) -> Stop:
    """Return a stop condition: only ``user`` has an open decision, and it is of this kind, in this round or later."""

    def stop(table: Table, open_decisions: Sequence[tuple[Seat, Pending]]) -> bool:
        return table.round >= least_round and [(seat.user_id, pending.kind) for seat, pending in open_decisions] == [
            (user.pk, kind)
        ]

    return stop


def play_on(table: Table, since: datetime, until: datetime, *, stop: Stop) -> None:
    """Play bot moves for all seats between ``since`` and ``until``, up to the end of the game or until ``stop`` is True.

    The remaining decisions start at ``until``. The number of moves is unknown in advance, so each move takes a small part of
    the remaining time.
    """
    moment = since
    while open_decisions := _open_decisions(table):
        if stop(table, open_decisions):
            break
        moment += (until - moment) / 25
        # The player with the final open decision moves last.
        seat, pending = min(open_decisions, key=lambda one: (stop(table, [one]), one[0].index or 0))
        _answer(table, seat, pending, moment)
        table.refresh_from_db()
    _hand_over(table, until)


def _open_decisions(table: Table) -> list[tuple[Seat, Pending]]:
    if table.status != Table.Status.RUNNING:
        return []
    seats = {seat.index: seat for seat in table.seats.all()}
    public = state.seen(table, None).public
    pending = registry.engine(table.game).pending(public)
    return [(seats[one.seat], one) for one in pending if one.when is When.NOW]


def _answer(table: Table, seat: Seat, pending: Pending, at: datetime) -> None:
    action = registry.engine(table.game).bot(state.seen(table, seat), pending)
    via = Move.Via.BOT if seat.bot else Move.Via.PAGE
    moves.submit(
        table_id=table.pk,
        seat_id=seat.pk,
        key=pending.key,
        own_ply=seat.plies,
        actions=[action],
        token="",
        via=via,
        user_id=seat.user_id,
        now=at,
    )


def _hand_over(table: Table, at: datetime) -> None:
    """Move the start of the open decisions to ``at``, and count their deadlines from there."""
    for decision in table.decisions.open().filter(due_at__isnull=False).select_related("seat"):
        decision.seat.table = table
        decision.asked_at = at
        clocks.start(decision, decision.seat, calendars.calendar(table, decision.seat.user_id), now=at)
        decision.save(update_fields=["asked_at", *clocks.MOMENTS])


def _wait(plan: Plan, people: dict[str, User], now: datetime, until: datetime, stop: Stop) -> None:
    table = open_table(plan, people, now)
    play_on(table, now - plan.ago, until, stop=stop)


def _concede(plan: Plan, people: dict[str, User], now: datetime) -> None:
    table, loser, until = open_table(plan, people, now), people[plan.people[0]], now - plan.ago * 3 / 4
    play_on(table, now - plan.ago, until, stop=asks(loser, "turn", 4))
    ending.concede(table_id=table.pk, user=loser, now=until)


def _open_event(plan: EventPlan, people: dict[str, User], now: datetime) -> Event:
    """Open the event of a plan, let its people sign up, and return it."""
    begins_at, days, is_cup = now - plan.ago, 7, plan.format == Event.Format.CUP
    new = opening.NewEvent(
        name=plan.name,
        game="gonzaga",
        format=plan.format,
        seats=3,
        options={},
        pace="three",
        round_days=21 if is_cup else 60,
        round_count=2 if is_cup else 0,
        sign_up_days=days,
        least=3,
        text=plan.text,
    )
    host, *others = [people[name] for name in plan.people]
    # Only admins open events for everybody. The demo has none, so the organiser is one for this call.
    admin = User.objects.get(pk=host.pk)
    admin.is_staff = True
    opened_at = begins_at - timedelta(days=days)
    event = opening.open_event(new, host=admin, now=opened_at)
    for hours, user in enumerate((host, *others), 1):
        entering.enter(event_id=event.pk, user=user, now=opened_at + timedelta(hours=hours))
    return event


def _play_cup(plan: EventPlan, people: dict[str, User], now: datetime) -> None:
    """Play the rounds of a cup to the end."""
    event, since = _open_event(plan, people, now), now - plan.ago
    running.advance(event_id=event.pk, now=since)
    for _round in range(event.round_count):
        for table in Table.objects.running().filter(event=event):
            play_on(table, since, since + CUP_ROUND, stop=never)
        since += CUP_ROUND
        running.advance(event_id=event.pk, now=since)


def _play_season(plan: EventPlan, people: dict[str, User], now: datetime) -> None:
    """Play some tables of a season to the end, one until the visitor is asked, and the others until somebody else is."""
    event, since = _open_event(plan, people, now), now - plan.ago
    running.advance(event_id=event.pk, now=since)
    of_visitor = Table.objects.running().filter(event=event, seats__user=people[VISITOR]).order_by("pk")
    waiting = of_visitor[1]
    for number, table in enumerate(Table.objects.running().filter(event=event).order_by("pk")):
        if table == waiting:
            stop = asks(people[VISITOR], "turn", 2)
        elif number % OVER_EACH == 0:
            stop = never
        else:
            stop = _asks_other_than(people[VISITOR])
        play_on(table, since, now - timedelta(hours=6 + number), stop=stop)
    running.advance(event_id=event.pk, now=now)


def _asks_other_than(user: User) -> Stop:
    """Return a stop condition: one decision is open, it is not of ``user``, and it is not in the first round."""

    def stop(table: Table, open_decisions: Sequence[tuple[Seat, Pending]]) -> bool:
        return table.round > 1 and [seat.user_id == user.pk for seat, _pending in open_decisions] == [False]

    return stop


def _talk(people: dict[str, User], now: datetime) -> None:
    messages: Iterable[tuple[str, str, str]] = (
        (YOUR_TURN.name, "bruno", "Buona fortuna! I am after something in the north."),
        (YOUR_TURN.name, "anna", "So is everybody, it seems."),
        (OTHERS.name, "anna", "Take your time, I am on a train until Sunday."),
    )
    for minutes, (name, author, text) in enumerate(messages):
        table = Table.objects.get(name=name)
        chat.say(table_id=table.pk, user=people[author], text=text, now=now - timedelta(hours=4) + timedelta(minutes=minutes))
