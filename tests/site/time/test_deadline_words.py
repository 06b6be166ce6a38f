"""Texts for a deadline on pages, in emails and in messages. They name the end of the player's own time.

Once the own time is over, pages name the end of the time bank.
"""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tables.channels import bulletin, notice, posts
from tables.mail import weekly
from tables.mail.letter import read_bundle, read_letter
from tables.models import Club, Decision, Notification, Webhook
from tables.present.time.clocks import after_words, deadline_words
from tables.selectors.mail.cadence import MailPreferences
from tables.selectors.time.clocks import Clock, own_end
from tables.services.clubs import founding, members
from tables.services.mail import feeds
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OWN, BANK, OVER = NOW + 2 * DAY, NOW + 3 * DAY, NOW + 11 * DAY
THEN = "then 8 days of time bank"


@pytest.mark.parametrize(
    ("bank_at", "due_at", "said"),
    [
        (BANK, OVER, "then 8 days of time bank"),
        (BANK, BANK + 30 * HOUR, "then 30 hours of time bank"),
        (BANK, BANK + 20 * HOUR / 60, "then 20 minutes of time bank"),
        (None, OWN + 8 * HOUR, "then a grace period of 8 hours"),
        (OWN + 8 * HOUR, OWN + 8 * HOUR, "then a grace period of 8 hours"),
        (None, OWN, ""),
        (None, None, ""),
    ],
)
def test_what_comes_after_the_own_time(bank_at, due_at, said):
    clock = Clock(OWN, bank_at, due_at)
    assert after_words(clock) == said
    assert own_end(clock) == (OWN if due_at else None)
    whole = ("noon, " * bool(said) + said or "noon") if due_at else ""
    assert deadline_words(clock, lambda _moment: "noon") == whole


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


@pytest.fixture
def table(people, time_machine):
    time_machine.move_to(NOW, tick=False)
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    table = factories.running_table(*people, club=club, name="Via Emilia")
    Decision.objects.filter(table=table).update(over_at=OWN, bank_at=BANK, due_at=OVER)
    return table


def told(table, reader):
    """Return texts about this table that must contain a deadline, by address or kind."""
    client, feed = signed_in(reader), feeds.make_feed(user_id=reader.pk, now=NOW)
    detail = reverse("tables:detail", args=[table.code])
    pages = [reverse("tables:mine"), detail, f"{detail}?panel=", table.club.get_absolute_url()]
    pages += [reverse("clubs:calendar", args=[table.club.slug])]
    machines = [reverse(f"tables:{name}", args=[feed.token]) for name in ("feed_atom", "calendar_ics")]
    machines += [reverse("tables:club_ics", args=[feed.token, table.club.slug])]
    texts = {address: page_of(client, address) for address in pages}
    texts |= {address: page_of(signed_in(), address).replace("\r\n ", "") for address in machines}
    news = list(Notification.objects.filter(recipient=reader, table=table).select_related("recipient", "table", "seat"))
    with translation.override("en"), timezone.override(reader.tz):
        letters = [read_letter(news, MailPreferences(), picture_id="", now=NOW), read_bundle(news, MailPreferences(), now=NOW)]
        texts |= {type(letter).__name__: str(letter.matters) + letter.preview for letter in letters}
        texts["weekly"] = str(weekly.read_weekly(news[0], MailPreferences(weekly_day=0), now=NOW).running)
    texts["push and webhooks"] = str(notice.read_notice(news, number=1, now=NOW).lines)
    hook = Webhook.objects.create(made_by=reader, table=table, kind="discord", url="https://chat.example/", made_at=NOW)
    texts["a table's webhook"] = str(bulletin.read_bulletin(hook, table, now=NOW).notice.calls)
    return texts


def test_it_is_told_in_the_same_words_everywhere(table, people):
    texts = told(factories.fresh(table), people[0])
    assert {name for name, text in texts.items() if THEN not in text} == set()
    # No text contains the end of the time bank as a date.
    assert {name for name, text in texts.items() if "15 March" in text or "15 Mar," in text} == set()


def test_once_the_own_time_is_over_pages_say_until_when_the_bank_lasts(table, people, time_machine):
    client, detail = signed_in(people[0]), reverse("tables:detail", args=[table.code])
    time_machine.move_to(OWN + HOUR, tick=False)
    for address in (reverse("tables:mine"), detail, reverse("clubs:calendar", args=[table.club.slug])):
        page = page_of(client, address)
        assert "decision time is up" in page
        assert "time bank until Sun 15 Mar, 12:00" in page
        assert THEN not in page


def test_subjects_and_the_json_of_webhooks_name_the_end_of_the_own_time(table, people):
    news = list(Notification.objects.filter(recipient=people[0], table=table))
    said = notice.read_notice(news, number=1, now=NOW)
    assert (said.due_at, said.over_at) == (OWN, OVER)
    assert json.loads(posts.request(Webhook(kind="json", secret="s"), said).body)["due_at"] == OWN.isoformat()
