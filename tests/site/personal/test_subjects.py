"""Exported personal data: everything the site stores about a user, without secrets and other users' data."""

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps

from accounts.models import User
from tables.models import ChatMessage, Draft, Feed, Move, PushDevice, Seat, Table, Webhook
from tables.selectors.personal.subjects import LEFT_OUT, SUBJECTS
from tests.rows import rewrite
from tests.site import factories
from tests.site.factories import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def told(user):
    """Return all exported rows as JSON, grouped by the name of their subject."""
    return {subject.name: json.loads(json.dumps(list(subject.rows(user)), default=str)) for subject in SUBJECTS}


def test_every_reference_to_people_and_seats_is_handed_out_or_left_out_for_a_reason():
    """Every reference to a user or seat is exported, or excluded with a reason.

    A new model needs a line in tables/selectors/personal/subjects.py.
    """
    covered = frozenset[str]().union(*(subject.covers for subject in SUBJECTS))
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and not field.many_to_many and field.related_model in (User, Seat)
    }
    assert sorted(found - covered - set(LEFT_OUT)) == []
    assert sorted(set(LEFT_OUT) - found) == [], "there is no such reference"
    assert sorted(set(LEFT_OUT) & covered) == [], "handed out and left out"
    assert len({subject.name for subject in SUBJECTS}) == len(SUBJECTS)


def test_what_lets_somebody_in_is_said_to_exist_and_not_handed_out():
    user = factories.person("Anna")
    user.set_password("a-password-of-hers")
    user.save()
    table = factories.open_table(user)
    Feed.objects.create(user=user, token="f-" + "e" * 20, made_at=NOW)
    Webhook.objects.create(owner=user, kind="json", url="https://chat.example/keys/u-key", secret="s-key", made_at=NOW)
    PushDevice.objects.create(
        owner=user, endpoint="https://push.example/e-key", p256dh="p-key", auth="a-key", site_key="x", made_at=NOW
    )
    Authenticator.objects.create(user=user, type="totp", data={"secret": "t-key"})
    UserSession.objects.create(user=user, ip="192.0.2.7", user_agent="Firefox", session_key="n-key", last_seen_at=NOW)
    found = told(user)
    text = json.dumps(found)
    secrets = ["f-" + "e" * 20, *(f"{letter}-key" for letter in "uspaetn"), user.password, table.invite, table.pulse]
    assert [secret for secret in (*secrets, bytes(table.secret).hex()) if secret in text] == []
    assert found["webhooks"][0]["host"] == "chat.example"
    assert found["devices"][0]["host"] == "push.example"
    assert found["profile"][0]["has_password"] is True
    assert (found["sessions"][0]["ip"], found["second_factors"][0]["type"]) == ("192.0.2.7", "totp")
    assert len(found["feed"]) == 1


@pytest.mark.parametrize("game", ["specimen", "gonzaga"])
def test_of_a_running_game_one_gets_ones_own_moves_and_nothing_of_what_is_hidden(game):
    people = [factories.person(name) for name in ("Anna", "Berto")]
    table = factories.play_to_end(factories.running_table(*people, game=game), most=8)
    ChatMessage.objects.create(table=table, user=people[1], text="what Berto said", at=NOW)
    Draft.objects.create(seat=factories.seat_of(table, people[1]), key="x", actions="[]", updated_at=NOW)
    rewrite(Seat.objects.filter(user=people[1]), notes="what Berto noted")
    before = told(people[0])
    mine = Move.objects.filter(user=people[0])
    assert [move["seq"] for move in before["moves"]] == list(mine.order_by("seq").values_list("seq", flat=True))
    assert before["moves"]
    assert before["moves"][0]["action"] == json.loads(mine.order_by("seq")[0].action)
    assert (before["chat"], before["drafts"]) == ([], [])
    assert "Berto" not in json.dumps(before)
    # The export never reads the position, the secret, actions of other players, or events that only others saw.
    rewrite(Table.objects.filter(pk=table.pk), state='{"the deck": 1}', secret=b"x" * 32)
    for move in table.moves.exclude(user=people[0]):
        rewrite(Move.objects.filter(pk=move.pk), action='{"another": 1}', events="[]", draws="[]")
    berto = factories.seat_of(table, people[1]).index
    for move in mine:
        events = [event for event in json.loads(move.events) if event.get("to") != [berto]]
        rewrite(Move.objects.filter(pk=move.pk), events=json.dumps(events), draws="[]")
    assert told(people[0]) == before


def test_what_lay_at_a_seat_before_one_took_it_over_is_not_ones_own():
    people = [factories.person(name) for name in ("Anna", "Berto")]
    seat = factories.seat_of(factories.running_table(*people), people[0])
    Draft.objects.create(seat=seat, key="x", actions="[1]", updated_at=NOW)
    assert len(told(people[0])["drafts"]) == 1
    Seat.objects.filter(pk=seat.pk).update(taken_over_at=NOW + (NOW - NOW.replace(hour=0)))
    assert told(people[0])["drafts"] == []
