"""Watching games: the list of running games, following one, its feed, and its position some rounds ago."""

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
from tables.services.mail.feeds import authority
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required, person

FEED_AGE = 600


@require_safe
def running(request: HtmxHttpRequest) -> HttpResponse:
    """List the running games that everybody can watch, and on the first page the games that the user follows."""
    form = WatchFilter(request.GET, games=list(registry.engines()))
    game = form.game()
    page = watching.watchable(request.GET.get("page", ""), game=game)
    user = person(request)
    followed_tables = watching.followed(user) if isinstance(user, User) and not page.has_previous() else []
    context = {
        "form": form,
        "page": page,
        "lines": watched(list(page.object_list)),
        "followed": watched(followed_tables),
        "stamp": pictures.stamp(),
        "game": game,
    }
    return render(request, "tables/watch_list.html", context)


@require_POST
@member_required
def follow(request: PlayerRequest, code: str) -> HttpResponse:
    """Follow a game, or stop following it."""
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
        messages.success(
            request, _("You are now following this game. You will get news once a day, and the result at the end.")
        )
    return redirect(table)


@require_safe
def feed(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return a started public game as an Atom feed. It ignores the user, so readers of one language get the same bytes."""
    try:
        table = tables.visible_table(user=None, code=code)
    except tables.NotVisible:
        raise Http404 from None
    if table.practice or not table.started_at:
        raise Http404
    try:
        xml = atom(table, request.path, authority(), timezone.now())
    except state.Unreadable:
        raise Http404 from None
    etag = quote_etag(hashlib.sha256(xml.encode()).hexdigest()[:32])
    response = HttpResponse(xml, content_type="application/atom+xml; charset=utf-8", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=FEED_AGE)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return get_conditional_response(request, etag=etag, response=response) or response


@require_safe
def earlier(request: HtmxHttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show the public position at the end of an earlier round, by default the newest allowed."""
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
