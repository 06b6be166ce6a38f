"""Bad input to a table page: the page shows a clear error, not a 500, and nothing is changed."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.models import ChatMessage, Draft, FiledAnswer, Move, Table
from tests.site import factories, keeping
from tests.site.views import HTMX, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
VALLEY = '{"type":"SealRoad","road":"valley"}'
DEEP = "[" * 5000 + "]" * 5000
JUNK = {
    "nothing": "",
    "no json": "valley",
    "half": '{"type":"SealRoad"',
    "a number": "7",
    "null": "null",
    "a list": "[]",
    "a list in a list": f"[{VALLEY}]",
    "deep": DEEP,
    "deep inside": '{"type":"SealRoad","road":' + DEEP + "}",
    "unknown type": '{"type":"Cheat","road":"valley"}',
    "no type": '{"road":"valley"}',
    "unknown field": '{"type":"SealRoad","road":"valley","and":1}',
    "a key twice": '{"type":"SealRoad","road":"ridge","road":"valley"}',
    "wrong kind of value": '{"type":"SealRoad","road":7}',
    "far too long": '{"type":"SealRoad","road":"' + "v" * 500 + '"}',
    "a huge number": '{"type":"Hire","at_most":1' + "0" * 400 + "}",
    "not a number": '{"type":"Hire","at_most":NaN}',
    "half a pair": '{"type":"SealRoad","road":"\\ud800"}',
    "a null byte": '{"type":"SealRoad","road":"\\u0000"}',
    "not the next choice": '{"type":"Rest"}',
    "many": ",".join([VALLEY] * 300),
}


@pytest.fixture
@keeping.kept
def table():
    return factories.running_table(factories.person("Player"), factories.person("Opponent"))


@pytest.fixture
def client(table):
    return signed_in(table.seats.get(position=0).user)


def address(table, name):
    return reverse(f"tables:{name}", args=[table.code])


def untouched(table):
    now = factories.fresh(table)
    assert (now.seq, now.state, now.changes) == (table.seq, table.state, table.changes)
    assert Move.objects.filter(table=table).count() == 1
    assert not Draft.objects.exists()
    assert not FiledAnswer.objects.exists()


# A draft may contain unplayable actions. Its page says so when the draft is opened.
HOLDABLE = ("a null byte", "not the next choice")


@pytest.mark.parametrize(
    ("name", "junk"),
    [
        pytest.param(name, junk, id=f"{name}-{what}")
        for name in ("act", "draft", "file")
        for what, junk in JUNK.items()
        if name != "draft" or what not in HOLDABLE
    ],
)
def test_junk_for_an_action_is_refused_in_the_page(table, client, name, junk):
    fields = slot(page_of(client, address(table, "detail")), action=junk)
    response = client.post(address(table, name), fields, headers=HTMX)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    untouched(table)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("key", value) for value in ("", "saddle/2", "saddle/1\x00", "x" * 999, "é", "../../x")),
        *(("own_ply", value) for value in ("", "1", "-1", "x", "9" * 40, "1e3")),
        *(("token", value) for value in ("", "short", "x" * 999, "a b c d e f g h", "\x00" * 12)),
        ("compose", "plan"),
        ("actions", "junk"),
    ],
)
def test_forged_hidden_fields_are_refused_in_the_page(table, client, field, value):
    fields = slot(page_of(client, address(table, "detail")), action=VALLEY)
    response = client.post(address(table, "act"), fields | {field: value}, headers=HTMX)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    untouched(table)


@pytest.mark.parametrize("name", ["act", "draft", "file", "chat", "join", "leave", "cancel", "concede", "resign", "agree"])
def test_more_than_64_kb_is_refused_with_a_page(table, client, name):
    response = client.post(address(table, name), {"action": "x" * 70_000, "text": "x" * 70_000})
    assert response.status_code == 413
    assert "Nothing was changed" in response.content.decode()
    untouched(table)
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize("size", [70_000, 3_000_000])
@pytest.mark.parametrize("name", ["account_login", "account_signup", "mail:choices", "set_language"])
def test_no_form_of_the_site_takes_more_than_64_kb(name, size):
    response = Client(enforce_csrf_checks=True).post(reverse(name), {"login": "x" * size})
    assert response.status_code == 413
    assert "Nothing was changed" in response.content.decode()


def test_an_onlooker_cannot_move(table):
    page = page_of(signed_in(table.seats.get(position=0).user), address(table, "detail"))
    for name in ("act", "draft", "file"):
        response = signed_in(factories.person()).post(address(table, name), slot(page, action=VALLEY), headers=HTMX)
        assert response.status_code == 422
        assert "You have no seat at this table." in response.content.decode()
    untouched(table)


def test_a_forged_seat_or_table_in_the_form_means_nothing(table, client):
    other = factories.running_table(factories.person(), factories.person())
    theirs = other.seats.first()
    fields = slot(
        page_of(client, address(table, "detail")), action=VALLEY, seat=theirs.pk, seat_id=theirs.pk, table_id=other.pk
    )
    client.post(address(table, "act"), fields)
    untouched(other)
    assert Move.objects.get(table=table, seq=1).seat.user == table.seats.get(position=0).user


def test_a_form_of_another_table_is_stale_here(table, client):
    """A form sent to another table is refused as stale. The player sits at both tables."""
    player = table.seats.get(position=0).user
    other = factories.running_table(player, factories.person())
    page = page_of(client, address(table, "detail"))
    client.post(address(table, "act"), slot(page, action=VALLEY))
    fields = slot(page_of(client, address(table, "detail")), action=VALLEY)
    response = client.post(address(other, "act"), fields, headers=HTMX)
    assert response.status_code == 422
    untouched(other)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/22222222/", 404),
        ("/t/22222222/act/", 404),
        ("/t/ILLEGAL1/", 404),
        ("/t/%00%00%00%00%00%00%00%00/", 404),
        ("/i/22222222222222222222/", 404),
        ("/i/%F0%9F%90%B4/", 404),
        ("/p/2222222222222222222222/0/", 404),
        ("/rules/chess/", 404),
        ("/rules/..%2f..%2fbase/", 404),
    ],
)
def test_unknown_addresses_are_not_found(client, path, status):
    method = client.post if path.endswith("/act/") else client.get
    response = method(path)
    assert response.status_code == status
    assert "Staffetta" in response.content.decode()


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
@pytest.mark.parametrize("name", ["act", "draft", "file", "chat", "join"])
def test_wrong_methods_are_refused(table, client, name, method):
    response = getattr(client, method)(address(table, name))
    assert (response.status_code, response["Allow"]) == (405, "POST")
    untouched(table)


@pytest.mark.parametrize(
    ("path", "back"),
    [("/my/time/away/", "/my/time/"), ("/t/{}/act/", "/t/{}/"), ("/t/{}/times/", "/t/{}/")],
)
def test_an_address_for_forms_leads_a_reader_on(table, client, path, back):
    """A GET request to a form's address gets a page with a link back.

    Readers get there by reloading after a refused form or a change of language. Browsers show nothing for a bare 405.
    """
    response = client.get(path.format(table.code))
    page = response.content.decode()
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "Nothing was changed" in page
    assert f'href="{back.format(table.code)}"' in page


@pytest.mark.parametrize("path", ["/", "/tables/", "/my/", "/healthz/", "/rules/specimen/"])
def test_pages_to_read_take_no_post(client, path):
    assert client.post(path).status_code == 405


def test_without_the_sites_own_form_nothing_is_done(table):
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(table.seats.get(position=0).user)
    response = forger.post(address(table, "act"), {"key": "saddle/1", "own_ply": "0", "token": "x" * 12, "action": VALLEY})
    assert response.status_code == 403
    untouched(table)


def test_a_move_before_the_start_and_after_the_end_is_refused(client):
    player = factories.person()
    waiting = factories.open_table(player)
    fields = {"key": "saddle/1", "own_ply": "0", "token": "x" * 12, "action": VALLEY}
    response = signed_in(player).post(address(waiting, "act"), fields)
    assert response.status_code == 422
    ended = factories.play_to_end(factories.running_table(player, factories.person()))
    response = signed_in(player).post(address(ended, "act"), fields, headers=HTMX)
    assert response.status_code == 422
    assert "The game is over." in response.content.decode()
    assert factories.fresh(ended).seq == ended.seq


TEXTS = st.one_of(st.text(max_size=200), st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=10), inner, max_size=4)),
    max_leaves=12,
)
ALMOST = st.fixed_dictionaries({"type": st.sampled_from(["Offer", "Join", "Hire", "Pack", "DrawFrom", "Rest"])}).flatmap(
    lambda base: st.dictionaries(st.sampled_from(["letter", "place", "at_most", "bag", "x"]), VALUES, max_size=3).map(
        lambda more: base | more
    )
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    name=st.sampled_from(["act", "file"]),
    htmx=st.booleans(),
    fields=st.dictionaries(st.sampled_from(["key", "own_ply", "token", "do", "how", "otherwise", "compose", "seat"]), TEXTS),
    action=st.one_of(TEXTS, VALUES.map(json.dumps), ALMOST.map(json.dumps)),
    keep=st.booleans(),
)
def test_nothing_that_is_sent_breaks_the_page(table, client, name, htmx, fields, action, keep):
    """No combination of hidden fields (right, wrong or missing) and illegal actions breaks the page."""
    right = {"key": "saddle/1", "own_ply": "0", "token": "x" * 12}
    sent = ({} if keep else right) | fields | (right if keep else {}) | {"action": action}
    response = client.post(address(table, name), sent, headers=HTMX if htmx else {})
    assert response.status_code == 422
    untouched(table)


def test_the_table_still_plays_after_all_that(table, client):
    for junk in JUNK.values():
        client.post(address(table, "act"), slot(page_of(client, address(table, "detail")), action=junk))
    client.post(address(table, "act"), slot(page_of(client, address(table, "detail")), action=VALLEY))
    assert Table.objects.get(pk=table.pk).seq == 1


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("name", ["act", "draft", "file"])
def test_nothing_is_played_at_a_table_that_has_not_begun(name, headers):
    table = factories.open_table(factories.person("Host"), seats=3)
    fields = {"key": "road/1", "own_ply": "0", "token": "abcdefgh", "action": VALLEY, "how": "first"}
    response = signed_in(table.host).post(address(table, name), fields, headers=headers)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert response.headers.get("HX-Retarget") == ("#main" if headers else None)


@pytest.mark.parametrize("query", ["panel=x&seq=1", "panel=", "panel=waiting"])
def test_news_of_a_table_that_has_not_begun_are_its_page(query):
    table = factories.open_table(factories.person("Host"), seats=3)
    assert "Take a seat" in page_of(signed_in(factories.person()), f"{address(table, 'detail')}?{query}", headers=HTMX)
