"""What people say about the moves of finished games."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import MoveComment
from tables.selectors.archive import comments, games
from tables.services import standing, texts
from tables.services.once import once

LENGTH = 2000


def add_comment(*, table_id: int, seq: int, user: User, text: str, token: str = "", now: datetime) -> MoveComment:
    """Say something about a move to everybody who may read the game; nobody is told by mail.

    Sent twice in a row it is said once, and with the same ``token`` whatever others say meanwhile. Raises a Refusal:
    no_such_move, suspended, blank, too_long, bad_character.
    """
    said = texts.said(text, LENGTH)
    make = partial(_add, table_id, seq, user, said, now)
    return once(MoveComment, user_id=user.pk, token=token, said=(table_id, seq, said), now=now, make=make)


def _add(table_id: int, seq: int, user: User, said: str, now: datetime) -> MoveComment:
    with transaction.atomic():
        # Of two clicks the second has to see what the first one said.
        readable = games.archived_tables(user).select_for_update(no_key=True)
        table = readable.filter(pk=table_id, seq__gte=seq).first()
        if table is None or seq < 0:
            raise Refusal(Code.NO_SUCH_MOVE)
        standing.check(user, now)
        newest = MoveComment.objects.filter(table=table, seq=seq).order_by("-pk").first()
        if newest is not None and (newest.user_id, newest.text) == (user.pk, said):
            return newest
        return MoveComment.objects.create(table=table, seq=seq, user=user, text=said, at=now)


def delete_comment(*, table_id: int, seq: int, comment_id: int, user: User) -> None:
    """Take back a comment of one's own about a move; staff may delete anybody's. What is gone already stays gone.

    Raises a Refusal: not_your_comment.
    """
    with transaction.atomic():
        comment = MoveComment.objects.select_for_update().filter(pk=comment_id, table=table_id, seq=seq).first()
        if comment is None:
            return
        if not comments.may_delete(user, comment):
            raise Refusal(Code.NOT_YOUR_COMMENT)
        comment.delete()
