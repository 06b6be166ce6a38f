"""Comments on the moves of a finished game in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.models import Table
from tables.present.seats.seating import archive_person
from tables.selectors.archive import comments
from tables.selectors.people import relations


@dataclass(frozen=True)
class Comment:
    """Comment for one reader.

    ``may_delete``: the reader may delete it. ``is_silenced``: the reader has muted or blocked its author.
    """

    number: int
    name: str
    at: datetime
    text: str
    is_mine: bool
    may_delete: bool
    is_silenced: bool


@dataclass(frozen=True)
class Commented:
    """Link to the comments on one move, with their number in words. Their text is left out: it may reveal later events."""

    seq: int
    words: str
    address: str


def about(table: Table, seq: int, reader: User | None, *, before: int | None = None) -> Sequence[Comment]:
    """Return the newest comments on one move, or the newest before a number, as the reader may see them.

    ``reader`` is None for a visitor.
    """
    rows = comments.comments_about(table, seq, before=before)
    silenced = relations.silenced_for(reader) if rows else frozenset()
    return [
        Comment(
            number=comment.pk,
            name=archive_person(comment.user) if comment.user else _("a former player"),
            at=comment.at,
            text=comment.text,
            is_mine=reader is not None and comment.user_id == reader.pk,
            may_delete=reader is not None and comments.may_delete(reader, comment),
            is_silenced=comment.user_id in silenced,
        )
        for comment in rows
    ]


def earlier(table: Table, seq: int, query: str, shown: Sequence[Comment]) -> str:
    """Return the URL of the comments before ``shown``; empty if there are none."""
    if len(shown) < comments.MOST or not comments.comments_about(table, seq, before=shown[0].number):
        return ""
    address = reverse("archive:step", args=[table.code, seq])
    return f"{address}{f'{query}&' if query else '?'}before={shown[0].number}#comments"


def commented(table: Table, query: str) -> Mapping[int, Commented]:
    """Return a link for each move with comments, by its number. ``query`` keeps the reader's point of view in the URLs."""
    return {
        seq: Commented(
            seq,
            ngettext("%(number)d comment", "%(number)d comments", number) % {"number": number},
            reverse("archive:step", args=[table.code, seq]) + query + "#comments",
        )
        for seq, number in comments.comment_counts(table).items()
    }
