"""Practice tables: opened by one click, by a stranger too, who is a guest from then on."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import guests, limits
from accounts.models import User
from tables.forms.lobby import PracticeForm
from tables.games.registry import presenter
from tables.services.lobby import practice as services
from tables.views.http import HtmxHttpRequest, person
from tables.views.lobby.tables import playable


@require_POST
def begin(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Open a practice table for whoever asks, with as few seats as the game has, and go there."""
    engine, form = playable(slug), PracticeForm(request.POST)
    # A field that was tampered with is no reason to refuse a game.
    sent = form.cleaned_data if form.is_valid() else {"token": "", "time_zone": ""}
    user = person(request)
    if not limits.allow(request, "practice") or (user is None and not limits.allow(request, "guest")):
        return limits.too_many(request)
    now = timezone.now()
    if user is None:
        user = guests.welcome(request, time_zone=sent["time_zone"], now=now)
    table = services.open_practice(
        user=user,
        game=engine.slug,
        seats=engine.seat_range[0],
        options=presenter(engine.slug).practice,
        token=sent["token"],
        now=now,
    )
    return redirect("tables:detail", table.code)


def player_or_guest(request: HtmxHttpRequest) -> User | None:
    """Whoever asks, as a guest from now on if they were nobody; None if too many guests came from there."""
    user = person(request)
    if user is not None or not limits.allow(request, "guest"):
        return user
    return guests.welcome(request, time_zone=request.POST.get("time_zone", ""), now=timezone.now())
