"""Playing Principato with plain forms: trying, undoing and sending a turn, and deciding in a scoring.

Decisions in a scoring are due now, in advance or sealed.
"""

import re
from typing import Any

import pytest
from django.urls import reverse

from engines.contract import When
from engines.principato.actions import EndTurn
from tables.models import Draft, FiledAnswer
from tables.selectors.play import state
from tests.principato.pages.walkthrough import Form, deal_alike, forms, until
from tests.site import factories
from tests.site.views import HTMX, page_of, read, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
TRIED = "Your draft, not sent yet. This is how the table would look."


@pytest.fixture
def table(monkeypatch):
    """Return a two-player game that always has the same deal and has just begun."""
    deal_alike(monkeypatch, b"princes")
    people = [factories.person(name) for name in ("Anna", "Ben")]
    return factories.running_table(*people, game="principato")


def at_turn(table):
    asked = factories.waiting(table)[0]
    return table.seats.select_related("user", "table").get(index=asked.seat)


def address(table):
    return reverse("tables:detail", args=[table.code])


def form_with(page: str, **wanted: str) -> Form:
    return next(form for form in forms(page) if all(value in form.fields.get(name, []) for name, value in wanted.items()))


def post(client, form: Form, **chosen: Any):
    """Send a form with its hidden fields, the chosen fields, and the first value of every other choice."""
    fields = {name: values if name == "action" and len(values) > 1 else values[0] for name, values in form.fields.items()}
    fields.pop("do", None)
    return client.post(form.address, fields | chosen, headers=HTMX)


def public(table):
    return state.seen(factories.fresh(table), None).public


def test_a_turn_is_tried_taken_back_and_sent(table):
    seat = at_turn(table)
    client = signed_in(seat.user)
    page = page_of(client, address(table))
    assert "Choose action 1 of 2." in page
    before = public(table)
    taken = before.display[1]

    said = post(client, form_with(page, compose="collect"), gain="1-1-0-0", take="1").content.decode()
    assert "Choose action 2 of 2." in said
    assert "“Tax collector”: 1 food and 1 money; then" in said
    assert TRIED in said
    assert public(table) == before

    said = post(client, form_with(said, compose="exchange"), card="0", take="2").content.decode()
    assert "You have chosen both actions." in said
    said = post(client, form_with(said, do="back"), do="back").content.decode()
    assert "Choose action 2 of 2." in said

    early = next(form for form in forms(said) if form.address.endswith("/draft/") and list(form.actions()) == [EndTurn()])
    said = post(client, early).content.decode()
    assert public(table) == before
    send = next(form for form in forms(said) if len(form.fields.get("action", [])) == 2)
    assert send.address.endswith("/act/")
    assert post(client, send).status_code == 200
    after = public(table)
    assert after.turn == before.turn + 1
    assert after.realms[seat.index].cards[0] == taken
    assert (after.realms[seat.index].food, after.realms[seat.index].money) == (2, 2)
    assert not Draft.objects.exists()


def test_beginning_anew_forgets_the_draft(table):
    seat = at_turn(table)
    client = signed_in(seat.user)
    said = page_of(client, address(table))
    for slot in ("1", "2"):
        said = post(client, form_with(said, compose="exchange"), card="0", take=slot).content.decode()
    said = post(client, form_with(said, do="clear"), do="clear").content.decode()
    assert "Choose action 1 of 2." in said
    assert TRIED not in said


def test_a_draft_says_what_the_cards_were_when_they_were_used(table):
    seat = at_turn(table)
    client = signed_in(seat.user)
    shown = list(public(table).display)
    said = post(client, form_with(page_of(client, address(table)), compose="exchange"), card="0", take="0").content.decode()
    said = post(client, form_with(said, compose="exchange"), card="0", take="0").content.decode()
    assert "Exchange “Tax collector” for" in said
    assert "for “Tax collector”" in said
    assert said.count("You gave away this card.") == 1
    assert shown == list(public(table).display)


def test_an_illegal_step_stays_in_the_draft_and_cannot_be_sent(table):
    seat = at_turn(table)
    client = signed_in(seat.user)
    form = form_with(page_of(client, address(table)), compose="collect")
    said = post(client, form, gain="9-0-0-0", take="1").content.decode()
    assert "“Tax collector” gives something else." in said
    assert "A step of your draft can’t be played." in said
    assert not [form for form in forms(said) if form.address.endswith("/act/")]


def test_nonsense_is_refused(table):
    seat = at_turn(table)
    client = signed_in(seat.user)
    form = form_with(page_of(client, address(table)), compose="collect")
    assert post(client, form, gain="food").status_code == 422
    assert not Draft.objects.exists()


@pytest.fixture
def soldiers(monkeypatch):
    """Return a three-player game, always with the same deal, for players who recruit units."""
    deal_alike(monkeypatch, b"soldiers")
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Carla")], game="principato")


def test_units_are_given_back_under_seal(soldiers):
    seat = until(soldiers, "release", When.NOW)
    client = signed_in(seat.user)
    page = page_of(client, address(soldiers))
    assert "Keep all" in page
    said = post(client, form_with(page, compose="release"), choice="0-0").content.decode()
    assert "Your decision is sealed: Keep all units." in said
    others = factories.waiting(soldiers)
    assert {each.kind for each in others} == {"release"}
    assert seat.index not in [each.seat for each in others]


@pytest.mark.parametrize("kind", ["feed", "release"])
def test_refused_numbers_come_back_as_they_were_typed(soldiers, kind):
    """The page returns a number that is too high, or a text that is not a number, as typed. A new page contains neither."""
    seat = until(soldiers, kind, When.NOW)
    client = signed_in(seat.user)
    form = form_with(page_of(client, address(soldiers)), compose=kind)
    name = next(name for name in ("militia", "food", "condottieri", "money") if name in form.fields)
    for typed in ("77", "many"):
        answer = post(client, form, choice="own", **{name: typed})
        assert answer.status_code == 422
        said = read(answer.content.decode())
        assert 'role="alert"' in said
        assert re.search(rf'name="{name}" min="0" max="\d+" value="{typed}"', said)
        assert re.search(r'name="choice" value="own" checked', said)
        assert len(re.findall(r'name="choice" [^>]*checked', said)) == 1
    fresh = page_of(client, address(soldiers))
    assert 'value="77"' not in fresh
    assert 'value="own" checked' not in fresh


def test_an_answer_ahead_is_filed_changed_and_withdrawn(soldiers):
    seat = until(soldiers, "feed", When.AHEAD)
    client = signed_in(seat.user)
    page = page_of(client, address(soldiers))
    said = post(client, form_with(page, compose="feed"), choice="0-0-0-0").content.decode()
    assert "Your queued answer: Supply no units." in said
    assert "You can: supply your units" in said
    assert "Your turn:" not in said
    assert FiledAnswer.objects.filter(seat=seat, status=FiledAnswer.Status.ACTIVE).count() == 1
    said = post(client, form_with(said, compose="feed"), do="withdraw").content.decode()
    assert "Your queued answer" not in said
    assert "Your turn: supply your units." in said
