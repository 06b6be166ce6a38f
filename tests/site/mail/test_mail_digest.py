"""Emails about many tables: the three tables due first in full, and one line for each other table."""

from datetime import timedelta

import pytest

from tables.mail.letter import IN_A_LINE, IN_FULL
from tables.models import Decision, Delivery, Notification
from tables.selectors.mail.cadence import Cadence
from tables.services.mail import choices, deliveries
from tables.services.play import chat
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def daily_mail(outbox, many, said=""):
    """Send a user's daily email about ``many`` tables with decisions. Return it and the tables by deadline.

    ``said`` is a chat line that mentions the user at each table, unless it is empty.
    """
    anna = factories.person("Anna")
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Notification.Kind, Cadence.DIGEST), now=NOW)
    tables = [factories.running_table(anna, factories.person(), name=f"Table {number}") for number in range(many)]
    for number, table in enumerate(tables):
        end = NOW + 2 * DAY - number * HOUR
        Decision.objects.filter(table=table, seat__user=anna).update(over_at=end, due_at=end, bank_at=None)
        if said:
            chat.say(
                table_id=table.pk, user=table.seats.exclude(user=anna).get().user, text=f"@{anna.display_name} {said}", now=NOW
            )
    mine = Delivery.objects.filter(notification__recipient=anna, channel="email").order_by("pk")
    deliveries.deliver(delivery_id=mine[0].pk, now=NOW + DAY)
    [sent] = outbox
    return sent, tables[::-1]


def test_the_three_due_first_are_told_in_full_and_all_others_in_a_line(mailoutbox):
    sent, tables = daily_mail(mailoutbox, 5)
    page = sent.alternatives[0][0]
    for text in (sent.body, page):
        assert all(text.count(table.name) == 1 for table in tables)
        places = [text.index(table.name) for table in tables]
        assert places == sorted(places)
        urgent, rest = text.split("More tables")
        assert [table.name in urgent for table in tables] == [True] * IN_FULL + [False] * (5 - IN_FULL)
        assert rest.count("Decide by") == 5 - IN_FULL
        assert all(table.get_absolute_url() in rest for table in tables[IN_FULL:])


def test_a_game_that_waits_without_a_clock_comes_before_mere_news(mailoutbox):
    anna = factories.person("Anna")
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Notification.Kind, Cadence.DIGEST), now=NOW)
    news = [factories.running_table(anna, factories.person(), name=f"News {number}") for number in range(2)]
    waiting = factories.running_table(anna, factories.person(), name="Waiting")
    Decision.objects.filter(table__in=news, seat__user=anna).delete()
    Decision.objects.filter(table=waiting, seat__user=anna).update(over_at=None, due_at=None, bank_at=None, remind_at=None)
    mine = Delivery.objects.filter(notification__recipient=anna, channel="email").order_by("pk")
    deliveries.deliver(delivery_id=mine[0].pk, now=NOW + DAY)
    (sent,) = mailoutbox
    assert sent.body.index("Waiting") < sent.body.index("News 0")


def test_three_tables_need_no_list(mailoutbox):
    sent, _tables = daily_mail(mailoutbox, 3)
    assert "More tables" not in sent.body + sent.alternatives[0][0]


def test_a_decision_of_several_tables_is_not_announced_above_itself(mailoutbox):
    sent, _tables = daily_mail(mailoutbox, 2)
    urgent = sent.alternatives[0][0].split("</h1>")[1]
    assert urgent.count("All seats are taken and the game has begun.") == urgent.count('class="ask"') == 2
    assert "A decision is waiting for you." not in urgent
    assert sent.body.count("A decision is waiting for you.") == 2


def test_tables_beyond_the_lines_are_counted(mailoutbox):
    sent, tables = daily_mail(mailoutbox, IN_FULL + IN_A_LINE + 2)
    shown = IN_FULL + IN_A_LINE
    for text in (sent.body, sent.alternatives[0][0]):
        assert [table.name in text for table in tables] == [True] * shown + [False] * 2
        assert "News from 2 more tables" in text
        assert "/my/" in text


def test_a_line_has_the_beginning_of_what_was_said(mailoutbox):
    sent, _tables = daily_mail(mailoutbox, 4, said="this is a long story " * 20)
    for text in (sent.body, sent.alternatives[0][0]):
        rest = text.split("More tables")[1]
        assert "this is a long story" in rest
        assert rest.count("this is a long story") < 10
