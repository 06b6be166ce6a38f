"""Notices of replies that were not played: shown only to the writer, in the writer's language, until dismissed."""

from datetime import timedelta

import pytest

from tables.models import InboundMail
from tests.site import factories
from tests.site.factories import NOW
from tests.site.mailing import work_off
from tests.site.replying import plain, receive
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db, pytest.mark.usefixtures("noon")]
SOON = NOW + timedelta(minutes=5)
SAID = "The first line must be the number of a choice and nothing else"


@pytest.fixture
def table(anna, berto):
    return factories.running_table(anna, berto, name="Via Emilia")


@pytest.fixture
def to(table, anna):
    letters = work_off(NOW + timedelta(minutes=2))
    return next(letter.extra_headers["Reply-To"] for letter in letters if letter.to == [anna.email])


@pytest.fixture
def told(to):
    receive(plain("as you like", to=to), SOON)
    return InboundMail.objects.get()


def both(user, table):
    """Return the user's page My games and the page of the table."""
    client = signed_in(user)
    return page_of(client, "/my/"), page_of(client, table.get_absolute_url())


def test_its_writer_reads_it_in_both_places(table, anna, told):
    mine, at_the_table = both(anna, table)
    for page in (mine, at_the_table):
        assert SAID in page
        assert "Your email reply of" in page
        assert "as you like" not in page
    assert "“Via Emilia”" in mine


@pytest.mark.parametrize(("language", "said"), [("de", "Deine E-Mail-Antwort"), ("it", "La tua risposta via email")])
def test_in_their_language(table, anna, told, language, said):
    anna.language = language
    anna.save()
    assert all(said in page for page in both(anna, table))


def test_nobody_else_reads_it(table, berto, told):
    chiara = factories.person("Chiara")
    for user in (berto, chiara, None):
        assert SAID not in page_of(signed_in(user), table.get_absolute_url())
    assert SAID not in page_of(signed_in(berto), "/my/")


def test_a_forged_one_is_told_to_nobody(table, anna, to):
    receive(plain("as you like", to=to, results=b""), SOON)
    receive(plain("1", to=to, by="eve@posteo.example"), SOON)
    assert all("Your email reply" not in page for page in both(anna, table))


def test_one_that_was_played_is_told_by_the_game_itself(table, anna, to):
    receive(plain("1", to=to), SOON)
    assert all("Your email reply" not in page for page in both(anna, table))


def test_a_reader_dismisses_the_notice_and_returns_to_the_same_page(table, anna, told):
    client = signed_in(anna)
    answer = client.post(f"/mail/known/{told.pk}/", {"next": table.get_absolute_url()})
    assert answer["Location"] == table.get_absolute_url()
    assert all(SAID not in page for page in both(anna, table))
    assert client.post(f"/mail/known/{told.pk}/", {"next": "//evil.example/"})["Location"] == "/my/"


def test_nobody_knows_for_somebody_else(table, anna, berto, told):
    assert signed_in(berto).post(f"/mail/known/{told.pk}/").status_code == 302
    assert signed_in().post(f"/mail/known/{told.pk}/").status_code == 302
    assert signed_in(anna).get(f"/mail/known/{told.pk}/").status_code == 405
    assert all(SAID in page for page in both(anna, table))


def test_where_no_answers_are_taken_nothing_is_asked(table, anna, told, settings, django_assert_num_queries):
    settings.INBOUND = None
    assert all(SAID not in page for page in both(anna, table))


def test_the_staff_sees_how_many_came_to_what(table, to, told, anna):
    receive(plain("1", to=to, results=b"", number=7), SOON)
    anna.is_staff = True
    anna.save()
    page = page_of(signed_in(anna), "/staff/tables/")
    assert "first line is not just a number: 1" in page
    assert "no DMARC result: 1" in page
