"""Charts as inline SVG, within the content policy: lines, steps or bars, a legend, and the numbers as a table.

This module computes the scale and all positions, ``templates/archive/_drawing.html`` writes them as SVG, and css/charts.css
gives the drawing colours. Screen readers and the keyboard skip it and use the table in ``templates/archive/_chart.html``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import ceil, floor
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import number_format
from django.utils.safestring import SafeString

# Sizes in units of the drawing, which are pixels on a phone. Letters are 16 high and digits 9 wide.
WIDTH, HEIGHT, LETTER, DIGIT = 360, 230, 16, 9
ROOM = WIDTH - 60
# Length of the vertical axis, and the room above it for values and stops.
TALL, ABOVE = 186, 16
# Room for half a marker at both ends of the axis.
INSET = 6
# Width of a group of bars as a share of its place, and width of a bar as a share of its part of the group.
GROUP, BAR = 0.84, 0.9
# Maximum number of steps on the vertical axis, and of bars with values above them.
MOST_STEPS, MOST_VALUES = 7, 10
# Marker path for each seat colour. Patterns and markers tell lines apart without colour.
MARKERS = {
    "red": "M0-6 6 0 0 6-6 0z",
    "yellow": "M5 0A5 5 0 1 1-5 0 5 5 0 1 1 5 0z",
    "green": "M-5-4H5L0 6z",
    "blue": "M-4.5-4.5h9v9h-9z",
    "violet": "M-5 4H5L0-6z",
}
COLOURS = tuple(MARKERS)
# Minimum height of a bar with room for a marker at its foot.
MARKED_BAR = 18
# Radius of a numbered stop.
STOP = 10
type Point = tuple[float, float]
type InWords = Callable[[float], str]


@dataclass(frozen=True)
class Place:
    """Place on the horizontal axis: its words in the table, its link, and its label below the axis.

    ``at`` is its position on the axis of a line chart; the places of a bar chart are side by side.
    """

    words: str
    at: float = 0
    link: str = ""
    tick: str = ""


@dataclass(frozen=True)
class Series:
    """Line, or bars of one kind: a value for every place (None for a gap). ``css`` is a seat's colour."""

    name: str
    values: Sequence[float | None]
    css: str = ""


@dataclass(frozen=True)
class Chart:
    """Chart with its numbers. ``rows`` are the places, each with its values in words. Without places, there is no drawing."""

    title: str
    svg: SafeString
    legend: Sequence[Mapping[str, str]]
    rows: Sequence[tuple[Place, Sequence[str]]]


def plain_number(value: float) -> str:
    """Return a number in the active language, with one decimal if needed."""
    return number_format(value, 0 if float(value).is_integer() else 1)


def line_chart(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    *,
    current: float | None = None,
    in_words: InWords = plain_number,
) -> Chart:
    """Return a chart of straight lines from place to place; ``current`` is the position of a vertical rule."""
    axes = _axes(places, series, in_words)
    return _chart(title, places, series, axes, [_line(axes, one, list) for one in _coloured(series)], current=current)


def step_chart(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    *,
    current: float | None = None,
    stops: Sequence[float] = (),
    in_words: InWords = plain_number,
) -> Chart:
    """Return a chart of values that change at a place and stay until the next.

    ``stops`` are positions on the axis. They are marked above the highest line and numbered from 1.
    """
    axes = _axes(places, series, in_words)
    highest = {place.at: max(one.values[number] or 0 for one in series) for number, place in enumerate(places)}
    circles = [_moved(*circle) for circle in _apart([(axes.x(at), axes.y(highest[at])) for at in stops])]
    shapes = [_line(axes, one, _stairs) for one in _coloured(series)]
    return _chart(title, places, series, axes, shapes, current=current, stops=circles)


def bar_chart(title: str, places: Sequence[Place], series: Sequence[Series], *, in_words: InWords = plain_number) -> Chart:
    """Return a chart of bars from zero upwards; bars of one place are side by side."""
    ats = list(range(len(places)))
    axes = _Axes(ats, [place.tick or place.words for place in places], [0, *_values(series)], in_words, beside=0.5)
    part = GROUP / len(series)
    shapes: list[dict[str, Any]] = []
    values: list[tuple[str, str, str]] = []
    for number, one in enumerate(_coloured(series)):
        offset = part * (number + 0.5 - len(series) / 2)
        bars = [(at + offset, value) for at, value in zip(ats, one.values, strict=True) if value is not None]
        shapes.append(_bars(axes, bars, part * BAR / 2, one.css, least=MARKED_BAR if len(series) > 1 else HEIGHT))
        values += [(_rounded(axes.x(at)), _rounded(axes.y(value) - 3), in_words(value)) for at, value in bars]
    visible_values = values if len(places) * len(series) <= MOST_VALUES else ()
    return _chart(title, places, series, axes, shapes, kind="bars", values=visible_values)


class _Axes:
    """Both axes of a drawing: positions of numbers, and labels.

    ``beside`` is the padding of the horizontal axis, before the first place and after the last.
    """

    def __init__(
        self, ats: Sequence[float], labels: Sequence[str], values: Sequence[float], in_words: InWords, beside: float = 0
    ) -> None:
        self.ats, self.labels, self.in_words = ats, _thinned(labels), in_words
        self.first = ats[0] - beside if ats else 0
        self.span = (ats[-1] + beside - self.first if ats else 0) or 1
        self.scale = _scale(min(values, default=0), max(values, default=0))
        self.left = max(len(in_words(number)) for number in self.scale) * DIGIT + 6
        # The last label is centred on the end of the axis, where half of it needs room.
        last = next((label for label in reversed(self.labels) if label), "")
        self.width = WIDTH - self.left - max(10, len(last) * DIGIT // 2)

    def x(self, at: float) -> float:
        return INSET + (self.width - 2 * INSET) * (at - self.first) / self.span

    def y(self, value: float) -> float:
        return TALL * (self.scale[-1] - value) / (self.scale[-1] - self.scale[0])


def _axes(places: Sequence[Place], series: Sequence[Series], in_words: InWords) -> _Axes:
    return _Axes([place.at for place in places], [place.tick for place in places], _values(series), in_words)


def _values(series: Sequence[Series]) -> list[float]:
    return [value for one in series for value in one.values if value is not None]


def _scale(low: float, high: float) -> list[int]:
    """Return neighbouring multiples of 1, 2 or 5 times a power of ten that enclose both values."""
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in steps if ceil(high / step) - floor(low / step) <= MOST_STEPS)
    first = floor(low / step)
    return [step * number for number in range(first, max(ceil(high / step), first + 1) + 1)]


def _line(axes: _Axes, one: Series, course: Callable[[Sequence[Point]], Iterable[Point]]) -> dict[str, Any]:
    """Return a line, with a marker at every labelled place and at the last."""
    points = {at: (axes.x(at), axes.y(value)) for at, value in zip(axes.ats, one.values, strict=True) if value is not None}
    marked = [at for at, label in zip(axes.ats, axes.labels, strict=True) if at in points and (label or at == axes.ats[-1])]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in course(list(points.values())))
    return _shape(one.css, f"M{path}" if path else "", [_moved(*points[at]) for at in marked])


def _stairs(points: Sequence[Point]) -> Iterator[Point]:
    yield from points[:1]
    for (_before, old), (at, new) in pairwise(points):
        if new != old:
            yield at, old
        yield at, new


def _bars(axes: _Axes, bars: Sequence[Point], half: float, css: str, *, least: float) -> dict[str, Any]:
    """Return the bars of one series, with a marker at the foot of each bar at least ``least`` high."""
    foot = axes.y(0)
    path = [
        f"M{axes.x(at - half):.1f} {foot:.1f}V{axes.y(value):.1f}H{axes.x(at + half):.1f}V{foot:.1f}z"
        for at, value in bars
        if value
    ]
    marks = [f"{_moved(axes.x(at), foot - MARKED_BAR / 2)} scale(.75)" for at, value in bars if foot - axes.y(value) >= least]
    return _shape(css, "".join(path), marks)


def _shape(css: str, path: str, marks: Sequence[str]) -> dict[str, Any]:
    return {"css": css, "path": path, "mark": MARKERS[css], "marks": marks}


def _apart(points: Sequence[Point]) -> list[Point]:
    """Return the centres of circles without overlaps, each above its point if there is room."""
    placed: list[Point] = []
    highest, wide = -STOP / 2, 2 * STOP
    for x, y in points:
        near = [top for left, top in placed if abs(x - left) < wide]
        start = max(y - STOP * 1.8, highest)
        # Circles are moved upwards as long as there is room, then downwards. Each neighbour blocks at most two places.
        steps_up, most = int((start - highest) // wide), 2 * len(near) + 1
        candidates = [start - wide * up for up in range(steps_up + 1)] + [start + wide * down for down in range(1, most + 1)]
        placed.append((x, next(top for top in candidates if all(abs(top - other) > wide - 0.01 for other in near))))
    return placed


def _coloured(series: Sequence[Series]) -> list[Series]:
    """Return every series with a colour. A series without a player's colour gets a colour by its order."""
    return [
        Series(one.name, one.values, one.css if one.css in MARKERS else COLOURS[number % len(COLOURS)])
        for number, one in enumerate(series)
    ]


def _thinned(labels: Sequence[str]) -> list[str]:
    """Return the labels, thinned at equal distances to fit the axis; the others are empty."""
    labelled = [number for number, label in enumerate(labels) if label]
    stride = next(
        step for step in range(1, len(labelled) + 2) if _room([labels[number] for number in labelled[::step]]) <= ROOM
    )
    visible = set(labelled[::stride])
    return [label if number in visible else "" for number, label in enumerate(labels)]


def _room(labels: Sequence[str]) -> float:
    return len(labels) * (max(map(len, labels)) * LETTER * 0.5 + 10) if len(labels) > 1 else 0


def _chart(
    title: str,
    places: Sequence[Place],
    series: Sequence[Series],
    axes: _Axes,
    shapes: Sequence[Mapping[str, Any]],
    current: float | None = None,
    **more: Any,
) -> Chart:
    """Return the chart. Lengths are passed as text, so that the template does not localise them."""
    legend = [{"name": one.name, "css": one.css, "mark": MARKERS[one.css]} for one in _coloured(series)]
    if not places:
        return Chart(title, SafeString(), legend, [])
    value_words = [["–" if value is None else axes.in_words(value) for value in one.values] for one in series]
    drawing = {
        "box": f"-{axes.left} -{ABOVE} {WIDTH} {HEIGHT}",
        "width": axes.width,
        "height": TALL,
        "guides": [(_rounded(axes.y(value)), axes.in_words(value), value == max(0, axes.scale[0])) for value in axes.scale],
        "ticks": [(_rounded(axes.x(at)), label) for at, label in zip(axes.ats, axes.labels, strict=True) if label],
        "bands": _bands(places, axes),
        "shapes": shapes,
        "here": "" if current is None else _rounded(axes.x(current)),
    }
    svg = render_to_string("archive/_drawing.html", drawing | more)
    return Chart(title, svg, legend, list(zip(places, map(list, zip(*value_words, strict=True)), strict=True)))


def _bands(places: Sequence[Place], axes: _Axes) -> list[tuple[str, str, Place]]:
    """Return link areas of full height. Each extends half-way to its neighbours, so that a finger can hit it."""
    edges = [0, *((axes.x(one) + axes.x(other)) / 2 for one, other in pairwise(axes.ats)), axes.width]
    return [
        (_rounded(left), _rounded(right - left), place)
        for place, (left, right) in zip(places, pairwise(edges), strict=True)
        if place.link
    ]


def _rounded(measure: float) -> str:
    return f"{measure:.1f}"


def _moved(x: float, y: float) -> str:
    return f"translate({x:.1f} {y:.1f})"
