"""Comments on moves of finished games."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import MoveComment
from tables.selectors.archive import comments, games
from tables.services import suspensions, texts
from tables.services.once import create_once

LENGTH = 2000


def add_comment(*, table_id: int, seq: int, user: User, text: str, token: str = "", now: datetime) -> MoveComment:
    """Add a comment on a move, visible to everybody who can read the game. No email is sent.

    A text sent twice in a row is added once. With the same ``token``, this is so even if others comment in between. Raises a
    Refusal: no_such_move, suspended, blank, too_long, bad_character.
    """
    body = texts.required_text(text, LENGTH)
    make = partial(_add, table_id, seq, user, body, now)
    return create_once(MoveComment, user_id=user.pk, token=token, content=(table_id, seq, body), now=now, make=make)


def _add(table_id: int, seq: int, user: User, body: str, now: datetime) -> MoveComment:
    with transaction.atomic():
        # The lock lets the second of two clicks see the comment of the first.
        readable = games.archived_tables(user).select_for_update(no_key=True)
        table = readable.filter(pk=table_id, seq__gte=seq).first()
        if table is None or seq < 0:
            raise Refusal(Code.NO_SUCH_MOVE)
        suspensions.check(user, now)
        newest = MoveComment.objects.filter(table=table, seq=seq).order_by("-pk").first()
        if newest is not None and (newest.user_id, newest.text) == (user.pk, body):
            return newest
        return MoveComment.objects.create(table=table, seq=seq, user=user, text=body, at=now)


def delete_comment(*, table_id: int, seq: int, comment_id: int, user: User) -> None:
    """Delete the user's own comment on a move, or any comment for staff. Do nothing if it is already deleted.

    Raises a Refusal: not_your_comment.
    """
    with transaction.atomic():
        comment = MoveComment.objects.select_for_update().filter(pk=comment_id, table=table_id, seq=seq).first()
        if comment is None:
            return
        if not comments.may_delete(user, comment):
            raise Refusal(Code.NOT_YOUR_COMMENT)
        comment.delete()
