"""Who sits where, as pages, mails and the archive name them."""

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
    """Who holds a seat that was taken; an account that was deleted leaves no name of its own behind."""
    if seat.user is not None:
        return str(seat.user)
    return seat.bot or pseudonym_words(seat.pseudonym) or _("somebody who left")


def archive_name(seat: Seat) -> str:
    """Who held a seat in the end, as finished games name them: some people hide their name there, some are called otherwise."""
    if seat.user is not None:
        return archive_person(seat.user)
    return seat.bot or pseudonym_words(seat.pseudonym) or _("a former player")


def pseudonym_words(pseudonym: str) -> str:
    """A pseudonym in the reader's language; what somebody was called on another installation stays what it is."""
    mark = pseudonyms.mark(pseudonym)
    return _("Former player %(mark)s") % {"mark": mark} if mark else characters.isolated(pseudonym)


def archive_person(user: User) -> str:
    """A person as finished games name them."""
    return _("a player who hides their name") if user.hides_name else str(user)


@dataclass(frozen=True)
class Naming:
    """How somebody is called: who holds a ``seat``, and a ``person`` who sat there once or said something.

    ``page``: the number of the page of who holds a seat, if there is one to be led to.
    """

    seat: Callable[[Seat], str]
    person: Callable[[User], str]
    page: Callable[[Seat], int | None]


def page_number(seat: Seat) -> int | None:
    """The number of the page of who holds a seat; a guest has none."""
    return seat.user_id if seat.user is not None and not seat.user.is_guest else None


AT_THE_TABLE = Naming(seat_name, str, page_number)
IN_THE_ARCHIVE = Naming(
    archive_name, archive_person, lambda seat: page_number(seat) if seat.user and not seat.user.hides_name else None
)


def spoken(lines: Sequence[ChatMessage], names: Naming) -> Sequence[tuple[str, ChatMessage]]:
    """Lines of the chat, each with who said it."""
    return [(names.person(line.user) if line.user else _("somebody"), line) for line in lines]


def unread(lines: Sequence[tuple[str, ChatMessage]], me: Seat | None) -> int:
    """How many of the lines the holder of a seat has not read: none of their own, nor of people they do not want to hear."""
    if me is None:
        return 0
    speakers = (line.user for _name, line in lines if line.pk > me.read_chat and line.user_id != me.user_id)
    return sum(user is not None and not getattr(user, "is_silenced", False) for user in speakers)


def newest_said(lines: Sequence[tuple[str, ChatMessage]]) -> int:
    """The number of the newest line; 0 without one."""
    return max((line.pk for _name, line in lines), default=0)


def earlier(lines: Sequence[tuple[str, ChatMessage]], most: int) -> int:
    """Return the number of the oldest line if there may be earlier ones, since ``most`` are here; 0 otherwise."""
    return lines[0][1].pk if len(lines) >= most else 0


def naming(table: Table, me: Seat | None) -> Naming:
    """How the page of a table names people: once the game is over whoever did not sit there reads what the archive tells."""
    return IN_THE_ARCHIVE if me is None and table.status == Table.Status.ENDED else AT_THE_TABLE


def players(
    game: str, public: Any, seats: Iterable[Seat], *, me: Seat | None = None, called: Callable[[Seat], str] = seat_name
) -> list[Player]:
    """All players in the order of the game; ``me`` is the seat of whoever reads, ``called`` names who holds a seat."""
    css = presenter(game).board.seat_css
    dealt = sorted((seat.index, seat) for seat in seats if seat.index is not None)
    return [Player(index, called(seat), css(public, index), is_me=seat == me, is_bot=bool(seat.bot)) for index, seat in dealt]
