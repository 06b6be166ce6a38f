"""Profile page of a user: results, ratings and opponents, and the pages of users who hide their name."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tables.services.archive import rating
from tests.site import archiving, factories
from tests.site.absence import NOW
from tests.site.archiving import text_of
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def bea():
    return factories.person("Bea")


def of(user):
    return reverse("tables:person", args=[user.pk])


def won(winner, loser, times=1, **more):
    for number in range(times):
        archiving.conceded(winner, loser, now=NOW - timedelta(hours=number + 1), **more)


def read(user, reader=None):
    return text_of(signed_in(reader).get(of(user)))


def rivals_in(page):
    """Return the rows of the table of opponents: name, games, times the user finished ahead, times the opponent did."""
    table = page.split('class="scores rivals"')[1].split("</table>")[0]
    cells = [re.sub(r"<[^>]+>", " ", cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", table)][4:]
    return [tuple(cells[at : at + 4]) for at in range(0, len(cells), 4)]


def test_results_are_told_game_by_game_the_most_played_first(anna, bea):
    won(anna, bea, 2)
    won(bea, anna)
    won(bea, anna, game="gonzaga")
    said = read(anna)
    assert "Games 4 Won 2 Most played Night Post" in said
    assert "3 games, 2 won (67%)" in said
    assert "Place 1 2 times Place 2 1 time" in said
    assert said.index("3 games") < said.index("1 game, 0 won (0%)")


def test_only_public_games_with_a_result_count(anna, bea):
    won(anna, bea)
    won(anna, bea, visibility="private", name="Secret game")
    agreed = archiving.conceded(anna, bea)
    agreed.seats.update(place=None)
    for reader in (None, factories.person(), bea, anna):
        assert "1 game, 1 won (100%)" in read(anna, reader)
        assert "Secret" not in read(anna, reader)


def test_ratings_stand_with_their_course(anna, bea):
    won(anna, bea, 3)
    rating.rate_finished(game="specimen")
    page = page_of(signed_in(), of(anna))
    shown = re.search(r'href="/archive/ratings/specimen/">Rating (\d+)<', page).group(1)
    assert int(shown) > 1500
    course = page.split("chart-numbers")[1]
    assert re.findall(r'<td class="number">([\d.,]+)</td>', course)[0].replace(",", "") == "1500"
    assert re.findall(r'<td class="number">([\d.,]+)</td>', course)[3].replace(",", "") == shown


def test_a_single_rated_game_makes_no_course(anna, bea):
    won(anna, bea)
    rating.rate_finished(game="specimen")
    assert "chart-drawing" not in page_of(signed_in(), of(anna))


def test_most_frequent_opponents_and_how_they_fared(anna, bea):
    caterina = factories.person("Caterina")
    won(anna, bea, 2)
    won(bea, anna)
    won(caterina, anna)
    page = page_of(signed_in(), of(anna))
    assert rivals_in(page) == [(str(bea), "3", "2", "1"), (str(caterina), "1", "0", "1")]
    assert f"?player={str(anna).replace(' ', '+')}&amp;partner={str(bea).replace(' ', '+')}" in page


def test_shared_places_are_neither_before_nor_after(anna, bea):
    archiving.conceded(anna, bea).seats.update(place=1)
    assert rivals_in(page_of(signed_in(), of(anna))) == [(str(bea), "1", "0", "0")]


def test_bots_are_nobodys_opponents(anna):
    archiving.finished(anna, seats=2, bots=1)
    assert "Head to head" not in read(anna)


def test_the_reader_reads_how_they_fared_against_this_person(anna, bea):
    won(anna, bea, 2)
    won(bea, anna)
    said = read(anna, bea)
    assert f"You and {anna} have finished 3 games together." in said
    assert "You finished ahead in 1 of them, and the other player in 2." in said
    stranger = factories.person("Stranger")
    assert f"You have not finished a public game with {anna} yet." in read(anna, stranger)
    for reader in (None, anna):
        assert "You finished ahead" not in read(anna, reader)


# Users who hide their name


def hide(user):
    user.hides_name = True
    user.save(update_fields=["hides_name"])


def test_people_who_hide_their_name_show_their_games_to_nobody_else(anna, bea):
    won(anna, bea, 2)
    rating.rate_finished(game="specimen")
    hide(anna)
    for reader in (None, bea, factories.person()):
        page = page_of(signed_in(reader), of(anna))
        assert "does not want to be named in the archive" in page
        assert "/archive/" not in page.split("<main")[1].split("</main>")[0]
        assert "Rating" not in text_of(signed_in(reader).get(of(anna)))
        assert str(bea) not in page.split("<main")[1]
    own = read(anna, anna)
    assert "2 games, 2 won (100%)" in own
    assert "Only you can see your games, results and ratings on this page." in own


def test_the_pages_of_others_do_not_name_them_as_opponents(anna, bea):
    won(anna, bea, 2)
    hide(anna)
    for reader in (None, factories.person(), bea):
        assert str(anna) not in page_of(signed_in(reader), of(bea)).split("<main")[1]
    assert "You finished ahead in 2 of them, and the other player in 0." in read(bea, anna)


def test_a_newcomer_has_a_page_without_numbers(anna):
    said = read(anna, anna)
    assert "No public game has finished yet." in said
    assert "Head to head" not in said
