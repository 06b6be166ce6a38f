"""Table page: one viewer's view of one table. Fragments are parts of the same page."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from tables.mail.replies.notices import Notice, notices
from tables.models import Event, Table
from tables.pages.clockface import ClockFace
from tables.pages.hot_seat import Screen, screen
from tables.pages.lesson import Bubble, bubble
from tables.pages.lines import SeatLine
from tables.pages.log import Log
from tables.pages.meanwhile import WaitingFor, meanwhile
from tables.pages.over import Over
from tables.pages.panel import Panel
from tables.pages.seat_list import SeatList
from tables.pages.talk import Talk
from tables.pages.viewed import ViewedTable
from tables.present.events.links import EventLink, event_link
from tables.present.lobby.cards import rated_words
from tables.present.lobby.next_table import NextTable, next_table_link
from tables.present.time import paces
from tables.selectors.events import listing
from tables.selectors.mail import replies
from tables.selectors.play import going_back, presence, tables, watching
from tables.selectors.seats import handover
from tables.services.lobby.watching import is_followable
from tables.services.time.pausing import LONGEST as LONGEST_PAUSE


class TablePage(ViewedTable):
    """Page of a running or ended table."""

    @cached_property
    def clockface(self) -> ClockFace:
        """All clocks, and the proposals about them."""
        return ClockFace(self)

    @cached_property
    def panel(self) -> Panel:
        """Viewer's decisions, drafts and standing orders."""
        return Panel(self, self.clockface)

    @cached_property
    def seat_list(self) -> SeatList:
        """List of seats."""
        return SeatList(self, self.panel)

    @cached_property
    def log(self) -> Log:
        """Newest moves in words."""
        return Log(self, self.seat_list)

    @cached_property
    def talk(self) -> Talk:
        """Table chat."""
        return Talk(self)

    @cached_property
    def over(self) -> Over:
        """Result and rematch."""
        return Over(self)

    @cached_property
    def event(self) -> Event | None:
        """Event of the table, from which the viewer can withdraw."""
        return listing.event_of(self.table)

    @cached_property
    def not_played(self) -> Sequence[Notice]:
        """Viewer's replies by email that played nothing here."""
        return notices(replies.not_played(self.user, self.table)) if self.user else ()

    @cached_property
    def guide(self) -> Bubble | None:
        """Guide that the viewer follows here; None for spectators, and at a table without one."""
        return bubble(self.table) if self.me else None

    @property
    def is_hinted(self) -> bool:
        """True if the viewer's decisions get hints: by their setting, otherwise in their first games."""
        if self.me is None or self.user is None or self.guide:
            return False
        return self.me.is_early if self.user.hints == User.Hints.FIRST else self.user.hints == User.Hints.ALWAYS

    @cached_property
    def screen(self) -> Screen | None:
        """Panel of the host's screen between turns; None for everybody else, and while it shows a seat."""
        return screen(self)

    @cached_property
    def rows(self) -> Sequence[tuple[SeatLine, Any]]:
        """Lines of the seats, each with its public information from the board's ``by_seat``."""
        rows = self.board.get("by_seat", {})
        return [(line, rows.get(line.player.seat)) for line in self.seat_list.lines]

    @cached_property
    def meanwhile(self) -> WaitingFor | None:
        """Panel while the viewer waits for others; None for spectators, with a steward, after the end, and on their turn."""
        me = self.me
        if me is None or me.index is None or me.steward_since or not self.running or self.panel.urgent:
            return None
        return meanwhile(self.table, self.seat_list.lines, self.engine.before(self.seen.public, me.index))

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """Context of the game's board, with marks for the viewer's draft or, without one, for recent events."""
        return self.presenter.board.context(self.panel.position, self.players, self._marked())

    @cached_property
    def hand(self) -> Mapping[str, Any]:
        """Context of the viewer's secrets."""
        return self.presenter.hand.context(self.panel.position, self.players)

    @cached_property
    def next_table(self) -> NextTable | None:
        """Link to the most urgent other table that waits for the viewer."""
        return next_table_link(self.awaiting, self.table)

    @cached_property
    def awaiting(self) -> Sequence[Table]:
        """Games that wait for the viewer, first deadline first."""
        return tables.named_awaiting(self.user)

    @cached_property
    def others_present(self) -> bool:
        """True if another player of the table has its page open."""
        return presence.others_present(self.table.pulse, self.me.user_id if self.me else None, self.now)

    @property
    def round_words(self) -> str:
        """Current round of the game, in words."""
        return self.presenter.words.round_words(self.panel.position.public)

    @cached_property
    def event_link(self) -> EventLink | None:
        """Link to the event of the table, None if it belongs to none."""
        return event_link(self.table)

    @property
    def pace_words(self) -> str:
        """Pace in one phrase."""
        return paces.pace_words(self.table)

    @property
    def rated_words(self) -> str:
        """Sentence that says whether the result changes ratings."""
        return rated_words(self.table)

    @property
    def terms(self) -> Sequence[str]:
        """Rules of the table's clocks, in sentences."""
        return paces.terms(self.table)

    @property
    def pause_ends(self) -> datetime | None:
        """Latest time at which the game resumes; None unless it is paused."""
        return self.table.paused_at and self.table.paused_at + LONGEST_PAUSE

    @property
    def is_watched(self) -> bool:
        """True if the viewer is a spectator of a game that everyone may watch."""
        return self.me is None and is_followable(self.table)

    @cached_property
    def is_followed(self) -> bool:
        """True if the viewer, a spectator, follows the game."""
        return watching.follows(self.user, self.table)

    @cached_property
    def may_go_back(self) -> bool:
        """True if this is a practice table and the viewer has moved at it."""
        return self.table.practice and self.me is not None and bool(going_back.sent_by(self.me, most=1))

    @cached_property
    def templates(self) -> Mapping[str, tuple[str, str]]:
        """Parts of the page that belong to the game."""
        parts = ("board", "hand", "player", "stock", "aid", "preferences", "settled")
        return {part: self.presenter.template(f"_{part}.html") for part in parts}

    @property
    def banner(self) -> str:
        """Message that everyone must see."""
        return self.presenter.words.banner(self.panel.position.public)

    @property
    def status(self) -> str:
        """Sentence about the state of the game: it is over, it is the viewer's turn, or others play."""
        if not self.running:
            return _("The game is over.")
        if self.me and self.me.steward_since:
            return _("The steward is playing for you.")
        if self.panel.urgent:
            words = get_text_list([slot.question for slot in self.panel.urgent], _("and"))
            return _("Your turn: %(asked)s.") % {"asked": words}
        if self.screen and self.screen.next:
            return _("Pass the device to %(name)s.") % {"name": self.screen.next.player.name}
        names = [line.player.name for line in self.seat_list.lines if line.questions]
        return (
            _("Waiting for %(names)s.") % {"names": get_text_list(names, _("and"))} if names else _("Not waiting for anyone.")
        )

    @cached_property
    def panel_id(self) -> str:
        """Id that changes with the viewer's decisions, moves and seat. A page with another id is outdated."""
        parts = [
            self.table.status,
            self.me.plies if self.me else 0,
            [(slot.key, slot.when) for slot in self.panel.slots],
            self._hands,
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    @property
    def _hands(self) -> Sequence[Any]:
        """Facts that decide who may play or take a seat."""
        if self.me:
            return [self.me.steward_since, self.me.resigned_at, self.me.passes_plans]
        if self.screen:
            return self.screen.mark
        return [(line.player.seat, line.seat.opened_at) for line in self.seat_list.open_lines]

    @property
    def is_new_here(self) -> bool:
        """True if the viewer has taken over their seat and has not moved yet."""
        me, user = self.me, self.user
        return bool(me and user and me.taken_over_at and not me.steward_since and not handover.has_moved(me, user.pk))

    @property
    def misses_left(self) -> int:
        """Number of further deadlines in a row the viewer may miss before the steward takes their seat."""
        return max(self.table.excused - self.me.defaults_in_a_row, 0) if self.me else 0

    def _marked(self) -> Sequence[Any]:
        if self.panel.tried:
            return self.panel.tried.visible_events
        if self.log.recap and self.log.recap.events:
            return self.log.recap.events
        return [event for entry in self.log.entries if entry.seq == self.table.seq for event in entry.events]
