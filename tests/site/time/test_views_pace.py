"""Choice of an offered or custom pace, the rules for absent players, and descriptions of a pace."""

import pytest

from tables.models import Table
from tests.site import factories
from tests.site.lobby.test_views_lobby import NEW, address
from tests.site.views import page_of, read, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PARTS = {"decision": (2, 1440), "reply": (12, 60), "grace": (6, 60), "bank": (1, 1440), "increment": (3, 60), "cap": (2, 1440)}


def own(weekends="on", **changed):
    """Return the form fields of a custom pace: number and unit of each part."""
    fields = {"pace": "custom", "own-weekends": weekends}
    for part, (number, unit) in (PARTS | changed).items():
        fields |= {f"own-{part}_0": str(number), f"own-{part}_1": str(unit)}
    return fields


def create(**fields):
    return signed_in(factories.person()).post("/tables/new/", NEW | fields)


def refused(**fields):
    response = create(**fields)
    assert response.status_code == 422
    assert not Table.objects.exists()
    return read(response.content.decode())


def test_an_offered_pace_brings_all_its_parts_along():
    create(pace="three")
    table = Table.objects.get()
    found = (table.pace, table.decision_minutes, table.grace_minutes, table.weekends, table.absences, table.excused)
    assert found == ("three", 4320, 720, True, True, 2)


def test_a_pace_of_ones_own_is_stored_as_typed():
    create(**own(weekends="off"))
    table = Table.objects.get()
    parts = ("decision", "reply", "grace", "bank", "increment", "bank_cap")
    assert [getattr(table, f"{part}_minutes") for part in parts] == [2880, 720, 360, 1440, 180, 2880]
    assert (table.pace, table.weekends) == ("custom", False)


def test_what_stands_in_the_fields_of_ones_own_pace_does_not_matter_where_another_is_chosen():
    assert create(**own(decision=("", "x")) | {"pace": "day"}).status_code == 302
    assert Table.objects.get().pace == "day"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"decision": (30, 1)}, "valid choice"),
        ({"decision": (0, 60)}, "From 1 hour to 30 days."),
        ({"decision": (31, 1440)}, "From 1 hour to 30 days."),
        ({"reply": (3, 1440)}, "This can’t be more than “For each decision”."),
        ({"grace": (3, 1440)}, "At most 2 days."),
        ({"bank": (3, 1440)}, "This can’t be more than “Time bank limit”."),
        ({"increment": (8, 1440)}, "At most 7 days."),
        ({"cap": (61, 1440)}, "At most 60 days."),
        ({"decision": ("", 60)}, "required"),
        ({"decision": ("-5", 60)}, "greater than or equal to 0"),
        ({"decision": ("1e9", 60)}, "whole number"),
        ({"decision": ("9" * 30, 1440)}, "less than or equal to 999"),
    ],
)
def test_a_pace_that_cannot_be_comes_back_with_the_reason_at_its_field(changed, said):
    assert said in refused(**own(**changed))


def test_a_pace_without_its_fields_is_refused():
    assert "required" in refused(pace="custom")


@pytest.mark.parametrize("field", ["absences", "excused"])
def test_nonsense_about_absences_is_refused(field):
    assert "valid choice" in refused(**{field: "77"})


def test_a_table_may_forbid_absences_and_excuse_nothing():
    create(absences="0", excused="0")
    table = Table.objects.get()
    assert (table.absences, table.excused) == (False, 0)
    page = page_of(signed_in(factories.person()), address(table))
    assert "Announced absences don’t stop the clocks here." in page
    assert "After one missed deadline, the steward plays the seat." in page
    assert "time bank of 3 days, absences don’t stop clocks" in page_of(signed_in(), "/tables/")


def test_the_form_says_how_long_a_game_takes_for_each_number_of_seats():
    page = page_of(signed_in(factories.person()), "/tables/new/?game=gonzaga")
    table = page.partition('class="estimates"')[2]
    assert [f">{length}<" in table for length in ("4 weeks", "5 weeks", "6 weeks", "3 months")] == [True] * 4
    assert "third of their time" in table


def test_a_pace_of_ones_own_is_estimated_too_once_it_is_sent():
    page = refused(**own(decision=(9, 1440), reply=(9, 1440)) | {"word": "", "game": "gonzaga"})
    assert '<th scope="row">9 days</th><td>3 months</td>' in page


def test_invited_people_read_what_the_pace_means_and_how_long_it_takes():
    table = factories.open_table(factories.person(), pace="three", game="gonzaga", seats=4)
    page = page_of(signed_in(), f"/i/{table.invite}/")
    assert "about 6 weeks" in page
    assert "After that, there is a grace period of 12 hours, and then the time bank is used." in page


def test_the_lobby_finds_tables_with_a_pace_of_their_own():
    create(**own(weekends="off"))
    factories.open_table(factories.person(), pace="day", name="Daily post")
    page = page_of(signed_in(), "/tables/?pace=custom")
    assert "2 days per decision, 12 hours per reaction, time bank of 1 day, weekends off" in page
    assert "Daily post" not in page
