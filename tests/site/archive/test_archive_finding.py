"""Archive search by the engines' facts, people, length and margin; its addresses, filter chips and hidden facts."""

from datetime import timedelta

import pytest

from accounts.models import User
from tables.models import ArchivedGame, Seat
from tables.selectors.archive import finding, tagging
from tables.services.archive import archiving as rows
from tables.services.play import ending
from tests.site import archiving, factories
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)


def person(name):
    return User.objects.create_user(f"{name.lower()}@example.org", display_name=name)


@pytest.fixture
def anna():
    return person("Anna")


@pytest.fixture
def bruno():
    return person("Bruno")


def get(query="", user=None, **headers):
    return signed_in(user).get(f"/archive/{query}", follow=True, headers=headers)


def listed(query="", user=None):
    return [row["title"] for row in get(query, user).context["rows"]]


def told(table, **columns):
    """Set fields of a finished game's archive row, tag the row as the archive task does, and return the table."""
    game = ArchivedGame.objects.get(table=table)
    for name, value in columns.items():
        setattr(game, name, value)
    fields = {field.attname: getattr(game, field.attname) for field in ArchivedGame._meta.concrete_fields}
    tags = list(rows.tags_of(fields, list(table.seats.all())))
    game.tags = tags if game.is_public else tagging.private(tags)
    game.save()
    return table


def gonzaga(name, *people, **columns):
    """Create and archive a conceded game of Gonzaga with made-up facts, and return its table."""
    facets = {"scenario": "base", "leagues": 0, "rounds": 5, "group": 3, "objective": 0} | columns.pop("facets", {})
    table = archiving.conceded(*people, name=name, game="gonzaga")
    return told(table, facets=facets, **columns)


def test_numbers_of_the_game_are_asked_for_at_least(anna, bruno):
    for leagues in (0, 2, 5):
        gonzaga(f"{leagues} leagues", anna, bruno, facets={"leagues": leagues})
    assert listed("?game=gonzaga&fact-leagues=1") == ["5 leagues", "2 leagues"]
    assert listed("?game=gonzaga&fact-leagues=2") == ["5 leagues", "2 leagues"]
    assert listed("?game=gonzaga&fact-leagues=3") == ["5 leagues"]
    assert listed("?game=gonzaga&fact-leagues=6") == []


@pytest.mark.parametrize("asked", [11, 13, 14])
def test_a_number_between_two_steps_is_asked_for_exactly(asked, anna, bruno):
    for group in (10, 12, 13, 14, 15):
        gonzaga(f"{group}", anna, bruno, facets={"group": group})
    assert listed(f"?game=gonzaga&fact-group={asked}&order=oldest") == [str(n) for n in (10, 12, 13, 14, 15) if n >= asked]


def test_facets_are_combined_with_one_another_and_with_everything_else(anna, bruno):
    chiara = person("Chiara")
    gonzaga("all", anna, bruno, facets={"leagues": 3, "group": 9})
    gonzaga("few leagues", anna, bruno, facets={"leagues": 1, "group": 9})
    gonzaga("small group", anna, bruno, facets={"leagues": 3, "group": 4})
    gonzaga("without Bruno", anna, chiara, facets={"leagues": 3, "group": 9})
    assert listed("?game=gonzaga&fact-leagues=3&fact-group=6&player=anna&partner=bruno&seats=2&ended_by=conceded") == ["all"]
    assert listed("?game=gonzaga&fact-leagues=3&fact-group=6&ended_by=finished") == []


def test_a_facet_that_is_a_text_must_be_that_text(anna, bruno):
    choices = list(get("?game=gonzaga").context["form"].fields["fact-scenario"].choices)[1:]
    (first, _words), (second, _other) = choices[:2]
    gonzaga("one", anna, bruno, facets={"scenario": first})
    gonzaga("two", anna, bruno, facets={"scenario": second})
    assert listed(f"?game=gonzaga&fact-scenario={second}") == ["two"]


def test_a_facet_of_one_game_is_none_of_another(anna, bruno):
    archiving.conceded(anna, bruno, game="principato", name="elsewhere")
    gonzaga("here", anna, bruno, facets={"rounds": 5})
    assert listed("?game=gonzaga&fact-rounds=5") == ["here"]


def test_real_games_are_found_by_what_their_engine_tells(anna, bruno):
    table = archiving.conceded(anna, bruno, game="gonzaga", name="real")
    facts = ArchivedGame.objects.get(table=table).facets
    assert listed(f"?game=gonzaga&fact-scenario={facts['scenario']}") == ["real"]


def test_pairs_and_winners(anna, bruno):
    chiara = person("Chiara")
    archiving.conceded(anna, bruno, name="Anna beats Bruno")
    archiving.conceded(bruno, anna, name="Bruno beats Anna")
    archiving.conceded(anna, chiara, name="Anna beats Chiara")
    assert set(listed("?player=anna&partner=bruno")) == {"Anna beats Bruno", "Bruno beats Anna"}
    assert listed("?player=anna&partner=bruno&winner=bruno") == ["Bruno beats Anna"]
    assert set(listed("?winner=ANNA")) == {"Anna beats Bruno", "Anna beats Chiara"}
    assert listed("?player=bruno&partner=chiara") == []


def test_a_whole_name_means_nobody_else(anna, bruno):
    annabella = person("Annabella")
    archiving.conceded(annabella, bruno, name="hers")
    archiving.conceded(anna, bruno, name="Anna's")
    assert listed("?player=anna") == ["Anna's"]
    assert listed("?player=ann") == ["Anna's", "hers"]


def test_bots_and_people_without_an_account_are_found_by_name(anna, bruno):
    table = factories.running_table(anna, bots=1, name="with a bot")
    table.seats.exclude(bot="").update(bot="Fiammetta")
    ending.concede(table_id=table.pk, user=anna, now=NOW)
    archiving.archived(table)
    gone = archiving.conceded(anna, bruno, name="left")
    Seat.objects.filter(table=gone, user=bruno).update(user=None, pseudonym="Former Player 12")
    archiving.archived(gone)
    assert listed("?winner=fiammetta") == ["with a bot"]
    assert listed("?player=former player 12") == ["left"]


def test_a_hidden_name_finds_games_only_for_its_owner(anna, bruno):
    archiving.conceded(anna, bruno, name="secret")
    bruno.hides_name = True
    bruno.save(update_fields=["hides_name"])
    assert listed("?player=bruno") == listed("?player=bru", anna) == listed("?player=anna&partner=bruno") == []
    assert listed("?player=bruno", bruno) == ["secret"]
    assert listed("?player=anna") == ["secret"]
    assert "Bruno" not in text_of(get("?player=anna"), "finding")
    bruno.hides_name = False
    bruno.save(update_fields=["hides_name"])
    assert listed("?player=bruno") == ["secret"]


def test_a_private_game_is_found_by_its_players_alone_whatever_is_asked(anna, bruno):
    gonzaga("open", anna, bruno, facets={"leagues": 4})
    table = archiving.conceded(anna, bruno, name="private", game="gonzaga", visibility="private")
    told(table, facets={"leagues": 4, "scenario": "base"}, margin=3)
    queries = ["?game=gonzaga&fact-leagues=2", "?player=anna&partner=bruno", "?winner=anna", "?seats=2", "?moves_to=9", ""]
    for query in queries:
        assert "private" in listed(query, anna)
        assert "private" not in listed(query)
        assert "private" not in listed(query, person(f"Stranger {len(User.objects.all())}"))


def test_length_and_margin_have_two_ends(anna, bruno):
    for plies, margin in ((12, 0), (80, 3), (81, 7), (300, None)):
        table = archiving.conceded(anna, bruno, name=f"{plies} moves")
        told(table, plies=plies, margin=margin)
    assert listed("?moves_from=81&order=shortest") == ["81 moves", "300 moves"]
    assert listed("?moves_to=80&order=shortest") == ["12 moves", "80 moves"]
    assert listed("?moves_from=13&moves_to=81&order=longest") == ["81 moves", "80 moves"]
    assert listed("?margin_to=3&order=shortest") == ["12 moves", "80 moves"]
    assert listed("?margin_from=1&order=shortest") == ["80 moves", "81 moves"]
    assert listed("?margin_from=7&margin_to=7") == ["81 moves"]


@pytest.mark.parametrize(
    "query", ["?moves_from=9&moves_to=3", "?margin_from=-1", "?moves_to=many", "?game=gonzaga&fact-leagues=0", "?ended_by=fire"]
)
def test_numbers_that_make_no_sense_are_told(query, anna, bruno):
    archiving.conceded(anna, bruno)
    response = get(query)
    assert response.context["form"].errors
    assert response.context["rows"] == []
    assert "The filters contain an error." in text_of(response)


def test_the_first_page_says_how_many_there_are(anna, bruno, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 2)
    monkeypatch.setattr(finding, "MOST_COUNTED", 4)
    for number in range(4):
        archiving.conceded(anna, bruno, name=f"game {number}", now=NOW + number * DAY)
    assert "4 games" in text_of(get("?player=anna"))
    assert "1 game " in text_of(get("?since=2026-03-07"))
    archiving.conceded(anna, bruno, name="one more")
    first = get()
    assert first.context["count"] == "More than 4 games"
    assert signed_in().get(first.context["later"]).context["count"] == ""


def test_addresses_keep_only_what_was_asked():
    response = signed_in().get("/archive/?game=gonzaga&player=++&fact-leagues=&order=newest&seats=3&utm=x&after=")
    assert (response.status_code, response["Location"]) == (302, "/archive/?game=gonzaga&seats=3")


@pytest.mark.parametrize(("asked", "meant"), [("seats=3&seats=4", "seats=4"), ("player=+Anna%20", "player=Anna")])
def test_an_address_says_everything_once(asked, meant):
    response = signed_in().get(f"/archive/?{asked}")
    assert (response.status_code, response["Location"]) == (302, f"/archive/?{meant}")
    assert signed_in().get(response["Location"]).status_code == 200


def test_another_game_drops_the_facets_of_the_one_before():
    response = signed_in().get("/archive/?game=principato&fact-leagues=3&player=anna")
    assert response["Location"] == "/archive/?game=principato&player=anna"


def test_everything_asked_for_can_be_taken_back_alone(anna, bruno):
    response = get("?game=gonzaga&fact-leagues=2&player=anna&since=2026-03-01")
    asked = {each["words"]: each["without"] for each in response.context["criteria"]}
    assert asked["Game: Gonzaga"] == "/archive/?player=anna&since=2026-03-01"
    assert asked["Played by: anna"] == "/archive/?game=gonzaga&since=2026-03-01&fact-leagues=2"
    assert len(asked) == 4


def test_fields_of_a_game_come_with_the_game():
    assert not [name for name in get().context["form"].fields if name.startswith("fact-")]
    assert "fact-leagues" in get("?game=gonzaga").context["form"].fields
    assert "fact-leagues" not in get("?game=principato").context["form"].fields


def test_choosing_a_game_answers_with_the_filters_open(anna, bruno):
    gonzaga("one", anna, bruno)
    part = get("?game=gonzaga", **{"HX-Request": "true", "HX-Trigger": "finding-first"})
    page = part.content.decode()
    assert "<html" not in page
    assert '<details class="more" open>' in page
    assert "1 game" in page
    assert '<details class="more" open>' not in get("?game=gonzaga").content.decode()


def test_a_line_tells_what_happened_in_few_words(anna, bruno):
    gonzaga("telling", anna, bruno, facets={"leagues": 4, "group": 9}, plies=77, seconds=86400 * 12)
    (row,) = get().context["rows"]
    assert (row["moves"], row["days"]) == (77, "12 days")
    assert "4" in {fact["value"] for fact in row["facts"]}
    assert len(row["facts"]) <= 4


@pytest.mark.parametrize("order", list(finding.Order))
def test_portions_come_one_after_the_other(order, anna, bruno, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 3)
    for number in range(10):
        table = archiving.conceded(anna, bruno, name=f"{number}")
        told(table, ended_at=NOW + number * 40 * DAY, plies=number * 55)
        table.ended_at = NOW + number * 40 * DAY
        table.save(update_fields=["ended_at"])
    found, address = [], f"?player=anna&order={order}"
    while address:
        page = get(address.removeprefix("/archive/"))
        found += [row["title"] for row in page.context["rows"]]
        address = page.context["later"]
    expected = [str(number) for number in range(10)]
    assert found == (expected[::-1] if order in ("newest", "longest") else expected)
