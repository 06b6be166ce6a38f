"""Link previews of finished games for other sites: tags in the page, and a picture for each step."""

import io
import re
from html import unescape

import pytest
from django.conf import settings
from django.core.cache import cache
from PIL import Image

from accounts.models import User
from tables.games import pictures
from tables.models import Move
from tables.present.archive import previews
from tables.selectors.archive import games
from tests.rows import rewrite
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco")


@pytest.fixture
@keeping.kept
def winter(people):
    """Return a game of Gonzaga that was conceded when the first fiefs were on the map."""
    table = archiving.witnessed(people, game="gonzaga", most=5).table
    archiving.ending.concede(table_id=table.pk, user=people[0], now=factories.NOW)
    return factories.fresh(table)


@pytest.fixture
@keeping.kept
def night(people):
    """Return a short game that has been played to its end."""
    return archiving.finished(*people, name="Night & <day>")


def tags(table, path="", user=None, **more):
    page = signed_in(user).get(f"/archive/{table.code}/{path}", **more).content.decode()
    return {name: unescape(content) for name, content in re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page)}


def picture(table, step=1, user=None, **headers):
    return signed_in(user).get(f"/archive/{table.code}/{step}.png", headers=headers)


def test_a_step_has_a_title_the_result_and_a_picture_under_absolute_addresses(night):
    found = tags(night, "3/?eyes=1")
    base = f"{settings.SITE_URL}/archive/{night.code}/3"
    assert found["og:url"] == f"{base}/"
    assert found["og:image"] == f"{base}.png"
    assert found["og:title"] == f"Night & <day>, step 3 of {night.seq}"
    best, other = night.seats.order_by("place")
    said = f"{best.user} {best.score} and {other.user} {other.score}"
    assert found["og:description"].endswith(f", played to the end: {said}")
    page = signed_in().get(f"/archive/{night.code}/3/").content.decode()
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    assert "<day>" not in page


def test_the_game_itself_is_shown_at_its_end(night):
    found = tags(night)
    assert found["og:title"] == "Night & <day>"
    assert found["og:image"] == f"{settings.SITE_URL}/archive/{night.code}/{night.seq}.png"


def test_tags_are_in_the_language_of_the_page(night):
    german = tags(night, headers={"Accept-Language": "de"})
    assert (tags(night)["og:locale"], german["og:locale"]) == ("en_GB", "de_DE")


def test_a_part_of_the_page_has_no_tags(night):
    assert "og:" not in signed_in().get(f"/archive/{night.code}/2/", headers={"HX-Request": "true"}).content.decode()


def test_a_private_game_has_neither_tags_nor_a_picture_for_others(people):
    table = archiving.conceded(*people, visibility="private", name="Secret winter")
    assert tags(table, user=people[0]) == {}
    assert "Secret winter" not in signed_in().get(f"/archive/{table.code}/").content.decode()
    for user in (None, factories.person()):
        assert picture(table, 0, user).status_code == 404
        assert picture(table, 0, user, **{"If-None-Match": picture(table, 0, people[0])["ETag"]}).status_code == 404
    shown = picture(table, 0, people[1])
    assert shown.status_code == 200
    assert shown["Cache-Control"].startswith("private")


def test_no_game_has_a_picture_in_the_archive_before_its_end(people):
    table = factories.running_table(*people)
    for user in (None, *people):
        assert picture(table, 0, user).status_code == 404


def test_a_name_that_is_hidden_is_in_no_tag(night, people):
    User.objects.filter(pk=people[0].pk).update(hides_name=True)
    assert people[0].display_name not in str(tags(night))


def test_the_picture_has_the_board_as_an_onlooker_saw_it(winter):
    moves = list(winter.moves.select_related("seat").order_by("seq"))
    drawn = picture(winter, 1)
    assert drawn["Content-Type"] == "image/png"
    assert drawn.content == previews.picture("gonzaga", games.replay(winter, moves, 1).seen(None).public)
    assert Image.open(io.BytesIO(drawn.content)).size == (1200, 630)
    assert drawn.content != picture(winter, winter.seq).content


def test_a_game_without_a_board_shows_a_sheet_of_paper(night):
    colours = Image.open(io.BytesIO(picture(night).content)).convert("RGB").getcolors()
    assert len(colours) == 1


def test_it_is_kept_for_a_year_and_not_sent_twice(night, monkeypatch):
    drawn = picture(night)
    assert drawn["Cache-Control"] == "public, max-age=31536000, immutable"
    again = picture(night, **{"If-None-Match": drawn["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", drawn["ETag"])
    assert picture(night, 2)["ETag"] != drawn["ETag"]
    assert picture(night, **{"Accept-Language": "de"})["ETag"] != drawn["ETag"]
    assert {"Accept-Language", "Cookie"} <= set(drawn["Vary"].split(", "))


def test_head_is_answered_without_a_body(night):
    response = signed_in().head(f"/archive/{night.code}/1.png")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("step", ["99", "99999999999999999999", "-1", "x", "01x"])
def test_what_a_game_does_not_have_has_no_picture(step, night):
    assert signed_in().get(f"/archive/{night.code}/{step}.png").status_code == 404


def test_a_visitor_who_asks_for_too_many_pictures_waits(night, monkeypatch):
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "picture", "2/m/key")
    cache.clear()
    assert [picture(night, step).status_code for step in (0, 1, 2, 0)] == [200, 200, 429, 429]
    assert not picture(night, 0).headers.get("Cache-Control")


def test_a_record_that_somebody_changed_has_no_picture(night):
    rewrite(Move.objects.filter(table=night, seq=1), action="{}")
    assert picture(night, 1).status_code == 404


def test_a_board_is_drawn_once_for_all_who_ask(winter):
    moves = list(winter.moves.select_related("seat").order_by("seq"))
    public = games.replay(winter, moves, 1).state.public
    assert pictures.board("gonzaga", public) is not None
    assert picture(winter, 1).content == picture(winter, 1, factories.person()).content
