"""Basis of the leak ring (`make leaks`): it knows every address of the site, and it finds differences between pages."""

import pytest
from django.http import HttpResponse
from django.urls import path

from config import urls
from tables.models import Draft, Seat
from tables.selectors.play import presence
from tests.leaks import addresses
from tests.leaks.answers import Answer, Ask
from tests.leaks.parts import Part
from tests.leaks.ring import Ring
from tests.leaks.worlds import prepared

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def world(time_machine):
    return prepared("specimen", 3, lambda now: time_machine.move_to(now, tick=False))


def test_every_address_of_the_site_is_asked(world):
    for viewer in world.viewers():
        asked = addresses.addresses(world, viewer)
        assert len(asked) > len(list(addresses.patterns())) / 2
        assert world.table.get_absolute_url() in asked


def test_only_addresses_that_exist_are_left_out():
    assert {pattern.route for pattern in addresses.patterns()} >= addresses.LEFT_OUT.keys()
    assert {pattern.view for pattern in addresses.patterns()} >= addresses.BY_EXPRESSION.keys()


def test_an_address_nobody_can_fill_in_says_what_to_add(world):
    new = addresses.Pattern("t/<code:code>/<int:novelty>/", "tables:novelty", is_expression=False)
    with pytest.raises(addresses.Missing, match=r"takes <novelty>: say in tests/leaks/addresses.py ARGUMENTS"):
        list(addresses._filled(new, world, world.viewers()[0]))


def test_the_first_line_that_differs_is_told():
    one, other = (Answer(200, [], f"the same\n{words}\nthe end".encode()) for words in ("waiting for B", "waiting for B and C"))
    assert one.differs(one) == ""
    assert one.differs(other) == "@@ -2 +2 @@ | - waiting for B | + waiting for B and C"
    assert one.differs(Answer(200, [], one.body, queries=1)) == "0 queries become 1"


@pytest.mark.urls(__name__)
def test_a_leak_is_found_with_who_by_what_and_where(world):
    seat = Seat.objects.select_related("user").get(table=world.number, index=0)
    worlds = {"nothing": lambda: None, "a draft": lambda: Draft.objects.create(seat=seat, key="x", updated_at=world.now)}
    part = Part("a draft", worlds, world.viewers(seat.user)[:1])
    ring, viewer = Ring(world), part.hidden_from[0]
    ring.know({viewer.name: {ask: ring.ask(viewer, ask) for ask in (Ask("/drafts/"), Ask("/tables/"))}})
    ring.compare(part)
    assert [(found.ask, found.viewer, found.part) for found in ring.findings] == [
        ("GET /drafts/", viewer.name, "a draft: nothing, or a draft")
    ]
    assert ring.findings[0].what == "@@ -1 +1 @@ | - drafts: 0 | + drafts: 1"
    assert not Draft.objects.exists()


def test_a_name_that_a_view_reads_is_noted_though_no_address_names_it(world):
    ring = Ring(world)
    ring.ask(world.viewers()[-1], Ask(f"/p/{world.table.pulse}/0/"))
    assert ring.site.asked_for == {"me", "machine"}


def test_who_looks_present_though_somebody_else_asked_is_found(world):
    stranger, seat = world.viewers()[-1], world.table.seats.select_related("user").get(index=0)
    ring = Ring(world, only="^/p/")
    assert ring.everything(stranger, until=float("inf"))
    assert not ring.findings
    presence.others_present(world.table.pulse, seat.user_id, world.now)
    ring.look_for_traces(stranger, Ask("/p/"))
    assert [found.what for found in ring.findings] == [f"{seat.user} looks present though somebody else asked"]


def _count_drafts(request):
    return HttpResponse(f"drafts: {Draft.objects.count()}")


urlpatterns = [path("drafts/", _count_drafts), *urls.urlpatterns]
