"""Chat at a table."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import retarget

from accounts import limits
from tables.errors import Code, Refusal
from tables.forms.play import ChatForm
from tables.models import Table
from tables.present import refusals
from tables.present.lobby.cards import TableCard
from tables.present.seats.seating import earlier, naming, with_authors
from tables.selectors.play import asking, tables
from tables.services.play import chat as services
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, earlier_than, member_required, person
from tables.views.play import answer

_DIGITS = 15


@require_POST
@member_required
def say(request: PlayerRequest, code: str) -> HttpResponse:
    """Add a chat line; a refused one stays in the field, with the reason."""
    table = table_or_404(request, code)
    form = ChatForm(request.POST)
    if not form.is_valid() or not _send(request, table, form):
        return _unsaid(request, table, form)
    if not request.htmx:
        return redirect(f"{table.get_absolute_url()}#chat")
    return answer.part(request, table, "chat_sent", chat_sent=True)


@never_cache
@require_safe
def talk(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show earlier chat lines, page by page, without marking any as read."""
    table, reader = table_or_404(request, code), person(request)
    rows = () if table.practice else asking.chat_lines(table, reader, before=earlier_than(request))
    if not rows:
        return redirect(f"{table.get_absolute_url()}#chat")
    lines = with_authors(rows, naming(table, tables.own_seat(table, reader)))
    page = {"talk": {"lines": lines, "earlier_said": earlier(lines, asking.CHAT)}}
    return render(request, "tables/table_talk.html", {"table": table, "card": TableCard(table, ()), "page": page})


@require_POST
@member_required
def read(request: PlayerRequest, code: str) -> HttpResponse:
    """Mark the chat lines up to the number ``upto`` as read."""
    table = table_or_404(request, code)
    seat = tables.own_seat(table, request.user)
    upto = request.POST.get("upto", "")
    if seat is not None and upto.isascii() and upto.isdigit() and len(upto) <= _DIGITS:
        services.mark_read(seat_id=seat.pk, upto=min(int(upto), asking.newest_line(table)))
    return render(request, "people/_was_read.html") if request.htmx else redirect(f"{table.get_absolute_url()}#chat")


def _send(request: PlayerRequest, table: Table, form: ChatForm) -> bool:
    if not limits.allow(request, "chat"):
        form.add_error("text", refusals.words(Refusal(Code.TOO_FAST)))
        return False
    try:
        services.say(table_id=table.pk, user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        form.add_error("text", refusals.words(refusal, table.game))
    return not form.errors


def _unsaid(request: PlayerRequest, table: Table, form: ChatForm) -> HttpResponse:
    if not request.htmx:
        return answer.whole(request, table, status=422, chat_form=form, chat_field="")
    return retarget(answer.part(request, table, "chat", status=422, chat_form=form, chat_field=""), "#chat")
