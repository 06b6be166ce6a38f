"""Private pages are not cached. New pages are private by default."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, path, reverse

from accounts.models import User
from config import urls
from tables.models import Table
from tests.site import factories
from tests.site.views import HTMX, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# These responses are cached on purpose: they are equal for all users, or only the reader's own browser stores them.
KEPT = {"archive:feed", "archive:feed_game", "archive:feed_person", "archive:picture"}


@pytest.fixture
def anna():
    return factories.person("Anna")


def plain_addresses(resolver=None, prefix="", names=""):
    """Yield address and name of every URL pattern that takes no argument."""
    for each in (resolver or get_resolver()).url_patterns:
        address = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from plain_addresses(each, address, f"{names}{each.namespace}:" if each.namespace else names)
        elif isinstance(each, URLPattern) and not set(address) & set("<("):
            yield f"/{address}".replace("^", "").replace("$", ""), f"{names}{each.name}"


def told(response):
    return {each.strip() for each in response.headers.get("Cache-Control", "").split(",")}


def test_every_page_of_somebody_signed_in_is_theirs_alone():
    staff = signed_in(User.objects.create_superuser("staff@example.org", display_name="Staff"))
    asked = [address for address, name in plain_addresses() if name not in KEPT]
    asked = [address for address in asked if not address.startswith(settings.IMPERSONAL_PATHS) and "logout" not in address]
    assert len(asked) > 40
    for address in asked:
        response = staff.get(address)
        if response.status_code == 301:
            continue
        assert {"private", "no-store"} <= told(response), address


@pytest.mark.parametrize("name", ["log", "recap", "plan", "orders", "agree", "concede", "detail", "briefing", "times"])
def test_so_is_every_page_of_a_table_and_what_is_sent_there(anna, name):
    table = factories.running_table(anna, factories.person("Berto"))
    client, address = signed_in(anna), reverse(f"tables:{name}", args=[table.code])
    for response in (client.get(address), client.get(address, headers=HTMX), client.post(address)):
        assert {"private", "no-store"} <= told(response)


def test_addresses_that_are_a_key_are_kept_for_nobody(anna):
    table = factories.open_table(anna, visibility=Table.Visibility.PRIVATE)
    addresses = [
        reverse("tables:invite", args=[table.invite]),
        "/accounts/login/",
        "/accounts/signup/",
        "/mail/",
        "/my/",
        "/d/a/",
    ]
    for address in addresses:
        assert {"private", "no-store"} <= told(signed_in().get(address)), address


def test_what_everybody_may_read_says_nothing_of_the_kind_to_a_stranger():
    stranger = signed_in()
    for address in ("/", "/about/", "/rules/gonzaga/", "/archive/", "/tables/"):
        stranger.get(address)
        assert "no-store" not in told(stranger.get(address)), address


def greet(request):
    return HttpResponse(f"Hello {request.user}")


def plain(_request):
    return HttpResponse("Hello")


def kept(request):
    return HttpResponse(f"Hello {request.user}", headers={"Cache-Control": "private, max-age=60"})


urlpatterns = [path("new/", greet), path("plain/", plain), path("kept/", kept), *urls.urlpatterns]
handler404, handler500 = urls.handler404, urls.handler500


@pytest.mark.urls(__name__)
def test_a_new_page_gets_it_by_itself_unless_it_says_otherwise(anna):
    assert told(signed_in(anna).get("/new/")) == {"private", "no-store"}
    assert told(signed_in(anna).get("/kept/")) == {"private", "max-age=60"}
    assert told(signed_in().get("/plain/")) == {""}
