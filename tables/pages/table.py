"""The table page put together: what one viewer sees of one table. Fragments are parts of the same page."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from tables.mail.replies.notices import Notice, notices
from tables.models import Table
from tables.pages.clockface import ClockFace
from tables.pages.lesson import Bubble, bubble
from tables.pages.lines import SeatLine
from tables.pages.log import Log
from tables.pages.meanwhile import Meanwhile, meanwhile
from tables.pages.over import Over
from tables.pages.panel import Panel
from tables.pages.seat_list import SeatList
from tables.pages.talk import Talk
from tables.pages.viewed import ViewedTable
from tables.present.lobby.cards import TableCard, rated_words
from tables.present.time import paces
from tables.selectors.mail import replies
from tables.selectors.play import going_back, presence, tables, watching
from tables.selectors.seats import handover
from tables.services.lobby.watching import is_followable
from tables.services.time.pausing import LONGEST as LONGEST_PAUSE


class TablePage(ViewedTable):
    """Everything that the page of a running or ended table shows."""

    @cached_property
    def clockface(self) -> ClockFace:
        """All clocks, and what may be agreed about them."""
        return ClockFace(self)

    @cached_property
    def panel(self) -> Panel:
        """The viewer's decisions, drafts and standing orders."""
        return Panel(self, self.clockface)

    @cached_property
    def seat_list(self) -> SeatList:
        """The list of seats."""
        return SeatList(self, self.panel)

    @cached_property
    def log(self) -> Log:
        """The newest moves in words."""
        return Log(self, self.seat_list)

    @cached_property
    def talk(self) -> Talk:
        """The table talk."""
        return Talk(self)

    @cached_property
    def over(self) -> Over:
        """The result and the rematch."""
        return Over(self)

    @cached_property
    def not_played(self) -> Sequence[Notice]:
        """Answers of the viewer by mail by which nothing was played here."""
        return notices(replies.not_played(self.user, self.table)) if self.user else ()

    @cached_property
    def guide(self) -> Bubble | None:
        """What the viewer is taught here; None for onlookers, and at a table that follows no guide."""
        return bubble(self.table) if self.me else None

    @property
    def is_hinted(self) -> bool:
        """Whether what the viewer is asked is marked to be explained: as they chose, else in their first games."""
        if self.me is None or self.user is None or self.guide:
            return False
        return self.me.is_early if self.user.hints == User.Hints.FIRST else self.user.hints == User.Hints.ALWAYS

    @cached_property
    def rows(self) -> Sequence[tuple[SeatLine, Any]]:
        """The list of seats, each with what the game tells of it in public, as its board says under ``by_seat``."""
        rows = self.board.get("by_seat", {})
        return [(line, rows.get(line.player.seat)) for line in self.seat_list.lines]

    @cached_property
    def meanwhile(self) -> Meanwhile | None:
        """What the viewer is told while others are waited for; None for onlookers, and for whoever is asked something."""
        me = self.me
        if me is None or me.index is None or me.steward_since or not self.running or self.panel.urgent:
            return None
        return meanwhile(self.table, self.seat_list.lines, self.engine.before(self.seen.public, me.index))

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """The context of the game's board; what the viewer's draft does is marked, or what happened since their last move."""
        return self.presenter.board.context(self.panel.shown, self.players, self._marked())

    @cached_property
    def hand(self) -> Mapping[str, Any]:
        """The context of what the viewer alone knows."""
        return self.presenter.hand.context(self.panel.shown, self.players)

    @cached_property
    def next_table(self) -> Table | None:
        """The next game that waits for the viewer, if this one does not."""
        if not self.user or self.panel.urgent:
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
        return self.presenter.words.round_words(self.panel.shown.public)

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
    def is_watched(self) -> bool:
        """Whether the viewer looks on at a game that everybody may watch."""
        return self.me is None and is_followable(self.table)

    @cached_property
    def is_followed(self) -> bool:
        """Whether the viewer, who looks on, follows it."""
        return watching.follows(self.user, self.table)

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
        return self.presenter.words.banner(self.panel.shown.public)

    @property
    def status(self) -> str:
        """In one sentence: what I am asked, or who is waited for, or how it ended."""
        if not self.running:
            return _("The game is over.")
        if self.me and self.me.steward_since:
            return _("The steward plays for you.")
        if self.panel.urgent:
            words = get_text_list([slot.question for slot in self.panel.urgent], _("and"))
            return _("It is your turn: %(asked)s.") % {"asked": words}
        names = [line.player.name for line in self.seat_list.lines if line.questions]
        return _("Waiting for %(names)s.") % {"names": get_text_list(names, _("and"))} if names else _("Nobody is waited for.")

    @cached_property
    def panel_id(self) -> str:
        """Changes exactly when the viewer is asked something else; a page that shows another one is out of date."""
        parts = [
            self.table.status,
            self.me.plies if self.me else 0,
            [(slot.key, slot.when) for slot in self.panel.slots],
            self._hands,
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    @property
    def _hands(self) -> Sequence[Any]:
        """What decides who may play or take a seat."""
        if self.me:
            return [self.me.steward_since, self.me.resigned_at, self.me.passes_plans]
        return [(line.player.seat, line.seat.opened_at) for line in self.seat_list.open_lines]

    @property
    def is_new_here(self) -> bool:
        """Whether the viewer took their seat over and has not moved yet."""
        me, user = self.me, self.user
        return bool(me and user and me.taken_over_at and not me.steward_since and not handover.has_moved(me, user.pk))

    @property
    def misses_left(self) -> int:
        """How many more deadlines in a row the viewer may miss before the steward takes their seat."""
        return max(self.table.excused - self.me.defaults_in_a_row, 0) if self.me else 0

    def _marked(self) -> Sequence[Any]:
        if self.panel.tried:
            return self.panel.tried.told
        if self.log.recap and self.log.recap.events:
            return self.log.recap.events
        return [event for entry in self.log.entries if entry.seq == self.table.seq for event in entry.events]
