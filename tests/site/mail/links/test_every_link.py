"""Links that the site sends, opened by the recipient, by a signed-out visitor, and by another user."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail
from django.test import Client

from accounts.models import QueuedMail
from tables.channels import bulletin, club_bulletin, event_bulletin, notice
from tables.mail.compose import compose
from tables.models import ChatMessage, Club, Feed, Notification, Seat, Table, Webhook
from tables.selectors.mail import mailing as wished
from tables.selectors.mail.cadence import KINDS, Cadence, Kind
from tables.services import personal, quarantine
from tables.services.clubs import founding, members
from tables.services.mail import choices
from tables.services.staff import reporting
from tests.site import archiving, factories, mailing
from tests.site.events import running_events
from tests.site.mailing import NOW
from tests.site.views import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SIGN_IN = "/accounts/login/"
OURS = re.compile(r"https?://(?:127\.0\.0\.1:8000|testserver)(/[^\s\"'<>)\]\\]*)")
HIDDEN = {"visibility": Table.Visibility.PRIVATE, "name": "Via Emilia"}


@pytest.fixture
def now(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def berto():
    return mailing.person("Berto")


@pytest.fixture
def table(anna, berto, now):
    """Return a running private table of Anna's."""
    return mailing.running_table(anna, berto, **HIDDEN)


@pytest.fixture
def club(berto, now):
    """Return a club that is hidden from outsiders."""
    return founding.found_club(user=berto, name="Club Emilia", outsiders=Club.Outsiders.NOTHING, now=NOW)


def told(kind, anna, table):
    """Create a notification of this kind to Anna, about ``table`` or a new waiting table, and return it."""
    if kind == Kind.INVITATION:
        table = factories.open_table(table.seats.get(index=1).user, seats=3, visibility="private")
        return Notification.objects.create(recipient=anna, key="x", kind=kind, table=table, created_at=NOW)
    seat = mailing.seat_of(table, anna)
    asked = mailing.decision_of(table, anna).key
    ChatMessage.objects.create(table=table, user=None, text="@Anna", at=NOW)
    if kind == Kind.OPENED:
        Seat.objects.filter(table=table).update(opened_at=NOW)
    return Notification.objects.create(
        recipient=anna, key="x", kind=kind, table=table, seat=seat, decision_key=asked, created_at=NOW
    )


def links(*texts):
    """Return the addresses of the site that occur in these texts."""
    return {found.rstrip(".,") for text in texts for found in OURS.findall(html.unescape(str(text)))}


def of_letter(letter):
    more = [part.content for part in letter.alternatives]
    return links(letter.body, *more, *letter.extra_headers.values())


def seen(anna, other, address):
    """Open an address as Anna, signed out and as another user. Check each response."""
    mine = signed_in(anna).get(address, follow=True)
    assert mine.status_code == 200, address
    out = Client()
    answer = out.get(address, follow=True)
    assert answer.status_code == 200, address
    place = urlsplit(answer.redirect_chain[-1][0]) if answer.redirect_chain else None
    if place and place.path == SIGN_IN:
        [back] = parse_qs(place.query)["next"]
        out.force_login(anna)
        assert out.get(back, follow=True).status_code == 200, (address, back)
    theirs = signed_in(other).get(address, follow=True)
    assert theirs.status_code in (200, 404), (address, theirs.status_code)
    if theirs.status_code == 404:
        assert f"You are signed in as {other}" in theirs.content.decode(), address


@pytest.fixture
def open_all(anna, now):
    """Return a function that opens and checks all given addresses, and fails if there are none."""
    other = mailing.person("Carla")

    def opening(addresses):
        assert addresses
        for address in sorted(addresses):
            seen(anna, other, address)

    return opening


@pytest.mark.parametrize("kind", sorted(Kind))
def test_of_a_letter_of_each_kind(kind, anna, table, open_all):
    open_all(of_letter(compose([told(kind, anna, table)], now=NOW)))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_of_the_daily_letter(kind, anna, table, open_all):
    note = told(kind, anna, table)
    choices.set_cadences(user_id=anna.pk, cadences={kind: Cadence.DIGEST}, now=NOW)
    open_all(of_letter(compose([note], preferences=wished.preferences(anna), now=NOW)))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_of_what_is_pushed_and_posted(kind, anna, table, open_all):
    open_all(links(notice.read_notice([told(kind, anna, table)], number=1, now=NOW).url))


def test_of_messages_that_were_asked_for_and_that_are_kept_up_to_date(anna, table, club, open_all):
    members.invite(club_id=club.pk, user=club.memberships.get().user, name=str(anna), now=NOW)
    members.join_club(club_id=club.pk, user=anna, now=NOW)
    hook = Webhook(kind=Webhook.Kind.JSON, language="en", made_by=anna)
    open_all(
        links(
            notice.trial(anna, number="1", now=NOW).url,
            bulletin.read_bulletin(hook, table, now=NOW).notice.url,
            club_bulletin.read_bulletin(hook, club, seq=1, now=NOW).notice.url,
            event_bulletin.read_bulletin(hook, running_events.open_event(), seq=1, now=NOW).notice.url,
        )
    )


def test_of_feeds_and_calendars(anna, table, club, open_all):
    members.invite(club_id=club.pk, user=club.memberships.get().user, name=str(anna), now=NOW)
    members.join_club(club_id=club.pk, user=anna, now=NOW)
    Table.objects.filter(pk=table.pk).update(club=club)
    token = Feed.objects.create(user=anna, made_at=NOW).token
    for address in (f"/my/feed/{token}/", f"/my/feed/{token}/deadlines.ics", f"/my/feed/{token}/clubs/{club.slug}.ics"):
        written = Client().get(address).content.decode().replace("\r\n ", "")
        open_all(links(re.sub(r"<id>.*?</id>", "", written)))


def test_of_letters_about_clubs_and_accounts(anna, table, club, open_all):
    members.invite(club_id=club.pk, user=club.memberships.get().user, name=str(anna), now=NOW)
    members.join_club(club_id=club.pk, user=anna, now=NOW)
    personal.make(export_id=personal.ask(user=anna, now=NOW).pk, now=NOW)
    taken = {"display_name": "Anna the second", "email": anna.email, "password1": "", "time_zone": "UTC"}
    assert Client().post("/accounts/signup/", taken).status_code == 302
    assert Client().post("/accounts/login/code/", {"email": "nobody@example.org"}).status_code == 302
    letters = QueuedMail.objects.values_list("body", flat=True)
    assert len(letters) == 4
    open_all(links(*letters))


def test_of_the_letter_to_admins(anna, table, settings, open_all):
    settings.ADMINS = ["ops@example.org"]
    anna.is_staff = True
    anna.save(update_fields=["is_staff"])
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    assert reporting.report_quarantined() == 1
    open_all(links(mail.outbox[0].body))


@pytest.mark.parametrize("page", ["/t/{}/", "/t/{}/log/", "/t/{}/earlier/"])
def test_a_stranger_is_told_the_same_of_a_hidden_table_and_of_none(page, table):
    for code in (table.code, "abcdefgh"):
        address = page.format(code)
        answer = Client().get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"{SIGN_IN}?next={address}")


def test_a_stranger_is_told_the_same_of_a_hidden_club_and_of_none(club):
    for code in (club.slug, "abcdefgh"):
        answer = Client().get(f"/clubs/{code}/")
        assert (answer.status_code, answer["Location"]) == (302, f"{SIGN_IN}?next=/clubs/{code}/")


def test_an_invitation_that_is_over_leads_those_who_play_there_past_the_sign_in(table, anna, now):
    Table.objects.filter(pk=table.pk).update(invite="i" * 22)
    out = Client()
    page = out.get(f"/i/{'i' * 22}/")
    assert page.status_code == 410
    [address] = re.findall(r'href="(/accounts/login/\?next=/i/[^"]+)"', page.content.decode())
    out.force_login(anna)
    assert out.get(html.unescape(address), follow=True).redirect_chain[-1][0] == f"/t/{table.code}/"


def test_who_is_signed_in_as_somebody_else_changes_the_account_and_comes_back(table):
    browser = signed_in(mailing.person("Carla"))
    page = browser.get(f"/t/{table.code}/").content.decode()
    [back] = re.findall(r'name="next" value="(/accounts/login/[^"]+)"', page)
    answer = browser.post("/accounts/logout/", {"next": html.unescape(back)})
    assert answer["Location"] == f"{SIGN_IN}?next=%2Ft%2F{table.code}%2F"


STUCK = [".", ",", ")", ">", ";", "!", '"', "'", "*", "**", "]", "…", "%3E", "&gt;", "&gt", ").", ">,", "_", "%20", "%E2%80%8B"]
STUCK += ["%C2%A0", "%3e%0d%0a", "](http://127.0.0.1:8000/x/)", "”", "»", "=", ":", "...", "/.", "`", "|", "}", "$", "@"]


@pytest.mark.parametrize("slash", ["/", ""])
@pytest.mark.parametrize("stuck", STUCK)
def test_what_a_chat_sticks_to_an_address_is_left_off(stuck, slash, table, anna, club):
    Table.objects.filter(pk=table.pk).update(invite="AbC-_" * 4)
    letter = of_letter(compose([told(Kind.TURN, anna, table)], now=NOW))
    secret = next(address for address in letter if address.startswith("/d/")).partition("?")[0]
    stop = next(address for address in letter if address.startswith("/mail/unsubscribe/"))
    browser = signed_in(anna)
    for address in (f"/i/{'AbC-_' * 4}/", f"/t/{table.code}/", secret, stop, "/archive/ratings/"):
        if stuck == "_" and not slash:  # An underscore at the end would be a valid character of the address.
            continue
        answer = browser.get(address.rstrip("/") + slash + stuck, follow=True)
        assert answer.status_code == 200, (address, stuck)


@pytest.mark.parametrize("stuck", STUCK)
def test_what_a_chat_sticks_to_a_query_is_left_off(stuck, anna, berto):
    running, ended = factories.running_table(anna, berto), archiving.finished(anna, berto)
    browser = signed_in(anna)
    for address in (f"/archive/{ended.code}/2/?eyes=1", f"/archive/{ended.code}/?eyes=none", f"/t/{running.code}/plan/?at=0"):
        answer = browser.get(address + stuck, follow=True)
        assert answer.status_code == 200, (address, stuck)
        assert not answer.redirect_chain or answer.redirect_chain[-1][0] == address
    assert browser.get(f"/archive/{ended.code}/2/?eyes=7{stuck}", follow=True).status_code == 404


def test_an_address_that_is_none_is_still_none(anna):
    for address in ("/nowhere/)", "/)", "/t/abcdefgh/nowhere)", "/i/short)"):
        assert signed_in(anna).get(address).status_code == 404
