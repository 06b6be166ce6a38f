"""The page behind a link of a mail: one decision, answered without signing in by whoever the mail was for.

GET, HEAD and OPTIONS change nothing and show nothing that the mail did not: the situation, the board, and the same answers.
POST acts; the signed address stands for the CSRF token and the session alike, so that neither a cookie nor a script is needed.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from engines import registry
from engines.contract import When
from tables.errors import Code, Refusal
from tables.forms.links import CODE_LENGTH, LinkForm
from tables.games import pictures
from tables.games.contract import Answer
from tables.games.kit import png
from tables.games.registry import presenter
from tables.mail import asking as asked
from tables.mail import words
from tables.mail.asking import bank_at, due_words, moment_words, question_words
from tables.models import Seat, Table
from tables.present import refusals
from tables.present.play import situation
from tables.present.seats import seating
from tables.selectors.mail import linked as selector
from tables.selectors.mail.linked import IsOver, LinkedDecision, Over
from tables.selectors.mail.links import BadToken, Link, make, read
from tables.selectors.play import tables
from tables.services.replies import links as service
from tables.views.http import trouble

WHY = {
    Over.EXPIRED: gettext_lazy("This link is older than thirty days, so it does not answer for you any more."),
    Over.MOVED_ON: gettext_lazy("This has been answered, or the table has moved on. Nothing was changed."),
    Over.OTHER_HANDS: gettext_lazy("You do not play this seat any more, so this link answers nothing."),
    Over.STEWARD: gettext_lazy("The steward plays for you. Take your seat back at the table; then you can play on."),
    Over.QUARANTINED: gettext_lazy(
        "This table is being looked after by the people who run the site. Nothing can be played until they are done."
    ),
    Over.ENDED: gettext_lazy("The game is over."),
}

type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def secret_address[**P](view: View[P]) -> View[P]:
    """Nothing keeps what such a page shows, passes its address on or finds it."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"], response["X-Robots-Tag"] = "no-referrer", "noindex, nofollow"
        return response

    return never_cache(guarded)


@dataclass(frozen=True)
class Named:
    """What an address names: the link, the seat and whom it was made for."""

    link: Link
    seat: Seat
    reader: User


@csrf_exempt
@secret_address
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, token: str) -> HttpResponse:
    """Show one decision, or answer it."""
    named = _named(token)
    if named is None:
        text = _("It was cut off on the way here, or it is not ours. Nothing was changed.")
        return trouble(request, 404, _("This link is not complete"), text)
    with translation.override(named.reader.language), timezone.override(named.reader.tz):
        try:
            linked = selector.linked_decision(named.link, named.seat, now=timezone.now())
        except IsOver as over:
            return _over(request, named, over.why)
        if request.method == "POST":
            return _act(request, token, named, linked)
        return _page(token, linked, _tapped(request))


@secret_address
@require_safe
def board(request: HttpRequest, token: str) -> HttpResponse:
    """The board on that page, as long as the link is good: as it is now, or as an answer would change it."""
    named = _named(token)
    if named is None:
        raise Http404
    try:
        linked = selector.linked_decision(named.link, named.seat, now=timezone.now())
    except IsOver:
        raise Http404 from None
    with translation.override(named.reader.language):
        return HttpResponse(_drawn(linked, _chosen(linked, _tapped(request))), content_type="image/png")


def _tapped(request: HttpRequest) -> str:
    """Return the code of the answer in the address, without what an email program may have stuck to it."""
    return request.GET.get("choice", "")[:CODE_LENGTH]


def _named(token: str) -> Named | None:
    """None for an address that was cut off or made up, or whose seat or reader is gone."""
    try:
        link = read(token)
    except BadToken:
        return None
    seat, reader = selector.seat_of(link), selector.reader_of(link)
    return Named(link, seat, reader) if seat and reader else None


def _act(request: HttpRequest, token: str, named: Named, linked: LinkedDecision) -> HttpResponse:
    form = LinkForm(request.POST)
    chosen = _chosen(linked, request.POST.get("choice", ""))
    try:
        if not form.is_valid():
            raise Refusal(Code.MALFORMED)
        if chosen is None:
            raise Refusal(Code.NOT_PENDING)
        sent = form.cleaned_data
        service.answer(linked=linked, actions=chosen.actions, own_ply=sent["own_ply"], token=sent["token"], now=timezone.now())
    except Refusal as refusal:
        return _page(token, linked, "", status=422, refusal=refusals.words(refusal, linked.table.game))
    return _done(request, named, {"chosen": chosen, "is_filed": linked.pending.when is When.AHEAD})


def _page(token: str, linked: LinkedDecision, code: str, *, status: int = 200, refusal: str = "") -> HttpResponse:
    """The situation and the answers, the one that was tapped in the mail first."""
    asked, draws = _asked(token, linked), presenter(linked.table.game).draws
    chosen = _find(asked["answers"], code)
    context = {
        # Drawn before the page comes: nothing moves under a finger that is about to send.
        "size": png.size(_drawn(linked, chosen)) if chosen and draws else None,
        "unknown": _unknown(linked, chosen) if chosen and draws else "",
        "chosen": chosen,
        "others": [answer for answer in asked["answers"] if answer is not chosen],
        "own_ply": linked.seat.plies,
        "sending": secrets.token_urlsafe(12),
        "refusal": refusal,
    }
    return _rendered("tables/link.html", linked.table, asked | context, status)


def _asked(token: str, linked: LinkedDecision) -> dict[str, Any]:
    """Return a decision in words, and its answers."""
    game, people, show = linked.table.game, _people(linked), presenter(linked.table.game)
    return {
        "address": reverse("mail:decide", args=[token]),
        "board": reverse("mail:decide_board", args=[token]) if show.draws else "",
        "facts": situation.facts(game, linked.seen.public, people),
        "question": question_words(game, linked.row),
        "about": show.panel.brief(linked.seen, linked.pending, people),
        "due": due_words(linked.row),
        "bank": moment_words(bank_at(linked.row)),
        "answers": list(show.answers(linked.seen, linked.pending, people)),
    }


def _done(request: HttpRequest, named: Named, sent: Mapping[str, Any]) -> HttpResponse:
    """Confirm an answer and go on with the next decision of its seat, or lead to the next table.

    The link to the next decision ends with the letter's: it is not made anew (docs/decisions/0048).
    """
    context: dict[str, Any] = {"mine_url": _through_sign_in(reverse("tables:mine"))}
    if linked := selector.next_decision(named.link, now=timezone.now()):
        token = make(linked.row, named.reader.pk, named.link.made_at)
        context |= _asked(token, linked)
    elif request.user == named.reader and (other := tables.next_table_for(named.reader, named.seat.table)):
        context |= {"next_table": other, "next_name": _label(other)}
    return _rendered("tables/link_done.html", named.seat.table, {**context, **sent}, 200)


def _over(request: HttpRequest, named: Named, why: Over) -> HttpResponse:
    """A link that is worth nothing leads to what happened since; its reader is brought there at once if they are signed in."""
    table, is_mine = named.seat.table, why is not Over.OTHER_HANDS
    if request.method == "POST" and is_mine and selector.was_sent(named.seat, request.POST.get("token", "")):
        return _done(request, named, {})
    if request.method != "POST" and is_mine and request.user == named.reader:
        messages.info(request, WHY[why])
        return redirect(_recap(table))
    return _rendered("tables/link_over.html", table, {"why": WHY[why], "is_mine": is_mine}, 410)


def _rendered(template: str, table: Table, more: Mapping[str, Any], status: int) -> HttpResponse:
    """A light page: without a request there is no session, nobody's name, nothing to load but one style sheet."""
    context = {
        "label": _label(table),
        "table_url": _through_sign_in(table.get_absolute_url()),
        "recap_url": _recap(table),
    }
    return HttpResponse(render_to_string(template, {**context, **more}), status=status)


def _label(table: Table) -> str:
    return words.table_label(registry.engine(table.game).title, table)


def _recap(table: Table) -> str:
    """What happened since its reader's last move."""
    return reverse("tables:recap", args=[table.code])


def _through_sign_in(address: str) -> str:
    """Somebody signed in is sent on at once; a private table is no address for anybody else."""
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': address})}"


def _people(linked: LinkedDecision) -> list[Any]:
    seats = linked.table.seats.select_related("user")
    return list(seating.players(linked.table.game, linked.seen.public, seats, me=linked.seat))


def _find(answers: list[Answer], code: str) -> Answer | None:
    return next((answer for answer in answers if answer.code == code), None)


def _unknown(linked: LinkedDecision, chosen: Answer) -> str:
    """What the board beside an answer does not show, since nobody can know it yet; empty if it shows all."""
    if linked.pending.when is When.AHEAD:
        return _("It is played when its place comes; until then the board may change.")
    if presenter(linked.table.game).outlook(linked.seen, chosen.actions).is_whole:
        return ""
    return _("What is drawn, opened or answered by others after that nobody knows yet: it is not on this board.")


def _chosen(linked: LinkedDecision, code: str) -> Answer | None:
    return _find(list(asked.answers(linked)), code) if code else None


def _drawn(linked: LinkedDecision, chosen: Answer | None) -> bytes:
    """The board; as an answer would change it, if there is one."""
    game, seen = linked.table.game, linked.seen
    if chosen is None:
        return pictures.board(game, seen.public)
    outlook = presenter(game).outlook(seen, chosen.actions)
    return pictures.close_up(game, outlook.public, linked.pending, chosen.actions, outlook.told)
