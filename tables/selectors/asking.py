"""The small rows around a table page: clocks, drafts, filed answers, agreements, chat."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts.models import User
from engines.contract import Filed, When
from tables.models import Agreement, ChatMessage, Decision, Draft, FiledAnswer, Seat, Table
from tables.selectors import coding


def asked_kinds(user: User) -> Mapping[int, Sequence[str]]:
    """What this person is waited for, by table: the kinds of their open decisions."""
    mine = Decision.objects.filter(seat__user=user, closed_at=None, answered_at=None).exclude(when=When.MAY)
    found: dict[int, list[str]] = {}
    for table_id, kind in mine.order_by("due_at").values_list("table_id", "kind"):
        found.setdefault(table_id, []).append(kind)
    return found


def waited_for(tables: Iterable[Table]) -> Mapping[int, Sequence[Decision]]:
    """Who is waited for at some tables, first deadline first; with seats and holders."""
    rows = Decision.objects.filter(table__in=[table.pk for table in tables], closed_at=None, answered_at=None)
    found: dict[int, list[Decision]] = {}
    for row in rows.exclude(when=When.MAY).select_related("seat__user").order_by("due_at"):
        found.setdefault(row.table_id, []).append(row)
    return found


def agreed_seats(table: Table) -> frozenset[int]:
    """The ids of the seats that agreed to end the game."""
    return frozenset(Agreement.objects.filter(table=table).values_list("seat_id", flat=True))


def chat_lines(table: Table, limit: int) -> Sequence[ChatMessage]:
    """The newest lines of the chat, oldest first."""
    newest = ChatMessage.objects.filter(table=table).prefetch_related("user").order_by("-at", "-pk")[:limit]
    return list(reversed(newest))


def draft_keys(seat: Seat) -> frozenset[str]:
    """The decisions this seat has a draft for."""
    return frozenset(Draft.objects.filter(seat=seat).exclude(actions="[]").values_list("key", flat=True))


def filed_answers(seat: Seat, game: str) -> Mapping[str, Filed[Any]]:
    """What this seat has filed and what still waits for its place, by key."""
    active = FiledAnswer.objects.filter(seat=seat, status=FiledAnswer.Status.ACTIVE).values_list("key", "body")
    return {key: coding.filed(game, body) for key, body in active}
