"""What is said about the moves of a finished game."""

from collections.abc import Mapping, Sequence

from django.db.models import Count

from accounts.models import User
from tables.models import MoveComment, Table

MOST = 200


def comment_counts(table: Table) -> Mapping[int, int]:
    """How many comments there are about each commented move, in the order of the game."""
    counted = MoveComment.objects.filter(table=table).values("seq").annotate(number=Count("pk")).order_by("seq")
    return {row["seq"]: row["number"] for row in counted}


def comments_about(table: Table, seq: int) -> Sequence[MoveComment]:
    """The newest comments about a move with their authors, oldest first."""
    newest = MoveComment.objects.filter(table=table, seq=seq).select_related("user").order_by("-pk")[:MOST]
    return list(newest)[::-1]


def may_delete(user: User, comment: MoveComment) -> bool:
    """Everybody may take back what they said; who runs the site may delete what anybody said."""
    return user.is_staff or comment.user_id == user.pk
