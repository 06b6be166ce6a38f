"""Following a game as a spectator. Followers get at most one notification a day, and one about the result."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from tables.errors import Code, NotRunning, Refusal
from tables.models import Follow, Table
from tables.services.mail import notify

DAY = timedelta(days=1)
# Time until the next check if nothing has happened.
AGAIN = timedelta(hours=1)
# Maximum number of games that one person can follow.
MOST = 30


def follow(*, table_id: int, user: User, now: datetime) -> None:
    """Follow a public game; do nothing if the user already follows it.

    Raises a Refusal: not_running, already_seated, follows_enough.
    """
    table = Table.objects.readable().get(pk=table_id)
    if not is_followable(table):
        raise NotRunning(Code.NOT_RUNNING)
    if table.seats.filter(user=user).exists():
        raise Refusal(Code.ALREADY_SEATED)
    with transaction.atomic():
        follows = Follow.objects.filter(user=User.objects.select_for_update(no_key=True).get(pk=user.pk))
        if not follows.filter(table=table).exists() and follows.count() >= MOST:
            raise Refusal(Code.FOLLOWS_ENOUGH, most=MOST)
        Follow.objects.get_or_create(user=user, table=table, defaults={"told_seq": table.seq, "next_at": now + DAY})


def unfollow(*, table_id: int, user: User) -> None:
    """Stop following a game."""
    Follow.objects.filter(table=table_id, user=user).delete()


def is_followable(table: Table) -> bool:
    """Return whether the game is public and running."""
    return table.visibility == Table.Visibility.PUBLIC and not table.practice and table.status == Table.Status.RUNNING


def tell_followers(*, now: datetime, limit: int = 200) -> int:
    """Notify due followers of news, and all followers of an ended game of its result. Return the number notified.

    Follows of ended games, and of people who now have a seat, are deleted.
    """
    ended = Follow.objects.filter(table__status=Table.Status.ENDED)
    due = Follow.objects.filter(next_at__lte=now)
    ids = [
        *ended.order_by("pk").values_list("pk", flat=True)[:limit],
        *due.order_by("next_at").values_list("pk", flat=True)[:limit],
    ]
    return sum(_tell(pk, now) for pk in dict.fromkeys(ids))


@transaction.atomic
def _tell(pk: int, now: datetime) -> bool:
    row = Follow.objects.select_for_update(of=("self",)).select_related("user").filter(pk=pk).first()
    if row is None:
        return False
    table = Table.objects.readable().get(pk=row.table_id)
    if table.seats.filter(user=row.user_id).exists():
        row.delete()
        return False
    is_over = table.status == Table.Status.ENDED
    if not is_over and table.seq == row.told_seq:
        row.next_at = now + AGAIN
        row.save(update_fields=["next_at"])
        return False
    notify.notify_followed(table=table, user=row.user, since_seq=row.told_seq, now=now)
    if is_over:
        row.delete()
    else:
        row.told_seq, row.next_at = table.seq, now + DAY
        row.save(update_fields=["told_seq", "next_at"])
    return True
