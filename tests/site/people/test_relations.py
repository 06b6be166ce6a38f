"""Favourites, blocks and mutes: their effects, and their secrecy. Notices of looking for a game."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import Delivery, FreeTime, Notification, Relation, Seat
from tables.selectors.mail import mailing
from tables.selectors.play import tables as selector
from tables.services.lobby import inviting, rematch, tables
from tables.services.people import free, relations
from tables.services.play import chat
from tables.services.seats import substitutes
from tests.site import factories
from tests.site.views import masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
Kind = Relation.Kind


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


def keep(owner, other, kind=Kind.BLOCKED):
    relations.add_relation(owner=owner, number=other.pk, kind=kind, now=NOW)


def code_of(call, **given):
    with pytest.raises(Refusal) as refused:
        call(**given)
    return refused.value.code


def joins(table, user):
    return tables.join_table(table_id=table.pk, user=user, word="x", invite=table.invite, now=NOW)


def invites(table, host, user):
    return inviting.invite_person(table_id=table.pk, host=host, name=user.display_name, now=NOW)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_a_block_either_side_finds_no_table_of_the_other(people, order):
    anna, ben, carla = people
    table = factories.filled(factories.open_table(carla, seats=3, game="gonzaga"), carla, anna)
    keep(people[order[0]], people[order[1]])
    client = signed_in(ben)
    nowhere = client.get(reverse("tables:detail", args=["22222222"]))
    found = client.get(table.get_absolute_url())
    assert (found.status_code, masked(found.text)) == (404, masked(nowhere.text).replace("22222222", table.code))
    assert client.get(reverse("tables:invite", args=[table.invite])).status_code == 404
    assert client.post(reverse("tables:join", args=[table.code]), {"word": "x", "invite": table.invite}).status_code == 404
    assert table.code not in page_of(client, "/tables/")
    assert code_of(tables.join_table, table_id=table.pk, user=ben, word="x", now=NOW) == "not_open"
    assert table.code in page_of(signed_in(), "/tables/")
    assert signed_in(anna).get(table.get_absolute_url()).status_code == 200


def test_who_sits_there_already_keeps_the_table(people):
    anna, ben, carla = people
    table = factories.filled(factories.open_table(anna, seats=3, game="gonzaga"), anna, ben)
    keep(anna, ben)
    assert signed_in(ben).get(table.get_absolute_url()).status_code == 200
    joins(table, carla)
    assert factories.fresh(table).status == "running"
    assert signed_in(ben).get(table.get_absolute_url()).status_code == 200


def test_an_invitation_to_somebody_who_blocked_its_sender_looks_sent_and_reaches_nobody(people):
    anna, ben, _carla = people
    table = factories.open_table(anna)
    keep(ben, anna)
    page = signed_in(anna)
    answer = page.post(reverse("tables:invite_person", args=[table.code]), {"person": ben.display_name}, follow=True)
    assert f"{ben} has been invited." in answer.text
    assert "Invited so far" in answer.text
    assert {delivery.status for delivery in Delivery.objects.filter(notification__recipient=ben)} == {"dropped"}
    assert mailing.open_invitations(ben) == []
    assert table.code not in page_of(signed_in(ben), "/my/")
    assert code_of(inviting.invite_person, table_id=table.pk, host=anna, name=ben.display_name, now=NOW) == "invited_before"
    relations.remove_relation(owner=ben, number=anna.pk, kind=Kind.BLOCKED)
    assert [each.table for each in mailing.open_invitations(ben)] == [table]


def test_a_block_overtakes_an_invitation_that_is_on_its_way(people):
    anna, ben, _carla = people
    table = factories.open_table(anna)
    invites(table, anna, ben)
    told = Notification.objects.get(recipient=ben)
    assert not mailing.is_overtaken(told)
    keep(ben, anna)
    assert mailing.is_overtaken(told)


def test_inviting_a_blocked_person_says_that_they_are_blocked(people):
    anna, ben, _carla = people
    keep(anna, ben)
    given = {"table_id": factories.open_table(anna).pk, "host": anna, "name": ben.display_name, "now": NOW}
    assert code_of(inviting.invite_person, **given) == "blocked_by_you"


def test_an_open_seat_is_not_there_for_who_may_not_sit_with_the_others(people):
    anna, ben, carla = people
    table = factories.running_table(anna, carla)
    seat = factories.seat_of(table, carla)
    Seat.objects.filter(pk=seat.pk).update(steward_since=NOW, opened_at=NOW)
    take = reverse("tables:take", args=[table.code, seat.index])
    client = signed_in(ben)
    assert take in page_of(client, table.get_absolute_url())
    keep(anna, ben)
    assert take not in page_of(client, table.get_absolute_url())
    assert selector.open_seats(ben) == []
    assert client.get(take).status_code == 404
    given = {"table_id": table.pk, "seat_id": seat.pk, "user": ben, "now": NOW}
    assert code_of(substitutes.take_seat, **given) == "seat_closed"


def test_a_rematch_keeps_no_seat_for_whom_its_host_has_blocked(people):
    anna, ben, carla = people
    old = factories.play_to_end(factories.running_table(anna, ben, carla, game="gonzaga"))
    keep(anna, ben)
    again = rematch.offer_rematch(table_id=old.pk, user=anna, now=NOW)
    assert {seat.reserved_for for seat in again.seats.all()} == {None, carla}
    assert again.code not in page_of(signed_in(ben), old.get_absolute_url())
    own = rematch.offer_rematch(table_id=old.pk, user=ben, now=NOW)
    assert own != again, "to somebody who is blocked nobody has offered anything"
    assert {seat.reserved_for for seat in own.seats.all()} == {None, anna, carla}
    assert rematch.offer_rematch(table_id=old.pk, user=anna, now=NOW) == again


@pytest.mark.parametrize("kind", [Kind.MUTED, Kind.BLOCKED])
def test_who_is_muted_calls_nobody_and_is_folded_away_for_one_reader(people, kind):
    anna, ben, carla = people
    table = factories.running_table(anna, ben, carla, game="gonzaga")
    keep(anna, ben, kind)
    chat.say(table_id=table.pk, user=ben, text=f"Hello @{anna} and @{carla}", now=NOW)
    told = Notification.objects.filter(kind="mention", deliveries__status=Delivery.Status.QUEUED)
    assert {each.recipient for each in told} == {carla}
    folded = 'class="more unheard"'
    assert [folded in page_of(signed_in(user), table.get_absolute_url()) for user in (anna, ben, carla, None)] == [
        *(True, False, False, False)
    ]


def test_buttons_of_a_person_and_the_page_of_my_people(people):
    anna, ben, carla = people
    factories.running_table(anna, ben)
    client = signed_in(anna)
    page = page_of(client, "/my/people/")
    assert f"?with={ben.pk}" in page
    assert f"?with={carla.pk}" not in page

    def does(do, kind, user=carla):
        return client.post(reverse("tables:keep_person", args=[user.pk]), {"do": do, "kind": kind, "back": "people"})

    for kind in Kind:
        does("keep", kind)
    assert {row.kind for row in Relation.objects.filter(owner=anna)} == {"muted", "blocked"}
    assert "Unblock" in page_of(client, reverse("tables:person", args=[carla.pk]))
    does("let_go", "blocked")
    does("keep", "favourite")
    assert f"?with={carla.pk}" in page_of(client, "/my/people/")
    assert does("keep", "enemy").status_code == 404
    assert does("keep", "muted", anna).status_code == 302
    assert not Relation.objects.filter(other=anna).exists()


def test_several_are_invited_with_a_new_table_and_at_one_that_waits(people):
    anna, ben, carla = people
    keep(anna, ben, Kind.FAVOURITE)
    client = signed_in(anna)
    page = page_of(client, f"/tables/new/?game=specimen&with={carla.pk}")
    assert page.count('name="company"') == 2
    assert f"?game=gonzaga&amp;with={carla.pk}" in page
    assert f'value="{carla.pk}" id="id_company_1" checked' in page
    fields = {"game": "specimen", "seats": "2", "bots": "0", "pace": "day", "visibility": "public", "nights": "2"}
    data = fields | {"word": "horn", "company": [ben.pk]}
    answer = client.post("/tables/new/", data, follow=True)
    assert f"Invited: {ben}" in answer.text
    invited = Notification.objects.filter(kind="invitation")
    assert [each.recipient for each in invited] == [ben]
    table = invited.get().table
    client.post(reverse("tables:invite_people", args=[table.code]), {"company": [ben.pk, carla.pk, anna.pk, "x", 10**8]})
    assert {each.recipient for each in invited.all()} == {ben, carla}
    signed_in(ben).post(reverse("tables:invite_people", args=[table.code]), {"company": [carla.pk]})
    assert invited.all().count() == 2
    dora = factories.person("Dora")
    numbers = [anna.pk, ben.pk, carla.pk, dora.pk]
    again = [inviting.invite_people(table_id=table.pk, host=anna, numbers=numbers, now=NOW) for _time in range(2)]
    assert again == [[dora], []], "who was invited before is passed over"
    larger = factories.open_table(anna, seats=3)
    tables.join_table(table_id=larger.pk, user=dora, word="x", now=NOW)
    invited_there = inviting.invite_people(table_id=larger.pk, host=anna, numbers=[dora.pk, carla.pk], now=NOW)
    assert invited_there == [carla], "who sits there is passed over"


def test_who_is_free_for_a_game_is_told_to_some_and_ends_by_itself(people, time_machine):
    anna, ben, carla = people
    time_machine.move_to(NOW, tick=False)
    signed_in(ben).post("/my/people/free/", {"days": 3})
    keep(anna, ben, Kind.FAVOURITE)

    def told(user):
        return f"?with={ben.pk}" in page_of(signed_in(user), "/tables/")

    assert [told(user) for user in (anna, carla, None)] == [True, False, False]
    signed_in(ben).post("/my/people/free/", {"days": 3, "in_lobby": "on"})
    assert [told(user) for user in (anna, carla, None)] == [True, True, False]
    keep(ben, carla)
    assert not told(carla)
    time_machine.move_to(NOW + timedelta(days=3), tick=False)
    assert not told(anna)
    assert FreeTime.objects.count() == 1
    for days in range(-1, 40):
        if days in (1, 3, 7, 14):
            assert free.say_free(user=ben, days=days, in_lobby=False, now=NOW).until == NOW + timedelta(days=days)
        else:
            assert code_of(free.say_free, user=ben, days=days, in_lobby=False, now=NOW) == "bad_days"


def test_a_full_list_still_takes_a_person_who_is_in_it(people, monkeypatch):
    anna, ben, carla = people
    monkeypatch.setattr(relations, "MOST", 1)
    keep(anna, ben)
    keep(anna, ben)
    assert code_of(keep, owner=anna, other=carla) == "too_many_people"
    assert list(Relation.objects.filter(owner=anna).values_list("other", flat=True)) == [ben.pk]
