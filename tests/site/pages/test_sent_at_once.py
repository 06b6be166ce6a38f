"""Forms sent by two requests at the same moment: each is carried out once, and both requests get the same response."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.messages import ERROR, get_messages
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse

from tables.models import (
    Absence,
    ChatMessage,
    Club,
    Membership,
    MoveComment,
    Notification,
    OnlookerLine,
    Report,
    Table,
    Webhook,
)
from tables.services.clubs import founding
from tests.site import archiving, factories, pressing
from tests.site.pages.test_sent_twice import TYPED
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
NOW = factories.NOW
TOGETHER = 2


@pytest.fixture
def anna(time_machine):
    time_machine.move_to(NOW)
    return factories.person("Anna")


@pytest.fixture
def ben(anna):
    return factories.person("Ben")


def at_once(user, page, action, whom):
    """Send the form of a page twice at the same moment, with the same button.

    Return status and redirect of each response, and whether it has an error message.
    """
    client = signed_in(user)
    found = pressing.presses(page_of(client, page), TYPED | {"person": whom.display_name})
    press = next(each for each in found if resolve((each.address or page).partition("?")[0]).view_name == action)
    begin = Barrier(TOGETHER)

    def send(_number):
        try:
            browser = Client()
            browser.cookies = client.cookies.copy()
            begin.wait(timeout=30)
            response = browser.post(press.address or page, press.sent)
            reproach = any(message.level == ERROR for message in get_messages(response.wsgi_request))
            return response.status_code, response.get("Location", ""), reproach
        finally:
            connection.close()

    with ThreadPoolExecutor(TOGETHER) as pool:
        return list(pool.map(send, range(TOGETHER)))


def of_chat(anna, ben):
    table = factories.running_table(anna, ben)
    return table.get_absolute_url(), "tables:chat", ChatMessage.objects.filter(table=table)


def of_comment(anna, ben):
    table = archiving.finished(anna, ben)
    return reverse("archive:step", args=[table.code, 3]), "archive:comment", MoveComment.objects.filter(table=table)


def of_onlookers(anna, ben):
    table = factories.running_table(ben, factories.person("Cleo"))
    return reverse("tables:onlookers", args=[table.code]), "tables:onlookers", OnlookerLine.objects.filter(table=table)


def of_report(_anna, ben):
    return reverse("tables:report_person", args=[ben.pk]), "tables:report_person", Report.objects.filter(about=ben)


def of_absence(anna, _ben):
    return reverse("tables:time"), "tables:away", Absence.objects.filter(user=anna)


def of_table(anna, _ben):
    return reverse("tables:create") + "?game=specimen", "tables:create", Table.objects.filter(host=anna)


def of_webhook(anna, _ben):
    return reverse("tables:add_hook", args=["json"]), "tables:add_hook", Webhook.objects.filter(owner=anna)


def of_webhook_of_a_table(anna, ben):
    table = factories.running_table(anna, ben)
    return (
        reverse("tables:add_table_hook", args=[table.code, "json"]),
        "tables:add_table_hook",
        Webhook.objects.filter(table=table),
    )


def of_invitation(anna, ben):
    table = factories.open_table(anna)
    return table.get_absolute_url(), "tables:invite_person", Notification.objects.filter(recipient=ben, table=table)


def of_member(anna, ben):
    club = founding.found_club(user=anna, name="The Tuesday club", joining=Club.Joining.LETTER, now=NOW)
    return reverse("clubs:members", args=[club.slug]), "clubs:members", Membership.objects.filter(club=club, user=ben)


@pytest.mark.parametrize(
    "form",
    [
        of_chat,
        of_comment,
        of_onlookers,
        of_report,
        of_absence,
        of_table,
        of_webhook,
        of_webhook_of_a_table,
        of_invitation,
        of_member,
    ],
)
def test_what_is_sent_twice_at_once_is_done_once_and_answered_alike(anna, ben, form):
    page, action, rows = form(anna, ben)
    before = rows.count()
    first, second = at_once(anna, page, action, ben)
    assert (first, rows.count()) == (second, before + 1)
    assert (first[0], first[2]) == (302, False)
