"""Requests sent twice: each takes effect once, and the second copy is no error. A refused request can be sent again."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from tables.errors import Refusal
from tables.models import ChatMessage, Decision, MoveComment, Notification, SentForm, SiteEvent, Table
from tables.services import once
from tables.services.play import chat
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.site import factories
from tests.site.views import HTMX, hidden, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
TOKEN = "a" * 16


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def table(anna):
    return factories.running_table(anna, factories.person("Berto"))


def test_a_line_of_talk_sent_twice_stands_once(anna, table):
    client, here = signed_in(anna), table.get_absolute_url()
    line = {"text": "Good luck!", "token": hidden(page_of(client, here), "token")}
    for _click in range(2):
        response = client.post(reverse("tables:chat", args=[table.code]), line)
        assert (response.status_code, response["Location"]) == (302, f"{here}#chat")
    for _click in range(2):
        assert "Good luck!" in client.post(reverse("tables:chat", args=[table.code]), line, headers=HTMX).content.decode()
    assert ChatMessage.objects.count() == 1
    client.post(reverse("tables:chat", args=[table.code]), line | {"text": "Sleeping?"})
    assert ChatMessage.objects.count() == 2, "another line of the same page is another line"


def test_a_page_that_stays_open_says_the_same_again_if_it_is_meant(anna, table):
    """A page that stays open can send the same chat line again: the response contains the token for the next line."""
    client = signed_in(anna)
    page = page_of(client, table.get_absolute_url())
    for _line in range(2):
        said = {"text": "Your turn", "token": hidden(page, "token")}
        page = client.post(reverse("tables:chat", args=[table.code]), said, headers=HTMX).content.decode()
        assert 'id="say-token" hx-swap-oob="true"' in page
    assert ChatMessage.objects.count() == 2


def test_what_was_refused_can_be_sent_again(anna, table):
    stranger = factories.person()
    with pytest.raises(Refusal, match="not_seated"):
        chat.say(table_id=table.pk, user=stranger, text="Hello", token=TOKEN, now=NOW)
    table.seats.filter(user=anna).update(user=stranger)
    chat.say(table_id=table.pk, user=stranger, text="Hello", token=TOKEN, now=NOW)
    assert ChatMessage.objects.get().user == stranger


def test_the_token_of_one_is_no_token_of_another(anna, table):
    for seat in table.seats.all():
        chat.say(table_id=table.pk, user=seat.user, text="Hello", token=TOKEN, now=NOW)
    assert ChatMessage.objects.count() == 2


def test_a_table_opened_twice_is_one_and_both_clicks_lead_there(anna):
    client, address = signed_in(anna), reverse("tables:create")
    page = page_of(client, f"{address}?game=specimen")
    chosen = {"game": "specimen", "seats": 2, "bots": 0, "pace": "day", "visibility": "public", "word": "hello", "nights": "2"}
    chosen["token"] = hidden(page, "token")
    led = {client.post(address, chosen)["Location"] for _click in range(2)}
    assert led == {Table.objects.get().get_absolute_url()}
    client.post(address, chosen | {"name": "Another"})
    assert Table.objects.count() == 2


def test_an_invitation_sent_twice_is_one_and_no_error(anna):
    table, berto = factories.open_table(anna), factories.person("Berto")
    client, here = signed_in(anna), table.get_absolute_url()
    sent = {"person": str(berto), "token": hidden(page_of(client, here), "token")}
    for _click in range(2):
        page = client.post(reverse("tables:invite_person", args=[table.code]), sent, follow=True).content.decode()
        assert f"{berto} has been invited." in page
    assert Notification.objects.filter(recipient=berto, kind="invitation").count() == 1


def test_a_seat_taken_twice_is_taken_and_no_error(anna):
    table, berto = factories.open_table(anna, seats=3), factories.person("Berto")
    client = signed_in(berto)
    for _click in range(2):
        page = client.post(reverse("tables:join", args=[table.code]), {"word": "hello"}, follow=True).content.decode()
        assert "You have a seat" in page
        assert "messages error" not in page
    assert table.seats.filter(user=berto).count() == 1


def test_a_comment_sent_again_after_others_spoke_stands_once(anna, table):
    berto = table.seats.exclude(user=anna).get().user
    table = factories.play_to_end(table)
    address = reverse("archive:comment", args=[table.code, 1])
    client = signed_in(anna)
    said = {"text": "A bold road.", "token": hidden(page_of(client, reverse("archive:step", args=[table.code, 1])), "token")}
    client.post(address, said)
    signed_in(berto).post(address, {"text": "Too bold."})
    client.post(address, said)
    assert list(MoveComment.objects.order_by("pk").values_list("text", flat=True)) == ["A bold road.", "Too bold."]
    MoveComment.objects.filter(user=anna).delete()
    client.post(address, said)
    assert MoveComment.objects.filter(user=anna).count() == 1, "what was taken back can be said again"


def test_an_operator_who_clicks_twice_gives_more_time_once(table):
    staff = User.objects.create_user("operator@example.org", display_name="Olga", is_staff=True)
    row = Decision.objects.filter(table=table).first()
    given = {"table_id": table.pk, "decision_id": row.pk, "hours": 24, "operator": Operator(staff.pk, "mail was down")}
    found = [operating.extend(token=TOKEN, now=NOW, **given).due_at for _click in range(2)]
    assert found == [row.due_at + timedelta(hours=24)] * 2
    assert SiteEvent.objects.filter(table=table, kind="extended").count() == 1
    assert 'name="token"' in page_of(signed_in(staff), reverse("staff:extend", args=[table.code, row.pk]))


def test_tokens_are_forgotten_after_a_while(anna, table):
    chat.say(table_id=table.pk, user=anna, text="Hello", token=TOKEN, now=NOW)
    once.forget_sent(now=NOW + once.KEPT)
    assert SentForm.objects.exists()
    once.forget_sent(now=NOW + once.KEPT + timedelta(seconds=1))
    assert not SentForm.objects.exists()
