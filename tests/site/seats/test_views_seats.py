"""Pages for a seat that changes hands: return, offer and briefing, and the users who must not see them."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from engines.specimen.actions import SealRoad
from engines.specimen.policy import JoinUpTo
from tables.models import Delivery, Notification, Seat, Table
from tables.services import ordering
from tables.services.mail import deliveries
from tables.services.play import ending, preparing
from tests.rows import rewrite
from tests.site import absence, factories, keeping
from tests.site.absence import DAY, NOW
from tests.site.views import HTMX, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return keeping.people("Anna", "Berto", "Chiara")


@pytest.fixture
@keeping.kept
def bea():
    return factories.person("Bea")


@pytest.fixture
@keeping.kept
def table(people):
    return factories.running_table(*people, name="Via Emilia")


@pytest.fixture
@keeping.kept
def seat(table, people):
    """Let Anna miss three deadlines. Return her seat, for which the steward now plays."""
    seat = factories.seat_of(table, people[0])
    absence.miss(seat, 3)
    return seat


def at(table, name="detail", *more):
    return reverse(f"tables:{name}", args=[table.code, *more])


def take(user, seat, **more):
    return signed_in(user).post(at(seat.table, "take", seat.index), more)


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


# Coming back


def test_an_absent_player_sees_the_steward_and_takes_the_seat_back_with_one_button(table, seat, people):
    client = signed_in(people[0])
    page = page_of(client, at(table))
    assert "The steward is playing for you" in page
    assert f'<form method="post" action="{at(table, "come_back")}">' in page
    assert 'name="own_ply"' not in page
    response = client.post(at(table, "come_back"), follow=True)
    assert "Welcome back! You are playing your seat again." in response.content.decode()
    seat.refresh_from_db()
    assert seat.steward_since is None


def test_a_player_who_left_may_come_back_the_same_way(table, people):
    signed_in(people[0]).post(at(table, "resign"))
    page = page_of(signed_in(people[0]), at(table))
    assert "You have left this game" in page
    assert at(table, "come_back") in page


def test_a_move_sent_while_the_steward_plays_is_refused_with_the_hint(table, seat, people):
    asked = absence.asked(seat, now=NOW + 9 * DAY)
    sent = {"key": asked.key, "own_ply": seat.plies, "token": "a" * 16, "action": '{"type":"Rest"}'}
    for name in ("act", "draft"):
        response = signed_in(people[0]).post(at(table, name), sent, headers=HTMX)
        assert response.status_code == 422
        assert "The steward is playing for you. To play on, take your seat back first." in response.content.decode()


def test_others_cannot_bring_somebody_back(table, seat, people, bea):
    for user in (people[1], bea):
        signed_in(user).post(at(table, "come_back"))
    seat.refresh_from_db()
    assert seat.steward_since


def test_a_get_brings_nobody_back(table, seat, people):
    assert signed_in(people[0]).get(at(table, "come_back")).status_code == 405
    seat.refresh_from_db()
    assert seat.steward_since


def test_passing_plans_on_is_a_choice_on_leaving_and_after_it(table, people):
    client = signed_in(people[0])
    assert 'name="passes"' in page_of(client, at(table, "resign"))
    client.post(at(table, "resign"), {"passes": "yes"})
    assert factories.seat_of(table, people[0]).passes_plans
    assert "Keep private" in page_of(client, at(table))
    client.post(at(table, "pass_plans"), {"passes": "no"})
    assert not factories.seat_of(table, people[0]).passes_plans


def test_my_games_say_that_the_steward_plays(seat, people):
    assert "the steward is playing for you" in page_of(signed_in(people[0]), "/my/")


def test_somebody_with_misses_is_told_how_many_are_left(table, people):
    absence.miss(factories.seat_of(table, people[0]), 2)
    page = page_of(signed_in(people[0]), at(table))
    assert "You have missed 2 deadlines in a row." in page
    assert "If you miss 1 more deadline, the steward will take your seat." in page
    assert "You have missed" not in page_of(signed_in(people[1]), at(table))


def test_a_page_that_lies_open_is_renewed_when_the_seat_changes_hands(table, seat, people):
    client = signed_in(people[0])
    shown = re.search(r"panel=(\w+)&amp;seq=(\d+)&amp;beside=(\d+)", page_of(client, at(table))).groups()
    again = dict(zip(("panel", "seq", "beside"), shown, strict=True))
    assert 'id="panel"' not in client.get(at(table), again, headers=HTMX).content.decode()
    client.post(at(table, "come_back"))
    news = client.get(at(table), again, headers=HTMX).content.decode()
    assert 'id="panel"' in news
    assert "is back and is playing again." in news
    assert 'id="board"' not in news


# The offer


def test_the_lobby_lists_open_seats_with_what_one_wants_to_know(seat, people, bea):
    page = words(page_of(signed_in(bea), "/tables/"))
    assert "Open seats" in page
    standing = rf"Seat of {people[0]} \d+ points, ranked \d of 3"
    assert re.search(rf"Via Emilia .*night \d of 3 .*per decision.*{standing}", page)
    assert "Open seats" not in page_of(signed_in(people[1]), "/tables/")
    assert "Open seats" not in page_of(signed_in(bea), "/tables/?game=gonzaga")


def test_the_lobby_asks_the_database_the_same_for_one_open_seat_and_for_many(django_assert_num_queries):
    for count in (1, 3):
        for _table in range(count):
            absence.left_table(*(factories.person() for _each in range(3)))
        with django_assert_num_queries(2):
            signed_in().get("/tables/")


def test_an_onlooker_finds_the_open_seat_on_the_table_page_and_takes_it(table, seat, people, bea):
    address = at(table, "take", seat.index)
    assert address in page_of(signed_in(bea), at(table))
    assert address in page_of(signed_in(), at(table))
    assert address not in page_of(signed_in(people[1]), at(table))
    offer = page_of(signed_in(bea), address)
    assert f"Take over from {people[0]}?" in offer
    response = take(bea, seat)
    assert response.url == at(table, "briefing")
    seat.refresh_from_db()
    assert seat.user == bea


def test_a_stranger_signs_in_first_and_comes_back_to_the_offer(table, seat):
    address = at(table, "take", seat.index)
    assert signed_in().get(address).url == f"/accounts/login/?next={address}"


def test_latecomers_are_told(table, seat, bea):
    take(bea, seat)
    page = signed_in(factories.person("Late")).post(at(table, "take", seat.index), follow=True).content.decode()
    assert "This seat is no longer open" in page
    assert signed_in(factories.person()).get(at(table, "take", seat.index)).status_code == 404


def test_the_offer_of_a_private_table_stands_behind_its_invitation_alone(people, bea):
    table, seat = absence.left_table(*people, visibility=Table.Visibility.PRIVATE)
    address, invitation = at(table, "take", seat.index), reverse("tables:invite", args=[table.invite])
    assert table.code not in page_of(signed_in(bea), "/tables/")
    for invite in ("", "wrong"):
        assert signed_in(bea).get(address, {"invite": invite}).status_code == 404
        assert signed_in(bea).post(address, {"invite": invite}).status_code == 404
    assert f"{address}?invite={table.invite}" in page_of(signed_in(bea), invitation)
    assert "Substitute wanted" in page_of(signed_in(), invitation)
    assert take(bea, seat, invite=table.invite).url == at(table, "briefing")
    seat.refresh_from_db()
    assert seat.user == bea


# The briefing


def test_the_briefing_tells_what_the_seat_holds_what_it_is_asked_and_what_happened(table, seat, bea):
    absence.answer_for_others(seat, now=NOW + 9 * DAY)
    take(bea, seat)
    page = words(page_of(signed_in(bea), at(table, "briefing")))
    assert "Letters:" in page
    assert "No plans were passed on to you." in page
    assert "has not moved for a while." in page
    assert "has taken over the seat from the steward and is now playing it." in page
    asked = factories.waiting(table, seat)
    assert not asked or "until" in page


def test_plans_that_are_passed_on_stand_in_it_in_words(table, people, bea):
    seat = factories.seat_of(table, people[0])
    ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(2), user_id=seat.user_id, now=NOW - DAY)
    preparing.save_draft(seat_id=seat.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW - DAY)
    rewrite(Seat.objects.filter(pk=seat.pk), notes="never trust Berto")
    ending.resign(table_id=table.pk, user=people[0], passes_plans=True, now=NOW)
    take(bea, seat)
    page = words(page_of(signed_in(bea), at(table, "briefing")))
    assert "Join every relay for at most 2 coins." in page
    assert "A draft is ready at the table" in page
    assert "never trust Berto" in page


def test_a_new_substitute_is_pointed_to_it_until_their_first_move(table, people, bea):
    seat = factories.seat_of(table, people[0])
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    take(bea, seat)
    assert at(table, "briefing") in page_of(signed_in(bea), at(table))
    factories.send(factories.seat_of(table, bea), SealRoad("valley"))
    assert at(table, "briefing") not in page_of(signed_in(bea), at(table))
    assert signed_in(bea).get(at(table, "briefing")).status_code == 200


def test_nobody_else_gets_it(table, seat, people, bea):
    for user in (*people, bea, None):
        assert signed_in(user).get(at(table, "briefing")).status_code in (302, 404)
    take(bea, seat)
    for user in (*people, factories.person()):
        assert signed_in(user).get(at(table, "briefing")).status_code == 404
    ending.resign(table_id=table.pk, user=bea, now=NOW)
    assert signed_in(bea).get(at(table, "briefing")).status_code == 404


# Data hidden from the former holder


def test_how_the_leaver_sent_their_moves_stays_their_own_affair(table, people, bea):
    seat = factories.seat_of(table, people[0])
    factories.send(seat, SealRoad("valley"))
    seat.moves.update(via="order")
    assert "played by your standing order" in page_of(signed_in(people[0]), at(table))
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    take(bea, seat)
    for name in ("detail", "log", "briefing"):
        assert "standing order" not in page_of(signed_in(bea), at(table, name))


def test_the_former_holder_looks_on_like_anybody(table, people, bea):
    seat = factories.seat_of(table, people[0])
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    before = main_of(people[0], at(table))
    take(bea, seat)
    factories.send(factories.seat_of(table, bea), SealRoad("valley"))
    stranger = factories.person("Stranger")
    assert main_of(people[0], at(table)) != before
    for name in ("detail", "log"):
        assert main_of(people[0], at(table, name)) == main_of(stranger, at(table, name)) != main_of(bea, at(table, name))


def main_of(user, address):
    """Return the page's main part, without the header that names the signed-in user."""
    return masked(page_of(signed_in(user), address)).partition("<main")[2]


@pytest.mark.parametrize("kind", Notification.Kind.values)
def test_no_mail_about_the_seat_reaches_its_former_holder_any_more(table, people, bea, kind):
    seat = factories.seat_of(table, people[0])
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    Notification.objects.all().delete()
    told = Notification.objects.create(
        recipient=people[0], key="x", kind=kind, table=table, seat=seat, decision_key="saddle/1", created_at=NOW
    )
    late = Delivery.objects.create(notification=told, next_at=NOW)
    take(bea, seat)
    mail.outbox.clear()
    deliveries.deliver(delivery_id=late.pk, now=NOW)
    late.refresh_from_db()
    assert (late.status, mail.outbox) == ("dropped", [])


def test_the_former_holder_sends_nothing_any_more(table, people, bea):
    seat = factories.seat_of(table, people[0])
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    take(bea, seat)
    sent = {"key": "saddle/1", "own_ply": "0", "token": "a" * 16, "action": '{"type":"SealRoad","road":"valley"}'}
    for name in ("act", "draft", "file", "resign", "pass_plans", "come_back"):
        signed_in(people[0]).post(at(table, name), sent, headers=HTMX)
    seat.refresh_from_db()
    assert (factories.fresh(table).seq, seat.user, seat.steward_since, seat.drafts.count()) == (0, bea, None, 0)
