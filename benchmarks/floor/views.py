"""Page for a signed-in user, and a move: one row locked, two inserted, one updated."""

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from benchmarks.floor.answers import ANSWERS
from benchmarks.floor.models import Move, Submission, Table


@login_required
def look(request: HttpRequest, name: str) -> HttpResponse:
    """Return the prepared page with this name."""
    return HttpResponse(ANSWERS[name].page)


@login_required
def move(request: HttpRequest, name: str, table_id: int) -> HttpResponse:
    """Make a move: one lock, two inserts, one update, one response."""
    known, now = ANSWERS[name], timezone.now()
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        seq = table.seq + 1
        Move.objects.create(table=table, seq=seq, user_id=request.user.pk, at=now, **known.written.row)
        Submission.objects.create(table=table, token=request.POST["token"], seq=seq, at=now)
        Table.objects.filter(pk=table.pk).update(seq=seq, state=known.written.state, moved_at=now)
    return HttpResponse(known.moved)
