"""One's own data: asking for the archive of it and fetching it. What the site keeps of people, how long, and who runs it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from tables.errors import Code, Refusal
from tables.pages import terms
from tables.present import refusals, texts
from tables.selectors.personal import exports
from tables.selectors.personal.subjects import LEFT_OUT, SUBJECTS
from tables.services import personal
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required, trouble


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def data(request: PlayerRequest) -> HttpResponse:
    """How my archive stands; ask for one, or for its address again."""
    if request.method == "POST":
        return _ask(request)
    context = {
        "export": exports.latest(request.user),
        "subjects": SUBJECTS,
        "left_out": LEFT_OUT.values(),
        "kept": personal.KEPT.days,
        "may_ask": _may_ask(request),
    }
    return render(request, "personal/data.html", context)


@never_cache
@require_safe
@member_required  # type: ignore[arg-type]  # the only answer that is sent piece by piece
def data_file(request: PlayerRequest, token: str) -> HttpResponseBase:
    """My archive, at the address that was mailed to me; for everybody else there is no such page."""
    export = exports.of_token(request.user, token)
    if export is None or export.until is None or export.until <= timezone.now():
        raise Http404
    if not exports.opens(export):
        personal.give_up(export_id=export.pk)
        text = _("This archive cannot be read any more. Ask for another one.")
        return trouble(request, 503, _("Your archive cannot be opened"), text, reverse("tables:data"))
    response = StreamingHttpResponse(exports.content(export), content_type="application/zip")
    response["Content-Length"] = str(export.size)
    response["Content-Disposition"] = f'attachment; filename="staffetta-{export.asked_at:%Y-%m-%d}.zip"'
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def terms_page(request: HtmxHttpRequest) -> HttpResponse:
    """What is deleted when."""
    return render(request, "personal/terms.html", {"terms": terms.TERMS})


@require_safe
def privacy(request: HtmxHttpRequest) -> HttpResponse:
    """What the operator says about privacy, and what the site really keeps."""
    context: dict[str, Any] = {"blocks": texts.blocks("privacy"), "subjects": SUBJECTS, "left_out": LEFT_OUT.values()}
    return render(request, "personal/privacy.html", context)


@require_safe
def imprint(request: HtmxHttpRequest) -> HttpResponse:
    """Who runs the site, where the operator says so."""
    blocks = texts.blocks("imprint")
    if not blocks:
        raise Http404
    return render(request, "personal/imprint.html", {"blocks": blocks})


def _ask(request: PlayerRequest) -> HttpResponse:
    if not (limits.allow(request, "data") and limits.allow_from(request, "data")):
        return limits.too_many(request)
    try:
        if request.POST.get("do") == "again":
            personal.mail_again(user=request.user, now=timezone.now())
            messages.success(request, _("A new link was mailed to you. The one before leads nowhere now."))
        else:
            personal.ask(user=request.user, now=timezone.now())
            messages.success(request, _("Your archive is being made. You get a letter with the link to it."))
    except Refusal as refusal:
        # A person who pressed twice is told the same twice: their archive is being made.
        if refusal.code != Code.EXPORT_MAKING:
            messages.error(request, refusals.words(refusal))
    return redirect("tables:data")


def _may_ask(request: PlayerRequest) -> bool:
    try:
        personal.check(user=request.user, now=timezone.now())
    except Refusal:
        return False
    return True
