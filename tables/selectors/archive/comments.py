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


def comments_about(table: Table, seq: int, *, before: int | None = None) -> Sequence[MoveComment]:
    """Return the newest comments about a move, or those before the comment of this number, oldest first, with their authors."""
    said = MoveComment.objects.filter(table=table, seq=seq).select_related("user")
    earlier = said if before is None else said.filter(pk__lt=before)
    return list(earlier.order_by("-pk")[:MOST])[::-1]


def may_delete(user: User, comment: MoveComment) -> bool:
    """Everybody may take back what they said; who runs the site may delete what anybody said."""
    return user.is_staff or comment.user_id == user.pk
