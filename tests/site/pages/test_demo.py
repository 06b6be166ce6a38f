"""``manage.py seed_demo``: creates a table in every phase, or nothing at all."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts import demo as people
from accounts.models import User
from engines import registry
from tables.management import demo
from tables.models import ChatMessage, Decision, Event, Move, Notification, Seat, Table
from tables.selectors.archive import ratings
from tables.selectors.play import tables
from tables.services.archive.verify import verify_table
from tests.site import factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def small(monkeypatch, time_machine):
    """Limit the demo to a few tables and stop the clock, for tests that do not depend on the number of tables."""
    time_machine.move_to(factories.NOW, tick=False)
    monkeypatch.setattr(demo, "FINISHED", [plan for plan in demo.FINISHED if plan.name == "Rings and harbours"])
    monkeypatch.setattr(demo, "CONCEDED", ())
    monkeypatch.setattr(demo, "CUPS", ())
    monkeypatch.setattr(demo, "SEASONS", ())


def seed():
    said = StringIO()
    call_command("seed_demo", stdout=said)
    return said.getvalue().splitlines()


@keeping.kept
def seeded_for_people_who_are_there():
    """Seed the small demo on a site whose demo users already exist."""
    people.create_demo_users()
    seed()


def test_a_game_that_nothing_is_planned_of_gets_two_tables():
    planned, new = demo.newcomers([registry.engine("gonzaga")]), demo.newcomers([registry.engine("specimen")])
    assert planned == []
    assert [(plan.game, plan.seats, plan.people, plan.bots) for plan in new] == [
        ("specimen", 2, ("anna",), 1),
        ("specimen", 3, ("dario",), 0),
    ]


def waiting_for(user):
    return [decision.table.name for decision in Decision.objects.filter(seat__user=user, closed_at=None, due_at__isnull=False)]


def test_there_is_a_table_in_every_phase():
    """The demo has a table in every phase. This test is slow because it writes the whole demo."""
    before = timezone.now()
    lines = seed()
    after = timezone.now()
    assert lines == [
        "Sign in as anna@demo.test, bruno@demo.test, chiara@demo.test, dario@demo.test",
        "The password of all of them is staffetta",
    ]
    found = {table.name: table for table in Table.objects.all()}
    anna = User.objects.get(email="anna@demo.test")

    of_new_games = [plan.name for plan in demo.newcomers(registry.engines()) if plan.bots]
    assert sorted(set(waiting_for(anna)) - set(of_new_games)) == [
        "Against the clock",
        "Evening post",
        "First steps in Genoa",
        "Letters to the Doge",
        "Season of the mountain post",
        "Three good years",
        "Under the Lanterna",
    ]
    assert {card.name for card in tables.lobby_tables(anna)} >= {"Who joins Chiara?", "", "Harvest moon"}

    due = Decision.objects.get(table=found["Against the clock"], closed_at=None, due_at__isnull=False)
    assert before + demo.LEAD <= due.due_at <= after + demo.LEAD
    assert due.due_at == due.bank_at
    others = Decision.objects.filter(closed_at=None, due_at__isnull=False).exclude(pk=due.pk)
    assert all(decision.due_at > after + timedelta(hours=1) for decision in others)

    ended = {name: table.ended_by for name, table in found.items() if table.status == "ended" and not table.event}
    assert {ended.pop(plan.name) for plan in demo.CONCEDED} == {"conceded"}
    assert len(ended) == len(demo.FINISHED) + len(demo.OF_THE_CLUB)
    assert set(ended.values()) == {"finished"}
    assert Seat.objects.filter(table__name="Couriers’ rest", bot__gt="").count() == 2

    visitors = User.objects.filter(email__in=map(people.address, people.PEOPLE))
    assert {rating.user for rating in ratings.listed("gonzaga", bots=False)} >= set(visitors)

    private = found["Among friends"]
    assert (private.status, private.visibility) == ("waiting", "private")
    assert found["Over the Alps"].status == "running"
    assert {table.game for table in found.values()} == set(registry.PLAYABLE)
    assert {table.pace for table in found.values()} >= {"day", "three", "week"}
    assert ChatMessage.objects.exists()
    for table in found.values():
        if table.started_at:
            assert [finding.code for finding in verify_table(table) if not finding.ok] == []
            moves = list(table.moves.order_by("seq").values_list("at", flat=True))
            assert moves == sorted(moves)
            assert moves[-1] <= before
            assert (table.ended_at or before) <= before


@pytest.mark.usefixtures("small")
def test_the_visitor_can_look_around():
    seeded_for_people_who_are_there()
    anna = User.objects.get(email="anna@demo.test")
    browser = signed_in(anna)
    mine = text_of(browser.get("/my/"))
    assert mine.index("Against the clock") < mine.index("Letters to the Doge")
    assert "Rings and harbours" in text_of(browser.get("/archive/"))
    code = Table.objects.get(name="Letters to the Doge").code
    assert "Your turn" in text_of(browser.get(f"/t/{code}/"))
    assert "Among friends" not in text_of(signed_in().get("/tables/"))


def test_there_is_an_event_in_every_phase(time_machine):
    time_machine.move_to(factories.NOW, tick=False)
    users, now = people.create_demo_users(), factories.NOW
    demo._play_cup(demo.FINISHED_CUP, users, now)
    demo._play_season(demo.SEASON, users | people.create_demo_players(), now)
    demo._open_event(demo.NEXT_CUP, users, now)
    found = {event.name: event for event in Event.objects.all()}
    over, current, coming = (found[plan.name] for plan in (demo.FINISHED_CUP, demo.SEASON, demo.NEXT_CUP))

    assert (over.stage, current.stage, coming.stage) == ("over", "running", "open")
    assert over.ended_at < now < coming.closes_at
    assert sorted(over.entries.values_list("rank", flat=True))[0] == 1
    tables_of_season = current.event_tables.order_by("pk")
    assert {table.status for table in tables_of_season} == {"running", "ended"}
    assert len(tables_of_season) == 12
    assert now < current.rounds.get(ended_at=None).ends_at
    assert waiting_for(users["anna"]) == [current.name]
    assert not User.objects.filter(is_staff=True).exists()


def test_nobody_plays_ahead_of_their_place():
    """Couriers of the night post answer one after the other. A courier whose turn has not come could only queue an answer."""
    now, names = timezone.now(), ("anna", "bruno", "chiara")
    plan = demo.Plan("Relay", 3, names, timedelta(days=3), game="specimen")
    table = demo.open_table(plan, people.create_demo_users(), now)
    demo.play_on(table, now - plan.ago, now - timedelta(days=1), stop=demo.never)
    assert Table.objects.get(pk=table.pk).ended_by == "finished"


def test_production_is_refused(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        seed()
    assert not User.objects.exists()
    assert not Table.objects.exists()


def test_a_site_that_is_in_use_is_refused():
    factories.open_table(factories.person())
    with pytest.raises(CommandError, match="only for an empty site"):
        seed()
    assert Table.objects.count() == 1
    assert not User.objects.filter(is_demo=True).exists()


@pytest.mark.usefixtures("small")
def test_it_is_refused_the_second_time():
    seeded_for_people_who_are_there()
    before = Move.objects.count()
    with pytest.raises(CommandError, match="only for an empty site"):
        seed()
    assert Move.objects.count() == before


@pytest.mark.usefixtures("small")
def test_it_is_all_or_nothing(monkeypatch):
    """The last table cannot be opened, because no game has enough seats, so nothing is stored."""
    monkeypatch.setattr(demo, "INVITED", demo.Plan("Too many", 99, ("bruno",), timedelta(hours=3)))
    with pytest.raises(Exception, match="bad_seats"):
        seed()
    assert not Table.objects.exists()
    assert not User.objects.exists()
    assert not Notification.objects.exists()


@pytest.mark.usefixtures("small")
def test_demo_people_who_are_there_already_are_not_made_twice():
    seeded_for_people_who_are_there()
    assert User.objects.count() == len(people.PEOPLE)
