"""Small rows around a table page: clocks, drafts, queued turns, agreements, chat."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from msgspec.structs import replace

from accounts.models import User
from config.database import statements
from engines.contract import Filed
from tables.models import Agreement, ChatMessage, Decision, Draft, FiledAnswer, Relation, Seat, Table, Tenure
from tables.selectors import coding
from tables.selectors.time.clocks import FIRST_DUE

# Maximum number of chat lines on a page.
CHAT = 40
# Maximum number of chat lines on one page of the log.
MOST_BETWEEN = 200


@dataclass(frozen=True)
class Filings:
    """Queued turns of a seat by key: those still waiting for their turn, and the parts that could not be played.

    For steps to be played in order, the parts that could not be played are all steps from the first impossible one on.
    ``ordered``: keys that a standing order answers when their turn comes.
    """

    waiting: Mapping[str, Filed[Any]]
    failed: Mapping[str, Filed[Any]]
    ordered: frozenset[str] = frozenset()


NOTHING_FILED = Filings({}, {})


def unanswered_by_table(user: User) -> Mapping[int, Sequence[Decision]]:
    """Return the person's unanswered decisions by table, first deadline first, with the seats.

    For their own pages only.
    """
    by_table: dict[int, list[Decision]] = {}
    for row in _unanswered(user.pk):
        by_table.setdefault(row.table_id, []).append(row)
    return by_table


@statements.read
def _unanswered(user: int) -> QuerySet[Decision]:
    return Decision.objects.required().unanswered().filter(seat__user=user).select_related("seat").order_by(*FIRST_DUE)


def kind_of(seat: Seat, key: str) -> str:
    """Return the kind of a seat's open decision with this key; empty if there is none."""
    return Decision.objects.open().filter(seat=seat, key=key).values_list("kind", flat=True).first() or ""


def agreed_seats(table: Table) -> frozenset[int]:
    """Return the ids of the seats that have agreed to end the game."""
    return frozenset(Agreement.objects.filter(table=table).values_list("seat_id", flat=True))


def tenures(table: Table) -> Mapping[int, Sequence[Tenure]]:
    """Return the players of each seat over time, by its id."""
    by_seat: dict[int, list[Tenure]] = {}
    for tenure in Tenure.objects.filter(seat__table=table).select_related("user").order_by("pk"):
        by_seat.setdefault(tenure.seat_id, []).append(tenure)
    return by_seat


def chat_lines(table: Table, reader: User | None, *, before: int | None = None) -> Sequence[ChatMessage]:
    """Return the newest chat lines, or those before a number, oldest first; at most two queries.

    ``line.user.is_silenced``: the reader has muted or blocked this person.
    """
    return _with_people(list(_newest_lines(table.pk, before)), reader)


def chat_between(table: Table, reader: User | None, since: datetime, until: datetime | None) -> Sequence[ChatMessage]:
    """Return the newest chat lines from ``since`` to before ``until`` (None for now), oldest first, as ``chat_lines`` does."""
    messages = ChatMessage.objects.filter(table=table, at__gte=since)
    if until is not None:
        messages = messages.filter(at__lt=until)
    return _with_people(list(messages.order_by("-at", "-pk")[:MOST_BETWEEN]), reader)


def _with_people(newest: list[ChatMessage], reader: User | None) -> Sequence[ChatMessage]:
    user_ids = {line.user_id for line in newest if line.user_id is not None}
    users = {user.pk: user for user in _people(user_ids, reader.pk if reader else 0)} if user_ids else {}
    for line in newest:
        line.user = users.get(line.user_id or 0)
    return newest[::-1]


def newest_line(table: Table) -> int:
    """Return the number of the newest chat line, or 0."""
    return ChatMessage.objects.filter(table=table).aggregate(newest=Max("pk"))["newest"] or 0


def unread_lines(user: User) -> Mapping[int, int]:
    """Return a user's number of unread lines by others, by table, without muted or blocked people, in one query."""
    silenced = Relation.objects.filter(owner=user, kind__in=(Relation.Kind.MUTED, Relation.Kind.BLOCKED)).values("other")
    unread = ChatMessage.objects.filter(table__seats__user=user, pk__gt=F("table__seats__read_chat"))
    others = unread.filter(user__isnull=False).exclude(user=user).exclude(user__in=silenced)
    return dict(others.order_by().values_list("table").annotate(lines=Count("pk")))


@statements.read
def _newest_lines(table: int, before: int | None) -> QuerySet[ChatMessage]:
    lines = ChatMessage.objects.filter(table=table)
    if before is not None:
        lines = lines.filter(pk__lt=before)
    return lines.order_by("-at", "-pk")[:CHAT]


@statements.read
def _people(users: Collection[int], owner: int) -> QuerySet[User]:
    silencing_kinds = (Relation.Kind.MUTED, Relation.Kind.BLOCKED)
    silenced = Relation.objects.filter(owner=owner, other=OuterRef("pk"), kind__in=silencing_kinds)
    return User.objects.filter(pk__in=users).annotate(is_silenced=Exists(silenced))


def drafts(seat: Seat) -> Mapping[str, bool]:
    """Return the decisions for which a seat has a draft, and whether it is to be sent at the deadline."""
    return {draft.key: draft.plays_at_deadline for draft in _drafts(seat.pk) if draft.holds_actions}


@statements.read
def _drafts(seat: int) -> QuerySet[Draft]:
    return Draft.objects.filter(seat=seat)


def filings(seat: Seat, game: str) -> Filings:
    """Return a seat's queued turns and the decisions its orders answer, in two queries."""
    answers = _filed(seat.pk)
    turns = [(row.key, row.status, coding.filed(game, row.body), row.done) for row in answers]
    waiting = {key: answer for key, status, answer, _done in turns if status == FiledAnswer.Status.ACTIVE}
    failed = {key: _rest(answer, done) for key, _status, answer, done in turns if key not in waiting}
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
