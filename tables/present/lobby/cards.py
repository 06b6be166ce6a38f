"""Table as a line of a list: in the lobby, among the user's games, on an invitation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines import registry
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.present.lobby.conditions import condition_words
from tables.present.seats.seating import bot_words, page_number, pseudonym_words
from tables.present.time import paces
from tables.selectors import coding

# Text in a list for a table on hold, instead of the players it waits for.
SET_ASIDE = gettext_lazy("on hold until the admins resume the table")


@dataclass(frozen=True)
class Chair:
    """Seat before the start or in a list, with its player's name (empty if free).

    ``bot`` says "bot" and its level. ``page`` is the number of the player's page. ``figures`` are the player's public figures,
    such as the rating.
    ``kept_for``: the free seat is reserved for this person.
    """

    name: str
    bot: str = ""
    page: int | None = None
    figures: str = ""
    position: int = 0
    kept_for: str = ""


class TableCard:
    """Table in words. Pass the seats with their users unless they are loaded with the table.

    ``company``: public figures of the players, by the id of the seat.
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
        """Pace in one phrase."""
        return paces.pace_words(self.table)

    @property
    def terms(self) -> Sequence[str]:
        """Rules of the table's clocks, in sentences."""
        return paces.terms(self.table)

    @property
    def rated_words(self) -> str:
        """Sentence that says whether its result changes ratings."""
        return rated_words(self.table)

    @property
    def conditions(self) -> Sequence[str]:
        """Conditions for joining, a phrase each."""
        return condition_words(self.table)

    @property
    def length_words(self) -> str:
        """Length of a game: "about 6 weeks"."""
        return paces.length_words(self.table)

    @property
    def options_words(self) -> str:
        """Options of the game in one phrase; may be empty."""
        return presenter(self.table.game).options.options_words(coding.options(self.table.game, self.table.options))

    @cached_property
    def chairs(self) -> Sequence[Chair]:
        """All seats in the order of joining."""
        in_order = sorted(self._seats, key=lambda seat: seat.position)
        return [_chair(seat, self._company.get(seat.pk, "")) for seat in in_order]

    @property
    def free_seats(self) -> int:
        """Number of free seats."""
        return sum(not chair.name for chair in self.chairs)


def rated_words(table: Table) -> str:
    """Return in words whether the result changes ratings. Tables by invitation are unrated, except those of a club."""
    if not table.rated or (table.visibility != Table.Visibility.PUBLIC and table.club_id is None):
        return _("unrated")
    if table.club_id is not None:
        return _("rated in the club")
    return _("rated; shows the highest-scoring turns") if table.ranks else _("rated")


def _chair(seat: Seat, figures: str) -> Chair:
    if seat.user is not None:
        return Chair(str(seat.user), page=page_number(seat), figures=figures, position=seat.position)
    if seat.reserved_for is not None and not seat.bot:
        return Chair("", position=seat.position, kept_for=str(seat.reserved_for))
    return Chair(seat.bot or pseudonym_words(seat.pseudonym), bot=bot_words(seat))
