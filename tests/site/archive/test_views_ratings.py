"""Rated tables, the rankings of players, and the changes after a game."""

import re
from datetime import timedelta

import pytest

from tables.models import Rating, Table
from tables.selectors.archive import ratings
from tables.services.archive import rating
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
FIELDS = {
    "game": "specimen",
    "seats": "2",
    "bots": "0",
    "pace": "day",
    "visibility": "public",
    "nights": "2",
    "word": "horn",
}


@pytest.fixture
def anna():
    return factories.person("Anna")


# Opening a rated table.


@pytest.mark.parametrize(
    ("fields", "rated"),
    [
        ({}, True),
        ({"rated": ""}, True),
        ({"bots": "1"}, False),
        ({"bots": "1", "rated": ""}, False),
        ({"bots": "1", "rated": "yes"}, True),
        ({"rated": "yes"}, True),
        ({"rated": "no"}, False),
        ({"rated": "yes", "visibility": "private"}, False),
    ],
)
def test_a_table_is_rated_unless_bots_play_if_everybody_may_join(anna, fields, rated):
    """By default, a table is unrated if bots play. An explicit choice applies even with bots."""
    assert signed_in(anna).post("/tables/new/", FIELDS | fields).status_code == 302
    assert Table.objects.get().rated is rated


def test_the_form_offers_it_and_says_what_is_never_rated(anna):
    page = page_of(signed_in(anna), "/tables/new/?game=specimen")
    assert re.search(r'<select name="rated"[^>]*>\s*<option value="" selected>only without bots', page)
    assert "Tables by invitation are never rated." in page


@pytest.mark.parametrize(("rated", "said"), [(True, "rated"), (False, "unrated")])
def test_the_lobby_and_the_table_say_it(anna, rated, said):
    table = factories.open_table(anna, seats=3, rated=rated)
    assert f"· {said}" in page_of(signed_in(), "/tables/")
    assert f"<dd>{said}</dd>" in page_of(signed_in(), table.get_absolute_url())
    running = factories.running_table(anna, factories.person(), rated=rated)
    assert f"· {said}</p>" in page_of(signed_in(), running.get_absolute_url())


def test_a_table_by_invitation_is_unrated_whatever_its_row_says(anna):
    table = factories.running_table(anna, factories.person(), visibility="private")
    Table.objects.update(rated=True)
    assert "· unrated</p>" in page_of(signed_in(anna), table.get_absolute_url())


# Lists of ratings.


def rate(user=None, ordinal=10.0, games=5, *, bot="", game="specimen"):
    return Rating.objects.create(game=game, user=user, bot=bot, mu=25, sigma=5, ordinal=ordinal, games=games, wins=games // 2)


def names_in(page):
    """Return the ranks and names in the order of the list."""
    rows = re.findall(r'<td class="number">(\d+)</td><th scope="row"><(?:a|span)[^>]*>([^<]+)<', page)
    return [(int(rank), name) for rank, name in rows]


LIST = "/archive/ratings/specimen/"


def test_the_list_ranks_people_who_have_played_enough(anna):
    bea, newcomer = factories.person("Bea"), factories.person("Newcomer")
    rate(anna, 4.0)
    rate(bea, 8.04, games=12)
    rate(newcomer, 30.0, games=4)
    rate(bot="Fiammetta", ordinal=4.0)
    rate(bea, 40.0, game="gonzaga")
    page = page_of(signed_in(), LIST)
    assert names_in(page) == [(1, str(bea)), (2, str(anna)), (2, "Fiammetta")]
    assert '<strong>1701</strong></td><td class="number">12</td><td class="number">6</td>' in page
    assert f'href="/people/{bea.pk}/"' in page
    assert '<span>Fiammetta</span> <span class="badge gold">bot</span>' in page


def test_bots_can_be_left_out(anna):
    rate(anna, 4.0)
    rate(bot="Fiammetta", ordinal=9.0)
    page = page_of(signed_in(), LIST)
    assert 'href="/archive/ratings/specimen/?bots=off">Hide bots' in page
    page = page_of(signed_in(), LIST + "?bots=off")
    assert names_in(page) == [(1, str(anna))]
    assert 'href="/archive/ratings/specimen/">Show bots' in page


def test_nobody_is_listed_against_their_will_or_after_they_left(anna):
    for number, change in enumerate(({"hides_name": True}, {"is_active": False})):
        user = factories.person("Hidden")
        type(user).objects.filter(pk=user.pk).update(**change)
        rate(user, 30.0 + number)
    Rating.objects.create(game="specimen", pseudonym="7f3a", mu=25, sigma=5, ordinal=50, games=9, wins=9)
    rate(anna)
    page = page_of(signed_in(), LIST)
    assert names_in(page) == [(1, str(anna))]
    assert "Hidden" not in page
    assert "7f3a" not in page


def test_everybody_reads_where_they_stand(anna):
    stranger = factories.person("Stranger")
    rate(anna, 4.0, games=2)
    rate(factories.person("Bea"), 8.0)
    assert "Your rating is 1600. 3 more games until you are listed." in page_of(signed_in(anna), LIST)
    Rating.objects.filter(user=anna).update(games=5)
    page = page_of(signed_in(anna), LIST)
    assert "You: rank 2 with a rating of 1600." in page
    assert '<tr class="me"><td class="number">2</td>' in page
    anna.hides_name = True
    anna.save()
    assert "You hide your name in the archive, so you are not listed." in page_of(signed_in(anna), LIST)
    assert "You have not finished a rated game yet." in page_of(signed_in(stranger), LIST)
    page = page_of(signed_in(), LIST)
    text = archiving.text_of(signed_in().get(LIST))
    assert not any(words in text for words in ("You: rank", "Your rating is", "You hide your name", "You have not finished"))
    assert 'class="me"' not in page


def test_long_lists_have_pages_with_places_that_go_on(anna, monkeypatch):
    monkeypatch.setattr(ratings, "PAGE_SIZE", 2)
    people = [factories.person(f"P{number}") for number in range(5)]
    for number, user in enumerate(people):
        rate(user, 20.0 - number)
    assert names_in(page_of(signed_in(), LIST)) == [(1, str(people[0])), (2, str(people[1]))]
    page = page_of(signed_in(), LIST + "?page=2&bots=off")
    assert names_in(page) == [(3, str(people[2])), (4, str(people[3]))]
    assert 'rel="next" href="?page=3&amp;bots=off"' in page
    for number in ("9", "x", "-1", "0", "9" * 400):
        assert signed_in().get(LIST, {"page": number}).status_code == 200


def test_an_empty_list_says_what_it_takes_and_an_unknown_game_is_not_found():
    assert "you need 5 rated games to be listed" in page_of(signed_in(), LIST)
    assert signed_in().get("/archive/ratings/chess/").status_code == 404


def test_the_best_of_every_game_stand_on_one_page(anna):
    for number in range(7):
        rate(factories.person(f"P{number}"), 20.0 - number, game="gonzaga")
    rate(anna, 1.0, game="gonzaga")
    page = page_of(signed_in(anna), "/archive/ratings/")
    assert [rank for rank, _name in names_in(page)] == [1, 2, 3, 4, 5]
    assert "You: rank 8 with a rating of 1525." in page
    assert page.count("Nobody has finished enough rated games yet.") == 2
    assert 'href="/archive/ratings/gonzaga/?bots=off"' in page_of(signed_in(), "/archive/ratings/?bots=off")


def test_the_lists_ask_the_same_of_the_database_for_few_and_for_many(anna, django_assert_num_queries):
    client = signed_in(anna)
    for _each in range(2):
        for _user in range(4):
            rate(factories.person(), 3.0)
        with django_assert_num_queries(7):
            client.get(LIST)


def test_numbers_follow_when_games_are_counted(anna):
    bea = factories.person("Bea")
    for _game in range(5):
        archiving.conceded(anna, bea)
    rating.rate_finished(game="specimen")
    before = names_in(page_of(signed_in(), LIST))
    assert before == [(1, str(anna)), (2, str(bea))]
    for _game in range(8):
        archiving.conceded(bea, anna, now=factories.NOW + timedelta(hours=1))
    rating.rate_finished(game="specimen")
    assert names_in(page_of(signed_in(), LIST)) == [(1, str(bea)), (2, str(anna))]


# Rating changes after a game.


def changes_in(page):
    """Return the name and the rating before and after of each rated player, by finishing place."""
    names = re.findall(r'class="column-name" title="([^"]*)"', page)
    row = page[page.index('<tr class="rated">') :]
    cells = re.findall(r'<td class="number">(.*?)</td>', row[: row.index("</tr>")])
    found = [
        (name, re.match(r'<strong>(\d+)</strong> <span class="rating-change">([^<]*)<', cell))
        for name, cell in zip(names, cells, strict=True)
    ]
    return [(name, int(each[1]) - int(each[2].replace("−", "-")), int(each[1]), each[2]) for name, each in found if each]


def test_the_result_of_a_game_says_what_it_changed(anna):
    bea = factories.person("Bea")
    first, second = (archiving.conceded(anna, bea, now=factories.NOW + timedelta(hours=hour)) for hour in (0, 1))
    rating.rate_finished(game="specimen")
    winner, loser = changes_in(page_of(signed_in(), f"/archive/{first.code}/"))
    assert winner == (str(anna), 1500, winner[2], f"+{winner[2] - 1500}")
    assert loser == (str(bea), 1500, loser[2], f"−{1500 - loser[2]}")
    assert winner[2] > 1500 > loser[2]
    assert changes_in(page_of(signed_in(), f"/archive/{second.code}/"))[0][1] == winner[2]


def test_an_unrated_game_changed_nothing_and_says_nothing(anna):
    table = archiving.conceded(anna, factories.person(), rated=False)
    rating.rate_finished(game="specimen")
    page = page_of(signed_in(), f"/archive/{table.code}/")
    assert '<tr class="rated">' not in page
    assert "rating-change" not in page


def test_hidden_names_are_left_out_and_bots_and_former_players_are_not(anna):
    bea = factories.person("Bea")
    table = archiving.conceded(anna, bea)
    rating.rate_finished(game="specimen")
    rating.keep_under_pseudonym(user_id=bea.pk, pseudonym="Former 7f3a")
    table.seats.filter(user=bea).update(pseudonym="Former 7f3a")
    bea.delete()
    anna.hides_name = True
    anna.save()
    (line,) = changes_in(page_of(signed_in(), f"/archive/{table.code}/"))
    assert "7f3a" in line[0]
    table = archiving.finished(anna, seats=2, bots=1, rated=True)
    rating.rate_finished(game="specimen")
    assert [line[0] for line in changes_in(page_of(signed_in(), f"/archive/{table.code}/"))] == ["Fiammetta"]
