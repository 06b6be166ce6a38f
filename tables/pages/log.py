"""The log on the page of a table, and what happened since the viewer's last move."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from weakref import proxy

from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

from tables.games.contract import Player
from tables.models import SiteEvent, Tenure
from tables.pages.lines import READERS, LogLine, reader
from tables.pages.seat_list import SeatList
from tables.pages.viewed import ViewedTable
from tables.present.play import recap as recap_words
from tables.present.play import site_events
from tables.present.play.recap import Recap
from tables.present.seats import tenures
from tables.selectors.play import asking
from tables.selectors.play import log as logs
from tables.selectors.play import recap as recaps
from tables.selectors.play.log import Entry, Opened
from tables.selectors.play.recap import Gap


class Log:
    """The newest moves that the viewer may read, in words."""

    def __init__(self, page: ViewedTable, seat_list: SeatList) -> None:
        # The page holds its parts: in a ring of references all would stay until somebody looks for garbage.
        self.page: ViewedTable = proxy(page)
        self.seat_list = seat_list

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The newest moves the viewer may read, newest first."""
        return logs.log_entries(self.page.table, self.page.me.index if self.page.me else None, limit=logs.PAGE)

    @cached_property
    def beside(self) -> Sequence[SiteEvent]:
        """What happened beside the newest moves, newest first."""
        return (
            logs.site_events(self.page.table, from_seq=self.entries[-1].seq) if self.entries and self.page.lying.events else ()
        )

    @cached_property
    def lines(self) -> Sequence[LogLine]:
        """The newest part of the log in words."""
        return self._in_words(self.entries, self.beside)

    @cached_property
    def recap(self) -> Recap | None:
        """What happened since the viewer's last move, as far as this part of the log tells; None for onlookers."""
        return self.recap_of(recaps.gap_in(self.entries, self.beside, self.page.table, self.page.me)) if self.page.me else None

    def recap_of(self, gap: Gap) -> Recap:
        """A gap in words."""
        return recap_words.recap(gap, self.page.presenter, self.page.seen.public, self.page.players, then=self._players_then)

    @property
    def newest_beside(self) -> int:
        """The number of the newest thing that happened beside the moves; 0 if there is none in this part of the log."""
        return max((line.after[1] for line in self.lines), default=0)

    def words_of(self, entries: Sequence[Entry], *, before_seq: int | None = None) -> Sequence[LogLine]:
        """Moves of a part of the log in words, with what happened between them; those that have nothing to say are left out."""
        beside = logs.site_events(self.page.table, from_seq=entries[-1].seq, before_seq=before_seq) if entries else ()
        return self._in_words(entries, beside)

    @property
    def has_older(self) -> bool:
        """Whether the log goes further back than the page shows."""
        return bool(self.entries) and self.entries[-1].seq > 0

    def _in_words(self, entries: Sequence[Entry], beside: Sequence[SiteEvent]) -> Sequence[LogLine]:
        lines = [self.move_line(entry) for entry in entries]
        shut = {line.seat.pk for line in self.seat_list.shut_lines} if beside and self.page.running else ()
        told = [event for event in beside if event.kind != SiteEvent.Kind.OPENED or event.seat_id not in shut]
        said = ((event, site_events.sentence(event, called=self.page.names.person)) for event in told)
        lines += [LogLine((event.after_seq, event.pk), event.at, (sentence,)) for event, sentence in said]
        shown = [line for line in lines if line.sentences or line.receipt]
        return sorted(shown, key=lambda line: line.after, reverse=True)

    @cached_property
    def _tenures(self) -> Mapping[int, Sequence[Tenure]]:
        """Who played each seat when, by its id."""
        return asking.tenures(self.page.table)

    def move_line(self, entry: Entry) -> LogLine:
        """One move as a line of the log."""
        is_told, public = self.page.presenter.log.is_told, self.page.seen.public
        by = self._reader(entry.seq), *(is_told(event, public) for event in entry.events)
        line: LogLine | None = entry.kept.get(by)
        if line is None:
            said, note = self.sentences(entry), recap_words.note(entry.via)
            line = LogLine((entry.seq, 0), entry.at, said, note, entry.receipt, self._opened(entry))
            if len(entry.kept) >= READERS:
                entry.kept.clear()
            entry.kept[by] = line
        return line

    def _reader(self, seq: int) -> object:
        """What a line of the log depends on besides its move."""
        return self._own_reader if not self._changed_hands else self._reader_of(self._players_then(seq))

    @cached_property
    def _own_reader(self) -> object:
        return self._reader_of(self.page.players)

    def _reader_of(self, people: Sequence[Player]) -> object:
        version = self.page.presenter.version_of(self.page.seen.public)
        return reader(version, tuple(player.name for player in people), get_language(), get_current_timezone())

    def sentences(self, entry: Entry) -> tuple[str, ...]:
        """One move in words."""
        return self.page.presenter.told_words(entry.events, self.page.seen.public, self._players_then(entry.seq))

    def _opened(self, entry: Entry) -> tuple[tuple[str, Opened], ...]:
        people = self._players_then(entry.seq) if entry.opened else ()
        return tuple((people[one.seat].name, one) for one in entry.opened)

    @cached_property
    def _changed_hands(self) -> bool:
        return any(seat.taken_over_at for seat in self.page.seats)

    def _players_then(self, seq: int) -> Sequence[Player]:
        """Who played when a move was made; asked of the rows only where a seat has changed hands."""
        if not self._changed_hands:
            return self.page.players
        of_seat = {seat.index: self._tenures.get(seat.pk, ()) for seat in self.page.seats if seat.index is not None}
        return tenures.players_then(self.page.players, of_seat, seq, called=self.page.names.person)
