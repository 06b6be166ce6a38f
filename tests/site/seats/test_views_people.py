"""Profile pages as other users see them, the reliability that tables require, and the players named in a record."""

import pytest
from django.urls import reverse
from django.utils import translation

from tables.models import Decision, Table
from tables.present.seats import people as words
from tables.selectors.seats.reliability import Times
from tables.services.archive import rating
from tables.services.play import ending
from tests.site import absence, archiving, factories
from tests.site.absence import DAY, HOUR, NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def anna():
    return factories.person("Anna")


def of(user):
    return reverse("tables:person", args=[user.pk])


def answered(user, in_time, late=0):
    seat = factories.seat_of(factories.running_table(user, factories.person()), user)
    for number in range(in_time + late):
        result = "in_time" if number < in_time else "timed_out"
        fields = {
            "kind": "x",
            "when": "now",
            "asked_at": NOW - DAY,
            "closed_at": NOW - HOUR,
            "used_seconds": 3600 * (number + 1),
        }
        Decision.objects.create(table=seat.table, seat=seat, key=f"x/{number}", holder=user, result=result, **fields)


def test_everybody_can_see_how_reliably_somebody_answers(anna):
    answered(anna, 18, late=2)
    page = page_of(signed_in(), of(anna))
    assert "<dd>90 %</dd>" in page
    assert "Typical decision time: 10 hours" in page
    assert "Half of all decisions take between 6 hours and 15 hours." in page
    assert '<svg class="answer-times"' in page


def test_of_a_newcomer_nothing_is_told(anna):
    answered(anna, 3, late=3)
    page = page_of(signed_in(), of(anna))
    assert "too few to tell" in page
    assert "%</dd>" not in page
    assert "<svg class" not in page


def test_no_address_is_shown_and_no_private_game(anna):
    public = archiving.finished(anna, factories.person(), name="Open game")
    archiving.finished(anna, factories.person(), name="Secret game", visibility=Table.Visibility.PRIVATE)
    for reader in (None, factories.person(), anna):
        page = page_of(signed_in(reader), of(anna))
        assert f'href="/archive/{public.code}/"' in page
        assert "Secret game" not in page
        assert "@example.org" not in page


def test_a_game_somebody_left_is_the_substitutes(anna):
    bea = factories.person("Bea")
    table, seat = absence.left_table(anna, factories.person(), factories.person(), name="Handed on")
    absence.substituted(seat, bea)
    factories.play_to_end(table)
    assert "Handed on" in page_of(signed_in(), of(bea))
    assert "Handed on" not in page_of(signed_in(), of(anna))


def test_names_at_a_table_lead_there_and_bots_lead_nowhere(anna):
    table = factories.running_table(anna, seats=2, bots=1)
    page = page_of(signed_in(), table.get_absolute_url())
    assert f'href="{of(anna)}"' in page
    assert page.count('href="/people/') == 1


def test_the_own_settings_lead_there_and_back(anna):
    assert f'href="{of(anna)}"' in page_of(signed_in(anna), "/accounts/profile/")
    assert 'href="/accounts/profile/">Profile and settings</a></div>' in page_of(signed_in(anna), of(anna))
    assert "Profile and settings</a></div>" not in page_of(signed_in(), of(anna))


def test_nobody_and_somebody_who_is_gone_are_not_found(anna):
    anna.is_active = False
    anna.save()
    assert signed_in().get(of(anna)).status_code == 404
    assert signed_in().get("/people/999999/").status_code == 404


def test_queries_do_not_grow_with_the_games(anna, django_assert_num_queries):
    for count in (1, 4):
        for _game in range(count):
            archiving.conceded(anna, factories.person())
        rating.rate_finished(game="specimen")
        with django_assert_num_queries(14):
            signed_in().get(of(anna))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5, "1 minute"), (2400, "40 minutes"), (3600, "1 hour"), (5 * 3600 + 99, "5 hours"), (3 * 86400, "3 days")],
)
def test_lengths_of_time_are_said_in_one_unit(seconds, said):
    assert words.lasting(seconds) == said


@pytest.mark.parametrize("times", [Times(0, 0, 0), Times(10, 4000, 9_000_000), Times(60, 3600, 604_800)])
def test_the_bar_stays_on_its_scale(times):
    bar = words.scale(times)
    assert 0 <= bar.left <= bar.median <= bar.left + bar.width <= words.WIDTH + 4
    assert [mark.x for mark in bar.marks] == sorted(mark.x for mark in bar.marks)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_labels_of_the_bar_keep_apart(language):
    with translation.override(language):
        marks = words.scale(Times(60, 3600, 604_800)).marks
    widths = [8 * len(mark.words) for mark in marks]
    hangs = {"start": 0.0, "middle": 0.5, "end": 1.0}
    begins = [mark.x - hangs[mark.anchor] * width for mark, width in zip(marks, widths, strict=True)]
    ends = [begin + width for begin, width in zip(begins, widths, strict=True)]
    assert all(end < begin for end, begin in zip(ends, begins[1:], strict=False))


# The condition on the page


def test_a_condition_is_chosen_on_opening_and_shown_where_one_joins(anna):
    fields = {
        "game": "specimen",
        "seats": "2",
        "bots": "0",
        "pace": "day",
        "visibility": "public",
        "nights": "2",
        "word": "horn",
    }
    client = signed_in(anna)
    assert "Newcomers with fewer than ten decisions can always join." in page_of(client, "/tables/new/?game=specimen")
    client.post("/tables/new/", fields | {"reliability": "90"})
    table = Table.objects.get()
    assert table.min_reliability == 90
    for address in ("/tables/", table.get_absolute_url()):
        assert "at least 90%" in page_of(signed_in(), address)
    assert client.post("/tables/new/", fields | {"reliability": "33"}).status_code == 422


def test_excluded_people_are_told_why_in_words():
    table, late = factories.open_table(factories.person(), min_reliability=90), factories.person()
    answered(late, 8, late=2)
    page = signed_in(late).post(f"/t/{table.code}/join/", {"word": "x"}, follow=True).content.decode()
    assert "meet at least 90 of 100 deadlines. In the last year, you met 80." in page


# Record of all players of a seat


def test_the_record_names_who_played_which_part(anna):
    bea = factories.person("Bea")
    table, seat = absence.left_table(anna, factories.person(), factories.person())
    absence.answer_for_others(seat, now=NOW)
    factories.bots.think(table_id=table.pk, seat_id=seat.pk, key=factories.decision(seat).key, now=NOW)
    taken = factories.fresh(table).seq
    absence.substituted(seat, bea)
    table = factories.play_to_end(table)
    said = f"the steward until move {taken}, then {bea}"
    for address in (table.get_absolute_url(), f"/archive/{table.code}/"):
        assert said in page_of(signed_in(), address)
    seats = signed_in().get(f"/archive/{table.code}.json").json()["seats"]
    tenures = next(each["tenures"] for each in seats if each["index"] == seat.index)
    assert [(each["name"], each["kind"], each["first_seq"], each["last_seq"]) for each in tenures] == [
        (str(anna), "person", 1, 0),
        ("", "steward", 1, taken),
        (str(bea), "person", taken + 1, table.seq),
    ]
    log = page_of(signed_in(), f"/archive/{table.code}/")
    assert log.index("has left the table.") < log.index("has taken over the seat from the steward and is now playing it.")


def test_where_one_player_played_all_of_it_nothing_is_said(anna):
    table = archiving.finished(anna, factories.person())
    assert "until move" not in page_of(signed_in(), f"/archive/{table.code}/")
    loser = factories.running_table(anna, factories.person())
    ending.concede(table_id=loser.pk, user=anna, now=NOW)
    assert "until move" not in page_of(signed_in(), loser.get_absolute_url())
