"""Several people at one screen: opening such a table, showing one seat at a time, and hands on phones."""

import base64
from datetime import timedelta
from typing import Any

from allauth.mfa.adapter import get_adapter
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts import guests, limits
from tables.errors import Refusal
from tables.forms.hot_seat import HandForm, ScreenForm
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.pages.table import TablePage
from tables.present import refusals
from tables.selectors.play import hot_seat as selector
from tables.services.lobby import hot_seat as services
from tables.services.lobby import practice
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, as_host, person, player_required, trouble
from tables.views.lobby.practice import too_many_guests
from tables.views.lobby.tables import playable
from tables.views.play.pulse import seconds

# Session key for the table's code, the ID of the shown seat, and the timestamp of its end.
SHOWN = "shown_seat"
SHOWN_FOR = timedelta(hours=1)
COOKIE, SALT = "staffetta_hand", "tables.phone_hand"


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the form for a table of several people at one screen. POST opens it, also for a new guest, and goes there."""
    engine = playable(slug)
    form = ScreenForm(request.POST if request.method == "POST" else None, engine=engine, user=person(request))
    if not form.is_valid():
        context = {"form": form, "engine": engine, "slug": slug}
        return render(request, "tables/hot_seat.html", context, status=422 if form.is_bound else 200)
    if not limits.allow(request, "practice"):
        return limits.too_many(request)
    user, now = person(request), timezone.now()
    if user is None:
        if not limits.allow_guest(request):
            return too_many_guests(request)
        fields = form.cleaned_data
        user = guests.welcome(request, time_zone=fields["time_zone"], token=fields["token"], now=now)
    table = practice.open_practice(
        user=user,
        game=engine.slug,
        seats=form.seats,
        people=form.people,
        levels=form.levels,
        options=presenter(engine.slug).practice,
        token=form.cleaned_data["token"],
        now=now,
    )
    return redirect("tables:detail", table.code)


@as_host
@require_POST
@player_required
def show(request: PlayerRequest, code: str, position: int) -> HttpResponse:
    """Show one seat at this screen for at most an hour."""
    table = _hosted(request, code)
    seat = Seat.objects.with_person().filter(table=table, position=position).first()
    if seat is None:
        raise Http404
    request.session[SHOWN] = [code, seat.pk, (timezone.now() + SHOWN_FOR).timestamp()]
    return redirect("tables:detail", code)


@as_host
@require_POST
@player_required
def hide(request: PlayerRequest, code: str) -> HttpResponse:
    """Hide the seat that the screen shows."""
    table = _hosted(request, code)
    request.session.pop(SHOWN, None)
    return redirect(table)


@never_cache
@as_host
@require_POST
@player_required
def phone(request: PlayerRequest, code: str, position: int) -> HttpResponse:
    """Make and show a code for the hand of a seat, or withdraw the code or the phone."""
    table, withdraws = _hosted(request, code), request.POST.get("do") == "withdraw"
    if not withdraws and not limits.allow(request, "phone_code"):
        return limits.too_many(request)
    now = timezone.now()
    hand_args: dict[str, Any] = {"table_id": table.pk, "position": position, "host": request.user}
    try:
        if withdraws:
            services.withdraw(**hand_args)
            messages.success(request, _("The hand has been closed."))
            return redirect(table)
        phone_code = services.make_code(**hand_args, now=now)
    except Refusal as refusal:
        return trouble(request, 422, _("Hand on a phone"), refusals.words(refusal, table.game), table.get_absolute_url())
    address = request.build_absolute_uri(reverse("tables:hand"))
    svg = get_adapter().build_totp_svg(f"{address}?code={phone_code}")
    context = {
        "table": table,
        "seat": table.seats.select_related("user").get(position=position),
        "code": f"{phone_code[:4]} {phone_code[4:]}",
        "address": address.partition("://")[2],
        "picture": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}",
        "expires_at": now + services.VALID,
    }
    return render(request, "tables/phone_code.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HtmxHttpRequest) -> HttpResponse:
    """Show the hand that this phone may read, or ask for a code. POST checks the code and opens its hand."""
    if request.method == "POST":
        return _opened(request)
    seat = _seat_of(request)
    if seat is not None:
        page = TablePage(seat.table, seat.user, timezone.now())
        context = {"page": page, "table": seat.table, "seat": seat, "seconds": seconds(others_present=True)}
        return render(request, "tables/phone_hand.html", context)
    if request.htmx:
        return HttpResponseClientRedirect(reverse("tables:hand"))
    was_open = bool(request.COOKIES.get(COOKIE))
    form = HandForm(initial={"code": request.GET.get("code", "")[:20]})
    response = render(request, "tables/phone_open.html", {"form": form, "was_open": was_open})
    if was_open:
        response.delete_cookie(COOKIE)
    return response


@require_POST
def close_hand(request: HtmxHttpRequest) -> HttpResponse:
    """Forget the hand on this phone."""
    response = redirect("tables:hand")
    response.delete_cookie(COOKIE)
    return response


def _opened(request: HtmxHttpRequest) -> HttpResponse:
    if not limits.allow_from(request, "hand"):
        return limits.too_many(request)
    form = HandForm(request.POST)
    typed = {"typed": form.cleaned_data["code"], "token": form.cleaned_data["token"]} if form.is_valid() else None
    row = services.open_hand(**typed, now=timezone.now()) if typed else None
    if row is None:
        if not form.errors:
            form.add_error(
                "code",
                _("This code doesn’t work: it has been used or withdrawn, or it has expired. Ask the host for a new one."),
            )
        return render(request, "tables/phone_open.html", {"form": form}, status=422)
    response = redirect("tables:hand")
    signed = signing.dumps({"hand": row.pk}, salt=SALT)
    age = int(services.PHONE_OPEN.total_seconds())
    response.set_cookie(COOKIE, signed, max_age=age, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


def _seat_of(request: HtmxHttpRequest) -> Seat | None:
    try:
        payload = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=services.PHONE_OPEN)
    except signing.BadSignature:
        return None
    return selector.on_phone(payload["hand"])


def _hosted(request: PlayerRequest, code: str) -> Table:
    """Return the hot-seat table that the user hosts. Raises Http404 for other tables."""
    table = table_or_404(request, code)
    if not table.hot_seat or table.host_id != request.user.pk:
        raise Http404
    return table
