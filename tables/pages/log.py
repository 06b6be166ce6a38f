"""Log of a table page in words, and the recap of the events since the viewer's last move."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import proxy

from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

from tables.games.contract import Player
from tables.models import SiteEvent, Tenure
from tables.pages.lines import READERS, ChatLine, LogLine, RecapSentence, Sentence, reader
from tables.pages.seat_list import SeatList
from tables.pages.viewed import ViewedTable
from tables.present.play import recap as recap_words
from tables.present.play import site_events
from tables.present.play.recap import Recap
from tables.present.seats import tenures
from tables.present.seats.seating import with_authors
from tables.selectors.play import asking
from tables.selectors.play import log as logs
from tables.selectors.play import recap as recaps
from tables.selectors.play.log import Entry, Opened
from tables.selectors.play.recap import Gap


class Log:
    """Log of a page: the newest moves and other events that the viewer may read, and other parts of the log, in words."""

    def __init__(self, page: ViewedTable, seat_list: SeatList) -> None:
        # A circular reference would keep all these objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)
        self.seat_list = seat_list

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Newest moves that the viewer may read, newest first."""
        return logs.log_entries(self.page.table, self.page.me.index if self.page.me else None, limit=logs.PAGE)

    @cached_property
    def beside(self) -> Sequence[SiteEvent]:
        """Other events since the oldest of ``entries``, newest first."""
        return (
            logs.site_events(self.page.table, from_seq=self.entries[-1].seq) if self.entries and self.page.lying.events else ()
        )

    @cached_property
    def lines(self) -> Sequence[LogLine]:
        """Newest part of the log in words, oldest first."""
        return self._in_words(self.entries, self.beside)

    @cached_property
    def recap(self) -> Recap | None:
        """Recap of the events since the viewer's last move, within this part of the log. It is None for spectators."""
        return self.recap_of(recaps.gap_in(self.entries, self.beside, self.page.table, self.page.me)) if self.page.me else None

    def recap_of(self, gap: Gap) -> Recap:
        """Return the moves and other events of a gap in words."""
        return recap_words.recap(
            gap, self.page.presenter, self.page.seen.public, self.page.players, players_at=self._players_then
        )

    def recap_sentences(self, gap: Gap) -> Sequence[RecapSentence]:
        """Return the sentences of a gap, each with a selector of its subject on the page (empty for none)."""
        events = [event for entry in gap.entries for event in entry.events]
        spots = iter(self.page.presenter.board.spots(events, self.page.seen.public))
        recap_sentences = []
        for seq, item in recap_words.in_order(gap):
            if isinstance(item, SiteEvent):
                recap_sentences.append(
                    RecapSentence(seq, Sentence(site_events.sentence(item, name_of=self.page.names.person)), "")
                )
                continue
            people = self._players_then(seq)
            for event in item.events:
                spot = next(spots) or self._row(event)
                if words := self.page.presenter.event_words(event, self.page.seen.public, people):
                    recap_sentences.append(RecapSentence(seq, Sentence(words, self._css(event, people)), spot))
        return recap_sentences

    @staticmethod
    def _row(event: Any) -> str:
        """Return the selector of the row of an event's player. It is empty if the event has no seat."""
        seat = getattr(event, "seat", None)
        return "" if seat is None else f".players > :nth-child({seat + 1})"

    @property
    def newest_beside(self) -> int:
        """Highest number of an event besides the moves. It is 0 if this part of the log has none."""
        return max((line.after[1] for line in self.lines), default=0)

    def words_of(self, entries: Sequence[Entry], *, before_seq: int | None = None) -> Sequence[LogLine]:
        """Return the moves of a part of the log in words, oldest first, with the events between them.

        Moves without words are left out.
        """
        other_events = logs.site_events(self.page.table, from_seq=entries[-1].seq, before_seq=before_seq) if entries else ()
        return self._in_words(entries, other_events)

    def with_talk(self, entries: Sequence[Entry], *, before_seq: int | None = None) -> Sequence[LogLine | ChatLine]:
        """Return a part of the log in words, with the chat messages between its moves, oldest first.

        Messages of people that the viewer has muted are left out.
        """
        lines = self.words_of(entries, before_seq=before_seq)
        if not entries or self.page.table.practice:
            return lines
        since = entries[-1].at if entries[-1].seq else self.page.table.created_at
        until = logs.moment_of(self.page.table, before_seq) if before_seq is not None else None
        messages = [
            line
            for line in asking.chat_between(self.page.table, self.page.user, since, until)
            if not getattr(line.user, "is_silenced", False)
        ]
        both: list[LogLine | ChatLine] = [*lines]
        both += [ChatLine(line.at, name, line.text) for name, line in with_authors(messages, self.page.names)]
        return sorted(both, key=lambda line: line.at)

    @property
    def has_older(self) -> bool:
        """True if the log goes further back than the page shows."""
        return bool(self.entries) and self.entries[-1].seq > 0

    def _in_words(self, entries: Sequence[Entry], other_events: Sequence[SiteEvent]) -> Sequence[LogLine]:
        lines = [self.move_line(entry) for entry in entries]
        shut_seats = {line.seat.pk for line in self.seat_list.shut_lines} if other_events and self.page.running else ()
        visible_events = [
            event for event in other_events if event.kind != SiteEvent.Kind.OPENED or event.seat_id not in shut_seats
        ]
        worded_events = ((event, site_events.sentence(event, name_of=self.page.names.person)) for event in visible_events)
        lines += [LogLine((event.after_seq, event.pk), event.at, (sentence,)) for event, sentence in worded_events]
        nonempty = [line for line in lines if line.sentences or line.receipt]
        return sorted(nonempty, key=lambda line: line.after)

    @cached_property
    def _tenures(self) -> Mapping[int, Sequence[Tenure]]:
        """Players of each seat over time, by its id."""
        return asking.tenures(self.page.table)

    def move_line(self, entry: Entry) -> LogLine:
        """Return one move as a line of the log. The line is cached with the entry."""
        is_told, public = self.page.presenter.log.is_told, self.page.seen.public
        cache_key = self._reader(entry.seq), *(is_told(event, public) for event in entry.events)
        line: LogLine | None = entry.line_cache.get(cache_key)
        if line is None:
            line = self._line(entry)
            if len(entry.line_cache) >= READERS:
                entry.line_cache.clear()
            entry.line_cache[cache_key] = line
        return line

    def sentences(self, entry: Entry) -> tuple[str, ...]:
        """Return the sentences of one move."""
        return self.page.presenter.told_words(entry.events, self.page.seen.public, self._players_then(entry.seq))

    def _line(self, entry: Entry) -> LogLine:
        worded = self._styled_sentences(entry)
        return LogLine(
            after=(entry.seq, 0),
            at=entry.at,
            sentences=tuple(one.words for one in worded),
            note=recap_words.note(entry.via),
            receipt=entry.receipt,
            opened=self._opened(entry),
            address=f"{self.page.table.get_absolute_url()}at/{entry.seq}/",
            marks=tuple(one.css for one in worded),
        )

    def _styled_sentences(self, entry: Entry) -> Sequence[Sentence]:
        """Return one move in words, each sentence with its CSS classes."""
        presenter, people = self.page.presenter, self._players_then(entry.seq)
        worded_events = ((event, presenter.event_words(event, self.page.seen.public, people)) for event in entry.events)
        return [Sentence(words, self._css(event, people)) for event, words in worded_events if words]

    def _css(self, event: Any, people: Sequence[Player]) -> str:
        seat = getattr(event, "seat", None)
        actor = people[seat] if seat is not None else None
        own = self.page.me is not None and actor is not None and actor.seat == self.page.me.index
        marks = (actor.css if actor else "", "mine" if own else "", self.page.presenter.log.tone(event))
        return " ".join(filter(None, marks))

    def _reader(self, seq: int) -> object:
        """Return the viewer's part of a log line's cache key."""
        return self._own_reader if not self._changed_hands else self._reader_of(self._players_then(seq))

    @cached_property
    def _own_reader(self) -> object:
        return self._reader_of(self.page.players)

    def _reader_of(self, people: Sequence[Player]) -> object:
        version = self.page.presenter.version_of(self.page.seen.public)
        return reader(version, tuple((player.name, player.css) for player in people), get_language(), get_current_timezone())

    def _opened(self, entry: Entry) -> tuple[tuple[str, Opened], ...]:
        people = self._players_then(entry.seq) if entry.opened else ()
        return tuple((people[one.seat].name, one) for one in entry.opened)

    @cached_property
    def _changed_hands(self) -> bool:
        return any(seat.taken_over_at for seat in self.page.seats)

    def _players_then(self, seq: int) -> Sequence[Player]:
        """Return the players at the time of a move. Former players are read only if a seat has changed hands."""
        if not self._changed_hands:
            return self.page.players
        tenures_by_seat = {seat.index: self._tenures.get(seat.pk, ()) for seat in self.page.seats if seat.index is not None}
        return tenures.players_then(self.page.players, tenures_by_seat, seq, name_of=self.page.names.person)
