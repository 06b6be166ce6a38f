"""Expired email links lead to the current page, invented links lead nowhere, and only the recipient sees a link."""

import html
import re
from datetime import timedelta

import pytest
from django.core import signing
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.models import Notification, Seat, Table
from tables.selectors.mail import links
from tables.services.play import ending, moves
from tests.site import absence, factories
from tests.site.factories import NOW
from tests.site.linking import form, link_to
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db, pytest.mark.usefixtures("noon")]


class TestOver:
    """Ways in which a link can expire. Each address was made while its link was valid."""

    def over(self, path, said):
        response = Client().get(path)
        assert response.status_code == 410
        assert said in html.unescape(response.content.decode())
        assert "no-store" in response["Cache-Control"]
        posted = Client().post(path, {"choice": "0" * 12, "own_ply": "0", "token": "a" * 16})
        assert posted.status_code == 410
        return response.content.decode()

    def test_it_leads_to_what_happened_since(self, seat):
        path, recap = link_to(seat), reverse("tables:recap", args=[seat.table.code])
        factories.send(seat, SealRoad("ridge"))
        assert f'href="{recap}"' in self.over(path, "the game has moved on")
        response = signed_in(seat.user).get(path)
        assert (response.status_code, response["Location"]) == (302, recap)
        assert "no-store" in response["Cache-Control"]
        other = signed_in(factories.person("Other")).get(path)
        assert other.status_code == 410

    def test_after_thirty_days(self, seat, time_machine):
        path = link_to(seat)
        time_machine.move_to(NOW + links.LIFETIME, tick=False)
        assert Client().get(path).status_code == 200
        time_machine.move_to(NOW + links.LIFETIME + timedelta(seconds=1), tick=False)
        self.over(path, "more than 30 days old")

    def test_when_the_deadline_has_answered(self, seat, time_machine):
        path, due = link_to(seat), factories.decision(seat)
        time_machine.move_to(due.due_at + timedelta(minutes=1), tick=False)
        assert moves.time_out(decision_id=due.pk, now=due.due_at + timedelta(minutes=1))
        self.over(path, "the game has moved on")

    def test_when_the_seat_has_changed_hands(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(user=factories.person("Substitute"))
        self.over(path, "You no longer play this seat")

    def test_when_its_reader_left(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(resigned_at=NOW, steward_since=NOW)
        self.over(path, "You no longer play this seat")

    def test_when_the_account_was_closed(self, seat):
        path = link_to(seat)
        type(seat.user).objects.filter(pk=seat.user_id).update(is_active=False)
        self.over(path, "You no longer play this seat")

    def test_while_the_steward_plays(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(steward_since=NOW)
        self.over(path, "The steward is playing for you")

    def test_when_the_game_is_over(self, seat):
        path = link_to(seat)
        Table.objects.filter(pk=seat.table_id).update(status=Table.Status.ENDED, ended_at=NOW)
        self.over(path, "The game is over")

    def test_while_the_table_is_set_aside(self, seat):
        path = link_to(seat)
        Table.objects.filter(pk=seat.table_id).update(quarantined_at=NOW)
        self.over(path, "put this table on hold")

    def test_a_picture_is_over_with_its_link(self, seat):
        path = link_to(seat)
        factories.send(seat, SealRoad("ridge"))
        assert Client().get(f"{path}board.png").status_code == 404

    def test_a_table_that_is_paused_may_still_be_played_at(self, seat):
        Table.objects.filter(pk=seat.table_id).update(paused_at=NOW)
        assert Client().get(link_to(seat)).status_code == 200


class TestToken:
    def test_it_is_for_one_seat_and_one_decision(self, table, anna, seat):
        berto = factories.seat_of(table, table.seats.get(position=1).user)
        token = links.make(factories.decision(seat), anna.pk, NOW)
        assert links.read(token) == links.Link(seat.pk, "saddle/1", anna.pk, NOW)
        Client().post(link_to(seat), form(page_of(Client(), link_to(seat))))
        berto.refresh_from_db()
        assert berto.plies == 0

    @pytest.mark.parametrize("spoil", ["{token}x", "x{token}", "{token:.20}", "nothing", ":"])
    def test_one_that_was_cut_off_or_made_up_is_no_address(self, seat, spoil):
        token = links.make(factories.decision(seat), seat.user_id, NOW)
        response = Client().get(reverse("mail:decide", args=[spoil.format(token=token)]))
        assert response.status_code == 404
        assert "no-store" in response["Cache-Control"]
        assert Client().post(reverse("mail:decide", args=[spoil.format(token=token)])).status_code == 404

    def test_what_was_signed_for_something_else_is_none(self, anna):
        other = signing.Signer(salt="tables.mail.unsubscribe").sign_object([1, "saddle/1", anna.pk, 0])
        with pytest.raises(links.BadToken) as raised:
            links.read(other)
        assert str(raised.value) == ""

    def test_nothing_that_is_no_link_can_be_read(self, anna):
        signer = signing.Signer(salt="tables.mail.decision")
        for odd in ([1], [1, "k", 2, "never"], {"a": 1}, [1, "k", 2, 10**30]):
            with pytest.raises(links.BadToken):
                links.read(signer.sign_object(odd))

    def test_a_seat_that_is_gone_is_no_address(self, seat):
        path = link_to(seat)
        seat.table.delete()
        assert Client().get(path).status_code == 404


def test_operators_see_mails_without_their_links(anna, table, capsys):
    delivery = Notification.objects.filter(recipient=anna).latest("pk").deliveries.get()
    call_command("notifications", "show", str(delivery.pk))
    shown = capsys.readouterr().out
    assert "/d/-" in shown
    assert not re.search(r"/d/[^-\s]", shown)
    assert not re.search(r"/unsubscribe/[^-\s]", shown)


def test_a_seat_that_changes_hands_ends_the_links_of_its_former_player(anna):
    """A player's links end when the player leaves the seat. The player who takes the seat gets new links."""
    people = [anna, factories.person("Berto"), factories.person("Chiara")]
    table = factories.running_table(*people)
    seat = factories.seat_of(table, anna)
    path = link_to(seat)
    ending.resign(table_id=table.pk, user=anna, now=NOW)
    assert Client().get(path).status_code == 410
    bea = factories.person("Bea")
    taken = absence.substituted(factories.seat_of(table, anna), bea)
    assert "You no longer play this seat" in Client().get(path).content.decode()
    assert Client().post(path, {"choice": "0" * 12, "own_ply": "0", "token": "a" * 16}).status_code == 410
    assert Client().get(link_to(taken)).status_code == 200
