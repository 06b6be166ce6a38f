"""Webhooks of a club: one message with the state of its tables, kept up to date."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import Club, Webhook
from tables.services.channels import hooks, posting
from tables.services.clubs import founding, members
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben")]


@pytest.fixture
def club(people):
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    return club


def added(club, user, receiver, kind="json", path="hook"):
    fields = {"kind": Webhook.Kind(kind), "label": "", "url": f"{receiver.url}/{path}"}
    return hooks.add_club_hook(club_id=club.pk, user=user, now=NOW, **fields)


def post_all(now=SOON):
    return [posting.post(hook_id=pk, now=now) for pk in posting.due_club_hooks(now).values_list("pk", flat=True)]


def test_it_tells_what_waits_and_whom_and_only_what_is_new(club, people, receiver):
    factories.open_table(people[0], club=club, name="A seat", visibility="private")
    added(club, people[0], receiver)
    assert post_all() == [True]
    assert post_all() == []
    table = factories.running_table(*people, club=club, name="A game")
    assert post_all() == [True]
    first, second = receiver.posted
    assert first.json["title"] == "The Tuesday club"
    assert "A seat" in str(first.json)
    assert "A game" not in str(first.json)
    assert "A game" in str(second.json)
    assert any(str(user) in str(second.json) for user in people)
    factories.Table.objects.filter(pk=table.pk).update(changes=table.changes + 1)
    assert post_all() == [False], "nothing else is said"
    assert len(receiver.posted) == 2


def test_a_club_that_is_closed_tells_nothing(club, people, receiver):
    added(club, people[0], receiver)
    founding.close_club(club_id=club.pk, user=people[0], now=NOW)
    assert post_all() == []


def test_officers_alone_look_after_them(club, people, receiver):
    with pytest.raises(Refusal) as refused:
        added(club, people[1], receiver)
    assert refused.value.code == "not_officer"
    hook = added(club, people[0], receiver)
    address = reverse("clubs:hooks", args=[club.slug])
    assert signed_in(people[1]).get(address).status_code == 404
    assert hook.secret in page_of(signed_in(people[0]), address)
    one = reverse("clubs:hook", args=[club.slug, hook.number])
    assert signed_in(people[1]).post(one, {"do": "remove"}).status_code == 404
    signed_in(people[0]).post(one, {"do": "remove"})
    assert not Webhook.objects.exists()


def test_there_are_limits_and_kinds_that_keep_no_message_are_none_of_a_club(club, people, receiver):
    for number in range(hooks.MOST_OF_CLUB):
        added(club, people[0], receiver, path=f"hook/{number}")
    with pytest.raises(Refusal) as refused:
        added(club, people[0], receiver)
    assert refused.value.code == "club_has_ways"
    client = signed_in(people[0])
    statuses = [client.get(reverse("clubs:add_hook", args=[club.slug, kind])).status_code for kind in ("discord", "slack", "x")]
    assert statuses == [200, 404, 404]
