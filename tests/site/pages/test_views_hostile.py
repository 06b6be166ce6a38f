"""Requests that once crashed or blocked the process. Each request now gets a page and a status that name the fault."""

import time
from itertools import product

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory
from django.urls import reverse

from config import charset
from engines import registry
from tables.errors import Refusal
from tables.models import Table
from tables.services.play import moves
from tests.site import factories
from tests.site.views import signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PRIVATE = {"visibility": Table.Visibility.PRIVATE}
FORM = "application/x-www-form-urlencoded"


def address(table, name, *more):
    return reverse(f"tables:{name}", args=[table.code, *more])


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param('\\"' * 32_000, id="quotes that are escaped outside of a string"),
        pytest.param('"\\' * 32_000, id="strings that never end"),
        pytest.param('\\"' * 31_999 + "\\", id="a backslash at the end"),
        pytest.param('"' + '\\"' * 31_999, id="one long string"),
        pytest.param('"' * 64_000, id="empty strings"),
        pytest.param('"a\n' * 21_000, id="line ends in strings"),
    ],
)
def test_reading_junk_takes_no_longer_than_its_length(raw):
    """Parsing malformed input takes time proportional to its length: milliseconds.

    64 KB took 42 seconds when the parser followed every quote to the end of the text.
    """
    before = time.process_time()
    with pytest.raises(Refusal, match="malformed"):
        moves.decode_actions(registry.engine("specimen"), raw)
    assert time.process_time() - before < 2


@pytest.mark.parametrize("raw", [f'["{"[" * 50}", "{"]" * 50}"]', f'{{"a\\"{"{" * 50}": ["\\\\", 1]}}'])
def test_brackets_in_strings_are_no_depth(raw):
    """Brackets in strings do not count as nesting. The engine's types refuse such input only after parsing it."""
    with pytest.raises(Refusal, match="malformed"):
        moves.decode_actions(registry.engine("specimen"), raw)
    assert moves._depth(raw.encode()) <= 2


def test_brackets_after_an_escaped_quote_are_depth():
    assert moves._depth(b'["\\\\", [[["\\"]"]]]') == 4
    assert moves._depth(b'["never ends [[[[') == 1


def test_who_sits_at_a_private_table_is_no_substitute_at_it():
    table = factories.running_table(factories.person(), factories.person(), **PRIVATE)
    seated = signed_in(table.seats.get(position=0).user)
    response = seated.post(address(table, "take", 0), follow=True)
    assert response.redirect_chain[-1][0] == table.get_absolute_url()
    assert "You already have a seat at this table." in response.content.decode()


def test_joining_with_an_invitation_that_is_none_leads_to_a_page():
    table = factories.running_table(factories.person(), factories.person())
    late = signed_in(factories.person())
    for invite in ("!", "x", "../../", "é", "a" * 500, ""):
        response = late.post(address(table, "join"), {"word": "word", "invite": invite}, follow=True)
        assert response.status_code == (422 if len(invite) > 99 else 200), invite
    assert factories.fresh(table).seats.count() == 2


@pytest.mark.parametrize("header", ["HX-Current-URL", "Referer"])
def test_a_stranger_is_sent_to_sign_in_whatever_page_the_browser_names(header):
    act = address(factories.running_table(factories.person(), factories.person()), "act")
    for came_from in ("http://[", "http://[::1", "//[", "http://testserver]/", "\x00", "http://testserver/\x00"):
        for method, path in (("GET", "/my/"), ("POST", act)):
            for htmx in ({}, {"HX-Request": "true"}):
                response = Client().generic(method, path, headers={header: came_from} | htmx)
                target = response.headers.get("HX-Redirect") or response.headers["Location"]
                assert target.startswith(reverse("account_login")), (came_from, path, htmx)


def test_a_form_in_another_charset_is_refused_with_a_page():
    """A form in an unknown charset gets the site's error page.

    Django refuses the charset each time the form is read. The default error page read the form and failed again.
    """
    table = factories.running_table(factories.person(), factories.person())
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.seats.get(position=0).user)
    client.get("/accounts/password/change/")
    paths = ["/accounts/login/", "/i18n/setlang/", address(table, "act"), "/d/x/", "/mail/events/", "/nowhere/"]
    for path, named in product(paths, ["utf-16", "utf-7", "latin-1", "idna", "base64", "UTF-32"]):
        response = client.generic("POST", path, b"\xff\xfea\x00=\x00b", content_type=f"{FORM}; charset={named}")
        assert response.status_code == 400, (path, named)
        assert "The courier can’t read this" in response.content.decode()
    assert factories.fresh(table).seq == 0


@pytest.mark.parametrize("named", ["utf-8", "UTF8", ""])
def test_a_charset_that_is_utf_8_or_none_at_all_changes_nothing(named):
    response = Client().generic("POST", "/accounts/login/", b"login=%C3%A9", content_type=f"{FORM}; charset={named}")
    assert (response.status_code, "é" in response.content.decode()) == (200, True)


@pytest.mark.parametrize("kind", [f"{FORM}; charset=idna", "text/plain; charset=no-such", ";" * 20_000])
def test_a_type_that_cannot_be_read_gets_a_page_from_the_server_too(kind):
    """An unreadable content type gets a page from the server.

    Django reads content type and address before it creates the request, so no error page catches an exception there.
    """
    told = []
    for method, body in (("GET", b""), ("POST", b"login=%C3%A9")):
        environ = RequestFactory().generic(method, "/about/?name=%C3%A9", body).environ | {"CONTENT_TYPE": kind}
        page = b"".join(WSGIHandler()(charset.readable(environ), lambda status, _headers: told.append(status)))
        assert "Staffetta" in page.decode()
    assert told == ["200 OK", "400 Bad Request"]


def test_a_form_in_no_shape_at_all_gets_a_page():
    """A malformed form gets an error page.

    The error page itself read the form, which failed if no other code had read the form before.
    """
    kinds = [f"multipart/form-data{more}" for more in ("", "; boundary=", "; boundary=\xff")]
    for host, path, kind in product(["testserver", "evil.example"], ["/nowhere/", "/accounts/login/", "/d/x/"], kinds):
        client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"host": host})
        client.cookies["csrftoken"] = "x" * 32
        response = client.generic("POST", path, b"--x", content_type=kind)
        assert response.status_code in (400, 403, 404), (host, path, kind)
        assert "Staffetta" in response.content.decode()


def test_a_page_that_is_only_read_does_not_care_for_the_charset():
    assert Client().generic("GET", "/tables/?game=x", content_type="text/plain; charset=utf-16").status_code == 200


def test_the_table_plays_on_after_that():
    table = factories.running_table(factories.person(), factories.person())
    client = signed_in(table.seats.get(position=0).user)
    page = client.get(table.get_absolute_url()).content.decode()
    client.post(address(table, "act"), slot(page, action='{"type":"SealRoad","road":"valley"}'))
    assert factories.fresh(table).seq == 1
