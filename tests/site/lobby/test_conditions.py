"""Conditions that a table sets for joining it."""

import pytest

from tables.errors import Refusal
from tables.models import Rating, Relation, Table
from tables.services.lobby import rematch, tables
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def opened(**conditions) -> Table:
    return factories.open_table(factories.person("Host"), **conditions)


def joins(table, user, invite=None):
    return tables.join_table(table_id=table.pk, user=user, word="x", invite=invite, now=NOW)


def refused(table, user):
    with pytest.raises(Refusal) as refusal:
        joins(table, user)
    return refusal.value.code


def rated(user, shown, game="specimen"):
    Rating.objects.create(game=game, user=user, mu=25, sigma=8, ordinal=(shown - 1500) / 25, games=1)
    return user


def test_the_language_of_the_site():
    table, anna = opened(language="de"), factories.person("Anna")
    assert refused(table, anna) == "other_language"
    anna.language = "de"
    anna.save()
    assert joins(table, anna).status == Table.Status.RUNNING


def test_a_game_played_to_its_end_with_others():
    anna, ben, cleo = (factories.person(name) for name in ("Anna", "Ben", "Cleo"))
    table = opened(experienced=True)
    assert refused(table, anna) == "inexperienced"
    played = factories.play_to_end(factories.running_table(anna, ben))
    assert played.ended_by == Table.EndedBy.FINISHED
    Table.objects.filter(pk=played.pk).update(practice=True)
    assert refused(table, anna) == "inexperienced"
    Table.objects.filter(pk=played.pk).update(practice=False, game="pebbles")
    assert refused(table, anna) == "inexperienced"
    Table.objects.filter(pk=played.pk).update(game="specimen")
    assert refused(table, cleo) == "inexperienced"
    joins(table, anna)


@pytest.mark.parametrize(("rating", "why"), [(1399, "rated_too_low"), (1400, ""), (1600, ""), (1601, "rated_too_high")])
def test_a_range_of_ratings_includes_its_ends(rating, why):
    table, user = opened(min_rating=1400, max_rating=1600), rated(factories.person("Anna"), rating)
    if why:
        assert refused(table, user) == why
    else:
        joins(table, user)


def test_who_has_no_rating_yet_may_join_where_none_is_too_low():
    anna = rated(factories.person("Anna"), 1800, game="pebbles")
    assert refused(opened(min_rating=1000), anna) == "not_rated"
    joins(opened(max_rating=1000), anna)


def test_the_favourites_of_the_current_host():
    table, anna = opened(favourites=True), factories.person("Anna")
    Relation.objects.create(owner=anna, other=table.host, kind=Relation.Kind.FAVOURITE, made_at=NOW)
    assert refused(table, anna) == "not_chosen"
    kept = Relation.objects.create(owner=table.host, other=anna, kind=Relation.Kind.MUTED, made_at=NOW)
    assert refused(table, anna) == "not_chosen"
    kept.kind = Relation.Kind.FAVOURITE
    kept.save()
    joins(table, anna)


def test_a_table_asks_for_nothing_that_makes_no_sense():
    for asked in ({"min_rating": 1600, "max_rating": 1400}, {"max_rating": -1}, {"min_rating": 4001}, {"language": "xx"}):
        with pytest.raises(Refusal, match="bad_condition"):
            opened(**asked)


def test_a_rematch_asks_for_the_same():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    played = factories.play_to_end(factories.running_table(anna, ben, max_rating=1700))
    again = rematch.offer_rematch(table_id=played.pk, user=ben, now=NOW)
    assert again.max_rating == 1700


def test_it_is_chosen_on_opening_said_in_the_lobby_and_where_one_joins():
    fields = {"game": "specimen", "seats": "2", "bots": "0", "pace": "day", "visibility": "public"}
    fields |= {"nights": "2", "word": "horn"}
    asked = {"min_rating": "1400", "max_rating": "1600", "language": "it", "experienced": "on"}
    client = signed_in(factories.person("Host"))
    wrong = client.post("/tables/new/", fields | asked | {"max_rating": "1300"})
    assert wrong.status_code == 422
    assert "The maximum can’t be below the minimum." in wrong.content.decode()
    client.post("/tables/new/", fields | asked)
    table = Table.objects.get()
    stranger = signed_in(factories.person("Anna"))
    for address in ("/tables/", table.get_absolute_url()):
        page = page_of(stranger, address)
        for words in ("rating from 1400 to 1600", "Italiano", "has finished this game before"):
            assert words in page
    refusal = stranger.post(f"/t/{table.code}/join/", {"word": "x"}, follow=True).content.decode()
    assert "use the site in another language (Italiano)" in refusal
