"""Rendering a table page: whole, or the parts of it that changed."""

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
from tables.present.seats.seating import AT_THE_TABLE, earlier, newest_said, spoken, unread
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
    """The whole page of a table."""
    if _never_started(table):
        return _answer(request, WAITING, _before(request, table) | extra, status)
    return _answer(request, TEMPLATE, context_of(request, table) | extra, status)


def moved(request: HtmxHttpRequest, table: Table, *, status: int = 200, **extra: Any) -> HttpResponse:
    """The action panel, and out of band everything else that a move may have changed."""
    if not request.htmx:
        return whole(request, table, status=status, **extra)
    if _never_started(table):
        return whole_page(whole(request, table, status=status, **extra))
    return _answer(request, f"{TEMPLATE}#moved", context_of(request, table) | {"oob": True} | extra, status)


def news(request: HtmxHttpRequest, table: Table, *, panel_id: str, seq: int | None, beside: int | None) -> HttpResponse:
    """What others changed since a page was rendered that showed the log up to the move ``seq`` and the event ``beside``.

    Whoever is in the middle of choosing keeps the panel unless they are asked something else now, and the board unless
    somebody moved.
    """
    if _never_started(table):
        return whole_page(whole(request, table))
    context = context_of(request, table)
    page: TablePage = context["page"]
    stays = seq == table.seq
    # The end changes what lies open though nobody moved.
    same = {"same_position": stays and page.running, "same_log": stays and beside == page.log.newest_beside}
    changed = {"panel_changed": page.panel_id != panel_id}
    return _answer(request, f"{TEMPLATE}#news", context | changed | same | {"oob": True}, 200)


def part(request: HtmxHttpRequest, table: Table, name: str, *, status: int = 200, **extra: Any) -> HttpResponse:
    """One named part of the page."""
    if _never_started(table):
        return _answer(request, f"{WAITING}#{name}", _before(request, table) | extra, status)
    return _answer(request, f"{TEMPLATE}#{name}", context_of(request, table) | extra, status)


def _never_started(table: Table) -> bool:
    """Whether there is no game to show: nobody sits at a board yet, or never did."""
    return table.started_at is None


def context_of(request: HtmxHttpRequest, table: Table) -> dict[str, Any]:
    """What the templates of a running or ended table see."""
    page = TablePage(table, person(request), timezone.now())
    machine = _awaits_machine(page)
    others_present = page.others_present or machine
    presence_token = _presence_token(table, page.me)
    polling = {
        "machine": machine,
        "others_present": others_present,
        "seconds": seconds(others_present),
        "presence_token": presence_token,
    }
    # As tables.context_processors.waiting, which need not look again.
    waiting = {"waiting_count": SimpleLazyObject(lambda: len(page.awaiting))}
    # No form is made where nobody has written anything: a page would show nothing of it but these.
    chat = {"chat_token": fresh_token(), "chat_field": SimpleLazyObject(lambda: _empty_chat_field(get_language()))}
    return {"page": page, "table": table, "now": page.now, **chat, **polling, **waiting}


@lru_cache(maxsize=16)
def _empty_chat_field(_language: str | None) -> SafeString:
    """The field of a form in which nobody has written yet; whoever answers with one that has been sent does without."""
    return render_to_string("tables/_field.html", {"field": ChatForm()["text"]})


def _presence_token(table: Table, me: Seat | None) -> str:
    """With which the page says that its viewer is there; empty for onlookers."""
    return presence.token(table.pulse, me.user_id) if me and me.user_id else ""


def _awaits_machine(page: TablePage) -> bool:
    """Whether a bot or a steward is waited for: they answer within seconds, and nobody wants to wait longer to see it."""
    waited = [page.seats[pending.seat] for pending in page.pending if pending.when is not When.MAY]
    return any(seat.bot or seat.steward_since for seat in waited)


def _before(request: HtmxHttpRequest, table: Table) -> dict[str, Any]:
    me = tables.own_seat(table, person(request))
    now = timezone.now()
    others_present = presence.others_present(table.pulse, me.user_id if me else None, now)
    seats = tables.seats_of(table)
    said = spoken(asking.chat_lines(table, person(request)), AT_THE_TABLE)
    return {
        "table": table,
        "card": TableCard(table, seats, company.told([table], seats, now)),
        "page": {
            "talk": {
                "lines": said,
                "unread": unread(said, me),
                "newest_said": newest_said(said),
                "earlier_said": earlier(said, asking.CHAT),
                "hides_unread": me is not None and earlier(said, asking.CHAT) > me.read_chat,
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
    """Return the people a host may invite at once: those they know who may come, and neither sit there nor are invited."""
    user = person(request)
    there = {seat.user_id for seat in tables.seats_of(table)} | {each.pk for each in mailing.invited_people(table)}
    known = clubs.may_come(relations.companions(user), table.club_id) if user else ()
    now, rated = timezone.now(), is_rated(table)
    fitting = [each for each in known if each.pk not in there and admission.may_come(table, each, now, rated=rated)]
    return CompanyForm(people=fitting)


def _answer(request: HtmxHttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    text = parts.marked(render_to_string(template, context, request), parts.kept_by(request))
    response = HttpResponse(text, status=status)
    patch_vary_headers(response, ["HX-Request", parts.HEADER])
    return response
