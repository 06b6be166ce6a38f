"""Actions at an event: signing up, leaving, withdrawing, and those of the organiser."""

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
from tables.forms.events import AdjudicateForm, ReasonForm, ReplaceForm
from tables.models import Event
from tables.pages.event import EventPage
from tables.present import refusals
from tables.present.events.words import player_name
from tables.selectors.events import rows
from tables.services.events import entering, opening, organising
from tables.views.events.reading import event_or_404
from tables.views.http import Hidden, PlayerRequest, member_required


@require_POST
@member_required
def enter(request: PlayerRequest, event: str) -> HttpResponse:
    """Sign up for the event."""
    row = event_or_404(request, event)
    if not limits.allow(request, "join"):
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
    row = _organised(request, event)
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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def organise(request: PlayerRequest, event: str) -> HttpResponse:
    """Show the organiser's actions in a running event; POST carries one out."""
    row = _organised(request, event)
    players = [(str(entry.pk), player_name(entry)) for entry in EventPage(row, request.user, timezone.now()).entries]
    open_tables = [
        (drawn, each, [player_name(division.entry(number)) for number in each.players])
        for division in rows.divisions(row)
        for drawn in division.rounds
        for each in rows.tables_in_order(drawn)
        if not each.places and each.table is not None
    ]
    bound = request.POST.get("act") if request.method == "POST" else None
    forms = {
        "prolong": ReasonForm(request.POST if bound == "prolong" else None, prefix="prolong"),
        "replace": ReplaceForm(request.POST if bound == "replace" else None, prefix="replace", players=players),
        "adjudicate": AdjudicateForm(
            request.POST if bound == "adjudicate" else None,
            prefix="adjudicate",
            tables=[(str(each.pk), f"{drawn.number + 1}: {', '.join(names)}") for drawn, each, names in open_tables],
            seats=max((len(names) for _drawn, _each, names in open_tables), default=0),
        ),
    }
    if bound in forms and forms[bound].is_valid():
        return _done(request, row, _act(request, row, bound, forms[bound].cleaned_data), _("The event has been updated."))
    status = 422 if any(form.errors for form in forms.values()) else 200
    return render(request, "events/organise.html", {"event": row, "open_tables": open_tables, **forms}, status=status)


def _act(request: PlayerRequest, row: Event, act: str, values: dict[str, object]) -> Callable[[], object]:
    """Return the call of the service for one of the organiser's actions."""
    do = {"prolong": organising.prolong, "replace": organising.replace, "adjudicate": organising.adjudicate}[act]
    return lambda: do(event_id=row.pk, by=request.user, now=timezone.now(), **values)  # type: ignore[operator]  # each takes its form's values


def _organised(request: PlayerRequest, code: str) -> Event:
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
