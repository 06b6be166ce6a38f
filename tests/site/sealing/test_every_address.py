"""Sealed values that cannot be decrypted, at every address: a message instead of a crash, and other pages unchanged.

The test finds columns and addresses automatically. It breaks the hidden columns and requests the addresses in ``ROOMS``.
"""

import difflib
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tables.models import (
    DataExport,
    DataExportPart,
    Delivery,
    Draft,
    Event,
    EventRound,
    FiledAnswer,
    PlanNode,
    ReplyAddress,
    StandingOrder,
    Table,
)
from tables.selectors import coding
from tables.selectors.personal import exports
from tables.selectors.play import state
from tables.selectors.sealed import sealed_models
from tables.services import personal, sweeping
from tables.services.mail import deliveries
from tests.leaks import addresses
from tests.leaks.worlds import prepared
from tests.rows import rewrite
from tests.site import factories
from tests.site.breaking import broken
from tests.site.views import masked

# Slow: for every column, the test requests every address again.
pytestmark = [pytest.mark.slow, pytest.mark.django_db]
COLUMNS = [(column.model, field) for column in sealed_models() for field in column.fields]
# The tables of this world belong to no event.
OF_EVENTS = {Event, EventRound}
MODELS = [[(column.model, field) for field in column.fields] for column in sealed_models() if column.model not in OF_EVENTS]
NAMES = [f"{model.__name__}.{field.name}" for model, field in COLUMNS]
EXPORT = "the-data-of-their-owner"
# Prefixes of the tested views. Account pages, the admin's own pages and static texts read no row of a table.
ROOMS = ("tables:", "archive:", "mail:", "clubs:", "staff:", "admin:tables_", "home", "app_board", "sitemap")
OWNER, OPPONENT, OPERATOR, SOMEBODY, STRANGER = 0, 1, 2, 3, 5


@pytest.fixture
def world(time_machine):
    world = prepared("specimen", 3, lambda now: time_machine.move_to(now, tick=False))
    for _move in range(8):
        world.play_on()
    _fill(world)
    return world


def _fill(world):
    """Write a value into every hidden column of the table's rows."""
    table, owner, now = world.table, world.players[0], world.now
    seat = table.seats.get(user=owner)
    rewrite([seat], notes="Only for me.", seen_public=coding.to_text(state.seen(table, None).public))
    rewrite([table], roots=[[table.seq, "00" * 32]])
    key = table.decisions.filter(seat=seat).values_list("key", flat=True).first() or "turn/1"
    Draft.objects.create(seat=seat, key=key, actions="[ ]", updated_at=now)
    body = '{"key":"turn/99","actions":[],"how":"first","otherwise":"ask"}'
    FiledAnswer.objects.create(table=table, seat=seat, key="turn/99", kind="turn", body=body, filed_at=now)
    StandingOrder.objects.create(seat=seat, rank=0, body='{"type":"JoinUpTo","place":1}', created_at=now)
    plan = {"at_seq": 0, "seat": seat.index, "key": "turn/99", "action": "{}", "note": "A try.", "created_at": now}
    PlanNode.objects.create(owner=owner, table=table, eyes=seat, **plan)
    letter = {"user": owner, "own_ply": seat.plies, "made_at": now, "choices": "a b", "played": "a"}
    ReplyAddress.objects.create(token="reply-token", seat=seat, key=key, **letter)
    ready = {"status": DataExport.Status.READY, "until": now + timedelta(days=1), "size": 4}
    export = DataExport.objects.create(user=owner, asked_at=now, token_hash=exports.hashed(EXPORT), **ready)
    DataExportPart.objects.create(export=export, number=0, content=b"data")


def asked_of(world, viewer):
    """Return the addresses of the views in ``ROOMS`` with arguments filled in for a viewer, and that of a data export."""
    found = [
        f"/{address}"
        for each in addresses.patterns()
        if each.view.startswith(ROOMS) and not each.is_expression
        for address in addresses._filled(each, world, viewer)
    ]
    return [*dict.fromkeys(found), reverse("tables:data_file", args=[EXPORT])]


def answers(client, asked):
    """Request each address with an empty cache at the start. Return status and body of the responses, by address."""
    cache.clear()
    told = {}
    for address in asked:
        response = client.get(address)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        told[address] = response.status_code, body.decode(errors="replace")
    return told


def browser(viewer):
    client = Client(raise_request_exception=False)
    for name, value in viewer.cookies.items():
        client.cookies[name] = value
    return client


@pytest.mark.parametrize("number", [OWNER, OPPONENT, OPERATOR, SOMEBODY, STRANGER])
def test_no_address_falls_over_and_other_pages_are_as_before(world, number):
    viewer = world.viewers()[number]
    client = browser(viewer)
    before = answers(client, asked_of(world, viewer))
    assert [address for address, (status, _page) in before.items() if status >= 500] == []
    before = {address: told for address, told in before.items() if told[0] == 200}
    wrong = []
    # For the owner, each column is broken separately. Other viewers can read little, so a model's columns are broken
    # together.
    for columns in [[column] for model in MODELS for column in model] if number == OWNER else MODELS:
        with transaction.atomic():
            for model, field in columns:
                assert broken([world.table, world.finished], model, field.name), f"{field}: nothing to break"
            for address, (status, page) in answers(client, before).items():
                if fault := _fault(world, address, before[address][1], status, page):
                    wrong.append(f"{columns[0][1].start}: {address} {fault}")
                if status == 503 and world.table.code in address and not factories.fresh(world.table).quarantined_at:
                    wrong.append(f"{columns[0][1].start}: the table is not set aside after {address}")
            transaction.set_rollback(True)
    assert not wrong, "\n".join(wrong)


def _fault(world, address, before, status, page):
    """Return the fault in a response, or an empty string."""
    if status != 200:
        is_own = any(part in address for part in (world.table.code, world.finished.code, "/d/", EXPORT))
        # An unreadable position has no picture, so the picture may be missing.
        is_said = status == 503 or (status == 404 and address.endswith(".png"))
        return "" if is_own and is_said else f"answers {status}"
    return "" if _shows(world, address, before) else _changed(_others(before), _others(page))


def _changed(before, after):
    """Return a description of the differences between two pages, or an empty string."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    found = [line.strip()[:300] for line in lines if not line.startswith(("---", "+++", "@@"))]
    return f"is another page: {found[:4]}" if found else ""


def _others(page):
    """Return the page without form tokens, badges and the number of games waiting for its reader."""
    page = re.sub(r'<div class="envelope"><p><strong>[^<]*</strong></p>', "", masked(page))
    return re.sub(r'<span class="badge">\d+<span class="visually-hidden">[^<]*</span></span>', "", page)


def _shows(world, address, page):
    """True if a page is about the whole site or a broken table, or lists a broken table."""
    names = (world.table.code, world.finished.code, world.table.name, world.finished.name, world.table.pulse)
    return address.startswith(("/staff/", "/admin/")) or any(name in address or name in page for name in names)


@pytest.mark.parametrize(("model", "field"), COLUMNS, ids=NAMES)
def test_sweeps_letters_and_exports_go_on(model, field, world):
    later = world.now + timedelta(days=60)
    elsewhere = Table.objects.get(name="Elsewhere")
    broken([world.table, world.finished], model, field.name)
    sweeping.sweep(now=later)
    for row in Delivery.objects.order_by("pk"):
        deliveries.deliver(delivery_id=row.pk, now=later)
    assert factories.fresh(elsewhere).seq > elsewhere.seq
    out, said = StringIO(), StringIO()
    call_command("export_games", "--all", stdout=out, stderr=said)
    call_command("archive_games", "--again", stdout=StringIO())
    assert (world.finished.code in out.getvalue()) != (f"{world.finished.code} is left out" in said.getvalue())
    for user in world.people:
        _make_data(user, later)


def _make_data(user, now):
    export = DataExport.objects.create(user=user, asked_at=now)
    personal.make(export_id=export.pk, now=now)
    export.refresh_from_db()
    assert export.status == DataExport.Status.READY
