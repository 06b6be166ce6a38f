"""Guests: their rights, and the effects of signing up, signing in or staying away."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.urls import reverse, reverse_lazy
from django.utils import timezone

from accounts import guests, names
from accounts.mail import queue
from accounts.models import User
from tables.models import Move, PlanNode, Table, Tenure
from tables.services.archive import verify
from tables.services.lobby import practice
from tests.site import factories
from tests.site.practising import begin, own_seat
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PASSWORD = "courier-horn-7"
SIGNUP, CONFIRM, LOGIN = "/accounts/signup/", "/accounts/confirm-email/", "/accounts/login/"


@pytest.fixture(autouse=True)
def _no_tries_so_far():
    cache.clear()


@pytest.fixture
def guest():
    """Return the browser of a guest at a practice table, and the table."""
    client = signed_in()
    return client, begin(client, "pebbles")


def member(name: str = "Elena") -> User:
    user = User.objects.create_user(f"{name.lower()}@letters.test", PASSWORD, display_name=name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def code(mailoutbox):
    queue.send_due(now=timezone.now())
    return re.search(r"^ {4}(\d{4}-\d{4})$", mailoutbox[-1].body, re.MULTILINE)[1]


def sign_up(client, mailoutbox, name="Elena"):
    client.post(SIGNUP, {"display_name": name, "email": f"{name}@letters.test", "password1": PASSWORD})
    return client.post(CONFIRM, {"code": code(mailoutbox)})


def play(table):
    """Make one move for the person at a practice table, as the page sends it."""
    seat = own_seat(table)
    action = next(iter(factories.legal(seat, factories.waiting(table, seat)[0])))
    factories.send(seat, action)
    return seat


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        (reverse_lazy("tables:practice", args=["pebbles"]), {}),
        (reverse_lazy("tables:guide", args=["gonzaga"]), {}),
        (reverse_lazy("tables:hot_seat", args=["pebbles"]), {"name1": "Ada", "name2": "Ben"}),
    ],
)
def test_two_clicks_of_a_stranger_make_one_guest_and_one_table(address, fields):
    """The second click leaves before the answer to the first one has brought a session."""
    fields = fields | {"token": "clicked-twice", "time_zone": "Europe/Rome"}
    places = []
    for _click in range(2):
        client = signed_in()
        client.cookies["csrftoken"] = "b" * 32
        response = client.post(address, fields)
        assert response.status_code == 302, response.content.decode()
        places.append(response["Location"])
        assert client.get(response["Location"]).status_code == 200
    assert places[0] == places[1]
    assert Table.objects.count() == 1


def test_a_token_alone_opens_nobody_elses_table():
    """The token is known only together with the browser's own secret."""
    for number in range(2):
        client = signed_in()
        client.cookies["csrftoken"] = str(number) * 32
        begin(client, "pebbles", token="the-same-token")
    assert Table.objects.values("host").distinct().count() == 2


def test_who_signs_up_goes_on_with_their_tables(guest, mailoutbox):
    client, table = guest
    play(table)
    row, key = own_seat(table).user, client.session.session_key
    assert sign_up(client, mailoutbox).status_code == 302
    elena = User.objects.get()
    assert (elena.pk, elena.email, elena.guest_since, str(elena)) == (row.pk, "elena@letters.test", None, "Elena")
    assert elena.check_password(PASSWORD)
    assert client.session.session_key != key
    assert client.get(table.get_absolute_url()).status_code == 200
    assert client.session["_auth_user_id"] == str(elena.pk)
    assert own_seat(table).user == elena


def test_nothing_is_stored_of_them_before_the_code(guest, mailoutbox):
    client, table = guest
    client.post(SIGNUP, {"display_name": "Elena", "email": "elena@letters.test", "password1": PASSWORD})
    row = User.objects.get()
    assert (row.email, row.display_name, row.has_usable_password(), row.is_guest) == (None, "", False, True)
    assert not EmailAddress.objects.exists()
    assert client.get(table.get_absolute_url()).status_code == 200


def test_an_address_that_has_an_account_is_not_told_and_changes_nothing(guest, mailoutbox):
    client, table = guest
    elena = member()
    client.post(SIGNUP, {"display_name": "Other", "email": elena.email, "password1": PASSWORD})
    queue.send_due(now=timezone.now())
    assert not re.search(r"\d{4}-\d{4}", mailoutbox[-1].body)
    assert own_seat(table).user.is_guest


def test_who_signs_in_takes_their_practice_along_and_the_guest_is_gone(guest):
    client, table = guest
    play(table)
    elena, key = member(), client.session.session_key
    row = own_seat(table).user
    response = client.post(LOGIN, {"login": elena.email, "password": PASSWORD})
    assert response.status_code == 302
    assert client.session.session_key != key
    assert client.session["_auth_user_id"] == str(elena.pk)
    assert list(User.objects.all()) == [elena]
    assert own_seat(table).user == elena
    assert factories.fresh(table).host == elena
    assert set(Tenure.objects.filter(seat=own_seat(table)).values_list("user", flat=True)) == {elena.pk}
    assert set(Move.objects.filter(seat=own_seat(table)).values_list("user", flat=True)) == {elena.pk}
    assert not Session.objects.filter(session_key=key).exists()
    assert row.pk != elena.pk
    assert all(finding.ok for finding in verify.verify_table(factories.fresh(table)))


def test_who_signs_in_by_a_mailed_code_takes_their_practice_along(guest, mailoutbox):
    client, table = guest
    elena = member()
    client.post("/accounts/login/code/", {"email": elena.email})
    assert own_seat(table).user.is_guest
    assert client.post("/accounts/login/code/confirm/", {"code": code(mailoutbox)}).status_code == 302
    assert own_seat(table).user == elena
    assert list(User.objects.all()) == [elena]


def test_a_guest_that_was_swept_away_meanwhile_signs_up_like_anybody(guest, mailoutbox):
    client, _table = guest
    client.post(SIGNUP, {"display_name": "Elena", "email": "elena@letters.test", "password1": PASSWORD})
    assert guests.forget(guest_id=User.objects.get().pk, now=timezone.now())
    client.post(SIGNUP, {"display_name": "Elena", "email": "elena@letters.test", "password1": PASSWORD})
    client.post(CONFIRM, {"code": code(mailoutbox)})
    assert User.objects.get().email == "elena@letters.test"


def test_signing_in_with_a_wrong_password_moves_nothing(guest):
    client, table = guest
    elena = member()
    client.post(LOGIN, {"login": elena.email, "password": "wrong-horn-7"})
    assert own_seat(table).user.is_guest
    assert client.get(table.get_absolute_url()).status_code == 200


def test_a_page_asked_for_is_gone_to_after_signing_in(guest):
    client, table = guest
    elena = member()
    response = client.post(f"{LOGIN}?next={table.get_absolute_url()}", {"login": elena.email, "password": PASSWORD})
    assert response.url == table.get_absolute_url()


def test_guests_who_stay_away_go_with_all_they_have():
    away, here = signed_in(), signed_in()
    gone, table = begin(away), begin(here)
    keys = away.session.session_key, here.session.session_key
    past = timezone.now() - timedelta(days=8)
    User.objects.update(guest_since=past)
    User.objects.filter(pk=own_seat(gone).user_id).update(last_login=past)
    assert guests.sweep(now=timezone.now()) == 1
    assert list(Table.objects.all()) == [table]
    assert list(User.objects.all()) == [own_seat(table).user]
    assert [Session.objects.filter(session_key=key).exists() for key in keys] == [False, True]
    assert away.get(gone.get_absolute_url())["Location"].startswith("/accounts/login/")


def test_coming_back_is_noticed(guest):
    client, table = guest
    past = timezone.now() - timedelta(days=6)
    User.objects.update(guest_since=past, last_login=past)
    session = client.session
    session["accounts_seen"] = 0
    session.save()
    client.get(table.get_absolute_url())
    assert timezone.now() - User.objects.get().last_login < timedelta(minutes=1)


def test_a_table_that_a_member_keeps_outlives_the_guest(guest, mailoutbox):
    client, table = guest
    sign_up(client, mailoutbox)
    assert practice.keep(table_id=table.pk, user=User.objects.get(), keeps=True)
    later = timezone.now() + timedelta(days=90)
    assert (guests.sweep(now=later), practice.forget_unused(now=later)) == (0, 0)
    assert factories.fresh(table).kept


def test_a_guest_keeps_no_table(guest):
    _client, table = guest
    assert not practice.keep(table_id=table.pk, user=own_seat(table).user, keeps=True)


def test_a_guest_who_has_enough_is_forgotten_at_once(guest):
    client, _table = guest
    assert "deleted" in page_of(client, "/accounts/guest/forget/")
    assert client.post("/accounts/guest/forget/").url == "/"
    assert not User.objects.exists()
    assert not Table.objects.exists()
    assert client.get("/my/").url.startswith(LOGIN)


def test_the_limit_per_address_holds_for_a_thousand_tries(time_machine):
    """Ten of a thousand new browsers at one address get a table. The clock is frozen, so a slow machine changes nothing."""
    time_machine.move_to(timezone.now(), tick=False)
    answers = [signed_in().post(reverse("tables:practice", args=["pebbles"])).status_code for _try in range(1000)]
    assert answers.count(302) == 10
    assert answers.count(429) == 990
    assert User.objects.count() == Table.objects.count() == 10
    elsewhere = signed_in().post(reverse("tables:practice", args=["pebbles"]), REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302


def test_a_flood_of_guests_stops_at_the_limit_of_the_site_and_sign_up_stays_open(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_all": "3/h/key"}
    begin = reverse("tables:practice", args=["pebbles"])
    answers = [signed_in().post(begin, REMOTE_ADDR=f"2001:db8:{number:x}::1") for number in range(1, 6)]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429] * 2
    assert User.objects.count() == 3
    assert reverse("account_signup") in answers[-1].content.decode()
    assert signed_in().get("/accounts/signup/", REMOTE_ADDR="2001:db8:4::1").status_code == 200
    assert signed_in().post("/accounts/signup/", {}, REMOTE_ADDR="2001:db8:4::1").status_code == 200


MEMBERS_ONLY = ("/tables/new/", "/my/feed/", "/my/ways/", "/my/time/", "/mail/")


@pytest.mark.parametrize("address", MEMBERS_ONLY)
def test_what_takes_an_account_leads_to_where_one_signs_up(guest, address):
    client, _table = guest
    response = client.get(address)
    assert response.url.startswith(SIGNUP)
    assert "keep your practice tables" in page_of(client, response.url)


def test_a_guest_joins_opens_says_and_comments_nothing(guest):
    client, table = guest
    open_table = factories.open_table(factories.person())
    posts = {
        reverse("tables:join", args=[open_table.code]): {"word": "Hello"},
        reverse("tables:create"): {"game": "specimen", "seats": 2, "word": "Hello"},
        reverse("tables:chat", args=[table.code]): {"text": "Good day"},
    }
    for address, fields in posts.items():
        assert client.post(address, fields).url.startswith(SIGNUP)
        assert client.post(address, fields, headers=HTMX)["HX-Redirect"].startswith(SIGNUP)
    assert open_table.seats.filter(user__isnull=False).count() == 1
    assert not table.chat.exists()
    assert Table.objects.count() == 2


def test_nobody_sees_the_page_of_a_guest_nor_finds_them_by_a_name(guest):
    client, table = guest
    row = own_seat(table).user
    assert signed_in(factories.person()).get(reverse("tables:person", args=[row.pk])).status_code == 404
    assert client.get(reverse("tables:person", args=[row.pk])).status_code == 404
    assert f"/people/{row.pk}/" not in page_of(client, table.get_absolute_url())
    assert not User.objects.filter(name_key=names.folded("Guest")).exists()


def test_nobody_may_be_called_guest():
    with pytest.raises(Exception, match="reserved"):
        names.validate_new_name("Guest")


def test_for_the_admin_a_guest_is_a_stranger_and_not_in_its_list(guest):
    client, _table = guest
    assert client.get("/admin/").url.startswith("/admin/login/")
    staff = factories.person()
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    page = page_of(signed_in(User.objects.get(pk=staff.pk)), "/admin/accounts/user/")
    assert "1 person" in page or staff.email in page
    assert f"/admin/accounts/user/{User.objects.get(guest_since__isnull=False).pk}/" not in page


PAGES = (
    *(
        "/",
        "/about/",
        "/tables/",
        "/my/",
        "/my/count/",
        "/my/next/",
        "/archive/",
        "/archive/statistics/",
        "/archive/ratings/",
        "/staff/",
    ),
    *("/accounts/login/", "/accounts/signup/", "/accounts/delete/", "/accounts/logout/", "/accounts/2fa/", "/accounts/email/"),
    *("/accounts/password/change/", "/accounts/confirm-email/", "/accounts/profile/", "/accounts/guest/forget/"),
    "/rules/gonzaga/",
)
OF_THE_TABLE = ("detail", "log", "recap", "orders", "plan", "concede", "resign", "agree", "briefing", "times", "come_back")


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_page_a_guest_can_reach_answers(language):
    client = signed_in()
    client.cookies["django_language"] = language
    table = begin(client, "zena1814")
    assert own_seat(table).user.language == language
    for address in (*PAGES, *(reverse(f"tables:{name}", args=[table.code]) for name in OF_THE_TABLE)):
        response = client.get(address, follow=True)
        assert response.status_code in (200, 404, 405), address
        shown = re.sub(r"<style.*?</style>|<script.*?</script>", "", response.content.decode(), flags=re.DOTALL)
        assert not re.search(r">\s*None\s*<", shown), address


def test_the_demo_and_my_games_speak_to_a_guest(guest):
    client, table = guest
    page = page_of(client, "/my/")
    assert table.get_absolute_url() in page
    assert "You are playing as a guest" in page
    assert SIGNUP in page


def test_a_member_is_not_called_a_guest():
    assert "You are playing as a guest" not in page_of(signed_in(factories.person()), "/my/")


def test_variations_of_a_public_game_go_along_to_the_account(guest):
    client, _table = guest
    night = factories.play_to_end(factories.running_table(factories.person(), factories.person()))
    address = f"{reverse('tables:plan', args=[night.code])}?at=0"
    step = client.post(address, {"do": "reply"})["Location"]
    client.post(step, {"do": "note", "text": "Tried as a guest."})
    user = member()
    client.post(LOGIN, {"login": user.email, "password": PASSWORD})
    [node] = PlanNode.objects.filter(owner=user)
    assert node.note == "Tried as a guest."
    assert "Tried as a guest." in page_of(client, step)
