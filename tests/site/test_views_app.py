"""Site as an installed app: its manifest, its service worker, and the pages without personal data for its cache."""

import json
import re
import struct

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import translation

from tables.models import Table
from tables.views import app
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LANGUAGES = ["en", "de", "it"]


def board(table, language="en"):
    return reverse("app_board", args=[language, table.code])


def running(**more):
    return factories.running_table(factories.person("Anna"), factories.person("Berto"), **more)


def kept_list():
    """Return the list of files that the service worker must cache."""
    text = signed_in().get("/sw.js").content.decode()
    return json.loads(re.match(r"self\.STAFFETTA = (\{.*\});\n", text)[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_device_is_told_all_it_needs_to_install_the_site(language):
    page = page_of(signed_in(), "/", headers={"Accept-Language": language})
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)[1]
    response = signed_in().get(address)
    told = json.loads(response.content)
    assert response["Content-Type"] == "application/manifest+json"
    assert (told["lang"], told["id"], told["start_url"], told["scope"], told["display"]) == (
        language,
        *("/my/", "/my/", "/", "standalone"),
    )
    assert len(told["short_name"]) <= 12
    with translation.override(language):
        assert told["name"] == translation.gettext("Staffetta: board games by correspondence")
    assert 'name="theme-color" content="#272018" media="(prefers-color-scheme: dark)"' in page
    assert f'content="{told["theme_color"]}" media="(prefers-color-scheme: light)"' in page


def test_names_are_translated_and_the_app_stays_the_same_one():
    told = [json.loads(signed_in().get(reverse("app_manifest", args=[code])).content) for code in LANGUAGES]
    assert len({each["name"] for each in told}) == len({each["description"] for each in told}) == 3
    assert len({each["id"] for each in told}) == 1


def test_icons_have_the_sizes_they_say():
    told = json.loads(signed_in().get("/app/en/manifest.webmanifest").content)["icons"]
    assert {(each["sizes"], each["purpose"]) for each in told} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    touch = {"src": f"{settings.STATIC_URL}img/app-touch-180.png", "sizes": "180x180"}
    for each in [*told, touch]:
        with open(finders.find(each["src"].removeprefix(settings.STATIC_URL)), "rb") as file:
            head = file.read(24)
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert "{}x{}".format(*struct.unpack(">II", head[16:24])) == each["sizes"]


def test_the_policy_lets_browsers_have_manifest_and_worker():
    policy = signed_in().get("/")["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy


def test_the_worker_is_served_at_the_root_and_not_kept_for_long():
    response = signed_in().get("/sw.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "public, max-age=300"
    assert signed_in().get("/sw.js", headers={"If-None-Match": response["ETag"]}).status_code == 304
    for address in kept_list()["shell"]:
        assert finders.find(address.removeprefix(settings.STATIC_URL)), address


def test_another_shell_is_another_worker(monkeypatch):
    before = kept_list()["version"]
    monkeypatch.setattr(app, "SHELL", (*app.SHELL, "css/table.css"))
    app._script.cache_clear()
    try:
        assert kept_list()["version"] != before
    finally:
        app._script.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stored_pages_are_the_same_for_everyone_and_set_no_cookie(language):
    table = running(name="Open air")
    player = table.seats.first().user
    player.language = "it"
    player.save()
    for address in (board(table, language), reverse("app_offline", args=[language]), "/sw.js"):
        answers = [signed_in(who).get(address, headers={"Accept-Language": "de"}) for who in (None, player)]
        bodies = {re.sub(r'datetime="[^"]+"', "", answer.content.decode()) for answer in answers}
        assert len(bodies) == 1, address
        for answer in answers:
            assert answer.status_code == 200
            assert not answer.cookies
            assert "Cookie" not in answer.get("Vary", "")
            assert answer["Cache-Control"].startswith("public")
            assert "data-viewer" not in answer.content.decode()


def test_a_kept_board_tells_what_an_onlooker_sees(django_assert_max_num_queries):
    table = running(name="Open air")
    with django_assert_max_num_queries(8):
        page = page_of(signed_in(), board(table, "de"))
    assert '<html lang="de">' in page
    assert "<h1>Open air</h1>" in page
    assert re.search(r"Anna|Berto", page)
    assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT[^"]+" data-as-of>', page)


def test_a_game_with_a_board_brings_its_picture_along():
    page = page_of(signed_in(), board(running(game="gonzaga")))
    assert 'src="data:image/png;base64,iVBOR' in page


def test_only_boards_of_public_tables_that_are_played_are_kept():
    anna = factories.person("Anna")
    private = running(visibility=Table.Visibility.PRIVATE)
    ended = factories.play_to_end(running())
    waiting = factories.open_table(anna)
    seated = private.seats.first().user
    for table in (private, ended, waiting, Table(code="22222222")):
        for who in (None, anna, seated):
            assert signed_in(who).get(board(table)).status_code == 404
    assert "data-keep-board" not in page_of(signed_in(seated), private.get_absolute_url())
    public = running()
    assert f'href="{board(public)}" data-keep-board' in page_of(signed_in(), public.get_absolute_url())


@pytest.mark.parametrize("address", ["/app/xx/manifest.webmanifest", "/app/xx/offline/", "/app/xx/t/22222222/"])
def test_there_are_no_other_languages(address):
    assert signed_in().get(address).status_code == 404


def test_pictures_cannot_be_asked_for_without_end(monkeypatch):
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "picture", "2/m/key")
    table = running()
    player = signed_in(table.seats.first().user)
    assert [player.get(board(table)).status_code for _time in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("address", ["/accounts/logout/", "/accounts/guest/forget/"])
def test_signing_out_makes_the_browser_drop_its_stored_pages(address):
    client = signed_in(factories.person("Anna"))
    if "guest" in address:
        client = signed_in()
        client.post("/practice/gonzaga/")
    response = client.post(address)
    assert (response.status_code, response["Clear-Site-Data"]) == (302, '"cache"')
    assert "Clear-Site-Data" not in client.post(address)
    assert "Clear-Site-Data" not in client.get("/")


def test_pages_say_whose_they_are_and_a_guest_is_nobody_at_the_door():
    anna = factories.person("Anna")
    assert f'data-viewer="{anna.pk}"' in page_of(signed_in(anna), "/")
    assert 'data-viewer=""' in page_of(signed_in(), "/")
    guest = signed_in()
    guest.post("/practice/gonzaga/")
    assert re.search(r'data-viewer="\d+"', page_of(guest, "/"))
    assert "data-viewer" not in page_of(guest, "/accounts/signup/")
