"""Watching games in which one does not play: which there are, following one, its feed, and how it stood some rounds ago."""

import hashlib

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.models import User
from engines import registry
from tables.errors import Refusal
from tables.forms.lobby import WatchFilter
from tables.games import pictures
from tables.models import Table
from tables.pages.earlier import EarlierBoard
from tables.pages.onlookers_feed import atom
from tables.present import refusals
from tables.present.lobby.watched import watched
from tables.selectors.archive.games import Unplayable
from tables.selectors.play import state, tables, watching
from tables.services.lobby import watching as services
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required, person

FEED_AGE = 600


@require_safe
def running(request: HtmxHttpRequest) -> HttpResponse:
    """The running games that everybody may watch."""
    form = WatchFilter(request.GET, games=list(registry.engines()))
    game = form.game()
    page = watching.watchable(request.GET.get("page", ""), game=game)
    user = person(request)
    mine = watching.followed(user) if isinstance(user, User) and not page.has_previous() else []
    context = {
        "form": form,
        "page": page,
        "lines": watched(list(page.object_list)),
        "followed": watched(mine),
        "stamp": pictures.stamp(),
        "game": game,
    }
    return render(request, "tables/watch_list.html", context)


@require_POST
@member_required
def follow(request: PlayerRequest, code: str) -> HttpResponse:
    """Follow a game, or do so no longer."""
    table = table_or_404(request, code)
    if request.POST.get("do") == "stop":
        services.unfollow(table_id=table.pk, user=request.user)
        messages.success(request, _("You no longer follow this game."))
        return redirect(table)
    try:
        services.follow(table_id=table.pk, user=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        messages.success(request, _("You follow this game: once a day you are told how it goes on, and how it ends."))
    return redirect(table)


@require_safe
def feed(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """A running or finished public game as Atom. It looks at nobody, so that all who ask in one language get the same bytes."""
    try:
        table = tables.visible_table(user=None, code=code)
    except tables.NotVisible:
        raise Http404 from None
    if table.practice or not table.started_at:
        raise Http404
    try:
        xml = atom(table, request.path, timezone.now())
    except state.Unreadable:
        raise Http404 from None
    etag = quote_etag(hashlib.sha256(xml.encode()).hexdigest()[:32])
    response = HttpResponse(xml, content_type="application/atom+xml; charset=utf-8", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=FEED_AGE)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return get_conditional_response(request, etag=etag, response=response) or response


@require_safe
def earlier(request: HtmxHttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """How the game stood at the end of an earlier round, to everybody; without a number, of the newest one that may be seen."""
    table = table_or_404(request, code)
    if table.status != Table.Status.RUNNING:
        return redirect(table)
    if not limits.allow(request, "picture"):
        return limits.too_many(request)
    try:
        rounds = watching.rounds(table)
        if number is None and rounds:
            return redirect("tables:earlier_round", code, rounds[-1][0])
        if number not in dict(rounds):
            raise Http404
        page = EarlierBoard(table, number, rounds, timezone.now())
        return render(request, "tables/earlier.html", {"table": table, "page": page})
    except Unplayable:
        raise Http404 from None
