"""The small rows around a table page: clocks, drafts, filed answers, agreements, chat."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from msgspec.structs import replace

from accounts.models import User
from config.database import statements
from engines.contract import Filed
from tables.models import Agreement, ChatMessage, Decision, Draft, FiledAnswer, Relation, Seat, Table, Tenure
from tables.selectors import coding
from tables.selectors.time.clocks import FIRST_DUE

# As many lines of the chat as a page shows.
CHAT = 40


@dataclass(frozen=True)
class Filings:
    """What a seat has filed: what still waits for its place, by key, and what of it could not be played where it is asked.

    Of steps that are played in order, those from the one that could not be. ``ordered``: the keys that a standing order answers
    at their place.
    """

    waiting: Mapping[str, Filed[Any]]
    failed: Mapping[str, Filed[Any]]
    ordered: frozenset[str] = frozenset()


NOTHING_FILED = Filings({}, {})


def unanswered_by_table(user: User) -> Mapping[int, Sequence[Decision]]:
    """What this person is asked and has not answered, by table, first deadline first; with the seats. For themselves alone."""
    by_table: dict[int, list[Decision]] = {}
    for row in _unanswered(user.pk):
        by_table.setdefault(row.table_id, []).append(row)
    return by_table


@statements.read
def _unanswered(user: int) -> QuerySet[Decision]:
    return Decision.objects.required().unanswered().filter(seat__user=user).select_related("seat").order_by(*FIRST_DUE)


def kind_of(seat: Seat, key: str) -> str:
    """What kind of open decision of a seat this key names; empty if it names none."""
    return Decision.objects.open().filter(seat=seat, key=key).values_list("kind", flat=True).first() or ""


def agreed_seats(table: Table) -> frozenset[int]:
    """The ids of the seats that agreed to end the game."""
    return frozenset(Agreement.objects.filter(table=table).values_list("seat_id", flat=True))


def tenures(table: Table) -> Mapping[int, Sequence[Tenure]]:
    """Who played each seat when, by its id."""
    by_seat: dict[int, list[Tenure]] = {}
    for tenure in Tenure.objects.filter(seat__table=table).select_related("user").order_by("pk"):
        by_seat.setdefault(tenure.seat_id, []).append(tenure)
    return by_seat


def chat_lines(table: Table, reader: User | None, *, before: int | None = None) -> Sequence[ChatMessage]:
    """Return the newest lines of the chat, or those before the line of this number, oldest first; at most two queries.

    ``line.user.is_silenced``: its reader does not want to read this person at once.
    """
    newest = _newest_lines(table.pk, before)
    user_ids = {line.user_id for line in newest if line.user_id is not None}
    users = {user.pk: user for user in _people(user_ids, reader.pk if reader else 0)} if user_ids else {}
    for line in newest:
        line.user = users.get(line.user_id or 0)
    return newest[::-1]


def newest_line(table: Table) -> int:
    """The number of the newest line of the chat; 0 if nobody has said anything."""
    return ChatMessage.objects.filter(table=table).aggregate(newest=Max("pk"))["newest"] or 0


def unread_lines(user: User) -> Mapping[int, int]:
    """How many lines of others somebody has not read, by table; none of people they do not want to hear. In one query."""
    unheard = Relation.objects.filter(owner=user, kind__in=(Relation.Kind.MUTED, Relation.Kind.BLOCKED)).values("other")
    unread = ChatMessage.objects.filter(table__seats__user=user, pk__gt=F("table__seats__read_chat"))
    others = unread.filter(user__isnull=False).exclude(user=user).exclude(user__in=unheard)
    return dict(others.order_by().values_list("table").annotate(lines=Count("pk")))


@statements.read
def _newest_lines(table: int, before: int | None) -> QuerySet[ChatMessage]:
    lines = ChatMessage.objects.filter(table=table)
    if before is not None:
        lines = lines.filter(pk__lt=before)
    return lines.order_by("-at", "-pk")[:CHAT]


@statements.read
def _people(users: Collection[int], owner: int) -> QuerySet[User]:
    unheard = (Relation.Kind.MUTED, Relation.Kind.BLOCKED)
    silenced = Relation.objects.filter(owner=owner, other=OuterRef("pk"), kind__in=unheard)
    return User.objects.filter(pk__in=users).annotate(is_silenced=Exists(silenced))


def drafts(seat: Seat) -> Mapping[str, bool]:
    """The decisions this seat has a draft for, and whether it is to be sent at the deadline."""
    return {draft.key: draft.plays_at_deadline for draft in _drafts(seat.pk) if draft.holds_actions}


@statements.read
def _drafts(seat: int) -> QuerySet[Draft]:
    return Draft.objects.filter(seat=seat)


def filings(seat: Seat, game: str) -> Filings:
    """What this seat has filed and what its orders answer, in two queries."""
    answers = _filed(seat.pk)
    filed = [(row.key, row.status, coding.filed(game, row.body), row.done) for row in answers]
    waiting = {key: answer for key, status, answer, _done in filed if status == FiledAnswer.Status.ACTIVE}
    failed = {key: _rest(answer, done) for key, _status, answer, done in filed if key not in waiting}
    return Filings(waiting, failed, frozenset(key for (key,) in _ordered(seat.pk)))


@statements.read
def _filed(seat: int) -> QuerySet[FiledAnswer]:
    unplayable = Q(status=FiledAnswer.Status.DROPPED, reason="illegal")
    rows = FiledAnswer.objects.filter(Q(status=FiledAnswer.Status.ACTIVE) | unplayable, seat=seat)
    return rows.order_by("pk")


@statements.read
def _ordered(seat: int) -> QuerySet[Decision, tuple[str]]:
    ordered = Decision.objects.open().filter(seat=seat, answered_at__isnull=False, ordered_after__isnull=False)
    return ordered.values_list("key")


def _rest(filed: Filed[Any], done: int) -> Filed[Any]:
    return replace(filed, actions=filed.actions[done:])
