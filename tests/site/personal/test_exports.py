"""Export of personal data: requested at most once a day, built by a worker, fetched by its owner, deleted after a week."""

import io
import json
import random
import re
import zipfile
from datetime import timedelta

import pytest
from django.db import connection

from accounts import leaving
from accounts.models import QueuedMail
from engines.specimen.actions import SealRoad
from tables.errors import Code, Refusal
from tables.models import ChatMessage, DataExport, DataExportPart, Move
from tables.services import personal
from tests.site import factories
from tests.site.breaking import broken
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAGE = "/my/data/"
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)
    return time_machine


@pytest.fixture
def anna():
    return factories.person("Anna")


def made(user, now=NOW):
    """Request an export and build it. Return its address, taken from its email."""
    export = personal.ask(user=user, now=now)
    personal.make(export_id=export.pk, now=now)
    return address(user)


def address(user):
    body = QueuedMail.objects.filter(user=user).latest("pk").body
    found = re.search(r"https?://[^/]+(/my/data/[\w-]+/)", body)
    assert found, body
    return found.group(1)


def opened(response):
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    assert int(response["Content-Length"]) == len(content)
    return zipfile.ZipFile(io.BytesIO(content))


def refused(call, **more):
    with pytest.raises(Refusal) as refusal:
        call(**more)
    return refusal.value.code


def test_asked_for_on_the_page_made_by_a_worker_and_fetched_by_the_link(anna):
    client = signed_in(anna)
    assert f'href="{PAGE}"' in page_of(client, "/accounts/profile/")
    assert client.post(PAGE, {"do": "ask"}).status_code == 302
    assert "is being prepared" in page_of(client, PAGE)
    export = DataExport.objects.get(user=anna)
    anna.language = "de"
    anna.save()
    personal.make(export_id=export.pk, now=NOW)
    archive = opened(client.get(address(anna)))
    assert archive.testzip() is None
    assert json.loads(archive.read("profile.json"))[0]["email"] == anna.email
    page = archive.read("index.html").decode()
    assert '<html lang="de">' in page
    assert re.search(r'(src|href)="(?!#|[a-z_]+\.json")', page) is None, "it needs something from elsewhere"
    assert "Wir haben dir den Link gemailt." in page_of(client, PAGE)


def test_it_opens_for_nobody_else_and_by_no_other_address(anna):
    there = made(anna)
    assert signed_in(factories.person("Berto")).get(there).status_code == 404
    assert signed_in().get(there)["Location"].startswith("/accounts/login/")
    assert signed_in(anna).get(f"{PAGE}{'x' * 32}/").status_code == 404
    token = there.rstrip("/").rpartition("/")[2]
    assert token not in DataExport.objects.get().token_hash
    assert len(DataExport.objects.get().token_hash) == 64


def test_a_new_link_takes_the_place_of_the_old_one(anna):
    first = made(anna)
    assert signed_in(anna).post(PAGE, {"do": "again"}).status_code == 302
    second = address(anna)
    assert signed_in(anna).get(first).status_code == 404
    assert signed_in(anna).get(second).status_code == 200
    assert refused(personal.mail_again, user=factories.person(), now=NOW) == Code.EXPORT_GONE


def test_one_a_day_and_the_new_one_takes_the_place_of_the_old(anna):
    export = personal.ask(user=anna, now=NOW)
    assert refused(personal.ask, user=anna, now=NOW) == Code.EXPORT_MAKING
    personal.make(export_id=export.pk, now=NOW)
    assert refused(personal.ask, user=anna, now=NOW + DAY - timedelta(seconds=1)) == Code.EXPORT_TODAY
    made(anna, NOW + DAY)
    assert DataExport.objects.get().asked_at == NOW + DAY
    assert set(DataExportPart.objects.values_list("export", flat=True)) == {DataExport.objects.get().pk}


def test_it_is_gone_after_a_week(anna, noon):
    there = made(anna)
    noon.move_to(NOW + personal.KEPT - timedelta(seconds=1), tick=False)
    personal.sweep(now=NOW + personal.KEPT - timedelta(seconds=1))
    assert signed_in(anna).get(there).status_code == 200
    noon.move_to(NOW + personal.KEPT, tick=False)
    assert signed_in(anna).get(there).status_code == 404
    personal.sweep(now=NOW + personal.KEPT)
    assert not DataExport.objects.exists()
    assert not DataExportPart.objects.exists()


def test_it_goes_with_the_account(anna):
    made(anna)
    leaving.delete_account(user_id=anna.pk, now=NOW)
    assert not DataExportPart.objects.exists()
    assert not QueuedMail.objects.exists()


def test_two_workers_make_it_once_and_one_that_died_is_followed_by_another(anna):
    export = personal.ask(user=anna, now=NOW)
    DataExport.objects.filter(pk=export.pk).update(claimed_at=NOW, attempts=1)
    DataExportPart.objects.create(export=export, number=0, content=b"half of it")
    personal.make(export_id=export.pk, now=NOW + personal.TAKEOVER_AFTER - timedelta(seconds=1))
    assert not QueuedMail.objects.exists()
    personal.make(export_id=export.pk, now=NOW + personal.TAKEOVER_AFTER)
    personal.make(export_id=export.pk, now=NOW + 2 * personal.TAKEOVER_AFTER)
    assert QueuedMail.objects.count() == 1
    opened(signed_in(anna).get(address(anna)))


def test_what_cannot_be_made_is_given_up_said_and_may_be_asked_for_again(anna):
    export = personal.ask(user=anna, now=NOW)
    DataExport.objects.filter(pk=export.pk).update(claimed_at=NOW, attempts=personal.MOST_TRIES)
    personal.sweep(now=NOW + personal.TAKEOVER_AFTER)
    assert "could not be created" in page_of(signed_in(anna), PAGE)
    personal.ask(user=anna, now=NOW + personal.TAKEOVER_AFTER)


def test_much_is_written_in_parts(anna):
    table = factories.open_table(anna)
    dice = random.Random(1)
    lines = [ChatMessage(table=table, user=anna, text=dice.randbytes(400).hex(), at=NOW) for _line in range(1500)]
    ChatMessage.objects.bulk_create(lines)
    archive = opened(signed_in(anna).get(made(anna)))
    assert len(json.loads(archive.read("chat.json"))) == 1500
    sizes = [len(part.content) for part in DataExportPart.objects.order_by("number")]
    assert len(sizes) > 2
    assert max(sizes) <= personal.PART_BYTES


def test_guests_sign_up_first_and_tries_are_counted(anna):
    client = signed_in(anna)
    assert [client.post(PAGE, {"do": "again"}).status_code for _try in range(5)][-1] == 429
    assert signed_in().get(PAGE)["Location"].startswith("/accounts/login/")


def test_a_row_that_does_not_open_is_left_out_and_the_archive_says_so(anna):
    table = factories.running_table(anna, factories.person("Ben"))
    factories.send(factories.seat_of(table, anna), SealRoad("valley"))
    broken(table, Move, "action")
    archive = opened(signed_in(anna).get(made(anna)))
    [note] = json.loads(archive.read("moves.json"))
    assert note == {"left_out": 1, "reason": note["reason"]}
    assert "1 row can no longer be read" in note["reason"]
    assert note["reason"] in archive.read("index.html").decode()


def test_an_archive_that_does_not_open_says_so_and_another_one_may_be_asked_for(anna):
    link, client = made(anna), signed_in(anna)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_dataexportpart SET number = number + 1")
    response = client.get(link)
    assert response.status_code == 503
    assert "Request another one" in response.content.decode()
    assert client.get(link).status_code == 404
    assert opened(client.get(made(anna))).testzip() is None
