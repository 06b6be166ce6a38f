"""Lists of people to invite. They contain the people who could join, and do not reveal that somebody blocks the host."""

import re

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tables.errors import Refusal
from tables.models import Notification, Rating, Relation, Table
from tables.services.clubs import founding, members
from tables.services.lobby import hosting, inviting
from tables.services.lobby import tables as services
from tests.site import factories, keeping
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
CONDITIONS = {
    "nothing": {},
    "rated high": {"min_rating": 1500},
    "rated low": {"max_rating": 1500},
    "experience": {"experienced": True},
    "language": {"language": "de"},
    "favourites": {"favourites": True},
}


class Circle:
    """Anna, and one person for each reason to be offered or left out of a list."""

    def __init__(self):
        names = ("Anna", "Strong", "Weak", "German", "Beginner", "Stranger", "Blocked", "Blocker", "Sitting", "Invited", "Away")
        self.people = {name: factories.person(name) for name in names}
        self.anna = self["Anna"]
        for name in names[1:]:
            if name not in ("Stranger", "Beginner"):
                table = factories.running_table(self.anna, self[name])
                if name == "Strong":
                    factories.play_to_end(table)
        for name in ("Strong", "Weak", "Beginner", "Blocker"):
            Relation.objects.create(owner=self.anna, other=self[name], kind=Relation.Kind.FAVOURITE, made_at=NOW)
        for name, ordinal in (("Strong", 12.0), ("Weak", -8.0), ("Blocker", 12.0)):
            Rating.objects.update_or_create(
                game="specimen", user=self[name], defaults={"mu": 25, "sigma": 5, "ordinal": ordinal, "games": 9}
            )
        self["German"].language = "de"
        self["German"].save()
        Relation.objects.create(owner=self.anna, other=self["Blocked"], kind=Relation.Kind.BLOCKED, made_at=NOW)

    def __getitem__(self, name):
        return self.people[name]

    def opens(self, **more):
        """Open a table of Anna's with one more player, one invited user and one player whom she removed. Return it."""
        table = factories.open_table(self.anna, seats=3)
        self.joins(table, "Away")
        hosting.remove_player(table_id=table.pk, host=self.anna, position=table.seats.get(user=self["Away"]).position, now=NOW)
        self.joins(table, "Sitting")
        inviting.invite_person(table_id=table.pk, host=self.anna, name=str(self["Invited"]), now=NOW)
        Table.objects.filter(pk=table.pk).update(**more)
        return Table.objects.get(pk=table.pk)

    def joins(self, table, name):
        services.join_table(table_id=table.pk, user=self[name], word="word", invite=table.invite, now=timezone.now())

    def comes(self, table, name):
        """Check that Anna can invite a user and that the user can join, then roll both back."""
        with transaction.atomic():
            inviting.invite_person(table_id=table.pk, host=self.anna, name=str(self[name]), now=NOW)
            self.joins(table, name)
            transaction.set_rollback(True)

    def offered(self, address):
        page = page_of(signed_in(self.anna), address)
        numbers = set(map(int, re.findall(r'name="company" value="(\d+)"', page)))
        return {name for name, person in self.people.items() if person.pk in numbers}


@pytest.fixture
@keeping.kept
def circle():
    return Circle()


@pytest.mark.parametrize("asked", CONDITIONS)
def test_everybody_on_the_list_can_be_invited_and_can_join(circle, asked):
    table = circle.opens(**CONDITIONS[asked])
    offered = circle.offered(table.get_absolute_url())
    assert offered, asked
    for name in offered:
        circle.comes(table, name)


@pytest.mark.parametrize("asked", CONDITIONS)
def test_people_left_out_would_be_refused(circle, asked):
    table = circle.opens(**CONDITIONS[asked])
    known = set(circle.people) - {"Anna", "Stranger"}
    for name in known - circle.offered(table.get_absolute_url()):
        with pytest.raises(Refusal):
            circle.comes(table, name)


@pytest.mark.parametrize("asked", CONDITIONS)
def test_a_block_by_the_other_side_shortens_no_list(circle, asked):
    table = circle.opens(**CONDITIONS[asked])
    before = circle.offered(table.get_absolute_url())
    Relation.objects.create(owner=circle["Blocker"], other=circle.anna, kind=Relation.Kind.BLOCKED, made_at=NOW)
    assert circle.offered(table.get_absolute_url()) == before


def test_who_is_named_by_a_link_is_not_offered_if_they_are_blocked(circle):
    query = "&".join(f"with={person.pk}" for person in circle.people.values())
    offered = circle.offered(f"{reverse('tables:create')}?game=specimen&{query}")
    assert "Stranger" in offered
    assert "Blocked" not in offered


def test_all_offered_at_a_table_of_a_club_are_members(circle):
    club = founding.found_club(user=circle.anna, name="Night couriers", now=NOW)
    members.invite(club_id=club.pk, user=circle.anna, name=str(circle["Weak"]), now=NOW)
    members.join_club(club_id=club.pk, user=circle["Weak"], now=NOW)
    table = circle.opens(club=club)
    assert circle.offered(table.get_absolute_url()) == {"Weak"}
    inviting.invite_person(table_id=table.pk, host=circle.anna, name=str(circle["Weak"]), now=NOW)
    assert Notification.objects.filter(table=table, recipient=circle["Weak"]).exists()


ASKED = {
    "rated high": {"min_rating": "1500"},
    "rated low": {"max_rating": "1500"},
    "experience": {"experienced": "on"},
    "language": {"language": "de"},
    "favourites": {"favourites": "on"},
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_new_table_whose_conditions_exclude_somebody_ticked_says_so_and_keeps_what_was_typed(circle, asked):
    fitting = circle.offered(circle.opens(**CONDITIONS[asked]).get_absolute_url())
    ticked = {"Strong", "Weak", "German"}
    form = {"game": "specimen", "seats": "3", "bots": "0", "pace": "day", "visibility": "public", "nights": "2", "word": "horn"}
    form |= ASKED[asked] | {"name": "Winter", "company": [circle[name].pk for name in sorted(ticked)]}
    before = Table.objects.count()
    answer = signed_in(circle.anna).post(reverse("tables:create"), form)
    page = answer.content.decode()
    assert (answer.status_code, Table.objects.count()) == (422, before)
    excluded = re.search(r"These conditions exclude ([^.]+)\.", page).group(1)
    assert {name for name in ticked if str(circle[name]) in excluded} == ticked - fitting
    assert 'value="Winter"' in page
    assert 'value="horn"' in page
    assert len(re.findall(r'name="company" value="\d+"[^>]* checked', page)) == len(ticked)
    fine = form | {"company": [circle[name].pk for name in sorted(ticked & fitting)]}
    answer = signed_in(circle.anna).post(reverse("tables:create"), fine)
    assert answer.status_code == 302
    table = Table.objects.latest("pk")
    invited = set(Notification.objects.filter(table=table, kind="invitation").values_list("recipient", flat=True))
    assert invited == set(fine["company"])


def test_a_list_that_lies_open_invites_nobody_whom_the_table_excludes(circle):
    table = circle.opens(min_rating=1500)
    address = reverse("tables:invite_people", args=[table.code])
    sent = {"company": [circle["Strong"].pk, circle["Weak"].pk]}
    page = signed_in(circle.anna).post(address, sent, follow=True).content.decode()
    assert f"Invited: {circle['Strong']}." in page
    assert f"Not invited, because the conditions of the table exclude them: {circle['Weak']}." in page
    with pytest.raises(Refusal, match="excluded"):
        inviting.invite_person(table_id=table.pk, host=circle.anna, name=str(circle["Weak"]), now=NOW)
