"""Tables before the game: finding, opening, joining, leaving and cancelling."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from engines import registry
from engines.contract import Engine
from tables.clock import Pace
from tables.errors import Code, Refusal
from tables.forms.lobby import JoinForm, LobbyFilter, TableForm
from tables.forms.once import OnceForm
from tables.forms.pace import PaceForm
from tables.games.registry import presenter
from tables.models import Club, Membership, Table
from tables.paces import CUSTOM
from tables.present import refusals
from tables.present.lobby import company, open_seats
from tables.present.lobby.cards import TableCard
from tables.present.time.paces import estimates
from tables.selectors.clubs import clubs
from tables.selectors.people import free
from tables.selectors.play import tables
from tables.services.lobby import tables as services
from tables.views.find import table_or_404
from tables.views.http import Hidden, HtmxHttpRequest, PlayerRequest, member_required, person
from tables.views.lobby import company as known_people


@require_safe
def lobby(request: HtmxHttpRequest) -> HttpResponse:
    """List the waiting tables and the open seats of running games that match the filter, and people looking for a game."""
    form = LobbyFilter(request.GET, games=list(registry.engines()))
    filters = form.wanted()
    open_tables = tables.lobby_tables(person(request), **filters)
    figures_by_seat = company.figures(
        open_tables, [seat for table in open_tables for seat in table.seats.all()], timezone.now()
    )
    cards = [TableCard(table, company=figures_by_seat) for table in open_tables]
    offers = open_seats.open_seats(tables.open_seats(person(request), **filters))
    context = {"form": form, "cards": cards, "offers": offers, "filtered": bool(filters)}
    context["free"] = free.free_people(person(request), timezone.now())
    if not cards:
        context["games"] = [presenter(engine.slug) for engine in registry.engines()]
    return render(request, "tables/table_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: PlayerRequest) -> HttpResponse:
    """Show the form for a new table. POST opens it, with the user on the first seat, and invites the chosen people."""
    engine = playable(request.POST.get("game") or request.GET.get("game") or registry.PLAYABLE[0])
    for_friends = request.GET.get("for") == "friends"
    club = _club(request)
    initial = {"visibility": Table.Visibility.PRIVATE} if for_friends else None
    form = TableForm(request.POST or None, engine=engine, host=request.user, club=club, initial=initial)
    options = presenter(engine.slug).options.form(request.POST or None)
    pace_form = PaceForm(request.POST if request.POST.get("pace") == CUSTOM else None, prefix="own")
    forms = [form, options, *([pace_form] if pace_form.is_bound else [])]
    if request.method == "POST" and all(part.is_valid() for part in forms):
        if not limits.allow(request, "table"):
            return limits.too_many(request)
        try:
            table = _create(request, form, _new_table(engine, form, _pace(form, pace_form), options.cleaned_data, club))
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal, engine.slug))
        else:
            if table is not None:
                _invite(request, table)
                return redirect("tables:detail", table.code)
    context = {
        "form": form,
        "company_form": known_people.form(request, club),
        "options": options,
        "own": pace_form,
        "engine": engine,
        "engines": registry.engines(),
        "selection": known_people.selection_query(request, club, for_friends=for_friends),
        "club": club,
    }
    context["estimates"] = estimates(engine, pace_form.pace() if pace_form.is_bound and pace_form.is_valid() else None)
    status = 422 if any(part.errors for part in forms) else 200
    return render(request, "tables/table_form.html", context, status=status)


@require_safe
def invite(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Show the table of an invitation link, which also opens private tables."""
    table = tables.invited_table(token, person(request))
    if table is None:
        return _no_invitation(request)
    if tables.own_seat(table, person(request)) or table.status != Table.Status.WAITING:
        return _past_invitation(request, table)
    return _invitation(request, table, JoinForm(initial={"invite": token}))


@require_POST
@member_required
def join(request: PlayerRequest, code: str) -> HttpResponse:
    """Take a free seat."""
    form = JoinForm(request.POST)
    token = str(form.data.get("invite", ""))
    table = table_or_404(request, code, invite=token)
    if not limits.allow(request, "join"):
        return limits.too_many(request)
    if not form.is_valid():
        return _invitation(request, table, form, status=422)
    try:
        services.join_table(
            table_id=table.pk, user=request.user, word=form.cleaned_data["word"], invite=token or None, now=timezone.now()
        )
    except Refusal as refusal:
        # A user who clicked twice already has their seat.
        if refusal.code == Code.ALREADY_SEATED:
            return redirect("tables:detail", code)
        messages.error(request, refusals.words(refusal, table.game))
        return redirect("tables:invite", token) if tables.is_invitation(table, token) else redirect("tables:lobby")
    messages.success(request, _("You now have a seat."))
    return redirect("tables:detail", code)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def leave(request: PlayerRequest, code: str) -> HttpResponse:
    """Leave the table before the game starts, after a confirmation."""
    form = OnceForm(request.POST or None)
    token = form.cleaned_data["token"] if form.is_valid() else ""
    message, do = _("You have left the table."), partial(services.leave_table, token=token)
    try:
        return _confirmed(request, code, "tables/confirm_leave.html", do, message, form)
    except Hidden:
        # After a second click, a private table is already hidden from the former player.
        if not services.left_before(code=code, user=request.user, token=token):
            raise
        messages.success(request, message)
        return redirect("tables:lobby")


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def cancel(request: PlayerRequest, code: str) -> HttpResponse:
    """Cancel the table before the game starts, after a confirmation."""
    return _confirmed(request, code, "tables/confirm_cancel.html", services.cancel_table, _("The table has been cancelled."))


def _confirmed(
    request: PlayerRequest, code: str, template: str, do: Callable[..., object], done: str, form: OnceForm | None = None
) -> HttpResponse:
    """Ask for confirmation on GET. POST acts and goes to the lobby, because the user may no longer see the table."""
    table = table_or_404(request, code)
    if request.method != "POST":
        return render(request, template, {"table": table, "form": form})
    try:
        do(table_id=table.pk, user=request.user, now=timezone.now())
    except Refusal as refusal:
        # After a second click the table is cancelled, as requested.
        if not Table.objects.filter(pk=table.pk, ended_by=Table.EndedBy.CANCELLED).exists():
            messages.error(request, refusals.words(refusal, table.game))
            return redirect("tables:detail", code)
    messages.success(request, done)
    return redirect("tables:lobby")


def playable(slug: str) -> Engine:
    """Return the engine of a game if users can open tables for it; specimens only in development. Raises Http404 otherwise."""
    if slug in registry.PLAYABLE or (slug in registry.SPECIMENS and not settings.PRODUCTION):
        return registry.engine(slug)
    raise Http404


def _club(request: PlayerRequest) -> Club | None:
    """Return the club of the new table; None if no club is named. Raises Http404 if the user is not a member."""
    code = request.POST.get("club") or request.GET.get("club")
    if not code:
        return None
    try:
        club, membership = clubs.visible_club(request.user, code)
    except clubs.NotVisible:
        raise Http404 from None
    if membership is None or membership.state != Membership.State.MEMBER:
        raise Http404
    return club


def _invite(request: PlayerRequest, table: Table) -> None:
    """Invite the people chosen for the new table, unless bots have filled it."""
    numbers = known_people.posted_ids(request)
    if not numbers or table.status != Table.Status.WAITING:
        return
    if all(limits.allow(request, "invite") for _person in numbers):
        known_people.invite(request, table, numbers)
    else:
        messages.error(request, refusals.words(Refusal(Code.TOO_FAST)))


def _pace(form: TableForm, pace_form: PaceForm) -> Pace | str:
    return pace_form.pace() if pace_form.is_bound else str(form.cleaned_data["pace"])


def _create(request: PlayerRequest, form: TableForm, new_table: services.NewTable) -> Table | None:
    """Open the table. If chosen people could not join it, show their names on the form instead."""
    host, now = request.user, timezone.now()
    if excluded := services.excluded(new_table, host=host, people=known_people.people(request), now=now):
        form.exclude(known_people.listed(excluded))
        return None
    word, token = form.cleaned_data["word"], form.cleaned_data["token"]
    return services.create_table(new_table, host=host, word=word, token=token, now=now)


def _new_table(
    engine: Engine, form: TableForm, pace: Pace | str, options: dict[str, Any], club: Club | None
) -> services.NewTable:
    chosen = form.cleaned_data
    return services.NewTable(
        game=engine.slug,
        seats=chosen["seats"],
        options=options,
        pace=pace,
        visibility=chosen["visibility"],
        club=club,
        name=chosen["name"],
        bots=len(form.levels),
        levels=form.levels,
        absences=bool(chosen["absences"]),
        excused=chosen["excused"],
        conditions=form.conditions(),
        rated=chosen["rated"],
        ranks=chosen["ranks"],
        looks_back=chosen["looks_back"] or 0,
    )


def _invitation(request: HtmxHttpRequest, table: Table, form: JoinForm, status: int = 200) -> HttpResponse:
    seats = tables.seats_of(table)
    card = TableCard(table, seats, company.figures([table], seats, timezone.now()))
    context = {"table": table, "card": card, "form": form, "show": presenter(table.game)}
    context["kept_for_others"] = not tables.may_sit(table, person(request))
    return render(request, "tables/invitation.html", context, status=status)


def _no_invitation(request: HtmxHttpRequest) -> HttpResponse:
    """Answer an invalid invitation link, with a rate limit against guessing."""
    if not limits.allow(request, "invite"):
        return limits.too_many(request)
    raise Http404


def _past_invitation(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """Redirect seated users to the table, and everybody to a public one. Offer open seats to others, or say that they are too
    late."""
    if tables.own_seat(table, person(request)) or table.visibility == Table.Visibility.PUBLIC:
        return redirect("tables:detail", table.code)
    if offers := open_seats.open_seats(tables.open_seats_of(table, person(request))):
        return render(request, "tables/invitation_seats.html", {"table": table, "offers": offers})
    return render(request, "tables/invitation_over.html", {"table": table}, status=410)
