"""Membership of a club: founding, joining, applying, inviting, officers, leaving."""

import pytest

from accounts.mail import queue
from accounts.models import QueuedMail
from tables.errors import Refusal
from tables.models import Club, Membership, Relation
from tables.selectors.clubs import clubs
from tables.services.clubs import founding, members
from tables.services.seats import leaving_site
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
State = Membership.State


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


def founded(user, **more):
    return founding.found_club(user=user, name="The Tuesday club", now=NOW, **more)


def joins(club, user):
    return members.join_club(club_id=club.pk, user=user, now=NOW).state


def invites(club, by, person):
    return members.invite(club_id=club.pk, user=by, name=person.display_name, now=NOW)


def code_of(call, *args, **more):
    with pytest.raises(Refusal) as refused:
        call(*args, **more)
    return refused.value.code


def test_an_open_club_takes_everybody(people):
    club = founded(people[0], joining=Club.Joining.OPEN)
    assert joins(club, people[1]) == State.MEMBER
    assert [row.user for row in clubs.members(club)] == people[:2]
    assert [row.is_officer for row in clubs.members(club)] == [True, False]


def test_where_officers_decide_one_asks_and_is_told(people):
    club = founded(people[0], joining=Club.Joining.APPROVAL)
    assert joins(club, people[1]) == State.ASKED
    assert not clubs.is_member(club.pk, people[1].pk)
    act = {"club_id": club.pk, "person_id": people[1].pk, "welcome": True, "now": NOW}
    assert code_of(members.decide, user=people[1], **act) == "not_officer"
    members.decide(user=people[0], **act)
    assert clubs.is_member(club.pk, people[1].pk)
    assert [mail.recipient for mail in QueuedMail.objects.all()] == [people[1].email]


def test_who_was_turned_away_comes_back_by_invitation_alone(people):
    club = founded(people[0], joining=Club.Joining.OPEN)
    joins(club, people[1])
    members.remove_member(club_id=club.pk, user=people[0], person_id=people[1].pk, now=NOW)
    assert code_of(joins, club, people[1]) == "turned_away"
    invites(club, people[0], people[1])
    assert joins(club, people[1]) == State.MEMBER


def test_a_club_by_letter_is_joined_by_those_who_have_one(people):
    club = founded(people[0], joining=Club.Joining.LETTER, outsiders=Club.Outsiders.NOTHING)
    assert code_of(joins, club, people[1]) == "by_letter"
    with pytest.raises(clubs.NotVisible):
        clubs.visible_club(people[1], club.slug)
    invites(club, people[0], people[1])
    assert clubs.visible_club(people[1], club.slug)[0] == club
    assert joins(club, people[1]) == State.MEMBER


def test_an_invitation_is_told_once_and_not_again_after_a_no(people):
    club = founded(people[0], joining=Club.Joining.LETTER)
    invites(club, people[0], people[1])
    assert code_of(invites, club, people[0], people[1]) == "invited_to_club"
    members.withdraw(club_id=club.pk, user=people[1], now=NOW)
    assert code_of(invites, club, people[0], people[1]) == "invited_to_club"
    assert QueuedMail.objects.count() == 1


def test_the_last_officer_names_another_before_they_leave(people):
    club = founded(people[0], joining=Club.Joining.OPEN)
    joins(club, people[1])
    assert code_of(members.leave_club, club_id=club.pk, user=people[0], now=NOW) == "last_officer"
    act = {"club_id": club.pk, "user": people[0], "now": NOW}
    assert code_of(members.name_officer, person_id=people[0].pk, is_officer=False, **act) == "last_officer"
    members.name_officer(person_id=people[1].pk, is_officer=True, **act)
    members.leave_club(club_id=club.pk, user=people[0], now=NOW)
    assert [(row.user, row.is_officer) for row in clubs.members(club)] == [(people[1], True)]


def test_the_last_member_to_leave_closes_the_club(people):
    club = founded(people[0])
    members.leave_club(club_id=club.pk, user=people[0], now=NOW)
    with pytest.raises(clubs.NotVisible):
        clubs.visible_club(people[0], club.slug)


def test_a_deleted_account_hands_the_club_over_or_closes_it(people):
    club, alone = founded(people[0], joining=Club.Joining.OPEN), founded(people[0])
    joins(club, people[1])
    joins(club, people[2])
    leaving_site.on_deletion(people[0], now=NOW)
    assert [(row.user, row.is_officer) for row in clubs.members(club)] == [(people[1], True), (people[2], False)]
    assert Club.objects.get(pk=alone.pk).closed_at == NOW


def test_there_are_limits(people):
    for _number in range(founding.MOST_FOUNDED):
        founded(people[0])
    assert code_of(founded, people[0]) == "too_many_clubs"
    assert code_of(founding.found_club, user=people[1], name="see evil.example", now=NOW) == "address_in_club"
    shortest, longest = 3, 60
    for length in (0, 1, shortest - 1, longest + 1):
        assert code_of(founding.found_club, user=people[1], name="x" * length, now=NOW) == "club_name", length
    for length in (shortest, longest):
        assert founding.found_club(user=people[1], name="x" * length, now=NOW).name == "x" * length


def test_an_invitation_by_somebody_one_blocked_only_looks_sent(people, mailoutbox):
    club = founded(people[0])
    Relation.objects.create(owner=people[1], other=people[0], kind=Relation.Kind.BLOCKED, made_at=NOW)
    assert invites(club, people[0], people[1]).state == State.INVITED
    for mail in QueuedMail.objects.all():
        queue.send(mail_id=mail.pk, now=NOW)
    queue.send_due(now=NOW)
    assert (len(mailoutbox), QueuedMail.objects.count()) == (0, 0)
    assert clubs.invitations_of(people[1]) == []
    Relation.objects.create(owner=people[0], other=people[2], kind=Relation.Kind.BLOCKED, made_at=NOW)
    assert code_of(invites, club, people[0], people[2]) == "blocked_by_you"
