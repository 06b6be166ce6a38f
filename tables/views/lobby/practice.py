"""Practice tables: opened by one click, also by strangers, who become guests."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import guests, limits
from accounts.models import User
from tables.errors import Refusal
from tables.forms.bots import OpponentsForm
from tables.forms.lobby import PracticeForm
from tables.forms.once import OnceForm
from tables.games.registry import presenter
from tables.models import Table
from tables.pages.going_back import decisions
from tables.pages.hints import hinted
from tables.pages.table import TablePage
from tables.present import refusals
from tables.services.lobby import practice as services
from tables.services.play import going_back
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, as_host, member_required, person, player_required, trouble
from tables.views.lobby.tables import playable
from tables.views.play import answer

MOST_DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the choice of bots. POST opens a practice table with the chosen bots or the minimum number, and goes there."""
    engine, form = playable(slug), PracticeForm(request.POST)
    context: dict[str, Any] = {"title": engine.title, "slug": slug, "open": True}
    if request.method != "POST":
        return render(request, "tables/practice.html", context)
    opponents = OpponentsForm(request.POST, engine=engine, user=person(request))
    if not opponents.is_valid():
        context |= {"errors": opponents.errors["bots"], "chosen": request.POST.getlist("bots")}
        return render(request, "tables/practice.html", context, status=422)
    bots = opponents.cleaned_data["bots"]
    # An invalid field is no reason to refuse a game.
    data = form.cleaned_data if form.is_valid() else {"token": "", "time_zone": ""}
    user = person(request)
    if not limits.allow(request, "practice"):
        return limits.too_many(request)
    if user is None and not limits.allow_guest(request):
        return too_many_guests(request)
    now = timezone.now()
    if user is None:
        user = guests.welcome(request, time_zone=data["time_zone"], token=data["token"], now=now)
    table = services.open_practice(
        user=user,
        game=engine.slug,
        seats=len(bots) + 1 if bots else engine.seat_range[0],
        bots=list(bots),
        levels=list(bots.values()),
        options=presenter(engine.slug).practice,
        token=data["token"],
        now=now,
    )
    return redirect("tables:detail", table.code)


def too_many_guests(request: HtmxHttpRequest) -> HttpResponse:
    """Show that no more guests are possible now, with a link to sign up."""
    text = _("Too many guests have started in a short time. Sign up and play now, or try again in an hour.")
    return trouble(request, 429, _("Playing as a guest"), text, reverse("account_signup"))


def player_or_guest(request: HtmxHttpRequest, token: str) -> User | None:
    """Return the user; for a stranger, create and sign in a new guest. Return None if guests have reached their limit.

    ``token``: as in ``guests.welcome``.
    """
    user = person(request)
    if user is not None or not limits.allow_guest(request):
        return user
    return guests.welcome(request, time_zone=request.POST.get("time_zone", ""), token=token, now=timezone.now())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def take_back(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the user's decisions to go back to, or go back to one, by default the latest."""
    table = _practice(request, code)
    if request.method != "POST":
        own_decisions = decisions(table, request.user, timezone.now())
        return render(request, "tables/take_back.html", {"table": table, "decisions": own_decisions})
    if not limits.allow(request, "undo"):
        return limits.too_many(request)
    number = request.POST.get("seq", "")
    first_seq = int(number) if number.isascii() and number.isdigit() and len(number) < MOST_DIGITS else None
    form = OnceForm(request.POST)
    token = form.cleaned_data["token"] if form.is_valid() else ""
    try:
        new_table = going_back.go_back(
            table_id=table.pk, user=request.user, first_seq=first_seq, token=token, now=timezone.now()
        )
    except Refusal as refusal:
        return trouble(request, 422, _("Take back move"), refusals.words(refusal, table.game), table.get_absolute_url())
    return redirect("tables:detail", new_table.code)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
@player_required
def hint(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the move of the doge and of the bot here; guests see only the bot's."""
    table = _practice(request, code)
    asks_doge = not request.user.is_guest and limits.allow(request, "hint")
    hints = hinted(TablePage(table, request.user, timezone.now()), asks_doge=asks_doge)
    if request.htmx:
        return render(request, "tables/_hint.html", {"table": table, "hints": hints})
    return answer.whole(request, table, hints=hints)


@as_host
@require_POST
@member_required
def keep(request: PlayerRequest, code: str) -> HttpResponse:
    """Keep a practice table for good, or stop keeping it."""
    table, keeps = _practice(request, code), request.POST.get("do") != "drop"
    services.keep(table_id=table.pk, user=request.user, keeps=keeps)
    messages.success(
        request, _("This table will be kept.") if keeps else _("This table will be deleted after a week without a move.")
    )
    return redirect(table)


def _practice(request: PlayerRequest, code: str) -> Table:
    """Return a practice table that the user can see. Raises Http404 for other tables."""
    table = table_or_404(request, code)
    if not table.practice:
        raise Http404
    return table
