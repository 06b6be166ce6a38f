"""Names of players for pages, emails and the archive."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from config import characters
from tables import pseudonyms
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import ChatMessage, Seat, Table


def seat_name(seat: Seat) -> str:
    """Return the name of a seat's player: a person, a bot, or the pseudonym of a deleted account."""
    if seat.user is not None:
        return str(seat.user)
    return seat.bot or pseudonym_words(seat.pseudonym) or _("a former player")


def archive_name(seat: Seat) -> str:
    """Return the name of a seat's last player as shown in finished games, where people can hide their name."""
    if seat.user is not None:
        return archive_person(seat.user)
    return seat.bot or pseudonym_words(seat.pseudonym) or _("a former player")


def bot_words(seat: Seat) -> str:
    """Return "bot" with the bot's level; empty if a person has the seat."""
    return _("bot, %(level)s") % {"level": Seat.Level(seat.level).label} if seat.bot else ""


def pseudonym_words(pseudonym: str) -> str:
    """Return a pseudonym in the reader's language; names from another installation stay as they are."""
    mark = pseudonyms.mark(pseudonym)
    return _("Former player %(mark)s") % {"mark": mark} if mark else characters.isolated(pseudonym)


def archive_person(user: User) -> str:
    """Return a person's name as in finished games."""
    return _("a player who hides their name") if user.hides_name else str(user)


@dataclass(frozen=True)
class Naming:
    """Functions that name people: ``seat`` names a seat's player, ``person`` a former player or an author.

    ``page`` returns the number of the player's page, None if it may not be linked.
    """

    seat: Callable[[Seat], str]
    person: Callable[[User], str]
    page: Callable[[Seat], int | None]


def page_number(seat: Seat) -> int | None:
    """Return the number of the page of a seat's player; None for guests, bots and free seats."""
    return seat.user_id if seat.user is not None and not seat.user.is_guest else None


AT_THE_TABLE = Naming(seat_name, str, page_number)
IN_THE_ARCHIVE = Naming(
    archive_name, archive_person, lambda seat: page_number(seat) if seat.user and not seat.user.hides_name else None
)


def with_authors(lines: Sequence[ChatMessage], names: Naming) -> Sequence[tuple[str, ChatMessage]]:
    """Return chat lines, each with its author's name."""
    return [(names.person(line.user) if line.user else _("somebody"), line) for line in lines]


def unread(lines: Sequence[tuple[str, ChatMessage]], me: Seat | None) -> int:
    """Return the number of unread lines, except the player's own and lines of muted or blocked people."""
    if me is None:
        return 0
    speakers = (line.user for _name, line in lines if line.pk > me.read_chat and line.user_id != me.user_id)
    return sum(user is not None and not getattr(user, "is_silenced", False) for user in speakers)


def newest_said(lines: Sequence[tuple[str, ChatMessage]]) -> int:
    """Return the number of the newest line, or 0."""
    return max((line.pk for _name, line in lines), default=0)


def earlier(lines: Sequence[tuple[str, ChatMessage]], most: int) -> int:
    """Return the number of the oldest line if there may be earlier lines, because there are ``most`` lines here; otherwise
    0."""
    return lines[0][1].pk if len(lines) >= most else 0


def naming(table: Table, me: Seat | None) -> Naming:
    """Return the functions that name people on a table's page. After the game, people without a seat see the archive's
    names."""
    return IN_THE_ARCHIVE if me is None and table.status == Table.Status.ENDED else AT_THE_TABLE


def players(
    game: str, public: Any, seats: Iterable[Seat], *, me: Seat | None = None, name_of: Callable[[Seat], str] = seat_name
) -> list[Player]:
    """Return all players in the order of the game; ``me`` is the reader's seat, ``name_of`` names a seat's player."""
    css = presenter(game).board.seat_css
    by_index = sorted((seat.index, seat) for seat in seats if seat.index is not None)
    return [Player(index, name_of(seat), css(public, index), is_me=seat == me, bot=bot_words(seat)) for index, seat in by_index]
