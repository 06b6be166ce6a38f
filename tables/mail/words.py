"""Sentences about events at a table, in the active language.

``subject`` and ``leads`` are for emails, the feed, webhooks and push messages. Other sentences of emails are in
``tables.mail.table_news`` and ``templates/mail/``.
"""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.addresses import ELLIPSIS, without_addresses
from tables.models import Event, Notification, Table

Kind = Notification.Kind
# A quotation mark in a name must not end the quotation around it.
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»"', "’"))
# An email with several notifications starts with the first of these kinds.
ORDER = (
    Kind.FINISHED,
    Kind.STEWARD,
    Kind.TIMED_OUT,
    Kind.STARTED,
    Kind.ROUND_ENDS,
    Kind.REMINDER,
    Kind.TURN,
    Kind.EVENT,
    Kind.OPENED,
    Kind.MENTION,
    Kind.INVITATION,
    Kind.FOLLOWED,
    Kind.WEEKLY,
)


def chief(kinds: Collection[Notification.Kind]) -> Notification.Kind:
    """Return the kind that comes first in ``ORDER``."""
    return min(kinds, key=ORDER.index)


def table_label(title: str, table: Table) -> str:
    """Return the game and the quoted name of the table, if it has one. Addresses in the name are removed."""
    name = without_addresses(table.shown_name.translate(_QUOTES))
    return _("%(game)s “%(name)s”") % {"game": title, "name": name} if name.strip(ELLIPSIS + " ") else title


def event_label(event: Event) -> str:
    """Return the name of an event, to be quoted. Addresses in it are removed."""
    return without_addresses(event.shown_name.translate(_QUOTES))


def bundle_subject(kinds: Collection[Notification.Kind], tables: int) -> str:
    """Return the subject of an email about messages to its reader at several tables."""
    if set(kinds) == {Kind.INVITATION}:
        return ngettext("You are invited to %(count)d table", "You are invited to %(count)d tables", tables) % {"count": tables}
    return _("Mentions and invitations")


def subject(kinds: Collection[Notification.Kind], label: str, due: str, question: str = "") -> str:
    """Return the subject line. ``due`` is the first deadline in words, ``question`` the task of the only decision.

    Both may be empty.
    """
    words = {"table": label, "due": due, "asked": question}
    match chief(kinds):
        case Kind.FINISHED:
            return _("The game is over: %(table)s") % words
        case Kind.STEWARD:
            return _("The steward is playing for you: %(table)s") % words
        case Kind.TIMED_OUT:
            return _("Deadline missed: %(table)s") % words
        case Kind.STARTED if Kind.TURN in kinds:
            return _("The game has begun and it’s your turn: %(table)s") % words
        case Kind.STARTED:
            return _("The game has begun: %(table)s") % words
        case Kind.REMINDER if due:
            return _("Reminder, due %(due)s: %(table)s") % words
        case Kind.OPENED:
            return _("A seat is free: %(table)s") % words
        case Kind.REMINDER | Kind.TURN:
            return (_("%(asked)s: %(table)s") if question else _("Your turn: %(table)s")) % words
        case kind:
            return _subject_beside(kind) % words


def _subject_beside(kind: Notification.Kind) -> str:
    """Return the subject for a message from another person or a game the reader does not play."""
    match kind:
        case Kind.MENTION:
            return _("You were mentioned: %(table)s")
        case Kind.FOLLOWED:
            return _("News from a game you follow: %(table)s")
        case Kind.EVENT | Kind.ROUND_ENDS:
            return _("News of the event: %(table)s")
        case _invitation:
            return _("You are invited: %(table)s")


def headline(kinds: Collection[Notification.Kind]) -> str:
    """Return the heading of the email."""
    match chief(kinds):
        case Kind.FINISHED:
            return _("The game is over")
        case Kind.STEWARD:
            return _("The steward is playing for you")
        case Kind.TIMED_OUT:
            return _("Deadline missed")
        case Kind.STARTED:
            return _("The game has begun")
        case Kind.REMINDER:
            return _("The others are waiting for you")
        case Kind.TURN:
            return _("It’s your turn")
        case Kind.OPENED:
            return _("A seat is free")
        case kind:
            return _headline_beside(kind)


def _headline_beside(kind: Notification.Kind) -> str:
    match kind:
        case Kind.MENTION:
            return _("You were mentioned")
        case Kind.FOLLOWED:
            return _("News from a game you follow")
        case Kind.EVENT | Kind.ROUND_ENDS:
            return _("News of the event")
        case _invitation:  # the weekly email has its own headline
            return _("You are invited")


def leads(kinds: Collection[Notification.Kind], table: Table, count: int, opened: Collection[str] = ()) -> list[str]:
    """Return the opening sentences of an email. If one of the kinds is the end of the game, they are about that only.

    ``count`` is the number of open decisions. ``opened`` are the names of seats open to a substitute, an empty name for the
    reader's own seat.
    """
    relevant = {Kind.FINISHED} if Kind.FINISHED in kinds else kinds
    sentences = [_lead(kind, table, count) for kind in ORDER if kind in relevant and kind is not Kind.OPENED]
    return sentences + [_opened(name) for name in opened if Kind.OPENED in relevant]


def _opened(name: str) -> str:
    if not name:
        return _("Your seat is now open to a substitute. Until someone takes it, you can come back to the table and play on.")
    return _("%(name)s’s seat is open to a substitute. Until someone takes it, the steward plays it.") % {"name": name}


def _lead_beside(kind: Notification.Kind, table: Table) -> str:
    if kind is Kind.FOLLOWED:
        return _how_it_ended(table) if table.status == Table.Status.ENDED else _("What has happened since our last email:")
    if kind is Kind.EVENT:
        return _("There is news about your event.")
    return _("The round ends soon. After that, the steward plays wherever a table is waiting.")


def _lead(kind: Notification.Kind, table: Table, count: int) -> str:
    match kind:
        case Kind.FINISHED:
            return _how_it_ended(table)
        case Kind.STEWARD:
            return _(
                "To keep the game going, the steward now plays for you. The seat is still yours: come back to "
                "the table to play on."
            )
        case Kind.TIMED_OUT:
            return _("You missed the deadline, so the site played the default move for you.")
        case Kind.STARTED:
            return _("All seats are taken and the game has begun.")
        case Kind.REMINDER:
            return _("Most of your time has passed, and the others are waiting for you.")
        case Kind.MENTION:
            return _("Somebody mentioned you at the table.")
        case Kind.FOLLOWED | Kind.EVENT | Kind.ROUND_ENDS:
            return _lead_beside(kind, table)
        case Kind.TURN | Kind.OPENED | Kind.INVITATION | Kind.WEEKLY:
            return ngettext("A decision is waiting for you.", "%(count)d decisions are waiting for you.", count) % {
                "count": count
            }


def _how_it_ended(table: Table) -> str:
    match table.ended_by:
        case Table.EndedBy.CONCEDED:
            return _("The game is over: it was conceded.")
        case Table.EndedBy.AGREED:
            return _("The game is over: everyone agreed to end it without a result.")
        case Table.EndedBy.ABANDONED:
            return _("The game is over: nobody was left to play it.")
        case Table.EndedBy.CANCELLED:
            return _("The game is over: the admins cancelled it.")
        case _played:
            return _("The game is over: it was played to the end.")
