"""Content of an event's webhook: one message with the round, the first places and the running tables, updated in place.

It contains what the event's page shows to the organiser who added the webhook, but no table of a round with the same deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from engines.events import formats
from tables.channels.bulletin import Bulletin, reading, standing
from tables.channels.notice import Notice
from tables.mail.asking import due_words, moment_words
from tables.models import Event, EventTable, Table, Webhook
from tables.present.clubs.tables import TableLine, table_lines
from tables.present.events.numbers import points_words
from tables.present.events.words import (
    division_label,
    end_words,
    player_name,
    ranked,
    round_label,
    round_words,
    table_words,
)
from tables.selectors.clubs import clubs
from tables.selectors.events import rows
from tables.selectors.events.rows import Division
from tables.selectors.play import tables, waiting
from tables.selectors.time.clocks import own_end

# Largest number of tables and of places of a division in a message. More tables would not fit into one message of Discord.
MOST, MOST_PLACES = 10, 3
LATEST = datetime.max.replace(tzinfo=UTC)
Stage = Event.Stage


def read_bulletin(hook: Webhook, event: Event, *, seq: int, now: datetime) -> Bulletin:
    """Return the current state as message ``seq``, in the hook's language and its creator's time zone."""
    with reading(hook):
        notice = Notice(
            number=f"event.{event.code}.{seq}",
            thread=f"event.{event.code}",
            kinds=(),
            title=event.shown_name,
            lines=list(_lines(event, hook.made_by)),
            url=settings.SITE_URL + event.get_absolute_url(),
            language=hook.language,
            at=now,
            game=event.game,
        )
    return standing(notice, seq, is_last=event.stage in (Stage.OVER, Stage.CANCELLED))


def _lines(event: Event, reader: User | None) -> Iterator[str]:
    match event.stage:
        case Stage.OPEN:
            until = {"moment": moment_words(event.closes_at)}
            yield _("You can sign up until %(moment)s. Then the event starts by itself.") % until
            yield _signed_up(event.entries.count())
        case Stage.CANCELLED:
            yield _("This event was cancelled.")
        case Stage.OVER:
            divisions = rows.divisions(event)
            yield end_words(divisions)
            yield from _by_division(divisions, map(_final_places, divisions))
        case _running:
            divisions = rows.divisions(event, shows_withheld=False)
            yield from _by_division(divisions, map(_round_and_places, divisions))
            yield from _tables(divisions, reader)


def _signed_up(count: int) -> str:
    if not count:
        return _("Nobody has signed up yet.")
    return ngettext("%(count)d player has signed up.", "%(count)d players have signed up.", count) % {"count": count}


def _by_division(divisions: Sequence[Division], parts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of all divisions; with several, each under its name."""
    for division, lines in zip(divisions, parts, strict=True):
        if len(divisions) > 1:
            yield division_label(division)
        yield from lines


def _final_places(division: Division) -> Sequence[str]:
    return [f"{entry.rank}. {player_name(entry)}" for entry in ranked(division) if (entry.rank or 0) <= MOST_PLACES]


def _round_and_places(division: Division) -> Sequence[str]:
    """Return the round of a division with its end, and the first places once there are results."""
    competition = division.competition
    open_rounds = [drawn for drawn in division.rounds if drawn.ended_at is None]
    if open_rounds:
        label = round_words(division) or round_label(division.event, open_rounds[-1].number)
        first = _("%(round)s, until %(moment)s") % {"round": label, "moment": moment_words(open_rounds[-1].ends_at)}
    else:
        first = _("All tables are over.") if formats.is_over(competition) else _("The next round is being drawn.")
    if not competition.results:
        return [first]
    places = [row for row in formats.ranking(competition) if row.rank <= MOST_PLACES]
    return [first, *(f"{row.rank}. {player_name(division.entry(row.player))} ({points_words(row.points)})" for row in places)]


def _tables(divisions: Sequence[Division], reader: User | None) -> Iterator[str]:
    """Yield a line for each running table that the event's page shows to the reader, but none that is withheld.

    The table with the first deadline comes first.
    """
    words = {table.pk: table_words(division, row) for division, row, table in _running(divisions, reader)}
    found = tables.listed(words)
    lines = sorted(table_lines(found, waiting.waits(found)), key=_end)
    for line in lines[:MOST]:
        yield f"{words[line.card.table.pk]}: {_waiting_words(line)}"
    rest = len(lines) - MOST
    if rest > 0:
        yield ngettext("and %(count)d more table", "and %(count)d more tables", rest) % {"count": rest}


def _running(divisions: Sequence[Division], reader: User | None) -> Iterator[tuple[Division, EventTable, Table]]:
    is_member = reader is not None and bool(divisions) and clubs.is_member(divisions[0].event.club_id, reader.pk)
    for division in divisions:
        for row in (row for drawn in division.rounds if not drawn.is_withheld for row in rows.tables_in_order(drawn)):
            table = row.table
            if table is None or table.status != Table.Status.RUNNING or table.is_withheld:
                continue
            if is_member or table.visibility == Table.Visibility.PUBLIC:
                yield division, row, table


def _end(line: TableLine) -> tuple[datetime, int]:
    """Return a key for the order of the tables: by the first deadline, then in the order in which they were opened."""
    return (line.clock and own_end(line.clock)) or LATEST, line.card.table.pk


def _waiting_words(line: TableLine) -> str:
    until = due_words(line.clock) if line.clock else ""
    return f"{line.words}, {until}" if until else str(line.words)
