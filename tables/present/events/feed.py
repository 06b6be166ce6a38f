"""Atom feed of one event: draws and results of its rounds, notes of its chronicle, and its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from engines.events.standings import table_points
from tables.models import Event, EventRound, EventTable
from tables.present import naming
from tables.present.atom import empty_feed
from tables.present.events.numbers import fraction_words
from tables.present.events.words import division_label, end_words, note_words, player_name, ranked, round_name
from tables.selectors.events import rows
from tables.selectors.events.rows import Division

# Largest number of entries. Older ones are left out.
MOST = 100


@dataclass(frozen=True)
class _Item:
    """Entry of the feed. ``key`` is its permanent name within the event."""

    key: str
    title: str
    at: datetime
    lines: Sequence[str] = ()


def atom(event: Event, address: str, authority: str) -> str:
    """Return the feed as XML, the newest entry first. ``authority`` is the host name in its IDs.

    ``address`` is the feed's path. Results of a withheld round are left out.
    """
    page = event.get_absolute_url()
    feed = empty_feed(f"{event.shown_name} · Staffetta", page, address, authority)
    # Entries of the same moment are in the order in which they happened.
    items = sorted(_items(event), key=lambda item: item.at)
    for item in items[: -MOST - 1 : -1]:
        feed.add_item(
            title=item.title,
            link=settings.SITE_URL + page,
            description=render_to_string("events/feed_entry.html", {"lines": item.lines}) if item.lines else "",
            unique_id=naming.tag(authority, f"{event.created_at:%Y-%m-%d}", f"{page}{item.key}"),
            pubdate=item.at,
            updateddate=item.at,
        )
    return str(feed.writeString("utf-8"))


def _items(event: Event) -> Iterator[_Item]:
    divisions = rows.divisions(event, shows_withheld=False)
    for note in event.notes.select_related("user").order_by("at", "pk"):
        yield _Item(f"note/{note.pk}", note_words(note), note.at)
    for division in divisions:
        for drawn in division.rounds:
            yield from _round_items(division, drawn)
    if event.stage == Event.Stage.OVER and event.ended_at is not None:
        yield _Item("end", end_words(divisions), event.ended_at, _ranks(divisions))


def _round_items(division: Division, drawn: EventRound) -> Iterator[_Item]:
    key, name = f"round/{drawn.division}/{drawn.number}", {"round": round_name(division.event, drawn)}
    tables = rows.tables_in_order(drawn)
    lines = [", ".join(_name(division, number) for number in row.players) for row in tables]
    if drawn.byes:
        byes = ", ".join(_name(division, number) for number in dict.fromkeys(drawn.byes))
        lines.append(_("Bye: %(names)s") % {"names": byes})
    yield _Item(f"{key}/draw", _("%(round)s: draw") % name, drawn.drawn_at, lines)
    if drawn.ended_at is not None:
        lines = [line for row in tables if (line := _result_line(division, row))]
        yield _Item(f"{key}/results", _("%(round)s: results") % name, drawn.ended_at, lines)


def _result_line(division: Division, row: EventTable) -> str:
    """Return the points of the players at a table, empty if it has no result."""
    result = rows.result_of_row(row)
    if result is None:
        return ""
    points = table_points(result)
    words = ", ".join(f"{_name(division, number)}: {fraction_words(points[number])}" for number in row.players)
    return f"{words} · {_('decided by the organiser')}" if row.adjudicated else words


def _ranks(divisions: Sequence[Division]) -> Sequence[str]:
    """Return the final ranks of all players, in several divisions with the division."""
    players = [(division, entry) for division in divisions for entry in ranked(division)]
    lines = [f"{entry.rank}. {player_name(entry)}" for _division, entry in players]
    if len(divisions) == 1:
        return lines
    labels = [division_label(division) for division, _entry in players]
    return [f"{label}: {line}" for label, line in zip(labels, lines, strict=True)]


def _name(division: Division, number: int) -> str:
    return player_name(division.entry(number))
