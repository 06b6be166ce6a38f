"""Admin pages: access, shown and hidden information, and the possible acts."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from engines.contract import Filed
from engines.specimen.actions import Decline, Offer, SealRoad
from tables import staff_urls
from tables.models import Decision, Delivery, Draft, FiledAnswer, Move, Notification, Seat, SiteEvent, StandingOrder, Table
from tables.services import quarantine
from tables.services.play import preparing
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.rows import rewrite
from tests.site import factories, keeping
from tests.site.views import masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LIST = "/staff/tables/"
WHY = {"reason": "The mail server was down."}
SECRET = "TOPSECRET"


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
@keeping.kept
def operator():
    return User.objects.create_user("operator@example.org", display_name="Olga", is_staff=True)


@pytest.fixture
def people():
    return keeping.people("Anna", "Berto", "Carla")


@pytest.fixture
@keeping.kept
def table(people):
    return factories.running_table(*people, pace=factories.BANKED, name="Night post", visibility=Table.Visibility.PRIVATE)


def of_table(name, table, *more):
    return reverse(f"staff:{name}", args=[table.code, *more])


def acts_at(table):
    """Return the addresses of the acts at a table, including those that are not possible now."""
    seat, row = table.seats.first(), Decision.objects.filter(table=table).first()
    return [
        *(of_table(name, table) for name in ("pause", "resume", "cancel", "release")),
        of_table("extend", table, row.pk),
        of_table("reseat", table, seat.pk),
    ]


def pages_of(table):
    return [LIST, f"{LIST}?q={table.code}", of_table("table", table), *acts_at(table)]


# Access


def test_for_everybody_else_there_are_no_such_pages(table, people):
    of_tables = [pattern for pattern in staff_urls.urlpatterns if str(pattern.pattern).startswith("tables/")]
    assert len(pages_of(table)) == len(of_tables) + 1
    pages = [*pages_of(table), reverse("staff:reports"), reverse("staff:report", args=[0])]
    for user, refused in ((None, 302), (people[0], 404), (factories.person("Stranger"), 404)):
        for address in pages:
            assert signed_in(user).get(address).status_code == refused
            assert signed_in(user).post(address, WHY).status_code in (refused, 405)
        assert LIST not in page_of(signed_in(user), "/")
    assert not SiteEvent.objects.exists()


def test_an_operator_finds_them_in_the_menu(operator):
    assert f'href="{LIST}"' in page_of(signed_in(operator), "/")


@pytest.mark.parametrize(
    "address", ["/staff/tables/22222222/", "/staff/tables/22222222/pause/", "/staff/tables/no-code/cancel/"]
)
def test_a_table_that_does_not_exist_is_not_found(operator, address):
    assert signed_in(operator).get(address).status_code == 404


def test_a_seat_or_decision_of_another_table_is_not_found(operator, table, people):
    other = factories.running_table(*people)
    row, seat = Decision.objects.filter(table=other).first(), other.seats.first()
    for address in (of_table("extend", table, row.pk), of_table("reseat", table, seat.pk)):
        assert signed_in(operator).get(address).status_code == 404


# Hidden information


def write_secrets_everywhere(table):
    """Create private rows and fill the private fields of a table and its seats with a recognisable text."""
    text = f'"{SECRET}"'
    for seat in table.seats.all():
        row = Decision.objects.filter(seat=seat).first()
        Draft.objects.create(seat=seat, key=row.key, actions=f"[{text}]", updated_at=NOW)
        FiledAnswer.objects.create(table=table, seat=seat, key="turn/9", kind="turn", body=text, reason=SECRET, filed_at=NOW)
        StandingOrder.objects.create(seat=seat, rank=0, body=text, created_at=NOW)
    rewrite(Seat.objects.filter(table=table), notes=SECRET, word=SECRET)
    told = f'[{{"event":{text},"to":[0]}}]'
    rewrite(Move.objects.filter(table=table), action=text, events=told, draws=text, salt=b"TOPSECRET1234567")
    secrets = {"state": text, "outcome": text, "invite": SECRET, "pulse": SECRET, "secret": b"TOPSECRET" * 3}
    rewrite(Table.objects.filter(pk=table.pk), **secrets)


@pytest.mark.parametrize("is_player", [False, True])
@pytest.mark.parametrize("is_broken", [False, True])
def test_no_page_tells_a_secret_not_even_to_an_operator_who_plays_there(table, people, operator, is_player, is_broken):
    factories.send(factories.seat_of(table, people[0]), SealRoad("valley"))
    write_secrets_everywhere(table)
    if is_broken:
        quarantine.quarantine(table_id=table.pk, where="IndexError at flow.py:12", now=NOW)
    if is_player:
        User.objects.filter(pk=people[0].pk).update(is_staff=True)
    client = signed_in(User.objects.get(pk=people[0].pk) if is_player else operator)
    for address in pages_of(table):
        for response in (client.get(address), client.post(address, {"reason": ""})):
            text = response.content.decode()
            assert SECRET not in text, address
            assert (b"TOPSECRET" * 3).hex() not in text, address
            assert "valley" not in text, address
    assert "Night post" in page_of(client, of_table("table", table))
    assert ("IndexError at flow.py:12" in page_of(client, of_table("table", table))) == is_broken


def test_how_somebody_sent_a_move_is_their_own_affair(table, people, operator):
    ways = (Move.Via.ORDER, Move.Via.MAIL, Move.Via.DEADLINE)
    for user, via in zip(people, ways, strict=True):
        factories.send(factories.seat_of(table, user), SealRoad("valley"), via=via)
    page = page_of(signed_in(operator), of_table("table", table))
    assert page.count("<td>page</td>") == 2
    assert page.count("<td>deadline</td>") == 1
    assert "standing order" not in page
    assert "email link" not in page


def test_whether_somebody_filed_an_answer_ahead_of_their_place_is_their_own_affair(people, operator, table):
    """A turn queued in advance stays private: it does not change the admin page, and its deadline can still be extended."""
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"))
    offerer = Seat.objects.select_related("table").get(table=table, index=factories.waiting(table)[0].seat)
    offers = [action for action in factories.legal(offerer, factories.waiting(table)[0]) if isinstance(action, Offer)]
    factories.send(offerer, offers[0])
    ahead = Decision.objects.get(table=table, closed_at=None, when="ahead")
    client, address = signed_in(operator), of_table("table", table)
    before = masked(page_of(client, address))
    preparing.file_answer(seat_id=ahead.seat_id, filed=Filed(ahead.key, (Decline(),)), now=NOW)
    assert masked(page_of(client, address)) == before
    assert "The deadline has been extended." in do(client, of_table("extend", table, ahead.pk), hours=1)


# Shown information


def test_nothing_is_in_trouble_where_all_is_well(table, operator):
    page = page_of(signed_in(operator), LIST)
    assert "No table needs attention." in page
    assert table.code not in page


def broken(table):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW - HOUR)


def overdue(table):
    Decision.objects.filter(seat=table.seats.first()).update(due_at=NOW - timedelta(minutes=11))


def silent(table):
    old = NOW - timedelta(minutes=11)
    Table.objects.filter(pk=table.pk).update(moved_at=old)
    Decision.objects.filter(seat=table.seats.first()).update(asked_at=old, think_at=NOW, due_at=None)


def stuck(table):
    Table.objects.filter(pk=table.pk).update(moved_at=NOW - timedelta(minutes=11), advance_at=NOW)


def paused(table):
    operating.pause(table_id=table.pk, operator=Operator(None, "a test"), now=NOW - timedelta(days=15))


def deserted(table):
    table.seats.update(steward_since=NOW)
    table.decisions.update(due_at=None, think_at=None)


TROUBLES = {
    broken: "on hold",
    overdue: "a deadline was not processed",
    silent: "a bot or the steward is not moving",
    stuck: "queued turns are not being played",
    paused: "paused for a long time",
    deserted: "no person is playing",
}


@pytest.mark.parametrize("happens", TROUBLES, ids=lambda happens: happens.__name__)
def test_each_trouble_is_found_and_said_on_both_pages(table, people, operator, happens):
    well = factories.running_table(*people)
    happens(table)
    client = signed_in(operator)
    for address in (LIST, of_table("table", table)):
        page = page_of(client, address)
        assert "Night post" in page
        assert [words for words in TROUBLES.values() if words in page] == [TROUBLES[happens]]
    assert well.code not in page_of(client, LIST)


def almost_overdue(table):
    Decision.objects.filter(seat=table.seats.first()).update(due_at=NOW - timedelta(minutes=9))


def thinking(table):
    silent(table)
    Table.objects.filter(pk=table.pk).update(moved_at=NOW - timedelta(minutes=9))


def silent_while_paused(table):
    silent(table)
    Table.objects.filter(pk=table.pk).update(paused_at=NOW - DAY)


def over(table):
    overdue(table)
    operating.cancel(table_id=table.pk, operator=Operator(None, "a test"), now=NOW)


@pytest.mark.parametrize("happens", [almost_overdue, thinking, silent_while_paused, over])
def test_what_is_no_trouble_yet_is_not_shown(table, operator, happens):
    happens(table)
    assert "No table needs attention." in page_of(signed_in(operator), LIST)


def test_the_worst_comes_first(people, operator):
    tables = [factories.running_table(*people, name=name) for name in ("Late", "Broken", "Sleeping", "Later")]
    overdue(tables[0])
    broken(tables[1])
    paused(tables[2])
    Decision.objects.filter(seat=tables[3].seats.first()).update(due_at=NOW - DAY)
    page = page_of(signed_in(operator), LIST)
    assert sorted((page.index(f">{table.name}<"), table.name) for table in tables) == [
        (page.index(f">{name}<"), name) for name in ("Broken", "Later", "Late", "Sleeping")
    ]


@pytest.mark.parametrize("count", [2, 12])
def test_the_list_asks_no_more_of_the_database_for_more_tables(people, operator, count, django_assert_max_num_queries):
    for _each in range(count):
        overdue(factories.running_table(*people))
    client = signed_in(operator)
    page_of(client, LIST)
    # Six of the queries read the last day's figures and the waiting messages.
    with django_assert_max_num_queries(28):
        page_of(client, LIST)


def test_mails_in_trouble_are_counted_with_the_command_that_lists_them(table, people, operator):
    told = Notification.objects.filter(recipient=people[0])
    Delivery.objects.filter(notification__in=told).update(status=Delivery.Status.FAILED, uncertain=True)
    page = page_of(signed_in(operator), LIST)
    count = told.count()
    assert f'<span class="badge bad">{count}</span> <code>manage.py notifications list --status failed</code>' in page
    assert f'<span class="badge warn">{count}</span> <code>manage.py notifications list --uncertain</code>' in page
    assert '<span class="badge good">0</span> <code>manage.py notifications paused</code>' in page


@pytest.mark.parametrize("words", ["{code}", "night", "POST"])
def test_a_table_is_found_by_its_code_or_words_of_its_name(table, people, operator, words):
    other = factories.running_table(*people, name="Lords")
    page = page_of(signed_in(operator), f"{LIST}?q={words.format(code=table.code.upper())}")
    assert of_table("table", table) in page
    assert of_table("table", other) not in page


def test_what_is_not_found_is_said(operator):
    assert "No table with this code or name." in page_of(signed_in(operator), f"{LIST}?q=zzz")


def test_a_table_shows_who_plays_what_is_asked_and_what_happened(table, people, operator):
    factories.send(factories.seat_of(table, people[1]), SealRoad("valley"))
    seat = factories.seat_of(table, people[0])
    operating.put_steward(table_id=table.pk, seat_id=seat.pk, operator=Operator(operator.pk, WHY["reason"]), now=NOW)
    page = page_of(signed_in(operator), of_table("table", table))
    for words in (*map(str, people), "the steward", "saddle/1", "1 hour", WHY["reason"], "Olga", "<td>page</td>"):
        assert words in page, words
    assert page.count("More time for") == 1


def test_a_table_that_waits_for_players_can_be_looked_at(operator, people):
    table = factories.open_table(people[0], name="Open")
    page = page_of(signed_in(operator), of_table("table", table))
    assert "nobody yet" in page
    assert "No open decisions." in page


# Possible acts


def test_every_act_asks_once_more_and_for_a_reason(table, operator):
    client = signed_in(operator)
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    for address in acts_at(table):
        page = page_of(client, address)
        assert 'name="reason"' in page, address
        assert client.post(address, {"reason": " "}).status_code == 422
    assert list(SiteEvent.objects.values_list("kind", flat=True)) == ["quarantined"]


def do(client, address, **sent):
    """Send the form of an act with a reason. Return the page to which the response redirects."""
    response = client.post(address, WHY | sent, follow=True)
    assert response.redirect_chain, response.content.decode()
    return response.content.decode()


def test_acts_from_the_page_are_done_and_signed(table, people, operator):
    client, seat = signed_in(operator), factories.seat_of(table, people[0])
    due = factories.decision(seat).due_at
    assert "The deadline has been extended." in do(client, of_table("extend", table, factories.decision(seat).pk), hours=10)
    assert factories.decision(seat).due_at == due + 10 * HOUR
    assert "The table has been paused." in do(client, of_table("pause", table))
    assert "The table has been resumed." in do(client, of_table("resume", table))
    assert "The table has been cancelled." in do(client, of_table("cancel", table))
    assert factories.fresh(table).ended_by == "cancelled"
    done = [(event.kind, json.loads(event.facts)["operator"]) for event in SiteEvent.objects.order_by("pk")]
    assert done == [(kind, operator.pk) for kind in ("extended", "paused", "resumed", "cancelled")]
    assert "Cancel game" not in page_of(client, of_table("table", table))


def test_a_seat_changes_hands_step_by_step(table, people, operator):
    client, seat, newcomer = signed_in(operator), factories.seat_of(table, people[0]), factories.person("Dora")
    address = of_table("reseat", table, seat.pk)
    assert 'value="hand"' not in page_of(client, address)
    do(client, address, to="steward")
    assert 'value="open"' not in page_of(client, address)
    do(client, address, to="back")
    assert factories.seat_of(table, people[0]).steward_since is None
    do(client, address, to="steward")
    refused = client.post(address, WHY | {"to": "hand", "name": people[1].display_name})
    assert refused.status_code == 422
    assert "This person already has a seat at this table." in refused.content.decode()
    do(client, address, to="hand", name=newcomer.display_name)
    assert factories.seat_of(table, newcomer).pk == seat.pk


def test_whose_seat_operators_gave_to_the_steward_is_not_called_absent(table, people, operator):
    do(signed_in(operator), of_table("reseat", table, factories.seat_of(table, people[0]).pk), to="steward")
    page = page_of(signed_in(people[0]), table.get_absolute_url())
    assert "Take seat back" in page
    assert "You have not moved for a while" not in page


def test_players_read_what_was_done_and_why(table, people, operator):
    do(signed_in(operator), of_table("pause", table))
    page = page_of(signed_in(people[0]), table.get_absolute_url())
    assert "The admins have paused the game" in page
    assert WHY["reason"] in page
    assert "Olga" not in page


def test_a_table_that_was_set_aside_is_checked_before_it_is_given_back(table, operator):
    client = signed_in(operator)
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    page = page_of(client, of_table("release", table))
    assert "The record was checked and is valid." in page
    assert "The game can continue from that position." in page
    assert "The table is no longer on hold." in do(client, of_table("release", table))
    found = factories.fresh(table)
    assert (found.quarantined_at, found.quarantine_reason) == (None, "")
    assert found.advance_at is not None


def test_a_table_that_does_not_hold_offers_no_way_back(table, operator):
    client = signed_in(operator)
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    page = page_of(client, of_table("release", table))
    assert "The record was checked and is not valid." in page
    assert 'name="reason"' not in page
    assert client.post(of_table("release", table), WHY).status_code == 422
    assert factories.fresh(table).quarantined_at == NOW
