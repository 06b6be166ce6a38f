"""Actions at an event: signing up, leaving, withdrawing and cancelling."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from tables.errors import Refusal
from tables.forms.events import ReasonForm
from tables.models import Event
from tables.present import refusals
from tables.services.events import entering, opening
from tables.views.events.reading import event_or_404
from tables.views.http import Hidden, PlayerRequest, member_required


@require_POST
@member_required
def enter(request: PlayerRequest, event: str) -> HttpResponse:
    """Sign up for the event."""
    row = event_or_404(request, event)
    if not limits.allow(request, "enter"):
        return limits.too_many(request)
    return _done(
        request, row, lambda: entering.enter(event_id=row.pk, user=request.user, now=timezone.now()), _("You have signed up.")
    )


@require_POST
@member_required
def leave(request: PlayerRequest, event: str) -> HttpResponse:
    """Take back the entry before the start."""
    row = event_or_404(request, event)
    return _done(
        request,
        row,
        lambda: entering.leave(event_id=row.pk, user=request.user, now=timezone.now()),
        _("You have taken back your entry."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def withdraw(request: PlayerRequest, event: str) -> HttpResponse:
    """Withdraw from the running event, after a confirmation."""
    row = event_or_404(request, event)
    if request.method != "POST":
        return render(request, "events/confirm_withdraw.html", {"event": row})
    return _done(
        request,
        row,
        lambda: entering.withdraw(event_id=row.pk, user=request.user, now=timezone.now()),
        _("You have withdrawn from the event."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def cancel(request: PlayerRequest, event: str) -> HttpResponse:
    """Cancel the event before it starts, with a reason, as an organiser."""
    row = organised(request, event)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return _done(
            request,
            row,
            lambda: opening.cancel_event(event_id=row.pk, by=request.user, reason=reason, now=timezone.now()),
            _("The event has been cancelled."),
        )
    status = 422 if form.errors else 200
    return render(request, "events/confirm_cancel.html", {"event": row, "form": form}, status=status)


def organised(request: PlayerRequest, code: str) -> Event:
    """Return an event that this user organises; for others the page seems not to exist."""
    row = event_or_404(request, code)
    if not opening.may_organise(row, request.user):
        raise Hidden
    return row


def _done(request: PlayerRequest, row: Event, do: Callable[[], object], words: str) -> HttpResponse:
    """Carry out an action and return to the event with its result in words."""
    try:
        do()
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, row.game))
    else:
        messages.success(request, words)
    return redirect(row)
