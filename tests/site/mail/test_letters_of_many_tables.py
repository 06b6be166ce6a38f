"""Emails about several tables: as many queries for many tables as for two, and the same text as single emails."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.mail.letter import ANSWERS_OF_EACH, NEWS_OF_EACH
from tables.mail.table_news import EmailRows, read_table_news
from tables.models import Delivery, Notification
from tables.selectors.mail.cadence import Cadence
from tables.services.mail import choices, deliveries, notify
from tables.services.play import chat, ending
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)


def daily_letter(many, happens):
    """Send a user's daily email about ``many`` tables, after calling ``happens`` for each table.

    Return the number of queries and the user's deliveries.
    """
    anna = factories.person(f"Anna {many}")
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Notification.Kind, Cadence.DIGEST), now=NOW)
    for number in range(many):
        others = [factories.person(f"Ben {many} {number}"), factories.person(f"Cleo {many} {number}")]
        happens(factories.running_table(anna, *others), anna, others)
    mine = Delivery.objects.filter(notification__recipient=anna, channel="email").order_by("pk")
    with CaptureQueriesContext(connection) as queries:
        deliveries.deliver(delivery_id=mine[0].pk, now=NOW + DAY)
    return len(queries), mine


def nothing_more(_table, _anna, _others):
    pass


def somebody_is_reminded(table, anna, _others):
    for decision in table.decisions.filter(seat__user=anna):
        notify.notify_reminder(decision=decision, now=NOW)


def somebody_leaves(table, _anna, others):
    ending.resign(table_id=table.pk, user=others[0], now=NOW)


def somebody_speaks(table, anna, others):
    chat.say(table_id=table.pk, user=others[0], text=f"@{anna.display_name} hello", now=NOW)


def it_ends(table, _anna, _others):
    factories.play_to_end(table)


@pytest.mark.parametrize("happens", [nothing_more, somebody_is_reminded, somebody_leaves, somebody_speaks, it_ends])
def test_the_number_of_queries_does_not_grow_with_the_tables(happens, mailoutbox):
    few, _mine = daily_letter(2, happens)
    many, mine = daily_letter(6, happens)
    assert many == few
    assert len(mailoutbox) == 2
    assert mailoutbox[1].body.count("/t/") >= 6
    assert {each.status for each in mine} <= {Delivery.Status.SENT, Delivery.Status.DROPPED}


@pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814", "specimen"])
def test_each_table_is_told_of_as_in_a_letter_of_its_own(game):
    """News, decisions and facts of each table are the same as in an email about that table alone."""
    people = [factories.person(name) for name in ("Anna", "Ben", "Cleo")]
    tables = [factories.running_table(*people[turn:], *people[:turn], game=game) for turn in range(3)]
    for table in tables:
        for moment in factories.moments(NOW):
            if factories.fresh(table).seq >= 24 or not (asked := factories.waiting(table)):
                break
            mover = table.seats.select_related("table").get(index=asked[0].seat)
            factories.send(mover, factories.legal(mover, asked[0])[0], key=asked[0].key, now=moment)
    has_news = []
    for reader in people:
        told = {table.pk: list(Notification.objects.filter(table=table, recipient=reader, kind="turn")) for table in tables}
        together = EmailRows([each for group in told.values() for each in group], NEWS_OF_EACH)
        for group in told.values():
            alone = EmailRows(group, NEWS_OF_EACH)
            one, other = (
                read_table_news(group, most_answers=ANSWERS_OF_EACH, now=NOW, together=each) for each in (alone, together)
            )
            has_news.append(bool(one.news))
            assert (one.news, one.only_question, one.leads, one.facts) == (
                other.news,
                other.only_question,
                other.leads,
                other.facts,
            )
    assert sum(has_news) > 2
