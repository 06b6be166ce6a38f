"""Several people at one screen. A hand is shown after a press on its seat's button, or on a phone with the seat's code."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import guests, leaving
from accounts.models import User
from engines import registry
from engines.contract import Filed
from tables.models import Decision, Notification, PhoneHand, Table
from tables.pages import my_games
from tables.selectors import coding
from tables.selectors.archive import export
from tables.selectors.play import hot_seat as selector
from tables.selectors.play import state
from tables.services.archive import verify
from tables.services.lobby import hot_seat, practice
from tables.services.play import preparing
from tables.views.lobby.hot_seat import COOKIE
from tests.site import factories
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
GAMES = registry.PLAYABLE
NAMES = ["Anna", "Bruno", "Chiara"]


def opened(client, game="gonzaga", names=NAMES, bots=0):
    """Open a hot-seat table with its form and return it."""
    sent = {f"name{number}": name for number, name in enumerate(names, 1)} | {"bots": bots}
    response = client.post(reverse("tables:hot_seat", args=[game]), sent)
    assert response.status_code == 302, response.content.decode()
    return Table.objects.get(code=response["Location"].strip("/").split("/")[-1])


def seat_named(table, name):
    return table.seats.select_related("user", "table").get(user__display_name=name)


def show(client, seat):
    response = client.post(reverse("tables:show_seat", args=[seat.table.code, seat.position]))
    assert response.status_code == 302


def shown(client, table):
    """Return the seat whose view the table's page shows, or None for a spectator's view."""
    return client.get(table.get_absolute_url()).context["page"].me


def send(client, table, seat, shown=None, **more):
    """Send the bot's choice for a seat, as the page does. Return the response."""
    seat.refresh_from_db()
    engine, waiting = registry.engine(table.game), factories.waiting(factories.fresh(table), seat)
    action = engine.bot(state.seen(factories.fresh(table), seat), waiting[0])
    sent = {"key": waiting[0].key, "own_ply": seat.plies, "token": f"turn-{seat.pk}-{seat.plies}"}
    sent["action"] = coding.to_text(action.actions[0] if isinstance(action, Filed) else action)
    sent |= {"shown": shown} if shown else {}
    return client.post(reverse("tables:act", args=[table.code]), sent, **more)


def asked(table):
    rows = Decision.objects.open().unanswered().filter(table=table, when="now", seat__user__isnull=False)
    return [row.seat for row in rows.select_related("seat__user", "seat__table").order_by("seat__index")]


@pytest.fixture
def host():
    return signed_in(factories.person("Host"))


@pytest.mark.parametrize("game", GAMES)
def test_people_with_names_sit_at_the_screen_of_a_host_without_a_seat(host, game):
    most = max(registry.engine(game).seat_range)
    table = opened(host, game, ["Anna", "Bruno"], bots=most - 2)
    assert (table.practice, table.hot_seat, table.rated, table.visibility) == (True, True, False, "private")
    assert table.host.display_name.startswith("Host")
    assert not table.seats.filter(user=table.host).exists()
    people = [seat.user for seat in table.seats.filter(user__isnull=False).order_by("position")]
    assert [(str(user), user.is_guest, user.name_key) for user in people] == [("Anna", True, ""), ("Bruno", True, "")]
    assert table.seats.exclude(bot="").count() == most - 2
    assert not Notification.objects.exists()


def test_names_of_accounts_may_be_used_at_a_screen(host):
    factories.person("Anna")
    assert opened(host).seats.filter(user__display_name="Anna", user__guest_since__isnull=False).exists()


@pytest.mark.parametrize(
    ("names", "bots"),
    [
        *(
            (["Anna"], 0),
            (["Anna", "anna"], 0),
            (["Anna", "Isotta"], 0),
            (["Anna", "a"], 0),
            (["Anna", "x" * 40], 0),
            (NAMES, 2),
        ),
        *((["Anna", "\u0410nn\u0430"], 0), (["Anna", "\u3164\u3164"], 0), (["Anna", "Anna\u3164"], 0), (["Anna", "Admin"], 0)),
    ],
)
def test_what_cannot_be_a_table_is_refused_on_the_form(host, names, bots):
    sent = {f"name{number}": name for number, name in enumerate(names, 1)} | {"bots": bots}
    page = page_of_post(host, reverse("tables:hot_seat", args=["gonzaga"]), sent, 422)
    assert "errorlist" in page
    assert not Table.objects.exists()


def page_of_post(client, address, sent, status):
    response = client.post(address, sent)
    assert response.status_code == status
    return response.content.decode()


def test_a_stranger_opens_one_as_a_guest():
    client = signed_in()
    table = opened(client)
    assert table.host.is_guest
    assert client.get(table.get_absolute_url()).context["page"].screen is not None


@pytest.mark.parametrize("game", GAMES)
def test_between_turns_the_screen_shows_what_an_onlooker_sees(host, game):
    """Between turns, the page has the view of a spectator and names the next player."""
    table = opened(host, game, ["Anna", "Bruno"], bots=max(registry.engine(game).seat_range) - 2)
    response = host.get(table.get_absolute_url())
    page = response.context["page"]
    assert page.me is None
    assert page.seen == state.seen(factories.fresh(table), None)
    assert page.screen.next.seat in asked(table)
    assert str(page.screen.next.seat.user) in response.content.decode()


@pytest.mark.parametrize("path", ["recap", "plan", "orders", "hint", "log", "take_back", "concede", "agree", "briefing"])
def test_other_pages_of_the_table_are_those_of_an_onlooker_between_turns(host, path):
    table = opened(host)
    first = asked(table)[0]
    show(host, first)
    send(host, table, first)
    response = host.get(reverse(f"tables:{path}", args=[table.code]))
    assert response.status_code < 500
    if response.status_code == 200:
        assert response.context["user"] == table.host
        assert getattr(response.context.get("page"), "me", None) is None


@pytest.mark.parametrize("path", ["act", "draft", "file"])
def test_nothing_can_be_sent_between_turns(host, path):
    table = opened(host)
    before = factories.fresh(table).seq
    assert host.post(reverse(f"tables:{path}", args=[table.code]), {"key": "x"}).status_code in (403, 404, 422)
    assert factories.fresh(table).seq == before


@pytest.mark.parametrize("game", GAMES)
def test_a_press_shows_one_seat_and_its_move_hides_it(host, game):
    table = opened(host, game, ["Anna", "Bruno"], bots=max(registry.engine(game).seat_range) - 2)
    seat = asked(table)[0]
    show(host, seat)
    response = host.get(table.get_absolute_url())
    assert response.context["page"].me == seat
    assert response.context["page"].seen == state.seen(factories.fresh(table), seat)
    assert f"seat of {seat.user}" in response.content.decode()
    assert response.context["waiting_count"] == 0, "that of the host"
    turns = 0
    while seat in asked(table):
        assert shown(host, table) == seat
        answer = send(host, table, seat)
        assert answer.status_code == 302, answer.content.decode()[:3000]
        turns += 1
    assert turns
    assert answer["Location"] == table.get_absolute_url()
    assert shown(host, table) is None


def test_a_move_that_is_sent_twice_leads_on(host):
    """A form sent when the seat is hidden again is refused, and the response says how to continue."""
    table = opened(host)
    seat = asked(table)[0]
    show(host, seat)
    send(host, table, seat)
    seq = factories.fresh(table).seq
    response = host.post(reverse("tables:act", args=[table.code]), {"key": "x", "own_ply": 0, "token": "t" * 16})
    assert response.status_code == 422
    assert "Press your name to continue" in response.content.decode()
    assert "Pass the device to" in response.content.decode()
    assert factories.fresh(table).seq == seq


def test_with_scripts_a_move_leads_to_the_page_between_turns(host):
    table = opened(host)
    seat = asked(table)[0]
    show(host, seat)
    answer = send(host, table, seat, headers=HTMX)
    assert (answer.headers["HX-Redirect"], answer.content) == (table.get_absolute_url(), b"")
    assert shown(host, table) is None


def test_a_refused_move_keeps_the_seat(host):
    table = opened(host)
    seat = asked(table)[0]
    show(host, seat)
    assert host.post(reverse("tables:act", args=[table.code]), {"key": "x", "own_ply": 0, "token": "t" * 16}).status_code == 422
    assert shown(host, table) == seat


def test_a_look_between_turns_stays_until_it_is_hidden(host):
    table = opened(host)
    first = asked(table)[0]
    show(host, first)
    send(host, table, first)
    show(host, first)
    assert shown(host, table) == first
    host.post(reverse("tables:plan", args=[table.code]), {"notes": "mine"})
    assert shown(host, table) == first
    assert host.post(reverse("tables:hide_seat", args=[table.code])).status_code == 302
    assert shown(host, table) is None


def test_simultaneous_decisions_are_asked_one_after_another(host):
    """Plans in Gonzaga are made one seat at a time, each with only that seat's own view."""
    table, names = opened(host), []
    while waiting := asked(table):
        if factories.waiting(factories.fresh(table), waiting[0])[0].kind != "plan":
            break
        page = host.get(table.get_absolute_url()).context["page"]
        assert [each.seat for each in page.screen.deciding_seats] == waiting
        seat = page.screen.next.seat
        names.append(str(seat.user))
        show(host, seat)
        assert host.get(table.get_absolute_url()).context["page"].seen == state.seen(factories.fresh(table), seat)
        send(host, table, seat)
    assert sorted(names) == NAMES


def test_a_window_left_open_sends_nothing_for_the_seat_shown_now(host):
    """Plans of all seats have the same key, so the form names its seat and an outdated form is refused."""
    table = opened(host)
    first, second, *others = asked(table)
    show(host, first)
    left_open = re.search(r'name="shown" value="(\d+)"', host.get(table.get_absolute_url()).content.decode().replace("\n ", ""))
    assert left_open
    show(host, second)
    seq = factories.fresh(table).seq
    response = send(host, table, second, shown=left_open[1])
    assert response.status_code == 422
    assert factories.fresh(table).seq == seq
    assert asked(table) == [first, second, *others]
    assert shown(host, table) is None


def test_another_table_hides_the_seat(host):
    table, other = opened(host), opened(host)
    show(host, asked(table)[0])
    assert shown(host, other) is None
    assert shown(host, table) is None


def test_the_list_of_games_hides_the_seat(host):
    table = opened(host)
    show(host, asked(table)[0])
    page_of(host, reverse("tables:mine"))
    assert shown(host, table) is None


def test_a_seat_is_not_shown_the_next_day(host, monkeypatch):
    table = opened(host)
    show(host, asked(table)[0])
    session = host.session
    code, seat, until = session["shown_seat"]
    session["shown_seat"] = [code, seat, until - 3601]
    session.save()
    assert shown(host, table) is None


def test_nobody_else_may_show_a_seat_or_make_a_code(host):
    table = opened(host)
    seat = asked(table)[0]
    for client in (signed_in(), signed_in(factories.person("Other"))):
        for address in (
            reverse("tables:show_seat", args=[table.code, seat.position]),
            reverse("tables:phone", args=[table.code, seat.position]),
            reverse("tables:hide_seat", args=[table.code]),
        ):
            assert client.post(address).status_code in (302, 404)
        assert client.get(table.get_absolute_url()).status_code in (302, 404)
    assert not PhoneHand.objects.exists()


def test_a_session_cannot_show_a_seat_of_somebody_elses_table(host):
    """A session cannot show a seat of another user's table, even if the seat's id is in the session."""
    theirs = opened(signed_in(factories.person("Other")))
    mine = opened(host)
    show(host, asked(mine)[0])
    session = host.session
    session["shown_seat"][:2] = [theirs.code, asked(theirs)[0].pk]
    session.save()
    assert host.get(theirs.get_absolute_url()).status_code == 404


def test_a_bot_has_no_seat_to_show(host):
    table = opened(host, names=["Anna", "Bruno"], bots=1)
    bot = table.seats.exclude(bot="").get()
    assert host.post(reverse("tables:show_seat", args=[table.code, bot.position])).status_code == 404
    assert host.post(reverse("tables:phone", args=[table.code, bot.position])).status_code == 422


def phone_code(client, seat):
    response = client.post(reverse("tables:phone", args=[seat.table.code, seat.position]))
    assert response.status_code == 200
    return response.context["code"]


def on_phone(code, phone=None):
    """Enter a seat's code on a phone, and return the phone's browser."""
    phone = phone or signed_in()
    assert phone.post(reverse("tables:hand"), {"code": code}).status_code == 302
    return phone


def test_a_code_opens_one_hand_and_nothing_else(host):
    table = opened(host)
    seat = seat_named(table, "Bruno")
    phone = on_phone(phone_code(host, seat))
    response = phone.get(reverse("tables:hand"))
    assert response.context["page"].me == seat
    assert response.context["page"].seen == state.seen(factories.fresh(table), seat)
    assert response["Cache-Control"].startswith("max-age=0") or "no-store" in response["Cache-Control"]
    assert phone.get(table.get_absolute_url()).status_code in (302, 404)
    assert send(phone, table, seat).status_code in (302, 404)
    assert factories.fresh(table).seq == table.seq
    assert phone.cookies[COOKIE]["httponly"]


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_of_every_game_is_read_on_a_phone(host, game):
    table = opened(host, game, ["Anna", "Bruno"], bots=max(registry.engine(game).seat_range) - 2)
    page = page_of(on_phone(phone_code(host, seat_named(table, "Anna"))), reverse("tables:hand"))
    assert "Hand of Anna" in page
    assert "<form" in page
    assert reverse("tables:act", args=[table.code]) not in page


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_says_that_it_shows_a_draft(host, game):
    table = opened(host, game, ["Anna", "Bruno"], bots=max(registry.engine(game).seat_range) - 2)
    seat = asked(table)[0]
    phone = on_phone(phone_code(host, seat))
    engine, waiting = registry.engine(game), factories.waiting(table, seat)[0]
    action = engine.bot(state.seen(factories.fresh(table), seat), waiting)
    drafted = [action.actions[0] if isinstance(action, Filed) else action]
    assert "Your draft" not in page_of(phone, reverse("tables:hand"))
    preparing.save_draft(seat_id=seat.pk, key=waiting.key, actions=drafted, now=NOW)
    assert "Your draft, not sent yet." in page_of(phone, reverse("tables:hand"))


def test_a_phone_goes_along_when_a_move_is_taken_back(host):
    table = opened(host)
    for _turn in range(4):
        seat = asked(table)[0]
        show(host, seat)
        send(host, table, seat)
    phone, version = on_phone(phone_code(host, seat)), factories.fresh(table).changes
    show(host, seat)
    taken_back = host.post(reverse("tables:take_back", args=[table.code]))["Location"].strip("/").split("/")[-1]
    page = phone.get(reverse("tables:hand")).context["page"]
    assert (page.table.code, str(page.user)) == (taken_back, str(seat.user))
    assert factories.fresh(table).changes > version, "the phone asks again"
    assert PhoneHand.objects.count() == 1


@pytest.mark.parametrize("dash", ["", "-", "–", "\u00a0", "\u2011", "\u200b", " . "])
@pytest.mark.parametrize("zero", ["０", "٠", "०"])
def test_a_code_is_typed_with_any_dash_and_the_digits_of_any_keyboard(host, dash, zero):
    table = opened(host)
    seat = seat_named(table, "Anna")
    code = hot_seat.make_code(table_id=table.pk, position=seat.position, host=table.host, now=timezone.now())
    written = "".join(chr(ord(zero) + int(letter)) if letter.isdigit() else letter for letter in code)
    on_phone(f"{written[:4]}{dash}{written[4:]}")


def test_a_code_works_once(host):
    table = opened(host)
    code = phone_code(host, seat_named(table, "Anna"))
    on_phone(code.upper().replace(" ", "-"))
    page_of_post(signed_in(), reverse("tables:hand"), {"code": code}, 422)


def test_a_code_expires(host):
    table = opened(host)
    seat = seat_named(table, "Anna")
    code = hot_seat.make_code(table_id=table.pk, position=seat.position, host=table.host, now=NOW)
    assert hot_seat.open_hand(typed=code, now=NOW + timedelta(minutes=10)) is None
    assert hot_seat.open_hand(typed=code, now=NOW + timedelta(minutes=9, seconds=59)) is not None


@pytest.mark.parametrize("typed", ["", "x", "2222 2222", "\x00", "ü" * 8, "a" * 500])
def test_what_is_no_code_is_refused(host, typed):
    phone_code(host, seat_named(opened(host), "Anna"))
    page_of_post(signed_in(), reverse("tables:hand"), {"code": typed}, 422)
    assert PhoneHand.objects.filter(opened_at=None).count() == 1


def test_a_new_code_or_one_press_closes_the_phone(host):
    table = opened(host)
    seat = seat_named(table, "Anna")
    phone = on_phone(phone_code(host, seat))
    second = phone_code(host, seat)
    assert "page" not in (phone.get(reverse("tables:hand")).context or {})
    phone = on_phone(second)
    changes = factories.fresh(table).changes
    sent = {"do": "withdraw"}
    assert host.post(reverse("tables:phone", args=[table.code, seat.position]), sent).status_code == 302
    assert factories.fresh(table).changes > changes
    assert "Show hand" in page_of(phone, reverse("tables:hand"))
    assert phone.get(reverse("tables:hand"), headers=HTMX).headers["HX-Redirect"] == reverse("tables:hand")


def test_a_withdrawn_code_opens_nothing(host):
    table = opened(host)
    seat = seat_named(table, "Anna")
    code = phone_code(host, seat)
    host.post(reverse("tables:phone", args=[table.code, seat.position]), {"do": "withdraw"})
    page_of_post(signed_in(), reverse("tables:hand"), {"code": code}, 422)


def test_tries_of_one_address_are_limited(time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    codes = [signed_in().post(reverse("tables:hand"), {"code": "22222222"}).status_code for _try in range(31)]
    assert codes == [422] * 30 + [429], "two full tables in one house, with typing errors"
    elsewhere = signed_in().post(reverse("tables:hand"), {"code": "22222222"}, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 422


def test_a_cookie_of_another_make_opens_nothing(host):
    seat = seat_named(opened(host), "Anna")
    phone = on_phone(phone_code(host, seat))
    phone.cookies[COOKIE] = phone.cookies[COOKIE].value[:-2] + "xx"
    assert "Show hand" in page_of(phone, reverse("tables:hand"))


def test_the_code_is_not_stored(host):
    code = phone_code(host, seat_named(opened(host), "Anna")).replace(" ", "")
    assert code not in str(PhoneHand.objects.values().get())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_can_be_replayed_and_checked(host, game):
    names = ["Anna", "Bruno", "Chiara"][: max(registry.engine(game).seat_range)]
    table = opened(host, game, names)
    for _turn in range(400):
        waiting = asked(table)
        if not waiting:
            break
        if host.session.get("shown_seat", (None, None))[1] != waiting[0].pk:
            show(host, waiting[0])
        assert send(host, table, waiting[0]).status_code == 302
    table = factories.fresh(table)
    assert table.status == Table.Status.ENDED
    page = host.get(table.get_absolute_url())
    assert "Anna" in page.content.decode()
    assert host.get(reverse("archive:step", args=[table.code, 3])).status_code == 200
    assert export.game_record(table).format_version == 4
    assert [finding.code for finding in verify.verify_table(table) if not finding.ok] == []


def test_going_back_keeps_everybody_at_the_screen(host):
    table = opened(host)
    for _turn in range(4):
        seat = asked(table)[0]
        show(host, seat)
        send(host, table, seat)
    show(host, seat)
    response = host.post(reverse("tables:take_back", args=[table.code]))
    fresh = Table.objects.get(code=response["Location"].strip("/").split("/")[-1])
    assert (fresh.hot_seat, fresh.host, fresh.stems_from) == (True, table.host, table)
    assert shown(host, fresh) is None
    assert set(fresh.seats.values_list("user", flat=True)) == set(table.seats.values_list("user", flat=True))
    assert shown(host, table) is None


def test_who_has_left_can_take_the_seat_back(host):
    table = opened(host)
    seat = asked(table)[0]
    show(host, seat)
    host.post(reverse("tables:resign", args=[table.code]))
    host.post(reverse("tables:hide_seat", args=[table.code]))
    screen = host.get(table.get_absolute_url()).context["page"].screen
    assert seat in [each.seat for each in screen.seats]
    assert seat not in [each.seat for each in screen.deciding_seats]
    show(host, seat)
    assert "Take seat back" in page_of(host, table.get_absolute_url())
    assert host.post(reverse("tables:come_back", args=[table.code])).status_code == 302
    assert table.seats.get(pk=seat.pk).is_played_by_person


@pytest.mark.parametrize("at_once", [False, True])
def test_choices_at_the_screen_are_sent_at_once_if_the_host_wants_that(at_once):
    user = factories.person("Host")
    user.sends_at_once = at_once
    user.save(update_fields=["sends_at_once"])
    host = signed_in(user)
    table = opened(host)
    show(host, asked(table)[0])
    page = page_of(host, table.get_absolute_url())
    assert ("js/at-once.js" in page) is at_once
    assert ("Complete turns are sent immediately." in page) is at_once


def test_my_games_leads_to_the_table(host):
    table = opened(host)
    page = page_of(host, reverse("tables:mine"))
    assert table.get_absolute_url() in page
    assert "At this screen" in page


def test_guests_at_a_screen_go_with_their_table(host):
    table = opened(host)
    Table.objects.filter(pk=table.pk).update(moved_at=NOW - practice.KEPT)
    guests.sweep(now=NOW + timedelta(days=30))
    assert User.objects.filter(guest_since__isnull=False).count() == 3
    assert practice.forget_unused(now=NOW) == 1
    assert not User.objects.filter(guest_since__isnull=False).exists()


def test_guests_stay_while_another_table_has_them(host):
    table = opened(host)
    seat = asked(table)[0]
    show(host, seat)
    send(host, table, seat)
    show(host, seat)
    host.post(reverse("tables:take_back", args=[table.code]))
    Table.objects.filter(pk=table.pk).update(moved_at=NOW - practice.KEPT)
    practice.forget_unused(now=NOW)
    assert User.objects.filter(guest_since__isnull=False).count() == 3


def test_an_account_that_goes_takes_its_tables_and_their_guests_along(host):
    table = opened(host)
    leaving.delete_account(user_id=table.host.pk, now=NOW)
    assert not Table.objects.exists()
    assert not User.objects.filter(guest_since__isnull=False).exists()


def test_a_guest_who_signs_in_brings_the_table_along():
    client, user = signed_in(), factories.person("Host")
    table = opened(client)
    guests.hand_over(guest=table.host, user=user, now=NOW)
    table.refresh_from_db()
    assert table.host == user
    assert shown(signed_in(user), table) is None
    assert selector.hosted(user.pk) == [table]


def test_the_host_keeps_the_table(host):
    table = opened(host)
    host.post(reverse("tables:keep", args=[table.code]))
    assert factories.fresh(table).kept


def test_a_finished_game_at_a_screen_is_in_the_hosts_finished_games(host):
    table = factories.play_to_end(opened(host))
    assert selector.hosted(table.host_id) == []
    [row] = my_games.my_games(table.host).finished
    winners = [str(seat.user) for seat in table.seats.filter(place=1).select_related("user")]
    assert row.card.table == table
    assert all(name in str(row.words) for name in [*winners, "won"])
    assert table.code in page_of(host, reverse("tables:mine"))
