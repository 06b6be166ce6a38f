"""Charts drawn by pygal on the server: inline SVG that keeps the content policy, a legend, and the same numbers as a table.

pygal scales, draws axes, lines and bars. What it adds for pages of its own (scripts, styles, comments, names of pygal) is taken
away again; all classes begin with ``chart-`` and css/charts.css gives them colours. A drawing is hidden from screen readers and
the keyboard, which have the table: ``templates/archive/_chart.html`` shows both.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pygal
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from pygal.style import Style

# In units of the drawing. On a phone they are pixels, and letters are 16 of them high.
WIDTH, HEIGHT, LETTER = 360, 230, 16
ROOM = WIDTH - 60
# Every line has its own pattern and marker, so that no colour is needed; they belong to the colours of the seats.
MARKERS = {
    "red": "M0-6 6 0 0 6-6 0z",
    "yellow": "M5 0A5 5 0 1 1-5 0 5 5 0 1 1 5 0z",
    "green": "M-5-4H5L0 6z",
    "blue": "M-4.5-4.5h9v9h-9z",
    "violet": "M-5 4H5L0-6z",
}
COLOURS = tuple(MARKERS)
# A bar as high as this has room for a marker at its foot.
MARKED_BAR = 18
# The radius of a numbered stop.
STOP = 10
_LONG = re.compile(r"(\.\d)\d+")
_MEASURES = ("d", "x", "y", "width", "height", "transform")


@dataclass(frozen=True)
class Place:
    """A place on the horizontal axis: its words in the table, where a click on it leads, and its label below the axis.

    ``at`` is where it lies on the axis of a line chart; the places of a bar chart lie side by side.
    """

    words: str
    at: float = 0
    link: str = ""
    tick: str = ""


@dataclass(frozen=True)
class Series:
    """One line, or the bars of one kind: a value for every place (None for a gap). ``css`` is a colour of a seat."""

    name: str
    values: Sequence[float | None]
    css: str = ""


@dataclass(frozen=True)
class Chart:
    """A drawing and the numbers in it. ``rows`` are the places with the words of every value; without places it is empty."""

    title: str
    svg: SafeString
    legend: Sequence[Mapping[str, Any]]
    rows: Sequence[tuple[Place, Sequence[str]]]


@dataclass(frozen=True)
class _Marks:
    """What a line chart marks on its axis: the present, and stops."""

    here: float | None
    stops: Sequence[float] = ()


def plain_number(value: float) -> str:
    """A number in the active language, with one decimal if it needs one."""
    return number_format(value, 0 if float(value).is_integer() else 1)


def line_chart(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    *,
    here: float | None = None,
    in_words: Callable[[float], str] = plain_number,
) -> Chart:
    """Straight lines from place to place; ``here`` is where on the axis a rule marks the present."""
    return _lines(title, places, series, _Marks(here), in_words, list)


def step_chart(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    *,
    here: float | None = None,
    stops: Sequence[float] = (),
    in_words: Callable[[float], str] = plain_number,
) -> Chart:
    """Lines for values that change at a place and stay as they are until the next; ``stops`` are places on the axis that are
    numbered from 1 above the highest line."""
    return _lines(title, places, series, _Marks(here, stops), in_words, lambda points: list(_stairs(points)))


def bar_chart(
    title: str, places: Sequence[Place], series: Sequence[Series], *, in_words: Callable[[float], str] = plain_number
) -> Chart:
    """Bars from nought upwards, those of one place side by side."""
    coloured = _coloured(series)
    if not places:
        return _chart(title, places, coloured, in_words, SafeString())
    labels = _thinned([place.tick or place.words for place in places])
    graph = _Bars(print_values=len(places) * len(series) <= 10, print_values_position="top", **_config(in_words, labels))
    graph.places, graph.colours = places, [one.css for one in coloured]
    graph.x_labels = labels
    for one in coloured:
        graph.add("", list(one.values))
    return _chart(title, places, coloured, in_words, _svg(graph))


def _lines(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    marks: _Marks,
    in_words: Callable[[float], str],
    course: Callable[[Sequence[tuple[float, float]]], list[tuple[float, float]]],
) -> Chart:
    coloured = _coloured(series)
    if not places:
        return _chart(title, places, coloured, in_words, SafeString())
    ticks = _thinned([place.tick for place in places])
    graph = _Lines(show_dots=False, **_config(in_words, ticks))
    graph.places, graph.colours, graph.here = places, [one.css for one in coloured], marks.here
    graph.stops = _stops(places, coloured, marks.stops)
    graph.marked = [place.at for place, tick in zip(places, ticks, strict=True) if tick] + [places[-1].at]
    graph.x_labels = [{"label": tick, "value": place.at} for place, tick in zip(places, ticks, strict=True) if tick]
    for one in coloured:
        graph.add("", course([(place.at, value) for place, value in zip(places, one.values, strict=True) if value is not None]))
    return _chart(title, places, coloured, in_words, _svg(graph))


def _stops(places: Sequence[Place], series: Sequence[Series], stops: Sequence[float]) -> list[tuple[float, float]]:
    """Where each stop lies, at the height of the highest line there."""
    highest = {place.at: max(one.values[number] or 0 for one in series) for number, place in enumerate(places)}
    return [(at, highest[at]) for at in stops]


def _stairs(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    yield from points[:1]
    for (_before, old), (at, new) in pairwise(points):
        if new != old:
            yield at, old
        yield at, new


def _coloured(series: Sequence[Series]) -> list[Series]:
    """Every series with a colour; those that are no player's get one by their order."""
    return [
        Series(one.name, one.values, one.css if one.css in MARKERS else COLOURS[number % len(COLOURS)])
        for number, one in enumerate(series)
    ]


def _chart(
    title: str, places: Sequence[Place], series: Sequence[Series], in_words: Callable[[float], str], svg: SafeString
) -> Chart:
    rows = [
        (place, ["–" if value is None else in_words(value) for value in values])
        for place, values in zip(places, zip(*(one.values for one in series), strict=True), strict=True)
    ]
    return Chart(title, svg, [{"name": one.name, "css": one.css, "swatch": _swatch(one.css)} for one in series], rows)


def _swatch(css: str) -> SafeString:
    """A piece of a line with its marker, for the legend."""
    return format_html(
        '<svg class="chart-swatch" viewBox="0 0 40 16" aria-hidden="true"><g class="chart-series {0}"><path class="chart-line"'
        ' d="M0 8H40"/><path class="chart-mark" transform="translate(20 8)" d="{1}"/></g></svg>',
        css,
        MARKERS[css],
    )


def _thinned(labels: Sequence[str]) -> list[str]:
    """As many of the labels as have room, at equal distances from the first; the others become empty."""
    held = [number for number, label in enumerate(labels) if label]
    every = next(step for step in range(1, len(held) + 2) if _room([labels[number] for number in held[::step]]) <= ROOM)
    kept = set(held[::every])
    return [label if number in kept else "" for number, label in enumerate(labels)]


def _room(labels: Sequence[str]) -> float:
    return len(labels) * (max(map(len, labels)) * LETTER * 0.5 + 10) if len(labels) > 1 else 0


def _config(in_words: Callable[[float], str], ticks: Sequence[str]) -> dict[str, Any]:
    last = next((tick for tick in reversed(ticks) if tick), "")
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "margin": 10,
        # The last label is centred on the end of the axis: half of it needs room there.
        "margin_right": max(10, round(len(last) * LETTER * 0.25)),
        "spacing": 6,
        "style": Style(label_font_size=LETTER, major_label_font_size=LETTER, value_font_size=LETTER),
        "show_legend": False,
        "truncate_label": -1,
        "min_scale": 2,
        "max_scale": 6,
        "order_min": 0,
        "value_formatter": in_words,
        "x_value_formatter": in_words,
        "js": (),
        "no_prefix": True,
        "disable_xml_declaration": True,
    }


class _Lines(pygal.XY):
    """Lines with markers at some places, a rule at the present one, and a band over each place that leads somewhere."""

    places: Sequence[Place]
    colours: Sequence[str]
    marked: Sequence[float]
    here: float | None
    stops: Sequence[tuple[float, float]]

    def _plot(self) -> None:
        if self.here is not None:
            path = f"M{self.view.x(self.here)} 0V{self.view.height}"
            self.svg.node(self.nodes["plot"], "path", d=path, class_="here")
        super()._plot()
        for series, css in zip(self.series, self.colours, strict=True):
            node = self.svg.node(self.nodes["overlay"], class_=f"series serie-{series.index}")
            for at, value in dict(series.values).items():
                if at in self.marked and value is not None:
                    moved = f"translate({self.view.x(at)} {self.view.y(value)})"
                    self.svg.node(node, "path", d=MARKERS[css], transform=moved, class_="mark")
        for number, (x, y) in enumerate(_apart([(self.view.x(at), self.view.y(value)) for at, value in self.stops]), 1):
            node = self.svg.node(self.nodes["overlay"], class_="stop", transform=f"translate({x} {y})")
            self.svg.node(node, "circle", r=STOP)
            self.svg.node(node, "text", y=5).text = str(number)
        _bands(self, [self.view.x(place.at) for place in self.places])


def _apart(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Above each point, and so that no two circles lie on one another."""
    placed: list[tuple[float, float]] = []
    highest, wide = -STOP / 2, 2 * STOP
    for x, y in points:
        near = [top for left, top in placed if abs(x - left) < wide]
        start = max(y - STOP * 1.8, highest)
        # Upwards as far as there is room, then down, where a neighbour is in the way of two places at most.
        room, most = int((start - highest) // wide), 2 * len(near) + 1
        tried = [start - wide * up for up in range(room + 1)] + [start + wide * down for down in range(1, most + 1)]
        placed.append((x, next(top for top in tried if all(abs(top - other) > wide - 0.01 for other in near))))
    return placed


class _Bars(pygal.Bar):
    """Bars, those of several kinds with their markers, and a band over each place that leads somewhere."""

    places: Sequence[Place]
    colours: Sequence[str]

    def _bar(self, serie: Any, parent: Any, *where: Any, **more: Any) -> tuple[float, float, float, float]:
        bar: tuple[float, float, float, float] = super()._bar(serie, parent, *where, **more)
        x, y, width, height = bar
        if len(self.colours) > 1 and height >= MARKED_BAR:
            moved = f"translate({x + width / 2} {y + height - MARKED_BAR / 2}) scale(.75)"
            self.svg.node(parent, "path", d=MARKERS[self.colours[serie.index]], transform=moved, class_="mark")
        return bar

    def _plot(self) -> None:
        super()._plot()
        _bands(self, [self.view.x((number + 0.5) / len(self.places)) for number in range(len(self.places))])


def _bands(graph: Any, middles: Sequence[float]) -> None:
    """Over the whole height, each half-way to its neighbours: a finger finds them."""
    edges = [0, *((one + other) / 2 for one, other in pairwise(middles)), graph.view.width]
    for place, (left, right) in zip(graph.places, pairwise(edges), strict=True):
        if place.link:
            link = graph.svg.node(graph.nodes["text_overlay"], "a", href=place.link, tabindex=-1)
            graph.svg.node(link, "title").text = place.words
            graph.svg.node(link, "rect", x=left, y=0, width=right - left, height=graph.view.height, class_="band")


def _svg(graph: Any) -> SafeString:
    """The drawing without what pygal needs on its own pages. All text in it was escaped when it was written as XML."""
    graph.add_xml_filter(lambda root: _cleaned(root, graph.colours))
    drawing: str = graph.render(is_unicode=True)
    return mark_safe(drawing)  # noqa: S308 (see above)


def _cleaned(root: Any, colours: Sequence[str]) -> Any:
    _prune(root, in_link=False)
    for node in root.iter():
        _rename(node, colours)
    root.attrib |= {"class": "chart-drawing", "aria-hidden": "true", "focusable": "false"}
    return root


def _prune(node: Any, *, in_link: bool) -> None:
    for child in list(node):
        if _is_needless(child) or (child.tag == "title" and not in_link):
            node.remove(child)
        else:
            _prune(child, in_link=child.tag == "a")


def _is_needless(node: Any) -> bool:
    is_comment = not isinstance(node.tag, str)
    return is_comment or node.tag in ("defs", "desc") or "tooltip-overlay" in node.get("class", "")


def _rename(node: Any, colours: Sequence[str]) -> None:
    for name in ("style", "id", "font-family"):
        node.attrib.pop(name, None)
    for name in [name for name in node.attrib if str(name).endswith("}href")]:
        node.set("href", node.attrib.pop(name))
    for name in _MEASURES:
        if name in node.attrib:
            node.set(name, _LONG.sub(r"\1", node.get(name)))
    names = node.get("class", "").split()
    seats = [colours[int(name.removeprefix("serie-"))] for name in names if name.startswith("serie-")]
    if names:
        node.set("class", " ".join([f"chart-{name}" for name in names] + seats))
