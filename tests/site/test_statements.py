"""Comparison of every compiled statement of the site with its QuerySet: both return the same rows through the same SQL."""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from itertools import islice, product
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from django.contrib.sessions.models import Session

import config.urls  # noqa: F401  # whatever has statements
from accounts.models import User
from config.database import statements
from engines.contract import When
from tables.models import (
    Absence,
    Agreement,
    ChatMessage,
    Consent,
    Decision,
    Delivery,
    Draft,
    Event,
    FiledAnswer,
    MailChoice,
    MailOutage,
    Move,
    Notification,
    Relation,
    Rhythm,
    Seat,
    SiteEvent,
    StandingOrder,
    Submission,
    Table,
    Webhook,
)
from tests.comparing import asked, picture, without_brackets
from tests.rows import rewrite
from tests.site import factories
from tests.site.events.running_events import open_event, with_players
from tests.site.factories import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
OF_THE_SITE = [each for each in statements.REGISTERED if each.__module__.startswith(("accounts.", "config.", "tables."))]
# Maximum number of combinations of values tried for each statement.
MOST = 150


@pytest.fixture
def rows():
    """Create a table in mid-game, a waiting and a finished table, and rows of related models.

    Return the table in mid-game.
    """
    people = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    # Fixed draws, because with some deals nobody has a decision after seven moves.
    table = factories.filled(factories.with_known_chance(factories.open_table(people[0], seats=3)), *people)
    factories.play_to_end(table, most=7)
    table.refresh_from_db()
    Table.objects.filter(pk=factories.running_table(*people[:2]).pk).update(status=Table.Status.ENDED)
    factories.open_table(people[1])
    mine, theirs, _third = table.seats.order_by("index")
    rewrite(Seat.objects.filter(pk=theirs.pk), user=None, bot="the mule", notes="mine")
    for number, user in enumerate([*people, None]):
        ChatMessage.objects.create(table=table, user=user, text=f"line {number}", at=NOW)
    for user in people[:2]:
        Rhythm.objects.create(user=user, quiet_from=60, quiet_until=360)
        for days in (1, 9):
            begins = NOW + timedelta(days=days)
            Absence.objects.create(user=user, starts_at=begins, ends_at=begins + timedelta(days=2), announced_at=NOW)
    for seat, user in ((mine, people[0]), (None, None)):
        SiteEvent.objects.create(table=table, after_seq=3, kind="paused", seat=seat, user=user, at=NOW)
    _beside_the_table(people)
    theirs.place, theirs.score = 1, 40
    theirs.save(update_fields=["place", "score"])
    Agreement.objects.create(table=table, seat=mine, at=NOW)
    Consent.objects.create(table=table, seat=mine, what="extend", for_seat=theirs, decision_key="key", at=NOW)
    for seat in (mine, theirs):
        Draft.objects.create(seat=seat, key="key", actions='["some"]', updated_at=NOW)
        Draft.objects.create(seat=seat, key="none", updated_at=NOW)
        for status, reason in (("active", ""), ("dropped", "illegal"), ("dropped", "waited"), ("used", "")):
            fields = {"key": f"{status}{reason}", "kind": "kind", "body": "{}", "filed_at": NOW}
            FiledAnswer.objects.create(table=table, seat=seat, status=status, reason=reason, **fields)
        for rank, disarmed in ((1, None), (0, None), (2, NOW)):
            StandingOrder.objects.create(seat=seat, rank=rank, body="{}", disarmed_at=disarmed, created_at=NOW)
        ordered = {"key": "ordered", "kind": "kind", "when": When.AHEAD.value, "answered_at": NOW, "ordered_after": 5}
        Decision.objects.create(table=table, seat=seat, asked_at=NOW, holder=seat.user, **ordered)
        Submission.objects.create(table=table, seat=seat, token="token", first_seq=1, last_seq=2, at=NOW)
    return table


def _beside_the_table(people: list[User]) -> None:
    """Create sessions, notifications, mail choices, webhooks, a relation and a mail outage. Mark some emails as being sent."""
    for key, days in (("kept", 3), ("over", -1)):
        Session.objects.create(session_key=key, session_data="", expire_date=NOW + timedelta(days=days))
    still_open = Table.objects.filter(status="waiting").latest("pk")
    for user in people:
        fields = {"kind": Notification.Kind.INVITATION, "table": still_open, "created_at": NOW}
        Notification.objects.create(recipient=user, key="invitation:code", **fields)
        MailChoice.objects.create(user=user, kind="turn", cadence="digest", changed_at=NOW)
        Webhook.objects.create(owner=user, kind="json", url="https://example.org/", made_at=NOW)
    MailChoice.objects.create(user=people[0], kind="mention", channel="webhook", cadence="never", changed_at=NOW)
    for delivery in Delivery.objects.order_by("pk")[:3]:
        claimed = {"status": "sending", "claim": "mine", "claimed_at": NOW - timedelta(days=1)}
        Delivery.objects.filter(pk=delivery.pk).update(**claimed)
    Relation.objects.create(owner=people[0], other=people[1], kind="muted", made_at=NOW)
    MailOutage.objects.create(mailer="default", since=NOW, next_at=NOW)
    with_players(open_event(), 2)


def _values(name: str, kind: type) -> list[Any]:
    """Return possible values for a parameter of this name and type. Raises KeyError for unknown names; add new names here."""
    of_models = {
        "table": Table,
        "user": User,
        "owner": User,
        "seat": Seat,
        "decision": Decision,
        "order": StandingOrder,
        "answer": FiledAnswer,
        "delivery": Delivery,
        "event": Event,
        "notification": Notification,
    }
    one = name.removesuffix("ies") + "y" if name.endswith("ies") else name.removesuffix("s")
    if kind is int and one in of_models:
        return list(of_models[one]._default_manager.order_by("pk").values_list("pk", flat=True)[:6])
    return {
        ("seq", int): [7, 3],
        ("before", int): [4, *Table.objects.running().values_list("seq", flat=True)],
        ("since", int): [0, 2],
        ("code", str): [Table.objects.earliest("pk").code, "none"],
        ("key", str): ["key", *Decision.objects.open().unanswered().order_by("pk").values_list("key", flat=True)[:3]],
        ("keys", str): ["key", *Move.objects.order_by("pk").values_list("key", flat=True)],
        ("session_key", str): ["kept", "over", "none"],
        ("names", str): list(Notification.objects.order_by("pk").values_list("key", flat=True)[:4]),
        ("kind", str): ["turn", "mention"],
        ("channel", str): ["email", "webhook"],
        ("mailer", str): ["default", "none"],
        ("claim", str): ["mine", "none"],
        ("since", datetime): [NOW - timedelta(days=2), NOW],
        ("lease_since", datetime): [NOW, NOW - timedelta(days=2)],
        ("token", str): ["token", "none"],
        ("now", datetime): [NOW, NOW + timedelta(days=2)],
    }[name, kind]


def _arguments(statement: Any) -> list[tuple[Any, ...]]:
    """Return up to ``MOST`` combinations of arguments. Collections have all possible values, one of them, or none."""
    choices = []
    for name, hint in get_type_hints(statement.build).items():
        if name == "return":
            continue
        members = get_args(hint) if NoneType in get_args(hint) else (hint,)
        [kind] = [member for member in members if member is not NoneType]
        is_many = get_origin(kind) is Collection
        values = _values(name, get_args(kind)[0] if is_many else kind)
        if is_many:
            values = [values, values[:1], []]
        choices.append([*([None] if NoneType in members else []), *values])
    return list(islice(product(*choices), MOST))


def test_statements_are_their_querysets(rows):
    assert OF_THE_SITE
    for statement in OF_THE_SITE:
        assert _compared(statement), f"{statement} found nothing"


def _compared(statement: Any) -> int:
    """Check that a statement and its QuerySet agree for all arguments. Return the number of rows found."""
    touched = 0
    for arguments in _arguments(statement):
        wanted, sql = asked(partial(list, statement.plain(*arguments)))
        found, sent = asked(partial(statement, *arguments))
        assert (statement, [picture(row) for row in found]) == (statement, [picture(row) for row in wanted])
        assert (statement, without_brackets(sent)) == (statement, without_brackets(sql))
        touched += len(found)
    return touched
