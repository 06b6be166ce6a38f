"""Replay of a finished game, step by step, with comments on moves."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import limits
from tables.errors import Code, Refusal
from tables.forms.comments import CommentForm
from tables.models import Seat, Table
from tables.pages.analysis import progress
from tables.pages.replay import ReplayPage
from tables.present import refusals
from tables.present.archive import comments
from tables.present.archive import ending as words_of_end
from tables.present.archive import lines as words
from tables.present.archive.viewpoints import Viewpoint
from tables.present.planning import variations
from tables.selectors.archive import analyses, games, roots
from tables.selectors.archive.ratings import changes_of
from tables.services.archive import comments as services
from tables.views.http import HtmxHttpRequest, PlayerRequest, earlier_than, member_required, person, trouble

MOST_DIGITS = 9
_WITHOUT_SEAT = {"all": Viewpoint("all"), "none": Viewpoint("none")}


@require_safe
@vary_on_headers("HX-Request")
def detail(request: HtmxHttpRequest, code: str, step: int | None = None) -> HttpResponse:
    """Show a finished game at one step of its record; without a step, at its end."""
    table = table_or_404(request, code)
    if "step" in request.GET:
        return redirect(_step_address(table, _number(request.GET["step"], table.seq), _eyes(request, table)))
    return _page(request, table, step, CommentForm())


@require_http_methods(["GET", "HEAD", "POST"])
def comment(request: HtmxHttpRequest, code: str, step: int) -> HttpResponse:
    """Add or delete a comment on a move; GET, as after sign-in, redirects to the step."""
    table = table_or_404(request, code)
    if step > table.seq:
        raise Http404
    return _comment(request, table, step)


@member_required
def _comment(request: PlayerRequest, table: Table, step: int) -> HttpResponse:
    if request.method != "POST":
        return redirect(_comments_address(request, table, step))
    if request.POST.get("do") == "delete":
        return _delete(request, table, step)
    form = CommentForm(request.POST)
    if form.is_valid() and _add_comment(request, table, step, form):
        return redirect(_comments_address(request, table, step))
    return _page(request, table, step, form, status=422)


def table_or_404(request: HtmxHttpRequest, code: str) -> Table:
    """Return a finished game that this reader can see. Raises Http404 otherwise."""
    table = games.with_everybody(games.archived_tables(request.user).filter(code=code)).first()
    if table is None or not table.started_at:
        raise Http404
    return table


def _page(request: HtmxHttpRequest, table: Table, step: int | None, form: CommentForm, status: int = 200) -> HttpResponse:
    moves = games.moves_of(table)
    at = len(moves) - 1 if step is None else step
    if not 0 <= at < len(moves):
        raise Http404
    viewpoint = _eyes(request, table)
    try:
        replayed = games.replay(table, moves, at)
    except games.Unplayable:
        return unplayable(request, table)
    page = ReplayPage(table, moves, replayed, viewpoint)
    context = {"page": page, "table": table, "eyes": viewpoint, "step": page.step, "last": page.last}
    context |= _talk(request, table, at, viewpoint, form)
    context["may_save"] = roots.are_public(table, games.keys_of(table))
    variations_page = request.GET.get("variations", "")
    context["variations"] = variations(table, at, person(request), page=variations_page, query=viewpoint.query)
    context["own_seat"] = next(
        (seat.index for seat in table.seats.all() if seat.user_id and seat.user_id == request.user.pk), None
    )
    name = "archive/archive_detail.html"
    is_part = request.htmx and not request.htmx.history_restore_request
    if step is None and not is_part:
        context["analysis"] = progress(table, analyses.analysis_of(table), timezone.now())
        context["ending"] = words_of_end.ending(table, page.last_public, page.players, replayed, changes_of(table))
    return render(request, f"{name}#replay" if is_part else name, context, status=status)


def _talk(request: HtmxHttpRequest, table: Table, at: int, viewpoint: Viewpoint, form: CommentForm) -> dict[str, Any]:
    shown_comments = comments.about(table, at, person(request), before=earlier_than(request))
    return {
        "comments": shown_comments,
        "earlier": comments.earlier(table, at, viewpoint.query, shown_comments),
        "comment_form": form,
    }


def _add_comment(request: PlayerRequest, table: Table, step: int, form: CommentForm) -> bool:
    if not limits.allow(request, "comment"):
        form.add_error("text", refusals.words(Refusal(Code.TOO_FAST)))
        return False
    try:
        services.add_comment(table_id=table.pk, seq=step, user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        form.add_error("text", refusals.words(refusal))
    return not form.errors


def _delete(request: PlayerRequest, table: Table, step: int) -> HttpResponse:
    number = _number(request.POST.get("comment", ""), 10**MOST_DIGITS)
    back = _comments_address(request, table, step)
    try:
        services.delete_comment(table_id=table.pk, seq=step, comment_id=number, user=request.user)
    except Refusal as refusal:
        return trouble(request, 403, words.title(table), refusals.words(refusal), back)
    return redirect(back)


def _eyes(request: HtmxHttpRequest, table: Table) -> Viewpoint:
    """Return the point of view: ``all`` (the default), ``none`` for a spectator, or the number of a seat."""
    choice = request.GET.get("eyes", "all")
    if choice in _WITHOUT_SEAT:
        return _WITHOUT_SEAT[choice]
    seat: Seat | None = next((seat for seat in table.seats.all() if str(seat.index) == choice), None)
    if seat is None:
        raise Http404
    return Viewpoint("seat", seat.index)


def _number(text: str, last: int) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) > last:
        raise Http404
    return int(text)


def unplayable(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """Show an error for a record that cannot be replayed, with a link to its check."""
    text = _("This record can’t be replayed. The check shows what is wrong with it.")
    return trouble(request, 503, words.title(table), text, reverse("archive:check", args=[table.code]))


def _step_address(table: Table, step: int, viewpoint: Viewpoint) -> str:
    return reverse("archive:step", args=[table.code, step]) + viewpoint.query


def _comments_address(request: HtmxHttpRequest, table: Table, step: int) -> str:
    return _step_address(table, step, _eyes(request, table)) + "#comments"
