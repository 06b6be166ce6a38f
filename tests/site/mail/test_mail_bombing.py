"""Emails that other users can cause: few, with little text, and without links to other sites."""

import html
from datetime import timedelta

import pytest
from django.core import mail

from accounts.addresses import holds_address, without_addresses
from tables.errors import Refusal
from tables.mail.compose import compose
from tables.models import Delivery, Notification, Rhythm, Table
from tables.selectors.mail import budget
from tables.selectors.mail.cadence import Cadence, Kind
from tables.services.lobby import inviting
from tables.services.mail import choices, deliveries, notify
from tables.services.play import chat
from tests.site import factories, keeping, mailing
from tests.site.mailing import NOW
from tests.site.views import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SOON = NOW + MINUTE


@pytest.fixture
@keeping.kept
def anna():
    return mailing.person("Anna")


@pytest.fixture
@keeping.kept
def berto():
    return mailing.person("Berto")


@pytest.fixture
@keeping.kept
def table(anna, berto):
    return mailing.running_table(anna, berto, name="Via Emilia")


def say(table, user, text, now):
    return chat.say(table_id=table.pk, user=user, text=text, now=now)


def invited_to(count, anna, berto, now=NOW):
    tables = [factories.open_table(berto, name=f"Via {number}", now=now) for number in range(count)]
    for each in tables:
        inviting.invite_person(table_id=each.pk, host=berto, name="Anna", now=now)
    return tables


def run(start, until, *, every):
    moment = start
    while moment <= until:
        mailing.work_off(moment)
        moment += every


def to(user):
    return [sent for sent in mail.outbox if sent.to == [user.email]]


# --- limits -----------------------------------------------------------------------------------------------------------


def test_twenty_mentions_in_seven_minutes_are_two_mails_with_every_line(table, anna, berto):
    for number in range(20):
        moment = NOW + number * 21 * SECOND
        say(table, berto, f"@Anna line {number}.", moment)
        mailing.work_off(moment + notify.SETTLE)
    run(NOW + 8 * MINUTE, NOW + 2 * HOUR, every=5 * MINUTE)
    first, second = to(anna)
    said = first.body + second.body
    assert [said.count(f"line {number}.") for number in range(20)] == [1] * 20
    assert {delivery.status for delivery in mailing.waiting(anna)} == {"sent"}


def test_twelve_invitations_are_one_mail_that_names_all_twelve(anna, berto):
    tables = invited_to(12, anna, berto)
    run(SOON, SOON + 2 * DAY, every=HOUR)
    [sent] = to(anna)
    assert sent.subject == "You are invited to 12 tables"
    assert all(f"“{each.name}”" in sent.body and f"/i/{each.invite}/" in sent.body for each in tables)
    facts = [line.removeprefix("- ") for line in sent.body.splitlines() if line.startswith("- ")][:2]
    assert " · ".join(facts) in html.unescape(str(sent.alternatives[0].content))
    page = signed_in(anna).get("/my/").content.decode()
    assert all(each.invite in page for each in tables)


def test_invitations_one_after_the_other_are_no_more_than_the_limit(anna, berto):
    """Invitations sent every hour for a day all reach the reader, in at most ``budget.MOST`` emails a day."""
    for number in range(24):
        moment = NOW + number * HOUR
        inviting.invite_person(table_id=factories.open_table(berto, now=moment).pk, host=berto, name="Anna", now=moment)
        mailing.work_off(moment + MINUTE)
    assert len(to(anna)) == budget.MOST
    run(NOW + DAY, NOW + 2 * DAY, every=HOUR)
    assert {delivery.status for delivery in mailing.waiting(anna)} == {"sent"}
    assert len(to(anna)) <= 2 * budget.MOST


def test_mentions_at_several_tables_and_invitations_share_one_limit(table, anna, berto):
    other = mailing.running_table(anna, berto, name="Via Appia")
    say(table, berto, "@Anna one", NOW)
    say(other, berto, "@Anna two", NOW)
    invited_to(1, anna, berto)
    [sent] = [each for each in mailing.work_off(SOON) if each.to == [anna.email]]
    assert sent.subject == "Mentions and invitations"
    assert all(words in sent.body for words in ("@Anna one", "@Anna two", "Berto would like to play with you."))
    assert sent.message()["References"].startswith(f"<people.{anna.pk}@")


def test_what_waits_travels_with_a_mail_about_a_turn_which_never_waits(table, anna, berto):
    say(table, berto, "@Anna one.", NOW)
    mailing.work_off(SOON)
    say(table, berto, "@Anna two.", SOON)
    decision = mailing.decision_of(table, anna)
    notify.notify_turns(table=table, decisions=[decision], now=SOON)
    mailing.work_off(SOON + MINUTE)
    first, second = to(anna)
    assert [each.subject.partition(":")[0] for each in (first, second)] == ["You were mentioned", "Choose a road"]
    assert "two." in second.body


def test_another_persons_limit_is_their_own(table, anna, berto):
    say(table, berto, "@Anna one", NOW)
    mailing.work_off(SOON)
    say(table, anna, "@Berto two", SOON)
    mailing.work_off(SOON + MINUTE)
    assert len(to(berto)) == 1


def test_a_mail_that_is_being_sent_counts(table, anna, berto):
    say(table, berto, "@Anna one", NOW)
    Delivery.objects.update(status="sending", claimed_at=SOON, claim="x", attempts=1)
    say(table, berto, "@Anna two", NOW + SECOND)
    second = mailing.waiting(anna)[1]
    assert deliveries.deliver(delivery_id=second.pk, now=SOON + SECOND) == "queued"
    assert mailing.waiting(anna)[1].next_at == SOON + HOUR


def test_what_may_have_been_sent_comes_again_as_the_same_mail(anna, berto):
    """A bundle whose worker died is sent again as the same email. Its parts stay together though one of them is obsolete."""
    tables = invited_to(3, anna, berto)
    parts = mailing.waiting(anna)
    named = compose([each.notification for each in parts], now=SOON).extra_headers["Message-ID"]
    Delivery.objects.update(status="sending", claimed_at=SOON, started_at=SOON, claim="x", attempts=1)
    Table.objects.filter(pk=tables[2].pk).update(status="ended", ended_by="cancelled")
    run(SOON + deliveries.LEASE, SOON + 2 * HOUR, every=10 * MINUTE)
    [sent] = to(anna)
    assert sent.extra_headers["Message-ID"] == named
    assert sent.subject == "You are invited to 2 tables"
    assert [each.status for each in mailing.waiting(anna)] == ["sent", "sent", "dropped"]


def test_in_quiet_hours_nothing_comes_because_a_limit_ends(table, anna, berto):
    Rhythm.objects.create(user=anna, quiet_from=18 * 60, quiet_until=6 * 60)
    say(table, berto, "@Anna one", NOW)
    mailing.work_off(SOON)
    say(table, berto, "@Anna two", SOON)
    run(SOON, NOW + 10 * HOUR, every=HOUR)
    assert len(to(anna)) == 1
    run(NOW + 12 * HOUR, NOW + 16 * HOUR, every=HOUR)
    assert len(to(anna)) == 2


def test_the_daily_mail_is_one_anyhow(table, anna, berto):
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Kind, Cadence.DIGEST), now=NOW)
    for number in range(6):
        say(table, berto, f"@Anna line {number}.", NOW + number * SECOND)
    run(SOON, SOON + DAY, every=HOUR)
    assert len(to(anna)) == 1


def test_the_limit_is_arithmetic():
    assert budget.next_at([]) is None
    assert budget.next_at([NOW]) == NOW + HOUR
    assert budget.next_at([NOW, NOW - 5 * HOUR, NOW - 6 * HOUR]) == NOW + HOUR
    assert budget.next_at([NOW, NOW - 5 * HOUR, NOW - 6 * HOUR, NOW - 7 * HOUR]) == NOW + 17 * HOUR


# --- no foreign links -------------------------------------------------------------------------------------------------

ADDRESSES = (
    "https://evil.example/x",
    "evil.com",
    "Come to evil.com!",
    "Visit www.evil.example now",
    "write to me@evil.example",
    "ftp://x",
    "ｅｖｉｌ．ｃｏｍ",
    "evil。com",
    "evil\u200b.com",
    "пример.рф",
    "10.0.0.1",
    "xn--80ak6aa92e.com",
)
NAMES = ("Via Emilia", "Round 2.5", "Dr. Who", "a.m. or p.m.", "Rome… Paris", "St. Gallen!", "@Anna", "3:1", "A/B", "")


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_table_is_not_called_by_an_address(anna, name):
    assert holds_address(name)
    with pytest.raises(Refusal) as refused:
        factories.open_table(anna, name=name)
    assert refused.value.code in ("address_in_name", "bad_word")


@pytest.mark.parametrize("name", NAMES)
def test_other_names_are_no_addresses(name):
    assert not holds_address(name)
    assert without_addresses(name) == name


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "can’t contain a web or email address"),
        ("de", "darf keine Web- oder E-Mail-Adresse enthalten"),
        ("it", "non può contenere un indirizzo web o email"),
    ],
)
def test_the_form_says_so_at_its_field(anna, language, words):
    anna.language = language
    anna.save(update_fields=["language"])
    form = {"game": "gonzaga", "name": "Win at evil.com", "seats": "2", "bots": "0", "pace": "day", "visibility": "public"}
    response = signed_in(anna).post("/tables/new/", form)
    assert response.status_code == 422
    assert words in str(response.context["form"].errors["name"])
    assert not Table.objects.exists()


def letter_of(kind, table, user):
    """Return an email of this kind to a player at the table."""
    seat = mailing.seat_of(table, user)
    told = Notification(pk=7, recipient=user, key="k", kind=kind, table=table, seat=seat, created_at=NOW)
    return compose([told], now=NOW)


@pytest.mark.parametrize("name", [*ADDRESSES, "x” evil.com “y", 'Via "Emilia" www.evil.com'])
@pytest.mark.parametrize("kind", list(Kind))
def test_an_older_name_leads_nowhere_from_a_mail(table, anna, name, kind):
    """Addresses in old table names are left out of emails. The rest of the name is in one pair of quotation marks."""
    Table.objects.filter(pk=table.pk).update(name=name)
    table.refresh_from_db()
    letter = letter_of(kind, table, anna)
    assert not holds_address(letter.subject)
    quoted = letter.subject.partition("Night Post")[2].strip()
    assert not quoted or (quoted[0], quoted[-1], quoted.count("“"), quoted.count("”")) == ("“", "”", 1, 1)
    assert "evil" not in letter.body


@pytest.mark.parametrize("kind", list(Kind))
def test_no_subject_holds_the_name_of_a_person(anna, kind):
    host = mailing.person("Casino evil.com")
    table = mailing.running_table(host, anna)
    table.host = host
    letter = letter_of(kind, table, anna)
    assert "Casino" not in letter.subject
    if kind == Kind.INVITATION:
        assert "Casino … would like to play with you." in letter.body


def test_looking_for_addresses_takes_no_longer_than_the_text_is():
    for text in ("a" * 100_000, "a." * 50_000, "1." * 50_000, "@" * 100_000, "." * 100_000):
        without_addresses(text)
