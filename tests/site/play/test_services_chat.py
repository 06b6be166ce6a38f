"""Table chat: sent and refused messages, and their limit."""

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import ChatMessage
from tables.selectors.play import pulse
from tables.services.play import chat
from tests.site import factories
from tests.site.views import HTMX, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def test_a_player_says_something_and_the_pulse_tells(django_capture_on_commit_callbacks):
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent)
    before = pulse.pulse(table.pulse)
    with django_capture_on_commit_callbacks(execute=True):
        chat.say(table_id=table.pk, user=player, text="  Good luck!\nA rider comes.  ", now=NOW)
    message = ChatMessage.objects.get()
    assert (message.table, message.user, message.text, message.at) == (table, player, "Good luck!\nA rider comes.", NOW)
    assert pulse.pulse(table.pulse).changes == before.changes + 1


def test_a_stranger_says_nothing():
    table = factories.running_table(factories.person(), factories.person())
    with pytest.raises(Refusal) as refused:
        chat.say(table_id=table.pk, user=factories.person(), text="Hello", now=NOW)
    assert refused.value.code == "not_seated"


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "blank"), (" \n\t ", "blank"), ("x" * 1001, "too_long"), ("a\x00b", "bad_character"), ("\ud800", "bad_character")],
)
def test_what_cannot_be_said(text, code):
    player = factories.person()
    table = factories.open_table(player)
    with pytest.raises(Refusal) as refused:
        chat.say(table_id=table.pk, user=player, text=text, now=NOW)
    assert refused.value.code == code
    assert not ChatMessage.objects.exists()


def test_who_talks_too_much_is_asked_to_wait_and_others_are_not():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent)
    address = reverse("tables:chat", args=[table.code])
    answers = [signed_in(player).post(address, {"text": f"Line {number}"}, headers=HTMX) for number in range(16)]
    assert [answer.status_code for answer in answers] == [200] * 15 + [422]
    assert "Line 15" in answers[-1].content.decode()
    assert signed_in(opponent).post(address, {"text": "Oh dear"}, headers=HTMX).status_code == 200
    assert ChatMessage.objects.count() == 16
