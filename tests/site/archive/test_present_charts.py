"""Charts: their drawing, the content policy, and the table with the same numbers."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tables.present.charts import MARKERS, STOP, Place, Series, bar_chart, line_chart, step_chart

EVIL = "<img src=x onerror=alert(1)> & Söhne"
PLACES = [Place(f"Step {step}", step, f"/archive/abc/{step}/?eyes=1", str(step) if step % 2 else "") for step in range(5)]
SERIES = [Series(EVIL, [0, 1, 1, 3, 9], "green"), Series("Bruno", [0, None, 2, 2.5, 4], "violet")]


def charts():
    return [
        step_chart(EVIL, PLACES, SERIES, current=3),
        line_chart(EVIL, PLACES, SERIES),
        bar_chart(EVIL, [Place(EVIL, link="/a/?b=1&c=2"), Place("b")], [Series(EVIL, [1, 2])]),
        line_chart("one place", PLACES[:1], [Series("nought", [0])]),
        line_chart("nowhere", [], [Series("nothing", [])]),
        bar_chart("all nought", PLACES, [Series("nothing", [0] * 5)]),
    ]


@pytest.fixture(params=range(6))
def page(request):
    """Return a chart as a page shows it."""
    return render_to_string("archive/_chart.html", {"chart": charts()[request.param]})


def nodes(chart, name):
    return [node for node in ElementTree.fromstring(chart.svg).iter() if name in node.get("class", "").split()]


def test_nothing_in_it_needs_an_exception_from_the_content_policy(page):
    assert not re.search(
        r"<(script|style|foreignObject|use|image)|\s(style|on\w+|id|target)=\"(?!chart-numbers)|<!--|xlink", page
    )


def test_names_are_text_and_nothing_else(page):
    assert "<img" not in page


def test_a_drawing_is_hidden_from_screen_readers_and_its_links_from_the_keyboard():
    root = ElementTree.fromstring(charts()[0].svg)
    links = [node for node in root.iter() if node.tag.endswith("}a")]
    assert root.get("aria-hidden") == "true"
    assert [node.get("href") for node in links] == [place.link for place in PLACES]
    assert {node.get("tabindex") for node in links} == {"-1"}


def test_bands_lie_side_by_side_over_the_whole_width():
    bands = [(float(band.get("x")), float(band.get("width"))) for band in nodes(charts()[0], "chart-band")]
    assert bands[0][0] == 0
    for (left, width), (right, _width) in pairwise(bands):
        assert left + width == pytest.approx(right, abs=0.2)


def test_a_line_goes_through_its_values_and_has_the_colour_of_its_seat():
    chart = line_chart("Points", PLACES, [Series("Anna", [0, 1, 2, 3, 4], "blue")])
    (line,) = nodes(chart, "chart-series")[0]
    points = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", line.get("d"))]
    assert len(points) == 5
    assert len({round(right[0] - left[0]) for left, right in pairwise(points)}) == 1
    assert [y for _x, y in points] == sorted((y for _x, y in points), reverse=True)
    assert all("blue" in node.get("class") for node in nodes(chart, "chart-series"))


def test_in_steps_a_value_stays_until_it_changes():
    chart = step_chart("Points", PLACES, [Series("Anna", [0, 0, 0, 0, 4], "blue")])
    (line,) = nodes(chart, "chart-series")[0]
    points = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", line.get("d"))]
    before, corner, top = points[-3:]
    assert before[1] == corner[1] > top[1]
    assert corner[0] == top[0] > before[0]


def test_two_lines_differ_by_their_markers_too():
    shapes = {mark.get("d") for mark in nodes(charts()[0], "chart-mark")}
    assert len(shapes) == 2


def test_the_present_is_marked_where_it_is():
    (rule,) = nodes(charts()[0], "chart-here")
    x = float(re.match(r"M([\d.]+)", rule.get("d")).group(1))
    band = nodes(charts()[0], "chart-band")[3]
    assert float(band.get("x")) < x < float(band.get("x")) + float(band.get("width"))
    assert not nodes(charts()[1], "chart-here")


def test_labels_that_have_no_room_are_left_out():
    places = [Place(f"a long label {number}", number) for number in range(30)]
    axis = nodes(bar_chart("Many", places, [Series("games", [1] * 30)]), "chart-x")[0]
    shown = [node.text for node in axis.iter() if node.tag.endswith("}text") and node.text]
    assert 2 <= len(shown) <= 3
    assert shown[0] == "a long label 0"


def test_the_table_has_every_number_in_the_readers_language():
    with translation.override("de"):
        chart = charts()[0]
    assert [values for _place, values in chart.rows] == [["0", "0"], ["1", "–"], ["1", "2"], ["3", "2,5"], ["9", "4"]]
    table = render_to_string("archive/_chart.html", {"chart": chart}).split("chart-numbers")[-1]
    assert table.count('<a href="/archive/abc/') == len(PLACES)


def test_bars_of_several_kinds_bear_their_markers_where_there_is_room():
    two = bar_chart("Won", [Place("a"), Place("b")], [Series("one", [50, 1]), Series("other", [40, 30])])
    marks = [node.get("d") for node in nodes(two, "chart-mark")]
    assert sorted(marks) == sorted([MARKERS["red"], MARKERS["yellow"], MARKERS["yellow"]])
    assert not nodes(bar_chart("Won", [Place("a")], [Series("one", [50])]), "chart-mark")


def test_a_bar_of_nought_is_no_bar():
    chart = bar_chart("Won", [Place("a"), Place("b"), Place("c")], [Series("one", [0, 5, None])])
    assert nodes(chart, "chart-series")[0][0].get("d").count("M") == 1


def test_values_can_be_said_otherwise():
    chart = bar_chart("Share", [Place("Seat 1")], [Series("won", [12.5])], in_words=lambda value: f"{value:.0f} %")
    assert chart.rows[0][1] == ["12 %"]
    assert "12 %" in chart.svg


def test_the_numbers_beside_it_enclose_every_value_and_are_round():
    def numbers(values):
        chart = line_chart("Rating", PLACES, [Series("Anna", values)])
        return ["".join(node.itertext()).strip() for node in nodes(chart, "chart-guide")]

    assert numbers([1466.2, 1500, 1512, 1554, 1539]) == ["1460", "1480", "1500", "1520", "1540", "1560"]
    assert numbers([0, 3, 3, 90, 101]) == ["0", "20", "40", "60", "80", "100", "120"]
    assert numbers([-3, 0, 2, 5, 9]) == ["-4", "-2", "0", "2", "4", "6", "8", "10"]
    assert numbers([7] * 5) == ["7", "8"]


def test_no_language_changes_a_measure():
    with translation.override("de"):
        german = charts()[0].svg
    assert german == charts()[0].svg


def test_without_places_there_is_nothing():
    assert render_to_string("archive/_chart.html", {"chart": charts()[4]}).strip() == ""


def test_every_seat_has_a_line_that_can_be_seen():
    from tests.site.pages.test_look import TOKENS, contrast

    for colour in ("red", "yellow", "green", "blue", "violet"):
        for mode in (0, 1):
            assert contrast(TOKENS[f"--line-{colour}"][mode], TOKENS["--paper-raised"][mode]) >= 3


@pytest.mark.parametrize("value", [0, 5, 9])
@pytest.mark.parametrize("many", [2, 5, 12])
def test_stops_at_one_place_find_room_one_above_the_other(value, many):
    """Stops at one place do not overlap, even at the top of the chart, with no room above them."""
    places = [Place(f"Step {step}", step) for step in range(200)]
    series = [Series("Anna", [value] * 199 + [9], "green")]
    chart = step_chart("Points", places, series, stops=range(100, 100 + many))
    heights = [float(node.get("transform").split()[1].rstrip(")")) for node in nodes(chart, "chart-stop")]
    assert len(heights) == many
    assert all(abs(one - other) >= 2 * STOP - 0.02 for number, one in enumerate(heights) for other in heights[:number])
