"""The table page put together: what one viewer sees of one table. Fragments are parts of the same page."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from config.catalogues import language_and_zone
from engines.contract import Pending, Seen, When
from tables.games.contract import NOTHING_GIVEN, Player
from tables.mail.replies.notices import Notice, notices
from tables.models import ChatMessage, Seat, SiteEvent, Table, Tenure
from tables.pages.clockface import ClockFace
from tables.pages.lesson import Bubble, bubble
from tables.pages.lines import READERS, ActiveOrder, LogLine, SeatLine, reader
from tables.pages.meanwhile import Meanwhile, meanwhile
from tables.pages.rematch import Rematch, rematch
from tables.pages.slots import Slot, slots_of
from tables.pages.viewed import ViewedTable
from tables.present.archive import ending as endings
from tables.present.archive.ending import Ending
from tables.present.lobby import open_seats
from tables.present.lobby.cards import TableCard, rated_words
from tables.present.play import recap as recap_words
from tables.present.play import site_events
from tables.present.play.recap import Recap
from tables.present.seats import tenures
from tables.present.seats.seating import earlier, newest_said, spoken, unread
from tables.present.time import paces
from tables.selectors import coding, orders
from tables.selectors.archive import games, ratings
from tables.selectors.mail import replies
from tables.selectors.orders import KeptOrder
from tables.selectors.people import onlookers
from tables.selectors.play import asking, going_back, presence, tables, watching
from tables.selectors.play import log as logs
from tables.selectors.play import recap as recaps
from tables.selectors.play.log import Entry, Opened
from tables.selectors.play.recap import Gap
from tables.selectors.seats import handover
from tables.selectors.time.clocks import own_end
from tables.services.lobby.watching import is_followable
from tables.services.time.pausing import LONGEST as LONGEST_PAUSE


class TablePage(ViewedTable):
    """Everything that the page of a running or ended table shows."""

    @cached_property
    def clockface(self) -> ClockFace:
        """All clocks, and what may be agreed about them."""
        return ClockFace(self)

    @cached_property
    def not_played(self) -> Sequence[Notice]:
        """Answers of the viewer by mail by which nothing was played here."""
        return notices(replies.not_played(self.user, self.table)) if self.user else ()

    @cached_property
    def guide(self) -> Bubble | None:
        """What the viewer is taught here; None for onlookers, and at a table that follows no guide."""
        return bubble(self.table) if self.me else None

    @cached_property
    def lines(self) -> Sequence[SeatLine]:
        """The list of seats."""
        return [self._line(seat, player) for seat, player in zip(self.seats, self.players, strict=True)]

    @cached_property
    def rows(self) -> Sequence[tuple[SeatLine, Any]]:
        """The list of seats, each with what the game tells of it in public, as its board says under ``by_seat``."""
        rows = self.board.get("by_seat", {})
        return [(line, rows.get(line.player.seat)) for line in self.lines]

    @cached_property
    def slots(self) -> Sequence[Slot]:
        """The viewer's own open decisions, the urgent ones first."""
        return slots_of(self, self.clockface) if self.me and self.running and not self.me.steward_since else ()

    @property
    def is_hinted(self) -> bool:
        """Whether what the viewer is asked is marked to be explained: as they chose, else in their first games."""
        if self.me is None or self.user is None or self.guide:
            return False
        return self.me.is_early if self.user.hints == User.Hints.FIRST else self.user.hints == User.Hints.ALWAYS

    @cached_property
    def urgent(self) -> Sequence[Slot]:
        """What the viewer is waited for."""
        return [slot for slot in self.slots if slot.waits]

    @cached_property
    def meanwhile(self) -> Meanwhile | None:
        """What the viewer is told while others are waited for; None for onlookers, and for whoever is asked something."""
        me = self.me
        if me is None or me.index is None or me.steward_since or not self.running or self.urgent:
            return None
        return meanwhile(self.table, self.lines, self.engine.before(self.seen.public, me.index))

    @cached_property
    def optional(self) -> Sequence[Slot]:
        """What the viewer may do and nobody waits for."""
        return [slot for slot in self.slots if not slot.waits]

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """The context of the game's board; what the viewer's draft does is marked, or what happened since their last move."""
        return self.presenter.board.context(self.shown, self.players, self._marked())

    @cached_property
    def hand(self) -> Mapping[str, Any]:
        """The context of what the viewer alone knows."""
        return self.presenter.hand.context(self.shown, self.players)

    @cached_property
    def tried(self) -> Slot | None:
        """The decision for which the viewer is trying something out on the table; None without a draft."""
        return next((slot for slot in self.slots if slot.tried), None)

    @property
    def shown(self) -> Seen[Any, Any]:
        """The position that the page shows: after the viewer's draft, as far as that is certain, else as it is."""
        return (self.tried and self.tried.tried) or self.seen

    @property
    def tried_words(self) -> str:
        """Sentence that says how far the table shows the viewer's draft."""
        assert self.tried is not None
        if not self.tried.changes:
            if self.tried.stopped:
                return _("Your draft, not sent yet. What it changes depends on something hidden, so the table stays as it is.")
            return _("Your draft, not sent yet. It changes nothing on the table.")
        if self.tried.stopped:
            return _("Your draft, not sent yet: the table shows what is certain. The rest depends on something hidden.")
        return _("Your draft: this is how the table would look. Nothing has been sent yet.")

    @cached_property
    def orders(self) -> Mapping[str, Any]:
        """The forms of the viewer's standing orders on the page of the table."""
        return self.orders_panel()

    def orders_panel(self, edited: Any = None, given: Mapping[str, Sequence[str]] = NOTHING_GIVEN) -> Mapping[str, Any]:
        """The forms of the viewer's standing orders; empty for onlookers and where a game takes none on its pages.

        ``edited`` is the policy that is being changed, ``given`` what was sent and refused.
        """
        if self.me is None or not self.running or self.me.steward_since or not self.presenter.takes_orders:
            return {}
        return self.presenter.orders.context(self.seen, self.kept_orders, self.players, edited, given)

    @cached_property
    def kept_orders(self) -> Sequence[KeptOrder]:
        """The viewer's standing orders, in the order in which they are tried."""
        return orders.standing_orders(self.me, self.table.game) if self.me and self.lying.orders else ()

    @cached_property
    def active_orders(self) -> Sequence[ActiveOrder]:
        """Those of the viewer's standing orders that are tried, in order, in words."""
        words = self.presenter.orders.order_words
        return [ActiveOrder(order.number, words(order.policy, self.players)) for order in self.kept_orders if order.is_armed]

    @property
    def resting(self) -> int:
        """How many of the viewer's standing orders rest though nobody said so."""
        return sum(bool(order.disarmed_for) for order in self.kept_orders)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The newest moves the viewer may read, newest first."""
        return logs.log_entries(self.table, self.me.index if self.me else None, limit=logs.PAGE)

    @cached_property
    def beside(self) -> Sequence[SiteEvent]:
        """What happened beside the newest moves, newest first."""
        return logs.site_events(self.table, from_seq=self.entries[-1].seq) if self.entries and self.lying.events else ()

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """The newest part of the log in words."""
        return self._in_words(self.entries, self.beside)

    @cached_property
    def recap(self) -> Recap | None:
        """What happened since the viewer's last move, as far as this part of the log tells; None for onlookers."""
        return self.recap_of(recaps.gap_in(self.entries, self.beside, self.table, self.me)) if self.me else None

    def recap_of(self, gap: Gap) -> Recap:
        """A gap in words."""
        return recap_words.recap(gap, self.presenter, self.seen.public, self.players, then=self._players_then)

    @property
    def newest_beside(self) -> int:
        """The number of the newest thing that happened beside the moves; 0 if there is none in this part of the log."""
        return max((line.after[1] for line in self.log), default=0)

    def words_of(self, entries: Sequence[Entry], *, before_seq: int | None = None) -> Sequence[LogLine]:
        """Moves of a part of the log in words, with what happened between them; those that have nothing to say are left out."""
        beside = logs.site_events(self.table, from_seq=entries[-1].seq, before_seq=before_seq) if entries else ()
        return self._in_words(entries, beside)

    def _in_words(self, entries: Sequence[Entry], beside: Sequence[SiteEvent]) -> Sequence[LogLine]:
        lines = [self.move_line(entry) for entry in entries]
        shut = {line.seat.pk for line in self.shut_lines} if beside and self.running else ()
        told = [event for event in beside if event.kind != SiteEvent.Kind.OPENED or event.seat_id not in shut]
        said = ((event, site_events.sentence(event, called=self.names.person)) for event in told)
        lines += [LogLine((event.after_seq, event.pk), event.at, (sentence,)) for event, sentence in said]
        shown = [line for line in lines if line.sentences or line.receipt]
        return sorted(shown, key=lambda line: line.after, reverse=True)

    @cached_property
    def chat(self) -> Sequence[tuple[str, ChatMessage]]:
        """The newest lines of the chat, oldest first, each with who said it."""
        return spoken(asking.chat_lines(self.table, self.user), self.names) if self.lying.lines else ()

    @property
    def earlier_said(self) -> int:
        """Return the number of the oldest of these lines if there may be earlier ones; 0 otherwise."""
        return earlier(self.chat, asking.CHAT)

    @property
    def hides_unread(self) -> bool:
        """Return whether unread lines may stand before these: they count as read once the viewer says so, not by a look."""
        return self.me is not None and self.earlier_said > self.me.read_chat

    @cached_property
    def unread(self) -> int:
        """How many of these lines the viewer has not read."""
        return unread(self.chat, self.me)

    @cached_property
    def newest_said(self) -> int:
        """The number of the newest of these lines; 0 without one."""
        return newest_said(self.chat)

    @property
    def has_onlookers(self) -> bool:
        """Whether the page leads to the talk of those who watch: its players once the game is over."""
        return onlookers.has_talk(self.table) and (self.me is None or not self.running)

    @cached_property
    def next_table(self) -> Table | None:
        """The next game that waits for the viewer, if this one does not."""
        if not self.user or self.urgent:
            return None
        return next((table for table in self.awaiting if table.pk != self.table.pk), None)

    @cached_property
    def awaiting(self) -> Sequence[Table]:
        """The games that wait for the viewer, first deadline first."""
        return tables.named_awaiting(self.user)

    @cached_property
    def others_present(self) -> bool:
        """Whether somebody else of the table has its page open."""
        return presence.others_present(self.table.pulse, self.me.user_id if self.me else None, self.now)

    @property
    def round_words(self) -> str:
        """Where the game stands."""
        return self.presenter.words.round_words(self.shown.public)

    @property
    def pace_words(self) -> str:
        """The pace in one phrase."""
        return paces.pace_words(self.table)

    @property
    def rated_words(self) -> str:
        """Whether the result changes ratings."""
        return rated_words(self.table)

    @property
    def terms(self) -> Sequence[str]:
        """What the clocks of the table do, in sentences."""
        return paces.terms(self.table)

    @property
    def pause_ends(self) -> datetime | None:
        """When the game goes on at the latest; None unless it is paused."""
        return self.table.paused_at and self.table.paused_at + LONGEST_PAUSE

    @property
    def next_name(self) -> str:
        """What the next table that waits for the viewer is called."""
        return TableCard(self.next_table).headline if self.next_table else ""

    @property
    def has_older(self) -> bool:
        """Whether the log goes further back than the page shows."""
        return bool(self.entries) and self.entries[-1].seq > 0

    @property
    def is_watched(self) -> bool:
        """Whether the viewer looks on at a game that everybody may watch."""
        return self.me is None and is_followable(self.table)

    @cached_property
    def is_followed(self) -> bool:
        """Whether the viewer, who looks on, follows it."""
        return watching.follows(self.user, self.table)

    @property
    def may_talk(self) -> bool:
        """Whether the viewer may use the chat: those who sit at the table."""
        return self.me is not None and not self.table.practice

    @cached_property
    def may_go_back(self) -> bool:
        """Whether the viewer has sent something at this practice table."""
        return self.table.practice and self.me is not None and bool(going_back.sent_by(self.me, most=1))

    @cached_property
    def templates(self) -> Mapping[str, tuple[str, str]]:
        """The game's own parts of the page."""
        parts = ("board", "hand", "player", "stock", "aid", "preferences", "settled")
        return {part: self.presenter.template(f"_{part}.html") for part in parts}

    @property
    def banner(self) -> str:
        """What everybody must see."""
        return self.presenter.words.banner(self.shown.public)

    @property
    def status(self) -> str:
        """In one sentence: what I am asked, or who is waited for, or how it ended."""
        if not self.running:
            return _("The game is over.")
        if self.me and self.me.steward_since:
            return _("The steward plays for you.")
        if self.urgent:
            words = get_text_list([slot.question for slot in self.urgent], _("and"))
            return _("It is your turn: %(asked)s.") % {"asked": words}
        names = [line.player.name for line in self.lines if line.questions]
        return _("Waiting for %(names)s.") % {"names": get_text_list(names, _("and"))} if names else _("Nobody is waited for.")

    @cached_property
    def panel_id(self) -> str:
        """Changes exactly when the viewer is asked something else; a page that shows another one is out of date."""
        parts = [
            self.table.status,
            self.me.plies if self.me else 0,
            [(slot.key, slot.when) for slot in self.slots],
            self._hands,
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    @property
    def _hands(self) -> Sequence[Any]:
        """What decides who may play or take a seat."""
        if self.me:
            return [self.me.steward_since, self.me.resigned_at, self.me.passes_plans]
        return [(line.player.seat, line.seat.opened_at) for line in self.open_lines]

    @cached_property
    def open_lines(self) -> Sequence[SeatLine]:
        """The seats that the viewer may take: none for whoever sits here, or is kept from somebody who does."""
        if not self.running or self.me:
            return []
        found = [line for line in self.lines if line.seat.opened_at]
        return found if not found or tables.may_take_seats(self.table, self.user) else []

    @cached_property
    def shut_lines(self) -> Sequence[SeatLine]:
        """Return the open seats that are not open to the viewer, for whom everything says so."""
        return [] if self.me else [line for line in self.lines if line.seat.opened_at and line not in self.open_lines]

    @property
    def offers(self) -> Sequence[tuple[SeatLine, str]]:
        """The seats that the viewer may take, and how they stand."""
        points = [line.points for line in self.lines]
        return [(line, open_seats.standing(points, line.player.seat)) for line in self.open_lines]

    @property
    def is_new_here(self) -> bool:
        """Whether the viewer took their seat over and has not moved yet."""
        me, user = self.me, self.user
        return bool(me and user and me.taken_over_at and not me.steward_since and not handover.has_moved(me, user.pk))

    @property
    def misses_left(self) -> int:
        """How many more deadlines in a row the viewer may miss before the steward takes their seat."""
        return max(self.table.excused - self.me.defaults_in_a_row, 0) if self.me else 0

    @cached_property
    def ending(self) -> Ending:
        """How the game ended, for its own section of the page."""
        table = games.finished_table(self.table.pk)
        replayed = games.replayed_to_its_end(table)
        return endings.ending(table, self.seen.public, self.players, replayed, ratings.changes_of(table))

    @cached_property
    def rematch(self) -> Rematch | None:
        """Playing again, for those who sat here."""
        return rematch(self.table, self.me, self.user)

    @property
    def reason(self) -> str:
        """Why the game ended."""
        outcome = coding.outcome(self.table.outcome)
        if self.table.ended_by == Table.EndedBy.FINISHED and outcome:
            return self.presenter.words.reason_words(outcome.reason)
        return {
            Table.EndedBy.CONCEDED.value: _("The game was conceded."),
            Table.EndedBy.AGREED.value: _("The players agreed to end the game without a result."),
            Table.EndedBy.ABANDONED.value: _("Everybody has left the game."),
            Table.EndedBy.CANCELLED.value: _("The operators called the game off."),
        }.get(self.table.ended_by, "")

    def _line(self, seat: Seat, player: Player) -> SeatLine:
        pending = [one for one in self.pending if one.seat == player.seat and self._waits(one)]
        since = [moment for one in pending if (moment := self.clockface.of(one).asked_at)]
        running = [clock for one in pending if (clock := self.clockface.of(one)).due_at]
        return SeatLine(
            player=player,
            seat=seat,
            page=self.names.page(seat),
            points=self.presenter.board.points(self.shown.public, player.seat),
            questions=[self.presenter.words.question_words(one.kind) for one in pending],
            since=min(since, default=None),
            clock=min(running, key=lambda clock: own_end(clock) or self.now, default=None),
            rests=any(self.clockface.rest(one) for one in pending),
            answered=any(one.seat == player.seat and one.sealed and one.when is When.MAY for one in self.pending),
            agreed_at=seat.agreement.at if self.running and hasattr(seat, "agreement") else None,
        )

    def _waits(self, pending: Pending) -> bool:
        """Whether its seat is waited for; what somebody else has filed is their secret."""
        mine = self.me is not None and pending.seat == self.me.index
        return pending.when is not When.MAY and not (mine and pending.key in [slot.key for slot in self.optional])

    @cached_property
    def _tenures(self) -> Mapping[int, Sequence[Tenure]]:
        """Who played each seat when, by its id."""
        return asking.tenures(self.table)

    def _marked(self) -> Sequence[Any]:
        if self.tried:
            return self.tried.told
        if self.recap and self.recap.events:
            return self.recap.events
        return [event for entry in self.entries if entry.seq == self.table.seq for event in entry.events]

    def move_line(self, entry: Entry) -> LogLine:
        """One move as a line of the log."""
        is_told, public = self.presenter.log.is_told, self.seen.public
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
        return self._reader_of(self.players)

    def _reader_of(self, people: Sequence[Player]) -> object:
        version = self.presenter.version_of(self.seen.public)
        return reader(version, tuple(player.name for player in people), *language_and_zone())

    def sentences(self, entry: Entry) -> tuple[str, ...]:
        """One move in words."""
        return self.presenter.told_words(entry.events, self.seen.public, self._players_then(entry.seq))

    def _opened(self, entry: Entry) -> tuple[tuple[str, Opened], ...]:
        people = self._players_then(entry.seq) if entry.opened else ()
        return tuple((people[one.seat].name, one) for one in entry.opened)

    @cached_property
    def _changed_hands(self) -> bool:
        return any(seat.taken_over_at for seat in self.seats)

    def _players_then(self, seq: int) -> Sequence[Player]:
        """Who played when a move was made; asked of the rows only where a seat has changed hands."""
        if not self._changed_hands:
            return self.players
        of_seat = {seat.index: self._tenures.get(seat.pk, ()) for seat in self.seats if seat.index is not None}
        return tenures.players_then(self.players, of_seat, seq, called=self.names.person)
