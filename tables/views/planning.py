"""Planning board: private trials of future moves. Nothing here is a move."""

import re
from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits
from engines.contract import view
from tables.errors import Code, NotPending, NotYours, Refusal
from tables.forms.play import NoteForm
from tables.models import Seat, Table
from tables.pages.plan_board import MOST_WORLDS, PlanBoard
from tables.pages.table import TablePage
from tables.present import refusals
from tables.selectors import planning as selector
from tables.selectors.archive import games
from tables.selectors.planning import PlanRoot, Step
from tables.services import planning
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required, trouble, whole_page
from tables.views.play import answer
from tables.views.play.acting import checked, sent_actions
from tables.views.play.sketching import sketched

MOST_DIGITS = 6
ACTIONS: Mapping[str, Callable[..., None]] = {"draft": planning.make_draft, "file": planning.file, "rank": planning.rank}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def plan(request: PlayerRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show the start of the variations or the position after one step; POST changes the plan.

    POST tries an action, saves a note, deletes steps, prepares a turn, or shows the variation to others.
    """
    table = table_or_404(request, code)
    try:
        board = _board(request, table, number)
    except Http404:
        # After a second click on Delete, the step is gone.
        if address := _step_before(request, table):
            return redirect(address)
        raise
    try:
        return _answered(request, board)
    except games.Unplayable:
        text = _("This record can’t be replayed. The log shows what happened.")
        return trouble(request, 503, _("Planning board"), text, board.page.table.get_absolute_url())


def _step_before(request: PlayerRequest, table: Table) -> str:
    """Return the address after a deletion, named by the form, if it belongs to this planning board; empty for other forms."""
    address = request.POST.get("before", "") if request.POST.get("do") == "delete" else ""
    return address if re.match(rf"{reverse('tables:plan', args=[table.code])}(?:\d+/)?(?:\?[\w=&]*)?\Z", address) else ""


def _board(request: PlayerRequest, table: Table, number: int | None) -> PlanBoard:
    page = TablePage(table, request.user, timezone.now())
    if not selector.may_plan(table, request.user, page.me):
        raise Http404
    return PlanBoard(page, _ground(request, page, number), number, request.GET.get("for", ""))


def _ground(request: PlayerRequest, page: TablePage, number: int | None) -> PlanRoot:
    owner, table = request.user, page.table
    if number is not None:
        node = selector.node_of(owner, table, page.me, number)
        if node is None:
            raise Http404
        return PlanRoot(owner, table, page.me, node.at_seq, node.world)
    at, world = _count(request.GET.get("at", ""), table.seq, table.seq), _count(request.GET.get("world", ""), 0, MOST_WORLDS)
    return PlanRoot(owner, table, page.me, at, world)


def _count(text: str, default: int, most: int) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) <= most):
        raise Http404
    return int(text)


def _answered(request: PlayerRequest, board: PlanBoard) -> HttpResponse:
    if request.method != "POST":
        return _sketch(request, board) if "sketch" in request.GET else _page(request, board)
    try:
        address = _done(request, board)
    except Refusal as refusal:
        return whole_page(_page(request, board, status=422, refusal=refusals.words(refusal, board.page.table.game)))
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _sketch(request: PlayerRequest, board: PlanBoard) -> HttpResponse:
    """Return a preview of the results that the choice in the panel's form would have at this position."""
    pending = board.pending
    if pending is None:
        raise Http404
    return sketched(request, board.page, view(board.state, pending.seat), pending)


def _page(request: PlayerRequest, board: PlanBoard, *, status: int = 200, refusal: str = "") -> HttpResponse:
    context = {"plan": board, "page": board.page, "table": board.page.table, "refusal": refusal}
    # A refused text is shown again.
    context["typed"] = {request.POST["do"]: request.POST["text"]} if {"do", "text"} <= request.POST.keys() else {}
    context |= answer.counted(board.page)
    return render(request, "tables/plan.html", context, status=status)


def _done(request: PlayerRequest, board: PlanBoard) -> str:
    """Carry out the form, and return the address to go to."""
    match request.POST.get("do", ""):
        case "notes":
            planning.note_table(seat_id=_seat(board).pk, user=request.user, text=_text(request))
        case "note":
            planning.note(_here(board).node, _text(request))
        case "delete":
            address = board.before
            planning.forget(_here(board).node)
            return address
        case "draft" | "file" | "rank" as action:
            return _prepare(request, board, action)
        case "show":
            return _show(request, board)
        case "withdraw":
            return _withdraw(request, board)
        case "reply":
            return _after(board, _reply(board))
        case _:
            return _after(board, _try_action(request, board))
    return board.address(board.number)


def _text(request: PlayerRequest) -> str:
    return str(checked(NoteForm(request.POST)).cleaned_data["text"])


def _try_action(request: PlayerRequest, board: PlanBoard) -> Step:
    if board.pending is None:
        raise NotPending()
    actions = sent_actions(request, board.page.table)
    return planning.try_out(board.root, after=board.here, pending=board.pending, actions=actions, now=timezone.now())


def _reply(board: PlanBoard) -> Step:
    if board.pending is None:
        raise NotPending()
    return planning.play_replies(board.root, after=board.here, pending=board.pending, now=timezone.now())


def _prepare(request: PlayerRequest, board: PlanBoard, action: str) -> str:
    """Prepare the start of the variation at the table itself. Return the address of the table's panel."""
    opening, seat = board.opening, _seat(board)
    if opening is None or opening.is_drafted != (action == "draft"):
        raise NotPending()
    ACTIONS[action](seat, opening, now=timezone.now())
    messages.success(request, _("Saved. Nobody else can see it."))
    return f"{board.page.table.get_absolute_url()}#panel"


def _show(request: PlayerRequest, board: PlanBoard) -> str:
    """Show the variation up to this step to others. Return the address of this step."""
    if not limits.allow(request, "comment"):
        raise Refusal(Code.TOO_FAST)
    planning.show(board.root, _here(board), now=timezone.now())
    messages.success(request, _("Others can now see this variation in the archive."))
    return board.address(board.number)


def _withdraw(request: PlayerRequest, board: PlanBoard) -> str:
    if board.shown_here is not None:
        planning.withdraw(table_id=board.page.table.pk, number=board.shown_here.pk, user=request.user)
        messages.success(request, _("The variation has been withdrawn."))
    return board.address(board.number)


def _after(board: PlanBoard, step: Step) -> str:
    return board.address(step.node.pk)


def _here(board: PlanBoard) -> Step:
    if board.here is None:
        raise NotPending()
    return board.here


def _seat(board: PlanBoard) -> Seat:
    if board.page.me is None:
        raise NotYours()
    return board.page.me
