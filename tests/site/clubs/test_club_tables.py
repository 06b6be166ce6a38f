"""Tables of a club: finding, seeing and joining them, and their ratings."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import Club, RatingChange, Relation, Table
from tables.selectors.archive import games
from tables.selectors.play import tables as selector
from tables.services.archive import rating
from tables.services.clubs import founding, members
from tables.services.lobby import inviting, rematch, tables
from tables.services.people import relations
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def club(people):
    """Return a club with the members Anna and Ben but not Carla."""
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    return club


def joins(table, user):
    return tables.join_table(table_id=table.pk, user=user, word="x", invite=table.invite, now=NOW)


def code_of(call, *args, **more):
    with pytest.raises(Refusal) as refused:
        call(*args, **more)
    return refused.value.code


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_members_alone_find_and_join_it(club, people, visibility):
    table = factories.open_table(people[0], club=club, visibility=visibility)
    found = [[each.pk for each in selector.lobby_tables(user)] for user in (*people, None)]
    assert found == [[table.pk], [table.pk], [], []]
    assert code_of(joins, table, people[2]) == "members_only"
    assert tables.join_table(table_id=table.pk, user=people[1], word="x", now=NOW).status == Table.Status.RUNNING


def test_a_member_finds_them_among_those_of_everybody_the_newest_first(club, people):
    of_club = [None, club, None, club, None]
    opened = [factories.open_table(people[0], club=where, visibility="public").pk for where in of_club]
    for number, pk in enumerate(opened):
        Table.objects.filter(pk=pk).update(created_at=NOW + timedelta(minutes=number))

    for limit in (1, 2, 3, 9):
        found = [table.pk for table in selector.lobby_tables(people[1], limit=limit)]
        assert found == opened[::-1][:limit]
    assert [table.pk for table in selector.lobby_tables(people[2])] == opened[::-2]


@pytest.mark.parametrize(("visibility", "others"), [("private", [404, 302]), ("public", [200, 200])])
def test_who_sees_it(club, people, visibility, others):
    table = factories.open_table(people[0], club=club, visibility=visibility)
    address = reverse("tables:detail", args=[table.code])
    statuses = [signed_in(user).get(address).status_code for user in (people[1], people[2], None)]
    assert statuses == [200, *others]
    shown = [table.code in page_of(signed_in(user), club.get_absolute_url()) for user in (people[1], people[2])]
    assert shown == [True, visibility == "public"]


def test_who_has_left_sees_and_joins_it_no_longer(club, people):
    table = factories.open_table(people[0], club=club, visibility="private")
    members.leave_club(club_id=club.pk, user=people[1], now=NOW)
    assert code_of(joins, table, people[1]) == "members_only"
    assert signed_in(people[1]).get(reverse("tables:detail", args=[table.code])).status_code == 404


def test_a_club_that_is_hidden_has_no_public_tables(people):
    club = founding.found_club(user=people[0], name="The hidden one", outsiders=Club.Outsiders.NOTHING, now=NOW)
    assert factories.open_table(people[0], club=club, visibility="public").visibility == Table.Visibility.PRIVATE


def test_nobody_opens_a_table_of_a_club_of_others(club, people):
    assert code_of(factories.open_table, people[2], club=club) == "members_only"
    address = f"{reverse('tables:create')}?club={club.slug}"
    assert [signed_in(user).get(address).status_code for user in people] == [200, 200, 404]


def test_a_host_invites_members_alone(club, people):
    table = factories.open_table(people[0], club=club)
    act = {"table_id": table.pk, "host": people[0], "now": NOW}
    assert code_of(inviting.invite_person, name=people[2].display_name, **act) == "not_a_member"
    assert inviting.invite_person(name=people[1].display_name, **act) == people[1]


def test_its_games_are_rated_in_the_club_alone_and_read_by_members(club, people):
    table = factories.play_to_end(factories.running_table(*people[:2], club=club, visibility="public"))
    assert table.rated
    assert rating.rate_finished(game=table.game) == 0
    assert not RatingChange.objects.exists()
    third = members.join_club(club_id=club.pk, user=people[2], now=NOW + timedelta(days=1)).user
    hidden = factories.play_to_end(factories.running_table(*people[:2], club=club, visibility="private"))
    assert hidden in games.archived_tables(third)
    assert hidden not in games.archived_tables(factories.person("Stranger"))


def test_a_rematch_stays_in_the_club(club, people):
    table = factories.play_to_end(factories.running_table(*people[:2], club=club, visibility="private"))
    again = rematch.offer_rematch(table_id=table.pk, user=people[0], now=NOW)
    assert again.club == club
    members.leave_club(club_id=club.pk, user=people[1], now=NOW)
    assert code_of(joins, again, people[1]) == "members_only"


def test_the_lists_of_people_to_invite_offer_only_who_may_come_and_a_forged_one_is_told(client):
    host, member, outsider = (factories.person(name) for name in ("Host", "Member", "Outsider"))
    club = founding.found_club(user=host, name="The inviting ones", now=NOW)
    members.invite(club_id=club.pk, user=host, name=member.display_name, now=NOW)
    members.join_club(club_id=club.pk, user=member, now=NOW)
    for person in (member, outsider):
        relations.add_relation(owner=host, number=person.pk, kind=Relation.Kind.FAVOURITE, now=NOW)
    table = factories.open_table(host, seats=3, club=club)
    client.force_login(host)
    opening = reverse("tables:create") + f"?game=specimen&club={club.slug}&with={outsider.pk}"
    for address in (table.get_absolute_url(), opening):
        page = client.get(address).content.decode()
        assert re.findall(r'name="company" value="(\d+)"', page) == [str(member.pk)], address
    anywhere = client.get(reverse("tables:create") + "?game=specimen").content.decode()
    assert f'name="company" value="{outsider.pk}"' in anywhere
    forged = {"company": [member.pk, outsider.pk, host.pk]}
    answer = client.post(reverse("tables:invite_people", args=[table.code]), forged, follow=True).content.decode()
    assert f"Invited: {member}." in answer
    assert f"Not invited, because only club members can play: {outsider}." in answer
    again = client.post(reverse("tables:invite_people", args=[table.code]), forged, follow=True).content.decode()
    assert f"Not invited: {member}. They are already seated or invited, or you have blocked them." in again
