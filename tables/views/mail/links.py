"""Page behind a link in an email: one decision, made without signing in by the recipient.

GET and HEAD change nothing. They show the same as the email: the situation, the board and the answers. POST makes the decision.
The signed address replaces the CSRF token and the session, so the page needs neither a cookie nor a script.
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
from django.utils.text import format_lazy
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
from tables.mail.news import News, read_news
from tables.models import Seat, Table
from tables.present import refusals
from tables.present.lobby.next_table import next_table_link
from tables.present.play import situation
from tables.present.seats import seating
from tables.selectors.mail import linked as selector
from tables.selectors.mail import links
from tables.selectors.mail.linked import LinkedDecision, LinkOver, Over
from tables.selectors.mail.links import BadToken, Link, make, read
from tables.selectors.play import state, tables
from tables.services.replies import links as service
from tables.views.http import trouble

WHY = {
    Over.EXPIRED: format_lazy(
        gettext_lazy("This link is more than {days} days old and no longer works."), days=links.LIFETIME.days
    ),
    Over.MOVED_ON: gettext_lazy("This has already been decided, or the game has moved on. Nothing was changed."),
    Over.OTHER_HANDS: gettext_lazy("You no longer play this seat, so this link does not work."),
    Over.STEWARD: gettext_lazy("The steward is playing for you. Take your seat back at the table to play on."),
    Over.QUARANTINED: gettext_lazy("The admins have put this table on hold. Nothing can be played until they resume it."),
    Over.ENDED: gettext_lazy("The game is over."),
}

# Maximum number of sentences about the effects of an answer.
MOST_NEWS = 12

type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def secret_address[**P](view: View[P]) -> View[P]:
    """Prevent caching, indexing and referrers for a page with a secret address."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"], response["X-Robots-Tag"] = "no-referrer", "noindex, nofollow"
        return response

    return never_cache(guarded)


@dataclass(frozen=True)
class LinkTarget:
    """Link from an address, with its seat and its recipient."""

    link: Link
    seat: Seat
    reader: User


@csrf_exempt
@secret_address
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, token: str) -> HttpResponse:
    """Show one decision, or make it."""
    target = _named(token)
    if target is None:
        text = _("The link was cut off on the way, or it is not one of ours. Nothing was changed.")
        return trouble(request, 404, _("This link is incomplete"), text)
    with translation.override(target.reader.language), timezone.override(target.reader.tz):
        try:
            linked = selector.linked_decision(target.link, target.seat, now=timezone.now())
        except LinkOver as over:
            return _over(request, target, over.why)
        if request.method == "POST":
            return _act(request, token, target, linked)
        return _page(token, linked, _tapped(request))


@secret_address
@require_safe
def board(request: HttpRequest, token: str) -> HttpResponse:
    """Return the board for the link's page, as it is now or as it would be after the answer named in the address.

    Raises Http404 if the link is no longer valid.
    """
    target = _named(token)
    if target is None:
        raise Http404
    try:
        linked = selector.linked_decision(target.link, target.seat, now=timezone.now())
    except LinkOver:
        raise Http404 from None
    with translation.override(target.reader.language):
        return HttpResponse(_drawn(linked, _chosen(linked, _tapped(request))), content_type="image/png")


def _tapped(request: HttpRequest) -> str:
    """Return the code of the answer in the address, without text appended by an email program."""
    return request.GET.get("choice", "")[:CODE_LENGTH]


def _named(token: str) -> LinkTarget | None:
    """Return the link, seat and recipient of an address; None if it is invalid, or its seat or recipient is gone."""
    try:
        link = read(token)
    except BadToken:
        return None
    seat, reader = selector.seat_of(link), selector.reader_of(link)
    return LinkTarget(link, seat, reader) if seat and reader else None


def _act(request: HttpRequest, token: str, target: LinkTarget, linked: LinkedDecision) -> HttpResponse:
    form = LinkForm(request.POST)
    chosen = _chosen(linked, request.POST.get("choice", ""))
    try:
        if not form.is_valid():
            raise Refusal(Code.MALFORMED)
        if chosen is None:
            raise Refusal(Code.NOT_PENDING)
        data = form.cleaned_data
        service.answer(linked=linked, actions=chosen.actions, own_ply=data["own_ply"], token=data["token"], now=timezone.now())
    except Refusal as refusal:
        return _page(token, linked, "", status=422, refusal=refusals.words(refusal, linked.table.game))
    return _done(request, target, {"chosen": chosen, "is_filed": linked.pending.when is When.AHEAD})


def _page(token: str, linked: LinkedDecision, code: str, *, status: int = 200, refusal: str = "") -> HttpResponse:
    """Return the page with the situation and the answers, the tapped one first."""
    decision, draws = _decision_context(token, linked), presenter(linked.table.game).draws
    chosen = _find(decision["answers"], code)
    context = {
        # The page reserves the picture's size, so nothing moves under a finger about to tap.
        "size": png.size(_drawn(linked, chosen)) if draws else None,
        "unknown": _unknown(linked, chosen) if chosen and draws else "",
        "chosen": chosen,
        "others": [answer for answer in decision["answers"] if answer is not chosen],
        "own_ply": linked.seat.plies,
        "sending": secrets.token_urlsafe(12),
        "refusal": refusal,
    }
    return _rendered("tables/link.html", linked.table, decision | context, status)


def _decision_context(token: str, linked: LinkedDecision) -> dict[str, Any]:
    """Return a decision in words, with its answers."""
    game, people, game_presenter = linked.table.game, _people(linked), presenter(linked.table.game)
    return {
        "address": reverse("mail:decide", args=[token]),
        "board": reverse("mail:decide_board", args=[token]) if game_presenter.draws else "",
        "facts": situation.facts(game, linked.seen.public, people),
        "question": question_words(game, linked.row),
        "about": game_presenter.panel.brief(linked.seen, linked.pending, people),
        "due": due_words(linked.row),
        "bank": moment_words(bank_at(linked.row)),
        "answers": list(game_presenter.answers(linked.seen, linked.pending, people)),
    }


def _done(request: HttpRequest, target: LinkTarget, outcome: Mapping[str, Any]) -> HttpResponse:
    """Confirm an answer, and show the next decision of its seat or a link to the next table.

    The link to the next decision expires at the same time as the email's link (docs/decisions/0048).
    """
    # Only the recipient can see their other tables, so everybody else must sign in.
    context: dict[str, Any] = {"next_url": _through_sign_in(reverse("tables:next"))}
    if linked := selector.next_decision(target.link, now=timezone.now()):
        token = make(linked.row, target.reader.pk, target.link.made_at)
        context |= _decision_context(token, linked)
        context["size"] = png.size(_drawn(linked, None)) if context["board"] else None
    elif request.user == target.reader:
        destination = next_table_link(tables.named_awaiting(target.reader), target.seat.table)
        context = {"next_table": destination, "mine_url": reverse("tables:mine")}
    if not outcome.get("is_filed"):
        context["news"] = _news(target)
    return _rendered("tables/link_done.html", target.seat.table, {**context, **outcome}, 200)


def _news(target: LinkTarget) -> News | None:
    """Return the news since the answer that its seat may know; None if the seat is gone."""
    seat = selector.seat_of(target.link)
    if seat is None:
        return None
    public = state.seen(seat.table, seat).public
    people = seating.players(seat.table.game, public, seat.table.seats.select_related("user"), me=seat)
    return read_news(seat.table, seat, public, people, MOST_NEWS)


def _over(request: HttpRequest, target: LinkTarget, reason: Over) -> HttpResponse:
    """Explain that a link no longer works, and link to the recap; redirect a signed-in recipient there.

    A form sent again after its answer was played gets the confirmation again.
    """
    table, is_mine = target.seat.table, reason is not Over.OTHER_HANDS
    if request.method == "POST" and is_mine and selector.was_sent(target.seat, request.POST.get("token", "")):
        return _done(request, target, {})
    if request.method != "POST" and is_mine and request.user == target.reader:
        messages.info(request, WHY[reason])
        return redirect(_recap(table))
    return _rendered("tables/link_over.html", table, {"why": WHY[reason], "is_mine": is_mine}, 410)


def _rendered(template: str, table: Table, extra: Mapping[str, Any], status: int) -> HttpResponse:
    """Return a light page without a request: no session, no user name, and only one style sheet."""
    context = {
        "label": _label(table),
        "table_url": _through_sign_in(table.get_absolute_url()),
        "recap_url": _recap(table),
    }
    return HttpResponse(render_to_string(template, {**context, **extra}), status=status)


def _label(table: Table) -> str:
    return words.table_label(registry.engine(table.game).title, table)


def _recap(table: Table) -> str:
    """Return the address of the recap since the reader's last move."""
    return reverse("tables:recap", args=[table.code])


def _through_sign_in(address: str) -> str:
    """Return an address by way of the sign-in page, because private tables are hidden from strangers."""
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': address})}"


def _people(linked: LinkedDecision) -> list[Any]:
    seats = linked.table.seats.select_related("user")
    return list(seating.players(linked.table.game, linked.seen.public, seats, me=linked.seat))


def _find(answers: list[Answer], code: str) -> Answer | None:
    return next((answer for answer in answers if answer.code == code), None)


def _unknown(linked: LinkedDecision, chosen: Answer) -> str:
    """Return a note if the board next to an answer does not show all effects of the answer; empty if it does."""
    if linked.pending.when is When.AHEAD:
        return _("It will be played when its turn comes. Until then, the board can change.")
    if presenter(linked.table.game).outlook(linked.seen, chosen.actions).is_whole:
        return ""
    return _("Later draws, reveals and moves by others are still unknown, so this board does not show them.")


def _chosen(linked: LinkedDecision, code: str) -> Answer | None:
    return _find(list(asked.answers(linked)), code) if code else None


def _drawn(linked: LinkedDecision, chosen: Answer | None) -> bytes:
    """Return the board as a picture, changed by an answer if there is one."""
    game, seen = linked.table.game, linked.seen
    if chosen is None:
        return pictures.board(game, seen.public)
    outlook = presenter(game).outlook(seen, chosen.actions)
    return pictures.close_up(game, outlook.public, linked.pending, chosen.actions, outlook.certain_events)
