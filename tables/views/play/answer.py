"""Rendering of a table page: whole, or its changed parts."""

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engines.contract import When
from tables.forms.inviting import InviteForm
from tables.forms.lobby import JoinForm
from tables.forms.once import fresh_token
from tables.forms.people import CompanyForm
from tables.forms.play import ChatForm
from tables.models import Seat, Table
from tables.pages.table import TablePage
from tables.present.lobby import company
from tables.present.lobby.cards import TableCard
from tables.present.seats.seating import AT_THE_TABLE, earlier, newest_said, unread, with_authors
from tables.selectors.clubs import clubs
from tables.selectors.mail import mailing
from tables.selectors.people import relations
from tables.selectors.play import asking, presence, tables
from tables.services.lobby import admission
from tables.services.lobby.hosting import may_start
from tables.services.lobby.tables import is_rated, is_taken
from tables.views.http import HtmxHttpRequest, person, whole_page
from tables.views.play import parts
from tables.views.play.pulse import WAITING_SECONDS, seconds

TEMPLATE, WAITING = "tables/table_detail.html", "tables/table_waiting.html"


def whole(request: HtmxHttpRequest, table: Table, *, status: int = 200, **extra: Any) -> HttpResponse:
    """Return the whole page of a table."""
    if _never_started(table):
        return _answer(request, WAITING, _before(request, table) | extra, status)
    return _answer(request, TEMPLATE, context_of(request, table) | extra, status)


def moved(request: HtmxHttpRequest, table: Table, *, status: int = 200, **extra: Any) -> HttpResponse:
    """Return the action panel, and out of band everything else that a move may have changed."""
    if not request.htmx:
        return whole(request, table, status=status, **extra)
    if _never_started(table):
        return whole_page(whole(request, table, status=status, **extra))
    return _answer(request, f"{TEMPLATE}#moved", context_of(request, table) | {"oob": True} | extra, status)


def news(request: HtmxHttpRequest, table: Table, *, panel_id: str, seq: int | None, beside: int | None) -> HttpResponse:
    """Return the changes since a page that showed the log up to the move ``seq`` and the event ``beside``.

    A player who is choosing keeps the panel unless they have another decision now, and the board unless somebody moved.
    """
    if _never_started(table):
        return whole_page(whole(request, table))
    context = context_of(request, table)
    page: TablePage = context["page"]
    is_current = seq == table.seq
    # The end reveals information although nobody moved.
    unchanged = {"same_position": is_current and page.running, "same_log": is_current and beside == page.log.newest_beside}
    changed = {"panel_changed": page.panel_id != panel_id}
    return _answer(request, f"{TEMPLATE}#news", context | changed | unchanged | {"oob": True}, 200)


def part(request: HtmxHttpRequest, table: Table, name: str, *, status: int = 200, **extra: Any) -> HttpResponse:
    """Return one named part of the page."""
    if _never_started(table):
        return _answer(request, f"{WAITING}#{name}", _before(request, table) | extra, status)
    return _answer(request, f"{TEMPLATE}#{name}", context_of(request, table) | extra, status)


def _never_started(table: Table) -> bool:
    """Return whether there is no game to show, because it has not started."""
    return table.started_at is None


def context_of(request: HtmxHttpRequest, table: Table) -> dict[str, Any]:
    """Return the template context of a running or ended table."""
    page = TablePage(table, person(request), timezone.now())
    machine = _awaits_machine(page)
    others_present = page.others_present or machine
    presence_token = _presence_token(table, page.me)
    polling = {
        "machine": machine,
        "others_present": others_present,
        "seconds": seconds(others_present, machine=machine),
        "presence_token": presence_token,
    }
    # No chat form is created here, because the page needs only the form's token and its empty field.
    chat = {"chat_token": fresh_token(), "chat_field": SimpleLazyObject(lambda: _empty_chat_field(get_language()))}
    waiting_context = {} if hasattr(request, "host_user") else counted(page)
    return {"page": page, "table": table, "now": page.now, **chat, **polling, **waiting_context}


def counted(page: TablePage) -> dict[str, Any]:
    """Return the context of ``tables.context_processors.waiting``, from the tables that the page already knows."""
    return {"waiting_count": SimpleLazyObject(lambda: len(page.awaiting))}


@lru_cache(maxsize=16)
def _empty_chat_field(_language: str | None) -> SafeString:
    """Return the empty chat field; a response to a submitted form does not use it."""
    return render_to_string("tables/_field.html", {"field": ChatForm()["text"]})


def _presence_token(table: Table, me: Seat | None) -> str:
    """Return the token with which the page reports its viewer's presence; empty for spectators."""
    return presence.token(table.pulse, me.user_id) if me and me.user_id else ""


def _awaits_machine(page: TablePage) -> bool:
    """Return whether a bot or the steward must decide. Both need only seconds, so the page polls quickly."""
    awaited_seats = [page.seats[pending.seat] for pending in page.pending if pending.when is not When.MAY]
    return any(seat.bot or seat.steward_since for seat in awaited_seats)


def _before(request: HtmxHttpRequest, table: Table) -> dict[str, Any]:
    me = tables.own_seat(table, person(request))
    now = timezone.now()
    others_present = presence.others_present(table.pulse, me.user_id if me else None, now)
    seats = tables.seats_of(table)
    chat_lines = with_authors(asking.chat_lines(table, person(request)), AT_THE_TABLE)
    return {
        "table": table,
        "card": TableCard(table, seats, company.figures([table], seats, now)),
        "page": {
            "talk": {
                "lines": chat_lines,
                "unread": unread(chat_lines, me),
                "newest_said": newest_said(chat_lines),
                "earlier_said": earlier(chat_lines, asking.CHAT),
                "hides_unread": me is not None and earlier(chat_lines, asking.CHAT) > me.read_chat,
            },
        },
        "chat_form": ChatForm,
        "me": me,
        "kept_for_others": me is None and not tables.may_sit(table, person(request)),
        "form": JoinForm(),
        "invite_url": request.build_absolute_uri(reverse("tables:invite", args=[table.invite])) if me else "",
        "is_host": table.host_id is not None and table.host_id == request.user.pk,
        "may_start": table.host_id == request.user.pk and may_start(table, sum(map(is_taken, seats))),
        "invite_form": InviteForm(),
        "invited": mailing.invited_people(table),
        "company_form": SimpleLazyObject(lambda: _company(request, table)),
        "presence_token": _presence_token(table, me),
        "others_present": others_present,
        "seconds": WAITING_SECONDS,
    }


def _company(request: HtmxHttpRequest, table: Table) -> CompanyForm:
    """Return the form with people a host can invite: known, allowed to join, and neither seated nor invited."""
    user = person(request)
    excluded_ids = {seat.user_id for seat in tables.seats_of(table)} | {each.pk for each in mailing.invited_people(table)}
    companions = clubs.may_come(relations.companions(user), table.club_id) if user else ()
    now, rated = timezone.now(), is_rated(table)
    eligible = [
        each for each in companions if each.pk not in excluded_ids and admission.may_come(table, each, now, rated=rated)
    ]
    return CompanyForm(people=eligible)


def _answer(request: HtmxHttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    text = parts.marked(render_to_string(template, context, request), parts.kept_by(request))
    response = HttpResponse(text, status=status)
    patch_vary_headers(response, ["HX-Request", parts.HEADER])
    return response
