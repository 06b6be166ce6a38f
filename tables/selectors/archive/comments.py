"""Queries for comments on the moves of a finished game."""

from collections.abc import Mapping, Sequence

from django.db.models import Count

from accounts.models import User
from tables.models import MoveComment, Table

MOST = 200


def comment_counts(table: Table) -> Mapping[int, int]:
    """Return the number of comments for each commented move, in the order of the game."""
    rows = MoveComment.objects.filter(table=table).values("seq").annotate(number=Count("pk")).order_by("seq")
    return {row["seq"]: row["number"] for row in rows}


def comments_about(table: Table, seq: int, *, before: int | None = None) -> Sequence[MoveComment]:
    """Return the newest comments on a move, or those before a number, oldest first, with their authors."""
    comments = MoveComment.objects.filter(table=table, seq=seq).select_related("user")
    earlier = comments if before is None else comments.filter(pk__lt=before)
    return list(earlier.order_by("-pk")[:MOST])[::-1]


def may_delete(user: User, comment: MoveComment) -> bool:
    """Return whether a user may delete a comment: their own, or any comment for staff."""
    return user.is_staff or comment.user_id == user.pk
