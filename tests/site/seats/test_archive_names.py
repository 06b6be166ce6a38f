"""Player names in finished games, including bots, former players and players who hide their name."""

import pytest
from django.urls import reverse

from tables.present.seats.seating import archive_name, seat_name
from tests.site import absence, archiving, factories
from tests.site.absence import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HIDDEN = "a player who hides their name"


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


def hidden(name="Anna"):
    user = factories.person(name)
    user.hides_name = True
    user.save(update_fields=["hides_name"])
    return user


def test_a_hidden_name_is_shown_while_they_play_and_not_in_the_archive():
    anna = hidden()
    seat = factories.seat_of(factories.running_table(anna, factories.person()), anna)
    assert seat_name(seat) == str(anna)
    assert archive_name(seat) == HIDDEN


def test_bots_pseudonyms_and_former_players_have_names_of_their_own():
    bea = factories.person("Bea")
    table = factories.running_table(bea, bots=1, seats=2)
    assert {archive_name(seat) for seat in table.seats.all()} == {str(bea), "Fiammetta"}
    bea.delete()
    seat = table.seats.get(bot="")
    assert archive_name(seat) == "a former player"
    seat.pseudonym = "Former player 7F3A"
    assert archive_name(seat) == "Former player 7F3A"


def test_no_page_of_a_finished_game_shows_a_hidden_name():
    anna, bea = hidden(), factories.person("Bea")
    table = archiving.finished(anna, bea)
    for address in ("list", "detail", "check", "record"):
        args = [] if address == "list" else [table.code]
        page = page_of(signed_in(bea), reverse(f"archive:{address}", args=args))
        assert str(anna) not in page, address
        assert str(bea) in page, address
    record = signed_in().get(f"/archive/{table.code}.json").json()
    assert sorted(seat["name"] for seat in record["seats"]) == ["", str(bea)]
    assert sorted(seat["tenures"][0]["name"] for seat in record["seats"]) == ["", str(bea)]


def test_neither_who_left_nor_who_took_over_is_named_against_their_will():
    anna, bea = hidden(), hidden("Bea")
    table, seat = absence.left_table(anna, factories.person(), factories.person())
    absence.substituted(seat, bea)
    factories.play_to_end(table)
    page = page_of(signed_in(), f"/archive/{table.code}/")
    assert "has taken over the seat from the steward" in page
    assert str(anna) not in page
    assert str(bea) not in page
