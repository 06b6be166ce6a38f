"""The sentences of a mail, in the active language."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.addresses import ELLIPSIS, without_addresses
from tables.models import Notification, Table

Kind = Notification.Kind
# A name does not end the quotation that it stands in.
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»"', "’"))
# What a mail that tells several things leads with.
ORDER = (
    Kind.FINISHED,
    Kind.STEWARD,
    Kind.TIMED_OUT,
    Kind.STARTED,
    Kind.REMINDER,
    Kind.TURN,
    Kind.OPENED,
    Kind.MENTION,
    Kind.INVITATION,
    Kind.FOLLOWED,
    Kind.WEEKLY,
)


def chief(kinds: Collection[Notification.Kind]) -> Notification.Kind:
    """The most important of several kinds."""
    return min(kinds, key=ORDER.index)


def table_label(title: str, table: Table) -> str:
    """The game and, quoted, what its host called the table: without addresses, which older names may hold."""
    name = without_addresses(table.shown_name.translate(_QUOTES))
    return _("%(game)s “%(name)s”") % {"game": title, "name": name} if name.strip(ELLIPSIS + " ") else title


def bundle_subject(kinds: Collection[Notification.Kind], tables: int) -> str:
    """The subject of a mail about several tables at which others wrote to its reader."""
    if set(kinds) == {Kind.INVITATION}:
        return ngettext("You are invited to %(count)d table", "You are invited to %(count)d tables", tables) % {"count": tables}
    return _("Mentions and invitations")


def subject(kinds: Collection[Notification.Kind], label: str, due: str, asked: str = "") -> str:
    """The subject line; ``due`` is the first deadline in words and ``asked`` the one thing that is asked, empty if there is
    none."""
    words = {"table": label, "due": due, "asked": asked}
    match chief(kinds):
        case Kind.FINISHED:
            return _("The game is over: %(table)s") % words
        case Kind.STEWARD:
            return _("The steward plays for you: %(table)s") % words
        case Kind.TIMED_OUT:
            return _("Your time was over: %(table)s") % words
        case Kind.STARTED if Kind.TURN in kinds:
            return _("The game has begun and it is your turn: %(table)s") % words
        case Kind.STARTED:
            return _("The game has begun: %(table)s") % words
        case Kind.REMINDER if due:
            return _("Waiting for you until %(due)s: %(table)s") % words
        case Kind.OPENED:
            return _("A seat is free: %(table)s") % words
        case Kind.REMINDER | Kind.TURN:
            return (_("%(asked)s: %(table)s") if asked else _("Your turn: %(table)s")) % words
        case kind:
            return _subject_beside(kind) % words


def _subject_beside(kind: Notification.Kind) -> str:
    """Of what is no game of the reader's, or comes from another person."""
    match kind:
        case Kind.MENTION:
            return _("Somebody speaks to you: %(table)s")
        case Kind.FOLLOWED:
            return _("A game that you follow: %(table)s")
        case _invitation:
            return _("You are invited: %(table)s")


def headline(kinds: Collection[Notification.Kind]) -> str:
    """The heading of the letter."""
    match chief(kinds):
        case Kind.FINISHED:
            return _("The game is over")
        case Kind.STEWARD:
            return _("The steward plays for you")
        case Kind.TIMED_OUT:
            return _("Your time was over")
        case Kind.STARTED:
            return _("The game has begun")
        case Kind.REMINDER:
            return _("The others are waiting for you")
        case Kind.TURN:
            return _("It is your turn")
        case Kind.OPENED:
            return _("A seat is free")
        case kind:
            return _headline_beside(kind)


def _headline_beside(kind: Notification.Kind) -> str:
    match kind:
        case Kind.MENTION:
            return _("Somebody speaks to you")
        case Kind.FOLLOWED:
            return _("A game that you follow")
        case _invitation:  # the weekly letter has words of its own
            return _("You are invited")


def leads(kinds: Collection[Notification.Kind], table: Table, count: int, opened: Collection[str] = ()) -> list[str]:
    """The sentences a mail begins with; once the game is over, only that.

    ``count`` is how many answers are open, ``opened`` whose seats are open to a substitute, an empty name for the reader's own.
    """
    relevant = {Kind.FINISHED} if Kind.FINISHED in kinds else kinds
    sentences = [_lead(kind, table, count) for kind in ORDER if kind in relevant and kind is not Kind.OPENED]
    return sentences + [_opened(name) for name in opened if Kind.OPENED in relevant]


def _opened(name: str) -> str:
    if not name:
        return _("Your seat is open to a substitute now. Until somebody takes it, come to the table to play on yourself.")
    return _("The seat of %(name)s is open to a substitute; the steward plays it until somebody sits down.") % {"name": name}


def _lead(kind: Notification.Kind, table: Table, count: int) -> str:
    match kind:
        case Kind.FINISHED:
            return _how_it_ended(table)
        case Kind.STEWARD:
            return _(
                "So that the game goes on, the steward plays for you now. The seat stays yours: come to the table to play on."
            )
        case Kind.TIMED_OUT:
            return _("Your time for an answer was over, so the site gave the answer that the rules foresee.")
        case Kind.STARTED:
            return _("All seats are taken and the game has begun.")
        case Kind.REMINDER:
            return _("Most of your time is over and the others are waiting for you.")
        case Kind.MENTION:
            return _("Somebody spoke to you at the table.")
        case Kind.FOLLOWED if table.status == Table.Status.ENDED:
            return _how_it_ended(table)
        case Kind.FOLLOWED:
            return _("This is what happened since you were told last.")
        case _asked:
            return ngettext("You are asked for an answer.", "You are asked for %(count)d answers.", count) % {"count": count}


def _how_it_ended(table: Table) -> str:
    match table.ended_by:
        case Table.EndedBy.CONCEDED:
            return _("The game is over: it was conceded.")
        case Table.EndedBy.AGREED:
            return _("The game is over: all agreed to end it without a result.")
        case Table.EndedBy.ABANDONED:
            return _("The game is over: nobody was left to play it.")
        case Table.EndedBy.CANCELLED:
            return _("The game is over: the operators called it off.")
        case _played:
            return _("The game is over: it was played to the end.")
