"""Pictures in lists: every picture arrives, even if many are requested together, with a cold cache or after reloading."""

import re
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse

from engines import registry
from tables.models import Club
from tables.services.clubs import founding, members
from tables.services.lobby.inviting import AT_MOST
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
EACH = 3


@pytest.fixture
def anna():
    """Return a user with a club and many running games."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    club = founding.found_club(user=anna, name="The Tuesday club", joining=Club.Joining.OPEN, now=factories.NOW)
    members.join_club(club_id=club.pk, user=ben, now=factories.NOW)
    for game in registry.PLAYABLE:
        for number in range(EACH):
            factories.running_table(anna, ben, game=game, club=club if number else None)
    return anna


def status(address, session):
    try:
        with urlopen(Request(address, headers={"Cookie": f"sessionid={session}"}), timeout=60) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


@pytest.mark.parametrize("name", ["tables:mine", "tables:watch", "clubs:club"])
def test_all_pictures_come_at_once_and_again(name, anna, live_server):
    client = signed_in(anna)
    page = page_of(client, reverse(name, args=[Club.objects.get().slug] if "clubs" in name else []))
    session = client.cookies["sessionid"].value
    shown = sorted(set(re.findall(r'<img [^>]*src="(/t/[^"]+)"', page)))
    assert len(shown) >= (EACH - 1) * len(registry.PLAYABLE)
    cache.clear()
    with ThreadPoolExecutor(len(shown)) as browser:
        first = list(browser.map(lambda place: status(f"{live_server.url}{place}", session), shown))
    assert first == [200] * len(shown)
    # A browser without a cache reloads the page 12 times within a minute.
    again = [client.get(place).status_code for _look in range(12) for place in shown]
    assert set(again) == {200}


def test_a_form_that_invites_as_many_as_it_can_may_be_sent_after_another():
    rate = settings.ACCOUNT_RATE_LIMITS["invite"]
    assert int(rate.partition("/")[0]) > AT_MOST + 1
