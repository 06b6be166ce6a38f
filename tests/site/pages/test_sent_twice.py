"""Forms of the site, sent twice: each is carried out once, and its second response equals the first."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urljoin, urlsplit

import pytest
from django.apps import apps
from django.contrib.messages import ERROR, get_messages
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from accounts.models import User
from tables.models import Absence, Club, Membership, Report, Seat, ShownPlan, SiteEvent, Table, Webhook
from tables.models.hidden import Sealed
from tables.services import quarantine
from tables.services.clubs import founding, members
from tables.services.lobby import hot_seat, inviting, practice
from tables.services.lobby import tables as joining
from tests.site import archiving, factories, practising, pressing
from tests.site.pages import test_views_crawl as crawl
from tests.site.pages.test_views_crawl import table  # noqa: F401
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
ADMIN = "dario"
# Input for form fields that are empty on the page.
TYPED = {
    "text": "Good day",
    "reason": "Rude words",
    "word": "horn",
    "wish": "May I?",
    "name": "New couriers",
    "first": "2026-05-04",
    "last": "2026-05-06",
    "url": "https://example.org/hook",
    "person": "Dario",
}
# Names of addresses at which the second response cannot equal the first, with the reason.
OTHERWISE = {
    "account_logout": "Nobody is signed in any more.",
    "accounts:delete": "The account is gone.",
    "account_change_password": "The password that was typed is no longer the one they have.",
    "tables:try_mail": "Each press sends oneself a message, as it says, and a limit keeps them few.",
    "tables:draft": "A draft is a step further each time, and nothing of it is sent.",
}
# Models to which a repeated form may add further rows.
BESIDE = {"sessions.Session", "accounts.UserSession", "tables.SentForm"}


def _as_admin(at: Table) -> None:
    """Make the user of ``ADMIN`` an admin, with one open report and one report that was settled by a suspension."""
    admin = User.objects.get(email=f"{ADMIN}@demo.test")
    admin.is_staff = admin.is_superuser = True
    admin.save(update_fields=["is_staff", "is_superuser"])
    about, reporter = User.objects.get(email="anna@demo.test"), User.objects.get(email="bruno@demo.test")
    for more in ({}, {"settled_at": NOW, "outcome": Report.Outcome.SUSPENSION, "until": NOW + timedelta(days=3)}):
        Report.objects.create(reporter=reporter, about=about, table=at, reason="Rude.", at=NOW, **more)


def _pages_of_admins() -> Iterator[tuple[str, HttpResponse]]:
    """Yield all admin pages that can be reached from the lists and from existing rows."""
    client, known = crawl._client(ADMIN), {reverse(f"staff:{name}") for name in ("tables", "clubs", "reports")}
    known |= {reverse("staff:table", args=[each.code]) for each in Table.objects.all()}
    known |= {reverse("staff:club", args=[each.slug]) for each in Club.objects.all()}
    known |= {reverse("staff:person", args=[each.pk]) for each in User.objects.all()}
    waiting = sorted(known)
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        yield address, response
        leads = {lead for lead in crawl._leads(address, response) if lead.startswith(reverse("staff:tables")[:7])} - known
        known |= leads
        waiting += leads


def presses(who: str, at: Table) -> Iterator[tuple[str, pressing.Press]]:
    """Yield one press of each kind of button on the pages that the user can reach."""
    seen = set()
    pages = _pages_of_admins() if who == ADMIN else crawl._crawled(who, at)
    for address, response in pages:
        if response.status_code == 200 and "html" in response.headers.get("Content-Type", ""):
            for press in pressing.presses(response.content.decode(), TYPED):
                if "csrfmiddlewaretoken" in press.sent:
                    leads = urljoin(address, press.address or address)
                    name = resolve(urlsplit(leads).path).view_name
                    kind = name, tuple(press.sent.get("do", [])), tuple(sorted(press.sent))
                    if kind not in seen:
                        seen.add(kind)
                        yield name, pressing.Press(leads, press.sent, press.css)


def rows() -> Counter[str]:
    """Return the number of rows of each model, except the models in ``BESIDE``."""
    models = [model for model in apps.get_models() if model._meta.label not in BESIDE]
    return Counter({model._meta.label: model._default_manager.count() for model in models})


def sent(client: Client, press: pressing.Press) -> HttpResponse:
    return client.post(press.address, press.sent)


def answer(response: HttpResponse) -> tuple[int, str, bool]:
    """Return the status and redirect of a response, and whether it contains an error message."""
    said = get_messages(response.wsgi_request)  # type: ignore[attr-defined]
    return response.status_code, response.get("Location", ""), any(message.level == ERROR for message in said)


def _hide_everything() -> None:
    """Restrict all tables and clubs to their members, so that leaving a table or club hides it."""
    Table.objects.update(visibility=Table.Visibility.PRIVATE)
    Club.objects.update(outsiders=Club.Outsiders.NOTHING)


@pytest.mark.parametrize("hides", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("who", ["anna", "bruno", ADMIN])
def test_what_is_sent_twice_is_done_once_and_answered_alike(table, who, hides):  # noqa: F811
    """A form sent twice is carried out once and gets equal responses, unless ``OTHERWISE`` has a reason.

    The test is slow because it sends a form of every kind.
    """
    if who == ADMIN:
        _as_admin(table)
    if hides:
        _hide_everything()
    faults, kinds = [], set()
    for name, press in presses(who, table):
        kinds.add(name)
        with transaction.atomic():
            client = crawl._client(who)
            first = answer(sent(client, press))
            after = rows()
            second = answer(sent(client, press))
            if second != first or (rows() != after and name not in OTHERWISE):
                made = dict(rows() - after)
                faults.append((name, press.sent.get("do"), first, second, made))
            transaction.set_rollback(True)
    assert [fault for fault in faults if fault[0] not in OTHERWISE] == []
    assert len(kinds) > (5 if who == ADMIN else 15)


def test_a_webhook_sent_twice_is_one_and_another_at_its_address_is_refused():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    at = factories.running_table(anna, ben)
    client = signed_in(anna)
    for address, stored in (
        (reverse("tables:add_hook", args=["json"]), Webhook.objects.filter(owner=anna)),
        (reverse("tables:add_table_hook", args=[at.code, "json"]), Webhook.objects.filter(table=at)),
    ):
        press = next(each for each in pressing.presses(page_of(client, address), TYPED) if "url" in each.sent)
        answers = [client.post(address, press.sent) for _time in range(2)]
        assert ([each.status_code for each in answers], stored.count()) == ([302, 302], 1)
        anew = next(each for each in pressing.presses(page_of(client, address), TYPED) if "url" in each.sent)
        refused = client.post(address, anew.sent)
        assert (refused.status_code, stored.count()) == (422, 1)
        assert "There is already a webhook with this address." in refused.text
        cache.clear()  # forgets the limit of new webhooks
        for alike in ("https://EXAMPLE.org/hook", "https://example.org:443/hook", "https://example.org./hook#new"):
            again = next(
                each for each in pressing.presses(page_of(client, address), TYPED | {"url": alike}) if "url" in each.sent
            )
            assert client.post(address, again.sent | {"url": [alike]}).status_code == 422, alike
        other = next(each for each in pressing.presses(page_of(client, address), TYPED) if "url" in each.sent)
        assert client.post(address, other.sent | {"url": ["https://example.org/Hook"]}).status_code == 302


def test_an_absence_announced_twice_is_one(time_machine):
    time_machine.move_to(NOW)
    client = signed_in(factories.person())
    for first in ("2026-05-04", NOW.date().isoformat()):
        sent_days = {"first": first, "last": "2026-05-06" if first > "2026-05" else "2026-03-06"}
        assert [client.post(reverse("tables:away"), sent_days).status_code for _time in range(2)] == [302, 302]
    assert Absence.objects.count() == 2
    overlapping = client.post(reverse("tables:away"), {"first": "2026-05-05", "last": "2026-05-06"})
    assert overlapping.status_code == 422


@pytest.fixture
def staffed():
    """Return a running table, the seat of one of its players, and an admin's client."""
    anna, admin = factories.person("Anna"), factories.person("Dario")
    admin.is_staff = True
    admin.save(update_fields=["is_staff"])
    at = factories.running_table(anna, factories.person("Ben"))
    return at, at.seats.get(user=anna), signed_in(admin)


def press_twice(client: Client, page: str, **typed: str) -> tuple[HttpResponse, HttpResponse]:
    """Send the form of a page twice. Check that the second time adds no rows, and return both responses."""
    press = next(each for each in pressing.presses(page_of(client, page), TYPED) if "reason" in each.sent)
    sending = press.sent | {name: [value] for name, value in typed.items()}
    answers, after = [], []
    for _time in range(2):
        answers.append(client.post(page, sending))
        after.append(rows())
    assert after[0] == after[1], typed
    return answers[0], answers[1]


def test_every_way_to_change_who_plays_is_gone_once(staffed):
    at, seat, client = staffed
    page = reverse("staff:reseat", args=[at.code, seat.pk])
    nora = factories.person("Nora").display_name
    for way, name in [("steward", ""), ("back", ""), ("steward", ""), ("hand", nora)]:
        first, second = press_twice(client, page, to=way, name=name)
        assert (answer(first)[0], answer(first)) == (302, answer(second)), way


def test_a_table_is_given_back_once(staffed):
    at, _seat, client = staffed
    quarantine.quarantine(table_id=at.pk, where="a test", now=NOW)
    first, second = press_twice(client, reverse("staff:release", args=[at.code]))
    assert (answer(first)[0], answer(first)) == (302, answer(second))
    assert SiteEvent.objects.filter(kind="released").count() == 1


def test_a_private_table_and_a_club_are_left_once_and_hidden_afterwards():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    at = factories.open_table(anna, seats=3, visibility=Table.Visibility.PRIVATE)
    joining.join_table(table_id=at.pk, user=ben, word="horn", invite=at.invite, now=NOW)
    club = founding.found_club(user=anna, name="The back room", joining=Club.Joining.OPEN, now=NOW)
    Club.objects.update(outsiders=Club.Outsiders.NOTHING)
    Membership.objects.create(club=club, user=ben, state=Membership.State.MEMBER, at=NOW)
    client, stranger = signed_in(ben), signed_in(factories.person("Cleo"))
    for page in (reverse("tables:leave", args=[at.code]), reverse("clubs:leave", args=[club.slug])):
        press = next(each for each in pressing.presses(page_of(client, page), TYPED) if "token" in each.sent)
        answers = [answer(client.post(page, press.sent)) for _time in range(2)]
        assert answers[0] == answers[1]
        assert answers[0][::2] == (302, False)
        assert stranger.post(page, press.sent).status_code == 404


def twice(client: Client, address: str, sent: object, other: Client | None = None) -> tuple[HttpResponse, HttpResponse]:
    """Send the same values twice, the second time by ``other`` if given. Check that both responses are equal, without an error,
    and that the second one changes nothing."""
    first = client.post(address, sent)
    said = answer(first)
    client.get(reverse("manners"))  # shows the messages of the first response
    after = values()
    second = (other or client).post(address, sent)
    assert (said[0], said[2], answer(second)) == (302, False, said), address
    assert values() == after, address
    return first, second


def values() -> Counter[str]:
    """Return all rows with their values, except sealed ones, which differ each time they are stored."""
    models = [model for model in apps.get_models() if model._meta.label not in BESIDE]
    return Counter(
        f"{model._meta.label} {[(name, value) for name, value in row.items() if not isinstance(value, Sealed)]}"
        for model in models
        for row in model._default_manager.values()
    )


def form(client: Client, page: str, name: str, **typed: str) -> pressing.Press:
    """Return the first form of a page with this field."""
    return next(each for each in pressing.presses(page_of(client, page), TYPED | typed) if name in each.sent)


@pytest.mark.parametrize("visibility", Table.Visibility)
def test_an_invitation_to_a_table_is_declined_once(visibility):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    at = factories.open_table(anna, seats=3, visibility=visibility)
    inviting.invite_person(table_id=at.pk, host=anna, name=ben.display_name, now=NOW)
    address = reverse("tables:decline", args=[at.code])
    twice(signed_in(ben), address, {})
    assert signed_in(factories.person("Cleo")).post(address).status_code == 404


def test_an_absence_is_ended_once(time_machine):
    time_machine.move_to(NOW, tick=False)
    client = signed_in(factories.person())
    for first, last in (("2026-05-04", "2026-05-06"), (NOW.date().isoformat(), "2026-03-06")):
        client.post(reverse("tables:away"), {"first": first, "last": last})
        until = Absence.objects.latest("pk").ends_at
        time_machine.move_to(NOW + timedelta(hours=2), tick=False)
        twice(client, reverse("tables:back", args=[int(until.timestamp())]), {})


def test_a_player_is_removed_once_and_nobody_who_moves_up():
    anna, ben, carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    at = factories.open_table(anna, seats=4, game="zena1814")
    for player in (ben, carla):
        joining.join_table(table_id=at.pk, user=player, word="horn", now=NOW)
    page = reverse("tables:remove", args=[at.code, 1])
    twice(signed_in(anna), page, form(signed_in(anna), page, "person").sent)
    assert list(at.seats.filter(user__isnull=False).order_by("position").values_list("user", flat=True)) == [anna.pk, carla.pk]


def test_a_game_is_started_once_with_those_who_are_there():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    at = factories.open_table(anna, seats=3)
    joining.join_table(table_id=at.pk, user=ben, word="horn", now=NOW)
    twice(signed_in(anna), reverse("tables:start", args=[at.code]), {})


def test_an_open_seat_is_taken_once():
    anna, ben, carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    at = factories.running_table(anna, ben, game="gonzaga")
    seat = factories.seat_of(at, ben)
    Seat.objects.filter(pk=seat.pk).update(steward_since=NOW, opened_at=NOW)
    address = reverse("tables:take", args=[at.code, seat.index])
    twice(signed_in(carla), address, {})
    assert page_of(signed_in(carla), reverse("tables:briefing", args=[at.code]))


def test_what_officers_do_is_done_once():
    anna, ben, carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    club = founding.found_club(user=anna, name="The back room", joining=Club.Joining.OPEN, now=NOW)
    Club.objects.update(outsiders=Club.Outsiders.NOTHING)
    for member in (ben, carla):
        Membership.objects.create(club=club, user=member, state=Membership.State.MEMBER, at=NOW)
    address, client = reverse("clubs:decide", args=[club.slug]), signed_in(anna)
    twice(client, address, {"person": carla.pk, "do": "remove"})
    twice(client, address, {"person": ben.pk, "do": "officer"})
    twice(client, address, {"person": anna.pk, "do": "no_officer"})
    assert client.post(address, {"person": ben.pk, "do": "no_officer"}).status_code == 404


def test_an_invitation_to_a_hidden_club_is_declined_once():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    club = founding.found_club(user=anna, name="The back room", joining=Club.Joining.LETTER, now=NOW)
    Club.objects.update(outsiders=Club.Outsiders.NOTHING)
    members.invite(club_id=club.pk, user=anna, name=ben.display_name, now=NOW)
    twice(signed_in(ben), reverse("clubs:decline", args=[club.slug]), {})


def test_a_step_of_a_plan_is_deleted_once_and_a_variation_withdrawn_once():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    over = archiving.finished(anna, ben)
    client, beginning = signed_in(anna), reverse("tables:plan", args=[over.code]) + "?at=3"
    node = client.post(beginning, {"do": "reply"})["Location"]
    client.post(node, {"do": "show"})
    page = reverse("archive:variation", args=[over.code, ShownPlan.objects.get().pk])
    twice(client, page, form(client, page, "at").sent)
    assert client.get(page).status_code == 404
    sent_form = form(client, node, "before").sent | {"do": ["delete"]}
    first, _second = twice(client, node, sent_form)
    assert client.get(first["Location"]).status_code == 200
    for elsewhere in ("https://example.org/", "//example.org/", f"{beginning}\r\nX: y", "/my/", ""):
        assert client.post(node, sent_form | {"before": [elsewhere]}).status_code == 404


def test_a_move_is_taken_back_once_and_a_guide_begun_once():
    anna = factories.person("Anna")
    client = signed_in(anna)
    at = practising.play_as_bot(client, practising.opened(anna), 3)
    for page, name in ((at.get_absolute_url(), "undo"), (reverse("tables:take_back", args=[at.code]), "undo")):
        press = next(each for each in pressing.presses(page_of(client, page)) if name in each.address)
        twice(client, press.address, press.sent)
    guide = client.post(reverse("tables:guide", args=["gonzaga"]))["Location"]
    press = next(each for each in pressing.presses(page_of(client, guide)) if "afresh" in each.sent)
    first, _second = twice(client, press.address, press.sent)
    assert first["Location"] != guide


def test_a_code_that_is_sent_twice_opens_the_hand_once():
    anna, phone = factories.person("Anna"), Client()
    at = practice.open_practice(user=anna, game="gonzaga", seats=2, people=["Ada", "Bo"], options={}, now=NOW)
    code = hot_seat.make_code(table_id=at.pk, position=0, host=anna, now=timezone.now())
    address = reverse("tables:hand")
    twice(phone, address, form(phone, address, "code", code=code).sent, other=Client())
    assert "Ada" in page_of(phone, address)
    assert Client().post(address, form(Client(), address, "code", code=code).sent).status_code == 422


def test_an_order_moves_up_once():
    at = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="zena1814")
    seat = at.seats.get(position=0)
    client, page = signed_in(seat.user), reverse("tables:orders", args=[at.code])
    client.post(page, {"do": "usual"})
    lowest = [each for each in pressing.presses(page_of(client, page)) if each.sent.get("do") == ["up"]][-1]
    before = [order.number for order in seat.standing_orders.all()]
    assert len(before) > 2
    twice(client, lowest.address, lowest.sent)
    assert [order.number for order in seat.standing_orders.all()] == [*before[:-2], before[-1], before[-2]]
