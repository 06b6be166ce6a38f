"""Statistics of a game in words, tables and charts."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.base import Presenter
from tables.present.charts import Chart, Place, Series, bar_chart, plain_number
from tables.selectors.archive.statistics import MOST, Spread, Statistics, Tally

DAY = 24
WITHOUT_DECIMALS = 20
MOST_BARS = 10
MOST_OPENINGS = 12
FEW = 30


@dataclass(frozen=True)
class StatisticsRow:
    """Row of numbers: label, mean and standard deviation, median, and range."""

    words: str
    mean: str
    median: str
    ends: str


@dataclass(frozen=True)
class Histogram:
    """Histogram of a number: its id on the page, the meaning of the bars, and the chart."""

    id: str
    note: str
    chart: Chart


@dataclass(frozen=True)
class Opening:
    """Opening: its number in the chart, the number of seats that played it, their wins, and the wins expected by chance."""

    number: int
    words: str
    seats: int
    won: str
    fair: str


def summary(statistics: Statistics) -> Sequence[Mapping[str, str]]:
    """Return a few numbers of a game for the page of all games."""
    if not statistics.games:
        return []
    return [
        {"words": _("Games"), "number": games_words(statistics.games)},
        {"words": _("Winner’s average points"), "number": plain_number(round(statistics.winning.mean))},
        {"words": _("Average moves"), "number": plain_number(round(statistics.plies.mean))},
        {"words": _("Average days"), "number": _rounded(statistics.hours.mean / DAY)},
    ]


def games_words(games: int) -> str:
    """Return the number of counted games as text, with separators."""
    return number_format(games, force_grouping=True)


def context(statistics: Statistics, presenter: Presenter) -> Mapping[str, Any]:
    """Return the context of a game's page; only ``games`` if there are none."""
    if not statistics.games:
        return {"games": 0}
    return {
        "games": statistics.games,
        "games_words": games_words(statistics.games),
        "only_newest": statistics.games == MOST,
        "are_few": statistics.games < FEW,
        "lines": _lines(statistics),
        "has_first": statistics.has_first,
        "wins": _wins(statistics),
        "fair": _fair(statistics.seats),
        "histograms": _histograms(statistics),
        "openings": _openings(statistics, presenter),
        "openings_chart": _openings_chart(statistics, presenter),
    }


def percent(share: float) -> str:
    """Return a share as text: "33%"."""
    return _("%(number)s%%") % {"number": plain_number(round(100 * share))}


def _percent_of(value: float) -> str:
    return percent(value / 100)


def _rounded(number: float) -> str:
    """Return a rounded number as text, with one decimal below WITHOUT_DECIMALS."""
    return plain_number(round(number) if abs(number) >= WITHOUT_DECIMALS else round(number, 1))


def _lines(statistics: Statistics) -> list[StatisticsRow]:
    return [
        _line(_("Player’s points"), statistics.scores),
        _line(_("Winner’s points"), statistics.winning),
        _line(_("Winning margin"), statistics.margins),
        _line(_("Moves"), statistics.plies),
        _line(_("Rounds"), statistics.rounds),
        _line(_("Days"), statistics.hours, unit=DAY),
    ]


def _line(words: str, spread: Spread, unit: int = 1) -> StatisticsRow:
    mean, median = _rounded(spread.mean / unit), _rounded(spread.median / unit)
    least, most = (_rounded(number / unit) for number, _count in (spread.counts[0], spread.counts[-1]))
    if least == most:
        return StatisticsRow(words, mean, median, least)
    deviation = spread.deviation / unit
    deviation_words = plain_number(round(deviation)) if spread.mean / unit >= WITHOUT_DECIMALS else _rounded(deviation)
    return StatisticsRow(words, f"{mean} ± {deviation_words}", median, f"{least}–{most}")


def _wins(statistics: Statistics) -> Chart:
    """Return the chart of games won by order of play: one bar for each seat, grouped by number of players."""
    if len(statistics.seats) == 1:
        (tallies,) = statistics.seats.values()
        places = [Place(_order_words(statistics, order), tick=str(order + 1)) for order in range(len(tallies))]
        return bar_chart(_("Games won"), places, [Series(_("Games won"), list(map(_share, tallies)))], in_words=_percent_of)
    places = [Place(players_words(count), tick=str(count)) for count in statistics.seats]
    series = [Series(_order_words(statistics, order), _shares(statistics, order)) for order in range(max(statistics.seats))]
    return bar_chart(_("Games won"), places, series, in_words=_percent_of)


def _shares(statistics: Statistics, order: int) -> list[float | None]:
    """Return the share of wins of one seat in playing order, by number of players."""
    return [_share(tallies[order]) if order < len(tallies) else None for tallies in statistics.seats.values()]


def _share(tally: Tally) -> float:
    return round(100 * tally.share)


def players_words(count: int) -> str:
    """Return the number of players in words."""
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def _order_words(statistics: Statistics, order: int) -> str:
    words = _("Player %(number)d") if statistics.has_first else _("Seat %(number)d")
    return words % {"number": order + 1}


def _fair(seats: Mapping[int, Sequence[Tally]]) -> str:
    """Return the share of wins that each seat can expect by chance, for each number of players, in words."""
    return ", ".join(
        _("%(share)s with %(players)s") % {"share": percent(tallies[0].fair), "players": players_words(count)}
        for count, tallies in seats.items()
    )


def _histograms(statistics: Statistics) -> list[Histogram]:
    """Return the histograms that have at least two bars."""
    histograms = (
        _histogram("points", _("Points"), _("Number of players by final points."), statistics.scores),
        _histogram("leads", _("Winning margin"), _("Number of games by winning margin in points."), statistics.margins),
        _histogram("moves", _("Moves"), _("Number of games by length in moves."), statistics.plies),
        _histogram("rounds", _("Rounds"), _("Number of games by length in rounds."), statistics.rounds),
        _histogram("days", _("Days"), _("Number of games by length in days."), Spread(_whole(statistics.hours, DAY))),
    )
    return [histogram for histogram in histograms if histogram]


def _whole(spread: Spread, unit: int) -> tuple[tuple[int, int], ...]:
    """Return the same counts in a larger unit, rounded down."""
    counts: dict[int, int] = {}
    for number, count in spread.counts:
        counts[number // unit] = counts.get(number // unit, 0) + count
    return tuple(counts.items())


def _histogram(name: str, title: str, note: str, spread: Spread) -> Histogram | None:
    """Return a histogram with bars of equal width; None if all numbers are in one bar."""
    width, bars = binned(spread)
    if len(bars) < 2:
        return None
    places = [Place(_range_words(low, width), tick=plain_number(low)) for low, _count in bars]
    caption = note if width == 1 else f"{note} {_('The number below each bar is the start of its range.')}"
    return Histogram(name, caption, bar_chart(title, places, [Series(title, [count for _low, count in bars])]))


def binned(spread: Spread) -> tuple[int, list[tuple[int, int]]]:
    """Return a round bar width, and for each bar in order its start and its count."""
    least, most = spread.counts[0][0], spread.counts[-1][0]
    width = next(step for step in _handy() if most // step - least // step < MOST_BARS)
    bars = dict.fromkeys(range(least // width, most // width + 1), 0)
    for number, count in spread.counts:
        bars[number // width] += count
    return width, [(place * width, count) for place, count in bars.items()]


def _handy() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (step * 10**tens for tens in itertools.count() for step in (1, 2, 5))


def _range_words(low: int, width: int) -> str:
    return plain_number(low) if width == 1 else f"{plain_number(low)}–{plain_number(low + width - 1)}"


def _frequent(statistics: Statistics) -> list[tuple[str, Tally]]:
    return list(itertools.islice(statistics.openings.items(), MOST_OPENINGS))


def _openings(statistics: Statistics, presenter: Presenter) -> list[Opening]:
    return [
        Opening(number, presenter.archive.opening_words(code), tally.seats, percent(tally.share), percent(tally.fair))
        for number, (code, tally) in enumerate(_frequent(statistics), 1)
    ]


def _openings_chart(statistics: Statistics, presenter: Presenter) -> Chart:
    """Return a bar chart of the openings, numbered as in the table."""
    frequent = _frequent(statistics)
    total = sum(tally.seats for tally in statistics.openings.values())
    places = [
        Place(presenter.archive.opening_words(code), tick=str(number)) for number, (code, _tally) in enumerate(frequent, 1)
    ]
    series = [
        Series(_("Frequency"), [round(100 * tally.seats / total) for _code, tally in frequent]),
        Series(_("Won"), [_share(tally) for _code, tally in frequent]),
    ]
    return bar_chart(_("Openings"), places, series, in_words=_percent_of)
