"""Admin pages: query strings filter, sort and name rows only by columns that a page shows, and pages show no secrets."""

from itertools import product

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import RequestFactory

from accounts.lookups import NamedLookups
from accounts.models import User
from tables.models import Decision, Move, Seat, Webhook
from tests.rows import rewrite
from tests.site import factories, keeping
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HIDDEN = [
    "tables/table/?state__contains=a",
    "tables/table/?invite__regex=^a",
    "tables/table/?secret__isnull=False",
    "tables/table/?pulse__gt=a",
    "tables/table/?seats__notes__contains=a",
    "tables/table/?seats__filed_answers__isnull=False",
    "tables/move/?via=order",
    "tables/move/?via__exact=order",
    "tables/move/?action__contains=a",
    "tables/move/?seat__standing_orders__isnull=False",
    "tables/decision/?answered_at__isnull=False",
    "tables/decision/?ordered_after__gt=0",
    "tables/decision/?asked_at__gt=2026-01-01&remind_at__isnull=True",
    "tables/decision/?table__filed_answers__isnull=False",
    "tables/chatmessage/?table__state__contains=a",
    "tables/siteevent/?table__invite__startswith=a",
    "tables/movecomment/?table__secret__gt=a",
    "tables/heartbeat/?name__contains=a",
    "tables/webhook/?url__contains=a",
    "tables/webhook/?secret__startswith=a",
    "tables/webhook/?room__gt=a",
    "accounts/user/?planned__isnull=False",
    "accounts/user/?seats__notes__contains=a",
    "accounts/user/?password__startswith=a",
]


@pytest.fixture
def staff():
    return signed_in(operator())


@keeping.kept
def operator():
    return User.objects.create_superuser("staff@example.org", display_name="Staff")


@pytest.fixture
@keeping.kept
def table():
    return factories.running_table(factories.person(), factories.person())


@pytest.mark.parametrize("address", HIDDEN)
def test_no_address_filters_by_a_column_that_no_page_shows(staff, table, address):
    assert staff.get(f"/admin/{address}").status_code == 400


def test_dates_that_are_none_are_answered(staff, table):
    """Impossible dates get a response without a crash.

    A fuzz test crashed the page with two kinds of dates that Django accepts: a month of 400 digits, and the last possible day.
    """
    years = (None, "2026", "0", "-1", "9999", "10000", "9" * 400, "x", "")
    months = (None, "12", "13", "-1", "9" * 400, "x", "")
    for year, month, day in product(years, months, (None, "31", "32", "9" * 400, "x", "")):
        dates = {"asked_at__year": year, "asked_at__month": month, "asked_at__day": day}
        query = {name: value for name, value in dates.items() if value is not None}
        answer = staff.get("/admin/tables/decision/", query)
        assert answer.status_code == 200 or answer["Location"] == "/admin/tables/decision/?e=1", query


def test_rows_chosen_by_what_is_no_number_are_refused(staff):
    """A list action with a row id that is not a number is refused.

    A fuzz test found that the action looked up such a row and crashed the page.
    """
    request = RequestFactory().get("/")
    request.user = User.objects.get(email="staff@example.org")
    tried = set()
    for found in admin.site._registry.values():
        address = f"/admin/{found.opts.app_label}/{found.opts.model_name}/"
        for action in found.get_actions(request):
            for number in ("", "x", "1.5", "\x00"):
                sent = staff.post(address, {"action": action, "index": "0", "_selected_action": ["1", number]})
                assert sent.status_code == 400, (address, action, number)
                tried.add(found.opts.model_name)
    assert {"emailaddress", "group", "movecomment"} <= tried


def test_what_the_lists_offer_still_works(staff, table):
    year = factories.NOW.year
    for address in (
        "tables/table/?status__exact=running&game=specimen&quarantined_at__isempty=1&q=a&o=-3",
        f"tables/decision/?asked_at__year={year}&asked_at__month=3&asked_at__day=4",
        "tables/siteevent/?by_operator__exact=0&kind__exact=paused",
        "tables/move/?o=8.-2",
        "accounts/user/?is_staff__exact=1&language__exact=en&q=staff",
    ):
        page_of(staff, f"/admin/{address}")


def test_every_model_of_ours_is_looked_up_by_names_alone():
    """Rows of every own model can be looked up only by named columns.

    The names are those of the model's filters and dates in the admin, whatever columns are added to the model.
    """
    request = RequestFactory().get("/")
    ours = [found for model, found in admin.site._registry.items() if model._meta.app_label in ("tables", "accounts")]
    assert len(ours) > 5
    for found in ours:
        assert isinstance(found, NamedLookups), found
        shown = {each if isinstance(each, str) else each[0] for each in found.list_filter} | {found.date_hierarchy}
        for field in found.model._meta.get_fields(include_hidden=True):
            for ending in ("", "__exact", "__contains", "__regex", "__isnull", "__gt", "__in", "__pk"):
                asked = f"{field.name}{ending}"
                assert field.name in shown or not found.lookup_allowed(asked, "a", request), (found, asked)


def test_rows_are_sorted_by_columns_of_the_list_alone():
    hidden = {
        "state",
        "secret",
        "invite",
        "pulse",
        "via",
        "action",
        "events",
        "draws",
        "answered_at",
        "ordered_after",
        "remind_at",
    }
    for model in apps.get_app_config("tables").get_models():
        if (found := admin.site._registry.get(model)) is None:
            continue
        assert not {*found.list_display, *found.search_fields, *(found.ordering or ())} & hidden, model
        assert not {getattr(getattr(found, name, None), "admin_order_field", None) for name in found.list_display} & hidden


@pytest.mark.parametrize(
    "address", ["tables/table/?_to_field=invite", "tables/table/?_to_field=pulse", "tables/table/?_to_field=code"]
)
def test_no_row_is_named_by_another_column_than_its_number(staff, table, address):
    assert staff.get(f"/admin/{address}").status_code == 400


def test_no_page_of_a_row_shows_or_suggests_what_is_hidden(staff, table):
    """No page, history or name suggestion of a row shows hidden data."""
    rewrite(Seat.objects.filter(table=table), defaults_in_a_row=7777, notes="TOPSECRET")
    Decision.objects.filter(table=table).update(ordered_after=7777)
    move = Move.objects.get(table=table, seq=0)
    rows = [f"table/{table.pk}", f"move/{move.pk}", f"decision/{table.decisions.first().pk}"]
    for row in rows:
        for page in ("change", "history"):
            found = page_of(staff, f"/admin/tables/{row}/{page}/")
            assert "7777" not in found
            assert "TOPSECRET" not in found
            assert table.invite not in found
            assert table.pulse not in found
    asked = "app_label=tables&model_name=seat&field_name=table&term="
    for term, count in ((table.code, 1), (table.invite, 0), ("TOPSECRET", 0)):
        assert len(staff.get(f"/admin/autocomplete/?{asked}{term}").json()["results"]) == count


@pytest.mark.parametrize("model", ["mfa/authenticator", "usersessions/usersession"])
def test_no_operator_reads_second_factors_or_where_somebody_is_signed_in(staff, model):
    """No admin reads users' second factors or sessions.

    Both contain secrets. The library's session search also used a column that our user model does not have.
    """
    for query in ("", "?q=anna", "?o=1"):
        assert staff.get(f"/admin/{model}/{query}").status_code == 404


def test_of_a_webhook_an_operator_sees_what_came_of_it_and_not_where_it_leads(staff, table):
    keys = {"url": "https://example.org/key-to-it", "room": "!the-room", "secret": "the-secret", "label": "the-label"}
    hook = Webhook.objects.create(
        table=table, kind="matrix", made_at=factories.NOW, error="status 403", message="the-id", **keys
    )
    for page in (staff.get("/admin/tables/webhook/"), staff.get(f"/admin/tables/webhook/{hook.pk}/change/")):
        shown = page.content.decode()
        assert "status 403" in shown
        assert [key for key in (*keys.values(), "the-id") if key in shown] == []
