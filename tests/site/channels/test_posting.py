"""Webhooks of tables: the players whom the game waits for, once per turn or in one updated message, and the end of the game."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from tables.errors import Refusal
from tables.models import Decision, NameElsewhere, Seat, Table, Webhook
from tables.services.channels import hooks, posting
from tables.services.locking import lock
from tables.services.time import agreeing, calendars, clocks, pausing, repacing
from tests.rows import rewrite
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def berto():
    return mailing.person("Berto")


@pytest.fixture
def table(anna, berto):
    return mailing.running_table(anna, berto, name="Night <Post>", moved_at=NOW)


@pytest.fixture
def hook_of(table, anna, receiver):
    def make(kind="json", **fields):
        chosen = {"style": Webhook.Style.EACH, "url": f"{receiver.url}/hook", "label": "", **fields}
        return hooks.add_table_hook(table_id=table.pk, user=anna, kind=Webhook.Kind(kind), now=NOW, **chosen)

    return make


def post_all(now=SOON):
    for pk in posting.due_hooks(now).values_list("pk", flat=True):
        posting.post(hook_id=pk, now=now)


def ask(table, user, key, *, at=NOW):
    """Add a decision for a user, and the move that led to it."""
    Decision.objects.create(
        table=table,
        seat=mailing.seat_of(table, user),
        key=key,
        kind="saddle",
        when="now",
        asked_at=at,
        due_at=at + timedelta(1),
    )
    mailing.happen(table, at=at)
    Table.objects.filter(pk=table.pk).update(moved_at=at)


def closed(table):
    Decision.objects.filter(table=table, closed_at=None).update(closed_at=NOW, answered_at=NOW)


def test_it_is_told_who_is_waited_for_as_an_onlooker_sees_it(table, hook_of, receiver):
    hook_of()
    post_all()
    [posted] = receiver.posted
    names = {each["name"] for each in posted.json["waiting"]}
    wanted = {str(row.seat.user) for row in Decision.objects.required().filter(table=table).select_related("seat__user")}
    assert names == wanted
    assert (posted.json["thread"], posted.json["kinds"]) == (table.code, ["turn"])
    assert "Night <Post>" in posted.json["title"]


def test_what_somebody_has_filed_is_not_told(table, anna, berto, hook_of, receiver):
    """A queued answer stays secret: its player is still in the list of players whom the game waits for."""
    closed(table)
    ask(table, anna, "ahead/1")
    Decision.objects.filter(key="ahead/1").update(when="ahead", answered_at=NOW)
    hook_of()
    post_all()
    assert [each["name"] for each in receiver.posted[0].json["waiting"]] == [str(anna)]


def test_each_turn_is_one_message_and_no_turn_two(table, berto, hook_of, receiver):
    hook_of()
    post_all()
    post_all(SOON + timedelta(minutes=1))
    assert len(receiver.posted) == 1
    mailing.happen(table, at=SOON)
    post_all(SOON + timedelta(minutes=2))
    assert len(receiver.posted) == 1
    closed(table)
    ask(table, berto, "later/1", at=SOON)
    post_all(SOON + timedelta(minutes=3))
    assert [each["name"] for each in receiver.posted[-1].json["waiting"]] == [str(berto)]
    assert len(receiver.posted) == 2


def test_several_moves_within_seconds_are_one_message(table, anna, berto, hook_of, receiver):
    hook_of()
    ask(table, anna, "a/1")
    ask(table, berto, "b/1", at=NOW + timedelta(seconds=50))
    post_all(NOW + timedelta(seconds=60))
    assert receiver.posted == []
    post_all(NOW + timedelta(seconds=71))
    assert len(receiver.posted) == 1


def test_one_message_is_kept_up_to_date_where_that_can_be(table, berto, hook_of, receiver):
    hook = hook_of("discord", style=Webhook.Style.ONE, url=f"{receiver.url}/hook/?thread_id=5")
    receiver.answer(200, b'{"id": "77", "content": "x"}')
    post_all()
    first = receiver.posted[-1]
    assert (first.method, first.path) == ("POST", "/hook/?thread_id=5&wait=true")
    closed(table)
    ask(table, berto, "later/1", at=SOON)
    post_all(SOON + timedelta(minutes=1))
    second = receiver.posted[-1]
    assert (second.method, second.path) == ("PATCH", "/hook/messages/77?thread_id=5")
    assert str(berto) in second.json["content"]
    # Somebody has deleted the message, so the service answers 404.
    mailing.happen(table, at=SOON)
    receiver.answer(404)
    receiver.answer(200, b'{"id": "78"}')
    post_all(SOON + timedelta(minutes=2))
    assert [posted.method for posted in receiver.posted[-2:]] == ["PATCH", "POST"]
    hook.refresh_from_db()
    assert (hook.message, hook.failing_since, hook.told_seq) == ("78", None, 2)


HOSTILE = {
    "deep list": b"[" * 60_000,
    "deep objects": b'{"id": ' * 8_000,
    "half a surrogate": b'{"id": "\\ud800"}',
    "zero": b'{"id": "\\u0000"}',
    "line end": b'{"id": "1\\r\\nX: y"}',
    "way up": b'{"id": "../../../x"}',
    "blank": b'{"id": "1 2"}',
    "outside ASCII": '{"id": "１"}'.encode(),
    "long": b'{"id": "' + b"1" * 300 + b'"}',
    "long number": b'{"id": ' + b"1" * 5_000 + b"}",
    "number": b'{"id": 77}',
    "list": b'["id"]',
    "null": b"null",
    "no Unicode": b'{"id": "\xff"}',
    "nothing": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_answer_that_names_no_message_costs_nothing_but_the_edits(table, berto, hook_of, receiver, name):
    """The message was delivered, whatever the response says. It is never posted a second time."""
    hook = hook_of("discord", style=Webhook.Style.ONE, url=f"{receiver.url}/hook")
    receiver.answer(200, HOSTILE[name])
    post_all()
    hook.refresh_from_db()
    assert (hook.told_seq, hook.claim, hook.next_at, hook.failing_since) == (table.seq, "", None, None)
    post_all(SOON + timedelta(hours=5))
    assert len(receiver.posted) == 1
    closed(table)
    ask(table, berto, "later/1", at=SOON)
    post_all(SOON + timedelta(minutes=1))
    assert [posted.path.partition("?")[0] for posted in receiver.posted[1:]] in (["/hook"], ["/hook/messages/..%2F..%2F..%2Fx"])


@pytest.mark.parametrize("kind", ["discord", "matrix"])
def test_one_message_follows_the_clocks_without_a_move(table, anna, berto, hook_of, receiver, kind):
    """A pause, a longer time, another pace, an absence and another player change what the message says."""
    hook_of(kind, style=Webhook.Style.ONE, url=receiver.url, room="!r:example.org", secret="t")
    receiver.answer(200, b'{"id": "77", "event_id": "$first"}')
    post_all()
    _clock_of(table)
    before, moment = len(receiver.posted), SOON
    changes = (
        lambda now: pausing.pause(lock(table.pk), now=now),
        lambda now: pausing.resume(lock(table.pk), now=now),
        lambda now: agreeing.extend(lock(table.pk), _clock_of(table), now=now),
        lambda now: repacing.change_pace(lock(table.pk), _slower(table), now=now),
        lambda now: calendars.announce_absence(
            user=_clock_of(table).holder, starts_at=now, ends_at=now + timedelta(days=20), now=now
        ),
    )
    for change in changes:
        moment += timedelta(minutes=30)
        with transaction.atomic():
            change(moment)
        post_all(moment + timedelta(minutes=1))
        post_all(moment + timedelta(minutes=2))
        assert len(receiver.posted) == before + 1
        before += 1
    assert len({posted.body for posted in receiver.posted[1:]}) >= 4
    if kind == "matrix":
        assert len({posted.path for posted in receiver.posted}) >= 5, "a server plays a repeated transaction only once"


def _slower(table):
    return replace(clocks.pace_of(table), slug="own", decision=7 * 24 * 60)


def _clock_of(table):
    row = Decision.objects.required().filter(table=table).select_related("seat__user").order_by("pk").first()
    row.holder = row.seat.user
    row.save(update_fields=["holder"])
    return row


def test_matrix_is_edited_by_an_event_that_replaces_the_first(table, berto, hook_of, receiver):
    NameElsewhere.objects.create(user=berto, kind="matrix", name="@berto:example.org")
    hook_of("matrix", style=Webhook.Style.ONE, url=receiver.url, room="!r:example.org", secret="t")
    closed(table)
    ask(table, berto, "later/1")
    receiver.answer(200, b'{"event_id": "$first"}')
    post_all()
    first = receiver.posted[-1].json
    assert first["m.mentions"] == {"user_ids": ["@berto:example.org"]}
    assert 'href="https://matrix.to/#/@berto:example.org"' in first["formatted_body"]
    mailing.happen(table, at=SOON)
    post_all(SOON + timedelta(minutes=1))
    second = receiver.posted[-1]
    assert second.json["m.relates_to"] == {"rel_type": "m.replace", "event_id": "$first"}
    assert second.json["m.new_content"]["body"] == first["body"]
    assert second.json["body"].startswith("* ")
    assert second.path != receiver.posted[0].path


def test_slack_cannot_edit_so_each_turn_is_a_new_message(table, berto, hook_of, receiver):
    NameElsewhere.objects.create(user=berto, kind="slack", name="U0123ABC")
    hook_of("slack", style=Webhook.Style.ONE)
    post_all()
    mailing.happen(table, at=SOON)
    post_all(SOON + timedelta(minutes=1))
    assert len(receiver.posted) == 1
    closed(table)
    ask(table, berto, "later/1", at=SOON)
    post_all(SOON + timedelta(minutes=2))
    assert "<@U0123ABC>: " in receiver.posted[-1].json["text"]


def test_ntfy_shows_the_same_notice_anew(table, hook_of, receiver):
    hook_of("ntfy", style=Webhook.Style.ONE, url=f"{receiver.url}/topic")
    post_all()
    assert receiver.posted[0].json["sequence_id"] == f"staffetta-{table.code}"


def test_in_discord_those_are_called_who_said_what_they_are_called_there(table, anna, berto, hook_of, receiver):
    NameElsewhere.objects.create(user=berto, kind="discord", name="123456789012345678")
    NameElsewhere.objects.create(user=anna, kind="slack", name="U0123ABC")
    closed(table)
    ask(table, anna, "a/1")
    ask(table, berto, "b/1")
    hook_of("discord")
    post_all()
    body = receiver.posted[0].json
    assert "<@123456789012345678>: " in body["content"]
    assert f"{anna}: " in body["content"]
    assert body["allowed_mentions"] == {"parse": [], "users": ["123456789012345678"]}


def test_bots_and_stewards_are_not_waited_for(table, anna, berto, hook_of, receiver):
    closed(table)
    ask(table, anna, "a/1")
    Seat.objects.filter(table=table, user=anna).update(steward_since=NOW)
    hook = hook_of()
    post_all()
    hook.refresh_from_db()
    assert (receiver.posted, hook.told_seq) == ([], 1)


def test_the_end_is_told_once_as_the_archive_names_people_and_then_it_rests(table, anna, berto, hook_of, receiver):
    anna.hides_name = True
    anna.save()
    hook = hook_of()
    Seat.objects.filter(table=table, user=anna).update(place=1, score=42)
    Seat.objects.filter(table=table, user=berto).update(place=2, score=7)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.ENDED, ended_by=Table.EndedBy.FINISHED, ended_at=NOW)
    post_all()
    post_all(SOON + timedelta(hours=1))
    [posted] = receiver.posted
    assert posted.json["kinds"] == ["finished"]
    assert posted.json["lines"][-1] == f"2. {berto} (7 points)"
    assert str(anna) not in posted.body.decode()
    hook.refresh_from_db()
    assert hook.rests_at == SOON


def test_what_is_not_taken_is_told_later_as_it_is_then(table, berto, hook_of, receiver):
    hook = hook_of()
    receiver.answer(500)
    post_all()
    hook.refresh_from_db()
    assert (hook.next_at, hook.error, hook.told_seq, hook.claimed_at) == (SOON + timedelta(minutes=1), "busy 500", None, None)
    post_all(SOON + timedelta(seconds=30))
    closed(table)
    ask(table, berto, "later/1", at=SOON)
    post_all(SOON + timedelta(minutes=5))
    assert len(receiver.posted) == 2
    assert [each["name"] for each in receiver.posted[-1].json["waiting"]] == [str(berto)]


def test_two_workers_tell_it_once_and_a_dead_one_is_taken_over(table, hook_of, receiver):
    hook = hook_of()
    Webhook.objects.filter(pk=hook.pk).update(claim="other", claimed_at=SOON)
    assert not posting.post(hook_id=hook.pk, now=SOON)
    assert not posting.post(hook_id=hook.pk, now=SOON + timedelta(minutes=4))
    assert posting.post(hook_id=hook.pk, now=SOON + timedelta(minutes=6))
    assert not posting.post(hook_id=hook.pk, now=SOON + timedelta(minutes=6))
    assert len(receiver.posted) == 1


@pytest.mark.parametrize("change", [{"status": "waiting"}, {"quarantined_at": NOW}, {"state": "broken"}])
def test_a_table_that_cannot_be_shown_is_not_told_of(table, hook_of, receiver, change):
    hook_of()
    rewrite(Table.objects.filter(pk=table.pk), **change)
    post_all()
    assert receiver.posted == []


def test_a_hook_that_is_off_is_silent(table, hook_of, receiver):
    hook = hook_of()
    hooks.switch_hook(hook=hook, user=hook.made_by, is_on=False, now=NOW)
    post_all()
    assert (receiver.posted, posting.queue_due(now=SOON)) == ([], 0)
    hooks.switch_hook(hook=hook, user=hook.made_by, is_on=True, now=NOW)
    assert posting.queue_due(now=SOON) == 1


def test_it_speaks_the_language_of_its_creator(table, anna, hook_of, receiver):
    anna.language = "de"
    hook_of()
    post_all()
    assert receiver.posted[0].json["language"] == "de"


@pytest.mark.parametrize("change", [{"practice": True}, {"status": Table.Status.ENDED}])
def test_there_are_none_for_practice_and_what_is_over(table, hook_of, change):
    Table.objects.filter(pk=table.pk).update(**change)
    with pytest.raises(Refusal):
        hook_of()


def test_only_players_add_one_and_not_too_many(table, hook_of):
    stranger = mailing.person("Carla")
    with pytest.raises(Refusal):
        hooks.add_table_hook(
            table_id=table.pk, user=stranger, kind=Webhook.Kind.JSON, style=Webhook.Style.EACH, label="", url="x", now=NOW
        )
    for number in range(hooks.MOST_OF_TABLE):
        hook_of(url=f"https://example.org/{number}")
    with pytest.raises(Refusal, match="table_has_ways"):
        hook_of()
