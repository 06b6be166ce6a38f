"""Lists of *My games*: games that wait for the user or for others, tables at the user's screen, and finished games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.games.registry import presenter
from tables.models import Decision, Table
from tables.present.lobby.cards import SET_ASIDE, TableCard
from tables.present.lobby.open_seats import standing
from tables.present.lobby.standings import Progress, standings
from tables.present.seats.seating import seat_name
from tables.selectors.play import asking, hot_seat, tables, waiting
from tables.selectors.play.waiting import Wait
from tables.selectors.time.clocks import Timed, own_end


@dataclass(frozen=True)
class GameRow:
    """Game in the user's list: its state, waiting time and clock, round, standing and unread chat lines."""

    card: TableCard
    words: str | Promise
    clock: Timed | None = None
    since: datetime | None = None
    round_words: str = ""
    standing: str = ""
    unread: int = 0

    @property
    def until(self) -> datetime | None:
        """End of the decision time. It is None if no clock runs."""
        return own_end(self.clock) if self.clock else None

    @property
    def has_board(self) -> bool:
        """True if there is a board to draw."""
        return self.card.table.started_at is not None and presenter(self.card.table.game).draws


@dataclass(frozen=True)
class MyGames:
    """Games of a user by list, in the order of the page."""

    awaiting: Sequence[GameRow]
    others: Sequence[GameRow]
    at_screen: Sequence[GameRow]
    finished: Sequence[GameRow]


def my_games(user: User) -> MyGames:
    """Return the games of ``user``. The games that wait for the user are sorted by the end of the decision time."""
    awaiting, others = _awaiting(user), _others(user)
    table_standings = standings([line.card.table for line in [*awaiting, *others]])
    unread = asking.unread_lines(user)
    return MyGames(
        awaiting=[_standing(_with_unread(line, unread), table_standings, user) for line in awaiting],
        others=[_standing(_with_unread(line, unread), table_standings, user) for line in others],
        at_screen=_at_screen(user),
        finished=[_with_unread(_finished(table, user), unread) for table in tables.recently_finished(user)],
    )


def _awaiting(user: User) -> Sequence[GameRow]:
    pending = asking.unanswered_by_table(user)
    lines = []
    for table in tables.tables_awaiting(user):
        rows = pending.get(table.pk, ())
        since = min((row.asked_at for row in rows), default=None)
        lines.append(GameRow(TableCard(table), _questions(table, rows), _first(rows), since))
    return lines


def _first(timed: Iterable[Timed]) -> Timed | None:
    """Return the first entry with an end of the decision time, or None."""
    return next((one for one in timed if own_end(one)), None)


def _first_due(lines: Sequence[GameRow]) -> list[GameRow]:
    """Return the lines by end of the decision time, then those without a clock by start of the wait."""
    return sorted(lines, key=lambda line: [(at is None, at and at.timestamp()) for at in (line.until, line.since)])


def _with_unread(line: GameRow, unread: Mapping[int, int]) -> GameRow:
    return replace(line, unread=unread.get(line.card.table.pk, 0))


def _standing(line: GameRow, table_standings: Mapping[int, Progress], user: User) -> GameRow:
    """Return the line with the round of the game and the user's standing."""
    table = line.card.table
    entry = table_standings.get(table.pk)
    if entry is None:
        return line
    me = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    points = standing(entry.points, me.index) if me is not None and me.index is not None else ""
    return replace(line, round_words=entry.round_words, standing=points)


def _questions(table: Table, rows: Sequence[Decision]) -> str:
    game_presenter = presenter(table.game)
    return get_text_list(
        [game_presenter.words.question_words(kind) for kind in dict.fromkeys(row.kind for row in rows)], _("and")
    )


def _others(user: User) -> Sequence[GameRow]:
    others = tables.tables_waiting_for_others(user)
    waits = waiting.waits(others)
    return _first_due([_waiting(table, waits.get(table.pk, ()), user) for table in others])


def _at_screen(user: User) -> Sequence[GameRow]:
    """Return the tables played at this user's screen."""
    hosted = tables.with_seats(hot_seat.hosted(user.pk))
    waits = waiting.waits(hosted) if hosted else {}
    return [_waiting(table, waits.get(table.pk, ()), user) for table in hosted]


def _waiting(table: Table, waits: Sequence[Wait], user: User) -> GameRow:
    card = TableCard(table)
    if table.status == Table.Status.WAITING:
        words = ngettext("%(free)d seat is free", "%(free)d seats are free", card.free_seats) % {"free": card.free_seats}
        return GameRow(card, words)
    if table.quarantined_at:
        return GameRow(card, SET_ASIDE)
    my_seat = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    if my_seat and my_seat.steward_since:
        return GameRow(card, _("the steward is playing for you; you can take your seat back"))
    # The game does not wait for this user, so a decision of their own seat is already answered and left out.
    others = [wait for wait in waits if my_seat is None or wait.seat_id != my_seat.pk]
    if not others:
        return GameRow(card, _("not waiting for anyone"))
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in others)
    clock = _first(wait.clock for wait in others)
    since = min((wait.clock.asked_at for wait in others if wait.clock.asked_at), default=None)
    return GameRow(card, _("waiting for %(names)s") % {"names": get_text_list(list(names), _("and"))}, clock, since)


def _finished(table: Table, user: User) -> GameRow:
    seats = table.seats.all()
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    winners = [seat_name(each) for each in seats if each.place == 1]
    if seat is None and winners:
        return GameRow(TableCard(table), _("%(names)s won") % {"names": get_text_list(winners, _("and"))})
    if seat is None or seat.place is None:
        return GameRow(TableCard(table), str(table.get_ended_by_display()))
    if seat.place == 1:
        is_shared = any(other.place == 1 for other in seats if other != seat)
        return GameRow(TableCard(table), _("you share the victory") if is_shared else _("you won"))
    return GameRow(TableCard(table), _("your finishing place: %(place)d") % {"place": seat.place})
