"""A day of one person at four tables, played by the services: the number of emails and their delay."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail

from engines import registry
from tables.models import Delivery, Notification
from tables.selectors.mail import gathering
from tables.selectors.play import state
from tests.site import factories, mailing
from tests.site.factories import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SEVEN = NOW.replace(hour=7)
GAMES = (("gonzaga", 3, {}), ("gonzaga", 3, {}), ("principato", 2, {}), ("zena1814", 3, {"mode": "beginner"}))
LOOKS_IN = ((8, 10), (12, 45), (17, 30), (21, 15))
"""When she answers whatever waits for her."""
OFTEN = 1 / 12
"""How likely anybody else answers within five minutes: after an hour, on average."""


def tables_of(anna) -> Iterator[object]:
    for number, (game, seats, options) in enumerate(GAMES):
        others = [factories.person(name) for name in ("Berto", "Carla")[: seats - 1]]
        yield factories.running_table(anna, *others, game=game, options=options, name=f"Table {number}", now=SEVEN - HOUR)


def answer_all(tables, user, now) -> int:
    """Answer all decisions of the user at these tables. Return the number of answers."""
    done = 0
    for table in tables:
        seat = factories.seat_of(table, user)
        while asked := factories.waiting(table, seat):
            action = registry.engine(table.game).bot(state.seen(factories.fresh(table), seat), asked[0])
            factories.send(seat, action, key=asked[0].key, now=now)
            done += 1
    return done


@pytest.mark.parametrize("number", range(2))
def test_a_day_at_four_tables_is_six_letters_at_most(number):
    anna, dice = factories.person("Anna"), random.Random(number)
    tables = list(tables_of(anna))
    others = [(table, seat.user) for table in tables for seat in table.seats.exclude(user=anna).select_related("user")]
    moment, answers = SEVEN, 0
    while moment <= SEVEN + 16 * HOUR:
        answers += answer_all(tables, anna, moment) if (moment.hour, moment.minute) in LOOKS_IN else 0
        for table, user in others:
            if dice.random() < OFTEN:
                answer_all([table], user, moment)
        mailing.work_off(moment)
        moment += 5 * MINUTE
    letters = [each for each in mail.outbox if each.to == [anna.email]]
    assert answers >= 8, "hardly anything happened"
    assert len(letters) <= 6
    sent = Delivery.objects.filter(status="sent", notification__recipient=anna, notification__kind=Notification.Kind.TURN)
    waited = [each.sent_at - each.notification.created_at for each in sent.select_related("notification")]
    assert max(waited) <= timedelta(minutes=factories.PLAIN.reply) / gathering.SHARE + 5 * MINUTE
