"""One table as a line of a list: in the lobby, among my games, on an invitation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines import registry
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.present.lobby.conditions import condition_words
from tables.present.seats.seating import page_number, pseudonym_words
from tables.present.time import paces
from tables.selectors import coding

# What a list says of a table that is set aside, instead of who it waits for.
SET_ASIDE = gettext_lazy("nothing can be played until the people who run the site have looked at it")


@dataclass(frozen=True)
class Chair:
    """One seat before the start or in a list: who sits there, empty for a free one.

    ``page`` is the number of their page, ``told`` what is told of them in figures. ``kept_for``: who is asked to take the free
    seat, and nobody else may.
    """

    name: str
    is_bot: bool
    page: int | None = None
    told: str = ""
    position: int = 0
    kept_for: str = ""


class TableCard:
    """A table with its words; pass the seats (with their users) unless they were fetched with the table.

    ``company``: what is told of those who sit there, by the id of the seat.
    """

    def __init__(self, table: Table, seats: Sequence[Seat] | None = None, company: Mapping[int, str] | None = None) -> None:
        self._seats = table.seats.all() if seats is None else seats
        self._company = company or {}
        self.table = table
        self.code = table.code
        self.title = registry.engine(table.game).title
        self.headline = table.shown_name or self.title

    @property
    def pace_words(self) -> str:
        """The pace in one phrase."""
        return paces.pace_words(self.table)

    @property
    def terms(self) -> Sequence[str]:
        """What its clocks do, in sentences."""
        return paces.terms(self.table)

    @property
    def rated_words(self) -> str:
        """Whether its result changes ratings."""
        return rated_words(self.table)

    @property
    def conditions(self) -> Sequence[str]:
        """What it takes to join, a phrase each."""
        return condition_words(self.table)

    @property
    def length_words(self) -> str:
        """How long a game takes: "about 6 weeks"."""
        return paces.length_words(self.table)

    @property
    def options_words(self) -> str:
        """The game's options in one phrase; may be empty."""
        return presenter(self.table.game).options.options_words(coding.options(self.table.game, self.table.options))

    @cached_property
    def chairs(self) -> Sequence[Chair]:
        """All seats in the order of joining."""
        in_order = sorted(self._seats, key=lambda seat: seat.position)
        return [_chair(seat, self._company.get(seat.pk, "")) for seat in in_order]

    @property
    def free_seats(self) -> int:
        """How many seats are free."""
        return sum(not chair.name for chair in self.chairs)


def rated_words(table: Table) -> str:
    """Whether the result of a table changes ratings; that of a table by invitation never does."""
    if not table.rated or (table.visibility != Table.Visibility.PUBLIC and table.club_id is None):
        return _("unrated")
    if table.club_id is not None:
        return _("rated in the club")
    return _("rated; it is said which turns bring most points at once") if table.ranks else _("rated")


def _chair(seat: Seat, told: str) -> Chair:
    if seat.user is not None:
        return Chair(str(seat.user), is_bot=False, page=page_number(seat), told=told, position=seat.position)
    if seat.reserved_for is not None and not seat.bot:
        return Chair("", is_bot=False, position=seat.position, kept_for=str(seat.reserved_for))
    return Chair(seat.bot or pseudonym_words(seat.pseudonym), is_bot=bool(seat.bot))
