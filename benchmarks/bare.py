"""The references: views that do the least anybody could do for the same answer.

They render the site's own templates from constants. The POST reads the session and the user, locks one row, inserts two and
updates one, with texts as long as the site's.
"""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tables.models import Move, Submission, Table


@dataclass
class Constants:
    """What the views answer with and what they write; changed between requests, never during one."""

    template: str = ""
    context: dict[str, Any] = field(default_factory=dict)
    table_id: int = 0
    seat_id: int = 0
    seq: int = 0
    row: dict[str, Any] = field(default_factory=dict)
    state: str = ""


CONSTANTS = Constants()


@login_required
def look(request: HttpRequest) -> HttpResponse:
    """A page for somebody who is signed in."""
    return render(request, CONSTANTS.template, CONSTANTS.context)


@login_required
def move(request: HttpRequest) -> HttpResponse:
    """One lock, two inserts, one update, one answer."""
    known, now = CONSTANTS, timezone.now()
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=known.table_id)
        seq = table.seq + 1
        Move.objects.create(table=table, seq=seq, seat_id=known.seat_id, user_id=request.user.pk, at=now, **known.row)
        Submission.objects.create(
            table=table, seat_id=known.seat_id, token=request.POST["token"], first_seq=seq, last_seq=seq, at=now
        )
        Table.objects.filter(pk=table.pk).update(seq=seq, state=known.state, moved_at=now)
    return render(request, known.template, known.context)
