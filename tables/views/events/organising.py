"""Page of an organiser of a running event, with a form for each action."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tables.errors import Refusal
from tables.forms.events import AdjudicateForm, ExchangeForm, ReasonForm, ReplaceForm
from tables.models import Event, EventRound, EventTable
from tables.present import refusals
from tables.present.events.words import player_name
from tables.selectors.events import rows
from tables.selectors.events.rows import Division
from tables.services.events import organising
from tables.views.events.acts import organised
from tables.views.http import PlayerRequest, member_required

ACTS: Mapping[str, Callable[..., object]] = {
    "prolong": organising.prolong,
    "exchange": organising.exchange,
    "replace": organising.replace,
    "adjudicate": organising.adjudicate,
}
type Choices = Sequence[tuple[str, str]]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def organise(request: PlayerRequest, event: str) -> HttpResponse:
    """Show the organiser's actions in a running event; POST carries one out."""
    row, now = organised(request, event), timezone.now()
    if row.stage != Event.Stage.RUNNING:
        return redirect(row)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    forms = _forms(row, act, request.POST, now)
    if act in forms and forms[act].is_valid():
        try:
            ACTS[act](event_id=row.pk, by=request.user, now=now, **forms[act].cleaned_data)
        except Refusal as refusal:
            forms[act].add_error(None, refusals.words(refusal, row.game))
        else:
            messages.success(request, _("The event has been updated."))
            return redirect(row)
    status = 422 if any(form.errors for form in forms.values()) else 200
    days = {"most_days": organising.MOST_PROLONGED, "days_left": organising.MOST_PROLONGED - row.prolonged_days}
    return render(request, "events/organise.html", {"event": row, **forms, **days}, status=status)


def _forms(event: Event, act: str, data: QueryDict, now: datetime) -> Mapping[str, ReasonForm]:
    """Return the forms of all actions that are possible now, by action; the one of ``act`` is bound."""
    divisions = rows.divisions(event)
    bound: dict[str, dict[str, Any]] = {name: {"data": data if name == act else None, "prefix": name} for name in ACTS}
    players = [(str(entry.pk), player_name(entry)) for division in divisions for entry in division.entries]
    forms: dict[str, ReasonForm] = {
        "prolong": ReasonForm(**bound["prolong"]),
        "replace": ReplaceForm(**bound["replace"], players=sorted(players, key=lambda player: player[1])),
    }
    if (seats := _seats(divisions, now)) or act == "exchange":
        forms["exchange"] = ExchangeForm(**bound["exchange"], seats=seats)
    if (running := _running(divisions)) or act == "adjudicate":
        forms["adjudicate"] = AdjudicateForm(**bound["adjudicate"], tables=running, seats=event.seats + 1)
    return forms


def _seats(divisions: Sequence[Division], now: datetime) -> Choices:
    """Return the seats of rounds whose tables are not open yet. In pairs, the first table stands for both."""
    seats: list[tuple[str, str]] = []
    for division, drawn, table in _tables(divisions):
        if drawn.begins_at <= now or table.table_id or (division.event.seats == 2 and table.position % 2):
            continue
        for seat, number in enumerate(table.players, 1):
            name = player_name(division.entry(number))
            words = _("%(table)s, seat %(seat)d: %(name)s")
            seats.append(
                (f"{table.pk}-{number}", words % {"table": _place(division, drawn, table), "seat": seat, "name": name})
            )
    return seats


def _running(divisions: Sequence[Division]) -> Choices:
    """Return the tables that are being played, with the names of their players."""
    tables: list[tuple[str, str]] = []
    for division, drawn, table in _tables(divisions):
        if table.table_id and not table.places:
            names = ", ".join(player_name(division.entry(number)) for number in table.players)
            tables.append((str(table.pk), f"{_place(division, drawn, table)}: {names}"))
    return tables


def _tables(divisions: Sequence[Division]) -> Sequence[tuple[Division, EventRound, EventTable]]:
    return [
        (division, drawn, table)
        for division in divisions
        for drawn in division.rounds
        if drawn.ended_at is None
        for table in rows.tables_in_order(drawn)
    ]


def _place(division: Division, drawn: EventRound, table: EventTable) -> str:
    """Return where a table is in the event: its round or division, and its number."""
    numbers = {"division": division.number + 1, "round": drawn.number + 1, "table": table.position + 1}
    if division.event.format == Event.Format.SEASON:
        return _("Division %(division)d, table %(table)d") % numbers
    return _("Round %(round)d, table %(table)d") % numbers
