"""Height of a daily email about many tables, on a phone."""

from datetime import timedelta

import pytest

from accounts.models import User
from tables.models import Delivery, Notification
from tables.selectors.mail.cadence import Cadence
from tables.services.mail import choices, deliveries
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}}
# Pixels, of the whole email.
HIGHEST = 2_000


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_daily_email_about_nine_tables_is_short_on_a_phone(sit, mailoutbox, language):
    """The three most urgent tables have details, and each other table has one line."""
    anna = factories.person("Anna")
    User.objects.update(language=language)
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Notification.Kind, Cadence.DIGEST), now=factories.NOW)
    for number in range(9):
        others = [factories.person(f"Benedetta {number}"), factories.person(f"Cleopatra {number}")]
        game = ("gonzaga", "principato", "zena1814")[number % 3]
        open_table = factories.open_table(others[0], seats=3, game=game, name=f"The table of number {number}")
        table = factories.filled(factories.with_known_chance(open_table), *others, anna)
        factories.play_to_end(table, most=24)
    delivery = Delivery.objects.filter(notification__recipient=anna, channel="email").order_by("pk")[0]
    deliveries.deliver(delivery_id=delivery.pk, now=factories.NOW + timedelta(days=1))
    (letter,) = mailoutbox
    page = sit(anna, **PHONE)
    page.set_content(str(letter.alternatives[0].content).replace("cid:", "about:"))
    assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
