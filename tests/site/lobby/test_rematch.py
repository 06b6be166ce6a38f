"""Rematch: same people, pace and options, with seats moved on by one."""

import json
import runpy
from pathlib import Path

import pytest
from django.urls import reverse

from tables.errors import Full, Refusal
from tables.models import Club, Notification, Seat, Table
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, read_record
from tables.selectors.play import tables as selector
from tables.services.archive import importing
from tables.services.archive.verify import verify_table
from tables.services.clubs import founding, members
from tables.services.lobby import inviting, rematch, tables
from tests.site import factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def ended(people):
    return over(factories.running_table(*people, pace="three", name="Sunday", excused=1))


def over(table):
    return factories.play_to_end(table)


def offered(ended, user):
    return rematch.offer_rematch(table_id=ended.pk, user=user, now=NOW)


def code_of(call, *args, **fields):
    with pytest.raises(Refusal) as refused:
        call(*args, **fields)
    return refused.value.code


def sits(again, *people):
    for user in people:
        tables.join_table(table_id=again.pk, user=user, word="x", invite=again.invite, now=NOW)
    again.refresh_from_db()
    return again


def order_of_play(table):
    return [seat.user for seat in table.seats.order_by("index")]


def test_everything_is_as_before_and_everybody_sits_one_seat_on(people, ended):
    anna, ben, carla = people
    again = sits(offered(ended, ben), anna, carla)
    assert again.status == Table.Status.RUNNING
    for field in rematch.SAME:
        assert getattr(again, field) == getattr(ended, field), field
    assert again.options == ended.options
    last, *others = reversed(order_of_play(ended))
    assert order_of_play(again) == [last, *reversed(others)]


def test_the_host_of_a_rematch_sits_and_the_others_are_asked(people, ended):
    anna, ben, carla = people
    again = offered(ended, ben)
    assert again.host == ben
    assert set(again.seats.values_list("user", "reserved_for")) == {(ben.pk, None), (None, anna.pk), (None, carla.pk)}
    asked = Notification.objects.filter(table=again, kind=Notification.Kind.INVITATION)
    assert {row.recipient for row in asked} == {anna, carla}


def test_there_is_one_rematch_however_many_offer_it(people, ended):
    again = offered(ended, people[0])
    assert offered(ended, people[1]) == again == offered(ended, people[0])
    tables.cancel_table(table_id=again.pk, user=people[0], now=NOW)
    assert offered(ended, people[1]) != again


def test_nobody_else_takes_a_seat_that_is_kept(people, ended):
    again = offered(ended, people[0])
    with pytest.raises(Full):
        sits(again, factories.person("Dora"))
    assert again not in selector.lobby_tables(factories.person("Emil"))
    assert again in selector.lobby_tables(people[1])


def test_who_declines_is_replaced(people, ended):
    anna, ben, carla = people
    again = offered(ended, anna)
    assert inviting.decline(user=ben, code=again.code, now=NOW)
    dora = factories.person("Dora")
    assert again in selector.lobby_tables(dora)
    sits(again, carla, dora)
    was = {user: index for index, user in enumerate(order_of_play(ended))}
    assert order_of_play(again)[(was[ben] + 1) % 3] == dora


def test_the_host_need_not_wait_for_an_answer(people, ended):
    anna, ben, _carla = people
    again = offered(ended, anna)
    kept = again.seats.get(reserved_for=ben)
    with pytest.raises(Refusal, match="not_host"):
        inviting.release_seat(table_id=again.pk, host=ben, position=kept.position, now=NOW)
    inviting.release_seat(table_id=again.pk, host=anna, position=kept.position, now=NOW)
    kept.refresh_from_db()
    assert kept.reserved_for is None
    assert not Notification.objects.filter(table=again, recipient=ben, superseded_at=None).exists()


def test_who_gives_the_seat_back_leaves_the_others_where_they_are(people, ended):
    anna, ben, _carla = people
    again = sits(offered(ended, anna), ben)
    before = {seat.user_id: seat.position for seat in again.seats.all()}
    tables.leave_table(table_id=again.pk, user=anna, now=NOW)
    again.refresh_from_db()
    assert again.host == ben
    assert again.seats.get(user=ben).position == before[ben.pk]
    assert again.seats.get(position=before[anna.pk]).reserved_for is None


def test_bots_play_again_at_once():
    anna = factories.person("Anna")
    ended = over(factories.running_table(anna, bots=2))
    again = offered(ended, anna)
    assert again.status == Table.Status.RUNNING
    assert sorted(again.seats.exclude(bot="").values_list("bot", flat=True)) == sorted(
        ended.seats.exclude(bot="").values_list("bot", flat=True)
    )


def test_whose_account_is_gone_or_who_left_is_not_asked(people, ended):
    anna, ben, carla = people
    ended.seats.filter(user=ben).update(resigned_at=NOW)
    carla.is_active = False
    carla.save()
    assert not offered(ended, anna).seats.exclude(reserved_for=None).exists()
    assert code_of(offered, ended, ben) == "not_seated"


def test_it_is_for_those_who_sat_there_and_once_it_is_over(people, ended):
    assert code_of(offered, ended, factories.person()) == "not_seated"
    assert code_of(offered, factories.running_table(*people), people[0]) == "not_over"


def test_nobody_draws_for_the_seats_and_every_check_holds(people, ended):
    again = over(sits(offered(ended, people[0]), *people[1:]))
    found = {finding.code: finding.ok for finding in verify_table(again)}
    assert "seats" not in found
    assert all(found.values()), found
    one, other = again.seats.order_by("index")[:2]
    Seat.objects.filter(pk=one.pk).update(index=None)
    Seat.objects.filter(pk=other.pk).update(index=one.index)
    Seat.objects.filter(pk=one.pk).update(index=other.index)
    assert not {finding.code: finding.ok for finding in verify_table(factories.fresh(again))}["rotation"]


CHECKER = runpy.run_path(str(Path(__file__).resolve().parents[3] / "docs" / "check_record.py"))


def test_its_record_says_so_and_can_be_checked_and_imported(people, ended, tmp_path, capsys):
    again = over(sits(offered(ended, people[0]), *people[1:]))
    raw = export.record_bytes(again)
    assert read_record(raw).rotates
    assert b"seating" not in export.record_bytes(ended)
    path = tmp_path / "record.json"
    path.write_bytes(raw)
    assert CHECKER["main"](str(path)) == 0
    for change in ({"seating": None}, {"format_version": 2}):
        record = {field: value for field, value in (json.loads(raw) | change).items() if value is not None}
        with pytest.raises(BadRecord):
            read_record(json.dumps(record).encode())
    del record["seating"]
    path.write_text(json.dumps(record))
    assert CHECKER["main"](str(path)) == 1
    assert "were not dealt" in capsys.readouterr().out
    Table.objects.filter(pk=again.pk).delete()
    assert importing.import_game(record=read_record(raw), now=again.ended_at)
    assert all(finding.ok for finding in verify_table(Table.objects.get(code=again.code)))


def test_the_page_of_the_ended_game_offers_it_in_one_click(client, people, ended):
    anna, ben, _carla = people
    client.force_login(anna)
    url = reverse("tables:rematch", args=[ended.code])
    assert f'action="{url}"' in client.get(ended.get_absolute_url()).text
    page = client.post(url, follow=True)
    assert page.redirect_chain[-1][0] == selector.open_rematch(ended).get_absolute_url()
    assert "reserved for Ben" in page.text
    client.force_login(ben)
    invite = reverse("tables:invite", args=[selector.open_rematch(ended).invite])
    assert invite in client.get(ended.get_absolute_url()).text
    assert "proposes a rematch" in client.get(reverse("tables:mine")).text
    assert client.post(url, follow=True).redirect_chain[-1][0] == invite


def test_onlookers_are_offered_nothing_and_a_stranger_reads_why_they_cannot_sit(client, people, ended):
    again = offered(ended, people[0])
    client.force_login(factories.person("Dora"))
    assert reverse("tables:rematch", args=[ended.code]) not in client.get(ended.get_absolute_url()).text
    assert "are reserved for the players of the previous game" in client.get(again.get_absolute_url()).text


def test_the_host_frees_a_seat_on_the_page(client, people, ended):
    anna, ben, _carla = people
    again = offered(ended, anna)
    kept = again.seats.get(reserved_for=ben)
    client.force_login(anna)
    url = reverse("tables:release_seat", args=[again.code])
    for position in ("", "x", "99", str(kept.position)):
        assert client.post(url, {"position": position}, follow=True).status_code == 200
    kept.refresh_from_db()
    assert kept.reserved_for is None


def test_who_declined_a_private_rematch_finds_no_way_in(client, people):
    anna, ben, carla = people
    ended = over(factories.running_table(anna, ben, carla, visibility=Table.Visibility.PRIVATE))
    again = offered(ended, anna)
    inviting.decline(user=ben, code=again.code, now=NOW)
    client.force_login(ben)
    assert again.invite not in client.get(ended.get_absolute_url()).text
    page = client.post(reverse("tables:rematch", args=[ended.code]), follow=True)
    assert "You declined the rematch" in page.text


def test_who_has_left_the_club_is_not_invited_and_the_host_reads_so(people):
    anna, ben, carla = people
    club = founding.found_club(user=anna, name="Night couriers", joining=Club.Joining.OPEN, now=NOW)
    for person in (ben, carla):
        members.join_club(club_id=club.pk, user=person, now=NOW)
    old = factories.play_to_end(factories.running_table(*people, club=club))
    members.leave_club(club_id=club.pk, user=ben, now=NOW)
    page = signed_in(anna).post(reverse("tables:rematch", args=[old.code]), follow=True).text
    assert f"Not invited, because only club members can play: {ben}." in page
    again = Table.objects.get(rematch_of=old)
    assert [seat.reserved_for for seat in again.seats.order_by("position")].count(carla) == 1
    assert not again.seats.filter(reserved_for=ben).exists()
    assert not Notification.objects.filter(table=again, recipient=ben).exists()
